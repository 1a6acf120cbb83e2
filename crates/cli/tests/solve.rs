//! `solve`, `verify`, `evaluate` and `winners`: fields, limits, batches, certificates.

mod common;

use common::{Folder, line, run};
use serde_json::{Value, json};

fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_lost_board_has_no_best_move() {
    let answer = line("solve amazons 4x4 --databases none --threads 1 --json").json();
    let expected = [
        "game",
        "board",
        "position",
        "to_move",
        "winner",
        "best_move",
        "pv",
        "nodes",
        "evaluations",
        "visited",
        "seconds",
        "threads",
        "databases",
        "proof",
    ];
    assert_eq!(fields(&answer), expected);
    assert_eq!(answer["winner"], "black");
    assert_eq!(answer["best_move"], Value::Null);
    assert_eq!(answer["databases"], "none");
    assert_eq!(answer["position"], "1qq1/q2q/Q2Q/1QQ1 w");
    assert!(answer["nodes"].as_u64() > Some(0));
    let again = line("solve amazons 4x4 --databases none --threads 1 --json").json();
    assert_eq!(answer["nodes"], again["nodes"], "one thread does the same nodes every time");
}

#[test]
fn every_move_has_its_result() {
    let answer = run(["solve", "amazons", "q2/3/2Q b", "--moves", "--databases", "none", "--json"]);
    let answer = answer.json();
    let moves = answer["moves"].as_array().unwrap();
    let shown = run(["show", "amazons", "q2/3/2Q b", "--list", "--json"]).json();
    assert_eq!(moves.len(), shown["list"].as_array().unwrap().len());
    let best = moves.iter().find(|m| m["move"] == answer["best_move"]).unwrap();
    assert_eq!(best["winner"], answer["winner"]);
}

#[test]
fn positions_without_moves_and_large_boards() {
    let none = run(["solve", "amazons", "Q*q w", "--databases", "none", "--json"]).json();
    assert_eq!((&none["winner"], &none["best_move"]), (&"black".into(), &Value::Null));
    assert_eq!(none["pv"], Value::Array(Vec::new()));
    let wide = format!("q1Q{}", "*".repeat(7)) + &"/**********".repeat(9) + " w";
    let wide = run(["solve", "amazons", &wide, "--databases", "none", "--json"]).json();
    assert_eq!(wide["winner"], "white");
    assert_eq!(wide["board"], "10x10");
}

#[test]
fn a_first_move_is_fixed() {
    let answer = line("solve amazons 4x4 --first-move b1-b2/b1 --databases none --json").json();
    assert_eq!(answer["to_move"], "black");
    assert_eq!(answer["first_move"], "b1-b2/b1");
    assert_eq!(answer["winner"], "black");
    let bad = line("solve amazons 4x4 --first-move b1-b4/b1 --databases none");
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains("--first-move"), "{bad:?}");
}

#[test]
fn limits_end_with_code_3() {
    for limit in ["--nodes 1000", "--time 1ms"] {
        let stopped = line(&format!("solve amazons 6x6 --databases none {limit} --json"));
        assert_eq!(stopped.code, 3, "{stopped:?}");
        let answer = stopped.json();
        assert_eq!(answer["winner"], Value::Null);
        assert!(answer["error"].as_str().unwrap().contains("limit"));
    }
}

#[test]
fn a_batch_answers_line_by_line() {
    let output =
        common::piped("solve amazons --batch - --databases none", "q1Q w\n\nnonsense\nq2/3/2Q b\n");
    assert_eq!(output.code, 2);
    let lines: Vec<Value> =
        output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["winner"], &lines[0]["line"]), (&"white".into(), &1.into()));
    assert_eq!(lines[1]["line"], 3);
    assert_eq!((&lines[2]["board"], &lines[2]["line"]), (&"3x3".into(), &4.into()));
}

/// Eight areas are solved at once, but their certificate is large, and that is said first.
#[test]
fn a_certificate_of_many_areas_is_announced() {
    let folder = Folder::new("many-areas");
    let file = folder.path().join("sum.proof");
    let board = "*..**.Q**.***.q/QQq*..q*...**QQ/...*Qq.*Qq.*..Q/***************/\
                 Q..*...*Q***Q.Q/q..*.Q.*q..*Q../...*q..*q..*q.. w";
    let limits = ["--databases", "none", "--time", "2s", "--threads", "1"];
    let asked = ["solve", "amazons", board, "--proof", file.to_str().unwrap()];
    let stopped = run(asked.into_iter().chain(limits));
    assert!(stopped.stderr.contains("falls apart into 8 areas"), "{stopped:?}");
    assert!(stopped.stdout.contains("wins"), "{stopped:?}");
    assert_eq!(stopped.code, 3, "{stopped:?}");
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = Folder::new("certificates");
    let file = folder.path().join("4x4.proof");
    let path = file.to_str().unwrap();
    let solved = run(["solve", "amazons", "4x4", "--databases", "none", "--proof", path, "--json"]);
    let solved = solved.json();
    assert_eq!(solved["proof"], path);
    let verified = run(["verify", path, "--expect", "amazons 4x4 black", "--json"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    let verified = verified.json();
    assert_eq!(verified["valid"], true);
    assert_eq!(verified["claim"]["winner"], "black");
    assert_eq!(verified["positions"], solved["certificate"]["positions"]);

    let other = run(["verify", path, "--expect", "amazons 4x4 white", "--json"]);
    assert_eq!(other.code, 1);
    assert_eq!(other.json()["valid"], false);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let altered = run(["verify", path, "--json"]);
    assert_eq!(altered.code, 1);
    assert!(altered.json()["reason"].as_str().unwrap().starts_with("altered"));
    assert_eq!(run(["verify", "nowhere.proof"]).code, 2);
    let nowhere = ["solve", "amazons", "q1Q w", "--databases", "none", "--proof", "no/such/place"];
    assert_eq!(run(nowhere).code, 1);
}

#[test]
fn an_evaluation_names_its_areas() {
    let answer = run(["evaluate", "amazons", "q1*Q/2*1", "--databases", "none", "--json"]).json();
    let areas = answer["areas"].as_array().unwrap();
    assert_eq!(areas.len(), 2);
    let expected = ["kind", "squares", "bounds", "source", "value", "filling", "views"];
    assert_eq!(fields(&areas[0]), expected);
    assert_eq!((&areas[0]["value"], &areas[1]["value"]), (&"3".into(), &"-1".into()));
    assert_eq!(answer["bounds"]["lower"], "2");
    assert_eq!(answer["bounds"]["upper_end"], "exact");
    assert_eq!(answer["winner_if_white_to_move"], "black");
    assert_eq!(answer["winner_if_black_to_move"], "black");
}

#[test]
fn an_evaluation_shows_how_each_side_sees_an_area() {
    let position = "*Q**/q***/*2*/**1Q";
    let answer = run(["evaluate", "amazons", position, "--databases", "none", "--json"]).json();
    let views = &answer["areas"][0]["views"];
    let zone = &views["white"]["zones"][0];
    assert_eq!((&zone["safe_moves"], &zone["rule"]), (&1.into(), &"rule 6".into()));
    assert_eq!(zone["blockers"][0], "b4");
    assert_eq!((&views["white"]["bound"], &views["black"]["bound"]), (&"1".into(), &"-3".into()));
    assert_eq!(answer["rule_if_white_to_move"], "the exact sum of the areas");
}

#[test]
fn an_evaluation_of_domineering_names_covers_and_cuts() {
    let folder = Folder::new("evaluate");
    let file = folder.path().join("cover.svg");
    let path = file.to_str().unwrap();
    let answer = run(["evaluate", "domineering", "2/2/**/1*", "-o", path, "--json"]).json();
    let expected = [
        "game",
        "board",
        "position",
        "cover",
        "cuts",
        "regions",
        "bounds",
        "winner_if_vertical_to_move",
        "winner_if_horizontal_to_move",
    ];
    assert_eq!(fields(&answer), expected);
    let cover = &answer["cover"]["vertical"];
    assert_eq!(fields(cover), ["counts", "areas", "unavailable", "moves", "opponent_moves"]);
    assert_eq!(cover["areas"][0]["kind"], "protective");
    assert_eq!(cover["areas"][0]["squares"], json!(["1,1", "1,2", "2,1", "2,2"]));
    assert_eq!(answer["regions"][0]["value"], "±1");
    assert_eq!(answer["winner_if_vertical_to_move"], "vertical");
    let svg = std::fs::read_to_string(&file).unwrap();
    assert_eq!(svg.matches("<svg ").count(), 7); // four boards in two rows
    let refused = ["evaluate", "domineering", "2x2", "--databases", "none"];
    assert_eq!(run(refused).code, 2);
}

#[test]
fn the_chart_says_why() {
    let answer = line("winners domineering --why 8x10 --json").json();
    assert_eq!(answer["board"]["class"], "H");
    let because = &answer["board"]["why"][0]["because"];
    assert_eq!(because, "searched by this project and published by Bullock 2002");
    assert_eq!(line("winners domineering --why 8").code, 2);
    assert_eq!(line("winners domineering --why 8x101").code, 2);
}

#[test]
fn the_chart_of_amazons() {
    let boards = |arguments: &str| {
        let answer = line(&format!("winners amazons {arguments} --json")).json();
        assert_eq!(answer["game"], "amazons");
        answer["boards"].as_array().unwrap().clone()
    };
    let all = boards("");
    let found = |name: &str| all.iter().find(|board| board["start"] == name).unwrap();
    let expected = [
        "start",
        "width",
        "height",
        "amazons",
        "winner",
        "first_moves",
        "all_first_moves",
        "nodes",
        "databases",
        "certificate",
        "because",
    ];
    assert_eq!(fields(found("5x6")), expected);
    assert_eq!(found("5x6")["first_moves"], json!(["b1-b4/d4"]));
    assert_eq!(found("5x6")["all_first_moves"], false);
    assert_eq!(found("5x5")["first_moves"].as_array().unwrap().len(), 84);
    assert_eq!(found("6x5")["certificate"], Value::Null);
    assert_eq!(found("4x4")["certificate"], "proofs/amazons-4x4.proof");
    assert_eq!(found("4x4")["first_moves"], json!([]));
    let each: usize = [1, 2, 4].map(|n| boards(&format!("--amazons {n}")).len()).iter().sum();
    assert_eq!(each, all.len());
    assert!(boards("--amazons 1").iter().all(|board| board["because"] == "searched here"));
    let text = line("winners amazons").stdout;
    assert!(text.contains("  4   B   W   B\n") && text.contains("\n4x4-two "), "{text}");
    for refused in ["amazons --rows 5", "amazons --amazons 3", "domineering --amazons 2"] {
        assert_eq!(line(&format!("winners {refused}")).code, 2, "{refused}");
    }
}

/// The page's gallery shows the same chart.
#[test]
fn the_gallery_has_the_chart_of_amazons() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page/data/gallery.json");
    let gallery: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut shown = Vec::new();
    for chart in gallery["groups"][0]["charts"].as_array().unwrap() {
        let first = |side: &str| usize::try_from(chart[side].as_u64().unwrap()).unwrap();
        for (j, row) in chart["rows"].as_array().unwrap().iter().enumerate() {
            for (i, letter) in row.as_str().unwrap().chars().enumerate() {
                let (width, height) = (first("width") + i, first("height") + j);
                let start = format!("{width}x{height}{}", chart["layout"].as_str().unwrap());
                match letter {
                    'W' => shown.push((start, "white".to_owned())),
                    'B' => shown.push((start, "black".to_owned())),
                    _ => assert_eq!(letter, '.'),
                }
            }
        }
    }
    let answer = line("winners amazons --json").json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let boards = answer["boards"].as_array().unwrap().iter();
    let mut solved: Vec<_> = boards.map(|b| (text(&b["start"]), text(&b["winner"]))).collect();
    shown.sort();
    solved.sort();
    assert_eq!(shown, solved);
}

#[test]
fn domineering_with_both_players_first_or_one() {
    let both = line("solve domineering 4x4 --json").json();
    assert_eq!(both["class"], "1");
    assert_eq!(both["first"]["vertical"]["winner"], "vertical");
    let one = run(["solve", "domineering", "4/4/4/4 h", "--json"]).json();
    assert_eq!(one["class"], Value::Null);
    assert_eq!(one["first"]["vertical"], Value::Null);
    assert_eq!(one["first"]["horizontal"]["winner"], "horizontal");
    assert_eq!(line("solve domineering 4x4 --first-move 1,1").code, 2);
    let moves = run(["solve", "domineering", "2x3", "--moves", "--json"]).json();
    let flat = moves["first"]["horizontal"]["moves"].as_array().unwrap();
    assert_eq!(flat.len(), 4);
    assert!(flat.iter().any(|m| m["winner"] == "horizontal"));
    let plies = both["nodes_by_ply"].as_array().unwrap();
    assert_eq!(plies.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), both["nodes"]);
    let full = run(["solve", "domineering", "**/**", "--json"]).json();
    assert_eq!(full["class"], "2");
    let chart = line("winners domineering --rows 5 --columns 5 --json").json();
    let boards = chart["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 25);
    assert_eq!(boards[24]["class"], "2");
}

/// A certificate of a board holds the claims of both first players; both checkers accept it.
#[test]
fn domineering_certificates() {
    let folder = Folder::new("domineering-proof");
    let path = folder.path().join("7x7.proof");
    let file = path.to_str().unwrap();
    let solved = run(["solve", "domineering", "7x7", "--proof", file, "--json"]).json();
    assert_eq!(solved["proof"], file);
    assert!(solved["certificate"]["positions"].as_u64().unwrap() > 0);
    let checked = run(["verify", file, "--json"]).json();
    assert_eq!(checked["valid"], true);
    let claims = checked["claim"].as_array().unwrap();
    assert_eq!(claims.len(), 2);
    for (claim, first) in claims.iter().zip(["vertical", "horizontal"]) {
        assert_eq!(claim["to_move"], first);
        assert_eq!(claim["winner"], solved["first"][first]["winner"]);
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(run(["verify", file]).code, 1);
}
