//! Simulations: down the tree, an expansion, and up again, on several threads.

use super::expand::{self, Expansion};
use super::search::Strong;
use super::tree::{Edge, NONE, NodeId, ROOT, State, Tree};
use crate::endgame::Prover;
use crate::limits::Deadline;
use lastmove_amazons::{Colour, Position};
use lastmove_board::Bits;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where a descent ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// at a node that is not expanded yet
    Leaf,
    /// at a node whose kept moves all lose, so that it needs its other moves
    Refuted,
    /// at a node with a proven result, or one that another thread is expanding
    Known,
}

/// The data that the threads of one `think` share.
pub(super) struct SharedSearch<'r, B> {
    pub(super) player: &'r Strong<B>,
    pub(super) tree: &'r Mutex<Tree>,
    pub(super) deadline: &'r Deadline,
    /// the most nodes to expand
    pub(super) most: u64,
    pub(super) stop: AtomicBool,
}

impl<B: Bits> SharedSearch<'_, B> {
    pub(super) fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs simulations on one thread until the search ends; calls `between` after each.
    pub(super) fn work(&self, between: &mut dyn FnMut()) {
        let mut prover = Prover::new(&self.player.geometry, &self.player.databases);
        while !self.over() {
            self.simulate(&mut prover);
            between();
        }
    }

    fn over(&self) -> bool {
        if self.stop.load(Relaxed) || self.deadline.over() {
            return true;
        }
        let tree = self.lock();
        let root = tree.node(ROOT);
        tree.expanded >= self.most
            || root.proven.is_some()
            || tree.bytes as u64 >= self.player.memory
            || self.deadline.limits.depth.is_some_and(|depth| tree.deepest >= depth)
            || root.edges.len() == 1 && self.deadline.limits.time.is_some() && root.visits > 100
    }

    /// Goes down the tree once, expands a leaf, and goes up again.
    fn simulate(&self, prover: &mut Prover<'_, B>) {
        let player = self.player;
        let mut position = player.position;
        let mut path = vec![ROOT];
        let arrival = self.descend(&mut position, &mut path);
        let expansion = (arrival != Arrival::Known).then(|| {
            let (geometry, evaluator) = (&player.geometry, &player.evaluator);
            let all = arrival == Arrival::Refuted;
            expand::expand(geometry, evaluator, prover, &player.settings, &position, all)
        });
        let mut tree = self.lock();
        let leaf = path[path.len() - 1];
        let (value, score) = match expansion {
            Some(expansion) if arrival == Arrival::Refuted => {
                tree.widen(leaf, expansion.edges);
                tree.refresh(leaf);
                (tree.node(leaf).value(player.settings.mix), expansion.score)
            }
            Some(expansion) => store(&mut tree, leaf, expansion, position.to_move()),
            None => {
                let node = tree.node(leaf);
                (node.value(player.settings.mix), node.score() as f32)
            }
        };
        tree.deepest = tree.deepest.max(path.len() as u32 - 1);
        back_up(&mut tree, &path, value, score);
    }

    /// Goes down to a leaf and adds a virtual loss to every node on the way.
    fn descend(&self, position: &mut Position<B>, path: &mut Vec<NodeId>) -> Arrival {
        let mut tree = self.lock();
        let mut id = ROOT;
        loop {
            let node = tree.node_mut(id);
            node.visits += 1;
            node.sum += 1.0;
            match node.state {
                State::New => {
                    node.state = State::Busy;
                    return Arrival::Leaf;
                }
                State::Busy => return Arrival::Known,
                State::Expanded if node.proven.is_some() && id != ROOT => return Arrival::Known,
                State::Expanded => {}
            }
            let Some(choice) = tree.select(id, &self.player.settings) else {
                let node = tree.node_mut(id);
                if node.complete {
                    return Arrival::Known;
                }
                node.state = State::Busy;
                return Arrival::Refuted;
            };
            let edge = tree.node(id).edges[choice];
            position.play_unchecked(edge.mv);
            let child = if edge.node == NONE {
                let child = tree.add(1.0 - edge.value);
                tree.node_mut(id).edges[choice].node = child;
                child
            } else {
                edge.node
            };
            path.push(child);
            id = child;
        }
    }
}

/// Stores an expansion in its node. Returns the value and the lead that go up from there.
fn store<B: Bits>(
    tree: &mut Tree,
    leaf: NodeId,
    expansion: Expansion<B>,
    to_move: Colour,
) -> (f32, f32) {
    tree.expanded += 1;
    tree.leaves += 1;
    tree.bytes += expansion.edges.len() * size_of::<Edge>();
    expand::add_ownership(&mut tree.ownership, &expansion.nearer, to_move);
    let node = tree.node_mut(leaf);
    node.edges = expansion.edges.into();
    node.complete = expansion.complete;
    node.state = State::Expanded;
    node.mini = expansion.value;
    node.proven = expansion.proof;
    (expansion.value, expansion.score)
}

/// Adds a value and a lead to the nodes of the path, and removes the virtual losses of the way
/// down.
fn back_up(tree: &mut Tree, path: &[NodeId], mut value: f32, mut score: f32) {
    for (i, &id) in path.iter().enumerate().rev() {
        if i + 1 < path.len() {
            tree.refresh(id);
            value = tree.node(id).proven.map_or(value, |win| f32::from(u8::from(win)));
        }
        let node = tree.node_mut(id);
        node.sum += f64::from(value) - 1.0;
        node.score_sum += f64::from(score);
        (value, score) = (1.0 - value, -score);
    }
}
