//! Amazons as an implementation of [`SearchGame`] for the searches.

use super::evaluator::{Assessment, Evaluator, Settings, StartNumbers, Watch};
use super::known::KnownAreas;
use super::race::race;
use super::reduced::Reduced;
use super::sums::Patience;
use crate::table::Numbers;
use crate::{SearchGame, Verdict};
use lastmove_board::{Bits, Geometry, Square};
use lastmove_endgame::Databases;
use lastmove_values::{KnownSum, WithInteger};
use std::marker::PhantomData;
use std::sync::Arc;

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
    /// a move in the known sum, by its place in the list of moves there
    Known(u16),
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
pub struct AmazonsGame<'a, B, W = ()> {
    geometry: &'a Geometry<B>,
    databases: &'a Databases,
    settings: Settings,
    known: Arc<KnownAreas>,
    /// the first and the last row and column
    edges: [B; 4],
    watch: PhantomData<fn() -> W>,
}

impl<'a, B: Bits> AmazonsGame<'a, B> {
    /// The game on boards of this geometry.
    pub fn new(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
        known: Arc<KnownAreas>,
    ) -> Self {
        Self::watched(geometry, databases, settings, known)
    }
}

impl<'a, B: Bits, W: Watch> AmazonsGame<'a, B, W> {
    /// The same, with evaluations that are watched.
    pub(super) fn watched(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
        known: Arc<KnownAreas>,
    ) -> Self {
        let size = geometry.size();
        let line = |along: &dyn Fn(Square) -> bool| {
            B::from_squares((0..size.squares()).map(|s| s as Square).filter(|&s| along(s)))
        };
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let edges = [
            line(&|s| size.row(s) == 0),
            line(&|s| size.row(s) == bottom),
            line(&|s| size.column(s) == 0),
            line(&|s| size.column(s) == right),
        ];
        Self { geometry, databases, settings, known, edges, watch: PhantomData }
    }

    /// The same game with other databases and settings.
    pub(super) fn with(&self, databases: &'a Databases, settings: Settings) -> Self {
        Self::watched(self.geometry, databases, settings, Arc::clone(&self.known))
    }

    /// The same game, in which no areas leave positions.
    pub(super) fn without_known_areas(&self) -> Self {
        self.with(self.databases, Settings { known_areas: 0, ..self.settings })
    }

    /// Whether it has no databases.
    pub(super) fn has_no_databases(&self) -> bool {
        self.databases.is_empty()
    }

    /// A worker that does not change what the others know, for an observer that looks at arbitrary
    /// times.
    pub(super) fn observer(&self) -> Evaluator<'a, B, W> {
        let mut evaluator = self.worker();
        evaluator.patience = Patience::Nothing;
        evaluator
    }

    /// The negative of a known sum, and the integer that belongs to it.
    #[inline]
    fn known_negative(&self, sum: KnownSum) -> (KnownSum, i16) {
        if sum == KnownSum::ZERO {
            return (sum, 0);
        }
        let WithInteger { sum, integer } = self.known.negative(sum);
        (sum, integer as i16)
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

impl<'a, B: Bits, W: Watch> SearchGame for AmazonsGame<'a, B, W> {
    type Position = Reduced<B>;
    type Move = Step;
    type Worker = Evaluator<'a, B, W>;
    type Context = ();

    fn worker(&self) -> Evaluator<'a, B, W> {
        let evaluator = Evaluator::watched(self.geometry, self.databases, self.settings);
        match self.settings.known_areas {
            0 => evaluator,
            _ => evaluator.with_known(Arc::clone(&self.known)),
        }
    }

    fn key(&self, position: &Reduced<B>) -> u128 {
        let Reduced { mover, other, empty, known, several, .. } = *position;
        let all = mover | other | empty;
        let spans = || self.edges.iter().all(|&edge| all.meets(edge));
        if several || known != KnownSum::ZERO || self.settings.known_areas > 0 && !spans() {
            return position.key_of_sum(self.geometry, &self.known);
        }
        position.key_in_place(self.geometry)
    }

    fn context(&self, _: &mut Evaluator<'a, B, W>, _: &Reduced<B>, _: Option<(&(), Step)>) {}

    fn assess(
        &self,
        evaluator: &mut Evaluator<'a, B, W>,
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
        _: &mut Evaluator<'a, B, W>,
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
        if position.known != KnownSum::ZERO {
            list.extend((0..self.known.moves(position.known).len() as u16).map(Step::Known));
        }
        if position.balance > 0 && self.known.is_number(position.known) {
            list.push(Step::Settled);
        }
    }

    /// Puts the moves first after which the opponent seems furthest behind.
    fn order(
        &self,
        evaluator: &mut Evaluator<'a, B, W>,
        position: &Reduced<B>,
        moves: &mut [Step],
    ) {
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
        evaluator: &mut Evaluator<'a, B, W>,
        position: &Reduced<B>,
        mv: Step,
    ) -> Reduced<B> {
        let Reduced { mover, other, empty, balance, known, several } = *position;
        match mv {
            Step::Move { from, to, arrow } => {
                let (from, to) = (B::bit(from), B::bit(to));
                let (known, more) = self.known_negative(known);
                let child = Reduced {
                    mover: other,
                    other: mover & !from | to,
                    empty: (empty | from) & !to & !B::bit(arrow),
                    balance: more - balance,
                    known,
                    several,
                };
                child.simplified(evaluator)
            }
            Step::Settled => {
                let (known, more) = self.known_negative(known);
                let balance = more + 1 - balance;
                Reduced { mover: other, other: mover, empty, balance, known, several }
            }
            Step::Known(number) => {
                let WithInteger { sum, integer } = self.known.moves(known)[usize::from(number)];
                let balance = integer as i16 - balance;
                Reduced { mover: other, other: mover, empty, balance, known: sum, several }
            }
        }
    }

    fn name(&self, mv: Step) -> usize {
        match mv {
            Step::Move { from, to, arrow } => {
                let squares = self.geometry.size().squares();
                1 + (usize::from(from) * squares + usize::from(to)) * squares + usize::from(arrow)
            }
            Step::Settled => 0,
            Step::Known(number) => {
                let squares = self.geometry.size().squares();
                1 + squares * squares * squares + usize::from(number)
            }
        }
    }
}
