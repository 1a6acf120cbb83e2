//! Scores in which positions with integer values count by value instead of being played out.
//!
//! A plain search plays everything out in one line of alternating moves. So it forces a zugzwang
//! further down on the player who happens to be to move, although in a whole game he would have
//! other moves. Counting integers by value avoids this: only the zugzwangs of the first moves
//! remain.

use lastmove_amazons::{AmazonsRules, SheetArea};
use lastmove_board::{Bits, Size};
use lastmove_values::{FastMap, Form, FormEvaluator, Forms, Player, Rules};

/// Values and forms to keep between regions; far below the limits of the stores, so a single region
/// never reaches these.
const MOST: usize = 200_000;

/// Settled scores of positions on one sheet.
pub(super) struct Settled<B: Bits> {
    evaluator: FormEvaluator<AmazonsRules<B>>,
    known: FastMap<(SheetArea<B>, bool), i64>,
}

impl<B: Bits> Settled<B> {
    /// Scores on the largest square board that the word holds.
    pub(super) fn new() -> Self {
        let side = B::CAPACITY.isqrt();
        let rules = AmazonsRules::on(Size::new(side, side).expect("a board"));
        Self { evaluator: FormEvaluator::new(rules, Forms::new()), known: FastMap::default() }
    }

    /// Drops all scores, and also the values if there are many.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        if self.evaluator.positions().max(self.evaluator.forms().len()) > MOST {
            *self = Self::new();
        }
    }

    pub(super) fn evaluator(&mut self) -> &mut FormEvaluator<AmazonsRules<B>> {
        &mut self.evaluator
    }

    fn value(&mut self, area: &SheetArea<B>) -> Form {
        self.evaluator.value(area).expect("a small form")
    }

    fn integer(&mut self, area: &SheetArea<B>) -> Option<i64> {
        let value = self.value(area);
        let number = self.evaluator.forms().as_number(value)?;
        number.is_integer().then(|| number.floor())
    }

    /// Black's moves less White's if the first player must move if he can, and play ends in
    /// positions with integer values.
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
