//! Reviews can be trusted: blunders are marked, and good moves are not.

mod schema;

use lastmove_answers::{Answer, AnswerEvent, Answers, AnswersConfig, CheckedQuestion, SCHEMA};
use lastmove_work::{Budget, Random};
use schema::Schema;
use serde_json::{Value, json};
use std::sync::Mutex;

fn answers() -> Answers {
    Answers::new(AnswersConfig { threads: 1, memory: 1 << 28, ..AnswersConfig::default() })
}

/// All that is told on the way to an answer, and the answer last.
fn events(answers: &Answers, name: &str, question: &Value) -> Vec<(&'static str, Value)> {
    let told = Mutex::new(Vec::new());
    let tell = |event: AnswerEvent| told.lock().unwrap().push(event);
    let task = CheckedQuestion::read(name, &question.to_string())
        .unwrap_or_else(|e| panic!("{question}: {e}"));
    tell(AnswerEvent::last(answers.answer(task, &Budget::default(), &tell)));
    let read = |event: AnswerEvent| (event.name, serde_json::from_str(&event.data).unwrap());
    told.into_inner().unwrap().into_iter().map(read).collect()
}

fn last(answers: &Answers, name: &str, question: &Value) -> Value {
    let (end, data) = events(answers, name, question).pop().unwrap();
    assert_eq!(end, "done", "{question}: {data}");
    data
}

/// The marks of the moves of a game.
fn marks(answers: &Answers, game: &str, start: &str, moves: &[String], seconds: f64) -> Vec<Value> {
    let question = json!({"game": game, "position": start, "moves": moves, "seconds": seconds});
    last(answers, "review", &question)["marks"].as_array().unwrap().clone()
}

/// The position after a move, or none if the game is over there.
fn after(answers: &Answers, game: &str, position: &str, mv: &str) -> Option<String> {
    let shown = show(answers, game, position, &[mv]);
    (shown["over"] == false).then(|| shown["position"].as_str().unwrap().to_owned())
}

fn show(answers: &Answers, game: &str, position: &str, moves: &[&str]) -> Value {
    let question = json!({"game": game, "position": position, "moves": moves});
    let task = CheckedQuestion::read("position", &question.to_string()).unwrap();
    let answer = answers.answer(task, &Budget::default(), &|_| {}).unwrap();
    let Answer::Json(text) = answer else { panic!("not JSON") };
    serde_json::from_str(&text).unwrap()
}

/// The names of the legal moves.
fn legal(game: &str, shown: &Value) -> Vec<String> {
    let name = |square: &Value| {
        shown["squares"][square.as_u64().unwrap() as usize].as_str().unwrap().to_owned()
    };
    let named = |mv: &Value| match (game, mv.as_array().unwrap().as_slice()) {
        ("amazons", [from, to, arrow]) => format!("{}-{}/{}", name(from), name(to), name(arrow)),
        (_, squares) => name(&squares[0]),
    };
    shown["moves"].as_array().unwrap().iter().map(named).collect()
}

/// A position after so many random moves.
fn scattered(
    answers: &Answers,
    game: &str,
    board: &str,
    plies: usize,
    random: &mut Random,
) -> Option<String> {
    let mut position = show(answers, game, board, &[])["position"].as_str().unwrap().to_owned();
    for _ in 0..plies {
        let moves = legal(game, &show(answers, game, &position, &[]));
        let mv = &moves[random.below(moves.len())];
        position = after(answers, game, &position, mv)?;
    }
    Some(position)
}

/// The engine's move, with a little time.
fn best(answers: &Answers, game: &str, position: &str, seconds: f64) -> String {
    let question = json!({"game": game, "position": position, "seconds": seconds});
    last(answers, "think", &question)["best"].as_str().unwrap().to_owned()
}

/// The winner, if a short search finds out.
fn winner(answers: &Answers, game: &str, position: &str) -> Option<String> {
    let question = json!({"game": game, "position": position, "seconds": 2.0});
    let (end, solved) = events(answers, "solve", &question).pop().unwrap();
    let of = |solved: &Value| match game {
        "amazons" => solved["winner"].as_str().map(str::to_owned),
        _ => ["vertical", "horizontal"]
            .iter()
            .find_map(|side| solved["first"][side]["winner"].as_str().map(str::to_owned)),
    };
    if end == "done" { of(&solved) } else { None }
}

/// A game that a blunder loses: the winner's position, and moves of which the first is it.
fn planted(
    answers: &Answers,
    game: &str,
    board: &str,
    plies: usize,
    random: &mut Random,
) -> Option<(String, Vec<String>)> {
    let start = scattered(answers, game, board, plies, random)?;
    let shown = show(answers, game, &start, &[]);
    let mover = shown["to_move"].as_str().unwrap();
    if winner(answers, game, &start)? != mover {
        return None;
    }
    let moves = legal(game, &shown);
    let from = random.below(moves.len());
    let blunder = moves.iter().cycle().skip(from).take(moves.len().min(40)).find(|mv| {
        after(answers, game, &start, mv)
            .is_some_and(|next| winner(answers, game, &next).is_some_and(|w| w != mover))
    })?;
    let mut line = vec![blunder.clone()];
    let mut position = after(answers, game, &start, blunder)?;
    for _ in 0..3 {
        line.push(best(answers, game, &position, 0.1));
        match after(answers, game, &position, &line[line.len() - 1]) {
            Some(next) => position = next,
            None => break,
        }
    }
    Some((start, line))
}

#[test]
fn a_blunder_is_marked_and_a_winning_move_is_not() {
    let answers = answers();
    let schema = Schema::new(serde_json::from_str(SCHEMA).unwrap());
    // Whoever moves first wins 4x4, but not with a corner.
    let question = json!({
        "game": "domineering", "position": "4x4", "moves": ["1,1", "1,2", "2,4"], "seconds": 0.3,
    });
    let told = events(&answers, "review", &question);
    for (name, data) in &told {
        let kind = match *name {
            "position" => "ReviewedPosition",
            "judged" => "ReviewedMove",
            "done" => "Review",
            other => panic!("{other}"),
        };
        schema.check(kind, data);
    }
    let solved = |position: &str| winner(&answers, "domineering", position).unwrap();
    let mut expected = Vec::new();
    let mut position = "4/4/4/4 v".to_owned();
    for mv in ["1,1", "1,2", "2,4"] {
        let mover = if position.ends_with('v') { "vertical" } else { "horizontal" };
        let before = solved(&position);
        position = after(&answers, "domineering", &position, mv).unwrap();
        let lost = before == mover && solved(&position) != mover;
        expected.push(if lost { json!("??") } else { Value::Null });
    }
    assert!(expected.contains(&json!("??")), "{expected:?}");
    assert_eq!(told.last().unwrap().1["marks"], json!(expected));
}

#[test]
#[ignore = "heavy"]
fn games_of_the_engine_against_itself_have_few_marks() {
    let answers = answers();
    let mut random = Random::new(20_261_117);
    let (mut all, mut marked) = (0, 0);
    for round in 0..10 {
        let board = if round % 2 == 0 { "8x8" } else { "10x10" };
        // Games differ by their first two moves, which are not reviewed.
        let start = scattered(&answers, "domineering", board, 2, &mut random).unwrap();
        let (mut moves, mut position) = (Vec::new(), Some(start.clone()));
        while let Some(at) = position {
            moves.push(best(&answers, "domineering", &at, 0.3));
            position = after(&answers, "domineering", &at, &moves[moves.len() - 1]);
        }
        let marks = marks(&answers, "domineering", &start, &moves, 0.3);
        let found: Vec<String> = (1..)
            .zip(&marks)
            .filter(|(_, mark)| !mark.is_null())
            .map(|(i, mark)| format!("{i}{}", mark.as_str().unwrap()))
            .collect();
        println!("{board}, {} moves: marked {found:?}", moves.len());
        (all, marked) = (all + moves.len(), marked + found.len());
    }
    println!("{marked} of {all} moves marked");
    assert!(10 * marked < all, "{marked} of {all}");
}

#[test]
#[ignore = "heavy"]
fn planted_blunders_are_marked() {
    let answers = answers();
    let mut random = Random::new(40);
    let (mut all, mut marked) = (0, 0);
    let kinds = [
        ("domineering", "6x6", 6),
        ("domineering", "7x7", 10),
        ("domineering", "8x8", 14),
        ("amazons", "5x5", 8),
        ("amazons", "6x6", 16),
    ];
    for (game, board, plies) in kinds {
        let wanted = if game == "amazons" {
            10
        } else if board == "8x8" {
            6
        } else {
            7
        };
        let mut found = 0;
        while found < wanted {
            let Some((start, moves)) = planted(&answers, game, board, plies, &mut random) else {
                continue;
            };
            found += 1;
            let marks = marks(&answers, game, &start, &moves, 0.5);
            let seen = !marks[0].is_null();
            println!("{game} {start}: {} {}", moves[0], marks[0]);
            (all, marked) = (all + 1, marked + usize::from(seen));
        }
    }
    println!("{marked} of {all} blunders marked");
    assert_eq!(all, 40);
    assert!(marked >= 32, "{marked} of {all}");
}
