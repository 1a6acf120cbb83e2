//! `ARCHITECTURE.md` names only files that exist, and its table of places to look first names only
//! items that occur in those files.

use std::path::{Path, PathBuf};

/// All files of the repository that documents may name, as paths from its root.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// The words of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a quoted word is a path to a file with code.
fn is_file(word: &str) -> bool {
    let path = |c: char| c.is_ascii_alphanumeric() || "_-/.".contains(c);
    let ends = [".rs", ".js", ".sh", ".py", ".json"];
    word.chars().all(path) && ends.iter().any(|end| word.ends_with(end))
}

#[test]
fn the_files_and_items_that_it_names_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let mut all = Vec::new();
    for folder in ["crates", "tools", "python"] {
        files(&root.join(folder), &mut all);
    }
    all.push(root.join("test.sh"));
    let missing: Vec<&str> = quoted(&text)
        .filter(|word| is_file(word) && !all.iter().any(|path| path.ends_with(word)))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names files that do not exist: {missing:?}");

    let (_, after) = text.split_once("\n## Where to look first\n").unwrap();
    let (table, _) = after.split_once("\n## ").unwrap();
    let rows: Vec<&str> = table.lines().filter(|row| row.contains('/')).collect();
    assert!(rows.len() >= 10, "{table}");
    for row in rows {
        let cells: Vec<&str> = row.split('|').collect();
        let named: Vec<String> = quoted(cells[2])
            .filter(|word| is_file(word))
            .map(|word| std::fs::read_to_string(root.join("crates").join(word)).unwrap())
            .collect();
        for item in quoted(cells[3]) {
            let part = item.rsplit("::").next().unwrap();
            assert!(named.iter().any(|text| text.contains(part)), "{item} is not in {row}");
        }
    }
}
