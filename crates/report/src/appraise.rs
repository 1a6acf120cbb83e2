//! Values of positions of both games on boards of any size.

use crate::BadBoard;
use lastmove_amazons::AmazonsRules;
use lastmove_board::{Bits, Diagram, Game, Sheet, Size};
use lastmove_domineering::DomineeringRules;
use lastmove_values::{
    AppraisalLimits, Appraiser, Dyadic, Forms, NoForm, Rules, ValueError, Worth,
};
use std::collections::HashMap;
use thiserror::Error;

/// The value of positions together, and of their parts as position strings.
pub struct Appraised {
    /// the sum
    pub whole: Worth,
    /// its parts
    pub parts: Vec<(String, Worth)>,
}

/// Why positions were not valued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppraiseError {
    /// not a position of the game
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// told to stop
    #[error(transparent)]
    Stopped(#[from] ValueError),
}

/// Appraisers by sheet: boards of many sizes share one, and so what is known.
pub struct Appraisers {
    game: Game,
    limits: AppraisalLimits,
    sheets: HashMap<(Size, bool), Box<dyn Appraise>>,
}

impl Appraisers {
    /// Nothing known yet.
    pub fn new(game: Game, limits: AppraisalLimits) -> Self {
        Self { game, limits, sheets: HashMap::new() }
    }

    /// The value of these positions together.
    pub fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, AppraiseError> {
        let most = |side: fn(Size) -> usize| diagrams.iter().map(|d| side(d.size())).max();
        let (width, height) = (most(Size::width).unwrap_or(1), most(Size::height).unwrap_or(1));
        match Size::new(width, height) {
            Ok(board) => self.sheet_for(board).appraise(diagrams),
            Err(_) => self.appraise_apart(diagrams),
        }
    }

    /// The same for boards that do not lie on one sheet together.
    fn appraise_apart(&mut self, diagrams: &[Diagram]) -> Result<Appraised, AppraiseError> {
        let mut forms = self.limits.forms();
        let mut parts = Vec::new();
        let (mut total, mut mean) = (Ok(lastmove_values::Form::ZERO), Ok(Dyadic::ZERO));
        for diagram in diagrams {
            let alone = self.sheet_for(diagram.size()).appraise(std::slice::from_ref(diagram))?;
            mean = mean.and_then(|sum: Dyadic| sum.checked_add(alone.whole.mean?));
            parts.extend(alone.parts);
            if let Ok(sum) = total {
                let value = self.value(diagram, &mut forms)?;
                total = value.and_then(|value| forms.sum(sum, value));
            }
        }
        let mut whole = match total {
            Ok(total) => Worth::of(&mut forms, total, &self.limits),
            Err(error) => Worth { canonical: Err(NoForm::Part), thermograph: Err(error), mean },
        };
        whole.mean = mean;
        Ok(Appraised { whole, parts })
    }

    /// The value of a position in a store, or why it has none.
    ///
    /// # Errors
    /// If it is no position of the game, or if told to stop.
    pub fn value(
        &mut self,
        diagram: &Diagram,
        into: &mut Forms,
    ) -> Result<Result<lastmove_values::Form, ValueError>, AppraiseError> {
        match self.sheet_for(diagram.size()).value(diagram, into)? {
            Err(ValueError::Stopped) => Err(ValueError::Stopped.into()),
            value => Ok(value),
        }
    }

    fn sheet_for(&mut self, board: Size) -> &mut dyn Appraise {
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
        &mut **appraiser
    }
}

fn appraiser<B: Bits>(game: Game, sheet: Size, limits: &AppraisalLimits) -> Box<dyn Appraise> {
    let limits = limits.clone();
    match game {
        Game::Amazons => Box::new(OnSheet {
            appraiser: Appraiser::new(AmazonsRules::<B>::on(sheet), limits),
            place: |rules, diagram| rules.area(diagram).map_err(|e| e.to_string()),
            show: AmazonsRules::diagram,
        }),
        Game::Domineering => Box::new(OnSheet {
            appraiser: Appraiser::new(DomineeringRules::<B>::on(sheet), limits),
            place: |rules, diagram| rules.region(diagram).map_err(|e| e.to_string()),
            show: |rules, &region| rules.diagram(region),
        }),
    }
}

/// An appraiser of either game on any sheet.
trait Appraise: Send {
    fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, AppraiseError>;
    fn value(
        &mut self,
        diagram: &Diagram,
        into: &mut Forms,
    ) -> Result<Result<lastmove_values::Form, ValueError>, BadBoard>;
}

/// An appraiser with the ways from a diagram to a position on its sheet and back.
struct OnSheet<R: Rules<Position: Ord> + Clone> {
    appraiser: Appraiser<R>,
    place: fn(&R, &Diagram) -> Result<R::Position, String>,
    show: fn(&R, &R::Position) -> Diagram,
}

impl<R: Rules<Position: Ord> + Clone> OnSheet<R> {
    fn position(&self, diagram: &Diagram) -> Result<R::Position, BadBoard> {
        (self.place)(self.appraiser.rules(), diagram)
            .map_err(|problem| BadBoard::new(&diagram.to_string(), problem))
    }
}

impl<R: Rules<Position: Ord + Send> + Clone + Send> Appraise for OnSheet<R> {
    fn value(
        &mut self,
        diagram: &Diagram,
        into: &mut Forms,
    ) -> Result<Result<lastmove_values::Form, ValueError>, BadBoard> {
        let position = self.position(diagram)?;
        Ok(self.appraiser.value(&position, into))
    }

    fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, AppraiseError> {
        let positions = diagrams.iter().map(|diagram| self.position(diagram));
        let positions: Vec<_> = positions.collect::<Result<_, _>>()?;
        let appraisal = self.appraiser.appraise(&positions)?;
        let show = |(part, worth)| ((self.show)(self.appraiser.rules(), &part).to_string(), worth);
        let parts = appraisal.parts.into_iter().map(show).collect();
        Ok(Appraised { whole: appraisal.whole, parts })
    }
}
