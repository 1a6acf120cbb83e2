//! A game with its variations and comments. Every move in it is legal.

use super::syntax::{Property, escape, unescape};
use super::{MAX_SIDE, SgfProblem};
use crate::start::MAX_FILES;
use crate::{Colour, IllegalMove, Move, Position, PositionError};
use lastmove_board::{Diagram, Geometry, Size};

/// The index of a node in its record; parents come before their children.
pub type NodeId = usize;

/// A node: a position, the move that led to it, and its properties in the file.
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

    /// The parent; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
    /// The children: the main line first, then variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
    /// The move that led to this node; `None` for the root and after a set-up.
    pub fn played(&self) -> Option<(Colour, Move)> {
        self.played
    }
    /// The position at this node.
    pub fn position(&self) -> &Position<u128> {
        &self.position
    }
    /// The other properties in the file, including comments and names of players.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }
    /// The text of a property; the comment is `C`.
    pub fn text(&self, name: &str) -> Option<String> {
        let property = self.properties.iter().find(|p| p.name == name)?;
        property.values.first().map(|value| unescape(value))
    }
}

/// A game in the Smart Game Format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub(super) size: Size,
    pub(super) nodes: Vec<Node>,
}

impl GameRecord {
    /// The first node: the start position.
    pub const ROOT: NodeId = 0;

    /// A record of a game that begins with the position `start`.
    ///
    /// # Errors
    /// If the diagram is not a position of Amazons or names no side to move.
    pub fn new(start: &Diagram) -> Result<Self, PositionError> {
        let root = Node::new(None, None, Position::from_diagram(start)?);
        Ok(Self { size: start.size(), nodes: vec![root] })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }
    /// All nodes; the index is the [`NodeId`].
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a move after a node, as a variation if the node already has children.
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
    /// If the name has characters other than capital letters, or is one that the record writes
    /// itself: a move, set-up, or the size.
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) {
        assert!(is_free(name), "{name} is no property, or written by the record itself");
        self.set(node, Property { name: name.to_owned(), values: vec![escape(text)] });
    }

    /// Copies a property of another file with all its values. Returns `false` and does nothing if
    /// it is a property that the record writes itself.
    pub fn keep(&mut self, node: NodeId, property: &Property) -> bool {
        let taken = is_free(&property.name) && !property.values.is_empty();
        if taken {
            // Escaped anew, so that no value can end the property.
            let values = property.values.iter().map(|value| escape(&unescape(value))).collect();
            self.set(node, Property { name: property.name.clone(), values });
        }
        taken
    }

    fn set(&mut self, node: NodeId, property: Property) {
        let properties = &mut self.nodes[node].properties;
        match properties.iter_mut().find(|p| p.name == property.name) {
            Some(found) => *found = property,
            None => properties.push(property),
        }
    }

    /// The nodes from the root to this one, including both.
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

    /// The nodes of the main line, beginning with the root.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        self.line_to(self.main_end()).into_iter().map(|id| &self.nodes[id])
    }
}

/// Whether a property may be set from outside.
fn is_free(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase()) && !is_own(name)
}

/// Whether this is a property that a [`GameRecord`] does not store as text.
pub(super) fn is_own(name: &str) -> bool {
    matches!(name, "FF" | "GM" | "CA" | "SZ" | "AB" | "AW" | "AE" | "AA" | "PL" | "B" | "W")
}

/// The size, if two letters can name every square.
pub(super) fn check_size(width: usize, height: usize) -> Result<Size, SgfProblem> {
    let size = Size::new(width, height)?;
    if width > MAX_FILES || height > MAX_SIDE {
        return Err(SgfProblem::TooLarge(width, height));
    }
    Ok(size)
}
