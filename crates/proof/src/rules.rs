//! The rules of a game as the writer and the checker use them.

use crate::key::Key;
use lastmove_board::{Bits, Size, Square, SymmetryKind};
use std::fmt;

/// A move of a certificate's strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// An amazon moves from `from` to `to` and shoots at `arrow`.
    Amazon {
        /// the square where the amazon starts
        from: Square,
        /// the square where it arrives
        to: Square,
        /// the square that is burnt
        arrow: Square,
    },
    /// A domino on this square and the one below (Vertical) or to the right (Horizontal).
    Domino(Square),
}

impl Move {
    /// A move on a board of this size with rows and columns exchanged.
    pub(crate) fn transposed(self, size: Size) -> Self {
        let turn = |square| SymmetryKind::Transpose.apply(size, square);
        match self {
            Self::Amazon { from, to, arrow } => {
                Self::Amazon { from: turn(from), to: turn(to), arrow: turn(arrow) }
            }
            Self::Domino(square) => Self::Domino(turn(square)),
        }
    }
}

impl fmt::Display for Move {
    /// Writes squares as numbers, in reading order from 0: the size of the board is not known here.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amazon { from, to, arrow } => write!(f, "{from}-{to}/{arrow}"),
            Self::Domino(square) => write!(f, "{square}"),
        }
    }
}

/// Who moves, in the terms of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Winner,
    Loser,
}

/// A board in the terms of the claim: the claimed winner's amazons, the loser's, and the empty
/// squares. In Domineering there are only empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<B> {
    pub(crate) winner: B,
    pub(crate) loser: B,
    pub(crate) empty: B,
}

/// The facts that end a line of play; `Open` means that the line goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LeafKind {
    /// every area belongs to one side, and the winner has enough moves
    Settled = 1,
    /// a listed walk of the winner outlasts everything that the loser can do
    Walks = 2,
    /// the checker finishes the position by itself
    Search = 3,
}

impl LeafKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Settled, Self::Walks, Self::Search];

    pub(crate) fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind as u64 == number)
    }
}

impl fmt::Display for LeafKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Settled => "settled",
            Self::Walks => "walks",
            Self::Search => "search",
        })
    }
}

/// A fact that ends a line of play, with what the checker needs to confirm it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// nothing more is needed
    Settled,
    /// the winner's moves, played one after another
    Walks(Vec<Move>),
    /// how many moves of the winner the search looks ahead, beyond the one at hand
    Search {
        /// see above
        depth: u8,
    },
}

impl Leaf {
    /// Which fact it is.
    pub fn kind(&self) -> LeafKind {
        match self {
            Self::Settled => LeafKind::Settled,
            Self::Walks(_) => LeafKind::Walks,
            Self::Search { .. } => LeafKind::Search,
        }
    }
}

/// Limit on the nodes of a `search` leaf, and of an exact count of moves.
pub const NODE_LIMIT: u32 = 10_000;

/// A game on one board with the winner's side fixed.
pub(crate) trait Rules: Send + Sync + Sized {
    type B: Bits;
    type K: Key;

    /// The same game in another version of the format that derives positions; `None` if it does not
    /// differ.
    fn in_version(&self, version: u16) -> Option<Self>;

    /// Calls `visit` with each move of the mover and the position after it, in the order of the
    /// move numbers, until it returns `false`. Returns whether all moves were visited.
    fn each_move(
        &self,
        state: &State<Self::B>,
        mover: Mover,
        visit: impl FnMut(Move, State<Self::B>) -> bool,
    ) -> bool;

    /// The first of the winner's moves for which `wanted` returns `true`, given its number, the
    /// move and the position after it. Returns that number and that position.
    fn find_move(
        &self,
        state: &State<Self::B>,
        mut wanted: impl FnMut(u64, Move, &State<Self::B>) -> bool,
    ) -> Option<(u64, State<Self::B>)> {
        let (mut number, mut found) = (0, None);
        self.each_move(state, Mover::Winner, |mv, after| {
            found = wanted(number, mv, &after).then_some((number, after));
            number += 1;
            found.is_none()
        });
        found
    }

    /// An upper bound on the number of the loser's moves, here and in all later positions.
    fn most_replies(&self, state: &State<Self::B>) -> usize;

    /// The key of the normal form.
    fn normal_key(&self, state: &State<Self::B>) -> Self::K;

    /// The position of a key; `None` if there is none.
    fn state(&self, key: Self::K) -> Option<State<Self::B>>;

    /// Whether the checker sees the win by itself, so that the position need not be stored.
    fn visible(&self, state: &State<Self::B>, mover: Mover) -> bool;

    /// Whether the winner, to move, has a move after which every reply of the loser is plainly won.
    /// The order in which moves are tried does not change the answer.
    fn looks_ahead(&self, state: &State<Self::B>) -> bool {
        !self.each_move(state, Mover::Winner, |_, after| !self.answers_all(&after))
    }

    /// Whether every reply of the loser is plainly won.
    fn answers_all(&self, state: &State<Self::B>) -> bool {
        self.each_move(state, Mover::Loser, |_, reply| self.visible(&reply, Mover::Winner))
    }

    /// Whether the fact `settled` holds.
    fn settled(&self, state: &State<Self::B>, mover: Mover) -> bool;

    /// Whether the fact `walks` holds with this witness.
    fn walks(&self, state: &State<Self::B>, mover: Mover, witness: &[Move]) -> bool;

    /// Writes a move of a witness.
    #[cfg(test)]
    fn write_move(&self, mv: Move, out: &mut Vec<u8>);
    /// Reads a move of a witness.
    fn read_move(&self, bytes: &mut &[u8]) -> Option<Move>;

    /// Whether the fact `search` holds; `nodes` counts down the positions that may be searched.
    fn search(&self, state: &State<Self::B>, mover: Mover, depth: u8, nodes: &mut u32) -> bool {
        match mover {
            Mover::Winner => {
                let mut out_of_nodes = false;
                let none_is_plain = self.each_move(state, mover, |_, after| {
                    out_of_nodes = !spend(nodes);
                    !out_of_nodes && !self.visible(&after, Mover::Loser)
                });
                if out_of_nodes {
                    return false;
                }
                if !none_is_plain {
                    return true;
                }
                if depth == 0 {
                    return false;
                }
                !self.each_move(state, mover, |_, after| {
                    !self.search(&after, Mover::Loser, depth - 1, nodes)
                })
            }
            Mover::Loser => {
                let mut open = Vec::new();
                self.each_move(state, mover, |_, after| {
                    if !spend(nodes) {
                        return false;
                    }
                    if !self.visible(&after, Mover::Winner) {
                        open.push(after);
                    }
                    true
                }) && open.iter().all(|after| self.search(after, Mover::Winner, depth, nodes))
            }
        }
    }

    /// Whether a leaf fact holds.
    fn holds(&self, leaf: &Leaf, state: &State<Self::B>, mover: Mover) -> bool {
        match leaf {
            Leaf::Settled => self.settled(state, mover),
            Leaf::Walks(witness) => self.walks(state, mover, witness),
            Leaf::Search { depth } => self.search(state, mover, *depth, &mut { NODE_LIMIT }),
        }
    }
}

/// Counts one node down; returns `false` if none was left.
pub(crate) fn spend(nodes: &mut u32) -> bool {
    let left = *nodes > 0;
    *nodes -= u32::from(left);
    left
}
