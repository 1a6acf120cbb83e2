//! `lastmove perft`: counts the leaves of the game tree.

use crate::boards;
use crate::failure::Failure;
use crate::flags::{Game, LimitFlags};
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_board::{Bits, Diagram, Geometry, MoveTree, try_perft};
use lastmove_work::{Budget, Progress, Stage, Stop, human};
use serde::Serialize;
use std::fmt;

const EXAMPLES: &str = "\
Examples:
  lastmove perft amazons 5x6 2
  lastmove perft amazons \"1q1q1/5/5/5/1Q1Q1 w\" 2 --json
  lastmove perft domineering 4x5 3 --divide
  lastmove perft domineering \"2*1/4/4 h\" 4";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    game: Game,
    /// A board such as 5x6, or a position such as "1q2/4/4/2Q1 w"
    board: String,
    /// The length of the move sequences
    depth: u32,
    /// Also say how many begin with each move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    limits: LimitFlags,
}

#[derive(Serialize)]
struct Count {
    game: Game,
    board: String,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

/// The leaves below one first move.
#[derive(Serialize)]
pub(crate) struct Part {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts, and prints the count.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let diagram = boards::read(args.game, &args.board)?;
    let budget = session.budget(args.limits.limits());
    let counting = Counting {
        game: args.game,
        diagram: &diagram,
        depth: args.depth,
        budget: &budget,
        progress: &*session.progress,
    };
    let (diagram, parts) = counting.run()?;
    let mut count = Count {
        game: args.game,
        board: boards::name(args.game, &diagram),
        position: diagram.to_string(),
        depth: args.depth,
        nodes: budget.nodes(),
        seconds: budget.elapsed().as_secs_f64(),
        divide: None,
    };
    match parts {
        Ok(parts) => {
            count.divide = args.divide.then_some(parts);
            output::answer(session, &count)
        }
        Err(stop) => {
            let counted = human::count(count.nodes);
            let note = format!("{counted} leaves counted; a count cannot be resumed, run it again");
            Err(Failure::stopped(stop, note).with_partial(&count))
        }
    }
}

impl Answer for Count {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.divide.iter().flatten() {
            writeln!(f, "{:12} {:>16}", part.mv, human::count(part.nodes))?;
        }
        let (leaves, seconds) = (human::count(self.nodes), human::seconds(self.seconds));
        writeln!(f, "{} {}, depth {}: {leaves} leaves", self.game, self.board, self.depth)?;
        writeln!(f, "{seconds}, {} leaves a second", human::rate(self.nodes, self.seconds))
    }
}

/// A count below each first move.
pub(crate) struct Counting<'a> {
    pub(crate) game: Game,
    pub(crate) diagram: &'a Diagram,
    pub(crate) depth: u32,
    pub(crate) budget: &'a Budget,
    pub(crate) progress: &'a dyn Progress,
}

/// The position that was counted, with its side to move, and what was found.
type Counted = (Diagram, Result<Vec<Part>, Stop>);

/// Leaves between two looks at the progress.
const SAY_AFTER: u64 = 1 << 24;

impl Counting<'_> {
    /// Counts; fails at once if the diagram is no position of the game.
    pub(crate) fn run(&self) -> Result<Counted, Failure> {
        if self.diagram.size().squares() <= 64 { self.with::<u64>() } else { self.with::<u128>() }
    }

    fn with<B: Bits>(&self) -> Result<Counted, Failure> {
        let size = self.diagram.size();
        Ok(match self.game {
            Game::Amazons => {
                let position = boards::amazons::<B>(self.diagram)?;
                (position.to_diagram(size), self.divide(position))
            }
            Game::Domineering => {
                let position = boards::domineering::<B>(self.diagram)?;
                (position.to_diagram(size), self.divide(position))
            }
        })
    }

    fn divide<B: Bits, P: MoveTree<B>>(&self, position: P) -> Result<Vec<Part>, Stop> {
        let mut ticker = self.budget.ticker();
        let Some(below) = self.depth.checked_sub(1) else {
            ticker.tick()?;
            return Ok(Vec::new());
        };
        let geometry = Geometry::<B>::new(self.diagram.size());
        let moves = position.tree_count(&geometry);
        let stage = Stage::new(self.progress, "counting", Some(moves));
        let mut parts = Vec::with_capacity(moves as usize);
        let (mut all, mut said) = (0, 0);
        for mv in position.tree_moves(&geometry) {
            let name = P::move_name(mv, geometry.size());
            let mut counted = |leaves: u64| {
                all += leaves;
                if all - said >= SAY_AFTER {
                    said = all;
                    stage.message(format!("{name}, {} leaves", human::count(all)));
                    stage.advance(0);
                }
                ticker.add(leaves)
            };
            let after = position.tree_child(&geometry, mv);
            let nodes = try_perft(&geometry, &after, below, &mut counted)?;
            parts.push(Part { mv: name, nodes });
            stage.advance(1);
        }
        Ok(parts)
    }
}
