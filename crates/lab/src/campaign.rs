//! Computes all tables one after another, cheapest first: each is stored in a file as soon as it is
//! done, and a run that was stopped continues from there. Pages show the results.

use crate::kept::Kept;
use crate::lab::make_folder;
use crate::page::{BY_HAND, page, table_page};
use crate::table::{Compared, Comparison, RowVerdict, TableResult};
use crate::{Games, Lab, LabError, LabSettings, PlayedBy, PublishedTable};
use lastmove_work::{Count, Stopwatch, human};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The tables from the cheapest to the most expensive, with the usual settings.
const ORDER: &[&str] = &[
    "song-b1",
    "song-b2",
    "song-b3",
    "song-6.3",
    "song-figures",
    "muller-tegos-19",
    "muller-tegos-1",
    "hensgens-4x4",
    "bullock-6.5",
    "hensgens-5x5",
    "hensgens-lines",
    "muller-tegos-figures",
    "bullock-4.3",
    "song-table-1",
    "certificates",
    "hensgens-widening",
    "bullock-1.2",
    "bullock-4.6",
    "bullock-4.7",
    "bullock-6.3",
    "bullock-6.4",
    "bullock-5.1",
    "bullock-6.1",
    "bullock-6.2",
    "bullock-8",
    "song-13",
    "song-5x6",
    "song-c1",
    "song-c2",
    "song-c3",
    "song-c4",
    "song-c5",
    "song-table-5.2",
    "song-tables-2-3",
    "hensgens-3",
    "hensgens-6",
    "hensgens-5",
    "hensgens-8",
    "hensgens-start",
    "hensgens-2",
    "hensgens-1",
    "hensgens-4",
    "hensgens-7",
    "hensgens-complexity",
    "muller-tegos-2",
];

/// The file of the series of games that tables share.
const SERIES: &str = "hensgens.series";

/// The line in a table's rows with the core hours of runs that were stopped.
const SPENT: &str = "core hours so far";

/// All tables in the order of a campaign; those without a rank come last.
pub(crate) fn ordered() -> Vec<&'static PublishedTable> {
    let mut all: Vec<&PublishedTable> = crate::tables().collect();
    all.sort_by_key(|table| {
        ORDER.iter().position(|name| *name == table.name).unwrap_or(ORDER.len())
    });
    all
}

/// A stored table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// its name
    pub table: String,
    /// the number of its rows
    pub rows: usize,
    /// compared rows that agree; `None` for a measured table
    pub agree: Option<usize>,
    /// those that differ
    pub differences: Option<usize>,
    /// those that differ because of an error in the source
    pub slips: Option<usize>,
    /// those with too few games to decide
    pub too_few: Option<usize>,
    /// why rows differ, one sentence each
    pub notes: Vec<String>,
    /// processor time in hours
    pub core_hours: f64,
    /// the settings it was computed with
    pub settings: String,
    /// the whole answer
    pub answer: Value,
}

/// The folder of a campaign, and its limits.
pub struct ReproductionFolder<'a> {
    /// one file for each table, and the page
    pub folder: &'a Path,
    /// core hours of this run; the table in progress when they end is finished
    pub hours: Option<f64>,
    /// the tables that this run may compute; empty for all
    pub only: &'a [String],
}

impl ReproductionFolder<'_> {
    /// Computes the tables that are not stored yet; returns all stored ones in their order, and the
    /// names of those that remain.
    ///
    /// # Errors
    /// If it was stopped, files cannot be read or written, or another run uses the folder. Results
    /// so far are stored, and the pages show them.
    pub fn run(&self, lab: &Lab<'_>) -> Result<(Vec<Recorded>, Vec<&'static str>), LabError> {
        for name in self.only {
            crate::find(name)?;
        }
        let _alone = self.lock()?;
        let all = ordered();
        let kept = all.iter().map(|table| self.kept(table.name));
        let mut tables: Vec<Option<Recorded>> = kept.collect::<Result<_, _>>()?;
        self.show(lab, &tables)?;
        let stage = lab.stage("tables", all.len());
        stage.advance(tables.iter().flatten().count() as u64);
        let watch = Stopwatch::start_all_threads();
        for (i, table) in all.iter().enumerate() {
            let used = watch.seconds() / 3600.0;
            let asked = self.only.is_empty() || self.only.iter().any(|name| name == table.name);
            let late = self.hours.is_some_and(|hours| used >= hours);
            if tables[i].is_some() || !asked || late {
                continue;
            }
            stage.message(format!("{} ({used:.2} core hours used)", table.name));
            let recorded = self.compute(lab, table)?;
            let text = serde_json::to_string_pretty(&recorded).map_err(LabError::failed)? + "\n";
            lab.write(&self.tables(), &format!("{}.json", table.name), &text)?;
            tables[i] = Some(recorded);
            self.show(lab, &tables)?;
            stage.advance(1);
        }
        let left = all.iter().zip(&tables).filter(|(_, recorded)| recorded.is_none());
        let left = left.map(|(table, _)| table.name).collect();
        Ok((tables.into_iter().flatten().collect(), left))
    }

    /// Locks the folder: two runs at a time would overwrite each other's rows. The lock ends with
    /// the run.
    fn lock(&self) -> Result<Option<File>, LabError> {
        let folder = self.tables();
        make_folder(&folder)?;
        // If the folder cannot be locked, continue without a lock.
        let Ok(file) = File::open(&folder) else { return Ok(None) };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(LabError::results(
                &folder,
                "another run is writing here; wait for its end, or name another folder",
            )),
            _ => Ok(Some(file)),
        }
    }

    /// Writes the page of each table and the summary page.
    fn show(&self, lab: &Lab<'_>, tables: &[Option<Recorded>]) -> Result<(), LabError> {
        let recorded: Vec<&Recorded> = tables.iter().flatten().collect();
        for &table in &recorded {
            lab.write(&self.tables(), &format!("{}.md", table.table), &table_page(table))?;
        }
        lab.write(self.folder, "README.md", &page(&recorded, self.beside())).map(|_| ())
    }

    /// The page's text about other pages in its folder, which exist only in the project's own
    /// folder.
    fn beside(&self) -> &'static str {
        if self.folder.join("measurements.md").exists() { BY_HAND } else { "" }
    }

    /// The folder of the tables.
    fn tables(&self) -> PathBuf {
        self.folder.join("tables")
    }

    /// A table that was computed before.
    fn kept(&self, name: &str) -> Result<Option<Recorded>, LabError> {
        let path = self.tables().join(format!("{name}.json"));
        match std::fs::read(&path) {
            Ok(bytes) => {
                let read = serde_json::from_slice(&bytes);
                read.map(Some).map_err(|error| LabError::results(&path, error))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LabError::results(&path, error)),
        }
    }

    fn compute(&self, lab: &Lab<'_>, table: &'static PublishedTable) -> Result<Recorded, LabError> {
        let watch = Stopwatch::start_all_threads();
        let folder = self.tables();
        // Rows with other settings are stored in other files.
        let rows = folder.join(rows_file(table.name, &lab.settings));
        let results = folder.join(format!("{}.results", table.name));
        let settings = LabSettings {
            rows: Some(rows.clone()),
            output: Some(folder.clone()),
            series: Some(folder.join(SERIES)),
            results: Some(results.clone()),
            ..lab.settings.clone()
        };
        let within = Lab { settings, ..*lab };
        let computed = table.compute(&within);
        let mut kept = Kept::read(&rows)?;
        let before: f64 = kept.measured(SPENT)?.unwrap_or(0.0);
        let core_hours = before + watch.seconds() / 3600.0;
        if computed.is_err() {
            kept.keep_measured(SPENT, core_hours)?;
        }
        let mut computed = computed?;
        if let TableResult::Measured(measured) = &mut computed.found {
            // Charts are stored beside the table, wherever the folder is.
            for chart in &mut measured.charts {
                let name = Path::new(chart).file_name().map(|name| name.display().to_string());
                *chart = name.unwrap_or_default();
            }
        }
        // The table now contains its rows.
        for file in [&rows, &results] {
            let _ = std::fs::remove_file(file);
        }
        let mut recorded = Recorded {
            table: table.name.to_owned(),
            rows: 0,
            agree: None,
            differences: None,
            slips: None,
            too_few: None,
            notes: Vec::new(),
            core_hours,
            settings: said(table.name, &lab.settings),
            answer: serde_json::to_value(&computed).map_err(LabError::failed)?,
        };
        match &computed.found {
            TableResult::Compared(compared) => recorded.count(compared),
            TableResult::Measured(measured) => recorded.rows = measured.rows.len(),
        }
        Ok(recorded)
    }
}

impl Recorded {
    fn count(&mut self, compared: &Compared) {
        self.rows = compared.rows.len();
        self.agree = Some(compared.agree);
        self.differences = Some(compared.differences);
        self.slips = Some(compared.slips);
        self.too_few = Some(compared.too_few);
        let differ =
            |row: &&Comparison| matches!(row.verdict, RowVerdict::Slip | RowVerdict::Differs);
        let noted = compared.rows.iter().filter(differ);
        let note = |note: &String, row: &str| format!("{row}: {note}");
        self.notes = noted.filter_map(|row| Some(note(row.note.as_ref()?, &row.row))).collect();
    }
}

/// The file of a table's rows: its name holds the settings that change them.
fn rows_file(table: &str, settings: &LabSettings) -> String {
    let games = settings.games.map_or_else(String::new, |games| games.to_string());
    let mut name = format!("{table}-{games}-{}-{}", settings.match_seconds(), settings.seed);
    if let Some(time) = settings.time {
        name += &format!("-{}s", time.as_secs_f64());
    }
    if settings.count == Count::Cpu {
        name += "-cpu";
    }
    if let Some(positions) = settings.positions {
        name += &format!("-{positions}");
    }
    if settings.player == PlayedBy::Strong {
        name += &format!("-strong-{}", settings.strong_seconds());
    }
    name + ".rows"
}

/// The tables that are measured on sample games.
const SAMPLED: [&str; 3] = ["song-13", "song-table-5.2", "song-tables-2-3"];

/// The settings in words; including the time for a move if games are played with it.
fn said(table: &str, settings: &LabSettings) -> String {
    let mut said = Vec::new();
    let number = table.strip_prefix("hensgens-").is_some_and(|rest| rest.parse::<u8>().is_ok());
    let matches = number || ["hensgens-complexity", "hensgens-start"].contains(&table);
    let counted = match table {
        "song-table-1" | "certificates" => "boards",
        _ if table == "song-5x6" || table.starts_with("song-c") => "replies",
        _ => "games",
    };
    match settings.games {
        Some(Games::Number(games)) => said.push(format!("{games} {counted}")),
        Some(Games::Published) if matches || SAMPLED.contains(&table) => {
            said.push("as many games as published".to_owned());
        }
        _ => {}
    }
    let time = settings.time.map(|time| human::seconds(time.as_secs_f64()));
    said.extend(time.map(|time| format!("{time} a search")));
    if matches {
        said.push(format!("{} s a move", settings.match_seconds()));
    }
    if settings.player == PlayedBy::Strong && SAMPLED.contains(&table) {
        said.push("games of the strong player".to_owned());
    }
    let positions = settings.positions.filter(|_| table == "song-13");
    said.extend(positions.map(|positions| format!("{positions} positions a game")));
    if settings.count == Count::Cpu && !said.is_empty() {
        said.push("processor time".to_owned());
    }
    if said.is_empty() { "the usual ones".to_owned() } else { said.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_place() {
        let mut names: Vec<&str> = crate::tables().map(|table| table.name).collect();
        names.sort_unstable();
        let mut ranked = ORDER.to_vec();
        ranked.sort_unstable();
        assert_eq!(ranked, names);
    }

    /// The page under `docs/results` agrees with the recorded tables.
    #[test]
    fn the_page_agrees_with_what_is_recorded() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results"));
        let campaign = ReproductionFolder { folder, hours: None, only: &[] };
        let kept = ordered().into_iter().filter_map(|table| campaign.kept(table.name).unwrap());
        let kept: Vec<Recorded> = kept.collect();
        assert!(kept.len() > 5, "{} tables are recorded", kept.len());
        for recorded in &kept {
            let rows = recorded.answer["rows"].as_array().unwrap();
            assert_eq!(recorded.rows, rows.len(), "{}", recorded.table);
            let page =
                std::fs::read_to_string(campaign.tables().join(format!("{}.md", recorded.table)));
            assert_eq!(page.unwrap(), table_page(recorded), "{}", recorded.table);
            if let Some(agree) = recorded.agree {
                let found = rows.iter().filter(|row| row["agree"] == true).count();
                assert_eq!(agree, found, "{}", recorded.table);
            }
        }
        let written = std::fs::read_to_string(folder.join("README.md")).unwrap();
        assert_eq!(
            written,
            page(&kept.iter().collect::<Vec<_>>(), campaign.beside()),
            "run `lastmove reproduce --all --output docs/results --hours 0`"
        );
    }
}
