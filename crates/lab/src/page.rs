//! Pages of the recorded tables: a summary, and one page for each table.

use crate::campaign::{Recorded, ordered};
use crate::items;
use crate::table::{Comparison, alike, cell, heading};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;

/// The summary of the recorded tables. `beside` is its text about other pages in its folder.
pub(crate) fn page(recorded: &[&Recorded], beside: &str) -> String {
    let mut text = format!("# Results\n\n{beside}{HEAD}");
    let cell = |number: Option<usize>| number.map_or_else(|| "–".to_owned(), |n| n.to_string());
    for kept in recorded {
        let published = items().filter(|item| item.target == Some(kept.table.as_str()));
        let mut published: Vec<String> =
            published.map(|item| format!("{}, {}", item.source, item.item)).collect();
        if published.is_empty() {
            published.push("our own".to_owned());
        }
        let mut differ = cell(kept.differences.map(|n| n + kept.slips.unwrap_or(0)));
        if !kept.notes.is_empty() {
            differ += &format!(" ({})", kept.notes.join("; "));
        }
        text += &format!(
            "| [`{0}`](tables/{0}.md) | {1} | {2} | {3} | {differ} | {4} | {5:.3} | {6} |\n",
            kept.table,
            published.join("; "),
            kept.rows,
            cell(kept.agree),
            cell(kept.too_few),
            kept.core_hours,
            kept.settings,
        );
    }
    let names: Vec<&str> = ordered().iter().map(|table| table.name).collect();
    let missing: Vec<String> = names
        .into_iter()
        .filter(|name| recorded.iter().all(|kept| kept.table != **name))
        .map(|name| format!("`{name}`"))
        .collect();
    let missing = if missing.is_empty() { "none".to_owned() } else { missing.join(", ") };
    let hours = recorded.iter().fold(0.0, |sum, kept| sum + kept.core_hours);
    text + &format!("\nCore hours in all: {hours:.1}. Not recorded yet: {missing}.\n")
}

/// The page of one table: its rows, how to read them, its charts.
pub(crate) fn table_page(kept: &Recorded) -> String {
    let words = |name: &str| kept.answer[name].as_array().into_iter().flatten();
    let texts = |name| words(name).filter_map(Value::as_str);
    let mut text = format!("# {}\n\n", kept.table);
    text += &format!("{}.\n\n", kept.answer["about"].as_str().unwrap_or_default());
    let protocol = crate::find(&kept.table).map(|table| table.protocol.sentences());
    text.extend(protocol.into_iter().flatten().map(|sentence| sentence + "\n"));
    let databases = match kept.answer["databases"].as_str() {
        None | Some("none") => String::new(),
        Some(name) => format!(", {name} databases"),
    };
    text += &format!(
        "Settings: {}{databases}; {:.3} core hours. [All of it as JSON]({}.json).\n\n",
        kept.settings, kept.core_hours, kept.table
    );
    let rows: Vec<Map<String, Value>> = rows(words("rows"));
    let names: Vec<&String> = rows.first().into_iter().flat_map(Map::keys).collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let title = |name: &&String| heading(&name.replace("pub_", "published_"));
    text += &line(names.iter().map(title).collect());
    let number = |name: &String| rows.iter().any(|row| row[name].is_number());
    let rule = |name: &&String| if number(name) { "---:" } else { "---" }.to_owned();
    text += &line(names.iter().map(rule).collect());
    for row in &rows {
        text += &line(row.values().map(|value| cell(value).replace('|', "\\|")).collect());
    }
    // A dash at the beginning would make it a list item.
    let plain = |note: &str| if note.starts_with('-') { format!("\\{note}") } else { note.into() };
    text.extend(texts("notes").map(|note| format!("\n{}.\n", plain(note))));
    for chart in texts("charts") {
        let name = Path::new(chart).file_stem().unwrap_or_default().display();
        text += &format!("\n![{name}]({chart})\n");
    }
    text
}

/// Rows with the same columns in all. In comparisons each published number comes before ours.
fn rows<'r>(rows: impl Iterator<Item = &'r Value> + Clone) -> Vec<Map<String, Value>> {
    let compared: Result<Vec<Comparison>, _> = rows.clone().map(Comparison::deserialize).collect();
    let Ok(compared) = compared else {
        return rows.filter_map(Value::as_object).cloned().collect();
    };
    let alike = alike(&compared);
    let noted = compared.iter().any(|row| row.note.is_some());
    let columns = |row: Comparison| {
        let mut cells = Map::from_iter([("row".to_owned(), row.row.into())]);
        if alike {
            for (name, published) in row.published {
                cells.insert(format!("pub_{name}"), published);
                cells.insert(name.clone(), row.found[&name].clone());
            }
        } else {
            let list = |numbers: &Map<String, Value>| {
                let named =
                    numbers.iter().map(|(name, n)| format!("{} {}", heading(name), cell(n)));
                named.collect::<Vec<_>>().join(", ")
            };
            cells.insert("published".to_owned(), list(&row.published).into());
            cells.insert("found".to_owned(), list(&row.found).into());
        }
        cells.insert("verdict".to_owned(), row.verdict.to_string().into());
        if noted {
            cells.insert("note".to_owned(), row.note.unwrap_or_default().into());
        }
        cells
    };
    compared.into_iter().map(columns).collect()
}

/// The text about the pages that the project keeps in this folder.
pub(crate) const BY_HAND: &str = "\
Measurements by hand, with the command and the date of each: [counts, values, databases, regions](measurements.md),
[Amazons boards](amazons.md), [boards with fewer amazons](amazons-winners.md), [tables of the solver papers](song.md), [certificates](certificates.md), [sums](sums.md), [Domineering](domineering.md),
[the player](player.md), [matches](matches.md), [openings](openings.md), [the page](web.md), [the program itself](program.md), [the Python
package](python.md).

";

const HEAD: &str = "\
## Tables of the sources

This page is written by `lastmove reproduce --all --output FOLDER`, which goes on where it was stopped. A table is
computed anew if its file is deleted. A dash stands in tables that are measured beside published numbers and not judged.
The page of each table says which quantity is judged, by which rule, and where its protocol differs from the source's.

| table | published in | rows | agree | differ | too few to tell | core hours | settings |
| --- | --- | ---: | ---: | --- | ---: | ---: | --- |
";

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of every table says how it is judged.
    #[test]
    fn every_page_says_how_its_table_is_judged() {
        for table in crate::tables() {
            let page = table_page(&Recorded {
                table: table.name.to_owned(),
                rows: 0,
                agree: None,
                differences: None,
                slips: None,
                too_few: None,
                notes: Vec::new(),
                core_hours: 0.0,
                settings: String::new(),
                answer: Value::Null,
            });
            for sentence in table.protocol.sentences() {
                assert!(page.contains(&sentence), "{}: {sentence}", table.name);
            }
        }
    }
}
