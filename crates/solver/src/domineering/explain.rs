//! Explains the static evaluation: each player's cover and cut, the values that they guarantee, and
//! the winner. Vertical is Left: the value guaranteed to Vertical is a lower bound of the position,
//! and the value guaranteed to Horizontal gives an upper bound.

use super::covers::{Areas, Cover};
use super::cuts::Cut;
use super::game::DomineeringGame;
use super::lines::Lines;
use super::regions::{Bounds, UNIT};
use super::state::State;
use crate::{Bound, Verdict};
use lastmove_board::Bits;
use lastmove_domineering::Orientation;
use lastmove_values::{Dyadic, End};
use serde::{Serialize, Serializer};

/// The kinds of areas in a cover, in the order of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoverKind {
    /// four squares, in which one domino makes two of them safe
    Protective,
    /// two squares that an opposing domino can touch together with another area
    Vulnerable2,
    /// two squares that no opposing domino touches together with another area
    Vulnerable1,
    /// two squares that the opponent cannot use
    Safe,
    /// a square that can replace one of a safe area and takes three squares from the opponent
    Option3,
    /// the same with two squares
    Option2,
    /// the same with one square
    Option1,
}

impl CoverKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Protective,
        Self::Vulnerable2,
        Self::Vulnerable1,
        Self::Safe,
        Self::Option3,
        Self::Option2,
        Self::Option1,
    ];

    /// `protective`, `vulnerable2`, `vulnerable1`, `safe`, `option3`, `option2` or `option1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Protective => "protective",
            Self::Vulnerable2 => "vulnerable2",
            Self::Vulnerable1 => "vulnerable1",
            Self::Safe => "safe",
            Self::Option3 => "option3",
            Self::Option2 => "option2",
            Self::Option1 => "option1",
        }
    }
}

impl Serialize for CoverKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// A player's cover.
#[derive(Clone, Debug)]
pub struct ExplainedCover<B> {
    /// the areas, kind by kind
    pub areas: Vec<(CoverKind, B)>,
    /// squares outside the areas that the opponent cannot use
    pub unavailable: B,
    /// the least number of moves of the player, with the opponent to move
    pub moves: i32,
    /// the greatest number of moves of the opponent in that case
    pub opponent_moves: i32,
}

/// A region of a cut.
#[derive(Clone, Copy, Debug)]
pub struct ExplainedRegion<B> {
    /// its squares
    pub squares: B,
    /// its value is at least the game `{a | b}` for Vertical's cut, and at most that for
    /// Horizontal's; a number if both are equal
    pub counted_as: [Dyadic; 2],
}

/// A player's cut.
#[derive(Clone, Debug)]
pub struct ExplainedCut<B> {
    /// the renounced lines: by the number of rows above them for Vertical, of columns to their left
    /// for Horizontal
    pub lines: Vec<usize>,
    /// the regions of the board, in reading order
    pub regions: Vec<ExplainedRegion<B>>,
}

/// What is known about a position. Pairs belong to Vertical and Horizontal.
#[derive(Clone, Debug)]
pub struct ExplainedBoard<B> {
    /// the covers
    pub covers: [ExplainedCover<B>; 2],
    /// the cuts
    pub cuts: [ExplainedCut<B>; 2],
    /// the lower and the upper bound
    pub bounds: [Bound; 2],
    /// the winner with Vertical to move and with Horizontal to move, if they are known
    pub winners: [Option<Orientation>; 2],
}

impl<B: Bits> DomineeringGame<B> {
    /// Explains a position with these free squares.
    pub fn explain(&self, empty: B) -> ExplainedBoard<B> {
        let state = self.views.state(empty, Orientation::Vertical);
        let covers = Orientation::BOTH.map(|player| self.explain_cover(player, &state));
        let cuts = Orientation::BOTH
            .map(|player| Cut::new(self.views.view(player, &state), self.regions(), None));
        let [lower, upper] = Orientation::BOTH.map(|player| {
            let cover = &covers[player as usize];
            let by_cover = Bound {
                value: number((cover.moves - cover.opponent_moves) * i32::from(UNIT)),
                end: End::Exact,
            };
            // If the result is odd, the opponent is to move when the number is reached.
            let result = cuts[player as usize].parts.sum().result(false);
            let end = if result % 2 != 0 { End::Exact } else { End::Relaxed };
            let by_cut = Bound { value: number(result.div_euclid(2)), end };
            if by_cut.value > by_cover.value { by_cut } else { by_cover }
        });
        let winners =
            Orientation::BOTH.map(|to_move| match self.evaluate(&State { to_move, ..state }) {
                Verdict::Win => Some(to_move),
                Verdict::Loss => Some(to_move.opponent()),
                Verdict::Unknown => None,
            });
        let cuts = Orientation::BOTH.map(|player| {
            let cut = &cuts[player as usize];
            let region = |(squares, bounds): (B, Bounds)| ExplainedRegion {
                squares: self.on_board(player, squares),
                counted_as: counted_as(player, &bounds),
            };
            let mut regions: Vec<_> = cut.regions().map(region).collect();
            regions.sort_by_key(|region| region.squares.lowest());
            ExplainedCut { lines: cut.lines(self.views.view(player, &state)), regions }
        });
        ExplainedBoard {
            covers,
            cuts,
            bounds: [lower, Bound { value: -upper.value, ..upper }],
            winners,
        }
    }

    fn explain_cover(&self, player: Orientation, state: &State<B>) -> ExplainedCover<B> {
        let (lines, empty) = self.views.of(player, state);
        let (their_lines, theirs) = self.views.of(player.opponent(), state);
        let packed = Areas::pack(lines, empty, true);
        let (moves, opponent_moves) =
            Cover::of(&packed, empty.count(), their_lines.most(theirs)).moves();
        let areas = CoverKind::ALL.into_iter().flat_map(|kind| {
            let areas = areas_of(&packed, kind, lines);
            areas.into_iter().map(move |squares| (kind, self.on_board(player, squares)))
        });
        ExplainedCover {
            areas: areas.collect(),
            unavailable: self.on_board(player, packed.unavailable),
            moves,
            opponent_moves,
        }
    }

    /// Converts squares of a player's view to squares of the board.
    fn on_board(&self, player: Orientation, squares: B) -> B {
        match player {
            Orientation::Horizontal => squares,
            Orientation::Vertical => {
                let turn = self.views.turn.iter().enumerate();
                B::from_squares(turn.filter(|(_, at)| squares.has(**at)).map(|(s, _)| s as u8))
            }
        }
    }
}

/// The squares of each area of a kind.
fn areas_of<B: Bits>(areas: &Areas<B>, kind: CoverKind, lines: &Lines<B>) -> Vec<B> {
    let pair = |right: B| right | lines.left(right);
    let each = |set: B, whole: &dyn Fn(B) -> B| set.squares().map(|s| whole(B::bit(s))).collect();
    match kind {
        CoverKind::Protective => each(areas.protective, &|corner| {
            let row = corner | lines.right(corner);
            row | lines.down(row)
        }),
        CoverKind::Vulnerable2 => each(areas.type2, &pair),
        CoverKind::Vulnerable1 => each(areas.type1, &pair),
        CoverKind::Safe => each(areas.safe, &pair),
        CoverKind::Option3 => each(areas.options[2], &|square| square),
        CoverKind::Option2 => each(areas.options[1], &|square| square),
        CoverKind::Option1 => each(areas.options[0], &|square| square),
    }
}

/// A number in the units of bounds.
fn number(n: i32) -> Dyadic {
    Dyadic::new(n.into(), UNIT.trailing_zeros()).expect("at most the squares of a board")
}

/// The game that a player counts a region as, with Vertical as Left.
fn counted_as(player: Orientation, bounds: &Bounds) -> [Dyadic; 2] {
    let [a, b] = if bounds.exact { [bounds.number; 2] } else { [bounds.best.a, bounds.best.b] };
    let [a, b] = [a, b].map(|n| number(n.into()));
    match player {
        Orientation::Vertical => [a, b],
        Orientation::Horizontal => [-b, -a],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::Regions;
    use crate::domineering::oracle::{Oracle, RandomBoards};
    use lastmove_board::Size;
    use std::sync::Arc;

    /// Areas of a cover consist of free squares and do not overlap, nor do regions; the reported
    /// winner does win.
    #[test]
    fn what_is_explained_is_so() {
        let regions = Arc::new(Regions::default());
        let mut random = RandomBoards::new(23);
        for _ in 0..2_000 {
            let (columns, rows) = random.sides();
            let size = Size::new(columns, rows).unwrap();
            let empty = random.position(size, 22.min(size.squares() as u32 + 1));
            let game = DomineeringGame::<u64>::new(size, Arc::clone(&regions), None);
            let explained = game.explain(empty);
            for cover in &explained.covers {
                let mut used = cover.unavailable;
                for &(kind, squares) in &cover.areas {
                    assert!(!used.meets(squares), "{size} {empty:#x}: {kind:?}");
                    let size = match kind {
                        CoverKind::Protective => 4,
                        CoverKind::Option3 | CoverKind::Option2 | CoverKind::Option1 => 1,
                        _ => 2,
                    };
                    assert_eq!(squares.count(), size, "{kind:?}");
                    used |= squares;
                }
                assert_eq!(used & !empty, 0);
            }
            for cut in &explained.cuts {
                let mut used = 0;
                for region in &cut.regions {
                    assert!(region.squares & (used | !empty) == 0, "{size} {empty:#x}");
                    used |= region.squares;
                    assert!(region.counted_as[0] >= region.counted_as[1]);
                }
            }
            let mut oracle = Oracle::new(columns, rows);
            for (first, winner) in Orientation::BOTH.into_iter().zip(explained.winners) {
                if let Some(winner) = winner {
                    assert!(oracle.winner_is(winner, empty, first), "{size} {empty:#x}");
                }
            }
            // A bound on one side of 0 decides who wins moving second.
            let [lower, upper] = explained.bounds;
            for (player, bound) in [
                (Orientation::Vertical, lower),
                (Orientation::Horizontal, Bound { value: -upper.value, ..upper }),
            ] {
                if bound.value > number(0) || bound.value == number(0) && bound.end == End::Exact {
                    assert!(oracle.winner_is(player, empty, player.opponent()));
                }
            }
        }
    }
}
