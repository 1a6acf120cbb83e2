//! Amazons as an implementation of [`Game`] for the searches.

use super::evaluator::{Assessment, Evaluator, Settings, StartNumbers};
use super::race::race;
use super::reduced::Reduced;
use crate::table::Numbers;
use crate::{Game, Verdict};
use lastmove_board::{Bits, Geometry, Square};
use lastmove_endgame::Databases;

/// A move in a reduced position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// an amazon moves and shoots
    Move {
        /// the square that the amazon leaves
        from: Square,
        /// the square that it moves to
        to: Square,
        /// the square that is burnt
        arrow: Square,
    },
    /// one of the moves that the mover has in own territories
    Settled,
}

// How the evaluation sets the numbers of a new position: the further behind a side is, the harder
// it is to prove that it wins. Tuned together on 30 positions of boards from 5x5 to 6x6.
/// the weight of the middle of the bounds
const BOUNDS: f32 = 0.3;
/// the weight of the race for squares
const RACE: f32 = 0.25;
/// the weight of the distance of the bounds: the more is open, the harder the position for both
/// sides
const GAP: f32 = 0.05;

/// Amazons on one board with one set of databases.
pub struct AmazonsGame<'a, B> {
    geometry: &'a Geometry<B>,
    databases: &'a Databases,
    settings: Settings,
}

impl<'a, B: Bits> AmazonsGame<'a, B> {
    /// The game on boards of this geometry.
    pub fn new(geometry: &'a Geometry<B>, databases: &'a Databases, settings: Settings) -> Self {
        Self { geometry, databases, settings }
    }

    /// Whether it has no databases.
    pub(super) fn has_no_databases(&self) -> bool {
        self.databases.is_empty()
    }

    fn start_numbers(&self, position: &Reduced<B>, assessment: &Assessment) -> Numbers {
        let bounds = || BOUNDS * assessment.lead;
        let race = || RACE * race(self.geometry, position);
        let lead = match self.settings.start_numbers {
            StartNumbers::Alike => return Numbers { proof: 36, disproof: 36 },
            StartNumbers::Bounds => bounds(),
            StartNumbers::Race => race(),
            StartNumbers::BoundsAndRace => bounds() + race(),
        };
        let size = 32.0 * (GAP * assessment.gap).exp();
        let number = |lead: f32| (4.0 + size * (-lead).exp()).min(60_000.0) as u32;
        Numbers { proof: number(lead), disproof: number(-lead) }
    }
}

impl<'a, B: Bits> Game for AmazonsGame<'a, B> {
    type Position = Reduced<B>;
    type Move = Step;
    type Worker = Evaluator<'a, B>;
    type Context = ();

    fn worker(&self) -> Evaluator<'a, B> {
        Evaluator::new(self.geometry, self.databases, self.settings)
    }

    fn key(&self, position: &Reduced<B>) -> u128 {
        position.key(self.geometry)
    }

    fn context(&self, _: &mut Evaluator<'a, B>, _: &Reduced<B>, _: Option<(&(), Step)>) {}

    fn assess(
        &self,
        evaluator: &mut Evaluator<'a, B>,
        position: &Reduced<B>,
        _: Option<(&(), Step)>,
    ) -> Numbers {
        let assessment = evaluator.assess(position);
        match assessment.verdict {
            Verdict::Win => Numbers::WIN,
            Verdict::Loss => Numbers::LOSS,
            Verdict::Unknown => self.start_numbers(position, &assessment),
        }
    }

    fn moves(
        &self,
        _: &mut Evaluator<'a, B>,
        position: &Reduced<B>,
        _: &[Step],
        list: &mut Vec<Step>,
    ) {
        let empty = position.empty;
        for from in position.mover.squares() {
            let vacated = empty | B::bit(from);
            for to in self.geometry.queen_reach(from, empty).squares() {
                let arrows = self.geometry.queen_reach(to, vacated).squares();
                list.extend(arrows.map(|arrow| Step::Move { from, to, arrow }));
            }
        }
        // A player with moves left in settled territory may make one. Those of the other side
        // cancel out: the balance is an integer, and only its owner can move in it.
        if position.balance > 0 {
            list.push(Step::Settled);
        }
    }

    /// Puts the moves first after which the opponent seems furthest behind.
    fn order(&self, evaluator: &mut Evaluator<'a, B>, position: &Reduced<B>, moves: &mut [Step]) {
        let lead = |&mv: &Step| {
            let child = self.play(evaluator, position, mv);
            (evaluator.assess(&child).lead, mv)
        };
        let mut ordered: Vec<(f32, Step)> = moves.iter().map(lead).collect();
        ordered.sort_by(|a, b| a.0.total_cmp(&b.0));
        moves.iter_mut().zip(ordered).for_each(|(place, (_, mv))| *place = mv);
    }

    #[inline]
    fn play(
        &self,
        evaluator: &mut Evaluator<'a, B>,
        position: &Reduced<B>,
        mv: Step,
    ) -> Reduced<B> {
        let Reduced { mover, other, empty, balance } = *position;
        match mv {
            Step::Move { from, to, arrow } => {
                let (from, to) = (B::bit(from), B::bit(to));
                let child = Reduced {
                    mover: other,
                    other: mover & !from | to,
                    empty: (empty | from) & !to & !B::bit(arrow),
                    balance: -balance,
                };
                child.simplified(evaluator)
            }
            Step::Settled => Reduced { mover: other, other: mover, empty, balance: 1 - balance },
        }
    }

    fn name(&self, mv: Step) -> usize {
        match mv {
            Step::Move { from, to, arrow } => {
                let squares = self.geometry.size().squares();
                1 + (usize::from(from) * squares + usize::from(to)) * squares + usize::from(arrow)
            }
            Step::Settled => 0,
        }
    }
}
