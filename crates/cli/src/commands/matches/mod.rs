//! `lastmove match`: engines, a referee, and statistics.

mod arguments;
mod cross;
mod file;
pub(crate) mod summary;
mod table;

pub(crate) use arguments::Args;

use crate::{Failure, Session, boards, output};
use file::Results;
use lastmove_arena::matches::{
    Match, Openings, PlayedGame, Sprt, TournamentStyle, pairings, standings,
};
use lastmove_board::Game;
use lastmove_player::Playable;
use lastmove_solver::with_game;
use lastmove_work::Stop;
use std::sync::Mutex;
use std::time::Instant;
use summary::Summary;
use table::Table;

/// A game with its pairing, as indices of contestants.
type Paired<P> = ([usize; 2], PlayedGame<P>);

/// Plays the match.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    with_game!(args.game, P => tournament::<P>(args, args.openings()?, session))
}

/// Plays all pairings and prints the results: of one match, or the table of several.
fn tournament<P: Playable>(
    args: &Args,
    openings: Openings<P>,
    session: &Session,
) -> Result<(), Failure> {
    let board = boards::read(args.game, args.board.as_deref().unwrap_or(P::GAME.default_board()))?;
    boards::position::<P>(&board)?;
    let style = if args.gauntlet { TournamentStyle::Gauntlet } else { TournamentStyle::RoundRobin };
    let pairings = pairings(style, args.contestants.len());
    if args.sprt.is_some() && pairings.len() > 1 {
        return Err(Failure::input("--sprt", "a sequential test is for two contestants"));
    }
    if args.sgf.is_some() && args.game == Game::Domineering {
        return Err(Failure::input("--sgf", "SGF has no Domineering; --resume keeps the games"));
    }
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt::new(elo0, elo1)),
        Some(_) => return Err(Failure::input("--sprt", "expected two numbers, the smaller first")),
        None => None,
    };
    let template = Match {
        openings,
        games: args.games as usize,
        options: args.shared.options(session, 1)?,
        seed: args.shared.seed,
        concurrency: usize::from(args.concurrency),
        terms: args.terms(),
        sprt,
        ..Match::on(board, [args.contestants[0].clone(), args.contestants[1].clone()])
    };
    if let Some(folder) = &args.sgf {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::input(folder.display(), format!("cannot be made: {e}")))?;
    }
    let (results, done) = Results::open(args, &template)?;
    let started = Instant::now();
    let mut played: Vec<Paired<P>> = Vec::new();
    for (number, &pairing) in pairings.iter().enumerate() {
        let contestants = pairing.map(|who| args.contestants[who].clone());
        let duel = Match { contestants, ..template.clone() };
        let before: Vec<PlayedGame<P>> =
            done.iter().filter(|(of, _)| *of == pairing).map(|(_, game)| game.clone()).collect();
        let games = one_match(args, &duel, pairing, &before, &results, session)?;
        if pairings.len() == 1 {
            let summary = Summary::new(args.game, &duel, &games, started.elapsed());
            return end(args, session, games.len(), &summary);
        }
        if !session.quiet {
            let wins = games.iter().filter(|game| game.winner == 0).count();
            let [first, second] = duel.contestants.each_ref().map(ToString::to_string);
            let losses = games.len() - wins;
            eprintln!("{} of {}: {first} {wins} : {losses} {second}", number + 1, pairings.len());
        }
        played.extend(games.into_iter().map(|game| (pairing, game)));
        if session.cancel.is_cancelled() {
            break;
        }
    }
    let table = standings(args.contestants.len(), &played);
    let summary = cross::summary(args, &template, &table, &played, started.elapsed());
    end(args, session, played.len(), &summary)
}

/// Plays one pairing.
fn one_match<P: Playable>(
    args: &Args,
    duel: &Match<P>,
    pairing: [usize; 2],
    done: &[PlayedGame<P>],
    results: &Results,
    session: &Session,
) -> Result<Vec<PlayedGame<P>>, Failure> {
    let table = Table::new(duel, session);
    let trouble: Mutex<Option<Failure>> = Mutex::new(None);
    let report = |played: &[PlayedGame<P>]| {
        let Some(last) = played.last() else { return };
        let kept = results.add(pairing, last).and_then(|()| match &args.sgf {
            Some(folder) => file::write_sgf(folder, duel, pairing, last),
            None => Ok(()),
        });
        if let Err(failure) = kept {
            session.cancel.cancel();
            *trouble.lock().unwrap_or_else(|e| e.into_inner()) = Some(failure);
        }
        table.show(played);
    };
    let played = duel.run(done, &session.cancel, &report).map_err(anyhow::Error::from)?;
    match trouble.into_inner().unwrap_or_else(|e| e.into_inner()) {
        Some(failure) => Err(failure),
        None => Ok(played),
    }
}

/// Prints the result, or says how to continue.
fn end(args: &Args, session: &Session, games: usize, summary: &Summary) -> Result<(), Failure> {
    if session.cancel.is_cancelled() {
        let note = match &args.resume {
            Some(path) => format!(
                "{games} games are in {}; run the same command again to go on",
                path.display()
            ),
            None => format!("{games} games were played; --resume FILE would keep them"),
        };
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&summary.fields));
    }
    output::answer(session, &summary.fields, &summary.text)
}
