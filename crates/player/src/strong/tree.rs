//! The search tree: an arena of nodes, each with its moves in the order of their evaluation.
//!
//! Values are probabilities, 0 to 1, that the side to move at a node wins.

use super::StrongSettings;
use lastmove_amazons::Move;

/// The index of a node in the tree.
pub(super) type NodeId = u32;
/// No node.
pub(super) const NONE: NodeId = u32::MAX;
/// The root.
pub(super) const ROOT: NodeId = 0;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    /// the node after the move, or [`NONE`]
    pub(super) node: NodeId,
    /// probability that the mover wins, by static evaluation
    pub(super) value: f32,
    /// its prior share of the visits
    pub(super) prior: f32,
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// the best moves first; the visited ones come first
    pub(super) edges: Box<[Edge]>,
    /// whether `edges` has all legal moves
    pub(super) complete: bool,
    pub(super) state: State,
    /// whether the side to move wins, if that is proven
    pub(super) proven: Option<bool>,
    pub(super) visits: u32,
    /// sum of all values found below
    pub(super) sum: f64,
    /// sum of all leads found below
    pub(super) score_sum: f64,
    /// value by minimax
    pub(super) mini: f32,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// only the value of its edge is known
    New,
    /// a thread is expanding it
    Busy,
    /// its moves are known
    Expanded,
}

impl Node {
    fn new(value: f32) -> Self {
        Self {
            edges: Box::new([]),
            complete: false,
            state: State::New,
            proven: None,
            visits: 0,
            sum: 0.0,
            score_sum: 0.0,
            mini: value,
        }
    }

    /// The probability that the side to move here wins.
    pub(super) fn value(&self, mix: f32) -> f32 {
        match self.proven {
            Some(win) => f32::from(u8::from(win)),
            None if self.visits == 0 => self.mini,
            None => {
                let mean = (self.sum / f64::from(self.visits)) as f32;
                mean + mix * (self.mini - mean)
            }
        }
    }

    /// The expected lead of the side to move here.
    pub(super) fn score(&self) -> f64 {
        self.score_sum / f64::from(self.visits.max(1))
    }
}

/// The nodes of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) bytes: usize,
    pub(super) deepest: u32,
    /// nodes expanded since thinking began
    pub(super) expanded: u64,
    /// sums of ownership over all leaves since the position was set, and their number
    pub(super) ownership: Vec<f32>,
    pub(super) leaves: u32,
}

impl Tree {
    pub(super) fn new(squares: usize) -> Self {
        Self { nodes: vec![Node::new(0.5)], ownership: vec![0.0; squares], ..Self::default() }
    }

    pub(super) fn add(&mut self, value: f32) -> NodeId {
        self.bytes += size_of::<Node>();
        self.nodes.push(Node::new(value));
        (self.nodes.len() - 1) as NodeId
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The edge to follow from an expanded node: the greatest sum of value and exploration (PUCT).
    /// Moves not yet visited count with their static value, and the first of them is the best of
    /// them.
    pub(super) fn select(&self, id: NodeId, settings: &StrongSettings) -> Option<usize> {
        let node = self.node(id);
        let root = (f64::from(node.visits.max(1)).sqrt() as f32) * settings.explore;
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (i, edge) in node.edges.iter().enumerate() {
            let (value, visits) = if edge.node == NONE {
                (edge.value, 0)
            } else {
                let child = self.node(edge.node);
                if child.proven == Some(true) {
                    continue; // loses
                }
                (1.0 - child.value(settings.mix), child.visits)
            };
            let urge = value + root * edge.prior / (1.0 + visits as f32);
            if urge > most {
                (best, most) = (Some(i), urge);
            }
            if edge.node == NONE {
                break;
            }
        }
        best
    }

    /// Recomputes the minimax value and the proof of a node from its children.
    pub(super) fn refresh(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.state != State::Expanded || node.edges.is_empty() {
            return;
        }
        let (mut mini, mut proven, mut all_lost) = (0.0f32, None, node.complete);
        for edge in &node.edges {
            if edge.node == NONE {
                mini = mini.max(edge.value);
                all_lost = false;
                break;
            }
            let child = self.node(edge.node);
            match child.proven {
                Some(false) => proven = Some(true),
                Some(true) => {}
                None => {
                    mini = mini.max(1.0 - child.mini);
                    all_lost = false;
                }
            }
        }
        let proven = proven.or(all_lost.then_some(false));
        let node = self.node_mut(id);
        node.proven = node.proven.or(proven);
        node.mini = node.proven.map_or(mini, |win| f32::from(u8::from(win)));
    }

    /// Gives a node all of its moves, and keeps its existing children.
    pub(super) fn widen(&mut self, id: NodeId, mut edges: Vec<Edge>) {
        self.bytes += edges.len() * size_of::<Edge>();
        let node = self.node_mut(id);
        for old in node.edges.iter().filter(|edge| edge.node != NONE) {
            if let Some(edge) = edges.iter_mut().find(|edge| edge.mv == old.mv) {
                edge.node = old.node;
            }
        }
        // Visited moves keep their place at the front.
        edges.sort_by_key(|edge| edge.node == NONE);
        node.edges = edges.into();
        node.complete = true;
        node.state = State::Expanded;
    }

    /// The tree below a node as a tree of its own.
    pub(super) fn below(&self, root: NodeId) -> Self {
        let mut tree = Self { ownership: vec![0.0; self.ownership.len()], ..Self::default() };
        let mut queue = vec![root];
        tree.nodes.push(self.node(root).clone());
        // Children are copied after their parents; `queue[i]` is the old index of `nodes[i]`.
        let mut next = 0;
        while next < queue.len() {
            let edges = self.node(queue[next]).edges.len();
            tree.bytes += size_of::<Node>() + edges * size_of::<Edge>();
            for i in 0..edges {
                let old = self.node(queue[next]).edges[i].node;
                if old != NONE {
                    tree.nodes[next].edges[i].node = queue.len() as NodeId;
                    tree.nodes.push(self.node(old).clone());
                    queue.push(old);
                }
            }
            next += 1;
        }
        tree
    }

    /// Best play from a node, by visits.
    pub(super) fn line(&self, mut id: NodeId, settings: &StrongSettings) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(edge) = self.favourite(id, settings) {
            let edge = self.node(id).edges[edge];
            line.push(edge.mv);
            if edge.node == NONE || line.len() >= 12 {
                break;
            }
            id = edge.node;
        }
        line
    }

    /// The edge to play: of the proven wins the one with the greatest lead, else the most visited.
    pub(super) fn favourite(&self, id: NodeId, settings: &StrongSettings) -> Option<usize> {
        let key = |edge: &Edge| {
            if edge.node == NONE {
                return (0, f64::from(edge.value) - 2.0, 0.0);
            }
            let child = self.node(edge.node);
            match child.proven {
                Some(false) => (2, -child.score(), 0.0),
                Some(true) => (-1, -child.score(), 0.0),
                None => (0, f64::from(child.visits), -f64::from(child.value(settings.mix))),
            }
        };
        let edges = &self.node(id).edges;
        let better = |a: &(usize, (i32, f64, f64)), b: &(usize, (i32, f64, f64))| {
            let ((i, a), (j, b)) = (a, b);
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)).then(j.cmp(i))
        };
        edges.iter().map(key).enumerate().max_by(better).map(|(i, _)| i)
    }
}
