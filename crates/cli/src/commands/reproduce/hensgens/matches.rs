//! The thesis' tables of matches (chapter 5), rerun by the classical player.
//!
//! Ten seconds of the thesis stand for `--time-per-move`, half a second for a twentieth of it. A row
//! agrees if White's published share of wins lies within 2.6 standard errors of the share found: with
//! few games nearly everything does, so the numbers are for reading.

use super::super::{Args, Row, Table};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_amazons::{Colour, Position, start};
use lastmove_board::{Geometry, mix};
use lastmove_player::arena::{self, Seat};
use lastmove_player::{Engine, Limits, Options};
use lastmove_work::Stop;
use std::time::Duration;

macro_rules! table {
    ($name:ident, $number:literal, $about:literal, $compare:expr) => {
        pub(in super::super) const $name: Table = Table {
            name: concat!("hensgens-", $number),
            about: concat!("Hensgens' thesis, table ", $number, ": ", $about),
            compare: $compare,
        };
    };
}

table!(T1, "1", "branching factor at different strengths", |s, a| rows(
    &TABLE_1,
    s,
    a,
    Extra::Branching
));
table!(T2, "2", "game length at different strengths", |s, a| rows(&TABLE_2, s, a, Extra::Length));
table!(T3, "3", "random against lookahead zero", |s, a| rows(&TABLE_3, s, a, Extra::Length));
table!(T4, "4", "killer moves", |s, a| rows(&TABLE_4, s, a, Extra::Nothing));
table!(T5, "5", "history heuristic and killer moves", |s, a| rows(&TABLE_5, s, a, Extra::Nothing));
table!(T6, "6", "principal variation search", |s, a| rows(&TABLE_6, s, a, Extra::Length));
table!(T7, "7", "territory against relative territory", |s, a| rows(
    &TABLE_7,
    s,
    a,
    Extra::Nothing
));
table!(T8, "8", "territory against relative territory, three plies", |s, a| {
    rows(&TABLE_8, s, a, Extra::Branching)
});

/// What a row tells beside the wins.
#[derive(Clone, Copy, PartialEq)]
enum Extra {
    Nothing,
    Branching,
    Length,
}

/// A published row: its name, White and Black with their seconds, their wins, and what else it tells.
struct Published {
    row: &'static str,
    white: (&'static str, f64),
    black: (&'static str, f64),
    wins: (u64, u64),
    extra: (u64, u64),
}

const fn row(
    row: &'static str,
    white: (&'static str, f64),
    black: (&'static str, f64),
    wins: (u64, u64),
    extra: (u64, u64),
) -> Published {
    Published { row, white, black, wins, extra }
}

/// A player of the thesis: later settings override those of its base.
macro_rules! player {
    ($settings:literal) => {
        concat!("classical:rewards=1/2/3/4/5,rule=on,pvs=off,tt=off,", $settings)
    };
}

const RELATIVE: &str = player!("eval=relative-territory,random=1");
const TERRITORY: &str = player!("eval=territory,random=3");
const TERRITORY_KILLERS: &str = player!("eval=territory,killers=on,random=3");
const TERRITORY_HISTORY: &str = player!("eval=territory,history=on,random=3");
const TERRITORY_FULL: &str = player!("eval=territory,width=full,history=on,killers=on,random=3");
const TERRITORY_PVS: &str = player!("eval=territory,pvs=on,random=3");
const RELATIVE_22: &str = player!("eval=relative-territory,width=22,random=1");
const TERRITORY_3: &str = player!("eval=territory,width=18,depth=3,rule=off,random=3");
const RELATIVE_3: &str = player!("eval=relative-territory,width=18,depth=3,rule=off,random=1");
/// That of chapter 2.
pub(super) const COMPLEXITY: &str = player!("eval=relative-territory,random=2");

const TABLE_1: [Published; 3] = [
    row("short against long", (RELATIVE, 0.5), (RELATIVE, 10.0), (15, 135), (398, 350)),
    row("both short", (RELATIVE, 0.5), (RELATIVE, 0.5), (165, 135), (385, 336)),
    row("both long", (RELATIVE, 10.0), (RELATIVE, 10.0), (160, 140), (375, 299)),
];
const TABLE_2: [Published; 3] = [
    row("both long", (RELATIVE, 10.0), (RELATIVE, 10.0), (160, 140), (84, 0)),
    row("both short", (RELATIVE, 0.5), (RELATIVE, 0.5), (165, 135), (84, 0)),
    row("short against long", (RELATIVE, 0.5), (RELATIVE, 10.0), (15, 135), (81, 0)),
];
const TABLE_3: [Published; 3] = [
    row("depth 1", (RANDOM[0], 10.0), (ZERO[0], 10.0), (217, 183), (71, 0)),
    row("depth 2", (RANDOM[1], 10.0), (ZERO[1], 10.0), (290, 110), (68, 0)),
    row("depth 3", (RANDOM[2], 10.0), (ZERO[2], 10.0), (30, 0), (66, 0)),
];
const RANDOM: [&str; 3] = [
    player!("eval=random,width=full,rule=off,depth=1"),
    player!("eval=random,width=full,rule=off,depth=2"),
    player!("eval=random,width=full,rule=off,depth=3"),
];
const ZERO: [&str; 3] = [
    player!("eval=zero,width=full,rule=off,depth=1"),
    player!("eval=zero,width=full,rule=off,depth=2"),
    player!("eval=zero,width=full,rule=off,depth=3"),
];
const TABLE_4: [Published; 3] = [
    row("yes, no", (TERRITORY_KILLERS, 10.0), (TERRITORY, 10.0), (56, 94), (0, 0)),
    row("no, yes", (TERRITORY, 10.0), (TERRITORY_KILLERS, 10.0), (73, 77), (0, 0)),
    row("no, no", (TERRITORY, 10.0), (TERRITORY, 10.0), (72, 78), (0, 0)),
];
const TABLE_5: [Published; 4] = [
    row("14, full+history", (TERRITORY, 10.0), (TERRITORY_FULL, 10.0), (61, 39), (0, 0)),
    row("full+history, 14", (TERRITORY_FULL, 10.0), (TERRITORY, 10.0), (41, 59), (0, 0)),
    row("no, history", (TERRITORY, 10.0), (TERRITORY_HISTORY, 10.0), (50, 0), (0, 0)),
    row("history, no", (TERRITORY_HISTORY, 10.0), (TERRITORY, 10.0), (0, 50), (0, 0)),
];
const TABLE_6: [Published; 2] = [
    row("yes, no", (TERRITORY_PVS, 10.0), (TERRITORY, 10.0), (23, 27), (84, 0)),
    row("no, yes", (TERRITORY, 10.0), (TERRITORY_PVS, 10.0), (20, 30), (86, 0)),
];
const TABLE_7: [Published; 4] = [
    row("ter 14, rel 22", (TERRITORY, 10.0), (RELATIVE_22, 10.0), (94, 56), (0, 0)),
    row("rel 22, ter 14", (RELATIVE_22, 10.0), (TERRITORY, 10.0), (62, 88), (0, 0)),
    row("ter 14, rel 14", (TERRITORY, 10.0), (RELATIVE, 10.0), (43, 57), (0, 0)),
    row("rel 14, ter 14", (RELATIVE, 10.0), (TERRITORY, 10.0), (24, 76), (0, 0)),
];
const TABLE_8: [Published; 2] = [
    row("rel, ter", (RELATIVE_3, 10.0), (TERRITORY_3, 10.0), (56, 44), (353, 322)),
    row("ter, rel", (TERRITORY_3, 10.0), (RELATIVE_3, 10.0), (33, 67), (340, 328)),
];

/// A player of a series.
pub(super) struct Player {
    kind: &'static str,
    limits: Limits,
}

impl Player {
    /// A player with so many seconds a move.
    pub(super) fn new(kind: &'static str, seconds: f64) -> Self {
        let time = Some(Duration::from_secs_f64(seconds));
        Self { kind, limits: Limits { time, ..Limits::default() } }
    }

    fn seat(&self, seed: u64) -> Result<Seat, Failure> {
        let kind = self.kind.parse().map_err(|error| Failure::input(self.kind, error))?;
        Ok(Seat::new(Engine::new(Options { kind, seed, ..Options::default() }), self.limits))
    }
}

/// Games that were played.
#[derive(Default)]
pub(super) struct Played {
    wins: [u64; 2],
    /// legal moves, summed by ply over all games, and the games that came so far
    branching: Vec<(u64, u64)>,
}

impl Played {
    fn games(&self) -> f64 {
        (self.wins[0] + self.wins[1]).max(1) as f64
    }

    /// The mean number of plies.
    pub(super) fn length(&self) -> f64 {
        self.branching.iter().map(|&(_, games)| games).sum::<u64>() as f64 / self.games()
    }

    /// The plies of the longest game.
    pub(super) fn plies(&self) -> usize {
        self.branching.len()
    }

    /// The mean number of moves at a ply.
    pub(super) fn branching_at(&self, ply: usize) -> f64 {
        let (sum, games) = self.branching.get(ply).copied().unwrap_or((0, 0));
        sum as f64 / games.max(1) as f64
    }

    /// The mean number of moves of White and of Black.
    pub(super) fn mean_branching(&self) -> [f64; 2] {
        [0, 1].map(|side| {
            let plies = self.branching.iter().skip(side).step_by(2);
            let (sum, count) = plies.fold((0, 0), |(a, b), &(sum, games)| (a + sum, b + games));
            sum as f64 / count.max(1) as f64
        })
    }
}

/// A series of games on 10x10, each from the start after one random move of each side (the thesis'
/// small random term alone repeats games at short times).
pub(super) fn series(
    white: &Player,
    black: &Player,
    games: u32,
    session: &Session,
) -> Result<Played, Failure> {
    let diagram = start::parse("10x10").map_err(|error| Failure::input("10x10", error))?;
    let first =
        Position::<u128>::from_diagram(&diagram).map_err(|error| Failure::input("10x10", error))?;
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut played = Played::default();
    for game in 0..u64::from(games) {
        let (mut position, mut opening) = (first, Vec::new());
        for ply in 0..2 {
            let moves: Vec<_> = position.moves(&geometry).collect();
            opening.push(moves.len() as u64);
            position.play_unchecked(moves[mix(game << 8 | ply) as usize % moves.len()]);
        }
        let mut seats = [white.seat(2 * game)?, black.seat(2 * game + 1)?];
        let result = arena::play(diagram.size(), &position, &mut seats, 0, false, &session.cancel);
        let result = result.map_err(|stop: Stop| {
            Failure::stopped(stop, "a series cannot be resumed, run it again")
        })?;
        played.wins[usize::from(result.winner == Colour::Black)] += 1;
        // with the two moves of the opening
        for (ply, moves) in opening.into_iter().chain(result.branching).enumerate() {
            if played.branching.len() <= ply {
                played.branching.push((0, 0));
            }
            played.branching[ply].0 += moves;
            played.branching[ply].1 += 1;
        }
    }
    Ok(played)
}

fn rows(
    table: &'static [Published],
    session: &Session,
    args: &Args,
    extra: Extra,
) -> Result<Vec<Row>, Failure> {
    let seconds = |published: f64| published / 10.0 * args.time_per_move;
    let row = |line: &Published| {
        let white = Player::new(line.white.0, seconds(line.white.1));
        let black = Player::new(line.black.0, seconds(line.black.1));
        let played = series(&white, &black, args.games.unwrap_or(super::GAMES), session)?;
        let mut published = vec![("white_wins", line.wins.0), ("black_wins", line.wins.1)];
        let mut found = vec![("white_wins", played.wins[0]), ("black_wins", played.wins[1])];
        match extra {
            Extra::Nothing => {}
            Extra::Branching => {
                let mean = played.mean_branching().map(|mean| mean.round() as u64);
                published
                    .extend([("branching_white", line.extra.0), ("branching_black", line.extra.1)]);
                found.extend([("branching_white", mean[0]), ("branching_black", mean[1])]);
            }
            Extra::Length => {
                published.push(("plies", line.extra.0));
                found.push(("plies", played.length().round() as u64));
            }
        }
        let agree = compatible(line.wins, played.wins);
        Ok(Row { row: line.row.to_owned(), published, found, agree })
    };
    table.iter().map(row).collect()
}

/// Whether two shares of wins, both of so many games only, are within 2.6 standard errors of each
/// other (Agresti and Caffo's interval, which few games leave wide).
fn compatible(published: (u64, u64), found: [u64; 2]) -> bool {
    let share = |wins: u64, losses: u64| {
        let n = (wins + losses + 2) as f64;
        let p = (wins + 1) as f64 / n;
        (p, p * (1.0 - p) / n)
    };
    let (p, p_variance) = share(published.0, published.1);
    let (q, q_variance) = share(found[0], found[1]);
    (p - q).abs() <= 2.6 * (p_variance + q_variance).sqrt()
}

#[cfg(test)]
mod tests {
    use super::compatible;

    #[test]
    fn shares_are_compared_with_regard_to_the_number_of_games() {
        assert!(compatible((30, 0), [10, 0]));
        assert!(compatible((0, 50), [1, 9]));
        assert!(compatible((60, 40), [5, 5]));
        assert!(!compatible((60, 40), [5, 95]));
        assert!(!compatible((0, 50), [10, 0]));
    }
}
