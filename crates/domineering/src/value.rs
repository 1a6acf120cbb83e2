//! The rules for the value evaluators: regions without a side to move, which fall apart into
//! components. Their value does not depend on their place; a quarter turn exchanges the players.

use crate::{Move, Orientation as Side, PositionError, moves_of};
use lastmove_board::{Bits, Cell, Diagram, Direction, Sheet, Size};
use lastmove_values::{NormalForm, Player, Rules};
use std::sync::Arc;

/// Domineering for [`FormEvaluator`](lastmove_values::FormEvaluator) and
/// [`ThermographEvaluator`](lastmove_values::ThermographEvaluator). Positions are the sets of free
/// squares.
///
/// ```
/// use lastmove_domineering::DomineeringRules;
/// use lastmove_values::{FormEvaluator, Forms};
/// let diagram = lastmove_domineering::board::parse("2x3").unwrap();
/// let rules = DomineeringRules::<u64>::for_board(diagram.size()).unwrap();
/// let region = rules.region(&diagram)?;
/// let mut evaluator = FormEvaluator::new(rules, Forms::new());
/// let value = evaluator.value(&region).unwrap();
/// assert_eq!(evaluator.forms().print(value, 80).unwrap(), "{2|-1/2}");
/// # Ok::<(), lastmove_domineering::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DomineeringRules<B> {
    sheet: Arc<Sheet<B>>,
}

impl<B: Bits> DomineeringRules<B> {
    /// Rules on a sheet that is large enough for this board, or `None` if the word is too small.
    pub fn for_board(board: Size) -> Option<Self> {
        Sheet::<B>::size_for(board).map(Self::on)
    }

    /// Rules on a sheet of this size.
    ///
    /// # Panics
    /// If it has more squares than the word.
    pub fn on(sheet: Size) -> Self {
        Self { sheet: Arc::new(Sheet::new(sheet)) }
    }

    /// The free squares of a diagram, placed on the sheet; the side to move is ignored.
    ///
    /// # Errors
    /// If the diagram is not a position of Domineering.
    ///
    /// # Panics
    /// If the diagram does not fit the sheet.
    pub fn region(&self, diagram: &Diagram) -> Result<B, PositionError> {
        crate::Position::<u128>::with_side(diagram, Side::Vertical)?;
        Ok(self.sheet.place(diagram, Cell::Empty))
    }

    /// The smallest board that contains a region.
    pub fn diagram(&self, region: B) -> Diagram {
        self.sheet.crop(&[(Cell::Empty, region)])
    }

    /// The squares that share an edge with a square of the set.
    #[inline]
    fn beside(&self, set: B) -> B {
        let sides = [Direction::East, Direction::West, Direction::South, Direction::North];
        sides.into_iter().fold(B::NONE, |all, d| all | self.sheet.geometry().shift(set, d))
    }

    /// The squares that have a free neighbour; the others have value 0, and without them more
    /// regions are equal.
    #[inline]
    fn without_lone_squares(&self, region: B) -> B {
        region & self.beside(region)
    }
}

impl<B: Bits> Rules for DomineeringRules<B> {
    type Position = B;

    /// Single squares have value 0 and are left out.
    fn components(&self, &region: &B, out: &mut Vec<B>) {
        let mut rest = self.without_lone_squares(region);
        while !rest.is_empty() {
            let mut part = B::bit(rest.lowest());
            loop {
                let next = (part | self.beside(part)) & rest;
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            out.push(part);
        }
    }

    /// The least image under reflections and shifts, and, negated, under quarter turns.
    fn normal_form(&self, &part: &B) -> NormalForm<B> {
        let images = self.sheet.symmetries().iter().map(|symmetry| {
            let image = symmetry.image(part);
            let position = image >> self.sheet.slack(image);
            NormalForm { position, negated: symmetry.kind().exchanges_axes() }
        });
        images.min_by_key(|form| form.position).expect("the sheet has symmetries")
    }

    /// Every move covers two squares, which bounds the number of moves.
    fn bounds(&self, &part: &B) -> (i64, i64) {
        let dominoes = i64::from(part.count() / 2);
        (-dominoes, dominoes)
    }

    fn moves(&self, &region: &B, player: Player, out: &mut Vec<B>) {
        let geometry = self.sheet.geometry();
        let side = Side::BOTH[player as usize];
        for square in moves_of(geometry, region, side).squares() {
            out.push(self.without_lone_squares(region & !Move(square).domino(geometry, side)));
        }
    }
}
