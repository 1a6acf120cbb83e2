//! What the files of the project say about places and people: no invented address, no package
//! registry, no invented name; and no broken link in documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Hosts that files may name: projects that this one needs, names of formats, and places that
/// cannot exist or are this machine.
const HOSTS: &[&str] = &[
    "json-schema.org",
    "localhost",
    "nats.io",
    "rust-lang.github.io",
    "rustup.rs",
    "www.apache.org",
    "www.w3.org",
    // for examples, by RFC 2606 and RFC 5737
    "evil.example",
    "example.org",
    "192.0.2.1",
    // names without a dot in examples of the farm
    "a",
    "b",
    "c",
    "host",
    "lab",
    "login-node",
    "nats",
    "that-machine",
    "me",
];

/// Registries, which only lock files name.
const REGISTRIES: &[&str] = &[
    "crates.io",
    "pypi.org",
    "pythonhosted.org",
    "npmjs.org",
    "npmjs.com",
    "docker.io",
    "ghcr.io",
    "quay.io",
];

/// Authors of sources, in CITATION.cff.
const PEOPLE: &[&str] = &["Bullock", "Hensgens", "Müller", "Song", "Tegos"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files of the project: those that Git knows, or all of a source archive.
fn files() -> Vec<PathBuf> {
    let root = root();
    let git = Command::new("git").arg("ls-files").current_dir(&root).output();
    let listed = git.ok().filter(|output| output.status.success() && !output.stdout.is_empty());
    if let Some(output) = listed {
        let names = String::from_utf8(output.stdout).unwrap();
        return names.lines().map(|name| root.join(name)).filter(|path| path.is_file()).collect();
    }
    let (mut files, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "dist", ".git", "node_modules"].contains(&&*name) {
                folders.push(path);
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files
}

/// The text files but lock files and this one, each with its name from the root.
fn texts() -> Vec<(String, String)> {
    let root = root();
    let texts = files().into_iter().filter_map(|path| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).ok()?;
        (!name.ends_with(".lock") && name != "crates/cli/tests/project.rs").then_some((name, text))
    });
    texts.collect()
}

/// The hosts of all addresses in a text, without ports.
fn hosts(text: &str) -> Vec<String> {
    let schemes = ["http://", "https://", "ssh://", "git://", "ws://", "wss://"];
    let mut hosts = Vec::new();
    for scheme in schemes {
        for (at, _) in text.match_indices(scheme) {
            let rest = &text[at + scheme.len()..];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".-_@".contains(c)));
            let host = rest[..end.unwrap_or(rest.len())].trim_end_matches('.').to_owned();
            hosts.push(host);
        }
    }
    hosts
}

#[test]
fn no_address_is_invented() {
    let texts = texts();
    assert!(texts.len() > 500, "{}", texts.len());
    let mut own = 0;
    for (name, text) in &texts {
        for host in hosts(text) {
            // Empty where the host is made at run time; a placeholder is in capitals.
            let made = host.is_empty() || host.starts_with("127.") || host == "HOST";
            assert!(made || HOSTS.contains(&&*host), "{name} names the host {host}");
        }
        for registry in REGISTRIES {
            assert!(!text.contains(registry), "{name} names {registry}");
        }
        // The address of the project is in one place.
        own += usize::from(
            text.lines().any(|line| line.starts_with("ADDRESS=") && !line.contains("${")),
        );
    }
    assert_eq!(own, 1, "ADDRESS= has one place, tools/release/address");
}

#[test]
fn no_person_is_invented() {
    for (name, text) in texts() {
        for line in text.lines().map(str::trim) {
            let authors = line.strip_prefix("authors = ").or(line.strip_prefix("author = "));
            let ours = authors.is_none_or(|who| who == "[\"The Lastmove developers\"]");
            assert!(ours, "{name}: {line}");
            let family = line.trim_start_matches("- ").strip_prefix("family-names: ");
            assert!(family.is_none_or(|who| PEOPLE.contains(&who)), "{name}: {line}");
        }
        // Addresses of people; `strong@network.txt` is a player with a file.
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "@._+-".contains(c)));
        for word in words.filter(|word| !word.starts_with('@') && !word.starts_with("strong@")) {
            let Some((who, place)) = word.split_once('@') else { continue };
            let ends = [".com", ".org", ".net", ".edu", ".io", ".dev"];
            assert!(
                who.is_empty() || !ends.iter().any(|end| place.ends_with(end)),
                "{name}: {word}"
            );
        }
    }
}

/// The anchor of a heading, as mdBook and others make it.
fn anchor(heading: &str) -> String {
    let plain = heading.trim().to_lowercase();
    let kept = plain.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The text without code, in blocks and in lines.
fn without_code(text: &str) -> String {
    let mut plain = String::new();
    let mut code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            let pieces = line.split('`').step_by(2);
            plain += &pieces.collect::<Vec<_>>().join("`");
            plain.push('\n');
        }
    }
    plain
}

/// The targets of links in a document.
fn links(text: &str) -> Vec<String> {
    let plain = without_code(text);
    let target = |(at, _): (usize, &str)| {
        let rest = &plain[at + 2..];
        Some(rest[..rest.find(')')?].split(' ').next()?.to_owned())
    };
    plain.match_indices("](").filter_map(target).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let mut code = false;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        code ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let name = anchor(heading);
        let times = seen.entry(name.clone()).or_default();
        anchors.insert(if *times == 0 { name } else { format!("{name}-{times}") });
        *times += 1;
    }
    anchors
}

#[test]
fn no_link_is_broken() {
    let root = root();
    let mut checked = 0;
    for path in files().into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(&path).unwrap();
        for link in links(&text) {
            if link.contains("://") || link.starts_with("data:") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let name = path.strip_prefix(&root).unwrap().display();
            assert!(target.exists(), "{name}: {link}");
            if !place.is_empty() && target.extension().is_some_and(|end| end == "md") {
                let there = anchors(&std::fs::read_to_string(&target).unwrap());
                assert!(there.contains(place), "{name}: {link}; there are {there:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

/// Every chapter of the manual is in its summary, and every chapter there is a file.
#[test]
fn the_summary_lists_every_chapter() {
    let folder = root().join("docs/manual/src");
    let summary = links(&std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap());
    let listed: BTreeSet<String> = summary.into_iter().collect();
    let chapters = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let chapters = chapters.map(|name| name.into_string().unwrap());
    let chapters: BTreeSet<String> =
        chapters.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    assert_eq!(listed, chapters);
}
