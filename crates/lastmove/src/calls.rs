//! One call each for the common things.

use lastmove_amazons as amazons;
use lastmove_board::{Game, MoveTree};
use lastmove_domineering as domineering;
use lastmove_endgame::Databases;
use lastmove_player::{Engine, MoveLimits, Options};
use lastmove_proof::{CheckOptions, ClaimError, Expect, Rejection, WriteError};
use lastmove_report::solve::{Beside, Certificate, Desk, Question, SolveError, Solved};
use lastmove_report::{
    AppraiseError, Appraisers, BadBoard, Evaluated, Outliner, ProofWalk, Report, WalkError, read,
};
use lastmove_solver::Shares;
use lastmove_values::AppraisalLimits;
use lastmove_work::{Budget, Cancel};
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::time::Duration;

/// Memory of a search.
const MEMORY: u64 = 1 << 30;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text is no position of the game.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// The position was not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The position was not valued.
    #[error(transparent)]
    Value(#[from] AppraiseError),
    /// The certificate was not written.
    #[error("no certificate: {0}")]
    Certificate(#[from] WriteError),
    /// The certificate proves nothing, or something else.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The certificate cannot be played against.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// What a certificate should prove cannot be read.
    #[error(transparent)]
    Claim(#[from] ClaimError),
}

/// Who wins, and by which moves. Without a side to move a board of Domineering is solved with each
/// player first.
///
/// ```
/// use lastmove::{Game, board::Side};
///
/// let solved = lastmove::solve(Game::Amazons, "q1Q w")?;
/// assert_eq!(solved.winner, Some(Side::White));
///
/// let solved = lastmove::solve(Game::Domineering, "4x4")?;
/// assert_eq!(solved.class().map(|class| class.letter()), Some('1')); // whoever starts wins
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the board cannot be read.
pub fn solve(game: Game, board: &str) -> Result<Solved, Error> {
    let question = Question::new(game, read(game, board)?);
    Ok(desk().solve(&question, &Budget::default(), Beside::new(&mut |_| {}))?)
}

/// Solves a position and writes a certificate of the result, which [`verify`] checks: into a file,
/// or into a `&mut Vec<u8>`.
///
/// ```
/// use std::io::Cursor;
/// use lastmove::Game;
///
/// let mut certificate = Vec::new();
/// lastmove::prove(Game::Amazons, "q2/3/2Q w", &mut certificate)?;
/// let report = lastmove::verify(Cursor::new(&certificate), Some("amazons q2/3/2Q w white"))?;
/// println!("{} positions", report.positions);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the board cannot be read or the certificate cannot be written.
pub fn prove(game: Game, board: &str, out: impl Write + Send) -> Result<Solved, Error> {
    let (desk, question) = (desk(), Question::new(game, read(game, board)?));
    let budget = Budget::default();
    let mut solved = desk.solve(&question, &budget, Beside::new(&mut |_| {}))?;
    let written = desk.proof(&solved).write(out, &budget, |_| Continue(()))?;
    solved.certificate = Some(Certificate::from(&written));
    Ok(solved)
}

/// Checks a certificate, and that it proves what is expected, such as `amazons 4x5 black`. The
/// report says what it proves.
///
/// # Errors
/// If it proves nothing, or something else.
pub fn verify(
    certificate: impl Read + Seek,
    expected: Option<&str>,
) -> Result<lastmove_proof::Report, Error> {
    let expect: Option<Expect> = expected.map(str::parse).transpose()?;
    let options = CheckOptions { memory: MEMORY, threads: threads() };
    Ok(lastmove_proof::verify(certificate, expect.as_ref(), options, |_| Continue(()))?)
}

/// Checks a certificate as [`verify`] does, and keeps the winner's moves: play the losing side against
/// it, and [`ProofWalk::answer`] has the answer without search.
///
/// ```
/// use std::io::Cursor;
/// use lastmove::Game;
///
/// let mut certificate = Vec::new();
/// lastmove::prove(Game::Amazons, "q2/3/2Q w", &mut certificate)?;
/// let walk = lastmove::walk(Cursor::new(&certificate), None)?;
/// let answer = walk.answer(walk.start()).unwrap();
/// println!("{} plays {}", walk.claim().winner().capital(), answer.mv);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If it proves nothing, or something else, or is of a version without answers.
pub fn walk(certificate: impl Read + Seek, expected: Option<&str>) -> Result<ProofWalk, Error> {
    let expect: Option<Expect> = expected.map(str::parse).transpose()?;
    let options = CheckOptions { memory: MEMORY, threads: threads() };
    Ok(ProofWalk::open(certificate, expect.as_ref(), options, |_| Continue(()))?)
}

/// The value of a position: canonical form, mean, temperature, thermograph, outcome. Positions
/// joined by `+` are a sum. Whose move it is does not matter. Where the form is too large, the
/// solver still says who wins, and between which integers the value lies.
///
/// ```
/// use lastmove::{Game, values::Dyadic};
///
/// let value = lastmove::value(Game::Domineering, "2x2")?;
/// assert_eq!(value.canonical.as_deref(), Some("±1"));
/// assert_eq!(value.temperature, Some(Dyadic::ONE));
///
/// let sum = lastmove::value(Game::Domineering, "2x2 + 2x2")?;
/// assert_eq!(sum.canonical.as_deref(), Some("0"));
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If a position cannot be read.
pub fn value(game: Game, positions: &str) -> Result<Report, Error> {
    let diagrams: Vec<_> =
        positions.split('+').map(|part| read(game, part.trim())).collect::<Result<_, _>>()?;
    let appraised = Appraisers::new(game, AppraisalLimits::default()).appraise(&diagrams)?;
    let mut report = Report::from(&appraised.whole);
    if report.outcome.is_none() {
        report.add_outline(Outliner::new(game).outline(&diagrams, &Budget::default())?);
    }
    Ok(report)
}

/// What a position of Amazons is worth without search, area by area; positive numbers are good for
/// Black.
///
/// ```
/// let evaluated = lastmove::evaluate("q1*1Q w")?;
/// assert_eq!(evaluated.areas.len(), 2);
/// assert_eq!(evaluated.bounds.to_string(), "[0, 0]");
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the position cannot be read.
pub fn evaluate(position: &str) -> Result<Evaluated, Error> {
    Ok(lastmove_report::evaluate(&read(Game::Amazons, position)?, &Databases::none(), 0)?)
}

/// The move that the player chooses after so much time; `None` if there is none, and the game is
/// over. A player that keeps what it knows from move to move is [`Engine`].
///
/// ```
/// use lastmove::Game;
/// use std::time::Duration;
///
/// let time = Duration::from_millis(50);
/// assert!(lastmove::best_move(Game::Amazons, "5x5", time)?.is_some());
/// assert_eq!(lastmove::best_move(Game::Domineering, "3 v", time)?, None);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the position cannot be read.
pub fn best_move(game: Game, position: &str, time: Duration) -> Result<Option<String>, Error> {
    let diagram = read(game, position)?;
    let (size, side) = (diagram.size(), diagram.side().unwrap_or(game.first_side()));
    let diagram = diagram.with_side(Some(side));
    let options = Options { threads: threads(), ..Options::default() };
    let limits = MoveLimits { time: Some(time), ..MoveLimits::default() };
    let cancel = Cancel::new();
    Ok(match game {
        Game::Amazons => {
            let start = amazons::Position::<u128>::from_diagram(&diagram)
                .map_err(|error| BadBoard::new(position, error))?;
            let mut engine = Engine::new(options);
            engine.set_position(size, &start);
            let best = engine.think(&limits, &cancel, &mut |_| {}).best;
            best.map(|mv| amazons::Position::<u128>::move_name(mv, size))
        }
        Game::Domineering => {
            let start = domineering::Position::<u128>::from_diagram(&diagram)
                .map_err(|error| BadBoard::new(position, error))?;
            let mut engine = Engine::new(options);
            engine.set_position(size, &start);
            let best = engine.think(&limits, &cancel, &mut |_| {}).best;
            best.map(|mv| domineering::Position::<u128>::move_name(mv, size))
        }
    })
}

fn desk() -> Desk {
    Desk::new(Arc::new(Databases::none()), Shares::at_least(MEMORY, threads()))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
