//! Amazons for the depth-first search, the rival of df-pn.

use super::evaluator::Evaluator;
use super::game::{AmazonsGame, Step};
use super::reduced::Reduced;
use crate::dfpn::ProofGame;
use crate::{Game, Verdict};
use lastmove_board::Bits;
use std::sync::Mutex;

/// Amazons as [`crate::alphabeta`] sees it. The evaluator behind the lock is meant for one
/// thread.
pub struct DepthFirst<'a, B> {
    game: AmazonsGame<'a, B>,
    evaluator: Mutex<Evaluator<'a, B>>,
}

impl<'a, B: Bits> DepthFirst<'a, B> {
    /// The same game for another search.
    pub fn new(game: AmazonsGame<'a, B>) -> Self {
        let evaluator = Mutex::new(game.evaluator());
        Self { game, evaluator }
    }

    fn with<R>(&self, work: impl FnOnce(&mut Evaluator<'a, B>) -> R) -> R {
        work(&mut self.evaluator.lock().expect("evaluations do not panic"))
    }
}

impl<B: Bits> Game for DepthFirst<'_, B> {
    type Position = Reduced<B>;
    type Move = Step;
    type Context = ();

    fn key(&self, position: &Reduced<B>) -> u128 {
        ProofGame::key(&self.game, position)
    }

    fn evaluate(&self, position: &Reduced<B>) -> Verdict {
        self.with(|evaluator| evaluator.assess(position).verdict)
    }

    fn context(&self, _: &Reduced<B>, _: Option<(&(), Step)>) {}

    fn evaluate_child(&self, (): &(), _: Step, child: &Reduced<B>) -> Verdict {
        self.evaluate(child)
    }

    /// The moves after which the opponent seems farthest behind come first.
    fn moves(&self, position: &Reduced<B>, _: &[Step], list: &mut Vec<Step>) {
        self.with(|evaluator| {
            let mut children = Vec::new();
            self.game.for_each_child(evaluator, position, |mv, child| children.push((mv, child)));
            let mut ordered: Vec<(Step, f32)> =
                children.iter().map(|(mv, child)| (*mv, evaluator.assess(child).lead)).collect();
            ordered.sort_by(|a, b| a.1.total_cmp(&b.1));
            list.extend(ordered.into_iter().map(|(mv, _)| mv));
        });
    }

    fn play(&self, position: &Reduced<B>, mv: Step) -> Reduced<B> {
        self.with(|evaluator| self.game.after(evaluator, position, mv))
    }
}
