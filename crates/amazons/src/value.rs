//! The rules for the value evaluators: areas without a side to move, which are split into
//! components and brought into a normal form under shifts, turns and mirrors.

use crate::{PositionError, most_moves, visit_moves};
use lastmove_board::{Bits, Cell, Diagram, Sheet, Size};
use lastmove_values::{NormalForm, Player, Rules};
use std::sync::Arc;

/// A position without a side to move on a sheet: its empty squares and amazons; all other squares
/// are burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SheetArea<B> {
    /// empty squares
    pub empty: B,
    /// black amazons: Left's
    pub black: B,
    /// white amazons: Right's
    pub white: B,
}

/// The rules of Amazons for [`FormEvaluator`](lastmove_values::FormEvaluator) and
/// [`ThermographEvaluator`](lastmove_values::ThermographEvaluator).
///
/// ```
/// use lastmove_amazons::AmazonsRules;
/// use lastmove_values::{FormEvaluator, Forms};
/// let diagram: lastmove_board::Diagram = "q2Q1".parse().unwrap();
/// let rules = AmazonsRules::<u64>::for_board(diagram.size()).unwrap();
/// let area = rules.area(&diagram)?;
/// let mut evaluator = FormEvaluator::new(rules, Forms::new());
/// let value = evaluator.value(&area).unwrap();
/// assert_eq!(evaluator.forms().print(value, 80).unwrap(), "{0|-2}");
/// # Ok::<(), lastmove_amazons::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AmazonsRules<B> {
    sheet: Arc<Sheet<B>>,
}

impl<B: Bits> AmazonsRules<B> {
    /// Rules on a sheet that holds boards of this size and others; `None` if the word is too small.
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

    /// The diagram as an area of the sheet; its side to move is ignored.
    ///
    /// # Errors
    /// If the diagram is not a position of Amazons.
    ///
    /// # Panics
    /// If the diagram does not fit the sheet.
    pub fn area(&self, diagram: &Diagram) -> Result<SheetArea<B>, PositionError> {
        crate::Position::<u128>::with_side(diagram, crate::Colour::White)?;
        let place = |cell| self.sheet.place(diagram, cell);
        Ok(SheetArea {
            empty: place(Cell::Empty),
            black: place(Cell::Black),
            white: place(Cell::White),
        })
    }

    /// The smallest board that holds an area.
    pub fn diagram(&self, area: &SheetArea<B>) -> Diagram {
        let SheetArea { empty, black, white } = *area;
        self.sheet.crop(&[(Cell::Empty, empty), (Cell::Black, black), (Cell::White, white)])
    }
}

impl<B: Bits> Rules for AmazonsRules<B> {
    type Position = SheetArea<B>;

    /// Parts without an amazon or without an empty square have value 0 and are left out.
    fn components(&self, area: &SheetArea<B>, out: &mut Vec<SheetArea<B>>) {
        let all = area.empty | area.black | area.white;
        let mut amazons = area.black | area.white;
        while !amazons.is_empty() {
            let part = self.sheet.geometry().flood(B::bit(amazons.lowest()), all);
            amazons &= !part;
            let empty = area.empty & part;
            if !empty.is_empty() {
                out.push(SheetArea { empty, black: area.black & part, white: area.white & part });
            }
        }
    }

    /// The least image under turns, mirrors, shifts and exchange of colours.
    fn normal_form(&self, part: &SheetArea<B>) -> NormalForm<SheetArea<B>> {
        let mut best: Option<NormalForm<SheetArea<B>>> = None;
        for symmetry in self.sheet.symmetries() {
            let [empty, black, white] =
                [part.empty, part.black, part.white].map(|set| symmetry.image(set));
            let slack = self.sheet.slack(empty | black | white);
            let (empty, black, white) = (empty >> slack, black >> slack, white >> slack);
            for (black, white, negated) in [(black, white, false), (white, black, true)] {
                let position = SheetArea { empty, black, white };
                if best.as_ref().is_none_or(|best| position < best.position) {
                    best = Some(NormalForm { position, negated });
                }
            }
        }
        best.unwrap_or(NormalForm { position: *part, negated: false })
    }

    /// An area with amazons of one side has the value of its most moves.
    fn integer(&self, part: &SheetArea<B>) -> Option<i64> {
        let moves = |amazons| i64::from(most_moves(self.sheet.geometry(), amazons, part.empty));
        match (part.black.is_empty(), part.white.is_empty()) {
            (true, true) => Some(0),
            (false, true) => Some(moves(part.black)),
            (true, false) => Some(-moves(part.white)),
            (false, false) => None,
        }
    }

    /// Bounds from the number of empty squares: every move burns one.
    fn bounds(&self, part: &SheetArea<B>) -> (i64, i64) {
        let empty = i64::from(part.empty.count());
        (
            if part.white.is_empty() { 0 } else { -empty },
            if part.black.is_empty() { 0 } else { empty },
        )
    }

    fn moves(&self, area: &SheetArea<B>, player: Player, out: &mut Vec<SheetArea<B>>) {
        let amazons = if player == Player::Left { area.black } else { area.white };
        visit_moves(self.sheet.geometry(), amazons, area.empty, |_, moved, empty| {
            out.push(match player {
                Player::Left => SheetArea { empty, black: moved, ..*area },
                Player::Right => SheetArea { empty, white: moved, ..*area },
            });
        });
    }
}
