//! Matches: players of this project against each other and against programs that misbehave.

use lastmove_amazons::start;
use lastmove_arena::History;
use lastmove_arena::matches::{
    Adjudication, Contestant, EndReason, Match, MatchError, OpeningSuite, Openings, PlayedGame,
    Sprt,
};
use lastmove_board::{GamePosition, Side};
use lastmove_player::{Domineering, MoveLimits};
use lastmove_work::{Cancel, Count};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn duel(first: &str, second: &str, games: usize) -> Match {
    let mut duel = Match::new([first, second].map(|text| text.parse().unwrap()));
    duel.board = start::parse("5x5").unwrap();
    duel.games = games;
    duel.options.memory = 1 << 24;
    duel.terms.limits = MoveLimits { nodes: Some(15), ..MoveLimits::default() };
    duel
}

fn run(duel: &Match) -> Vec<PlayedGame> {
    duel.run(&[], &Cancel::new(), &|_| {}).unwrap()
}

/// A program that speaks GTP, badly: `body` handles `genmove`.
struct Program(PathBuf);

impl Program {
    fn new(name: &str, genmove: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lastmove-{name}-{}.sh", std::process::id()));
        let script = format!(
            "while read -r command rest; do\n  case \"$command\" in\n    genmove) {genmove} ;;\n    \
             quit) exit 0 ;;\n    *) printf '= \\n\\n' ;;\n  esac\ndone\n"
        );
        std::fs::write(&path, script).unwrap();
        Self(path)
    }

    fn contestant(&self) -> Contestant {
        Contestant::Gtp(format!("sh '{}'", self.0.display()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn two_quick_players() {
    let mut duel = duel("strong", "strong:level=1", 8);
    duel.concurrency = 2;
    let played = run(&duel);
    assert_eq!(played.len(), 8);
    for (i, game) in played.iter().enumerate() {
        assert_eq!((game.index, game.white), (i, i % 2));
        assert!(matches!(game.reason, EndReason::NoMove | EndReason::Decided), "{:?}", game.reason);
        let other = &played[i ^ 1];
        assert_eq!(game.game.moves()[..2], other.game.moves()[..2], "a pair has one opening");
        // The referee is right: a proved winner also wins by the rules if the game is played to its
        // end.
        if let Some(winner) = game.game.winner() {
            assert_eq!(winner == Side::White, game.winner == game.white);
        }
    }
    assert!(played.iter().filter(|game| game.winner == 0).count() >= 5);
    assert_ne!(played[0].game.moves()[..2], played[2].game.moves()[..2]);

    // Games that were played before are not played again.
    let reports = std::sync::Mutex::new(0);
    let again = duel.run(&played[..6], &Cancel::new(), &|_| *reports.lock().unwrap() += 1).unwrap();
    assert_eq!((again.len(), *reports.lock().unwrap()), (8, 2));
    let moves = |games: &[PlayedGame]| {
        games[..6].iter().map(|g| g.game.moves().to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&again), moves(&played));
}

#[test]
fn the_sequential_test_ends_a_match_early() {
    let mut duel = duel("strong", "strong:level=1", 200);
    duel.terms.limits.nodes = Some(30);
    duel.sprt = Some(Sprt::new(0.0, 400.0));
    let played = run(&duel);
    assert!(played.len() < 200 && played.len() >= 4, "{}", played.len());
}

#[test]
fn games_to_the_end_agree_with_the_proofs() {
    let mut decided = duel("strong", "strong:mix=0.2", 2);
    let short = run(&decided);
    decided.terms.adjudicate = Adjudication::Never;
    let long = run(&decided);
    for (short, long) in short.iter().zip(&long) {
        assert_eq!(long.reason, EndReason::NoMove);
        assert!(long.score.is_some(), "the winner's moves left are known at the end");
        assert!(short.game.moves().len() <= long.game.moves().len());
        let n = short.game.moves().len();
        if short.game.moves() == &long.game.moves()[..n] {
            assert_eq!(short.winner, long.winner, "players that play well keep a proved win");
        }
    }
}

#[test]
fn programs_that_fail() {
    let crash = Program::new("crash", "exit 3");
    let illegal = Program::new("illegal", "printf '= a1-a1/a1\\n\\n'");
    let nonsense = Program::new("nonsense", "printf '= hello\\n\\n'");
    let refusal = Program::new("refusal", "printf '? not today\\n\\n'");
    let silent = Program::new("silent", "sleep 20");
    let resigning = Program::new("resigning", "printf '= resign\\n\\n'");
    let reason = |program: &Program| {
        let mut duel = duel("strong", "strong", 2);
        duel.contestants[1] = program.contestant();
        duel.terms.limits.time = Some(Duration::from_millis(400));
        let started = Instant::now();
        let played = run(&duel);
        assert!(started.elapsed() < Duration::from_secs(60));
        assert!(played.iter().all(|game| game.winner == 0), "{played:?}");
        played[0].reason.clone()
    };
    assert!(matches!(reason(&crash), EndReason::Crash(text) if text.contains("ended")));
    assert!(matches!(reason(&illegal), EndReason::Illegal(text) if text.contains("a1")));
    assert!(matches!(reason(&nonsense), EndReason::Illegal(text) if text.contains("hello")));
    assert!(matches!(reason(&refusal), EndReason::Crash(text) if text.contains("not today")));
    assert_eq!(reason(&silent), EndReason::Time);
    assert_eq!(reason(&resigning), EndReason::Resigned);
}

#[test]
fn a_program_that_does_not_exist() {
    let mut duel = duel("strong", "uci:/no/such/program --x", 2);
    duel.contestants.swap(0, 1);
    let error = duel.run(&[], &Cancel::new(), &|_| {}).unwrap_err();
    let MatchError::Start { name, detail } = error else { panic!("{error}") };
    assert_eq!(name, "uci:/no/such/program --x");
    assert!(detail.contains("cannot start"), "{detail}");
}

#[test]
fn clocks_run_out() {
    let mut duel = duel("strong", "strong", 2);
    duel.terms.limits = MoveLimits::default();
    duel.terms.clock = Some((Duration::from_millis(700), Duration::from_millis(20)));
    duel.terms.margin = Duration::from_secs(10); // the tests may share their machine
    let played = run(&duel);
    assert!(played.iter().all(|game| game.reason != EndReason::Time), "{played:?}");
    let slow = Program::new("slow", "sleep 0.2; printf '= b1-b2/b1\\n\\n'");
    duel.contestants[1] = slow.contestant();
    duel.terms.clock = Some((Duration::from_millis(100), Duration::ZERO));
    duel.terms.margin = Duration::ZERO;
    assert_eq!(run(&duel)[0].reason, EndReason::Time);
}

#[test]
fn a_cancelled_match_keeps_what_was_played() {
    let duel = duel("strong", "strong", 50);
    let cancel = Cancel::new();
    let played = duel
        .run(&[], &cancel, &|played| {
            if played.len() >= 2 {
                cancel.cancel();
            }
        })
        .unwrap();
    assert_eq!(played.len(), 2);
}

#[test]
fn a_program_that_ends_at_once() {
    let mut duel = duel("strong", "gtp:true", 2);
    let started = Instant::now();
    let error = duel.run(&[], &Cancel::new(), &|_| {}).unwrap_err();
    assert!(matches!(&error, MatchError::Start { name, .. } if name == "gtp:true"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(20));
    duel.contestants[1] = "classical".parse().unwrap();
    let board = Domineering::read_board("4x4").unwrap();
    let other = Match::<Domineering>::on(board, duel.contestants.clone());
    let error = other.run(&[], &Cancel::new(), &|_| {}).unwrap_err();
    assert!(matches!(error, MatchError::Contestant(_)), "{error}");
}

#[test]
fn games_from_a_suite() {
    let mut duel = duel("strong", "strong:level=1", 4);
    let suite = OpeningSuite::read("5x5 moves b1-b2/b1\n5x5 moves b1-b3/b1\n").unwrap();
    let starts: Vec<_> = suite.openings().iter().map(|game| game.moves()[0]).collect();
    duel.openings = Openings::Suite(Arc::new(suite));
    let played = run(&duel);
    let first = |i: usize| played[i].game.moves()[0];
    assert!(first(0) == first(1) && first(2) == first(3) && first(0) != first(2));
    assert!(starts.contains(&first(0)) && starts.contains(&first(2)));
    assert_eq!(played[0].opening, 1);
}

#[test]
fn processor_time_is_what_counts() {
    let mut duel = duel("strong", "strong:share=0.3", 2);
    duel.board = start::parse("8x8").unwrap();
    duel.terms.limits =
        MoveLimits { time: Some(Duration::from_millis(60)), ..MoveLimits::default() };
    duel.terms.count = Count::Cpu;
    let played = run(&duel);
    for game in &played {
        assert_ne!(game.reason, EndReason::Time, "{:?}", game.over);
        let mean = |who: usize| game.cpu[who].as_secs_f64() / game.turns[who] as f64;
        // Proved endings take no time, so the mean time is below the limit of a move.
        assert!(mean(0) < 0.07 && mean(1) < mean(0), "{} {}", mean(0), mean(1));
    }
}

/// Domineering: the player against itself, and the final score of a game played to its last move.
#[test]
fn a_match_of_domineering() {
    let board = Domineering::read_board("5x5").unwrap();
    let contestants = ["strong", "strong:level=1"].map(|text| text.parse().unwrap());
    let mut duel = Match::<Domineering>::on(board, contestants);
    duel.games = 4;
    duel.options.memory = 1 << 24;
    duel.terms.adjudicate = Adjudication::Never;
    duel.terms.limits = MoveLimits { nodes: Some(500), ..MoveLimits::default() };
    let played = duel.run(&[], &Cancel::new(), &|_| {}).unwrap();
    assert_eq!(played.len(), 4);
    for game in &played {
        let EndReason::NoMove = game.reason else { panic!("{:?}", game.reason) };
        // If the winner moves on alone, it makes as many moves as the score says.
        let mut left = game.game.position().passed();
        let mut moves = 0;
        while let Some(mv) = first_move(&left, &game.game) {
            left = left.play(game.game.geometry(), mv).unwrap().passed();
            moves += 1;
        }
        assert_eq!(game.score, Some(moves));
    }
}

/// The first move in reading order, which wastes nothing in Domineering.
fn first_move(
    position: &Domineering,
    game: &History<Domineering>,
) -> Option<lastmove_domineering::Move> {
    position.moves(game.geometry()).next()
}

/// Levels below 10 use no clock, so these games are the same every time.
#[test]
fn levels_of_domineering_are_steps() {
    let board = lastmove_domineering::board::parse("8x8").unwrap();
    for level in 2..=9 {
        let contestants = [level, level - 1].map(|n| format!("strong:level={n}").parse().unwrap());
        let mut duel = Match::<Domineering> {
            games: 100,
            concurrency: 2,
            ..Match::on(board.clone(), contestants)
        };
        duel.terms.adjudicate = Adjudication::Never;
        let played = duel.run(&[], &Cancel::new(), &|_| {}).unwrap();
        let wins = played.iter().filter(|game| game.winner == 0).count();
        println!("level {level} wins {wins} of 100");
        assert!((60..=85).contains(&wins), "level {level}: {wins} of 100");
    }
}
