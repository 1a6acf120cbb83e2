//! Makes the puzzles of the page, from games of our own player:
//!
//!     cargo run --release -p lastmove-lab --example puzzles > crates/web/page/data/puzzles.json
//!
//! Arguments limit this: `puzzles domineering 20 100` makes only those of Domineering, at most 20
//! of each grade, from at most 100 games.

use lastmove_lab::puzzles::{AMAZONS, DOMINEERING, Maker, Puzzle, PuzzleGame};
use lastmove_player::Playable;

/// Puzzles of each grade and game at most.
const EACH: usize = 60;

fn make<P: Playable>(game: PuzzleGame<P>, each: usize, games: Option<u64>) -> Vec<Puzzle> {
    let games = games.unwrap_or(game.games);
    let mut maker = Maker::new(game, each);
    let mut found = Vec::new();
    for number in 0..games {
        for puzzle in maker.game(number) {
            let Puzzle { id, position, plausible, line, .. } = &puzzle;
            let length = line.len().div_ceil(2);
            eprintln!("{id}: {position}, length {length}, {plausible} plausible moves");
            found.push(puzzle);
        }
        eprintln!("{} game {}: {:?}", P::GAME.name(), number + 1, maker.counts());
        if maker.is_full() {
            break;
        }
    }
    found.sort_by_key(|puzzle| (puzzle.grade, puzzle.line.len(), puzzle.plausible, puzzle.moves));
    found
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wants = |game| args.first().is_none_or(|wanted| wanted == game);
    let number = |i: usize| args.get(i).and_then(|text| text.parse::<u64>().ok());
    let (each, games) = (number(1).map_or(EACH, |n| n as usize), number(2));
    let mut puzzles = Vec::new();
    if wants("amazons") {
        puzzles.extend(make(AMAZONS, each, games));
    }
    if wants("domineering") {
        puzzles.extend(make(DOMINEERING, each, games));
    }
    let lines: Vec<String> =
        puzzles.iter().map(|p| serde_json::to_string(p).expect("plain data")).collect();
    println!("{{\"puzzles\": [\n{}\n]}}", lines.join(",\n"));
}
