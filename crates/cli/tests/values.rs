//! `value` and `thermograph`: their answers and their errors.

mod common;

use common::{Folder, line, piped, run};
use serde_json::{Value, json};

#[test]
fn positions_have_values() {
    let json = line("value domineering 2x3 --json").json();
    assert_eq!(json["canonical"], "{2|-1/2}");
    assert_eq!((&json["mean"], &json["temperature"]), (&json!("3/4"), &json!("5/4")));
    assert_eq!((&json["left_stop"], &json["right_stop"]), (&json!("2"), &json!("-1/2")));
    assert_eq!(json["outcome"], "N");
    let walls = json!({
        "left": [["3", "-1"], ["3/4", "5/4"]],
        "right": [["-1", "-1"], ["-1", "-1/2"], ["3/4", "5/4"]],
    });
    assert_eq!(json["thermograph"], walls);
    let json = line("value amazons q2Q1 --json").json();
    assert_eq!((&json["canonical"], &json["position"]), (&json!("{0|-2}"), &json!("q2Q1")));
    // Two published figures whose trees are too large to play out.
    let zugzwang = "3******/3******/2*Qq4/***1**3/***1***2/***1*****";
    assert_eq!(run(["value", "amazons", zugzwang, "--json"]).json()["canonical"], "0");
    let hot = "3**4/3**4/***Qq*3/***1**3/***1*****/****1****";
    assert_eq!(run(["value", "amazons", hot, "--json"]).json()["canonical"], "{8|7}");
    // The side to move is ignored, and larger boards use the wider word.
    assert_eq!(run(["value", "amazons", "q2Q1 w", "--json"]).json()["canonical"], "{0|-2}");
    assert_eq!(line("value domineering 2x15 --json").json()["mean"], "-1/8");
    let wide = format!("value amazons q1Q{} --json", "*".repeat(20));
    assert_eq!(line(&wide).json()["canonical"], "*");
}

#[test]
fn several_positions_are_summed() {
    let json = line("value domineering 2x3 3x2 2x2 --json").json();
    assert_eq!(json["canonical"], "±1");
    assert_eq!(json["position"], "3/3 + 2/2/2 + 2/2");
    let parts = json["components"].as_array().unwrap();
    assert_eq!(parts.len(), 3);
    assert_eq!(parts[1]["canonical"], "{1/2|-2}");
    let one = run(["value", "domineering", "2*2/2*2", "--json"]).json();
    assert_eq!((&one["canonical"], one["components"].as_array().unwrap().len()), (&json!("0"), 2));
}

#[test]
fn where_forms_grow_too_large_the_thermograph_still_comes() {
    let full = line("value amazons q3/4/3Q --json").json();
    let small = line("value amazons q3/4/3Q --max-forms 1000 --json").json();
    assert!(small["canonical"].is_null());
    assert_eq!(small["canonical_reason"], "too many forms: the limit is 1000");
    for field in ["mean", "temperature", "left_stop", "right_stop", "outcome", "thermograph"] {
        assert_eq!(small[field], full[field], "{field}");
    }
    // The mean of a sum is exact, and the rest is computed from the options of the whole sum.
    let arguments = "value amazons q2/2Q 2q/1Q1 --json";
    let full = line(arguments).json();
    let small = line(&format!("{arguments} --max-forms 10")).json();
    assert!(small["canonical"].is_null() && full["canonical"].is_string());
    for field in ["mean", "temperature", "left_stop", "right_stop", "outcome", "thermograph"] {
        assert_eq!(small[field], full[field], "{field}");
    }
    // If that is too much as well, only the mean is left.
    let tiny = line(&format!("{arguments} --max-forms 10 --max-positions 600")).json();
    assert!(tiny["thermograph"].is_null() && tiny["thermograph_reason"].is_string(), "{tiny}");
    assert_eq!(tiny["mean"], full["mean"]);
    // Then the solver finds the winner.
    let outline = line("value amazons q3/4/3Q --max-forms 20 --max-positions 10 --json").json();
    let full = line("value amazons q3/4/3Q --json").json();
    assert_eq!((&outline["outcome"], &outline["canonical"]), (&full["outcome"], &json!(null)));
    // If nothing is known, that is a limit without an answer.
    let none = line("value amazons 10x10 --max-forms 20 --max-positions 10 --json");
    assert_eq!(none.code, 3);
    assert!(none.json()["error"].as_str().unwrap().contains("--max-positions"), "{none:?}");
}

#[test]
fn expressions_and_comparisons() {
    assert_eq!(run(["value", "cgt", "{2|0} + * >= 1", "--json"]).json(), json!({"holds": false}));
    assert_eq!(run(["value", "cgt", "{2|0} + * || 1", "--json"]).json(), json!({"holds": true}));
    assert_eq!(run(["value", "cgt", "-3/2"]).code, 0);
    let json = run(["value", "cgt", "-^", "--json"]).json();
    assert_eq!((&json["canonical"], &json["outcome"]), (&json!("v"), &json!("R")));
    let text = run(["value", "cgt", "±1"]).stdout;
    assert!(text.starts_with("value        ±1\nmean         0\ntemperature  1\n"), "{text}");
}

#[test]
fn bad_expressions_name_the_column() {
    for (text, code, said) in [
        ("{1|", 2, "column 4: expected `}`, found the end"),
        ("1 + + 2", 2, "column 5"),
        ("2 + x", 2, "column 5: unknown name `x`"),
        ("3000000000", 2, "column 1: number overflow"),
        ("1000000000.^", 2, "nested too deep"),
        ("", 2, "column 1"),
    ] {
        let run = run(["value", "cgt", text, "--json"]);
        assert_eq!(run.code, code, "{run:?}");
        assert!(run.json()["error"].as_str().unwrap().contains(said), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
    let run = run(["value", "cgt", "{5,{7|1}|{3|{2|-9}},0}", "--max-forms", "5"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stderr.contains("too many forms: the limit is 5"), "{run:?}");
}

#[test]
fn the_prompt_remembers_names() {
    let run = piped("value cgt", "x = {2|0}\nx + x\n\nx + )\ny = x - 1\ny == ±1\nnames\nquit\n7\n");
    let expected = "x = {2|0}\n2  (mean 2, temperature -1)\ny = ±1\ntrue\nx = {2|0}\ny = ±1\n";
    assert_eq!(run.stdout, expected, "{run:?}");
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("lastmove: line 4: "), "{run:?}");
    assert!(run.stderr.contains("column 5"), "{run:?}");
}

#[test]
fn batches_go_on_after_bad_lines() {
    let run = piped("value domineering --batch -", "2x3\n\n2y3\n2x2 + 2x2\n#./..\n");
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["canonical"], "{2|-1/2}");
    assert_eq!(lines[1]["line"], 3);
    assert!(lines[1]["error"].is_string());
    assert_eq!(lines[2]["canonical"], "0");
    assert_eq!(lines[3]["position"], "*1/2");
    assert_eq!(run.code, 2);
    let run = piped("value cgt --batch -", "x = 2\nx > 1\n");
    assert_eq!((run.code, run.stdout.lines().nth(1)), (0, Some("{\"line\":2,\"holds\":true}")));
    let missing = line("value amazons --batch no-such-file --json");
    assert_eq!(missing.code, 2);
    assert!(missing.json()["error"].as_str().unwrap().contains("no-such-file"));
}

#[test]
fn time_limits_end_a_value() {
    let run = line("value amazons 6x6 --time 50ms --json");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.json()["error"].as_str().unwrap().contains("time limit"), "{run:?}");
}

#[test]
fn thermographs_are_drawn() {
    let text = run(["thermograph", "cgt", "{1|-1}"]).stdout;
    assert!(text.contains("/ \\\n") && text.contains("      1 +"), "{text}");
    assert!(text.ends_with("mean 0, temperature 1, stops 1 and -1, outcome N\n"), "{text}");
    let folder = Folder::new("thermographs");
    for name in ["t.svg", "t.png"] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let json = run(["thermograph", "domineering", "2x3", "-o", path, "--json"]).json();
        assert_eq!(json["temperature"], "5/4");
        let bytes = std::fs::read(path).unwrap();
        let start: &[u8] = if name == "t.svg" { b"<svg " } else { b"\x89PNG" };
        assert!(bytes.starts_with(start), "{name}");
    }
    let path = folder.path().join("board.svg");
    let shown = run(["show", "domineering", "3x3", "--moves", "1,1", "-o", path.to_str().unwrap()]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(std::fs::read_to_string(path).unwrap().contains("<rect "));
    let bad = line("thermograph domineering 2x3 -o t.gif");
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains(".svg or .png"), "{bad:?}");
}

#[test]
fn options_have_values_and_merits() {
    let json = line("value domineering 2x3 --options --json").json();
    let left = json["options"]["left"].as_array().unwrap();
    assert_eq!((&left[0]["value"], &left[0]["merit"]), (&json!("2"), &json!("good")));
    assert_eq!(left[1]["dominated_by"], "2");
    assert_eq!(left[1]["moves"], json!(["1,1", "1,3"]));
    assert_eq!(json["options"]["left_incentives"], json!(["{5/2|0}"]));
    let json = run(["value", "cgt", "{up,star|0}", "--options", "--json"]).json();
    assert_eq!(json["options"]["left"][1]["reverses_through"], "*");
    assert_eq!(json["atomic_weight"], "1");
    let failed = line("value domineering 2x3 2x2 --options");
    assert_eq!(failed.code, 2);
}

#[test]
fn positions_of_both_games_stand_in_expressions() {
    let json = run(["value", "cgt", "[domineering 2x3] + [amazons q1Q] - 1/2", "--json"]).json();
    assert_eq!(json["canonical"], "{3/2*|-1*}");
    let failed = run(["value", "cgt", "1 + [chess 8x8]"]);
    let line = "lastmove: expression \"1 + [chess 8x8]\": column 5: expected amazons or \
                domineering and a position in brackets, found `chess`";
    assert_eq!((failed.code, failed.stderr.trim()), (2, line));
}

#[test]
fn boards_of_a_sum_need_not_fit_one_sheet() {
    let json = line("value domineering 1x100 100x1 2x2 --json").json();
    assert_eq!(json["canonical"], "±1");
    let json = line("value domineering 1x100 100x1 4x4 --max-forms 20 --json").json();
    assert_eq!((&json["canonical"], &json["mean"]), (&json!(null), &json!("0")));
}

/// Outcomes of the literature: the first player wins 6x6 Domineering (Berlekamp), and Black, the
/// second player, wins 4x4 Amazons.
#[test]
fn where_forms_are_too_large_the_solver_still_answers() {
    let json = line("value domineering 6x6 --max-positions 1000 --json").json();
    assert_eq!((&json["outcome"], &json["canonical"]), (&json!("N"), &json!(null)));
    assert_eq!((&json["at_least"], &json["at_most"]), (&json!(-1), &json!(1)));
    // By symmetry the second player wins, so the value is 0.
    let json = line("value amazons 4x4 --max-positions 1000 --json").json();
    assert_eq!((&json["canonical"], &json["outcome"]), (&json!("0"), &json!("P")));
    // The integers around a known value.
    let known = line("value domineering 4x5 --json").json();
    let json = line("value domineering 4x5 --max-positions 10 --json").json();
    assert_eq!(json["outcome"], known["outcome"]);
}
