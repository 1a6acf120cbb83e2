//! Game records in the Smart Game Format (Amazons; the format has no number for Domineering).

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed};
use crate::{Answer, Answers, Problem};
use lastmove_amazons::Move;
use lastmove_amazons::sgf::{self, GameRecord, MAX_BYTES, MAX_NODES, Property};
use lastmove_board::{Game, GamePosition, Square};
use lastmove_solver::with_position;
use lastmove_work::Budget;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Display;

#[derive(Deserialize)]
pub(crate) struct Text {
    sgf: String,
}

impl Ask for Text {
    const COST: Cost = Cost::Record;

    type Read = ();

    /// Nothing yet: the record is large, and waits for its turn.
    fn read(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn answer(&self, (): (), _: &Answers, _: &Budget, _: TellEvent<'_>) -> Result<Answer, Problem> {
        let record = GameRecord::read(self.sgf.as_bytes()).map_err(Problem::bad)?;
        let size = record.size();
        let node = |node: &sgf::Node| {
            let mv = node.played().map(|(_, mv)| mv);
            Node {
                parent: node.parent(),
                mv: mv.map(|mv| mv.display(size).to_string()),
                squares: mv.map(|mv| [mv.from, mv.to, mv.arrow]),
                position: node.position().to_diagram(size).to_string(),
                comment: node.text("C"),
                properties: node
                    .properties()
                    .iter()
                    .filter(|p| p.name != "C")
                    .map(More::of)
                    .collect(),
            }
        };
        let root = &record.nodes()[GameRecord::ROOT];
        // Parents come before their children; the first node is the start.
        let nodes: Vec<Node> = record.nodes().iter().map(node).collect();
        Ok(Answer::json(Told {
            game: Game::Amazons,
            board: size.to_string(),
            white: root.text("PW"),
            black: root.text("PB"),
            nodes,
        }))
    }
}

/// A record as the page takes it. Its nodes may be thousands, so that they are no JSON values, which
/// take ten times as much memory.
#[derive(Serialize)]
struct Told {
    game: Game,
    board: String,
    white: Option<String>,
    black: Option<String>,
    nodes: Vec<Node>,
}

#[derive(Serialize)]
struct Node {
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    squares: Option<[Square; 3]>,
    position: String,
    comment: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<More>,
}

/// A property that the page keeps without a meaning for it; the values are as in the file.
#[derive(Serialize, Deserialize)]
struct More {
    name: String,
    values: Vec<String>,
}

impl More {
    fn of(Property { name, values }: &Property) -> Self {
        Self { name: name.clone(), values: values.clone() }
    }

    fn keep(&self, record: &mut GameRecord, node: usize) {
        let Self { name, values } = self;
        record.keep(node, &Property { name: name.clone(), values: values.clone() });
    }
}

#[derive(Deserialize)]
pub(crate) struct Play {
    start: String,
    white: Option<String>,
    black: Option<String>,
    /// as SGF spells it, such as `W+Resign`
    result: Option<String>,
    /// of the day on which it was played
    date: Option<String>,
    /// of the game
    name: Option<String>,
    /// what an opened file had at the start
    #[serde(default)]
    properties: Vec<More>,
    /// the comment of the start
    comment: Option<String>,
    /// node 0 is the start, these are nodes 1 and on
    nodes: Vec<Played>,
}

#[derive(Deserialize)]
struct Played {
    parent: usize,
    squares: [Square; 3],
    comment: Option<String>,
    #[serde(default)]
    properties: Vec<More>,
}

impl Ask for Play {
    const COST: Cost = Cost::Record;

    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        Given { game: Game::Amazons, position: self.start.clone() }.read()
    }

    fn answer(
        &self,
        read: Placed,
        _: &Answers,
        _: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        if self.nodes.len() >= MAX_NODES {
            return Err(Problem::bad(format!("the game has more than {MAX_NODES} nodes")));
        }
        let size = read.diagram.size();
        let start = with_position!(read.start, start => start.diagram(size));
        let mut record = GameRecord::new(&start).map_err(Problem::bad)?;
        for more in &self.properties {
            more.keep(&mut record, GameRecord::ROOT);
        }
        record.set_text(GameRecord::ROOT, "AP", concat!("Lastmove:", env!("CARGO_PKG_VERSION")));
        let texts = [
            ("GN", &self.name),
            ("DT", &self.date),
            ("PW", &self.white),
            ("PB", &self.black),
            ("RE", &self.result),
            ("C", &self.comment),
        ];
        for (name, text) in texts {
            if let Some(text) = text.as_ref().filter(|text| !text.is_empty()) {
                record.set_text(GameRecord::ROOT, name, text);
            }
        }
        for (i, played) in self.nodes.iter().enumerate() {
            let place = |problem: &dyn Display| Problem::bad(format!("node {}: {problem}", i + 1));
            let [from, to, arrow] = played.squares;
            if played.parent > i {
                return Err(place(&"its parent does not come before it"));
            }
            if played.squares.iter().any(|&square| usize::from(square) >= size.squares()) {
                return Err(place(&"a square is not on the board"));
            }
            let mv = Move { from, to, arrow };
            let node = record.add_move(played.parent, mv).map_err(|e| place(&e))?;
            for more in &played.properties {
                more.keep(&mut record, node);
            }
            if let Some(comment) = played.comment.as_ref().filter(|text| !text.is_empty()) {
                record.set_comment(node, comment);
            }
        }
        let sgf = record.to_string();
        if sgf.len() > MAX_BYTES {
            return Err(Problem::bad("the record is longer than SGF files may be"));
        }
        Ok(Answer::json(json!({ "sgf": sgf })))
    }
}
