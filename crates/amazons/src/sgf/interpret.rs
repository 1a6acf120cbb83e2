//! From the syntax tree to a record: sizes, set-up, moves.

use super::error::{SgfError, SgfProblem, short};
use super::points;
use super::record::{GameRecord, Node, NodeId, check_size, is_own};
use super::syntax::{Property, RawNode, parse};
use crate::{Colour, Position, square_name};
use lastmove_board::{Bits, Geometry, Side, Size};

impl GameRecord {
    /// Reads the first game of a file.
    ///
    /// # Errors
    /// If the file is too long, has a syntax error, is of another game, or has an illegal move.
    pub fn read(bytes: &[u8]) -> Result<Self, SgfError> {
        interpret(&parse(bytes, 1)?[0])
    }

    /// Reads all games of a file (a collection).
    ///
    /// # Errors
    /// If the file is too long or one of its games cannot be read.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>, SgfError> {
        parse(bytes, usize::MAX)?.iter().map(|raw| interpret(raw)).collect()
    }
}

fn interpret(raw: &[RawNode]) -> Result<GameRecord, SgfError> {
    let root = &raw[0];
    let at_root = |problem: SgfProblem| problem.on(root.line);
    if let Some(game) = value(root, "GM").filter(|game| *game != "18") {
        return Err(at_root(SgfProblem::OtherGame(short(game))));
    }
    let size = board_size(value(root, "SZ")).map_err(at_root)?;
    let geometry = Geometry::new(size);

    let mut first = Node::new(None, None, start(size, root, first_mover(raw)).map_err(at_root)?);
    first.properties = others(root);
    let mut record = GameRecord { size, nodes: vec![first] };
    for node in &raw[1..] {
        let parent = node.parent.expect("only the first node has none");
        add(&mut record, &geometry, parent, node).map_err(|problem| problem.on(node.line))?;
    }
    Ok(record)
}

fn add(
    record: &mut GameRecord,
    geometry: &Geometry<u128>,
    parent: NodeId,
    node: &RawNode,
) -> Result<(), SgfProblem> {
    let sets_up = node.properties.iter().any(|p| SetUp::NAMES.contains(&p.name.as_str()));
    let id = match played(node)? {
        Some(_) if sets_up => return Err(SgfProblem::Mixed),
        None => {
            let setup = SetUp::read(record.size, node)?;
            let position = setup.apply(&record.nodes[parent].position);
            record.add(parent, None, position)
        }
        Some((colour, property)) => {
            let text = property.values[0].trim();
            let not_a_move =
                || SgfProblem::NotAMove { property: property.name.clone(), value: short(text) };
            let mv = points::parse_move(record.size, text).ok_or_else(not_a_move)?;
            let mut before = record.nodes[parent].position;
            if before.to_move() != colour {
                before = before.passed(); // the format lets a side play twice in a row
            }
            let position = before.play(geometry, mv).map_err(|reason| SgfProblem::Illegal {
                number: 1 + moves_before(record, parent),
                reason,
            })?;
            record.add(parent, Some((colour, mv)), position)
        }
    };
    record.nodes[id].properties = others(node);
    Ok(())
}

fn moves_before(record: &GameRecord, node: NodeId) -> usize {
    record.line_to(node).iter().filter(|&&n| record.nodes[n].played.is_some()).count()
}

fn value<'n>(node: &'n RawNode, name: &str) -> Option<&'n str> {
    let property = node.properties.iter().find(|p| p.name == name)?;
    Some(property.values[0].trim())
}

/// The only move of a node, if it has one.
fn played(node: &RawNode) -> Result<Option<(Colour, &Property)>, SgfProblem> {
    let mut moves = node.properties.iter().filter_map(|p| match p.name.as_str() {
        "W" => Some((Colour::White, p)),
        "B" => Some((Colour::Black, p)),
        _ => None,
    });
    let first = moves.next();
    if moves.next().is_some() || first.is_some_and(|(_, p)| p.values.len() > 1) {
        return Err(SgfProblem::Mixed);
    }
    Ok(first)
}

fn others(node: &RawNode) -> Vec<Property> {
    node.properties.iter().filter(|p| !is_own(&p.name)).cloned().collect()
}

/// Reads `10`, or `5:6` for width and height; the format's default is 10.
fn board_size(value: Option<&str>) -> Result<Size, SgfProblem> {
    let Some(value) = value else { return check_size(10, 10) };
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => check_size(width, height),
        _ => Err(SgfProblem::NotASize(short(value))),
    }
}

/// The colour of the first move on the main line.
fn first_mover(raw: &[RawNode]) -> Option<Colour> {
    let mut at = 0;
    loop {
        if let Ok(Some((colour, _))) = played(&raw[at]) {
            return Some(colour);
        }
        // Nodes are in the order of the file: a first child directly follows its parent.
        if raw.get(at + 1)?.parent != Some(at) {
            return None;
        }
        at += 1;
    }
}

fn start(size: Size, root: &RawNode, first: Option<Colour>) -> Result<Position<u128>, SgfProblem> {
    if played(root)?.is_some() {
        return Err(SgfProblem::Mixed);
    }
    let mut setup = SetUp::read(size, root)?;
    let mut mover = setup.mover.or(first).unwrap_or(Colour::White);
    if setup.is_empty() && (size.width(), size.height()) == (10, 10) {
        // AB[dj][gj][ag][jg]AW[da][ga][ad][jd], and Black starts.
        let squares = |points: [(usize, usize); 4]| {
            u128::from_squares(points.map(|(column, row)| size.square(column, row)))
        };
        setup.black = squares([(3, 9), (6, 9), (0, 6), (9, 6)]);
        setup.white = squares([(3, 0), (6, 0), (0, 3), (9, 3)]);
        mover = setup.mover.or(first).unwrap_or(Colour::Black);
    }
    setup.mover = Some(mover);
    let bare = Position::new(0, 0, u128::first_n(size.squares()), mover);
    Ok(setup.apply(&bare))
}

/// The changes to the board that one node makes without a move.
#[derive(Default)]
struct SetUp {
    white: u128,
    black: u128,
    empty: u128,
    burnt: u128,
    mover: Option<Colour>,
}

impl SetUp {
    const NAMES: [&str; 5] = ["AW", "AB", "AE", "AA", "PL"];

    fn read(size: Size, node: &RawNode) -> Result<Self, SgfProblem> {
        let mut setup = Self::default();
        let mut seen = u128::NONE;
        for property in &node.properties {
            let set = match property.name.as_str() {
                "AW" => &mut setup.white,
                "AB" => &mut setup.black,
                "AE" => &mut setup.empty,
                "AA" => &mut setup.burnt,
                "PL" => {
                    let text = property.values[0].trim();
                    let side = match text {
                        "1" => Some(Side::Black),
                        "2" => Some(Side::White),
                        _ => Side::from_letter(text).or_else(|| Side::from_name(text)),
                    };
                    setup.mover = side.and_then(|side| side.try_into().ok());
                    if setup.mover.is_none() {
                        return Err(SgfProblem::NotAColour(short(text)));
                    }
                    continue;
                }
                _ => continue,
            };
            *set = points::set(size, property)?;
            if seen.meets(*set) {
                let square = (seen & *set).lowest();
                return Err(SgfProblem::SetUpTwice(square_name(size, square).to_string()));
            }
            seen |= *set;
        }
        Ok(setup)
    }

    fn is_empty(&self) -> bool {
        (self.white | self.black | self.empty | self.burnt).is_empty()
    }

    fn apply(&self, before: &Position<u128>) -> Position<u128> {
        let kept = !(self.white | self.black | self.empty | self.burnt);
        Position::new(
            before.white() & kept | self.white,
            before.black() & kept | self.black,
            before.empty() & kept | self.empty,
            self.mover.unwrap_or(before.to_move()),
        )
    }
}
