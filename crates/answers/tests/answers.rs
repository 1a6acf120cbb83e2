//! Every question with its answer as the schema describes it, and every refusal.

mod schema;

use lastmove_answers::{
    Answer, AnswerEvent, Answers, AnswersConfig, CheckedQuestion, Problem, SCHEMA,
};
use lastmove_work::{Budget, Stop};
use schema::Schema;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn answers() -> Answers {
    Answers::new(AnswersConfig { threads: 1, memory: 1 << 28, ..AnswersConfig::default() })
}

fn description() -> Schema {
    Schema::new(serde_json::from_str(SCHEMA).unwrap())
}

fn try_ask(answers: &Answers, name: &str, question: Value) -> Result<Answer, Problem> {
    answers.answer(CheckedQuestion::read(name, &question.to_string())?, &Budget::default(), &|_| {})
}

/// The answer in JSON, as the schema of a name says.
fn ask(answers: &Answers, name: &str, kind: &str, question: Value) -> Value {
    let answer = try_ask(answers, name, question.clone());
    let Ok(Answer::Json(text)) = answer else { panic!("{name} {question}: {answer:?}") };
    let json = serde_json::from_str(&text).unwrap();
    description().check(kind, &json);
    json
}

/// All that a search tells; the last word is the last.
fn search(answers: &Answers, name: &str, question: Value) -> Vec<(&'static str, Value)> {
    let told = Mutex::new(Vec::new());
    let tell = |event: AnswerEvent| told.lock().unwrap().push(event);
    let task = CheckedQuestion::read(name, &question.to_string()).unwrap();
    tell(AnswerEvent::last(answers.answer(task, &Budget::default(), &tell)));
    let read = |event: AnswerEvent| (event.name, serde_json::from_str(&event.data).unwrap());
    told.into_inner().unwrap().into_iter().map(read).collect()
}

#[test]
fn answers_are_as_the_schema_says() {
    let answers = answers();
    let schema = description();
    assert_eq!(schema.paths().len(), 15);
    for (name, _) in CheckedQuestion::kinds() {
        assert!(schema.paths().contains(&format!("/api/{name}")), "{name}");
    }
    let Answer::Json(info) = answers.info() else { panic!("not JSON") };
    schema.check("Info", &serde_json::from_str(&info).unwrap());

    let start = json!({"game": "amazons", "position": "10x10"});
    let shown = ask(&answers, "position", "Position", start);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2176);
    assert_eq!(shown["squares"][0], "a10");
    let played = json!({"game": "amazons", "position": "10x10", "moves": ["d1-d7/g7"]});
    let shown = ask(&answers, "position", "Position", played);
    assert_eq!(
        (&shown["to_move"], &shown["played"][0]["squares"]),
        (&json!("black"), &json!([93, 33, 36]))
    );
    let over = json!({"game": "domineering", "position": "1*/*1 v"});
    let shown = ask(&answers, "position", "Position", over);
    assert_eq!((&shown["over"], &shown["winner"]), (&json!(true), &json!("horizontal")));

    let areas = json!({"game": "amazons", "position": "q1*2Q/2*3/***3/1Q*1q1 w"});
    let found = ask(&answers, "evaluate", "Evaluation", areas);
    assert_eq!(found["areas"].as_array().unwrap().len(), 3);
    assert_eq!(found["areas"][0]["owner"], "black");
    let regions = json!({"game": "domineering", "position": "2*2/2*2/**2*/4* v"});
    let found = ask(&answers, "evaluate", "Evaluation", regions);
    assert_eq!(found["areas"][0]["value"], "±1");
    assert!(found["winners"]["first"].is_string() && found["value"].is_string());
    assert_eq!(found["cover"]["vertical"]["counts"]["protective"], 3);
    assert!(!found["regions"].as_array().unwrap().is_empty());
    // Too large to be valued, but the covers and cuts decide it.
    let tall = json!({"game": "domineering", "position": "11x3"});
    let found = ask(&answers, "evaluate", "Evaluation", tall);
    assert_eq!(found["winners"]["first"], "vertical", "{found}");
    assert!(found["reason"].as_str().unwrap().contains("sure of"));

    let value = json!({"game": "domineering", "position": "2x3"});
    let found = ask(&answers, "value", "Value", value);
    assert_eq!((&found["canonical"], &found["mean"]), (&json!("{2|-1/2}"), &json!("3/4")));
    assert!(found["svg"].as_str().unwrap().starts_with("<svg "));
}

#[test]
#[cfg(feature = "png")]
fn pictures_are_files() {
    let kinds: [(&str, &str, &[u8]); 2] =
        [("svg", "image/svg+xml", b"<svg "), ("png", "image/png", b"\x89PNG")];
    for (format, kind, begins) in kinds {
        let question = json!({"game": "domineering", "position": "3/1*1/1*1 v", "format": format, "dominoes": [[4, 7]]});
        let Ok(Answer::File(found, bytes)) = try_ask(&answers(), "picture", question) else {
            panic!("no picture")
        };
        assert!(found == kind && bytes.starts_with(begins));
    }
}

#[test]
fn games_go_out_and_come_back() {
    let answers = answers();
    let game = json!({"start": "5x6", "white": "Ada", "result": "W+Resign", "date": "2026-11-18",
        "name": "a game", "properties": [{"name": "EV", "values": ["Cup"]}, {"name": "DT", "values": ["1999"]}], "nodes": [
        {"parent": 0, "squares": [26, 11, 13], "comment": "157 replies",
            "properties": [{"name": "LB", "values": ["ab:1", "cc:2]"]}, {"name": "SZ", "values": ["3"]}]},
        {"parent": 0, "squares": [28, 13, 11]},
    ]});
    let written = ask(&answers, "sgf/write", "SgfText", game);
    let sgf = written["sgf"].as_str().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let head = format!("EV[Cup]DT[2026-11-18]AP[Lastmove:{version}]GN[a game]PW[Ada]RE[W+Resign]");
    assert!(sgf.contains(&head) && sgf.contains("LB[ab:1][cc:2\\]]"), "{sgf}");
    let read = ask(&answers, "sgf/read", "SgfTree", json!({"sgf": written["sgf"]}));
    assert_eq!((&read["white"], &read["nodes"][1]["move"]), (&json!("Ada"), &json!("b1-b4/d4")));
    assert_eq!(
        read["nodes"][1]["properties"],
        json!([{"name": "LB", "values": ["ab:1", "cc:2\\]"]}])
    );
    assert_eq!(
        (&read["nodes"][1]["comment"], &read["nodes"][2]["parent"]),
        (&json!("157 replies"), &json!(0))
    );
}

#[test]
fn a_search_reports_proves_and_certifies() {
    let answers = answers();
    let schema = description();
    let question = json!({"game": "amazons", "position": "5x4", "certificate": true});
    let events = search(&answers, "solve", question);
    let (name, solved) = events.last().unwrap();
    assert_eq!(*name, "done");
    schema.check("Solved", solved);
    assert_eq!(
        (&solved["winner"], &solved["certificate"]["verified"]),
        (&json!("white"), &json!(true)),
        "{solved}"
    );
    let answer = events.iter().position(|(name, _)| *name == "answer").unwrap();
    schema.check("Solved", &events[answer].1);
    assert_eq!(events[answer].1["winner"], "white");
    assert!(events[answer].1["certificate"].is_null());
    for (i, (name, progress)) in events[..events.len() - 1].iter().enumerate() {
        if i != answer {
            assert_eq!(*name, "progress");
            schema.check("SolveProgress", progress);
            assert_eq!(progress["stage"] == "searching", i < answer, "{progress}");
        }
    }
    let certificate = answers.certificate(solved["certificate"]["id"].as_str().unwrap()).unwrap();
    assert_eq!(certificate.len() as u64, solved["certificate"]["bytes"].as_u64().unwrap());
    let expect = "amazons 5x4 white".parse().unwrap();
    let file = std::io::Cursor::new(&certificate[..]);
    let go = |_| std::ops::ControlFlow::Continue(());
    lastmove_proof::verify(file, Some(&expect), lastmove_proof::CheckOptions::default(), go)
        .unwrap();
    assert!(matches!(answers.certificate("0123"), Err(Problem::NotFound(_))));

    let question = json!({"game": "domineering", "position": "6x6", "certificate": true});
    let events = search(&answers, "solve", question);
    let (_, solved) = events.last().unwrap();
    schema.check("Solved", solved);
    assert_eq!(solved["class"], "1");
    assert_eq!(solved["certificate"]["verified"], true, "{solved}");
}

#[test]
fn the_calculator_knows_names_and_goes_on_after_mistakes() {
    let lines = ["x = {2|0}", "x + *", "x >= -1", "{2|", "x + x"];
    let answer = ask(&answers(), "calculate", "Calculation", json!({ "lines": lines }));
    assert_eq!(answer["lines"][0]["value"]["mean"], "1");
    assert_eq!(answer["lines"][1]["value"]["temperature"], "1");
    assert_eq!(answer["lines"][2]["holds"], true);
    assert!(answer["lines"][3]["error"].is_string());
    assert_eq!(answer["lines"][4]["value"]["canonical"], "2");
}

#[test]
fn the_engine_moves_within_its_time() {
    let answers = answers();
    for (game, position) in [("amazons", "10x10"), ("domineering", "8/8/8/8/8/8/8/8 h")] {
        let started = Instant::now();
        let question = json!({"game": game, "position": position, "seconds": 1.0, "level": 5});
        let events = search(&answers, "think", question);
        assert!(started.elapsed() < Duration::from_secs(60));
        let (name, last) = events.last().unwrap();
        assert_eq!(*name, "done");
        for (_, report) in &events {
            description().check("Report", report);
        }
        let moves = json!({"game": game, "position": position, "moves": [last["best"]]});
        let shown = ask(&answers, "position", "Position", moves);
        assert_eq!(shown["played"][0]["squares"], last["squares"]);
    }
}

#[test]
fn time_is_limited() {
    let time = Duration::from_millis(600);
    let answers = Answers::new(AnswersConfig {
        threads: 1,
        memory: 1 << 24,
        time,
        ..AnswersConfig::default()
    });
    let question = json!({"game": "amazons", "position": "8x8", "seconds": 1000});
    let stopped = try_ask(&answers, "solve", question);
    assert!(matches!(stopped, Err(Problem::Stopped { why: Stop::Time, .. })), "{stopped:?}");
    let last = AnswerEvent::last(stopped);
    assert_eq!(last.name, "stopped");
    assert!(last.data.contains("time"), "{}", last.data);
}

#[test]
fn no_more_searches_run_than_may() {
    let config =
        AnswersConfig { threads: 1, memory: 1 << 24, searches: 1, ..AnswersConfig::default() };
    let answers = Answers::new(config);
    let question = json!({"game": "amazons", "position": "8x8", "seconds": 0.5});
    let busy = Mutex::new(false);
    let tell = |_| {
        let second = try_ask(&answers, "think", question.clone());
        *busy.lock().unwrap() = matches!(second, Err(Problem::Busy));
    };
    let task = CheckedQuestion::read("solve", &question.to_string()).unwrap();
    let _ = answers.answer(task, &Budget::default(), &tell);
    assert!(*busy.lock().unwrap(), "a second search ran");
    assert!(try_ask(&answers, "think", question).is_ok(), "the first one is over");
}

#[test]
fn broken_questions_are_refused() {
    let answers = answers();
    let cases = [
        ("position", json!({})),
        ("position", json!([1, 2, 3])),
        ("position", json!({"game": "chess", "position": "8x8"})),
        ("position", json!({"game": "amazons", "position": "99x99"})),
        ("position", json!({"game": "amazons", "position": "4x4", "moves": ["a1-a1/a1"]})),
        ("position", json!({"game": "amazons", "position": "4x4\u{0}\n"})),
        ("evaluate", json!({"game": "amazons", "position": "q1Q v"})),
        ("evaluate", json!({"game": "domineering", "position": "q1Q"})),
        ("think", json!({"game": "amazons", "position": "4x4", "level": 11})),
        ("think", json!({"game": "amazons", "position": "4x4", "level": -1})),
        ("sgf/read", json!({"sgf": "((((((((((("})),
        ("sgf/write", json!({"start": "4x4", "nodes": [{"parent": 7, "squares": [0, 1, 2]}]})),
        ("sgf/write", json!({"start": "4x4", "nodes": [{"parent": 0, "squares": [250, 1, 2]}]})),
        ("picture", json!({"game": "amazons", "position": "4x4", "format": "gif"})),
    ];
    for (name, question) in cases {
        match try_ask(&answers, name, question.clone()) {
            Err(Problem::Bad(line)) => assert!(!line.is_empty() && !line.contains('\n'), "{line}"),
            other => panic!("{name} {question}: {other:?}"),
        }
    }
    let large = json!({"game": "amazons", "position": "10x10", "seconds": 0.2});
    assert!(matches!(try_ask(&answers, "value", large), Err(Problem::TooLarge)));
    assert!(matches!(try_ask(&answers, "nothing", json!({})), Err(Problem::NotFound(_))));
}
