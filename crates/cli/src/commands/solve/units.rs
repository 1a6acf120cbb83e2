//! `--split`, `--units` and `--merge`: a large search as many small ones.

use super::{Args, text};
use crate::flags::assumed_side;
use crate::{Failure, Session, boards, output};
use lastmove_report::units::{Head, Units, UnitsError, merge, split, work};
use lastmove_work::{Limits, Stop};
use std::path::PathBuf;

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct UnitFlags {
    /// Build a tentative proof tree of N moves, and write its leaves as work units to --units
    #[arg(long, value_name = "N", requires = "units",
        value_parser = clap::value_parser!(u8).range(1..=12))]
    split: Option<u8>,
    /// Solve the units of a file (JSON lines). Results go to FILE.done; a run can be stopped and
    /// started again at any time. Limits apply to each unit, and --proof names a folder for the
    /// certificates of the units
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "moves",
        "checkpoint", "resume", "algorithm", "stats"])]
    units: Option<PathBuf>,
    /// Join the results of --units, and check the certificates that they name. Where a unit
    /// refuted the assumption, new units take its place. --proof joins the certificates too
    #[arg(long, requires = "units", conflicts_with = "split")]
    merge: bool,
    /// The side that is assumed to win [default: the side to move]
    #[arg(long, value_name = "SIDE", requires = "split")]
    assume: Option<String>,
}

impl UnitFlags {
    /// Whether the arguments ask for work on units.
    pub(super) fn is_asked(&self) -> bool {
        self.units.is_some()
    }
}

/// Splits a search, solves units, or joins their results.
pub(super) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let Some(path) = &args.units.units else { return Ok(()) };
    let progress = &*session.progress;
    if let Some(plies) = args.units.split {
        let game = args.game()?;
        if args.proof.is_some() {
            return Err(Failure::input("--proof", "units have none yet; give it with --merge"));
        }
        let diagram = boards::read(game, args.board.as_deref().unwrap_or_default())?;
        let assumed = args.units.assume.as_deref();
        let assumed = assumed.map(|text| assumed_side(game, text)).transpose()?;
        let desk = args.desk(session, game, args.search.memory())?;
        let mut head = Head::new(&desk, game, &diagram, assumed, plies.into())?;
        if let Some(text) = &args.first_move {
            head = head.with_first_move(boards::first_move(&diagram, text)?.0)?;
        }
        let budget = session.budget(args.limits.limits());
        let units = split(&desk, path, head, &budget, progress)?;
        return output::answer(session, &units, text::merged(&units));
    }
    if args.first_move.is_some() {
        return Err(Failure::input("--first-move", "is given with --split; the units keep it"));
    }
    if let Some(board) = &args.board {
        let problem = "the board comes with the units; leave it out";
        return Err(Failure::input(format!("board \"{board}\""), problem));
    }
    let units = Units::read(path)?;
    if args.game.is_some_and(|game| game != units.head.game) {
        let problem = format!("its units are of {}", units.head.game);
        return Err(Failure::input(path.display(), problem));
    }
    let desk = args.desk(session, units.head.game, args.search.memory())?;
    let limits = args.limits.limits();
    let proof = args.proof.as_deref();
    if args.units.merge {
        let budget = session.budget(limits);
        let merged = merge(&desk, units, proof, &budget, progress)?;
        output::answer(session, &merged, text::merged(&merged))?;
        if !session.json && merged.winner.is_none() {
            output::print(&format!("go on with `lastmove solve --units {}`\n", path.display()))?;
        }
        return Ok(());
    }
    let free = session.budget(Limits::default());
    let worked = work(&desk, path, proof, limits, &free, progress)?;
    let failure = match worked.stop {
        None => return output::answer(session, &worked, text::worked(&worked)),
        Some(Stop::Cancelled) => {
            let how = format!("go on with `lastmove solve --units {}`", path.display());
            let note = format!("{} of {} units are done; {how}", worked.done, worked.units);
            Failure::stopped(Stop::Cancelled, note)
        }
        Some(_) => {
            if !session.json {
                output::print(&text::worked(&worked).to_string())?;
            }
            Failure::limit(format!(
                "{} of {} units reached the limit and stay open; run them again with more",
                worked.open, worked.units
            ))
        }
    };
    Err(failure.with_partial(&worked))
}

impl From<UnitsError> for Failure {
    fn from(error: UnitsError) -> Self {
        match error {
            UnitsError::Input(line) => Self::input_line(line),
            UnitsError::Board(error) => error.into(),
            UnitsError::Stopped(stop) => Self::stopped(stop, "run the same command again"),
            error => anyhow::Error::from(error).into(),
        }
    }
}
