//! Matches: our players against each other and against programs that misbehave.

use lastmove_amazons::{Colour, start};
use lastmove_player::MoveLimits;
use lastmove_player::matches::{Contestant, Match, MatchError, Played, Reason, Sprt};
use lastmove_work::Cancel;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn duel(first: &str, second: &str, games: usize) -> Match {
    let mut duel = Match::new([first, second].map(|text| text.parse().unwrap()));
    duel.board = start::parse("5x5").unwrap();
    duel.games = games;
    duel.options.memory = 1 << 24;
    duel.terms.limits = MoveLimits { nodes: Some(15), ..MoveLimits::default() };
    duel
}

fn run(duel: &Match) -> Vec<Played> {
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
        assert!(matches!(game.reason, Reason::NoMove | Reason::Decided), "{:?}", game.reason);
        let other = &played[i ^ 1];
        assert_eq!(game.game.moves()[..2], other.game.moves()[..2], "a pair has one opening");
        // The referee is right: who has won by proof has won by the rules, if that is reached.
        if let Some(winner) = game.game.winner() {
            assert_eq!(winner == Colour::White, game.winner == game.white);
        }
    }
    assert!(played.iter().filter(|game| game.winner == 0).count() >= 5);
    assert_ne!(played[0].game.moves()[..2], played[2].game.moves()[..2]);

    // What was played before is not played again.
    let reports = std::sync::Mutex::new(0);
    let again = duel.run(&played[..6], &Cancel::new(), &|_| *reports.lock().unwrap() += 1).unwrap();
    assert_eq!((again.len(), *reports.lock().unwrap()), (8, 2));
    let moves =
        |games: &[Played]| games[..6].iter().map(|g| g.game.moves().to_vec()).collect::<Vec<_>>();
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
    decided.terms.adjudicate = false;
    let long = run(&decided);
    for (short, long) in short.iter().zip(&long) {
        assert_eq!(long.reason, Reason::NoMove);
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
    assert!(matches!(reason(&crash), Reason::Crash(text) if text.contains("ended")));
    assert!(matches!(reason(&illegal), Reason::Illegal(text) if text.contains("a1")));
    assert!(matches!(reason(&nonsense), Reason::Illegal(text) if text.contains("hello")));
    assert!(matches!(reason(&refusal), Reason::Crash(text) if text.contains("not today")));
    assert_eq!(reason(&silent), Reason::Time);
    assert_eq!(reason(&resigning), Reason::Resigned);
}

#[test]
fn a_program_that_does_not_exist() {
    let mut duel = duel("strong", "uci:/no/such/program --x", 20);
    duel.contestants.swap(0, 1);
    let error = duel.run(&[], &Cancel::new(), &|_| {}).unwrap_err();
    let MatchError::Broken { name, detail } = error else { panic!("{error}") };
    assert_eq!(name, "uci:/no/such/program --x");
    assert!(detail.contains("cannot start"), "{detail}");
}

#[test]
fn clocks_run_out() {
    let mut duel = duel("strong", "strong", 2);
    duel.terms.limits = MoveLimits::default();
    duel.terms.clock = Some((Duration::from_millis(700), Duration::from_millis(20)));
    duel.terms.margin = Duration::from_millis(400); // the tests may share their machine
    let played = run(&duel);
    assert!(played.iter().all(|game| game.reason != Reason::Time), "{played:?}");
    let slow = Program::new("slow", "sleep 0.2; printf '= b1-b2/b1\\n\\n'");
    duel.contestants[1] = slow.contestant();
    duel.terms.clock = Some((Duration::from_millis(100), Duration::ZERO));
    duel.terms.margin = Duration::ZERO;
    assert_eq!(run(&duel)[0].reason, Reason::Time);
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
