//! A game with its variations and comments. Every move in it is legal.

use super::syntax::{Property, escape, unescape};
use super::{MAX_SIDE, SgfProblem};
use crate::start::MAX_FILES;
use crate::{Colour, IllegalMove, Move, Position, PositionError};
use lastmove_board::{Diagram, Geometry, Size};

/// The place of a node in its record; parents come before their children.
pub type NodeId = usize;

/// A node: a position, the move that led to it, and what was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) played: Option<(Colour, Move)>,
    pub(super) position: Position<u128>,
    pub(super) properties: Vec<Property>,
}

impl Node {
    pub(super) fn new(
        parent: Option<NodeId>,
        played: Option<(Colour, Move)>,
        position: Position<u128>,
    ) -> Self {
        Self { parent, children: Vec::new(), played, position, properties: Vec::new() }
    }

    /// The node before; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
    /// The nodes that follow: the main line first, then variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
    /// The move that led here, if it was a move and not set-up.
    pub fn played(&self) -> Option<(Colour, Move)> {
        self.played
    }
    /// The position here.
    pub fn position(&self) -> &Position<u128> {
        &self.position
    }
    /// What else the file says here, comments and names of players included.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }
    /// The text of a property such as `C`, the comment.
    pub fn text(&self, name: &str) -> Option<String> {
        let property = self.properties.iter().find(|p| p.name == name)?;
        property.values.first().map(|value| unescape(value))
    }
}

/// A game as the Smart Game Format records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub(super) size: Size,
    pub(super) nodes: Vec<Node>,
}

impl Record {
    /// The first node: the start position.
    pub const ROOT: NodeId = 0;

    /// A record of a game that begins with this position.
    ///
    /// # Errors
    /// If the diagram is no position of Amazons or names no side to move.
    pub fn new(start: &Diagram) -> Result<Self, PositionError> {
        let root = Node::new(None, None, Position::from_diagram(start)?);
        Ok(Self { size: start.size(), nodes: vec![root] })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }
    /// All nodes; the place in the list is the [`NodeId`].
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a move after a node, as a variation if it is not the first there.
    ///
    /// # Errors
    /// If the move is not legal there.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        let before = self.nodes[parent].position;
        let position = before.play(&Geometry::new(self.size), mv)?;
        Ok(self.add(parent, Some((before.to_move(), mv)), position))
    }

    pub(super) fn add(
        &mut self,
        parent: NodeId,
        played: Option<(Colour, Move)>,
        position: Position<u128>,
    ) -> NodeId {
        let id = self.nodes.len();
        self.nodes[parent].children.push(id);
        self.nodes.push(Node::new(Some(parent), played, position));
        id
    }

    /// Sets the comment of a node.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.set_text(node, "C", text);
    }

    /// Sets a property with one text, such as `PW`, the name of White.
    ///
    /// # Panics
    /// If the name is not of capital letters, or is one that the record writes by itself: a move,
    /// set-up, or the size.
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) {
        assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase()), "{name}");
        assert!(!is_own(name), "{name} is written by the record itself");
        let values = vec![escape(text)];
        let properties = &mut self.nodes[node].properties;
        match properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values = values,
            None => properties.push(Property { name: name.to_owned(), values }),
        }
    }

    /// The places of the nodes from the root to this one, both included.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |&n| self.nodes[n].parent).collect();
        line.reverse();
        line
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        let next = |&at: &NodeId| self.nodes[at].children.first().copied();
        std::iter::successors(Some(Self::ROOT), next).last().unwrap_or(Self::ROOT)
    }

    /// The nodes of the main line, from the root on.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        self.line_to(self.main_end()).into_iter().map(|id| &self.nodes[id])
    }
}

/// Properties that say what a [`Record`] holds in other ways.
pub(super) fn is_own(name: &str) -> bool {
    matches!(name, "FF" | "GM" | "CA" | "SZ" | "AB" | "AW" | "AE" | "AA" | "PL" | "B" | "W")
}

/// Whether two letters can name every square.
pub(super) fn check_size(width: usize, height: usize) -> Result<Size, SgfProblem> {
    let size = Size::new(width, height)?;
    if width > MAX_FILES || height > MAX_SIDE {
        return Err(SgfProblem::TooLarge(width, height));
    }
    Ok(size)
}
