//! The arguments of `lastmove match`.

use crate::engines::{MoveFlags, SharedFlags};
use crate::{Failure, flags};
use lastmove_arena::matches::{Adjudication, Contestant, MatchTerms, OpeningSuite, Openings};
use lastmove_board::Game;
use lastmove_player::{MoveLimits, Playable};
use lastmove_work::file::read_regular;
use lastmove_work::human;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lastmove match strong strong:level=3 --board 6x6 --games 4 --nodes 30
  lastmove match strong \"gtp:lastmove gtp --level 2\" --board 5x5 --games 2 --time-per-move 100ms
  lastmove match strong \"uci:lastmove uci\" --board 5x6 --games 2 --nodes 20 --json
  lastmove match strong strong:mix=0.2 --board 6x6 --openings balanced --nodes 9 --sprt 0 200
  lastmove match strong strong:level=1 --board 4x5 --games 2 --nodes 9 --resume d.jsonl --sgf games
  lastmove match strong strong:level=4 strong:level=1 --board 5x5 --games 2 --nodes 20
  lastmove match strong strong:level=2 --game domineering --board 6x6 --games 2 --nodes 200
  lastmove match strong strong:share=0.5 --board 5x5 --games 2 --time-per-move 30ms --count cpu

Games come in pairs: the same opening, with colours exchanged. Without --time-per-move, --nodes,
--depth or --clock a move takes 1 second. A game ends when its result is proved; an engine that
crashes, makes an illegal move or exceeds its time loses it. Of three or more contestants everybody
meets everybody, and --games counts the games of each pairing.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Two or more: a player such as strong or strong:level=3, or gtp:COMMAND or uci:COMMAND for
    /// another program
    #[arg(required = true, num_args = 2.., value_name = "CONTESTANT")]
    pub(super) contestants: Vec<Contestant>,
    /// Which game
    #[arg(long, default_value = "amazons", value_parser = flags::game())]
    pub(super) game: Game,
    /// A size such as 10x10, or a position [default: 10x10, in Domineering 8x8]
    #[arg(long)]
    pub(super) board: Option<String>,
    /// The largest number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: u32,
    /// Random moves before the engines begin
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening_plies: u16,
    /// Openings from a file (see `lastmove openings`), or balanced for those that come with the
    /// program (Amazons on 6x6, 8x8 and 10x10)
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    openings: Option<PathBuf>,
    /// The first contestant meets all others, who do not meet each other
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: u16,
    /// Stop as soon as the sequential test accepts one of two Elo differences (errors of 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(super) sprt: Option<Vec<f64>>,
    /// Store the results in this file; games that are in it are not played again
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Write every game into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) sgf: Option<PathBuf>,
    /// Play until it is certain how many moves the winner has left (default in tournaments of more
    /// than two)
    #[arg(long)]
    scores: bool,
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
    pub(super) shared: SharedFlags,
}

/// The default time for a move.
const USUAL: Duration = Duration::from_secs(1);

impl Args {
    pub(super) fn terms(&self) -> MatchTerms {
        let mut limits = self.limits.limits();
        if limits == MoveLimits::default() && self.clock.is_none() {
            limits.time = Some(USUAL);
        }
        MatchTerms {
            limits,
            clock: self.clock.map(|main| (main, self.increment.unwrap_or_default())),
            margin: self.time_margin,
            count: self.limits.count(),
            adjudicate: if self.play_on {
                Adjudication::Never
            } else if self.scores || self.contestants.len() > 2 {
                Adjudication::Score
            } else {
                Adjudication::Winner
            },
            ..MatchTerms::default()
        }
    }

    /// The openings of the games.
    pub(super) fn openings<P: Playable>(&self) -> Result<Openings<P>, Failure> {
        let Some(path) = &self.openings else {
            return Ok(Openings::Random(usize::from(self.opening_plies)));
        };
        if P::GAME == Game::Amazons && path.as_os_str() == "balanced" {
            return self.balanced();
        }
        let bad = |problem: String| Failure::input(path.display(), problem);
        let text = read_regular(path).map_err(|e| Failure::input_line(e.to_string()))?;
        let suite =
            OpeningSuite::read(&String::from_utf8_lossy(&text)).map_err(|e| bad(e.to_string()))?;
        Ok(Openings::Suite(Arc::new(suite)))
    }

    /// The openings that come with the program.
    fn balanced<P: Playable>(&self) -> Result<Openings<P>, Failure> {
        let board = self.board.as_deref().unwrap_or(P::GAME.default_board());
        let suite = OpeningSuite::shipped(board).ok_or_else(|| {
            let boards: Vec<&str> = OpeningSuite::<P>::boards().collect();
            let problem = format!(
                "there are balanced openings for {} only; make others with lastmove openings",
                boards.join(", ")
            );
            Failure::input("--openings balanced", problem)
        })?;
        Ok(Openings::Suite(Arc::new(suite)))
    }

    /// The name of the openings in a file of results.
    pub(super) fn openings_name(&self) -> String {
        let random = || format!("random {}", self.opening_plies);
        self.openings.as_ref().map_or_else(random, |path| path.display().to_string())
    }
}
