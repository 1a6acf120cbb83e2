//! Commands for the figures of the sources: graphs, sums of zugzwangs, distances, printed games.

mod common;

use common::{Folder, line, run};

#[test]
fn graph_of_a_region_with_dead_ends() {
    let answer = run(["graph", "**q**/*1*1*/*1*1*/1***1", "--json"]).json();
    let graph = &answer["graphs"][0];
    assert_eq!(graph["points"].as_array().unwrap().len(), 7);
    assert_eq!(graph["lines"].as_array().unwrap().len(), 6);
    let filling = &graph["filling"];
    assert_eq!((&filling["defects"], &filling["least_defects"]), (&1.into(), &1.into()));
    assert_eq!(graph["black"], serde_json::json!(["c4"]));
    assert_eq!(graph["isomorphic"].as_array().unwrap().len(), 99);
    // isomorphic regions have the same name
    let other = graph["isomorphic"][7].as_str().unwrap();
    assert_eq!(run(["graph", other, "--json"]).json()["graphs"][0]["name"], graph["name"]);
}

#[test]
fn graphs_of_several_areas_and_a_drawing() {
    let folder = Folder::new("graph");
    let path = folder.path().join("graph.svg");
    let answer = run(["graph", "1q**/**2", "-o", path.to_str().unwrap(), "--json"]).json();
    let names = answer["graphs"].as_array().unwrap();
    assert_eq!(names.len(), 1);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg "));
    // a part that an amazon cannot leave is not a dead end with a number
    assert_eq!(
        run(["graph", "qq1", "--json"]).json()["graphs"][0]["filling"]["dead_ends"],
        serde_json::json!([])
    );
    // a large area is named, and the others are shown
    let mixed = run(["graph", "1q**6/***7/10/10/10/10/10", "--json"]).json();
    assert_eq!(mixed["too_large"][0]["squares"], 63);
    assert_eq!(mixed["graphs"][0]["shape"], "1q");
    assert!(run(["graph", "*"]).stdout.contains("all squares are burnt"));
    let refused = run(["graph", "10x10"]);
    assert_eq!((refused.code, refused.stderr.lines().count()), (2, 1), "{refused:?}");
}

#[test]
fn evaluate_names_the_dead_ends() {
    let arguments = ["evaluate", "amazons", "**q**/*1*1*/*1*1*/1***1", "--databases", "none"];
    let said = run(arguments).stdout;
    assert!(said.contains("dead ends: b3 b2 a1 (1)"), "{said}");
    assert!(said.contains("so at least 1 square stays empty"), "{said}");
    assert!(said.contains("1-defective: of 6 empty squares 1 stays empty"), "{said}");
}

#[test]
fn a_sum_of_zugzwangs_is_planned() {
    let plan = run(["zugzwang", "--sum", "3|6", "0|9", "-3", "--json"]).json();
    assert_eq!((&plan["winner"], &plan["score"]), (&"black".into(), &9.into()));
    assert_eq!(plan["zugzwangs"][1]["played_by"], "white");
    // figure 15 of Müller and Tegos, worth 4
    let position = "2****/3***/1*****/*2***/***q**/***Q**/**1*1*/*1***1";
    let plan = run(["zugzwang", "--sum", position, "--first", "black", "--json"]).json();
    assert_eq!((&plan["value"], &plan["winner"]), (&4.into(), &"black".into()));
    assert_eq!(plan["zugzwangs"][0]["options"][0], 3);
    // the notation of papers
    let printed = run(["zugzwang", "--sum", "3|6 = 4", "{−10 | −2}", "−3", "--json"]).json();
    assert_eq!((&printed["value"], &printed["free"]["white"]), (&(-2).into(), &3.into()));
    let huge = "0|9223372036854775807";
    for bad in ["3|4", "1000000000|1000000005", huge, "2000000", "1/2", "0|-2||2|0", "1q1Q"] {
        let refused = run(["zugzwang", "--sum", bad]);
        assert_eq!((refused.code, refused.stderr.lines().count()), (2, 1), "{refused:?}");
    }
    let most = run(std::iter::once("zugzwang --sum")
        .flat_map(str::split_whitespace)
        .chain(std::iter::repeat_n("0|1000", 100))
        .chain(["1000"]));
    assert!(most.stdout.contains("White begins: Black wins"), "{most:?}");
    assert!(run(["zugzwang"]).stderr.contains("--sum"));
    assert_eq!(line("zugzwang").code, 2);
}

#[test]
fn distances_of_both_sides() {
    let shown = run(["show", "amazons", "q1*2Q/2*3/***3/1Q*1q1", "--distances", "--json"]).json();
    let distances = &shown["distances"];
    assert_eq!(distances["black_points"], 5);
    assert_eq!(distances["white_points"], 3);
    assert_eq!((&distances["black"][1], &distances["black"][3]), (&1.into(), &2.into()));
}

#[test]
fn positions_that_no_game_reaches() {
    let class = |position| {
        run(["show", "amazons", position, "--json"]).json()["impossible"]["class"].clone()
    };
    assert_eq!(class("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"), serde_json::Value::Null);
    // two arrows, three amazons moved
    assert_eq!(class("3q2q3/1q8/9*/9q/10/10/9Q/3Q6/Q3*5/6Q3"), "1");
    // one arrow, and only Black has moved
    assert_eq!(class("3q2q3/q9/9*/9q/10/10/Q8Q/10/10/3Q2Q3"), "1a");
    // g1-g7 (e6), where the arrow's square is on no line
    assert_eq!(class("3q2q3/10/10/q5Q2q/4*5/10/Q8Q/10/10/3Q6"), "2");
    let why =
        |position| run(["show", "amazons", position, "--json"]).json()["impossible"]["why"].clone();
    assert_eq!(why("1q2q1/q4q/1Q1*2/6/Q4Q/4Q1 w"), "by the arrows it is Black's turn");
    let unmoved = "by the arrows White has made 1 move, but no amazon of White's has moved";
    assert_eq!(why("1q2q1/q4q/*5/6/Q4Q/1Q2Q1"), unmoved);
    // a fragment of a board gets no class
    assert_eq!(class("q1*2Q/2*3/***3/1Q*1q1"), serde_json::Value::Null);
}

#[test]
fn printed_games() {
    let shown = run(["show", "amazons", "--game", "yamazon-anky", "--json"]).json();
    assert_eq!(shown["played"].as_array().unwrap().len(), 88);
    assert_eq!(shown["moves"]["white"], 0);
    let shown = run(["show", "amazons", "--game", "hensgens-5x5", "--ply", "3", "--json"]).json();
    assert_eq!(shown["played"][2], "d1-c2/d3");
    assert_eq!(line("show amazons --game hensgens-5x5 --ply 99").code, 2);
}

/// Hensgens' thesis, appendix A: "because of this blunder Anky lost another square".
#[test]
fn the_blunder_of_the_printed_game_is_found() {
    let review = line("analyse amazons yamazon-anky --nodes 100 --threads 1 --json").json();
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 88);
    let blunder = &moves[59];
    assert_eq!(blunder["move"], "e9-d10/a10");
    assert_eq!(blunder["given_away"], 1, "{blunder}");
}
