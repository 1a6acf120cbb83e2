//! The matches that the players must win, some forty minutes on an idle machine.
//!
//! `LASTMOVE_GAMES=100` plays 100 games of each match instead, and requires the same share of wins.

use lastmove_amazons::Position;
use lastmove_arena::matches::{EndReason, Match, PairCounts, PlayedGame, Sprt};
use lastmove_player::MoveLimits;
use lastmove_work::Cancel;
use std::time::Duration;

/// Plays a match on 10x10 and prints it. Returns the number of games, and of those that the first
/// player won.
fn play(first: &str, second: &str, usual: usize, time: u64) -> (Vec<PlayedGame>, usize) {
    let games = std::env::var("LASTMOVE_GAMES").ok().and_then(|games| games.parse().ok());
    let mut duel = Match::new([first, second].map(|text| text.parse().unwrap()));
    duel.games = games.unwrap_or(usual);
    duel.terms.limits =
        MoveLimits { time: Some(Duration::from_millis(time)), ..MoveLimits::default() };
    // With a share of the time a player plays against itself with less time.
    duel.sprt = second.contains("share").then(|| Sprt::new(0.0, 80.0));
    duel.concurrency = if first == second { 2 } else { 1 };
    let played = duel.run(&[], &Cancel::new(), &|_| {}).unwrap();
    let wins = played.iter().filter(|game| game.winner == 0).count();
    let slowest = played.iter().flat_map(|game| game.slowest).max().unwrap_or_default();
    let losses = played.len() - wins;
    println!("{first} {wins} : {losses} {second} at {time} ms a move, slowest {slowest:?}");
    (played, wins)
}

fn forfeits(played: &[PlayedGame]) -> usize {
    let proper = |game: &&PlayedGame| matches!(game.reason, EndReason::NoMove | EndReason::Decided);
    played.len() - played.iter().filter(proper).count()
}

#[test]
#[ignore = "heavy"]
fn the_best_classical_player_beats_the_mobility_evaluator() {
    let (played, wins) = play("classical", "classical:eval=mobility", 10, 500);
    assert!(100 * wins >= 90 * played.len());
}

#[test]
#[ignore = "heavy"]
fn the_strong_player_beats_the_best_classical_one() {
    let (played, wins) = play("strong", "classical", 20, 500);
    assert!(100 * wins >= 95 * played.len());
}

#[test]
#[ignore = "heavy"]
fn the_strong_player_beats_itself_at_a_quarter_of_the_time() {
    let (played, wins) = play("strong", "strong:share=0.25", 400, 200);
    let accepted = Sprt::new(0.0, 80.0).accepted(&PairCounts::of(&played));
    assert_eq!(accepted, Some(true), "{wins} of {}", played.len());
}

#[test]
#[ignore = "heavy"]
fn no_game_is_forfeited_with_both_cores_busy() {
    let (played, _) = play("strong", "strong", 100, 100);
    assert_eq!(forfeits(&played), 0);
}

/// Levels below the last have a limit of nodes; the last step, by time, is measured with `lastmove
/// match`.
#[test]
#[ignore = "heavy"]
fn every_level_beats_the_one_below() {
    for level in 2..=9 {
        let contestants = [level, level - 1].map(|n| format!("strong:level={n}").parse().unwrap());
        let start = lastmove_amazons::start::parse("8x8").unwrap();
        let duel = Match { games: 100, ..Match::<Position<u128>>::on(start, contestants) };
        let played = duel.run(&[], &Cancel::new(), &|_| {}).unwrap();
        let wins = played.iter().filter(|game| game.winner == 0).count();
        println!("level {level} wins {wins} of 100");
        assert!((65..=90).contains(&wins), "level {level}: {wins} of 100");
    }
}
