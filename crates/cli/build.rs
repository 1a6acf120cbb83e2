//! Finds the commit that the program is built from, for `--version`: from Git, else from the file
//! `COMMIT` of a source archive, else from what `cargo package` noted.

use std::path::Path;
use std::process::Command;

fn main() {
    let commit = archived().or_else(of_git).or_else(packaged).unwrap_or_default();
    println!("cargo::rustc-env=LASTMOVE_COMMIT={}", commit.get(..10).unwrap_or("unknown"));
}

/// The text of a file, which is watched for changes if it exists.
fn read(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    println!("cargo::rerun-if-changed={}", path.display());
    Some(text)
}

/// `git archive` writes the commit into this file. In a clone it holds the placeholder.
fn archived() -> Option<String> {
    let text = read(Path::new("../../COMMIT"))?;
    Some(text.trim().to_owned()).filter(|text| is_hash(text))
}

fn of_git() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // A repository around an unpacked archive is another project.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // This log gets a line whenever the commit changes.
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "HEAD"])
}

fn packaged() -> Option<String> {
    let text = read(Path::new(".cargo_vcs_info.json"))?;
    let words = text.split('"').map(str::to_owned);
    words.into_iter().find(|word| is_hash(word))
}

fn is_hash(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
