//! Scripted sessions: every line is answered in the protocol's form, and nothing hangs.

mod common;

use common::{Pipe, Shared};
use lastmove_arena::{SessionSettings, gtp::serve};
use lastmove_player::{EngineOptions, Level, MoveLimits};
use lastmove_work::Cancel;
use std::collections::BTreeSet;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

fn quick() -> SessionSettings {
    SessionSettings {
        limits: MoveLimits { nodes: Some(30), ..MoveLimits::default() },
        ..SessionSettings::default()
    }
}

/// The answers to a script, without the blank lines between them.
fn answers(settings: SessionSettings, script: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(script.to_owned().into_bytes());
    serve(input, &mut output, settings, &Cancel::new()).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    let answers: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    assert!(answers.iter().rev().skip(1).all(|a| a.starts_with(['=', '?'])), "{text:?}");
    answers[..answers.len() - 1].to_vec()
}

/// One answer per line of a script, beside the line.
fn session(script: &str) -> Vec<(String, String)> {
    let answers = answers(quick(), script);
    let lines: Vec<_> =
        script.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).collect();
    assert_eq!(lines.len(), answers.len(), "{answers:#?}");
    lines.into_iter().map(str::to_owned).zip(answers).collect()
}

#[test]
fn a_whole_session_of_every_kind_of_line() {
    let script = "\
1 protocol_version
2 name
3 version
# a comment is no command

4 known_command genmove
5 known_command gen_move
6 boardsize 10
7 komi 6.5
8 play w d1-d7/g7
9 play b g10-g8/d8
10 play w a4-a3
11 play w z1-z7/g7
12 play w a4-b7/b6
13 play x a4-a3/a2
14 play w
15 play b a4-a3/a2
16 play w a4 a3 a2
17 undo
18 undo
19 undo
20 undo
21 genmove w
22 genmove
23 reg_genmove w
24 boardsize 3
25 boardsize 40
26 boardsize ten
27 boardsize 5 6
28 boardsize 6x6-inner
29 boardsize 6x6-outer
30 showboard
31 frobnicate 3
32 time_settings 0 0 0
33 genmove w
34 time_left b 0 0
35 genmove b
36 time_settings 1
37 time_left w soon 0
38 clear_board
39 komi much
40 loadsgf /no/such/file.sgf
41 undo
42
genmove w extra words
quit";
    let answers = session(script);
    for (line, answer) in &answers {
        let id: String = line.chars().take_while(char::is_ascii_digit).collect();
        let head: Vec<&str> = answer[1..].splitn(2, ' ').collect();
        assert_eq!(head[0], id, "{line}: {answer}");
        assert!(!answer.contains("\n\n"));
    }
    let bad: Vec<&str> = answers
        .iter()
        .filter(|(_, answer)| answer.starts_with('?'))
        .map(|(line, _)| line.split(' ').next().unwrap())
        .collect();
    let expected = [
        "10", "11", "12", "13", "14", "15", "20", "24", "25", "26", "29", "31", "36", "37", "39",
        "40", "41", "42", "genmove",
    ];
    assert_eq!(bad, expected);
    let answer = |id: usize| answers[id - 1].1.as_str();
    assert_eq!(answer(1), "=1 2");
    assert_eq!(answer(4), "=4 true");
    assert_eq!(answer(5), "=5 false");
    assert!(answer(12).contains("illegal move: the amazon on a4 cannot move to b7"));
    assert!(answer(24).contains("unacceptable size"));
    assert!(answer(30).contains("2qq2/6/q4q/Q4Q/6/2QQ2 w"), "{}", answer(30));
    assert!(answer(31).contains("unknown command"));
    assert!(answer(33).contains('-') && answer(33).contains('/'), "{}", answer(33));
}

#[test]
fn every_command_that_is_listed_is_known_and_answers_without_arguments() {
    let listed = answers(quick(), "list_commands\n")[0].clone();
    let names: Vec<&str> = listed.trim_start_matches("= ").lines().collect();
    assert!(names.len() > 25);
    for name in names.iter().filter(|name| **name != "quit") {
        let script = format!("boardsize 4\n1 known_command {name}\n2 {name}\n3 name\n");
        let answers = answers(quick(), &script);
        assert_eq!(answers[1], "=1 true");
        assert!(answers[2].starts_with("=2") || answers[2].starts_with("?2"), "{answers:?}");
        assert_eq!(answers[3], "=3 Lastmove", "{name}: {answers:?}");
    }
}

#[test]
fn moves_until_no_move_is_left() {
    let mut script = String::from("boardsize 4\n");
    for _ in 0..9 {
        script += "genmove w\ngenmove b\n";
    }
    script += "gogui-rules_final_result\nfinal_score\n";
    let all = answers(quick(), &script);
    let resigned = all.iter().position(|answer| answer == "= resign").unwrap();
    assert!(resigned >= 4, "{all:?}");
    let moves = all[1..resigned].iter().map(|answer| answer.trim_start_matches("= "));
    assert!(moves.clone().all(|mv| mv.len() == "b1-b3/c2".len()), "{all:?}");
    let score = &all[all.len() - 1];
    assert!(score.starts_with("= W+") || score.starts_with("= B+"), "{score}");
}

#[test]
fn points_one_by_one_as_gogui_sends_them() {
    let script = "\
gogui-rules_game_id
gogui-rules_board_size
gogui-rules_board
gogui-rules_side_to_move
gogui-rules_legal_moves
play w b1
gogui-rules_side_to_move
gogui-rules_legal_moves
play w b2
gogui-rules_board
gogui-rules_legal_moves
play w c2
undo
play w b1
gogui-rules_side_to_move
gogui-rules_board
gogui-rules_final_result
genmove b";
    let settings =
        SessionSettings { board: lastmove_amazons::start::parse("4x4").unwrap(), ..quick() };
    let all = answers(settings.clone(), script);
    let says = |i: usize| all[i].trim_start_matches("= ");
    assert_eq!(says(0), "Amazons");
    assert_eq!(says(1), "4");
    assert_eq!(says(2), ". X X .\nX . . X\nO . . O\n. O O .");
    assert_eq!((says(3), says(4)), ("white", "a2 d2 b1 c1"));
    assert_eq!(says(6), "white");
    assert_eq!(says(7), "b3 b2 c2 a1");
    assert_eq!(says(9), ". X X .\nX . . X\nO O . O\n. . O .");
    assert_eq!(says(10), "d4 b3 c3 c2 a1 b1");
    // The arrow on c2 is taken back, then the turn ends with an arrow on b1.
    assert_eq!(says(14), "black");
    assert_eq!(says(15), ". X X .\nX . . X\nO O . O\n. # O .");
    assert_eq!(all[16], "= ");
    assert!(says(17).contains('/'));

    let points = SessionSettings { points: true, ..settings };
    let script = "genmove w\ngogui-rules_side_to_move\ngenmove w\ngenmove w\n\
        gogui-rules_side_to_move\ngogui-rules_board\n";
    let all = answers(points, script);
    assert_eq!((all[1].as_str(), all[4].as_str()), ("= white", "= black"));
    assert_eq!(all[5].matches('#').count(), 1, "{all:?}");
}

#[test]
fn an_analysis_runs_until_the_next_line() {
    let (sender, receiver) = channel();
    let said = Shared::default();
    let mut output = said.clone();
    let session = std::thread::spawn(move || {
        serve(Pipe::new(receiver), &mut output, SessionSettings::default(), &Cancel::new())
    });
    let send = |line: &str| sender.send(line.as_bytes().to_vec()).unwrap();
    let text = || said.text();
    let wait_for = |what: &dyn Fn(&str) -> bool| {
        let started = Instant::now();
        while !what(&text()) {
            assert!(started.elapsed() < Duration::from_secs(60), "{}", text());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    send("5 kata-analyze w 10 ownership true\n");
    wait_for(&|text| text.matches("ownership").count() >= 2);
    assert!(!text().contains("\n\n"), "still running: {}", text());
    send("6 name\n");
    wait_for(&|text| text.ends_with("\n\n=6 Lastmove\n\n"));
    let first = text();
    let line = first.lines().nth(1).unwrap();
    assert!(first.starts_with("=5\ninfo move "), "{first}");
    let numbers: Vec<f64> =
        line.split("ownership ").nth(1).unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 100);
    assert!(numbers.iter().all(|n| (-1.0..=1.0).contains(n)));
    for key in ["visits", "winrate", "scoreLead", "order 0 pv"] {
        assert!(line.contains(key), "{line}");
    }
    send("lz-analyze 10\n");
    wait_for(&|text| text.matches("info move").count() > first.matches("info move").count());
    let quit = Instant::now();
    send("quit\n");
    session.join().unwrap().unwrap();
    assert!(quit.elapsed() < Duration::from_secs(10));
    assert!(text().ends_with("\n\n= \n\n"), "{}", text());
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    let all = answers(quick(), "lz-analyze 100\n");
    assert_eq!(all.len(), 1);
    assert!(all[0].starts_with("=\ninfo move "), "{all:?}");
    let all =
        answers(quick(), "boardsize 4\n3 kata-analyze avoid\n4 kata-analyze sense no\nname\n");
    assert!(all[1].starts_with("?3 ") && all[2].starts_with("?4 "), "{all:?}");
}

#[test]
fn solving_areas_and_scores() {
    let script = "\
lastmove-position q1*2Q/2*3/***3/1Q*1q1 w
lastmove-areas
lastmove-position 1q2/4/4/2Q1 w
lastmove-solve
lastmove-solve 0
final_score
lastmove-position Q1*q2 b
final_score
lastmove-position nonsense";
    let all = answers(quick(), script);
    assert!(
        all[1].starts_with("= territory lower 3 upper 3 source walk value 3 squares a4 b4 a3 b3")
    );
    assert!(all[1].lines().last().unwrap().starts_with("all lower"));
    assert!(all[3].starts_with("= winner "), "{}", all[3]);
    assert!(all[4].starts_with("? not solved") || all[4].starts_with("= winner"));
    // Black moves, White moves, Black moves: one side has two moves, the other one.
    assert_eq!(all[7], "= B+0.5");
    assert!(all[8].starts_with("? "));
}

#[test]
fn a_game_from_a_file() {
    let path = std::env::temp_dir().join(format!("lastmove-gtp-{}.sgf", std::process::id()));
    let start = lastmove_amazons::start::parse("5x6").unwrap();
    let mut record = lastmove_amazons::sgf::GameRecord::new(&start).unwrap();
    let mv = lastmove_amazons::parse_move(start.size(), "b1-b4/d4").unwrap();
    record.add_move(lastmove_amazons::sgf::GameRecord::ROOT, mv).unwrap();
    std::fs::write(&path, record.to_string()).unwrap();
    let script = format!(
        "loadsgf {0}\ngogui-rules_side_to_move\nloadsgf {0} 1\nlastmove-areas\nshowboard\n",
        path.display()
    );
    let all = answers(quick(), &script);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(all[..3], ["= black", "= black", "= white"]);
    assert!(all[4].contains("1q1q1/q3q/5/5/Q3Q/1Q1Q1 w"), "{all:?}");
}

#[test]
fn pondering_does_not_disturb() {
    let settings = SessionSettings {
        ponder: true,
        options: EngineOptions { memory: 1 << 24, ..EngineOptions::default() },
        ..quick()
    };
    let all = answers(settings, "boardsize 6\ngenmove w\ngenmove b\nname\n");
    assert_eq!(all[3], "= Lastmove");
}

/// A weak level makes other mistakes in every game, but the same ones in every session.
#[test]
fn games_of_a_level_differ() {
    let level = Level::new(1).unwrap();
    let first_moves = || {
        let options = EngineOptions { level, ..EngineOptions::default() };
        let script = "clear_board\ngenmove w\n".repeat(6);
        answers(SessionSettings { options, ..quick() }, &script)
    };
    let moves = first_moves();
    let distinct: BTreeSet<&String> = moves.iter().skip(1).step_by(2).collect();
    assert!(distinct.len() >= 3, "{distinct:?}");
    assert_eq!(first_moves(), moves);
}
