//! Reading values: well-known identities, errors with columns, malformed input.

mod common;

use common::trees::tree;
use lastmove_values::{Environment, ExpressionAnswer, Forms, MAX_DEPTH, ValueError};
use proptest::prelude::*;

fn holds(text: &str) -> bool {
    let mut forms = Forms::new();
    match Environment::new().evaluate(text, &mut forms) {
        Ok(ExpressionAnswer::Holds(holds)) => holds,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn identities() {
    for text in [
        "^ + ^ = ^^",
        "* + * = 0",
        "* + *2 = *3",
        "{0|^} = ^^*",
        "{0|*} = ^",
        "{0,*|0} = ^*",
        "{*|*} = 0",
        "{0|^*} = ^^",
        "{^|v} = *",
        "±1 + ±1 = 0",
        r"\pm 1 = ±1",
        r"{2 \mid -2} = ±2",
        r"\left\{2 \mid -2\right\} = ±2",
        r"\{0 \mid\mid 0 \mid -2\} = Tiny(2)",
        r"\uparrow = \{0 \mid *\}",
        r"\downarrow* = v*",
        r"\uparrow \parallel *",
        r"-\frac{3}{2} = -3/2",
        "½ + ¼ = ¾",
        "3½* = 7/2 + *",
        "-⅜ = -3/8",
        "–3 = −3",
        "2 – 3 = -1",
        "+-1 == ±1",
        "{1|-1} = +-1",
        "{1|0} + {1|0} = 1",
        "{0|1} = 1/2",
        "{3|6} = 4",
        "{-3,-6|5,7} = 0",
        "{0|-2||2|0} = 0",
        "{|} = 0",
        "{||} = 0",
        "{ | } == 0",
        "{0||0|-2} = Tiny(2)",
        "{2|0||0} = Miny(2)",
        "Tiny(2) + Miny(2) = 0",
        "Tiny(2) > 0",
        "Tiny(2) < ^",
        "Tiny(1) > Tiny(2)",
        "2Tiny(2) = {2||2|0}",
        "2* = 2 + *",
        "-2* = -2 + *",
        "-2^ = -2 + ^",
        "1/2v3*2 = 1/2 - 3.^ + *2",
        "3.^ = ^3",
        "2.^* = ^^*",
        "-2.^ = vv",
        "-^ = v",
        "vv* = v2 + *",
        "3.{1|-1} = ±1",
        "4.{1|-1} = 0",
        "3.{1|0} = 1 + {1|0}",
        "±{2|0} = {2|0||0|-2}",
        "±{1,{2|0}} = {1,{2|0}|-1,{0|-2}}",
        "{a||b|c} = {a|{b|c}}",
        "{a|b||c} = {{a|b}|c}",
        "{a|b||c|||d} = {{{a|b}|c}|d}",
        "{a,b|c||c,d} = {{a,b|c}|c,d}",
        "3±1 = {4|2}",
        "(1 + 2) - (3 - 4) = 4",
        "1 - -1 = 2",
        "1+-1 = 0",
        "* || 0",
        "^* || 0",
        "^^* > 0",
        "^ <| *",
        "^ |> *",
        "^ != 0",
        "^ ≥ 0",
        "1 || {1|0}",
        "1* > {1|0}",
        "{2|0} + * >= 1/2*",
        "↑ + ⇓ = ↓",
        "1000000 > {100|-100}",
        "±1/2 = {1/2|-1/2}",
    ] {
        let mut forms = Forms::new();
        let mut names = Environment::new();
        for (name, text) in [("a", "5"), ("b", "3*"), ("c", "^"), ("d", "-4")] {
            let game = forms.parse(text).unwrap();
            assert!(names.set(name, game));
        }
        let answer = names.evaluate(text, &mut forms);
        // All these comparisons must hold, except one.
        let expected = text != "{2|0} + * >= 1/2*";
        assert_eq!(answer, Ok(ExpressionAnswer::Holds(expected)), "{text}");
    }
}

#[test]
fn comparisons_can_fail() {
    for text in ["^ = *", "0 > 0", "0 || 0", "* >= 0", "1 <| 0", "0 |> 0", "2 != 2", "1 < 1"] {
        assert!(!holds(text), "{text}");
    }
}

#[test]
fn errors_name_the_column() {
    for (text, message) in [
        ("", "column 1: expected a game value, found the end"),
        ("{1|2", "column 5: expected `,`, `|` or `}`, found the end"),
        ("{1|", "column 4: expected `}`, found the end"),
        ("1 + ", "column 5: expected a game value, found the end"),
        ("1 2", "column 3: expected an operator, found `2`"),
        ("2 *", "column 3: expected an operator, found `*`"),
        ("{1}", "column 3: expected `|` between Left's and Right's options, found `}`"),
        ("{1|2|3}", "column 5: expected one bar of each length (braces make it clear), found `|`"),
        ("1/3", "column 1: expected a denominator that is a power of two, found `1/3`"),
        ("1/", "column 1: expected a denominator after `/`, found `1/`"),
        ("± + x", "column 3: expected a game value, found `+`"),
        ("1 + x", "column 5: unknown name `x`"),
        ("2x", "column 2: expected an operator, found `x`"),
        ("(1", "column 3: expected `)`, found the end"),
        ("3.5", "column 3: expected a game after `.` (fractions are written as 7/2), found `5`"),
        ("1/2.^", "column 4: expected an integer before `.`, found `.`"),
        ("^^3", "column 1: expected either `^^` or `^2`, found both"),
        ("Tiny 2", "column 6: expected `(`, found `2`"),
        ("±{}", "column 1: expected at least one option after `±`, found `{}`"),
        (
            "99999999999",
            "column 1: number overflow: numbers lie within 2^31, in thermographs within 2^28",
        ),
        ("1 + *5000", "column 5: form nested too deep: the limit is 500"),
        ("{1,|2}", "column 4: expected a game value, found `|`"),
        ("\u{7}", "column 1: expected a game value, found `\\u{7}`"),
        ("1 = 2", "column 3: expected an operator, found `=`"),
        (
            r"1 + \foo",
            r"column 5: expected \{, \}, \mid, \pm, \frac, \uparrow or \downarrow after a backslash, found `foo`",
        ),
        (r"\frac{1}2", r"column 1: expected two numbers as in \frac{1}{2}, found `frac`"),
        (r"\frac{1}{3}", "column 1: expected a denominator that is a power of two, found `1/3`"),
        (r"3\frac{1}{2}", r"column 2: expected an operator, found `\\frac{1}{2}`"),
        ("½/2", "column 2: expected a game value, found `/`"),
    ] {
        let error = Forms::new().parse(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn deep_and_long_input_is_refused_or_read() {
    let mut forms = Forms::new();
    for (open, close) in [("{", "|}"), ("(", ")"), ("-", ""), ("±", ""), ("Tiny(", ")"), ("2.", "")]
    {
        for depth in [400, 100_000] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let answer = forms.parse(&text);
            assert!(depth == 400 || answer.is_err(), "{open}");
        }
    }
    let bars = format!("{{1{}2}}", "|".repeat(100_000));
    assert!(forms.parse(&bars).is_err());
    let long = vec!["*"; 100_000].join("+");
    assert_eq!(forms.parse(&long), forms.parse("0"));
    let ladder: String = (1..60).map(|n| format!("{}{n}", "|".repeat(n))).collect();
    assert!(forms.parse(&format!("{{0{ladder}}}")).is_ok());
}

/// The deepest possible forms must not exhaust the stack of a thread.
#[test]
fn deepest_forms() {
    let mut forms = Forms::new();
    let mut game = forms.integer(0).unwrap();
    let mut step = 0;
    let error = loop {
        // A tower that stays canonical: {n | G} with ever larger n.
        step += 1;
        let next = forms.integer(step).unwrap();
        let tower = match step % 2 {
            0 => forms.game(&[next], &[game]),
            _ => forms.integer(-step).and_then(|low| forms.game(&[game], &[low])),
        };
        match tower {
            Ok(tower) => game = tower,
            Err(error) => break error,
        }
    };
    assert_eq!(error, ValueError::TooDeep { limit: MAX_DEPTH });
    assert!(step as usize > MAX_DEPTH / 2, "the tower collapsed at {step}");
    let text = forms.print(game, 1 << 20).unwrap();
    assert_eq!(forms.parse(&text).unwrap(), game);
    forms.neg(game).unwrap();
    // The mean would need a denominator of 2^500 or so.
    assert_eq!(forms.mean(game), Err(ValueError::TooFine));
    forms.birthday(game);
    assert_eq!(forms.sum(game, game), Err(ValueError::TooDeep { limit: MAX_DEPTH }));
    let one = forms.integer(1).unwrap();
    let shifted = forms.sum(game, one).unwrap();
    assert!(forms.ge(shifted, game));
    let one = forms.integer(1).unwrap();
    forms.heat(game, one).unwrap();
    let ups = forms.ups(MAX_DEPTH as i32 - 1).unwrap();
    forms.relation(ups, game);
    let nimber = forms.nimber(MAX_DEPTH as u32).unwrap();
    forms.relation(nimber, game);
    assert_eq!(forms.nimber(MAX_DEPTH as u32 + 1), Err(ValueError::TooDeep { limit: MAX_DEPTH }));
}

#[test]
fn limits_are_errors() {
    let mut forms = Forms::with_limit(10);
    let error = forms.parse("{1|0} + {2|0} + {5|-5}").unwrap_err();
    assert!(error.to_string().contains("too many forms: the limit is 10"), "{error}");
    assert!(forms.parse("0").is_ok());
    let mut forms = Forms::new();
    for text in
        ["2147483647 + 1", "{2147483647|}", "1/4294967296 + {0|1/4294967296}", "2000000000.3"]
    {
        assert!(forms.parse(text).is_err(), "{text}");
    }
    let huge = forms.parse("{1000000000|0}").unwrap();
    assert_eq!(forms.thermograph(huge).map(|_| ()), Err(ValueError::Overflow));
}

#[test]
fn names() {
    for name in ["x", "_a1", "value", "vx", "Été", "g2"] {
        assert!(Environment::is_name(name), "{name}");
    }
    for name in ["", "v", "vv", "v3", "Tiny", "2x", "a b", "a+", "*"] {
        assert!(!Environment::is_name(name), "{name}");
    }
    assert_eq!(Environment::assignment("x = {2|0}"), Some(("x", " {2|0}")));
    assert_eq!(Environment::assignment("x == 1"), None);
    assert_eq!(Environment::assignment("x >= 1"), None);
    assert_eq!(Environment::assignment("1 = 1"), None);
}

#[test]
fn a_huge_text_is_refused_quickly() {
    let mut forms = Forms::new();
    let mut game = forms.parse("{1|-1||-2}").unwrap();
    // Every step doubles the text and adds one form.
    for step in 3..60 {
        let (a, b) = (forms.integer(3 * step).unwrap(), forms.integer(-3 * step).unwrap());
        let left = forms.game(&[a], &[game]).unwrap();
        game = forms.game(&[left], &[game, b]).unwrap();
    }
    let _ = forms.print(game, 10_000);
    assert_eq!(forms.print(game, 100), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = Environment::new().evaluate(&text, &mut Forms::with_limit(1000));
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = Environment::new().evaluate(&text, &mut Forms::with_limit(1000));
    }

    /// Texts made of valid characters get further into the parser.
    #[test]
    fn near_misses_are_answered(text in r"[0-9{}|,.*^v+()=<> /±x½–\\-]{0,24}") {
        let _ = Environment::new().evaluate(&text, &mut Forms::with_limit(1000));
    }

    #[test]
    fn tokens_in_any_order_are_answered(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "|", "||", ",", "1", "-1", "3/2", "*", "^", "v", "±", "Tiny(", "Miny(",
                "(", ")", "+", "-", ".", "2.", " ", "=", "||", "<|", "0", "½", r"\mid", r"\{",
                r"\left", r"\frac{1}{2}",
            ]),
            0..20,
        )
    ) {
        let text = tokens.concat();
        let _ = Environment::new().evaluate(&text, &mut Forms::with_limit(1000));
    }

    /// Every operation on a full store returns an error, and the stored values stay correct.
    #[test]
    fn small_stores_fail_cleanly(a in tree(), b in tree(), limit in 1_usize..30) {
        let small = &mut Forms::with_limit(limit);
        let large = &mut Forms::new();
        for tree in [&a, &b] {
            match tree.form(small) {
                Ok(game) => {
                    if let Some(text) = small.print(game, 10_000) {
                        prop_assert_eq!(large.parse(&text)?, tree.form(large)?);
                    }
                }
                Err(error) => prop_assert_eq!(error, ValueError::TooManyForms { limit }),
            }
            prop_assert!(small.len() <= limit);
        }
    }
}
