//! Real answers of every command agree with the schemas that `lastmove schema` prints, and the
//! schemas name every field of them.

mod common;

use common::{Folder, command, line, piped, run};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;

/// Checks values by the part of JSON Schema that the schemas use; anything else in a schema fails.
struct Validator<'s> {
    definitions: &'s Map<String, Value>,
}

/// The fields of an object that a schema names, or what is wrong.
type Named = Result<BTreeSet<String>, String>;

impl Validator<'_> {
    /// A value as a whole: all fields of an object must be named.
    fn whole(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let named = self.part(schema, value, place)?;
        let fields = value.as_object().into_iter().flat_map(Map::keys);
        match fields.into_iter().find(|field| !named.contains(*field)) {
            Some(field) => Err(format!("{place}: the schema does not name {field}")),
            None => Ok(()),
        }
    }

    fn part(&self, schema: &Value, value: &Value, place: &str) -> Named {
        let mut named = BTreeSet::new();
        let schema = match schema {
            Value::Bool(true) => {
                return Ok(value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(k, _)| k.clone())
                    .collect());
            }
            Value::Object(schema) => schema,
            _ => return Err(format!("{place}: {schema} is no schema")),
        };
        for (word, rule) in schema {
            let wrong = || format!("{place}: {value} does not fit {word} {rule}");
            let fits = |fits: bool| if fits { Ok(()) } else { Err(wrong()) };
            match word.as_str() {
                "$schema" | "$defs" | "title" | "description" | "format" | "default" => {}
                "type" => {
                    let names = rule.as_array().cloned().unwrap_or(vec![rule.clone()]);
                    fits(names.iter().any(|name| has_type(value, name.as_str().unwrap())))?;
                }
                "enum" => fits(rule.as_array().unwrap().contains(value))?,
                "const" => fits(rule == value)?,
                "minimum" => fits(value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()))?,
                "maximum" => fits(value.as_f64().is_none_or(|n| n <= rule.as_f64().unwrap()))?,
                "minItems" => fits(length(value).is_none_or(|n| n >= rule.as_u64().unwrap()))?,
                "maxItems" => fits(length(value).is_none_or(|n| n <= rule.as_u64().unwrap()))?,
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.whole(rule, item, &format!("{place}[{i}]"))?;
                    }
                }
                "required" => {
                    let missing = rule.as_array().unwrap().iter().find(|field| {
                        value.as_object().is_some_and(|o| !o.contains_key(field.as_str().unwrap()))
                    });
                    fits(missing.is_none())?;
                }
                "properties" => {
                    for (field, rule) in rule.as_object().unwrap() {
                        if let Some(inner) = value.get(field) {
                            self.whole(rule, inner, &format!("{place}.{field}"))?;
                            named.insert(field.clone());
                        }
                    }
                }
                "additionalProperties" => {
                    let known = schema.get("properties").and_then(Value::as_object);
                    for (field, inner) in value.as_object().into_iter().flatten() {
                        if known.is_none_or(|known| !known.contains_key(field)) {
                            self.whole(rule, inner, &format!("{place}.{field}"))?;
                            named.insert(field.clone());
                        }
                    }
                }
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    named.extend(self.part(&self.definitions[name], value, place)?);
                }
                "allOf" => {
                    for rule in rule.as_array().unwrap() {
                        named.extend(self.part(rule, value, place)?);
                    }
                }
                "anyOf" | "oneOf" => {
                    let tried = rule.as_array().unwrap().iter();
                    let tried: Vec<Named> =
                        tried.map(|rule| self.part(rule, value, place)).collect();
                    // The fullest of the branches that fit.
                    let best = tried.iter().flatten().max_by_key(|named| named.len());
                    let Some(best) = best else {
                        let wrong: Vec<String> = tried.into_iter().filter_map(Named::err).collect();
                        return Err(format!("{place}: fits no branch: {}", wrong.join("; ")));
                    };
                    named.extend(best.iter().cloned());
                }
                _ => return Err(format!("{place}: the test does not know the word {word}")),
            }
        }
        Ok(named)
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|list| list.len() as u64)
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// Checks answers, and counts them by command.
#[derive(Default)]
struct Checked {
    schemas: BTreeMap<String, Value>,
    counts: BTreeMap<String, usize>,
    /// what does not agree
    problems: Vec<String>,
}

impl Checked {
    fn check(&mut self, name: &str, answer: &Value, of: &str) {
        let get = || run(["schema", name]).json();
        let schema = self.schemas.entry(name.to_owned()).or_insert_with(get);
        let validator = Validator { definitions: schema["$defs"].as_object().unwrap() };
        // Of the kinds of answers of a command one must fit, with all fields named.
        let kinds = schema["anyOf"].as_array().unwrap();
        let tried = kinds.iter().map(|kind| validator.whole(kind, answer, "answer"));
        let wrong: Vec<String> = tried.clone().filter_map(Result::err).collect();
        if wrong.len() == kinds.len() {
            self.problems.push(format!("{of}: {wrong:#?}\n{answer}"));
        }
        *self.counts.entry(name.to_owned()).or_default() += 1;
    }

    /// One answer of a command that succeeds.
    fn one(&mut self, arguments: &[&str]) {
        let run = run(arguments.iter().copied().chain(["--json"]));
        if run.code != 0 {
            self.problems.push(format!("{arguments:?}: {run:?}"));
            return;
        }
        let name = arguments.first().map_or("lastmove", |name| name);
        self.check(name, &run.json(), &arguments.join(" "));
    }

    /// The answers of a batch.
    fn batch(&mut self, arguments: &str, lines: &str) {
        let run = piped(&format!("{arguments} --batch - --json"), lines);
        let name = arguments.split(' ').next().unwrap();
        let mut expected = lines.lines().enumerate().filter(|(_, line)| !line.is_empty());
        for answer in run.stdout.lines() {
            let answer: Value = serde_json::from_str(answer).unwrap();
            let (number, _) = expected.next().unwrap();
            if answer["line"] != number + 1 {
                self.problems.push(format!("{arguments}, line {}: {answer}", number + 1));
            }
            self.check(name, &answer, arguments);
        }
        assert!(expected.next().is_none());
    }

    /// A command that fails.
    fn failure(&mut self, arguments: &str) {
        let run = line(&format!("{arguments} --json"));
        assert_ne!(run.code, 0, "{arguments}");
        self.check("error", &run.json(), arguments);
    }
}

#[test]
fn answers_agree_with_their_schemas() {
    let folder = Folder::new("schema");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut checked = Checked::default();
    let mut one = |line: &str| checked.one(&line.split_whitespace().collect::<Vec<_>>());
    one("");
    one("solve amazons 4x4 --databases none --threads 1 --moves --stats");
    one("solve amazons 4x4 --first-move b1-b2/b1 --databases none");
    let proof = path("4x4.proof");
    one(&format!("solve amazons 4x4 --databases none --proof {proof}"));
    one("solve domineering 4x4 --moves --databases none");
    one("solve domineering 3x3 --databases none");
    let both = path("2x3.proof");
    one(&format!("solve domineering 2x3 --databases none --proof {both}"));
    one("solve cgt {3|1}+{2|0} --first left");
    one("solve cgt *+*2 --first right");
    let units = path("4x4.units");
    one(&format!("solve amazons 4x4 --assume black --split 2 --units {units} --databases none"));
    one(&format!("solve --units {units} --databases none"));
    one(&format!("solve --units {units} --merge --databases none"));
    one(&format!("verify {proof}"));
    one(&format!("verify {both}"));
    one("evaluate amazons q1*2Q/2*3/***3/1Q*1q1 --databases none");
    one("evaluate amazons **1*/Q1*q/***Q --databases none --local-search 4");
    one("evaluate amazons 2qq/*3/QQ2 --databases none");
    one("evaluate domineering 4/1*2/3*/4");
    one("evaluate domineering 6x6");
    one("winners amazons");
    one("winners domineering --rows 12 --columns 12");
    one("winners domineering --why 6x20");
    one("show amazons 5x6 --list");
    one("show amazons q1*2Q/2*3/***3/1Q*1q1 --distances");
    one("show domineering 4x5 --list");
    one("show amazons 1q2q1/q4q/1Q4/3*2/Q4Q/4Q1");
    one("value amazons q3/4/3Q");
    one("value amazons q2Q1 2q/1Q1");
    one("value amazons q2Q1 --options");
    one("value domineering 2x3 3x2");
    one("value domineering 2x3 --options");
    one("value domineering 6x6 --max-forms 1k --max-positions 10k");
    one("value cgt {2|0}+*>=1");
    one("value cgt {up,star|0} --options");
    one("value cgt x={3|1}");
    one("thermograph amazons 1qQ/*2/3");
    one("thermograph domineering 4x4");
    one("thermograph cgt {2|0}");
    one("perft amazons 4x4 1 --divide");
    one("perft domineering 4x5 3");
    let databases = path("databases");
    one(&format!("db build quick --dir {databases}"));
    one(&format!("db list --databases {databases}"));
    one(&format!("db check --databases {databases}"));
    one(&format!("db query 1qQ/*2 --databases {databases}"));
    one(&format!("db query q2/3 --databases {databases}"));
    one("db list --databases none");
    one("db regions");
    one("regions --size 4 --amazons 1");
    one("regions --size 5");
    one("graph q2/1*1/2Q");
    one("graph 3/1*1/2q --catalogue 6");
    one("zugzwang --size 5");
    one("zugzwang --size 6");
    one("zugzwang --sum 3|6 0|9 -3");
    one("analyse amazons 4x4 --nodes 20 --databases none");
    one("analyse domineering 4x4 --nodes 20 --databases none");
    one("match strong strong:level=1 --board 4x4 --games 2 --nodes 9 --databases none --quiet");
    one(
        "match strong strong:level=1 classical --board 4x4 --games 2 --nodes 9 --databases none --quiet",
    );
    one("openings amazons 5x5 --count 2 --nodes 50 --plies 2 --balance 0.5 --databases none");
    one("reproduce");
    one("reproduce --list");
    one("reproduce song-b2");
    one("reproduce muller-tegos-19");
    one("reproduce song-13 --time 10ms --databases none");
    let results = path("results");
    one(&format!("reproduce --all --hours 0 --output {results}"));
    one("bench --quick --only perft");
    one("completions fish");
    let pages = path("man");
    one(&format!("man {pages}"));
    one("schema");
    one("schema solve");

    let game = path("game.txt");
    std::fs::write(&game, "4x4 moves b1-b3/c2 a3-b2/b1\n").unwrap();
    one(&format!("analyse amazons {game} --nodes 20 --databases none"));
    let engine = path("engine.wasm");
    std::fs::write(&engine, b"\0asm\x01\0\0\0").unwrap();
    one(&format!("site {} --engine {engine}", path("site")));
    let version = line("--version --json").json();
    checked.check("lastmove", &version, "--version");

    checked.batch("solve amazons --databases none", "q1Q w\n\nq2/3/2Q b\n4x\n");
    checked.batch("solve domineering --databases none", "2x3\n3/3 h\n");
    checked.batch("solve cgt --first left", "*\n{\n{3|1} + *\n");
    checked.batch("value amazons", "q2Q1\nq2Q1 + q1Q\n\nz\n");
    checked.batch("value domineering", "2x3\n");
    checked.batch("value cgt", "{2|0}\n^ > 0\n{\n");
    checked.batch("evaluate amazons --databases none", "q1Q\nz\nq2/3/2Q\n");
    checked.batch("evaluate domineering", "2x3\n");

    let played = piped("play amazons 4x4 --databases none --nodes 9 --json", "resign\n");
    checked.check("play", &played.json(), "play");
    let mut server = command();
    server.args(["serve", "--port", "0", "--json", "--quiet", "--databases", "none"]);
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(server.stdout.take().unwrap()),
        &mut said,
    )
    .unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    checked.check("serve", &serde_json::from_str(&said).unwrap(), "serve");

    checked.failure("solve amazons 4x");
    checked.failure("solve amazons 5x6 --nodes 10 --databases none --threads 1");
    checked.failure("verify no.proof");
    checked.failure("frob");

    assert!(checked.problems.is_empty(), "{}", checked.problems.join("\n"));

    // Every command but the protocols has answers here; those of the farm need a server.
    let commands = line("--json").json()["commands"].clone();
    let elsewhere = ["farm", "gtp", "uci"];
    for entry in commands.as_array().unwrap() {
        let name = entry["command"].as_str().unwrap();
        let count = checked.counts.get(name).copied().unwrap_or(0);
        assert!(count > 0 || elsewhere.contains(&name), "no answer of {name}");
    }
    let all: usize = checked.counts.values().sum();
    println!("{all} answers: {:?}", checked.counts);
    assert!(all >= 60, "{all}");
}

/// The validator refuses what it should.
#[test]
fn wrong_answers_do_not_agree() {
    let schema = run(["schema", "perft"]).json();
    let validator = Validator { definitions: schema["$defs"].as_object().unwrap() };
    let fits = |answer: &Value| validator.whole(&schema["anyOf"][0], answer, "answer");
    let answer = line("perft amazons 4x4 1 --divide --json").json();
    assert_eq!(fits(&answer), Ok(()));
    let changed = |field: &str, value: Value| {
        let mut answer = answer.clone();
        answer[field] = value;
        answer
    };
    for wrong in [
        changed("nodes", json!("88")),
        changed("nodes", json!(-1)),
        changed("game", json!("chess")),
        changed("unknown", json!(1)),
        changed("divide", json!([{"move": 3, "nodes": 1}])),
        json!({}),
    ] {
        assert!(fits(&wrong).is_err(), "{wrong}");
    }
}
