//! `lastmove perft`: counts the leaves of the game tree.

use crate::flags::{self, LimitFlags};
use crate::{Failure, Session, boards, output};
use lastmove_board::{Diagram, Game, GamePosition, Geometry, try_perft, with_bits};
use lastmove_solver::with_game;
use lastmove_work::{Budget, Progress, Stage, Stop, human};
use schemars::JsonSchema;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  lastmove perft amazons 5x6 2
  lastmove perft amazons \"1q1q1/5/5/5/1Q1Q1 w\" 2 --json
  lastmove perft domineering 4x5 3 --divide
  lastmove perft domineering \"2*1/4/4 h\" 4";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A board such as 5x6, or a position such as "1q2/4/4/2Q1 w"
    board: String,
    /// The length of the move sequences
    #[arg(value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    /// Also count the sequences that begin with each move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    limits: LimitFlags,
}

/// The count.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Leaves {
    game: Game,
    board: String,
    position: String,
    depth: u32,
    /// move sequences of this length
    nodes: u64,
    seconds: f64,
    /// the same for each first move, with `--divide`
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<LeavesAfter>>,
}

/// Move sequences that begin with a move.
#[derive(Serialize, JsonSchema)]
struct LeavesAfter {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

fn depth(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "expected a number of moves such as 3")
}

/// Counts, and prints the count.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let &Args { game, depth, .. } = args;
    let diagram = boards::read(game, &args.board)?;
    let budget = session.budget(args.limits.limits());
    let progress = &*session.progress;
    let counting = Counting { game, diagram: &diagram, depth, budget: &budget, progress };
    let (diagram, parts) = counting.run()?;
    let (board, nodes, seconds) = (game.board_name(&diagram), budget.nodes(), budget.seconds());
    let position = diagram.to_string();
    let mut fields = Leaves { game, board, position, depth, nodes, seconds, divide: None };
    let leaves = human::count(nodes);
    let parts = parts.map_err(|stop| {
        let note = format!("{leaves} leaves counted; a count cannot be resumed, run it again");
        Failure::stopped(stop, note).with_partial(&fields)
    })?;
    let mut text = String::new();
    if args.divide {
        let part = |(mv, nodes): &(String, u64)| LeavesAfter { mv: mv.clone(), nodes: *nodes };
        fields.divide = Some(parts.iter().map(part).collect());
        let line = |(mv, nodes): &_| format!("{mv:12} {:>16}\n", human::count(*nodes));
        text = parts.iter().map(line).collect();
    }
    text += &format!("{game} {}, depth {depth}: {leaves} leaves\n", fields.board);
    let (time, rate) = (human::seconds(seconds), human::rate(nodes, seconds));
    output::answer(session, &fields, format!("{text}{time}, {rate} leaves a second\n"))
}

/// A count below each first move.
pub(crate) struct Counting<'a> {
    pub(crate) game: Game,
    pub(crate) diagram: &'a Diagram,
    pub(crate) depth: u32,
    pub(crate) budget: &'a Budget,
    pub(crate) progress: &'a dyn Progress,
}

/// The position that was counted, with its side to move, and the leaves after each first move.
type Counted = (Diagram, Result<Vec<(String, u64)>, Stop>);

/// Leaves between two reports of progress.
const SAY_AFTER: u64 = 1 << 24;

impl Counting<'_> {
    /// Counts; fails immediately if the diagram is not a position of the game.
    pub(crate) fn run(&self) -> Result<Counted, Failure> {
        with_bits!(self.diagram.size(), B => with_game!(self.game, B, P => {
            let position = boards::position::<P>(self.diagram)?;
            Ok((position.diagram(self.diagram.size()), self.parts(position)))
        }))
    }

    fn parts<P: GamePosition>(&self, position: P) -> Result<Vec<(String, u64)>, Stop> {
        let mut ticker = self.budget.ticker(1024);
        let Some(below) = self.depth.checked_sub(1) else {
            ticker.tick()?;
            return Ok(Vec::new());
        };
        let geometry = Geometry::<P::Word>::new(self.diagram.size());
        let moves = position.count_moves(&geometry);
        let stage = Stage::new(self.progress, "counting", Some(moves));
        let mut parts = Vec::with_capacity(moves as usize);
        let (mut all, mut said) = (0, 0);
        for mv in position.moves(&geometry) {
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
            let after = position.child(&geometry, mv);
            let nodes = try_perft(&geometry, &after, below, &mut counted)?;
            parts.push((name, nodes));
            stage.advance(1);
        }
        Ok(parts)
    }
}
