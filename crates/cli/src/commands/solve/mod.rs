//! `lastmove solve`: who wins, and by which moves.

mod cgt;
mod checkpoint;
mod record;
mod text;
mod units;

use super::evaluate::MOST_LOCAL;
use crate::flags::{self, DatabaseFlags, LimitFlags, SearchFlags};
use crate::{Failure, Session, batch, boards, games, output};
use checkpoint::CheckpointFlags;
use lastmove_amazons::parse_move;
use lastmove_board::{Game, Size};
use lastmove_endgame::{Choice, Databases};
use lastmove_report::solve::{
    Certificate, CertificateFile, CheckpointFile, FileError, Question, SearchHooks, SearchProgress,
    SearchRecord, SearchResources, SolveError, Solved,
};
use lastmove_solver::domineering::RegionValues;
use lastmove_work::{Budget, Stage, cache_root, human};
use record::RecordFlags;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use units::UnitFlags;

const EXAMPLES: &str = "\
Examples:
  lastmove solve amazons 4x4
  lastmove solve amazons \"1q2/4/4/2Q1 w\" --moves --json
  lastmove solve amazons 4x4 --first-move b1-b2/b1 --databases none
  lastmove solve amazons 4x4 --algorithm alphabeta
  lastmove show amazons 4x4 --moves \"b1-b3/c2 a3-b2/b1\" --write-sgf game.sgf --quiet
  lastmove solve amazons game.sgf --ply 1
  lastmove solve amazons 4x4 --local-search 4 --databases none
  lastmove solve amazons 4x4 --proof 4x4.proof
  lastmove solve amazons 4x4 --checkpoint 4x4.checkpoint
  lastmove solve amazons --resume 4x4.checkpoint
  lastmove solve amazons 4x4 --assume black --split 2 --units 4x4.units
  lastmove solve --units 4x4.units --proof 4x4.parts
  lastmove solve --units 4x4.units --merge --proof 4x4.joined
  lastmove solve domineering 6x6
  lastmove solve domineering \"3*/4/4 h\" --moves --json
  lastmove solve domineering 4x5 --proof 4x5.proof
  lastmove solve domineering 8x8 --record 8x8.record
  printf 'q1Q w\\nq2/3/2Q b\\n' | lastmove solve amazons --batch -
  lastmove solve cgt \"[domineering 3x4] + {2|0}\" --first left

A batch has one board or position on each line; the answer is one JSON object for each.

Limits apply to the whole command: to all moves of --moves, to the certificate, and to all lines of
a batch together. With --units they apply to each unit. --memory bounds everything but database
files; a value that is too small for the threads is refused with the number needed.

A checkpoint holds what the search has found. After Ctrl-C, a limit or a kill, --resume continues
the search from there and keeps the file up to date. A record (Domineering) is a much smaller file, of
text: the same command continues from it, on any machine.";

/// Which search to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// depth-first proof-number search (the default)
    Dfpn,
    /// alpha-beta with two values, on one thread
    Alphabeta,
}

#[derive(Debug, clap::Subcommand)]
enum Of {
    /// Tell who wins a sum of positions and values
    Cgt(cgt::Args),
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    of: Option<Of>,
    /// Which game
    #[arg(required_unless_present = "units", value_parser = flags::game())]
    game: Option<Game>,
    /// A board such as 4x5, a position such as "1q2/4/4/2Q1 w", or a file with a game, of which the last
    /// position is solved
    #[arg(value_name = "BOARD|FILE", required_unless_present_any = ["batch", "resume", "units"])]
    board: Option<String>,
    /// Solve the position after this many moves of the game
    #[arg(long, value_name = "N", conflicts_with = "batch")]
    ply: Option<usize>,
    /// Solve every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// Write a certificate that `lastmove verify` can check
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    proof: Option<PathBuf>,
    /// Find the result of every move
    #[arg(long)]
    moves: bool,
    /// Play this move first and solve what follows (Amazons)
    #[arg(long, value_name = "MOVE")]
    first_move: Option<String>,
    /// How to search (Amazons)
    #[arg(long, value_enum)]
    algorithm: Option<Algorithm>,
    /// Also print statistics of the search (Amazons)
    #[arg(long)]
    stats: bool,
    /// Play out zones of up to N empty squares that are in no database: fewer nodes, more time
    /// (Amazons)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_LOCAL))]
    local_search: Option<u32>,
    #[command(flatten)]
    checkpoint: CheckpointFlags,
    #[command(flatten)]
    record: RecordFlags,
    #[command(flatten)]
    units: UnitFlags,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

/// The file of region values, in the cache folder.
const REGIONS: &str = "domineering-regions";
/// A file is written only for at least this many values of regions.
const WORTH_KEEPING: usize = 1000;

impl Args {
    /// The game of the arguments; flags of the other game are refused.
    fn game(&self) -> Result<Game, Failure> {
        let missing = || Failure::input_line("name the game: amazons or domineering");
        let game = self.game.ok_or_else(missing)?;
        let unknown = [
            ("--first-move", self.first_move.is_some()),
            ("--algorithm", self.algorithm.is_some()),
            ("--stats", self.stats),
            ("--local-search", self.local_search.is_some()),
        ];
        match unknown.into_iter().find(|&(_, given)| given && game == Game::Domineering) {
            Some((flag, _)) => {
                Err(Failure::input(flag, "is for Amazons; Domineering does not know it"))
            }
            None => Ok(game),
        }
    }

    fn depth_first(&self) -> bool {
        self.algorithm == Some(Algorithm::Alphabeta)
    }

    /// The solver that all positions of the command share.
    fn desk(&self, session: &Session, game: Game, memory: u64) -> Result<SearchResources, Failure> {
        let threads = if self.depth_first() { 1 } else { self.search.threads() };
        let shares = flags::shares(memory, threads, self.proof.is_some())?;
        if game == Game::Amazons {
            let desk = SearchResources::new(Arc::new(self.databases.open(session)?), shares);
            return Ok(desk.with_local_search(self.local_search.unwrap_or(0)));
        }
        let desk = SearchResources::new(Arc::new(Databases::none()), shares);
        match self.regions_file().filter(|file| file.exists()).map(RegionValues::read) {
            Some(Ok(values)) => Ok(desk.with_regions(values)),
            Some(Err(error)) => {
                flags::warn(format!("{error}; it is not used and will be replaced"));
                Ok(desk)
            }
            None => Ok(desk),
        }
    }

    /// The file of the values of regions.
    fn regions_file(&self) -> Option<PathBuf> {
        let none = self.databases.choice() == Choice::None;
        if none { None } else { cache_root().map(|root| root.join(REGIONS)) }
    }

    /// Saves the values of regions for later runs. Since this only saves time, a folder that cannot
    /// be written is no failure.
    fn keep_regions(&self, desk: &SearchResources) {
        let Some(file) = self.regions_file() else { return };
        if desk.regions().values().learned() >= WORTH_KEEPING {
            let folder = file.parent().map(std::fs::create_dir_all);
            if matches!(folder, Some(Ok(()))) {
                let _ = desk.regions().values().write(&file);
            }
        }
    }

    /// The question about a position.
    fn question(&self, game: Game, text: &str) -> Result<Question, Failure> {
        let is_game = self.batch.is_none() && games::is_file(game, text);
        if let Some(ply) = self.ply.filter(|_| !is_game) {
            let problem = "only a file with a game has moves, such as game.sgf";
            return Err(Failure::input(format!("--ply {ply}"), problem));
        }
        let mut diagram = match is_game {
            true => games::position(game, Path::new(text), self.ply)?,
            false => boards::read(game, text)?,
        };
        if let Some(text) = &self.first_move {
            diagram = boards::first_move(&diagram, text)?.1;
        }
        Ok(Question {
            moves: self.moves,
            depth_first: self.depth_first(),
            stats: self.stats,
            ..Question::new(game, diagram)
        })
    }

    /// The first move in our notation.
    fn first_move_name(&self, size: Size) -> Option<String> {
        let mv = parse_move(size, self.first_move.as_deref()?).ok()?;
        Some(mv.display(size).to_string())
    }
}

/// Solves and prints.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(Of::Cgt(args)) = &args.of {
        return cgt::run(args, session);
    }
    if args.units.is_asked() {
        return units::run(args, session);
    }
    let game = args.game()?;
    let budget = session.budget(args.limits.limits());
    if let Some(path) = &args.batch {
        let desk = args.desk(session, game, args.search.memory())?;
        let answered = batch::run(path, |line| {
            let question = args.question(game, line)?;
            let run =
                Run { args, session, desk: &desk, budget: &budget, keeper: None, record: None };
            run.solve(&question, None)
        });
        if game == Game::Domineering {
            args.keep_regions(&desk);
        }
        return answered;
    }
    let (keeper, question) = args.checkpoint.begin(args, game)?;
    if args.depth_first() && keeper.is_some() {
        let problem = "has no checkpoints; use dfpn";
        return Err(Failure::input("--algorithm alphabeta", problem));
    }
    let record = args.record.open(game, &question)?;
    let memory = keeper.as_ref().map_or(args.search.memory(), CheckpointFile::memory);
    // Output files are created before the search begins.
    let file = args.proof.as_deref().map(|path| match &keeper {
        Some(keeper) => CertificateFile::open_kept(path, keeper.is_resumed()),
        None => CertificateFile::open(path),
    });
    let file = file.transpose().map_err(|error| failed_file(&error))?;
    let desk = args.desk(session, game, memory)?;
    if let Some(keeper) = &keeper {
        session.keeps(keeper.path());
    }
    if let Some(record) = &record {
        session.keeps(record.path());
    }
    let (keeper, record) = (keeper.as_ref(), record.as_ref());
    let run = Run { args, session, desk: &desk, budget: &budget, keeper, record };
    let solved = run.solve(&question, file);
    if game == Game::Domineering {
        args.keep_regions(&desk);
    }
    let solved = solved?;
    let failure = record.and_then(|record| Some((record.path(), record.failure()?)));
    let Some((path, error)) = failure else {
        return output::answer(session, &solved, text::solved(&solved));
    };
    // Print the answer even if its record cannot be written.
    if !session.json {
        output::print(&text::solved(&solved).to_string())?;
    }
    let failure = anyhow::anyhow!("--record {}: not whole: {error}", path.display());
    Err(Failure::from(failure).with_partial(&solved))
}

/// A certificate that may have more positions than this is announced.
const MANY_POSITIONS: f64 = 1e6;

/// One run of the command.
struct Run<'r> {
    args: &'r Args,
    session: &'r Session,
    desk: &'r SearchResources,
    budget: &'r Budget,
    keeper: Option<&'r CheckpointFile>,
    record: Option<&'r SearchRecord>,
}

impl Run<'_> {
    fn solve(&self, question: &Question, file: Option<CertificateFile>) -> Result<Solved, Failure> {
        let Self { args, session, desk, budget, .. } = *self;
        let stage = Stage::new(&*session.progress, "solving", None);
        let earlier = self.record.map_or(0, SearchRecord::nodes);
        let mut look = |progress: &SearchProgress| {
            stage.message(text::running(question.game, progress, budget.seconds(), earlier));
            stage.advance(progress.nodes.saturating_sub(stage.done()));
        };
        let beside = SearchHooks { look: &mut look, keeper: self.keeper, record: self.record };
        let mut solved = match desk.solve(question, budget, beside) {
            Ok(solved) => solved,
            Err(SolveError::Board(error)) => return Err(error.into()),
            Err(SolveError::Checkpoint(error)) => return Err(Failure::input("--resume", error)),
            Err(SolveError::Fault(fault)) => return Err(anyhow::anyhow!(fault).into()),
            Err(SolveError::Stopped(stopped, partial)) => {
                let nodes = human::count(stopped.counters.nodes.max(budget.nodes()));
                let note = format!("{nodes} nodes searched; {}", self.how_to_go_on());
                return Err(Failure::stopped(stopped.why, note).with_partial(&*partial));
            }
        };
        drop(stage);
        solved.first_move = args.first_move_name(question.diagram.size());
        let Some(mut file) = file else { return Ok(solved) };
        session.knows(&solved, text::solved(&solved));
        let proof = desk.proof(&solved).keeping(self.keeper);
        if let Some(estimate) = proof.estimate().filter(|sum| sum.positions() > MANY_POSITIONS) {
            eprintln!("lastmove: warning: {}", text::large_sum(&estimate));
        }
        let error = match file.write(&proof, budget, &*session.progress) {
            Ok(certificate) => {
                solved.certificate = Some(certificate);
                solved.proof = args.proof.as_ref().map(|path| path.display().to_string());
                return Ok(solved);
            }
            Err(error) => error,
        };
        solved.certificate = Some(Certificate::failed(&error));
        // Print the answer even if its certificate cannot be written.
        if !session.json {
            output::print(&text::solved(&solved).to_string())?;
        }
        let failure = match budget.check() {
            Err(stop) if error.is_stopped() => {
                let note = format!("the certificate is not whole; {}", self.how_to_go_on());
                Failure::stopped(stop, note)
            }
            _ => failed_file(&error),
        };
        Err(failure.with_partial(&solved))
    }

    /// How to continue after a limit or Ctrl-C.
    fn how_to_go_on(&self) -> String {
        let proof = |path: &Path| format!(" --proof {}", path.display());
        match self.keeper {
            Some(keeper) if !keeper.path().exists() => {
                "no checkpoint could be written: make room, or name another place, and begin again"
                    .to_owned()
            }
            Some(keeper) => format!(
                "go on with `lastmove solve {} --resume {}{}`",
                keeper.game().name(),
                keeper.path().display(),
                self.args.proof.as_deref().map(proof).unwrap_or_default()
            ),
            None if self.record.is_some_and(|record| record.failure().is_some()) => {
                "the record is not whole: make room and go on with the same command".to_owned()
            }
            None if self.record.is_some() => "go on with the same command".to_owned(),
            None if self.args.depth_first() => "run it again with more".to_owned(),
            None if self.args.batch.is_some() => "the limits are for all lines together".to_owned(),
            None => "a search begins anew: run it with more, or with --checkpoint FILE and later \
                     --resume FILE"
                .to_owned(),
        }
    }
}

/// A certificate that cannot be written.
fn failed_file(error: &FileError) -> Failure {
    anyhow::anyhow!("--proof {error}").into()
}
