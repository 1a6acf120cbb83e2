//! Certificates that answer moves, and sums of positions: every answer as the schema says.

mod schema;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use lastmove_answers::{Answer, Answers, AnswersConfig, CheckedQuestion, Problem, SCHEMA};
use lastmove_work::{Budget, Random};
use schema::Schema;
use serde_json::{Value, json};
use std::path::Path;

fn answers() -> Answers {
    Answers::new(AnswersConfig { threads: 1, memory: 1 << 28, ..AnswersConfig::default() })
}

fn ask(answers: &Answers, name: &str, kind: &str, question: &Value) -> Result<Value, Problem> {
    let task = CheckedQuestion::read(name, &question.to_string())?;
    let Answer::Json(text) = answers.answer(task, &Budget::default(), &|_| {})? else {
        panic!("{name}: not JSON")
    };
    let json = serde_json::from_str(&text).unwrap();
    Schema::new(serde_json::from_str(SCHEMA).unwrap()).check(kind, &json);
    Ok(json)
}

fn file(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    std::fs::read(root.join(format!("{name}.proof"))).unwrap()
}

fn proof(answers: &Answers, bytes: &[u8], position: Option<&str>) -> Result<Value, Problem> {
    let mut question = json!({ "certificate": BASE64_STANDARD.encode(bytes) });
    if let Some(position) = position {
        question["position"] = position.into();
    }
    ask(answers, "proof", "Walked", &question)
}

/// Plays at random against a certificate; returns how often each source was named.
fn lose(answers: &Answers, bytes: &[u8], seed: u64) -> [usize; 3] {
    let claim = proof(answers, bytes, None).unwrap();
    let (game, winner) = (&claim["game"], &claim["winner"]);
    assert!(claim["answer"].is_null() && claim["loser"] != *winner);
    let mut at = claim["position"].as_str().unwrap().to_owned();
    let (mut random, mut sources) = (Random::new(seed), [0; 3]);
    loop {
        let here = json!({ "game": game, "position": at });
        let shown = ask(answers, "position", "Position", &here).unwrap();
        if shown["over"] == true {
            assert_eq!(shown["winner"], *winner);
            return sources;
        }
        let answer = &proof(answers, bytes, Some(&at)).unwrap()["answer"];
        let squares = if shown["to_move"] == *winner {
            let kinds = ["stored", "ahead", "plain"];
            sources[kinds.iter().position(|kind| answer["source"] == *kind).unwrap()] += 1;
            assert!(shown["moves"].as_array().unwrap().contains(&answer["squares"]), "{answer}");
            &answer["squares"]
        } else {
            assert!(answer.is_null());
            &random.pick(&shown["moves"].as_array().unwrap().iter().collect::<Vec<_>>()).clone()
        };
        // By the squares, as the page does.
        let name =
            |i: usize| shown["squares"][squares[i].as_u64().unwrap() as usize].as_str().unwrap();
        let mv = match game.as_str() {
            Some("amazons") => format!("{}-{}/{}", name(0), name(1), name(2)),
            _ => name(0).to_owned(),
        };
        let played = json!({ "game": game, "position": at, "moves": [mv] });
        let after = ask(answers, "position", "Position", &played).unwrap();
        at = after["position"].as_str().unwrap().to_owned();
    }
}

#[test]
fn whoever_plays_against_a_certificate_loses() {
    let answers = answers();
    let mut all = [0; 3];
    // One of Domineering, as the page writes it.
    let question = json!({ "game": "domineering", "position": "6x6", "certificate": true });
    let solved = ask(&answers, "solve", "Solved", &question).unwrap();
    let id = solved["certificate"]["id"].as_str().unwrap();
    let domineering = answers.certificate(id).unwrap().to_vec();
    let proofs = [(file("amazons-4x5"), 4), (file("amazons-5x5"), 2), (domineering, 2)];
    for (bytes, games) in proofs {
        for seed in 1..=games {
            let sources = lose(&answers, &bytes, seed);
            all.iter_mut().zip(sources).for_each(|(sum, n)| *sum += n);
        }
    }
    assert!(all[0] > 0 && all[2] > 0, "{all:?}");
}

#[test]
fn a_damaged_certificate_is_refused_in_the_words_of_verify() {
    let answers = answers();
    let mut bytes = file("amazons-4x5");
    proof(&answers, &bytes, None).unwrap();
    bytes[2000] ^= 1;
    let go = |_| std::ops::ControlFlow::Continue(());
    let options = lastmove_proof::CheckOptions::default();
    let rejection = lastmove_proof::verify(std::io::Cursor::new(&bytes), None, options, go);
    let words = format!("not valid: {}", rejection.unwrap_err());
    assert_eq!(proof(&answers, &bytes, None).unwrap_err().to_string(), words);
    let foreign = proof(&answers, b"no certificate", None).unwrap_err().to_string();
    assert!(foreign.starts_with("not valid: this is not a certificate"), "{foreign}");
    let large = proof(&answers, &vec![0; (1 << 18) + 1], None).unwrap_err().to_string();
    assert!(large.contains("lastmove play --proof FILE"), "{large}");
    let text = json!({ "certificate": "!" });
    assert!(ask(&answers, "proof", "Walked", &text).unwrap_err().to_string().contains("base64"));
}

#[test]
fn a_position_that_play_by_the_certificate_does_not_reach_has_no_answer() {
    let answers = answers();
    // White is to move at the start, and Black wins.
    let far = proof(&answers, &file("amazons-4x5"), Some("qq2/4/4/4/2QQ b")).unwrap();
    assert!(far["answer"].is_null());
    let bad = proof(&answers, &file("amazons-4x5"), Some("99x99")).unwrap_err();
    assert!(!bad.to_string().contains('\n'));
}

#[test]
fn sums_are_solved_with_either_player_first() {
    let answers = answers();
    let question = json!({ "expression": "-2.[domineering 3x4] + ±2" });
    let solved = ask(&answers, "sum", "SolvedSum", &question).unwrap();
    let mut solver = lastmove_report::SumSolver::new(lastmove_values::AppraisalLimits::default());
    for (name, first) in
        [("left", lastmove_values::Player::Left), ("right", lastmove_values::Player::Right)]
    {
        let expected = solver.solve("-2.[domineering 3x4] + ±2", first).unwrap();
        let found = &solved["first"][name];
        assert_eq!(found["winner"], json!(expected.winner));
        assert_eq!(found["best_moves"], json!(expected.best_moves));
    }
    let star = ask(&answers, "sum", "SolvedSum", &json!({ "expression": "*" })).unwrap();
    assert_eq!(star["first"]["right"]["winner"], "right");
    for (bad, problem) in [("[amazons", "column"), (&"1+".repeat(1500), "2,000")] {
        let refused = ask(&answers, "sum", "SolvedSum", &json!({ "expression": bad })).unwrap_err();
        let refused = refused.to_string();
        assert!(!refused.contains('\n') && refused.contains(problem), "{refused}");
    }
}
