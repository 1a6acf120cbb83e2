//! Values of what the user typed: positions of both games on boards of any size.

use crate::boards;
use crate::failure::Failure;
use crate::flags::{Game, ValueFlags};
use crate::session::Session;
use lastmove_amazons::{AmazonsRules, Area};
use lastmove_board::{Bits, Diagram, Sheet, Size};
use lastmove_domineering::DomineeringRules;
use lastmove_values::{AppraisalLimits, Appraiser, Rules, ValueError, Worth};
use lastmove_work::{Budget, Stop};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

/// The value of positions together, and of their parts as position strings.
pub(crate) struct Appraised {
    pub(crate) whole: Worth,
    pub(crate) parts: Vec<(String, Worth)>,
}

/// Appraisers by sheet: boards of many sizes share one, and so what is known.
pub(crate) struct Appraisers {
    game: Game,
    limits: AppraisalLimits,
    budget: Arc<Budget>,
    sheets: HashMap<(Size, bool), Box<dyn Appraise>>,
}

impl Appraisers {
    pub(crate) fn new(game: Game, flags: &ValueFlags, session: &Session) -> Self {
        let (limits, budget) = flags.limits(session);
        Self { game, limits, budget, sheets: HashMap::new() }
    }

    /// The value of these positions together.
    pub(crate) fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, Failure> {
        let most = |side: fn(Size) -> usize| diagrams.iter().map(|d| side(d.size())).max();
        let (width, height) = (most(Size::width).unwrap_or(1), most(Size::height).unwrap_or(1));
        let board = Size::new(width, height).map_err(|_| {
            Failure::input_line(format!(
                "positions of a sum lie on one sheet of at most 128 squares; these need {width}x{height}"
            ))
        })?;
        let (game, limits) = (self.game, &self.limits);
        let small = Sheet::<u64>::size_for(board);
        let sheet = small.or_else(|| Sheet::<u128>::size_for(board)).unwrap_or(board);
        let appraiser = self.sheets.entry((sheet, small.is_some())).or_insert_with(|| {
            if small.is_some() {
                appraiser::<u64>(game, sheet, limits)
            } else {
                appraiser::<u128>(game, sheet, limits)
            }
        });
        let found = appraiser.appraise(diagrams)?;
        found.map_err(|_| stopped(&self.budget))
    }
}

/// The failure of a computation that was told to stop.
pub(crate) fn stopped(budget: &Budget) -> Failure {
    let stop = budget.check().err().unwrap_or(Stop::Cancelled);
    Failure::stopped(stop, "a value cannot be resumed, run it again with more time")
}

fn appraiser<B: Bits>(game: Game, sheet: Size, limits: &AppraisalLimits) -> Box<dyn Appraise> {
    match game {
        Game::Amazons => Box::new(Appraiser::new(AmazonsRules::<B>::on(sheet), limits.clone())),
        Game::Domineering => {
            Box::new(Appraiser::new(DomineeringRules::<B>::on(sheet), limits.clone()))
        }
    }
}

/// An appraiser of either game on any sheet.
trait Appraise {
    /// A bad diagram is a failure; the inner error says that it was told to stop.
    fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Result<Appraised, ValueError>, Failure>;
}

/// Diagrams to positions and back.
trait Placed: Rules + Clone {
    type Problem: Display;
    fn place(&self, diagram: &Diagram) -> Result<Self::Position, Self::Problem>;
    fn show(&self, part: &Self::Position) -> Diagram;
}

impl<B: Bits> Placed for AmazonsRules<B> {
    type Problem = lastmove_amazons::PositionError;
    fn place(&self, diagram: &Diagram) -> Result<Area<B>, Self::Problem> {
        self.area(diagram)
    }
    fn show(&self, part: &Area<B>) -> Diagram {
        self.diagram(part)
    }
}

impl<B: Bits> Placed for DomineeringRules<B> {
    type Problem = lastmove_domineering::PositionError;
    fn place(&self, diagram: &Diagram) -> Result<B, Self::Problem> {
        self.region(diagram)
    }
    fn show(&self, part: &B) -> Diagram {
        self.diagram(*part)
    }
}

impl<R: Placed> Appraise for Appraiser<R>
where
    R::Position: Ord,
{
    fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Result<Appraised, ValueError>, Failure> {
        let mut positions = Vec::with_capacity(diagrams.len());
        for diagram in diagrams {
            let placed = self.rules().place(diagram);
            positions.push(placed.map_err(|e| boards::bad(&diagram.to_string(), e))?);
        }
        let appraisal = match Appraiser::appraise(self, &positions) {
            Ok(appraisal) => appraisal,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let show = |(part, worth)| (self.rules().show(&part).to_string(), worth);
        let parts = appraisal.parts.into_iter().map(show).collect();
        Ok(Ok(Appraised { whole: appraisal.whole, parts }))
    }
}
