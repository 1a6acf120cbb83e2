//! Positions that no game can reach (Hensgens' thesis, section 2.1).
//!
//! Every move adds one arrow, so the arrows tell how many moves each side has made. Class 1: the
//! amazons cannot have come to their squares in that many moves, or it is the other side's turn.
//! Class 1a: this would be possible only if Black had begun. Class 2: the numbers agree, but no
//! legal moves lead to the position. Class 2 is found by searching all games with these arrows; if
//! the search takes too long, nothing is reported.

use crate::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry, Size, Square};
use std::collections::HashSet;

/// Why no game reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// Class 1: the amazons cannot be on these squares after this many moves.
    Moves {
        /// the moves of White and of Black, by the number of arrows
        made: [u32; 2],
        /// the fewest moves that lead to the squares of their amazons
        needed: [u32; 2],
    },
    /// Class 1: after this many arrows it is the turn of this side.
    Turn(Colour),
    /// Class 1a: possible only if Black had begun.
    BlackFirst,
    /// Class 2: no legal moves lead to the position.
    NoGame,
}

impl Impossible {
    /// The class: `1`, `1a` or `2`.
    pub fn class(self) -> &'static str {
        match self {
            Self::Moves { .. } | Self::Turn(_) => "1",
            Self::BlackFirst => "1a",
            Self::NoGame => "2",
        }
    }
}

impl std::fmt::Display for Impossible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Moves { made, needed } => {
                let sides = ["White", "Black"].into_iter().zip(made.iter().zip(needed));
                let wrong = sides.filter(|&(_, (&made, &needed))| !fits(made, needed));
                for (i, (side, (&made, &needed))) in wrong.enumerate() {
                    let and = if i == 0 { "" } else { "; " };
                    let s = if made == 1 { "" } else { "s" };
                    write!(f, "{and}by the arrows {side} has made {made} move{s}, but ")?;
                    match needed {
                        0 => write!(f, "no amazon of {side}'s has moved")?,
                        _ => write!(f, "{side}'s amazons need at least {needed} to be there")?,
                    }
                }
                Ok(())
            }
            Self::Turn(side) => write!(f, "by the arrows it is {}'s turn", side.side().capital()),
            Self::BlackFirst => write!(f, "only if Black had begun"),
            Self::NoGame => write!(f, "no legal moves lead to it"),
        }
    }
}

/// Limit on the positions of the search for a game: a fraction of a second.
const MOST_POSITIONS: usize = 2_000;
/// With more arrows nearly every position can be reached, and there is no search.
const MOST_ARROWS: u32 = 6;

/// Why no game from `start`, with White first, reaches `position`; `None` if one does, or if the
/// search took too long. Both positions must have the same number of amazons; `to_move` is the side
/// to move, if known.
///
/// ```
/// use lastmove_amazons::{Colour, Impossible, Position, impossible, start};
/// use lastmove_board::Geometry;
/// let diagram = |text| start::parse(text).unwrap();
/// let geometry = Geometry::<u64>::new(diagram("6x6").size());
/// let begin = Position::from_diagram(&diagram("6x6")).unwrap();
/// let why = |text| {
///     let position = Position::with_side(&diagram(text), Colour::White).unwrap();
///     impossible(&geometry, &begin, &position, None)
/// };
/// // One arrow, and only Black has moved.
/// assert_eq!(why("1q2q1/5q/6/q4*/Q4Q/1Q2Q1"), Some(Impossible::BlackFirst));
/// // b1-b4, and an arrow where no queen's move leads from there.
/// assert_eq!(why("1q2q1/q4q/1Q4/3*2/Q4Q/4Q1"), Some(Impossible::NoGame));
/// assert_eq!(why("1q2q1/q4q/1Q1*2/6/Q4Q/4Q1"), None);
/// ```
pub fn impossible<B: Bits>(
    geometry: &Geometry<B>,
    start: &Position<B>,
    position: &Position<B>,
    to_move: Option<Colour>,
) -> Option<Impossible> {
    let size = geometry.size();
    let all = B::first_n(size.squares());
    let occupied =
        |p: &Position<B>| p.amazons(Colour::White) | p.amazons(Colour::Black) | p.empty();
    let arrows = all & !occupied(position);
    let count = arrows.count();
    let needed = SIDES.map(|side| fewest(size, start.amazons(side), position.amazons(side)));
    let fits =
        |made: [u32; 2]| made.into_iter().zip(needed).all(|(made, needed)| fits(made, needed));
    let white_first = [count.div_ceil(2), count / 2];
    let black_first = [white_first[1], white_first[0]];
    let turn = if count.is_multiple_of(2) { Colour::White } else { Colour::Black };
    let right_turn = to_move.is_none_or(|side| side == turn);
    if !right_turn || !fits(white_first) {
        let other_turn = to_move.is_none_or(|side| side != turn);
        return Some(if other_turn && fits(black_first) {
            Impossible::BlackFirst
        } else if right_turn {
            Impossible::Moves { made: white_first, needed }
        } else {
            Impossible::Turn(turn)
        });
    }
    if count > MOST_ARROWS {
        return None;
    }
    let mut search = Search { geometry, target: *position, seen: HashSet::new() };
    match search.reaches(start, arrows) {
        Some(false) => Some(Impossible::NoGame),
        _ => None,
    }
}

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

/// Whether a side that needs at least `needed` moves can have made exactly `made`. An amazon that
/// has moved once is not on its old square.
fn fits(made: u32, needed: u32) -> bool {
    needed <= made && (made != 1 || needed == 1)
}

/// The fewest queen's moves on an empty board that take amazons from the squares of one set to
/// those of the other, over all assignments.
fn fewest<B: Bits>(size: Size, from: B, to: B) -> u32 {
    let Some(first) = from.squares().next() else { return 0 };
    let rest = from & !B::bit(first);
    let cost = |target: Square| {
        let apart = |a: usize, b: usize| a.abs_diff(b);
        let dx = apart(size.column(first), size.column(target));
        let dy = apart(size.row(first), size.row(target));
        match (dx, dy) {
            (0, 0) => 0,
            _ if dx == 0 || dy == 0 || dx == dy => 1,
            _ => 2,
        }
    };
    let ways = to.squares().map(|target| cost(target) + fewest(size, rest, to & !B::bit(target)));
    ways.min().unwrap_or(0)
}

/// A search for a game that leads to the target.
struct Search<'g, B> {
    geometry: &'g Geometry<B>,
    target: Position<B>,
    seen: HashSet<(B, B, B)>,
}

impl<B: Bits> Search<'_, B> {
    /// Whether moves with arrows on exactly these squares lead from a position to the target;
    /// `None` if the limit was reached.
    fn reaches(&mut self, position: &Position<B>, arrows: B) -> Option<bool> {
        let [white, black] = SIDES.map(|side| position.amazons(side));
        if arrows.is_empty() {
            return Some(SIDES.iter().all(|&s| position.amazons(s) == self.target.amazons(s)));
        }
        if !self.seen.insert((white, black, arrows)) {
            return Some(false);
        }
        if self.seen.len() > MOST_POSITIONS {
            return None;
        }
        let side = position.to_move();
        let mut next: Vec<(u32, Move)> = Vec::new();
        let left = arrows.count() - 1;
        for mv in position.moves(self.geometry).filter(|mv| arrows.has(mv.arrow)) {
            let mut after = *position;
            after.play_unchecked(mv);
            let needs =
                |side| fewest(self.geometry.size(), after.amazons(side), self.target.amazons(side));
            let (own, other) = (needs(side), needs(side.opponent()));
            if own <= left / 2 && other <= left.div_ceil(2) {
                next.push((own + other, mv));
            }
        }
        next.sort_by_key(|&(needs, _)| needs);
        for (_, mv) in next {
            let mut after = *position;
            after.play_unchecked(mv);
            if self.reaches(&after, arrows & !B::bit(mv.arrow))? {
                return Some(true);
            }
        }
        Some(false)
    }
}
