//! Scores that take positions worth an integer at their value instead of playing them on.
//!
//! A plain search plays everything on to the end in one line of alternating moves, so that a
//! zugzwang further down is forced upon the player who happens to be to move, even where a whole
//! game would have other moves for him. Taking integers at their value leaves that out: what
//! remains of a zugzwang is in its own first moves.

use lastmove_amazons::{AmazonsRules, SheetArea};
use lastmove_board::{Bits, Size};
use lastmove_values::{FastMap, FormEvaluator, Forms, Game, Player, Rules};

/// Values and forms to keep between regions; far below the limits of the stores, which a single
/// region therefore never meets.
pub(super) const MOST: usize = 200_000;

/// Settled scores of positions on one sheet.
pub(super) struct Settled<B: Bits> {
    evaluator: FormEvaluator<AmazonsRules<B>>,
    known: FastMap<(SheetArea<B>, bool), i64>,
}

impl<B: Bits> Settled<B> {
    /// On a sheet of the largest square that the word holds.
    pub(super) fn new() -> Self {
        let side = B::CAPACITY.isqrt();
        let rules = AmazonsRules::on(Size::new(side, side).expect("a board"));
        Self { evaluator: FormEvaluator::new(rules, Forms::new()), known: FastMap::default() }
    }

    /// Forgets scores, and values too where there are many.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        if self.evaluator.positions().max(self.evaluator.forms().len()) > MOST {
            *self = Self::new();
        }
    }

    pub(super) fn evaluator(&mut self) -> &mut FormEvaluator<AmazonsRules<B>> {
        &mut self.evaluator
    }

    fn value(&mut self, area: &SheetArea<B>) -> Game {
        self.evaluator.value(area).expect("a small form")
    }

    fn integer(&mut self, area: &SheetArea<B>) -> Option<i64> {
        let value = self.value(area);
        self.evaluator.forms().as_number(value)?.to_string().parse().ok()
    }

    /// Black's moves less White's where the first player has to move if he can, and play ends at
    /// positions worth an integer.
    pub(super) fn play(&mut self, area: &SheetArea<B>, black_first: bool) -> i64 {
        if let Some(&score) = self.known.get(&(*area, black_first)) {
            return score;
        }
        let (player, sign) = if black_first { (Player::Left, 1) } else { (Player::Right, -1) };
        let mut after = Vec::new();
        self.evaluator.rules().moves(area, player, &mut after);
        let best = after
            .iter()
            .map(|next| sign * self.integer(next).unwrap_or_else(|| self.play(next, !black_first)));
        let score = match best.max() {
            Some(best) => sign + sign * best,
            None => self.integer(area).unwrap_or_else(|| self.play(area, !black_first)),
        };
        self.known.insert((*area, black_first), score);
        score
    }
}
