//! The database values of the areas of a position, with their best moves by one-ply look-up.

use crate::frame::Framed;
use crate::plain::{Grid, PlainArea};
use crate::{DatabaseKind, Databases, Material, Spec, StoreError, StoredValue};
use lastmove_amazons::{Colour, Move, visit_moves};
use lastmove_board::{Bits, Cell, Diagram, Geometry};
use lastmove_values::{Form, Forms, Thermograph, ThermographEvaluator, ThermographStore};
use thiserror::Error;

/// Why an area has no answer.
#[derive(Debug, Error)]
pub enum QueryError {
    /// Blockers of both sides.
    #[error(
        "blockers of both sides; expected blockers of one side: with both held to the constraint the value is no bound"
    )]
    BothBlock,
    /// No database covers it.
    #[error("no database covers it: {needed} would")]
    NotCovered {
        /// the database that would cover it
        needed: String,
    },
    /// A file is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An area with its value.
#[derive(Clone, Debug)]
pub struct QueryAnswer<B> {
    /// its squares, amazons included
    pub squares: B,
    /// the database that contains it
    pub spec: Spec,
    /// the side whose queens the database counts first: the territory's owner, or the side that the
    /// constraint binds
    pub owner: Colour,
    /// the value; Black is Left
    pub value: StoredValue,
    /// Black's best moves and White's: no other move has a better wall at the temperature of the
    /// area, and none is better altogether as far as that is known
    pub best: [Vec<Move>; 2],
    /// moves whose result neither a look-up nor a short search could value
    pub unvalued: usize,
}

/// The most positions that the search for one move may value.
const PATIENCE: usize = 100_000;

/// Looks up the areas of positions.
#[derive(Debug)]
pub struct Query<'d, B> {
    databases: &'d Databases,
    geometry: Geometry<B>,
}

/// An area from the owner's side, who is Left.
#[derive(Clone, Copy)]
struct Pieces<B> {
    squares: B,
    normal: B,
    blockers: B,
    opponents: B,
}

impl<B: Bits> Pieces<B> {
    fn within(&self, squares: B) -> Self {
        Self {
            squares,
            normal: self.normal & squares,
            blockers: self.blockers & squares,
            opponents: self.opponents & squares,
        }
    }
    fn queens(&self) -> B {
        self.normal | self.blockers | self.opponents
    }
    fn empty(&self) -> B {
        self.squares & !self.queens()
    }
}

impl<'d, B: Bits> Query<'d, B> {
    /// A query for boards of this geometry.
    pub fn new(databases: &'d Databases, geometry: Geometry<B>) -> Self {
        Self { databases, geometry }
    }

    /// The areas of a position with amazons and empty squares, each with its answer; exact values
    /// are stored in `forms`.
    pub fn areas(
        &self,
        diagram: &Diagram,
        forms: &mut Forms,
    ) -> Vec<(B, Result<QueryAnswer<B>, QueryError>)> {
        let set = |cell| diagram.set::<B>(cell);
        let normal = [set(Cell::Black), set(Cell::White)];
        let blockers = [set(Cell::BlackBlocker), set(Cell::WhiteBlocker)];
        let queens = normal[0] | normal[1] | blockers[0] | blockers[1];
        let squares = set(Cell::Empty) | queens;
        let mut answers = Vec::new();
        for part in self.geometry.components(squares) {
            if !part.meets(queens) || (part & !queens).is_empty() {
                continue;
            }
            let answer = self.area(part, normal, blockers, forms);
            answers.push((part, answer));
        }
        answers
    }

    fn area(
        &self,
        part: B,
        normal: [B; 2],
        blockers: [B; 2],
        forms: &mut Forms,
    ) -> Result<QueryAnswer<B>, QueryError> {
        let blocks = blockers.map(|set| part.meets(set));
        if blocks == [true, true] {
            return Err(QueryError::BothBlock);
        }
        let white = blocks[1] || !part.meets(normal[0] | blockers[0]);
        let owner = if white { Colour::White } else { Colour::Black };
        let (own, other) = (usize::from(white), usize::from(!white));
        let opponents = normal[other] | blockers[other];
        let (normal, blockers) = (normal[own], blockers[own]);
        let pieces = Pieces { squares: part, normal, blockers, opponents }.within(part);
        let spec = self.spec(&pieces);
        let value = self.sum(&pieces, forms)?.filter(|_| spec.is_some());
        let (Some(value), Some(spec)) = (value, spec) else {
            let none = || "one with a larger frame than any".to_owned();
            return Err(QueryError::NotCovered {
                needed: spec.map_or_else(none, |s| s.to_string()),
            });
        };
        let mut unvalued = 0;
        let t = value.thermograph.temperature();
        let mut sides = [Vec::new(), Vec::new()];
        for (side, best) in sides.iter_mut().enumerate() {
            let mut moves = Vec::new();
            self.for_each_move(&pieces, side, |mv, after| moves.push((mv, after)));
            let mut valued = Vec::new();
            for (mv, after) in moves {
                match self.sum_or_search(&after, forms)? {
                    Some(value) => valued.push((mv, value)),
                    None => unvalued += 1,
                }
            }
            let wall = |value: &StoredValue| match side {
                0 => value.thermograph.right_wall().at(t),
                _ => -value.thermograph.left_wall().at(t),
            };
            let top = valued.iter().map(|(_, value)| wall(value)).max();
            valued.retain(|(_, value)| Some(wall(value)) == top);
            let values: Vec<Option<Form>> = valued.iter().map(|(_, value)| value.exact).collect();
            let mut beaten = |mine: Form| {
                values.iter().flatten().any(|&other| {
                    let better =
                        if side == 0 { forms.ge(other, mine) } else { forms.le(other, mine) };
                    other != mine && better
                })
            };
            valued.retain(|(_, value)| !value.exact.is_some_and(&mut beaten));
            *best = valued.into_iter().map(|(mv, _)| mv).collect();
        }
        let mut value = value;
        if white {
            value = value.negated(Some(forms));
            sides.swap(0, 1);
        }
        Ok(QueryAnswer { squares: part, spec, owner, value, best: sides, unvalued })
    }

    /// The database that covers an area.
    fn spec(&self, pieces: &Pieces<B>) -> Option<Spec> {
        let framed = Framed::of(self.geometry.size(), pieces.squares)?;
        let (w, h) = (framed.width.min(framed.height), framed.width.max(framed.height));
        let [normal, blockers, opponents] =
            [pieces.normal, pieces.blockers, pieces.opponents].map(|set| set.count() as u8);
        let (normal, opponents) = match blockers {
            0 => (normal.max(opponents), normal.min(opponents)),
            _ => (normal, opponents),
        };
        Some(Spec {
            width: w as u8,
            height: h as u8,
            material: Material([normal, blockers, opponents]),
        })
    }

    /// The value of an area of any number of parts; `None` if a part is not covered, or if several
    /// parts have no known exact value.
    fn sum(
        &self,
        pieces: &Pieces<B>,
        forms: &mut Forms,
    ) -> Result<Option<StoredValue>, StoreError> {
        let mut integers = 0;
        let mut rest: Vec<StoredValue> = Vec::new();
        for part in self.geometry.components(pieces.squares) {
            let part = pieces.within(part);
            if part.queens().is_empty() || part.empty().is_empty() {
                continue;
            }
            let size = self.geometry.size();
            let owned = part.normal | part.blockers;
            if part.opponents.is_empty() || owned.is_empty() {
                let (normal, sign) =
                    if owned.is_empty() { (part.opponents, -1) } else { (part.normal, 1) };
                let moves = self.databases.territory(size, part.squares, normal, part.blockers);
                let Some(moves) = moves else { return Ok(None) };
                integers += sign * i64::from(moves);
                continue;
            }
            let Pieces { squares, normal, blockers, opponents } = part;
            let found = self.databases.constrained(size, squares, normal, blockers, opponents);
            let Some(found) = found else { return Ok(None) };
            let value = self.databases.value(found, Some(&mut *forms))?;
            match value.thermograph.as_integer() {
                Some(n) => integers += n.floor(),
                None => rest.push(value),
            }
        }
        Ok(add(integers, rest, forms))
    }

    /// As `sum`, with a search if the look-ups have no answer.
    fn sum_or_search(
        &self,
        pieces: &Pieces<B>,
        forms: &mut Forms,
    ) -> Result<Option<StoredValue>, StoreError> {
        let found = self.sum(pieces, forms)?;
        if found.is_some() || pieces.squares.is_empty() {
            return Ok(found);
        }
        let Some(framed) = Framed::of(self.geometry.size(), pieces.squares) else {
            return Ok(None);
        };
        let grid = Grid { width: framed.width, height: framed.height };
        let area = PlainArea {
            empty: framed.cut(pieces.empty()),
            normal: framed.cut(pieces.normal),
            blockers: framed.cut(pieces.blockers),
            opponents: framed.cut(pieces.opponents),
        };
        let mut search = ThermographEvaluator::new(grid, ThermographStore::new());
        search.set_max_positions(PATIENCE);
        let Ok(id) = search.thermograph(&area) else { return Ok(None) };
        Ok(Some(StoredValue { thermograph: search.store().get(id), exact: None }))
    }

    /// Calls `visit` with each move of the owner (side 0) or the opponent and with the area after
    /// it.
    fn for_each_move(
        &self,
        pieces: &Pieces<B>,
        side: usize,
        mut visit: impl FnMut(Move, Pieces<B>),
    ) {
        let empty = pieces.empty();
        let queens = if side == 0 { pieces.normal } else { pieces.opponents };
        visit_moves(&self.geometry, queens, empty, |mv, moved, _| {
            let mut after = *pieces;
            after.squares &= !B::bit(mv.arrow);
            *(if side == 0 { &mut after.normal } else { &mut after.opponents }) = moved;
            visit(mv, after);
        });
        if side == 0 {
            for from in pieces.blockers.squares() {
                for to in self.geometry.queen_reach(from, empty).squares() {
                    let mut after = *pieces;
                    after.squares &= !B::bit(from);
                    after.blockers &= !B::bit(from);
                    after.normal |= B::bit(to);
                    visit(Move { from, to, arrow: from }, after);
                }
            }
        }
    }
}

/// The sum of an integer and the values of parts that are not integers.
fn add(integers: i64, mut parts: Vec<StoredValue>, forms: &mut Forms) -> Option<StoredValue> {
    let whole = forms.integer(integers).ok()?;
    if parts.is_empty() {
        let thermograph = Thermograph::integer(integers).ok()?;
        return Some(StoredValue { thermograph, exact: Some(whole) });
    }
    if parts.len() == 1 {
        let StoredValue { thermograph, exact } = parts.pop()?;
        let shift = lastmove_values::Dyadic::from_integer(integers as i16);
        let thermograph = thermograph.shift(shift).ok()?;
        let exact = exact.and_then(|game| forms.sum(game, whole).ok());
        return Some(StoredValue { thermograph, exact });
    }
    let total = parts.iter().try_fold(whole, |sum, part| forms.sum(sum, part.exact?).ok())?;
    Some(StoredValue { thermograph: forms.thermograph(total).ok()?, exact: Some(total) })
}

impl<B> QueryAnswer<B> {
    /// The kind of its database.
    pub fn kind(&self) -> DatabaseKind {
        self.spec.kind()
    }
}
