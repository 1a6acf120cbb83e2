//! The review of a whole game: as text, as fields, and as SGF with comments and better moves.

use super::super::play::table::{judge, pv};
use super::openings::{ExplorerAnswer, Openings};
use super::{Args, LineAnswer, MOVE, line_fields};
use crate::games::sign;
use crate::{Failure, Session, output};
use lastmove_amazons::sgf::GameRecord;
use lastmove_arena::{History, MoveMark, ReviewedMove, review_game};
use lastmove_board::{Game, Side};
use lastmove_player::{Engine, EngineOptions, Playable};
use lastmove_work::{Moment, Stage, Stop, file, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Reviews a game and prints the result; `opened` is the file that it came from.
pub(super) fn print_review<P: Playable>(
    args: &Args,
    game: &History<P>,
    opened: Option<&GameRecord>,
    options: EngineOptions,
    session: &Session,
) -> Result<(), Failure> {
    if args.sgf.is_some() && args.game == Game::Domineering {
        return Err(Failure::input("--sgf", "SGF has no Domineering; --json has it all"));
    }
    if game.moves().is_empty() {
        return Err(Failure::input(&args.subject, "no move was played in it"));
    }
    let started = Moment::now();
    let mut engine = Engine::<P>::new(options);
    let stage = Stage::new(&*session.progress, "reviewing", Some(game.moves().len() as u64));
    let limits = args.limits(MOVE);
    let told = &mut |_: &ReviewedMove<P>| stage.advance(1);
    let moves = review_game(game, &mut engine, &limits, &session.cancel, told);
    drop(stage);
    let fields = fields(args, game, &moves, started.seconds());
    if session.cancel.is_cancelled() {
        let note = format!("{} of {} moves were reviewed", moves.len(), game.moves().len());
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&fields));
    }
    if let (Some(path), Some(record)) = (&args.sgf, commented(game, &moves)) {
        let mut record = record;
        describe(&mut record, args, game, opened);
        file::replace(path, |out| write!(out, "{record}"))?;
    }
    output::answer(session, &fields, text(args, game, &moves))
}

/// The review of a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewedGame {
    game: Game,
    board: String,
    /// where it began
    position: String,
    winner: Option<Side>,
    moves: Vec<MoveReview>,
    mistakes: Vec<Mistakes>,
    /// the file with comments
    sgf: Option<PathBuf>,
    seconds: f64,
}

/// One move of a game.
#[derive(Serialize, JsonSchema)]
struct MoveReview {
    ply: usize,
    side: Side,
    #[serde(rename = "move")]
    mv: String,
    /// to win after it, from 0 to 1
    chance: f64,
    /// expected lead after it
    score: f64,
    /// what it lost of the chance
    loss: f64,
    /// good, inaccuracy, mistake or blunder
    mark: &'static str,
    /// moves of the lead that it gave away in a decided game
    given_away: u32,
    /// the better line, if there was one
    better: Option<LineAnswer>,
    /// what the opening explorer of the page knows of the position after it
    explorer: Option<ExplorerAnswer>,
}

/// How often a side went wrong.
#[derive(Serialize, JsonSchema)]
struct Mistakes {
    side: Side,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

fn fields<P: Playable>(
    args: &Args,
    game: &History<P>,
    moves: &[ReviewedMove<P>],
    seconds: f64,
) -> ReviewedGame {
    let openings = Openings::of(P::GAME, &game.diagram());
    let one = |mv: &ReviewedMove<P>| {
        let after = game.positions()[mv.ply].diagram(game.size());
        MoveReview {
            ply: mv.ply,
            side: mv.player,
            mv: P::move_name(mv.mv, game.size()),
            chance: mv.win,
            score: mv.score,
            loss: mv.loss,
            mark: name(mv.mark),
            given_away: given_away(game, mv),
            better: mv.better().map(|line| line_fields(game, line)),
            explorer: openings.answer(&after, mv.player),
        }
    };
    let tally = |(side, [inaccuracies, mistakes, blunders]): (Side, [usize; 3])| Mistakes {
        side,
        inaccuracies,
        mistakes,
        blunders,
    };
    ReviewedGame {
        game: args.game,
        board: args.game.board_name(&game.diagram()),
        position: game.start().diagram(game.size()).to_string(),
        winner: game.winner(),
        moves: moves.iter().map(one).collect(),
        mistakes: counts(moves).into_iter().map(tally).collect(),
        sgf: args.sgf.clone(),
        seconds,
    }
}

fn name(mark: Option<MoveMark>) -> &'static str {
    mark.map_or("good", MoveMark::name)
}

/// Inaccuracies, mistakes and blunders of each side.
fn counts<P: Playable>(moves: &[ReviewedMove<P>]) -> Vec<(Side, [usize; 3])> {
    let marks = [MoveMark::Inaccuracy, MoveMark::Mistake, MoveMark::Blunder];
    let count = |player: Side, mark: MoveMark| {
        moves.iter().filter(|mv| mv.player == player && mv.mark == Some(mark)).count()
    };
    P::GAME.white_and_black().map(|player| (player, marks.map(|mark| count(player, mark)))).into()
}

/// The whole moves of the lead that a move gives away in a game that is decided before and after
/// it; 0 at the end of the game.
fn given_away<P: Playable>(game: &History<P>, mv: &ReviewedMove<P>) -> u32 {
    let certain = |chance: f64| !(0.01..=0.99).contains(&chance);
    let last = mv.ply == game.moves().len();
    if last || !certain(mv.win) || !certain(mv.before.win) {
        return 0;
    }
    (mv.before.score - mv.score).round().max(0.0) as u32
}

/// What is wrong with a move and what would have been better; empty for a good one.
fn remark<P: Playable>(game: &History<P>, mv: &ReviewedMove<P>) -> String {
    let Some(better) = mv.better() else {
        return match given_away(game, mv) {
            0 => String::new(),
            1 => "gives away a move of the lead".to_owned(),
            n => format!("gives away {n} moves of the lead"),
        };
    };
    let loss = 100.0 * mv.loss;
    format!(
        "{}: gives away {loss:.0} %; better {} ({})",
        name(mv.mark),
        pv(game, better),
        judge(mv.before.win, mv.before.score)
    )
}

fn text<P: Playable>(args: &Args, game: &History<P>, moves: &[ReviewedMove<P>]) -> String {
    let board = args.game.board_name(&game.diagram());
    let counted = |n: usize, thing: &str| human::counted(n as u64, thing);
    let mut text = format!("{} {board}, {}\n", args.game, counted(moves.len(), "move"));
    let openings = Openings::of(P::GAME, &game.diagram());
    for mv in moves {
        let name =
            format!("{}{}", P::move_name(mv.mv, game.size()), mv.mark.map_or("", MoveMark::sign));
        let after = game.positions()[mv.ply].diagram(game.size());
        let remarks = [openings.words(&after, mv.player).unwrap_or_default(), remark(game, mv)];
        let remark =
            remarks.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let line = format!(
            "{:3}. {:10} {name:14}  {:18}  {remark}",
            mv.ply,
            mv.player.capital(),
            judge(mv.win, mv.score)
        );
        text += &format!("{}\n", line.trim_end());
    }
    for (side, [inaccuracies, mistakes, blunders]) in counts(moves) {
        let inaccuracies = match inaccuracies {
            1 => "1 inaccuracy".to_owned(),
            n => format!("{n} inaccuracies"),
        };
        let (mistakes, blunders) = (counted(mistakes, "mistake"), counted(blunders, "blunder"));
        text += &format!("{}: {inaccuracies}, {mistakes}, {blunders}\n", side.capital());
    }
    if let Some(path) = &args.sgf {
        text += &format!("written to {}\n", path.display());
    }
    text
}

/// Keeps what the opened file says of the game, and adds what it lacks.
fn describe<P: Playable>(
    record: &mut GameRecord,
    args: &Args,
    game: &History<P>,
    opened: Option<&GameRecord>,
) {
    if let Some(winner) = game.winner() {
        let letter = if winner == Side::White { "W+" } else { "B+" };
        record.set_text(GameRecord::ROOT, "RE", letter);
    }
    for property in opened.iter().flat_map(|opened| opened.nodes()[GameRecord::ROOT].properties()) {
        record.keep(GameRecord::ROOT, property);
    }
    let name = Path::new(&args.subject).file_stem().unwrap_or_default().to_string_lossy();
    sign(record, &name, false);
}

/// The game with a comment at every move, and better moves as variations.
fn commented<P: Playable>(game: &History<P>, moves: &[ReviewedMove<P>]) -> Option<GameRecord> {
    let mut record = game.record().ok()?;
    let main = record.line_to(record.main_end());
    for mv in moves {
        let (before, at) = (main[mv.ply - 1], main[mv.ply]);
        let mut comment = format!("{}: {}", mv.player.capital(), judge(mv.win, mv.score));
        let remark = remark(game, mv);
        if !remark.is_empty() {
            comment += &format!("\n{remark}");
        }
        record.set_comment(at, &comment);
        match mv.mark {
            None => {}
            Some(MoveMark::Inaccuracy) => record.set_text(at, "DO", ""),
            Some(MoveMark::Mistake) => record.set_text(at, "BM", "1"),
            Some(MoveMark::Blunder) => record.set_text(at, "BM", "2"),
        }
        if let Some(better) = mv.better() {
            let shown = &better.pv[..better.pv.len().min(6)];
            let end = game.add_line(&mut record, before, mv.ply - 1, shown);
            let verdict = judge(mv.before.win, mv.before.score);
            record.set_comment(end, &format!("better: {verdict}"));
        }
    }
    Some(record)
}
