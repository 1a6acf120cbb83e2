//! Work units: a large search split into many, as Bullock planned for 10x10 (thesis, section 5.2).
//!
//! One side is assumed to win. A tentative proof tree of a few moves has one move at this side's
//! turns and all moves at the other's; its leaves are the units. If all of them are won as assumed,
//! so is the root. If some are not, the tree is built again with that knowledge: other moves are
//! chosen, and new units replace the refuted ones, until the root is proven or all first moves have
//! failed.

mod memory;
mod splitter;

pub use memory::{Remembering, Seen};
pub use splitter::Splitter;

use lastmove_work::Stop;
use std::collections::{HashMap, HashSet};

/// What examines the positions of a tree. All results must depend on the position alone, so that the
/// tree is the same each time.
pub trait Split {
    /// A position with a player to move.
    type Position: Clone;

    /// A key, the same for positions known to be equivalent.
    fn key(&mut self, position: &Self::Position) -> u128;

    /// Examines a position by a short search.
    ///
    /// # Errors
    /// If the budget of the splitter is spent.
    fn examine(&mut self, position: &Self::Position) -> Result<Examined<Self::Position>, Stop>;

    /// Whether the player to move wins, if a short search finds it.
    ///
    /// # Errors
    /// As [`Split::examine`].
    fn verdict(&mut self, position: &Self::Position) -> Result<Option<bool>, Stop> {
        Ok(match self.examine(position)? {
            Examined::Solved(win) => Some(win),
            Examined::Open(_) => None,
        })
    }
}

/// The result of a short search.
pub enum Examined<P> {
    /// whether the player to move wins
    Solved(bool),
    /// the positions after the moves, the most promising first
    Open(Vec<P>),
}

/// The status of a position, given the assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// it is won as assumed
    Proven,
    /// the other side wins
    Refuted,
    /// it depends on units
    Open,
}

/// What is known about positions, by their keys.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// whether their mover wins
    pub wins: HashMap<u128, bool>,
    /// leaves that were too large, and how many plies the tree has below them
    pub split: HashMap<u128, usize>,
}

/// A tentative proof tree.
pub struct Tree<P> {
    /// the status of the root
    pub standing: Standing,
    /// the leaves that it depends on, in the order of play
    pub units: Vec<Leaf<P>>,
    /// the winner's moves that are certain: from the key of a position to that of the next
    pub moves: HashMap<u128, u128>,
}

/// A leaf of the tree.
#[derive(Clone, Debug)]
pub struct Leaf<P> {
    /// the position
    pub position: P,
    /// the positions on the path to it, starting with the root
    pub before: Vec<P>,
}

/// The number of plies by which a leaf that is too large is extended: up to the positions after the
/// next move of the side that is assumed to lose, which has all its moves.
pub fn plies_below(mover_wins: bool) -> usize {
    1 + usize::from(mover_wins)
}

/// Builds the tree with this number of plies. `mover_wins`: the side to move at the root is assumed
/// to win.
///
/// # Errors
/// If the budget of the splitter is spent.
pub fn tentative<S: Split>(
    game: &mut S,
    root: &S::Position,
    mover_wins: bool,
    plies: usize,
    known: &Known,
) -> Result<Tree<S::Position>, Stop> {
    let mut builder = Builder { game, known, nodes: HashMap::new() };
    let name = builder.build(root, plies, mover_wins)?;
    let standing = builder.nodes[&name].standing;
    let mut tree = Tree { standing, units: Vec::new(), moves: HashMap::new() };
    builder.collect(name, root, &mut Vec::new(), &mut tree, &mut HashSet::new());
    for ((key, ..), node) in &builder.nodes {
        if let Some((next, _)) = node.decisive.and_then(|i| node.children.get(i)) {
            tree.moves.insert(*key, next.0);
        }
    }
    Ok(tree)
}

/// A key, the number of plies left below it, and whether its mover is assumed to win: positions
/// with the same key may occur after any number of moves.
type Name = (u128, usize, bool);

struct Node<P> {
    standing: Standing,
    /// the children that were examined
    children: Vec<(Name, P)>,
    /// the child that decides the status, if one is enough and it is certain
    decisive: Option<usize>,
}

struct Builder<'b, S: Split> {
    game: &'b mut S,
    known: &'b Known,
    nodes: HashMap<Name, Node<S::Position>>,
}

impl<S: Split> Builder<'_, S> {
    /// Builds the node of a position. `hopeful`: its mover is assumed to win.
    fn build(&mut self, position: &S::Position, plies: usize, hopeful: bool) -> Result<Name, Stop> {
        let name = (self.game.key(position), plies, hopeful);
        if self.nodes.contains_key(&name) {
            return Ok(name);
        }
        let solved = |win| if win == hopeful { Standing::Proven } else { Standing::Refuted };
        let mut node = Node { standing: Standing::Open, children: Vec::new(), decisive: None };
        let below = if plies == 0 { self.known.split.get(&name.0) } else { None };
        let plies = below.copied().unwrap_or(plies);
        match self.known.wins.get(&name.0) {
            Some(&win) => node.standing = solved(win),
            None if plies == 0 => {
                if let Some(win) = self.game.verdict(position)? {
                    node.standing = solved(win);
                }
            }
            None => match self.game.examine(position)? {
                Examined::Solved(win) => node.standing = solved(win),
                Examined::Open(children) => node = self.inner(children, plies, hopeful)?,
            },
        }
        self.nodes.insert(name, node);
        Ok(name)
    }

    fn inner(
        &mut self,
        positions: Vec<S::Position>,
        plies: usize,
        hopeful: bool,
    ) -> Result<Node<S::Position>, Stop> {
        // The side that is assumed to win needs a move that is not refuted; the other side needs a
        // refutation.
        let enough = |standing| {
            if hopeful { standing != Standing::Refuted } else { standing == Standing::Refuted }
        };
        let mut children: Vec<(Name, S::Position)> = Vec::new();
        let mut all = if hopeful { Standing::Refuted } else { Standing::Proven };
        for position in positions {
            let name = self.build(&position, plies - 1, !hopeful)?;
            let standing = self.nodes[&name].standing;
            if enough(standing) {
                let decisive = (standing != Standing::Open).then_some(0);
                return Ok(Node { standing, children: vec![(name, position)], decisive });
            }
            if standing == Standing::Open {
                all = Standing::Open;
            }
            children.push((name, position));
        }
        Ok(Node { standing: all, children, decisive: None })
    }

    /// Gathers the leaves that the root depends on.
    fn collect(
        &self,
        name: Name,
        position: &S::Position,
        before: &mut Vec<S::Position>,
        tree: &mut Tree<S::Position>,
        seen: &mut HashSet<Name>,
    ) {
        let node = &self.nodes[&name];
        if node.standing != Standing::Open || !seen.insert(name) {
            return;
        }
        if node.children.is_empty() {
            tree.units.push(Leaf { position: position.clone(), before: before.clone() });
        }
        before.push(position.clone());
        for (child, position) in &node.children {
            self.collect(*child, position, before, tree, seen);
        }
        before.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim with one heap: take one or two; the player who cannot move loses.
    struct Heap;

    impl Split for Heap {
        type Position = u32;
        fn key(&mut self, heap: &u32) -> u128 {
            u128::from(*heap)
        }
        fn examine(&mut self, heap: &u32) -> Result<Examined<u32>, Stop> {
            Ok(match heap {
                0 => Examined::Solved(false),
                1 => Examined::Open(vec![0]),
                n => Examined::Open(vec![n - 1, n - 2]),
            })
        }
    }

    /// Repeats rounds until the root is decided.
    fn rounds(heap: u32, mover_wins: bool, plies: usize) -> (Standing, usize) {
        let mut known = Known::default();
        for round in 1.. {
            let tree = tentative(&mut Heap, &heap, mover_wins, plies, &known).unwrap();
            if tree.standing != Standing::Open {
                assert!(tree.units.is_empty());
                let first = tree.moves.get(&u128::from(heap));
                if !heap.is_multiple_of(3) {
                    // a win that was found in this tree has a certain first move
                    assert!(first.is_none_or(|next| next % 3 == 0));
                }
                return (tree.standing, round);
            }
            assert!(!tree.units.is_empty());
            let earlier = known.clone();
            for Leaf { position: unit, before } in tree.units {
                assert!(before.first() == Some(&heap) && before.len() >= plies);
                let key = u128::from(unit);
                assert!(!earlier.wins.contains_key(&key), "{unit} again");
                assert!(!earlier.split.contains_key(&key), "{unit} again");
                // large ones are split on their first occurrence
                if unit > 9 && before.len() == plies {
                    let hopeful = before.len().is_multiple_of(2) == mover_wins;
                    known.split.insert(key, plies_below(hopeful));
                } else {
                    known.wins.insert(key, unit % 3 != 0);
                }
            }
        }
        unreachable!()
    }

    #[test]
    fn units_settle_the_root_whatever_was_assumed() {
        for heap in 3..40 {
            for plies in 1..6 {
                for mover_wins in [true, false] {
                    let (standing, rounds) = rounds(heap, mover_wins, plies);
                    let right = (heap % 3 != 0) == mover_wins;
                    let expected = if right { Standing::Proven } else { Standing::Refuted };
                    assert_eq!(standing, expected, "{heap} {plies} {mover_wins}");
                    assert!(rounds <= 40, "{heap} {plies}: {rounds} rounds");
                }
            }
        }
    }
}
