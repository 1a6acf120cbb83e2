//! The static evaluation in words: the same look-ups and views as [`Evaluator::assess`], area by
//! area, with where each number comes from. Black is Left, so what Black is sure of bounds an area
//! from below and what White is sure of bounds it from above.

use super::evaluator::Evaluator;
use super::explain_view::ExplainedView;
use super::reduced::Reduced;
use super::sum::{DecidingRule, Sum, Worth};
use crate::{Bound, Verdict};
use lastmove_amazons::{Area, AreaKind, Colour, Position, areas};
use lastmove_board::Bits;
use lastmove_values::{End, Forms};

/// Where the bounds of an area come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// nobody can ever move there
    Rule,
    /// an endgame database
    Database,
    /// a territory that was walked through or searched
    Walk,
    /// what each side is sure of while it keeps its blockers in place
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

/// What is known of one area.
#[derive(Clone, Debug)]
pub struct ExplainedArea<B> {
    /// its squares, those of the amazons included
    pub squares: B,
    /// what can happen there
    pub kind: AreaKind,
    /// where the bounds come from
    pub source: Source,
    /// from below, and from above
    pub bounds: [Bound; 2],
    /// the exact value, where it is known
    pub value: Option<String>,
    /// where the bounds come from views: Black's and White's
    pub views: Option<[ExplainedView<B>; 2]>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Explained<B> {
    /// its areas
    pub areas: Vec<ExplainedArea<B>>,
    /// the bounds of the whole
    pub bounds: [Bound; 2],
    /// who wins with White to move, and with Black to move
    pub winners: [Option<Colour>; 2],
    /// and by which rule
    pub rules: [Option<DecidingRule>; 2],
}

/// Lower and upper bound from what Black and White are sure of.
fn bounds(sums: &[Sum; 2]) -> [Bound; 2] {
    let [lower, upper] = sums.map(|sum| {
        let (value, end) = sum.at_least();
        Bound { value, end }
    });
    [lower, Bound { value: -upper.value, ..upper }]
}

impl<B: Bits> Evaluator<'_, B> {
    /// Explains a position; whose move it is does not matter.
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

    /// What Black and White are sure of by their views of an area.
    fn views(&mut self, area: &Area<B>, shown: &mut Option<[ExplainedView<B>; 2]>) -> [Sum; 2] {
        let [black, white] = area.amazons;
        let [lower, upper] =
            [[black, white], [white, black]].map(|sides| self.explain_view(sides, area.empty()));
        *shown = Some([lower.1, upper.1]);
        [lower.0, upper.0]
    }

    /// The exact value that a database keeps of an active area, if it does.
    fn stored_value(&self, area: B, black: B, white: B, forms: &mut Forms) -> Option<String> {
        let found = self.databases().active(self.geometry().size(), area, black, white)?;
        let value = self.databases().value(found, Some(forms)).ok()?;
        forms.print(value.exact?, 200)
    }
}
