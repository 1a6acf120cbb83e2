//! Who wins a sum of positions and values, such as `-2.[domineering 3x4] + ±2`.

use crate::expressions::named_position;
use crate::{GamePositions, position_of};
use lastmove_amazons::{AmazonsRules, SheetArea};
use lastmove_board::{Diagram, Game, GamePosition, Geometry, Sheet, Size};
use lastmove_domineering::DomineeringRules;
use lastmove_solver::with_game;
use lastmove_values::{
    AppraisalLimits, Environment, NormalForm, ParseError, Player, Reason, Rules, Sum, SumSearch,
    Summand, ValueError,
};
use lastmove_work::Moment;
use serde::Serialize;
use std::collections::HashMap;

/// The most copies of a position in one term.
const MOST_COPIES: u64 = 1000;
/// The longest text of an option that names a move.
const MOST_TEXT: usize = 200;

/// Who wins a sum, and by which moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedSum {
    /// the sum as it was written
    pub expression: String,
    /// who moves first
    pub first: Player,
    /// who wins
    pub winner: Player,
    /// all winning moves, if the first player wins
    pub best_moves: Vec<TermMove>,
    /// sums with an open position that were searched
    pub nodes: u64,
    /// how long it took
    pub seconds: f64,
}

/// A move in a term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TermMove {
    /// the term as it was written
    pub term: String,
    /// the move on the board of a position; the option that is left of a value
    #[serde(rename = "move")]
    pub mv: String,
}

/// Decides who wins sums, and keeps what it has found for later ones.
pub struct SumSolver {
    limits: AppraisalLimits,
    positions: GamePositions,
    /// by the sheets that the positions lie on
    searches: HashMap<Vec<Size>, SumSearch<BothGames>>,
}

/// A term that is ready to be played.
struct Term {
    text: String,
    what: Playing,
}

enum Playing {
    Form(lastmove_values::Form),
    Position { game: Game, diagram: Diagram, negated: bool, copies: u64 },
}

impl SumSolver {
    /// A solver that knows nothing yet. The limits are those of all its sums together.
    pub fn new(limits: AppraisalLimits) -> Self {
        let positions = GamePositions::new(limits.clone());
        Self { limits, positions, searches: HashMap::new() }
    }

    /// Finds the winner of a sum and all winning moves.
    ///
    /// # Errors
    /// If the text is no sum, or a limit was reached.
    pub fn solve(&mut self, text: &str, first: Player) -> Result<SolvedSum, ParseError> {
        let started = Moment::now();
        // Positions name the sheets, and so the search whose store the forms are for.
        let mut forms = self.limits.forms();
        let names = Environment::new();
        let boards = terms(&names.terms(text, &mut forms, &mut self.positions)?)?;
        let mut sheets: Vec<Size> = boards.iter().filter_map(Term::sheet).collect();
        sheets.sort_unstable_by_key(|size| (size.width(), size.height()));
        sheets.dedup();
        let search = self.searches.entry(sheets).or_insert_with_key(|sheets| {
            let rules = BothGames { sheets: sheets.iter().map(|&size| on(size)).collect() };
            SumSearch::new(rules, &self.limits)
        });
        let terms = terms(&names.terms(text, search.forms(), &mut self.positions)?)?;
        let nodes = search.nodes();
        let found = winner(search, &terms, first);
        let (winner, best_moves) =
            found.map_err(|error| ParseError { column: 1, reason: Reason::Value(error) })?;
        Ok(SolvedSum {
            expression: text.to_owned(),
            first,
            winner,
            best_moves,
            nodes: search.nodes() - nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

fn terms(summands: &[(String, Summand)]) -> Result<Vec<Term>, ParseError> {
    let ready = |(text, summand): &(String, Summand)| {
        let what = match summand {
            Summand::Form(game) => Playing::Form(*game),
            Summand::Position { times, text, column } => {
                let bad = |reason| ParseError { column: *column, reason };
                let (game, diagram) = named_position(text).map_err(bad)?;
                // Whose move it is does not matter, but positions of Amazons have a side to move.
                let diagram = diagram.with_side(Some(game.first_side()));
                let read = with_game!(game, P => position_of::<P>(&diagram).map(drop));
                read.map_err(|error| bad(Reason::Position(error.to_string())))?;
                let (copies, negated) = (times.unsigned_abs(), *times < 0);
                if copies > MOST_COPIES {
                    let problem = format!("at most {MOST_COPIES} copies of a position");
                    return Err(bad(Reason::Position(problem)));
                }
                Playing::Position { game, diagram, negated, copies }
            }
        };
        Ok(Term { text: text.clone(), what })
    };
    summands.iter().map(ready).collect()
}

impl Term {
    fn sheet(&self) -> Option<Size> {
        match &self.what {
            Playing::Form(_) => None,
            Playing::Position { diagram, .. } => Some(sheet_of(diagram.size())),
        }
    }

    /// Adds the term, or all but one copy of it, to a sum.
    fn add(
        &self,
        search: &mut SumSearch<BothGames>,
        sum: &mut Sum<Part>,
        but: u64,
    ) -> Result<(), ValueError> {
        match &self.what {
            Playing::Form(form) if but == 0 => search.add_form(sum, *form),
            Playing::Form(_) => Ok(()),
            Playing::Position { game, diagram, negated, copies } => {
                let part = search.rules().part(*game, diagram);
                (but..*copies).try_for_each(|_| search.add(sum, &part, *negated))
            }
        }
    }
}

fn winner(
    search: &mut SumSearch<BothGames>,
    terms: &[Term],
    first: Player,
) -> Result<(Player, Vec<TermMove>), ValueError> {
    let mut sum = Sum::default();
    for term in terms {
        term.add(search, &mut sum, 0)?;
    }
    if !search.wins(&sum, first)? {
        return Ok((first.opponent(), Vec::new()));
    }
    let mut best = Vec::new();
    for (i, term) in terms.iter().enumerate() {
        let mut rest = Sum::default();
        for (k, other) in terms.iter().enumerate() {
            other.add(search, &mut rest, u64::from(k == i))?;
        }
        let mut found = |mv: String, search: &mut SumSearch<BothGames>, after: &Sum<Part>| {
            if !search.wins(after, first.opponent())? {
                best.push(TermMove { term: term.text.clone(), mv });
            }
            Ok::<(), ValueError>(())
        };
        match &term.what {
            Playing::Form(form) => {
                let options = match first {
                    Player::Left => search.forms().left_options(*form)?,
                    Player::Right => search.forms().right_options(*form)?,
                };
                for option in options {
                    let mut after = rest.clone();
                    search.add_form(&mut after, option)?;
                    let text = search.forms().print(option, MOST_TEXT);
                    found(text.unwrap_or_else(|| "a long form".to_owned()), search, &after)?;
                }
            }
            Playing::Position { copies: 0, .. } => {}
            Playing::Position { game, diagram, negated, .. } => {
                let mover = if *negated { first.opponent() } else { first };
                for (mv, board) in moves(*game, diagram, mover) {
                    let mut after = rest.clone();
                    let part = search.rules().part(*game, &board);
                    search.add(&mut after, &part, *negated)?;
                    found(mv, search, &after)?;
                }
            }
        }
    }
    Ok((first, best))
}

/// The moves of a player on a board, by name, and the boards after them.
fn moves(game: Game, diagram: &Diagram, mover: Player) -> Vec<(String, Diagram)> {
    let [left, right] = game.left_and_right();
    let side = if mover == Player::Left { left } else { right };
    let size = diagram.size();
    let geometry = Geometry::new(size);
    with_game!(game, P => {
        let position = P::from_diagram(&diagram.clone().with_side(Some(side)));
        let position = position.expect("a position that was read before");
        let after = |mv| (P::move_name(mv, size), position.child(&geometry, mv).diagram(size));
        position.moves(&geometry).map(after).collect()
    })
}

/// Both games, on sheets of several sizes.
struct BothGames {
    sheets: Vec<(Size, AmazonsRules<u128>, DomineeringRules<u128>)>,
}

/// A position of either game, and the number of its sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Amazons(u16, SheetArea<u128>),
    Domineering(u16, u128),
}

fn sheet_of(board: Size) -> Size {
    Sheet::<u128>::size_for(board).unwrap_or(board)
}

fn on(size: Size) -> (Size, AmazonsRules<u128>, DomineeringRules<u128>) {
    (size, AmazonsRules::on(size), DomineeringRules::on(size))
}

impl BothGames {
    /// The position on its sheet.
    fn part(&self, game: Game, diagram: &Diagram) -> Part {
        let size = sheet_of(diagram.size());
        let number = self.sheets.iter().position(|sheet| sheet.0 == size);
        let number = number.expect("a sheet for every board of the sum");
        let (_, amazons, domineering) = &self.sheets[number];
        let number = number as u16;
        let checked = "a position that was read before";
        match game {
            Game::Amazons => Part::Amazons(number, amazons.area(diagram).expect(checked)),
            Game::Domineering => {
                Part::Domineering(number, domineering.region(diagram).expect(checked))
            }
        }
    }
}

/// Calls the rules of the game that a part belongs to, and wraps the parts that they list.
macro_rules! with_rules {
    ($self:expr, $part:expr, |$rules:ident, $position:ident, $wrap:ident| $call:expr) => {
        match *$part {
            Part::Amazons(sheet, ref $position) => {
                let $rules = &$self.sheets[usize::from(sheet)].1;
                let $wrap = |position| Part::Amazons(sheet, position);
                $call
            }
            Part::Domineering(sheet, ref $position) => {
                let $rules = &$self.sheets[usize::from(sheet)].2;
                let $wrap = |position| Part::Domineering(sheet, position);
                $call
            }
        }
    };
}

impl Rules for BothGames {
    type Position = Part;

    fn components(&self, part: &Part, out: &mut Vec<Part>) {
        with_rules!(self, part, |rules, position, wrap| {
            let mut parts = Vec::new();
            rules.components(position, &mut parts);
            out.extend(parts.into_iter().map(wrap));
        });
    }

    fn normal_form(&self, part: &Part) -> NormalForm<Part> {
        with_rules!(self, part, |rules, position, wrap| {
            let normal = rules.normal_form(position);
            NormalForm { position: wrap(normal.position), negated: normal.negated }
        })
    }

    fn integer(&self, part: &Part) -> Option<i64> {
        with_rules!(self, part, |rules, position, _wrap| rules.integer(position))
    }

    fn bounds(&self, part: &Part) -> (i64, i64) {
        with_rules!(self, part, |rules, position, _wrap| rules.bounds(position))
    }

    fn moves(&self, part: &Part, player: Player, out: &mut Vec<Part>) {
        with_rules!(self, part, |rules, position, wrap| {
            let mut moves = Vec::new();
            rules.moves(position, player, &mut moves);
            out.extend(moves.into_iter().map(wrap));
        });
    }
}
