//! A name is used for one thing: no two public types of the workspace have the same name. The rules
//! crates `amazons` and `domineering` have parallel names (`Position`, `Move` and the like), and
//! `proof` and `oracle` stand apart on purpose.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The source files of all crates but those that stand apart, each with its crate and its code
/// without comments and tests.
fn texts() -> Vec<(String, PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let mut files = Vec::new();
        if !["proof", "oracle"].contains(&&name[..]) {
            sources(&entry.path().join("src"), &mut files);
        }
        texts.extend(files.into_iter().map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            (name.clone(), file, lines.collect::<Vec<_>>().join("\n"))
        }));
    }
    texts
}

/// The name of the public type that a line defines.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn no_two_public_types_have_the_same_name() {
    let mut places: BTreeMap<String, Vec<(String, PathBuf)>> = BTreeMap::new();
    for (owner, file, text) in texts() {
        for name in text.lines().filter_map(public_type) {
            places.entry(name.to_owned()).or_default().push((owner.clone(), file.clone()));
        }
    }
    assert!(places.len() > 300, "{} names: the search finds too few", places.len());
    let rules = |place: &(String, PathBuf)| ["amazons", "domineering"].contains(&&place.0[..]);
    places.retain(|_, at| {
        at.len() > 1 && !(at.len() == 2 && at[0].0 != at[1].0 && at.iter().all(rules))
    });
    assert!(places.is_empty(), "public types that share a name: {places:#?}");
}

#[test]
fn nothing_is_printed_to_be_parsed_again() {
    let found: Vec<_> = texts()
        .into_iter()
        .filter(|(.., text)| text.contains("to_string().parse"))
        .map(|(_, file, _)| file)
        .collect();
    assert!(found.is_empty(), "{found:?}");
}
