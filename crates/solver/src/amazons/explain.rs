//! Explains the static evaluation: the same look-ups and views as [`Evaluator::assess`], area by
//! area, with the source of each number. Black is Left, so the value guaranteed to Black is a lower
//! bound of an area, and the value guaranteed to White gives an upper bound.

use super::evaluator::{Evaluator, Watch};
use super::explain_view::ExplainedView;
use super::reduced::Reduced;
use super::sum::{DecidingRule, Sum, Worth};
use crate::{Bound, Verdict};
use lastmove_amazons::{Area, AreaKind, Colour, Position, areas};
use lastmove_board::Bits;
use lastmove_values::{End, Forms};

/// The source of the bounds of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// neither player can ever move there
    Rule,
    /// an endgame database
    Database,
    /// a territory in which moves were counted by walks or by search
    Walk,
    /// the values guaranteed to each side while it keeps its blockers in place
    Views,
}

impl Source {
    /// `rule`, `database`, `walk` or `views`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Database => "database",
            Self::Walk => "walk",
            Self::Views => "views",
        }
    }
}

/// What is known about one area.
#[derive(Clone, Debug)]
pub struct ExplainedArea<B> {
    /// its squares, including those of the amazons
    pub squares: B,
    /// what can happen there
    pub kind: AreaKind,
    /// where the bounds come from
    pub source: Source,
    /// the lower and the upper bound
    pub bounds: [Bound; 2],
    /// the exact value, if it is known
    pub value: Option<String>,
    /// Black's and White's view, if the bounds come from views
    pub views: Option<[ExplainedView<B>; 2]>,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Explained<B> {
    /// its areas
    pub areas: Vec<ExplainedArea<B>>,
    /// the bounds of the whole
    pub bounds: [Bound; 2],
    /// the winner with White to move and with Black to move, if they are known
    pub winners: [Option<Colour>; 2],
    /// the rules that decide them
    pub rules: [Option<DecidingRule>; 2],
}

/// Lower and upper bound from the values guaranteed to Black and White.
fn bounds(sums: &[Sum; 2]) -> [Bound; 2] {
    let [lower, upper] = sums.map(|sum| {
        let (value, end) = sum.at_least();
        Bound { value, end }
    });
    [lower, Bound { value: -upper.value, ..upper }]
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// Explains a position, for both players to move.
    pub fn explain(&mut self, position: &Position<B>) -> Explained<B> {
        let (black, white) = (position.black(), position.white());
        let mut all = [Sum::default(), Sum::default()];
        let mut explained = Vec::new();
        let mut forms = Forms::new();
        for area in areas(self.geometry(), [black, white], position.empty()) {
            let (squares, [black, white]) = (area.squares, area.amazons);
            let mut views = None;
            let (source, sums, mut value) = match area.kind() {
                AreaKind::Dead => (Source::Rule, Default::default(), Some("0".to_owned())),
                AreaKind::SimpleTerritory => match self.exact_fill(squares, black | white) {
                    Some(moves) => {
                        let moves = if black.is_empty() { -(moves as i16) } else { moves as i16 };
                        let sums = [moves, -moves].map(|n| Sum::of(Worth::integer(n)));
                        (Source::Walk, sums, Some(moves.to_string()))
                    }
                    None => (Source::Walk, self.views(&area, &mut views), None),
                },
                AreaKind::Active => match self.area_worths(squares, black, white) {
                    Some(worths) => {
                        let value = self.stored_value(squares, black, white, &mut forms);
                        (Source::Database, worths.map(Sum::of), value)
                    }
                    None => (Source::Views, self.views(&area, &mut views), None),
                },
            };
            for (whole, part) in all.iter_mut().zip(&sums) {
                whole.join(part);
            }
            let bounds = bounds(&sums);
            if value.is_none() && bounds[0] == bounds[1] && bounds[0].end == End::Exact {
                value = Some(bounds[0].value.to_string());
            }
            explained.push(ExplainedArea {
                squares,
                kind: area.kind(),
                source,
                bounds,
                value,
                views,
            });
        }
        let decided = Colour::BOTH.map(|to_move| {
            let seen = if position.to_move() == to_move { *position } else { position.passed() };
            let reduced = Reduced::new(self, &seen);
            let assessment = self.assess(&reduced);
            let winner = match assessment.verdict {
                Verdict::Win => Some(to_move),
                Verdict::Loss => Some(to_move.opponent()),
                Verdict::Unknown => None,
            };
            (winner, assessment.rule)
        });
        let (winners, rules) = (decided.map(|one| one.0), decided.map(|one| one.1));
        Explained { areas: explained, bounds: bounds(&all), winners, rules }
    }

    /// The values that their views of an area guarantee to Black and White.
    fn views(&mut self, area: &Area<B>, shown: &mut Option<[ExplainedView<B>; 2]>) -> [Sum; 2] {
        let [black, white] = area.amazons;
        let [lower, upper] =
            [[black, white], [white, black]].map(|sides| self.explain_view(sides, area.empty()));
        *shown = Some([lower.1, upper.1]);
        [lower.0, upper.0]
    }

    /// The exact value of an active area, if a database has it.
    fn stored_value(&self, area: B, black: B, white: B, forms: &mut Forms) -> Option<String> {
        let found = self.databases().active(self.geometry().size(), area, black, white)?;
        let value = self.databases().value(found, Some(forms)).ok()?;
        forms.print(value.exact?, 200)
    }
}
