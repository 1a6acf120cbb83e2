//! `lastmove match`: two engines, a referee, and what the result means.

mod file;
mod summary;
mod table;

use crate::engines::{MoveFlags, SharedFlags};
use crate::{Failure, Session, boards, output};
use file::Results;
use lastmove_player::MoveLimits;
use lastmove_player::matches::{Contestant, Match, Played, Sprt, Terms};
use lastmove_report::Game;
use lastmove_work::{Stop, human};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use summary::Summary;
use table::Table;

const EXAMPLES: &str = "\
Examples:
  lastmove match strong strong:level=3 --board 6x6 --games 4 --nodes 30
  lastmove match strong \"gtp:lastmove gtp --level 2\" --board 5x5 --games 2 --time-per-move 100ms
  lastmove match strong \"uci:lastmove uci\" --board 5x6 --games 2 --nodes 20 --json
  lastmove match strong strong:mix=0.2 --board 5x5 --games 8 --nodes 20 --sprt 0 80
  lastmove match strong strong:level=1 --board 4x5 --games 2 --nodes 9 --resume d.jsonl --sgf games

Games come in pairs: the same random opening, with colours exchanged. Without --time-per-move,
--nodes, --depth or --clock a move takes 1 second. A game ends when its result is proved; an engine
that crashes, makes an illegal move or exceeds its time loses it.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A player such as strong or strong:level=3, or gtp:COMMAND or uci:COMMAND for another program
    first: Contestant,
    /// Its opponent
    second: Contestant,
    /// A size such as 10x10, or a position
    #[arg(long, default_value = "10x10")]
    board: String,
    /// The largest number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random moves before the engines begin
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening_plies: u16,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Stop as soon as the sequential test accepts one of two Elo differences (errors of 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Keep the results in this file; games that are in it are not played again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write every game into this folder
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    /// Play to the last move, even if the result is proved before
    #[arg(long)]
    play_on: bool,
    /// Time for a whole game on each clock, such as 60s
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, help_heading = "Limits of each move")]
    clock: Option<Duration>,
    /// Time added to a clock after every move
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, requires = "clock",
        help_heading = "Limits of each move")]
    increment: Option<Duration>,
    /// An engine that exceeds its time by more than this loses the game
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, default_value = "50ms",
        help_heading = "Limits of each move")]
    time_margin: Duration,
    #[command(flatten)]
    limits: MoveFlags,
    #[command(flatten)]
    shared: SharedFlags,
}

/// The time for a move where nothing was said.
const USUAL: Duration = Duration::from_secs(1);

impl Args {
    fn terms(&self) -> Terms {
        let mut limits = self.limits.limits();
        if limits == MoveLimits::default() && self.clock.is_none() {
            limits.time = Some(USUAL);
        }
        Terms {
            limits,
            clock: self.clock.map(|main| (main, self.increment.unwrap_or_default())),
            margin: self.time_margin,
            adjudicate: !self.play_on,
            ..Terms::default()
        }
    }
}

/// Plays the match.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let board = boards::read(Game::Amazons, &args.board)?;
    boards::amazons::<u128>(&board)?;
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt::new(elo0, elo1)),
        Some(_) => return Err(Failure::input("--sprt", "expected two numbers, the smaller first")),
        None => None,
    };
    let duel = Match {
        contestants: [args.first.clone(), args.second.clone()],
        options: args.shared.options(session)?,
        board,
        games: args.games as usize,
        opening: usize::from(args.opening_plies),
        seed: args.shared.seed,
        concurrency: usize::from(args.concurrency),
        terms: args.terms(),
        sprt,
    };
    if let Some(folder) = &args.sgf {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::input(folder.display(), format!("cannot be made: {e}")))?;
    }
    let (results, done) = Results::open(args.resume.as_deref(), &duel)?;
    let started = Instant::now();
    let table = Table::new(&duel, session);
    let trouble: Mutex<Option<Failure>> = Mutex::new(None);
    let report = |played: &[Played]| {
        let Some(last) = played.last() else { return };
        let kept = results.add(last).and_then(|()| match &args.sgf {
            Some(folder) => file::write_sgf(folder, &duel, last),
            None => Ok(()),
        });
        if let Err(failure) = kept {
            session.cancel.cancel();
            *trouble.lock().unwrap_or_else(|e| e.into_inner()) = Some(failure);
        }
        table.show(played);
    };
    let played = duel.run(&done, &session.cancel, &report).map_err(anyhow::Error::from)?;
    if let Some(failure) = trouble.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(failure);
    }
    let summary = Summary::new(&duel, &played, started.elapsed());
    if session.cancel.is_cancelled() {
        let note = match &args.resume {
            Some(path) => format!(
                "{} games are in {}; run the same command again to go on",
                played.len(),
                path.display()
            ),
            None => format!("{} games were played; --resume FILE would keep them", played.len()),
        };
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&summary.fields));
    }
    output::answer(session, &summary.fields, summary.text)
}
