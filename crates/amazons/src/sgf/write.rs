//! Writing a record to a file.

use super::points::name;
use super::record::{GameRecord, Node, NodeId};
use crate::{Colour, Move, Position};
use lastmove_board::{Bits, Size};
use std::fmt;

/// Writes the file. Squares of boards with more than 52 ranks have no names in the format: the
/// result cannot be read back.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// What remains to be written; the next item is the last.
        enum Todo {
            Node(NodeId),
            Variation(NodeId),
            Close,
        }
        f.write_str("(")?;
        let mut todo = vec![Todo::Close, Todo::Node(Self::ROOT)];
        while let Some(next) = todo.pop() {
            let id = match next {
                Todo::Close => {
                    f.write_str(")")?;
                    continue;
                }
                Todo::Variation(id) => {
                    f.write_str("\n(")?;
                    todo.push(Todo::Close);
                    id
                }
                Todo::Node(id) => id,
            };
            let node = &self.nodes[id];
            self.write_node(f, node)?;
            match *node.children {
                [] => {}
                [only] => todo.push(Todo::Node(only)),
                ref several => todo.extend(several.iter().rev().map(|&c| Todo::Variation(c))),
            }
        }
        f.write_str("\n")
    }
}

impl GameRecord {
    fn write_node(&self, f: &mut fmt::Formatter<'_>, node: &Node) -> fmt::Result {
        let size = self.size;
        match (node.parent, node.played) {
            (None, _) => {
                write!(f, ";FF[4]GM[18]CA[UTF-8]SZ[{}", size.width())?;
                if !size.is_square() {
                    write!(f, ":{}", size.height())?;
                }
                f.write_str("]")?;
                let empty = u128::first_n(size.squares());
                let bare = Position::new(0, 0, empty, node.position.to_move().opponent());
                write_difference(f, size, &bare, &node.position)?;
                if node.position.empty() == empty {
                    f.write_str("AE[aa]")?; // without set-up readers use the default
                }
            }
            (_, Some((colour, Move { from, to, arrow }))) => {
                let [from, to, arrow] = [from, to, arrow].map(|square| name(size, square));
                write!(f, "\n;{}[{from}{to}{arrow}]", letter(colour))?;
            }
            (Some(parent), None) => {
                f.write_str("\n;")?;
                write_difference(f, size, &self.nodes[parent].position, &node.position)?;
            }
        }
        for property in &node.properties {
            f.write_str(&property.name)?;
            for value in &property.values {
                write!(f, "[{value}]")?;
            }
        }
        Ok(())
    }
}

fn letter(colour: Colour) -> &'static str {
    &colour.side().capital()[..1]
}

/// The set-up properties that lead from one position to another.
fn write_difference(
    f: &mut fmt::Formatter<'_>,
    size: Size,
    before: &Position<u128>,
    after: &Position<u128>,
) -> fmt::Result {
    let burnt =
        |p: &Position<u128>| u128::first_n(size.squares()) & !(p.white() | p.black() | p.empty());
    for (property, new) in [
        ("AW", after.white() & !before.white()),
        ("AB", after.black() & !before.black()),
        ("AA", burnt(after) & !burnt(before)),
        ("AE", after.empty() & !before.empty()),
    ] {
        if !new.is_empty() {
            f.write_str(property)?;
            new.squares().try_for_each(|square| write!(f, "[{}]", name(size, square)))?;
        }
    }
    if before.to_move() != after.to_move() {
        write!(f, "PL[{}]", letter(after.to_move()))?;
    }
    Ok(())
}
