//! Certificates that are larger than the memory for them: the same bytes, however little there is.

use super::brute::{BruteStrategy, true_claim};
use super::forge::{certificate, certificate_in};
use crate::claim::{Claim, Game};
use crate::join::Parts;
use crate::options::Room;
use crate::write::{begin, write_all};
use crate::{Begun, Interrupted, Move, Position, Strategy, WriteError, WriteOptions, Written};
use crate::{join, write};
use lastmove_board::{Diagram, Geometry};
use std::fs::File;
use std::io::{self, Cursor};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

static MADE: AtomicUsize = AtomicUsize::new(0);

/// A file without a name.
fn temporary() -> io::Result<File> {
    let name =
        format!("lastmove-run-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    let file = File::options().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

const GO: fn(crate::Progress) -> ControlFlow<()> = |_| ControlFlow::Continue(());

fn options(threads: usize) -> WriteOptions<'static> {
    WriteOptions { search_nodes: 0, threads, files: Some(&temporary), ..WriteOptions::default() }
}

/// The longest certificates that brute force makes in a moment.
const LONG: [(Game, &[&str]); 4] = [
    (Game::Amazons, &["1q2/4/2**/2Q1 w"]),
    (Game::Amazons, &["1q2/4/2**/2Q1 b"]),
    (Game::Domineering, &["5/5/2*2/5/5 v", "5/5/2*2/5/5 h"]),
    (Game::Domineering, &["3*1/*4/5/5/5 v", "3*1/*4/5/5/5 h"]),
];

/// The version that the longest certificates have.
fn version(game: Game) -> u16 {
    if game == Game::Amazons { 1 } else { crate::VERSION }
}

fn within(claims: &[Claim], strategy: &mut BruteStrategy, room: Room, threads: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let begun = begin(&mut file, claims, version(claims[0].game())).unwrap();
    write_all(begun, claims, &mut [], None, strategy, options(threads), room, &mut { GO }).unwrap();
    file
}

#[test]
fn little_memory_makes_the_same_file() {
    for (game, texts) in LONG {
        let whole = certificate(game, texts, 0);
        let claims: Vec<Claim> = texts.iter().map(|text| true_claim(game, text)).collect();
        let mut strategy = BruteStrategy::new(claims[0].size());
        let before = MADE.load(Ordering::Relaxed);
        let rooms = (0..48).chain([64, 100, 200, 400, 1000, 4000, 20_000, usize::MAX]);
        for room in rooms.map(Room) {
            for threads in [1, 2] {
                assert!(
                    within(&claims, &mut strategy, room, threads) == whole,
                    "{texts:?} {room:?}"
                );
            }
        }
        assert!(MADE.load(Ordering::Relaxed) > before + 100, "{texts:?} went to files");
    }
}

#[test]
fn what_was_begun_is_finished_with_little_memory() {
    let (game, texts) = LONG[1];
    let whole = certificate(game, texts, 0);
    let claims = [true_claim(game, texts[0])];
    for cut in (0..whole.len()).step_by(whole.len() / 40 + 1) {
        let Some(mut begun) = Begun::open(Cursor::new(whole[..cut].to_vec()), &claims) else {
            continue;
        };
        let mut file = whole[..begun.bytes() as usize].to_vec();
        let writer =
            crate::format::FileWriter::behind(&mut file, begun.hash.clone(), begun.bytes(), 1);
        let mut strategy = BruteStrategy::new(claims[0].size());
        let room = Room(100);
        let begun = Some(&mut begun);
        write_all(writer, &claims, &mut [], begun, &mut strategy, options(1), room, &mut { GO })
            .unwrap();
        assert!(file == whole, "cut at {cut}");
    }
}

/// Parts that overlap, joined with and without room for what they know.
#[test]
fn parts_are_joined_with_little_memory() {
    let start = "1q1/*1Q/3/*1q/1*1 b";
    let whole = true_claim(Game::Amazons, start);
    let diagram: Diagram = start.parse().unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = lastmove_amazons::Position::<u64>::from_diagram(&diagram).unwrap();
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for mv in position.moves(&geometry) {
        let mut after = position;
        after.play_unchecked(mv);
        let text = after.to_diagram(diagram.size()).to_string();
        if true_claim(Game::Amazons, &text).winner() == whole.winner() && parts.len() < 3 {
            parts.push(certificate_in(2, Game::Amazons, &[&text], 0));
        }
    }
    assert!(parts.len() > 1);
    let claims = std::slice::from_ref(&whole);
    let files = || parts.iter().cloned().map(|part| Ok(Cursor::new(part)));
    let mut joined = Vec::new();
    let mut strategy = BruteStrategy::new(whole.size());
    join(&mut joined, vec![(whole.clone(), files())], &mut strategy, options(1), GO).unwrap();
    super::forge::check(&joined).unwrap();
    for room in (0..40).chain([100, 1000, 10_000]).map(Room) {
        let mut file = Vec::new();
        let begun = begin(&mut file, claims, 2).unwrap();
        let mut parts =
            files().map(|part: io::Result<_>| part.map(|file| Box::new(file) as Box<_>));
        let parts: &mut [Parts<'_>] = &mut [&mut parts];
        write_all(begun, claims, parts, None, &mut strategy, options(1), room, &mut { GO })
            .unwrap();
        assert!(file == joined, "{room:?}");
    }
}

#[test]
fn without_files_little_memory_is_an_error() {
    let claims = [true_claim(Game::Amazons, LONG[0].1[0])];
    let mut strategy = BruteStrategy::new(claims[0].size());
    let few = WriteOptions { memory: 1 << 20, ..options(1) };
    let refused = write(Vec::new(), &claims, &mut strategy, few, GO);
    let Err(WriteError::Memory { needed }) = refused else { panic!("{refused:?}") };
    let enough = WriteOptions { memory: needed, ..few };
    write(Vec::new(), &claims, &mut strategy, enough, GO).unwrap();
    let no_files = WriteOptions { files: None, ..enough };
    let mut out = Vec::new();
    let writer = begin(&mut out, &claims, 1).unwrap();
    let refused =
        write_all(writer, &claims, &mut [], None, &mut strategy, no_files, Room(100), &mut { GO });
    assert!(matches!(refused, Err(WriteError::Memory { needed: n }) if n > needed), "{refused:?}");
}

/// A strategy that stops after some answers.
struct Stops(BruteStrategy, usize);

impl Strategy for Stops {
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        self.1 = self.1.checked_sub(1).ok_or(Interrupted)?;
        self.0.winning_move(position)
    }
}

#[test]
fn a_strategy_that_is_stopped_stops_the_writing() {
    let (game, texts) = LONG[0];
    let claim = true_claim(game, texts[0]);
    let claims = [claim.clone()];
    let try_with = |answers| -> Result<Written, WriteError> {
        let mut strategy = Stops(BruteStrategy::new(claim.size()), answers);
        write(Vec::new(), &claims, &mut strategy, options(1), GO)
    };
    assert!(matches!(try_with(0), Err(WriteError::Stopped)));
    assert!(matches!(try_with(3), Err(WriteError::Stopped)));
    try_with(usize::MAX).unwrap();
    let mut none = |_: &Position| None;
    let unknown = write(Vec::new(), &claims, &mut none, options(1), GO);
    assert!(matches!(unknown, Err(WriteError::NoMove(_))));
}

/// A disk that is full when levels go there.
#[test]
fn a_full_disk_is_an_error_of_writing() {
    let full = || -> io::Result<File> { Err(io::ErrorKind::StorageFull.into()) };
    let claims = [true_claim(Game::Amazons, LONG[0].1[0])];
    let mut strategy = BruteStrategy::new(claims[0].size());
    let options = WriteOptions { files: Some(&full), ..options(1) };
    let mut out = Vec::new();
    let writer = begin(&mut out, &claims, 1).unwrap();
    let failed =
        write_all(writer, &claims, &mut [], None, &mut strategy, options, Room(100), &mut { GO });
    assert!(matches!(failed, Err(WriteError::Write(_))), "{failed:?}");
}
