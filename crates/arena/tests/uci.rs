//! Scripted sessions in the Universal Chess Interface.

mod common;

use common::{Pipe, Shared};
use lastmove_amazons::{Position, parse_move, start};
use lastmove_arena::{SessionSettings, uci::serve};
use lastmove_board::Geometry;
use lastmove_player::MoveLimits;
use lastmove_work::Cancel;
use std::collections::BTreeSet;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

struct Session {
    input: Sender<Vec<u8>>,
    output: Shared,
    thread: JoinHandle<std::io::Result<()>>,
}

impl Session {
    fn start() -> Self {
        let (input, receiver) = channel();
        let output = Shared::default();
        let written = output.clone();
        let settings = SessionSettings {
            limits: MoveLimits { nodes: Some(20), ..MoveLimits::default() },
            ..SessionSettings::default()
        };
        let thread = std::thread::spawn(move || {
            serve(Pipe::new(receiver), written, settings, &Cancel::new())
        });
        Self { input, output, thread }
    }

    fn send(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// Waits until this number of lines begin with a word; returns the last of them.
    fn wait(&self, word: &str, times: usize) -> String {
        let started = Instant::now();
        loop {
            let text = self.output.text();
            let whole = &text[..text.rfind('\n').unwrap_or(0)];
            let found: Vec<&str> = whole.lines().filter(|line| line.starts_with(word)).collect();
            if found.len() >= times {
                return found[times - 1].to_owned();
            }
            assert!(started.elapsed() < Duration::from_secs(60), "no {word} in {text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn end(self) -> String {
        self.send("quit");
        self.thread.join().unwrap().unwrap();
        self.output.text()
    }
}

fn is_legal(position: &str, answer: &str) -> bool {
    let diagram = start::parse(position).unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let position = Position::from_diagram(&diagram).unwrap();
    let text = answer.split(' ').nth(1).unwrap();
    assert!(text.contains(','), "{answer}");
    position.check(&geometry, parse_move(diagram.size(), text).unwrap()).is_ok()
}

#[test]
fn a_session_as_a_front_end_leads_it() {
    let session = Session::start();
    session.send("uci");
    session.wait("uciok", 1);
    session.send("setoption name UCI_Variant value amazons");
    session.send("setoption name Threads value 2");
    session.send("setoption name Hash value 16");
    session.send("setoption name MultiPV value 3");
    session.send("setoption name UCI_Variant value chess");
    session.send("setoption name Nonsense value 3");
    session.send("setoption");
    session.send("isready");
    session.wait("readyok", 1);
    session.send("ucinewgame");
    session.send("position startpos");
    session.send("go");
    let first = session.wait("bestmove", 1);
    assert!(is_legal("10x10", &first), "{first}");
    session.send("position startpos moves d1d7,d7g7");
    session.send("go movetime 50");
    let second = session.wait("bestmove", 2);
    let after = "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b";
    assert!(is_legal(after, &second), "{second}");
    session.send("go wtime 1000 btime 500 winc 10 binc 10");
    session.wait("bestmove", 3);
    session.send("go depth 1");
    session.wait("bestmove", 4);
    session.send("go nodes 5");
    session.wait("bestmove", 5);
    session.send("position startpos moves d1d7,d7g7 d1d7,d7g7");
    session.send("position fen");
    session.send("frobnicate");
    session.send("go depth many");
    session.send("d");
    let fen = session.wait("Fen:", 1);
    assert_eq!(fen, format!("Fen: {after} - - 0 1"), "an illegal move changes nothing");
    session.send("position fen q1Q b - - 0 1");
    session.send("go perft 1");
    assert_eq!(session.wait("Nodes", 1), "Nodes searched: 1");
    let text = session.end();
    assert_eq!(text.matches("info string error").count(), 7, "{text}");
    assert!(text.contains("multipv 3 score cp "), "{text}");
    let known = [
        "id ",
        "option ",
        "uciok",
        "readyok",
        "info ",
        "bestmove ",
        "Fen:",
        "Nodes",
        "a1a",
        "3q2q3",
    ];
    for line in text.lines() {
        assert!(
            known.iter().any(|start| line.starts_with(start)) || line.contains(": 1"),
            "{line}"
        );
    }
}

#[test]
fn an_infinite_search_ends_when_told() {
    let session = Session::start();
    // A position that is solved at once still waits for `stop`.
    session.send("position fen q1Q w - - 0 1");
    session.send("go infinite");
    session.send("isready");
    session.wait("readyok", 1);
    std::thread::sleep(Duration::from_millis(100));
    assert!(!session.output.text().contains("bestmove"));
    session.send("stop");
    assert!(is_legal("q1Q w", &session.wait("bestmove", 1)));
    session.send("stop");
    session.send("position startpos");
    session.send("go infinite");
    session.wait("info", 2);
    let text = session.end();
    assert_eq!(text.matches("bestmove").count(), 2, "quit ends a search too: {text}");
}

#[test]
fn pondering_ends_by_a_hit_or_by_stop() {
    let session = Session::start();
    session.send("position startpos");
    session.send("go ponder wtime 300 btime 300");
    session.wait("info", 1);
    assert!(!session.output.text().contains("bestmove"));
    session.send("ponderhit");
    session.wait("bestmove", 1);
    session.send("go ponder movetime 1000");
    session.send("stop");
    session.wait("bestmove", 2);
    session.send("ponderhit");
    session.end();
}

#[test]
fn no_move_is_no_move_and_the_end_of_the_input_lets_a_search_end() {
    let output = Shared::default();
    let script = "position fen q*Q b - - 0 1\ngo\nposition startpos\ngo nodes 5\n";
    serve(script.as_bytes(), output.clone(), SessionSettings::default(), &Cancel::new()).unwrap();
    let text = output.text();
    assert!(text.starts_with("bestmove (none)\n"), "{text}");
    assert_eq!(text.matches("bestmove").count(), 2);
    let script = "go infinite\n";
    serve(script.as_bytes(), output.clone(), SessionSettings::default(), &Cancel::new()).unwrap();
    assert_eq!(output.text().matches("bestmove").count(), 3);
}

/// After `ucinewgame` a weak level makes other mistakes.
#[test]
fn games_of_a_level_differ() {
    let session = Session::start();
    session.send("setoption name Level value 1");
    let first_move = |game| {
        session.send("ucinewgame");
        session.send("position startpos");
        session.send("go nodes 20");
        session.wait("bestmove", game)
    };
    let moves: BTreeSet<String> = (1..=6).map(first_move).collect();
    assert!(moves.len() >= 3, "{moves:?}");
    session.end();
}
