//! The review of a whole game: as text, as fields, and as SGF with comments and better moves.

use super::super::play::table::{judge, pv};
use super::{Args, MOVE, line_fields, side};
use crate::games::Kept;
use crate::{Failure, Session, output};
use lastmove_amazons::sgf::Record;
use lastmove_player::{History, Mark, Options, Reviewed, Thinks, review};
use lastmove_report::Game;
use lastmove_work::{Moment, Stage, Stop, file};
use serde_json::{Value, json};

/// Reviews a game and prints what was found.
pub(super) fn review_game<P: Kept>(
    args: &Args,
    game: &History<P>,
    options: Options,
    session: &Session,
) -> Result<(), Failure> {
    if args.sgf.is_some() && args.game == Game::Domineering {
        return Err(Failure::input("--sgf", "SGF has no Domineering; --json has it all"));
    }
    if game.moves().is_empty() {
        return Err(Failure::input(&args.subject, "no move was played in it"));
    }
    let started = Moment::now();
    let mut engine = P::Engine::with(options);
    let stage = Stage::new(&*session.progress, "reviewing", Some(game.moves().len() as u64));
    let limits = args.limits(MOVE);
    let moves = review(game, &mut engine, &limits, &session.cancel, &mut |_: &Reviewed<P>| {
        stage.advance(1)
    });
    drop(stage);
    let fields = fields(args, game, &moves, started.seconds());
    if session.cancel.is_cancelled() {
        let note = format!("{} of {} moves were reviewed", moves.len(), game.moves().len());
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&fields));
    }
    if let (Some(path), Some(record)) = (&args.sgf, commented(game, &moves)) {
        file::replace(path, |out| write!(out, "{record}"))?;
    }
    output::answer(session, &fields, text(args, game, &moves))
}

fn fields<P: Kept>(args: &Args, game: &History<P>, moves: &[Reviewed<P>], seconds: f64) -> Value {
    let one = |(i, mv): (usize, &Reviewed<P>)| {
        json!({
            "ply": i + 1,
            "side": side(mv.player).name(),
            "move": P::move_name(mv.mv, game.size()),
            "chance": mv.win,
            "score": mv.score,
            "loss": mv.loss(),
            "mark": mv.mark.name(),
            "better": mv.better().map(|line| line_fields(game, line)),
        })
    };
    json!({
        "game": args.game,
        "board": args.game.board_name(&game.diagram()),
        "position": game.start().diagram(game.size()).to_string(),
        "winner": game.winner().map(|winner| side(winner).name()),
        "moves": moves.iter().enumerate().map(one).collect::<Vec<_>>(),
        "mistakes": counts(moves).into_iter()
            .map(|(side, counts)| json!({"side": side, "inaccuracies": counts[0],
                "mistakes": counts[1], "blunders": counts[2]}))
            .collect::<Vec<_>>(),
        "sgf": args.sgf,
        "seconds": seconds,
    })
}

/// Inaccuracies, mistakes and blunders of each side.
fn counts<P: Kept>(moves: &[Reviewed<P>]) -> Vec<(&'static str, [usize; 3])> {
    let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
    let count = |player: P::Player, mark: Mark| {
        moves.iter().filter(|mv| mv.player == player && mv.mark == mark).count()
    };
    P::SIDES.map(|player| (side(player).name(), marks.map(|mark| count(player, mark)))).into()
}

/// What is wrong with a move and what would have been better; empty for a good one.
fn remark<P: Kept>(game: &History<P>, mv: &Reviewed<P>) -> String {
    let Some(better) = mv.better() else { return String::new() };
    let loss = 100.0 * mv.loss();
    format!(
        "{}: gives away {loss:.0} %; better {} ({})",
        mv.mark.name(),
        pv(game, better),
        judge(mv.before.win, mv.before.score)
    )
}

fn text<P: Kept>(args: &Args, game: &History<P>, moves: &[Reviewed<P>]) -> String {
    let board = args.game.board_name(&game.diagram());
    let mut text = format!("{} {board}, {} moves\n", args.game, moves.len());
    for (i, mv) in moves.iter().enumerate() {
        let name = format!("{}{}", P::move_name(mv.mv, game.size()), mv.mark.sign());
        let remark = remark(game, mv);
        let line = format!(
            "{:3}. {:10} {name:14}  {:18}  {remark}",
            i + 1,
            side(mv.player).capital(),
            judge(mv.win, mv.score)
        );
        text += &format!("{}\n", line.trim_end());
    }
    for (side, [inaccuracies, mistakes, blunders]) in counts(moves) {
        text += &format!(
            "{side}: {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders\n"
        );
    }
    if let Some(path) = &args.sgf {
        text += &format!("written to {}\n", path.display());
    }
    text
}

/// The game with a comment at every move, and what would have been better as a variation.
fn commented<P: Kept>(game: &History<P>, moves: &[Reviewed<P>]) -> Option<Record> {
    let mut record = P::record(game)?;
    let main = record.line_to(record.main_end());
    for (i, mv) in moves.iter().enumerate() {
        let (before, at) = (main[i], main[i + 1]);
        let mut comment = format!("{}: {}", side(mv.player).capital(), judge(mv.win, mv.score));
        let remark = remark(game, mv);
        if !remark.is_empty() {
            comment += &format!("\n{remark}");
        }
        record.set_comment(at, &comment);
        match mv.mark {
            Mark::Good => {}
            Mark::Inaccuracy => record.set_text(at, "DO", ""),
            Mark::Mistake => record.set_text(at, "BM", "1"),
            Mark::Blunder => record.set_text(at, "BM", "2"),
        }
        if let Some(better) = mv.better() {
            let shown = &better.pv[..better.pv.len().min(6)];
            let end = P::extend(&mut record, before, shown);
            let verdict = judge(mv.before.win, mv.before.score);
            record.set_comment(end, &format!("better: {verdict}"));
        }
    }
    Some(record)
}
