//! The thesis' tables of matches (chapter 5), rerun by the classical player.
//!
//! The settings' seconds per move take the place of ten seconds of the thesis, a twentieth of them
//! that of half a second. Each table is judged by the quantities that it is about.

use super::judge::{Numbers, compare, compare_change};
use super::series::{GAMES, RANDOM_PLIES, Series};
use crate::protocol::GameQuantity;
use crate::table::{TableResult, published, tables};
use crate::{Lab, LabError, Protocol, Rule};
use serde_json::Value;

tables! {
    "hensgens-1": "Hensgens' thesis, table 1: branching factor at different strengths",
        BRANCHING, |lab| table(lab, 1);
    "hensgens-2": "Hensgens' thesis, table 2: game length at different strengths",
        PLIES, |lab| table(lab, 2);
    "hensgens-3": "Hensgens' thesis, table 3: random against lookahead zero",
        RANDOM, |lab| table(lab, 3);
    "hensgens-4": "Hensgens' thesis, table 4: killer moves",
        METHODS, |lab| table(lab, 4);
    "hensgens-5": "Hensgens' thesis, table 5: history heuristic and killer moves",
        METHODS, |lab| table(lab, 5);
    "hensgens-6": "Hensgens' thesis, table 6: principal variation search",
        PVS, |lab| table(lab, 6);
    "hensgens-7": "Hensgens' thesis, table 7: territory against relative territory",
        EVALUATORS, |lab| table(lab, 7);
    "hensgens-8": "Hensgens' thesis, table 8: territory against relative territory, three plies",
        THREE_PLIES, |lab| table(lab, 8);
}

const BRANCHING: Protocol = Protocol::new(
    "the mean numbers of legal moves of White and of Black, and how they change with more time; wins \
     are printed beside",
    Rule::Games(&[GameQuantity::Branching]),
    "games start after two random plies (hensgens-start has them without), --time-per-move takes the \
     place of 10 s and a twentieth of it that of 0.5 s, the rewards of the evaluator are a guess, and \
     the six rows rest on three series, which the two machines of the thesis and table 2 share",
);
const PLIES: Protocol = Protocol::new(
    "the mean number of plies, and how it changes with the difference in strength; wins are printed \
     beside",
    Rule::Games(&[GameQuantity::Plies]),
    "games start after two random plies (hensgens-start has them without), --time-per-move takes the \
     place of 10 s and a twentieth of it that of 0.5 s, the rewards of the evaluator are a guess, and \
     the six rows rest on three series, which the two machines of the thesis and table 1 share",
);
const RANDOM: Protocol = Protocol::new(
    "wins of the random evaluator; plies are printed beside",
    Rule::Games(&[GameQuantity::Wins]),
    "games start after two random plies",
);
const METHODS: Protocol = Protocol::new(
    "wins; nodes and times are printed beside",
    Rule::Games(&[GameQuantity::Wins]),
    "games start after two random plies, and --time-per-move takes the place of 10 s; in that time \
     our player searches many times the nodes of the thesis",
);
const PVS: Protocol = Protocol::new(
    "wins and nodes of the player with principal variation search, by colour and pooled (53 of 100 \
     published); plies and times are printed beside",
    Rule::Games(&[GameQuantity::Wins, GameQuantity::Nodes]),
    "games start after two random plies, and --time-per-move takes the place of 10 s; 50 published \
     games a row can hardly be told apart: --games 400 plays more of ours",
);
const EVALUATORS: Protocol = Protocol::new(
    "wins",
    Rule::Games(&[GameQuantity::Wins]),
    "games start after two random plies, --time-per-move takes the place of 10 s, and the rewards and \
     the random term of the evaluators are a guess",
);
const THREE_PLIES: Protocol = Protocol::new(
    "wins and nodes of both evaluators, by colour and pooled; legal moves are printed beside",
    Rule::Games(&[GameQuantity::Wins, GameQuantity::Nodes]),
    "games start after two random plies (hensgens-start has them without), the rewards and the random \
     term of the evaluators are a guess, and our nodes are all evaluations, also those that sort moves",
);

/// Table, row, White and Black with their seconds, their wins; the mean number of moves of White
/// and of Black, the mean number of plies; nodes and milliseconds of White and of Black. Rows that
/// name no machine are those of the Athlon with 700 MHz.
const PUBLISHED: &str = include_str!("../data/hensgens.tsv");

/// Why a row with different evaluators may differ: `CREDIT`, rewards and the random term are
/// guesses.
const UNKNOWN: &str = "the thesis does not print the numbers of its evaluators";

/// Why other rows may differ: the gain of a method depends on the number of nodes for a move.
const NODES: &str = "in its time our player searches many times the nodes of the thesis; \
                     --time-per-move 0.0065 comes near to them";

/// A row of the copy.
pub(super) struct MatchRow(Vec<Value>);

impl MatchRow {
    /// All rows of a table.
    pub(super) fn of_table(table: u64) -> Vec<Self> {
        published(PUBLISHED).filter(|row| row[0] == table).map(Self).collect()
    }

    pub(super) fn name(&self) -> &str {
        self.text(1)
    }

    fn text(&self, i: usize) -> &str {
        self.0[i].as_str().unwrap_or_default()
    }

    pub(super) fn published(&self) -> Numbers {
        Numbers::published(&self.0[6..])
    }

    /// Plays the games of the row: as many as published, unless the settings say otherwise.
    pub(super) fn play(&self, lab: &Lab<'_>, random_plies: u64) -> Result<Series, LabError> {
        let seconds =
            |i: usize| self.0[i].as_f64().unwrap_or(0.0) / 10.0 * lab.settings.match_seconds();
        let wins = |i: usize| self.0[i].as_u64().unwrap_or(0) as u32;
        let games = lab.settings.games_or(GAMES, wins(6) + wins(7));
        let players = [(self.text(2), seconds(3)), (self.text(4), seconds(5))];
        Series::play(lab, games, players, random_plies)
    }

    /// Why the row may differ.
    pub(super) fn reason(&self) -> &'static str {
        let evaluator = |i: usize| self.text(i).split(',').next();
        if evaluator(2) == evaluator(4) { NODES } else { UNKNOWN }
    }
}

/// A row that is computed from two rows of its table.
enum Derived {
    /// both colours together, from the side of the first row's White
    Pooled,
    /// the change of a quantity from the first row to the second
    Change(GameQuantity),
}

/// Table, name, two rows of it, and what is computed from them.
const DERIVED: [(u64, &str, [usize; 2], Derived); 5] = [
    (1, "both long less both short", [2, 4], Derived::Change(GameQuantity::Branching)),
    (1, "both long less both short, P II", [3, 5], Derived::Change(GameQuantity::Branching)),
    (2, "both short less short against long", [4, 2], Derived::Change(GameQuantity::Plies)),
    (6, "with PVS, both colours", [0, 1], Derived::Pooled),
    (8, "rel, both colours", [0, 1], Derived::Pooled),
];

fn table(lab: &Lab<'_>, number: u64) -> Result<TableResult, LabError> {
    let name = format!("hensgens-{number}");
    let Rule::Games(quantities) = crate::find(&name)?.protocol.rule else {
        return Err(LabError::failed(format!("{name} is not judged by games")));
    };
    let rows = MatchRow::of_table(number);
    let stage = lab.stage("rows", rows.len());
    let mut numbers = Vec::new();
    let mut compared = Vec::new();
    for row in &rows {
        stage.message(row.name().to_owned());
        let pair = [row.published(), Numbers::found(&row.play(lab, RANDOM_PLIES)?)];
        compared.push(compare(row.name(), quantities, &pair[0], &pair[1], row.reason()));
        numbers.push(pair);
        stage.advance(1);
    }
    for (_, name, [one, two], derived) in DERIVED.iter().filter(|derived| derived.0 == number) {
        let ([a, b], [c, d], why) = (&numbers[*one], &numbers[*two], rows[*one].reason());
        compared.push(match derived {
            Derived::Pooled => compare(name, quantities, &a.pooled(c), &b.pooled(d), why),
            Derived::Change(quantity) => compare_change(name, *quantity, [a, b], [c, d], why),
        });
    }
    Ok(compared.into())
}
