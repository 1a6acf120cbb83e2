//! Canonical form, thermograph and mean of a sum of positions, as far as limits allow.
//!
//! Canonical forms come first, by search where a part is large and its value simple; if they grow
//! too large, thermographs, which need no forms; and if even the thermograph of the whole is too
//! large, the mean, which is the sum of the parts' means.

use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::evaluate::{FormEvaluator, Rules, ThermographEvaluator};
use crate::forms::{DEFAULT_MAX_FORMS, Form, Forms};
use crate::hash::FastMap;
use crate::sums::SumOf;
use crate::thermograph::{Thermograph, ThermographStore};
use crate::window::Windows;
use lastmove_work::{Budget, Meter};

/// A part with fewer positions is played out directly, without trying windows.
const FEW_POSITIONS: usize = 300_000;

/// Default limit on the positions of an appraisal: a few seconds. Positions that exceed it mostly
/// exceed it by far.
pub const DEFAULT_APPRAISED_POSITIONS: usize = 2_500_000;

/// Limits of an appraisal.
#[derive(Clone)]
pub struct AppraisalLimits {
    /// canonical forms in one store
    pub max_forms: usize,
    /// positions that an evaluator stores
    pub max_positions: usize,
    /// bytes of the text of a canonical form
    pub max_text: usize,
    /// limits on time and nodes
    pub budget: Option<Budget>,
    /// memory that the appraising thread may allocate
    pub meter: Option<Meter>,
}

impl Default for AppraisalLimits {
    fn default() -> Self {
        AppraisalLimits {
            max_forms: DEFAULT_MAX_FORMS,
            max_positions: DEFAULT_APPRAISED_POSITIONS,
            max_text: 1 << 20,
            budget: None,
            meter: None,
        }
    }
}

impl AppraisalLimits {
    /// An empty store within these limits.
    pub fn forms(&self) -> Forms {
        let mut forms = Forms::with_limit(self.max_forms);
        forms.set_budget(self.budget.clone());
        forms.set_meter(self.meter.clone());
        forms
    }
}

/// Why there is no text of a canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// The form could not be computed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The form was computed, but its text would be too long.
    #[error("the text of the form is longer than {limit} bytes")]
    LongText {
        /// The limit on its length.
        limit: usize,
    },
    /// A part of the sum has no form.
    #[error("a part has no canonical form within the limits")]
    Part,
}

/// What is known about one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The canonical form as text.
    pub canonical: std::result::Result<String, NoForm>,
    /// Both walls, which give the stops, the temperature and the outcome.
    pub thermograph: Result<Thermograph>,
    /// The mean value: that of a sum is known even if its walls are not.
    pub mean: Result<Dyadic>,
}

impl Worth {
    /// What is known about a form.
    pub fn of(forms: &mut Forms, game: Form, limits: &AppraisalLimits) -> Worth {
        let text = forms.print(game, limits.max_text);
        let canonical = text.ok_or(NoForm::LongText { limit: limits.max_text });
        Worth::new(canonical, forms.thermograph(game))
    }

    fn new(
        canonical: std::result::Result<String, NoForm>,
        thermograph: Result<Thermograph>,
    ) -> Worth {
        let mean = thermograph.as_ref().map(Thermograph::mean).map_err(|&e| e);
        Worth { canonical, thermograph, mean }
    }
}

/// The value of a sum of positions, and of each of its parts.
#[derive(Clone, Debug)]
pub struct Appraisal<P> {
    /// The independent parts, at their places on the board and in order; parts of value 0 may be
    /// missing.
    pub parts: Vec<(P, Worth)>,
    /// The sum.
    pub whole: Worth,
}

/// Appraises positions of one game, and keeps what it has computed for later positions.
pub struct Appraiser<R: Rules>
where
    R::Position: Ord,
{
    rules: R,
    limits: AppraisalLimits,
    forms: FormEvaluator<R>,
    walls: ThermographEvaluator<R>,
    /// For sums whose form is too large.
    sums: ThermographEvaluator<SumOf<R>>,
}

impl<R: Rules + Clone> Appraiser<R>
where
    R::Position: Ord,
{
    /// An appraiser with empty stores.
    pub fn new(rules: R, limits: AppraisalLimits) -> Appraiser<R> {
        let forms = fresh_forms(&rules, &limits);
        let walls = fresh_walls(rules.clone(), &limits);
        let sums = fresh_walls(SumOf(rules.clone()), &limits);
        Appraiser { rules, limits, forms, walls, sums }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Appraises the sum of the positions. The only error is [`ValueError::Stopped`]; any other
    /// error is returned in place of the value that it concerns.
    pub fn appraise(&mut self, positions: &[R::Position]) -> Result<Appraisal<R::Position>> {
        let mut parts = Vec::new();
        for position in positions {
            self.rules.components(position, &mut parts);
        }
        let mut total = Ok(Form::ZERO);
        let mut mean = Ok(Dyadic::ZERO);
        let mut worths = Vec::with_capacity(parts.len());
        for part in &parts {
            let worth = match self.form(part) {
                Ok(game) => {
                    if let Ok(sum) = total {
                        total = self.sum(sum, game)?;
                    }
                    Worth::of(self.forms.forms(), game, &self.limits)
                }
                Err(error) => {
                    total = Err(if parts.len() == 1 { error.into() } else { NoForm::Part });
                    self.recover(error)?;
                    let thermograph = match error {
                        // Walls need at least as many positions as forms.
                        ValueError::TooManyPositions { .. } => Err(error),
                        _ => self.thermograph_of_part(part)?,
                    };
                    Worth::new(Err(error.into()), thermograph)
                }
            };
            mean = mean.and_then(|sum: Dyadic| sum.checked_add(worth.mean?));
            worths.push(worth);
        }
        let mut whole = match (total, &worths[..]) {
            (_, [only]) => only.clone(),
            (Ok(game), _) => Worth::of(self.forms.forms(), game, &self.limits),
            (Err(reason), _) => Worth::new(Err(reason), self.thermograph_of_sum(&parts, &worths)?),
        };
        whole.mean = mean;
        Ok(Appraisal { parts: parts.into_iter().zip(worths).collect(), whole })
    }

    /// Returns the value of a position as a game in the store `into`.
    ///
    /// # Errors
    /// [`ValueError::Stopped`], or why a part has no form; what was computed until then is kept.
    pub fn value(&mut self, position: &R::Position, into: &mut Forms) -> Result<Form> {
        let mut parts = Vec::new();
        self.rules.components(position, &mut parts);
        let mut carried = FastMap::default();
        let mut total = Form::ZERO;
        for part in &parts {
            let game = match self.form(part) {
                Ok(game) => into.transfer(self.forms.forms(), game, &mut carried)?,
                Err(error) => {
                    self.recover(error)?;
                    return Err(error);
                }
            };
            total = into.sum(total, game)?;
        }
        Ok(total)
    }

    /// The form of a part: played out if it is small, otherwise by windows, and if they do not
    /// decide it, played out after all.
    fn form(&mut self, part: &R::Position) -> Result<Form> {
        let most = self.limits.max_positions;
        let soon = most.min(self.forms.positions() + FEW_POSITIONS);
        self.forms.set_max_positions(soon);
        let game = self.forms.value(part);
        self.forms.set_max_positions(most);
        if soon == most || !matches!(game, Err(ValueError::TooManyPositions { .. })) {
            return game;
        }
        let mut windows =
            Windows::new(self.rules.clone(), FEW_POSITIONS, self.limits.budget.clone());
        windows.set_meter(self.limits.meter.clone());
        match windows.form(part, self.forms.forms()) {
            Ok(Some(game)) => Ok(game),
            Ok(None) | Err(ValueError::TooManyPositions { .. }) => self.forms.value(part),
            Err(error) => Err(error),
        }
    }

    fn sum(&mut self, a: Form, b: Form) -> Result<std::result::Result<Form, NoForm>> {
        match self.forms.forms().sum(a, b) {
            Ok(sum) => Ok(Ok(sum)),
            Err(ValueError::Stopped) => Err(ValueError::Stopped),
            // The store is kept: it holds the forms of the parts, and most later parts are known.
            Err(error) => Ok(Err(error.into())),
        }
    }

    fn thermograph_of_part(&mut self, part: &R::Position) -> Result<Result<Thermograph>> {
        match self.walls.thermograph(part) {
            Ok(id) => Ok(Ok(self.walls.store().get(id))),
            Err(ValueError::Stopped) => Err(ValueError::Stopped),
            Err(error) => {
                self.walls = fresh_walls(self.rules.clone(), &self.limits);
                Ok(Err(error))
            }
        }
    }

    /// The thermograph of a sum. Integers only shift it; if there are two or more other parts, it
    /// is computed from the options of the whole sum.
    fn thermograph_of_sum(
        &mut self,
        parts: &[R::Position],
        worths: &[Worth],
    ) -> Result<Result<Thermograph>> {
        let integer = |worth: &Worth| worth.thermograph.as_ref().ok()?.as_integer();
        let others: Vec<usize> =
            (0..parts.len()).filter(|&i| integer(&worths[i]).is_none()).collect();
        let mut shift = Ok(Dyadic::ZERO);
        for n in worths.iter().filter_map(integer) {
            shift = shift.and_then(|sum: Dyadic| sum.checked_add(n));
        }
        let rest = match &others[..] {
            [] => Thermograph::integer(0),
            [only] => worths[*only].thermograph.clone(),
            _ => {
                let rest: Vec<&R::Position> = others.iter().map(|&i| &parts[i]).collect();
                let sum = SumOf(self.rules.clone()).position(rest);
                match self.sums.thermograph(&sum) {
                    Ok(id) => Ok(self.sums.store().get(id)),
                    Err(ValueError::Stopped) => return Err(ValueError::Stopped),
                    Err(error) => {
                        self.sums = fresh_walls(SumOf(self.rules.clone()), &self.limits);
                        Err(error)
                    }
                }
            }
        };
        Ok(rest.and_then(|rest| rest.shift(shift?)))
    }

    /// Replaces the evaluator by an empty one if its store or the memory is full.
    fn recover(&mut self, error: ValueError) -> Result<()> {
        match error {
            ValueError::Stopped => return Err(error),
            ValueError::TooManyForms { .. }
            | ValueError::TooManyPositions { .. }
            | ValueError::TooMuchMemory { .. } => {
                self.forms = fresh_forms(&self.rules, &self.limits);
            }
            _ => {}
        }
        Ok(())
    }
}

fn fresh_forms<R: Rules + Clone>(rules: &R, limits: &AppraisalLimits) -> FormEvaluator<R> {
    let mut evaluator = FormEvaluator::new(rules.clone(), limits.forms());
    evaluator.set_max_positions(limits.max_positions);
    evaluator
}

fn fresh_walls<R: Rules>(rules: R, limits: &AppraisalLimits) -> ThermographEvaluator<R> {
    let mut evaluator = ThermographEvaluator::new(rules, ThermographStore::new());
    evaluator.set_max_positions(limits.max_positions);
    evaluator.set_budget(limits.budget.clone());
    evaluator.set_meter(limits.meter.clone());
    evaluator
}
