//! A position as a sum: free moves, and areas in which neither side wants to move.
//!
//! A shared area counts as the zugzwang a|b if a is the greatest integer that Black can move to, b
//! the least that White can move to, a < b - 1, and no other move is better: to each of Black's
//! moves to a non-integer there is an answer to an integer of at most a + 1, and the same with the
//! colours exchanged.
//!
//! Here an integer is a position that also scores as that integer, however it is played. Being
//! equal to an integer is not enough: another zugzwang may be hidden in it, from which one side
//! gains.

use lastmove_amazons::zugzwang::SimpleZugzwang;
use lastmove_amazons::{
    AmazonsRules, AreaKind, Colour, Position, SheetArea, SquareName, areas, most_moves, square_name,
};
use lastmove_board::{Bits, Cell, Diagram, Geometry};
use lastmove_values::{FormEvaluator, Forms, Player, Rules, ValueError};
use std::collections::HashMap;
use thiserror::Error;

/// The parts of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumParts {
    /// the squares of each shared area, and its zugzwang
    pub zugzwangs: Vec<(u128, SimpleZugzwang)>,
    /// the moves of Black and of White in their own territories
    pub free: [u32; 2],
}

/// Why a position is not such a sum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSum {
    /// An area is not a simple zugzwang.
    #[error(
        "the area with square {0} is not a simple zugzwang a|b; `lastmove value amazons` tells its value"
    )]
    Other(SquareName),
    /// An area has too many positions.
    #[error("the area with square {0} is too large to be valued")]
    TooLarge(SquareName),
    /// The diagram is not a position of Amazons.
    #[error("this is not a position of Amazons")]
    NoPosition,
}

/// Areas with more empty squares are not evaluated.
const MOST_EMPTY: u32 = 14;
const MOST_POSITIONS: usize = 1_000_000;

/// The parts of a position in which every shared area is a simple zugzwang.
///
/// ```
/// use lastmove_regions::sum_parts;
/// // A smallest zugzwang, and two free moves of Black's.
/// let parts = sum_parts(&"*1*1*2/**q***q/*Q*1***/1******".parse().unwrap()).unwrap();
/// assert_eq!((parts.zugzwangs[0].1.value(), parts.free), (0, [2, 0]));
/// ```
///
/// # Errors
/// If an area is not a simple zugzwang, or is too large.
pub fn sum_parts(diagram: &Diagram) -> Result<SumParts, NoSum> {
    let size = diagram.size();
    let geometry = Geometry::<u128>::new(size);
    let position =
        Position::<u128>::with_side(diagram, Colour::White).map_err(|_| NoSum::NoPosition)?;
    let amazons = [Colour::Black, Colour::White].map(|colour| position.amazons(colour));
    let mut parts = SumParts { zugzwangs: Vec::new(), free: [0; 2] };
    let mut values = Values::new(diagram)?;
    for area in areas(&geometry, amazons, position.empty()) {
        if area.kind() != AreaKind::Active {
            for (free, own) in parts.free.iter_mut().zip(area.amazons) {
                *free += if own.is_empty() { 0 } else { most_moves(&geometry, own, area.empty()) };
            }
            continue;
        }
        let name = square_name(size, area.squares.lowest());
        if area.empty().count() > MOST_EMPTY {
            return Err(NoSum::TooLarge(name));
        }
        let sets = [
            (Cell::Black, area.amazons[0]),
            (Cell::White, area.amazons[1]),
            (Cell::Empty, area.empty()),
        ];
        let alone = Diagram::from_sets(size, &sets, None);
        let alone = values.evaluator.rules().area(&alone).map_err(|_| NoSum::NoPosition)?;
        let found = values.recognise(&alone).map_err(|_| NoSum::TooLarge(name))?;
        parts.zugzwangs.push((area.squares, found.ok_or(NoSum::Other(name))?));
    }
    Ok(parts)
}

struct Values {
    evaluator: FormEvaluator<AmazonsRules<u128>>,
    /// the areas evaluated so far
    known: HashMap<SheetArea<u128>, Option<Best>>,
}

/// The best integers that Black and White can move to.
type Best = [Option<i64>; 2];

impl Values {
    fn new(diagram: &Diagram) -> Result<Self, NoSum> {
        let rules = AmazonsRules::for_board(diagram.size()).ok_or(NoSum::NoPosition)?;
        let mut evaluator = FormEvaluator::new(rules, Forms::new());
        evaluator.set_max_positions(MOST_POSITIONS);
        Ok(Self { evaluator, known: HashMap::new() })
    }

    /// The integer that a position scores however it is played, if there is one: the sum over its
    /// areas.
    fn integer(&mut self, position: &SheetArea<u128>) -> Result<Option<i64>, ValueError> {
        let mut parts = Vec::new();
        self.evaluator.rules().components(position, &mut parts);
        let mut total = 0;
        for part in parts {
            let alone = self.evaluator.rules().integer(&part);
            let Some(n) = (if alone.is_some() { alone } else { self.no_gain(&part)? }) else {
                return Ok(None);
            };
            total += n;
        }
        Ok(Some(total))
    }

    /// The integer that a shared area scores: the side to move, if it can, makes a move and then
    /// has one move less.
    fn no_gain(&mut self, area: &SheetArea<u128>) -> Result<Option<i64>, ValueError> {
        let value = self.evaluator.value(area)?;
        let number = self.evaluator.forms().as_number(value);
        let Some(n) = number.filter(|number| number.is_integer()).map(|number| number.floor())
        else {
            return Ok(None);
        };
        let Some(best) = self.best(area)? else { return Ok(None) };
        let one_less = |(best, (_, sign)): (Option<i64>, (Player, i64))| {
            best.is_none_or(|best| best == sign * n - 1)
        };
        Ok(best.into_iter().zip(SIDES).all(one_less).then_some(n))
    }

    fn after(&self, area: &SheetArea<u128>, player: Player) -> Vec<SheetArea<u128>> {
        let mut after = Vec::new();
        self.evaluator.rules().moves(area, player, &mut after);
        after
    }

    /// The zugzwang of an area, if it is one.
    fn recognise(&mut self, area: &SheetArea<u128>) -> Result<Option<SimpleZugzwang>, ValueError> {
        Ok(match self.best(area)? {
            Some([Some(black), Some(white)]) => SimpleZugzwang::new(black, -white),
            _ => None,
        })
    }

    /// The best integers that Black and White can move to, each from the mover's view, if no other
    /// move is better. `None` in the pair means that the side cannot move.
    fn best(&mut self, area: &SheetArea<u128>) -> Result<Option<Best>, ValueError> {
        let form = self.evaluator.rules().normal_form(area);
        let best = match self.known.get(&form.position) {
            Some(best) => *best,
            None => self.look(&form.position)?,
        };
        self.known.insert(form.position, best);
        Ok(if form.negated { best.map(|[black, white]| [white, black]) } else { best })
    }

    fn look(&mut self, area: &SheetArea<u128>) -> Result<Option<Best>, ValueError> {
        let mut found = [None; 2];
        let mut open = [Vec::new(), Vec::new()];
        for (side, (player, sign)) in SIDES.into_iter().enumerate() {
            for next in self.after(area, player) {
                match self.integer(&next)? {
                    Some(n) => found[side] = found[side].max(Some(sign * n)),
                    None => open[side].push(next),
                }
            }
        }
        for (side, (_, sign)) in SIDES.into_iter().enumerate() {
            let opponent = SIDES[1 - side].0;
            for next in &open[side] {
                // without an integer of the mover's own there is nothing to compare with
                let Some(enough) = found[side].map(|best| best + 1) else { return Ok(None) };
                let mut answered = false;
                for answer in self.after(next, opponent) {
                    answered |= self.integer(&answer)?.is_some_and(|n| sign * n <= enough);
                }
                if !answered {
                    return Ok(None);
                }
            }
        }
        Ok(Some(found))
    }
}

/// Both players, with the sign of integers from their view.
const SIDES: [(Player, i64); 2] = [(Player::Left, 1), (Player::Right, -1)];
