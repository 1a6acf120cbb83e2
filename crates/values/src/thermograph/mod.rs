//! Thermographs down to t = -1.
//!
//! The walls of a thermograph show what each player reaches by starting, depending on the tax t on
//! every move. They are built from the options' walls without a canonical form. Below t = 0 they
//! show who moves last: the walls at t = -1 decide `G >= n` and `G <= n` for every integer n.
//!
//! Thermographs do not add: the thermograph of a sum is built from the options of the whole sum.
//! Only adding an integer and negation act on the thermograph itself.

mod store;
mod wall;

pub use store::{Scaffolds, ThermographId, ThermographStore};

use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::forms::Outcome;
use serde::{Serialize, Serializer};
use std::fmt;
use wall::{Meeting, Point};

/// A point where a wall changes direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corner {
    /// Value, drawn to the left where positive.
    pub value: Dyadic,
    /// Temperature, drawn upwards.
    pub temperature: Dyadic,
}

/// One wall: corners from t = -1 up, straight in between, vertical above.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Wall {
    corners: Vec<Corner>,
}

/// `["2", "-1"]` for value 2 at temperature -1.
impl Serialize for Corner {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        [self.value, self.temperature].serialize(to)
    }
}

impl Wall {
    /// The corners from t = -1 up; the mast begins at the last.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The value at temperature `t >= -1`.
    pub fn at(&self, t: Dyadic) -> Dyadic {
        let above = self.corners.partition_point(|c| c.temperature <= t);
        let from = self.corners[above.saturating_sub(1)];
        match self.corners.get(above) {
            Some(to) if to.value != from.value => {
                let rise = t.raw() - from.temperature.raw();
                let lean = if to.value > from.value { rise } else { -rise };
                Dyadic::from_raw(from.value.raw() + lean)
            }
            _ => from.value,
        }
    }

    /// Where the mast begins.
    fn mast(&self) -> Corner {
        self.corners[self.corners.len() - 1]
    }

    /// Whether the wall is vertical just below t = 0.
    fn is_vertical_below_zero(&self) -> bool {
        let next = self.corners.partition_point(|c| c.temperature < Dyadic::ZERO);
        match (self.corners.get(next.wrapping_sub(1)), self.corners.get(next)) {
            (Some(from), Some(to)) => from.value == to.value,
            _ => true,
        }
    }

    /// The corners as a right wall; those of a left wall are negated.
    fn points(&self, negate: bool) -> Vec<Point> {
        let value = |x: Dyadic| if negate { -x } else { x };
        self.corners.iter().map(|c| (c.temperature, value(c.value))).collect()
    }

    fn from_points(points: &[Point], negate: bool) -> Wall {
        let value = |x: Dyadic| if negate { -x } else { x };
        let corner = |&(temperature, v): &Point| Corner { value: value(v), temperature };
        Wall { corners: points.iter().map(corner).collect() }
    }

    fn shift(&self, x: Dyadic) -> Result<Wall> {
        let mut corners = self.corners.clone();
        for corner in &mut corners {
            corner.value = corner.value.checked_add(x)?;
            wall::check(corner.value)?;
        }
        Ok(Wall { corners })
    }
}

/// Corners as `(value, temperature)`, from t = -1 up.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, corner) in self.corners.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}({}, {})", corner.value, corner.temperature)?;
        }
        Ok(())
    }
}

/// A thermograph: both walls, exact, from t = -1 up.
///
/// ```
/// use lastmove_values::{Dyadic, Thermograph};
/// let zero = Thermograph::integer(0)?;
/// let star = Thermograph::from_options([&zero], [&zero])?;
/// assert_eq!(star.left_wall().to_string(), "(1, -1) (0, 0)");
/// let up = Thermograph::from_options([&zero], [&star])?;
/// assert_eq!(up.right_wall().to_string(), "(0, -1)");
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The thermograph of an integer, a mast.
    pub fn integer(n: i64) -> Result<Thermograph> {
        let value = Dyadic::integer(n)?;
        wall::check(value)?;
        let wall = Wall { corners: vec![Corner { value, temperature: Dyadic::MINUS_ONE }] };
        Ok(Thermograph { left: wall.clone(), right: wall })
    }

    /// The thermograph of the game whose options have these thermographs. Dominated and reversible
    /// options may be included.
    ///
    /// For many thermographs use a [`ThermographStore`], which caches them.
    pub fn from_options<'a>(
        left: impl IntoIterator<Item = &'a Thermograph>,
        right: impl IntoIterator<Item = &'a Thermograph>,
    ) -> Result<Thermograph> {
        let scaffold = |options: &mut dyn Iterator<Item = Vec<Point>>| {
            let mut best = options.next()?;
            let mut greater = Vec::new();
            for option in options {
                wall::max(&best, &option, &mut greater);
                std::mem::swap(&mut best, &mut greater);
            }
            Some(best)
        };
        let left = scaffold(&mut left.into_iter().map(|option| option.right.points(false)));
        let right = scaffold(&mut right.into_iter().map(|option| option.left.points(true)));
        let (mut negated_left, mut wall) = (Vec::new(), Vec::new());
        match wall::meet(left.as_deref(), right.as_deref(), &mut negated_left, &mut wall)? {
            Meeting::Integer(n) => Thermograph::integer(n.floor()),
            Meeting::Walls => Ok(Thermograph {
                left: Wall::from_points(&negated_left, true),
                right: Wall::from_points(&wall, false),
            }),
        }
    }

    /// A thermograph from stored walls, or `None` if they are not the walls of a thermograph: both
    /// must begin at t = -1 at integers, the left wall must lean right and the right wall left,
    /// both with slope 1 or vertical, and they must meet in one mast.
    pub fn from_walls(left: &[Corner], right: &[Corner]) -> Option<Thermograph> {
        let wall = |corners: &[Corner], negate: bool| {
            let wall = Wall { corners: corners.to_vec() };
            wall::is_wall(&wall.points(negate)).then_some(wall)
        };
        let (left, right) = (wall(left, true)?, wall(right, false)?);
        // Both approach the same mast monotonically, so they cannot cross below.
        (left.mast().value == right.mast().value).then_some(Thermograph { left, right })
    }

    /// The left wall: what is reached if Left starts.
    pub fn left_wall(&self) -> &Wall {
        &self.left
    }

    /// The right wall: what is reached if Right starts.
    pub fn right_wall(&self) -> &Wall {
        &self.right
    }

    /// The left stop, the left wall at t = 0.
    pub fn left_stop(&self) -> Dyadic {
        self.left.at(Dyadic::ZERO)
    }

    /// The right stop, the right wall at t = 0.
    pub fn right_stop(&self) -> Dyadic {
        self.right.at(Dyadic::ZERO)
    }

    /// The mean value: the value at the mast.
    pub fn mean(&self) -> Dyadic {
        self.left.mast().value
    }

    /// The temperature at which the mast begins: -1 for integers, -1/2^j for m/2^j.
    pub fn temperature(&self) -> Dyadic {
        self.left.mast().temperature.max(self.right.mast().temperature)
    }

    /// Whether `G >= n` for an integer n.
    pub fn is_at_least(&self, n: i16) -> bool {
        self.right.corners[0].value >= Dyadic::from_integer(n)
    }

    /// Whether `G <= n` for an integer n.
    pub fn is_at_most(&self, n: i16) -> bool {
        self.left.corners[0].value <= Dyadic::from_integer(n)
    }

    /// The outcome class.
    pub fn outcome(&self) -> Outcome {
        Outcome::from_order(self.is_at_least(0), self.is_at_most(0))
    }

    /// Whether `G <= left stop`; otherwise they are confused. Paper, II-D1: a
    /// wall vertical below t = 0 makes the stop an exact bound.
    pub fn is_below_left_stop(&self) -> bool {
        self.left.is_vertical_below_zero()
    }

    /// Whether `G >= right stop`; otherwise they are confused.
    pub fn is_above_right_stop(&self) -> bool {
        self.right.is_vertical_below_zero()
    }

    /// The value of the game if it is an integer.
    pub fn as_integer(&self) -> Option<Dyadic> {
        (self.temperature() == Dyadic::MINUS_ONE).then(|| self.mean())
    }

    /// The value of the game if it is a number. The mast of a number begins below t = 0, that of
    /// any other game does not.
    pub fn as_number(&self) -> Option<Dyadic> {
        (self.temperature() < Dyadic::ZERO).then(|| self.mean())
    }

    /// The thermograph of -G.
    pub fn neg(&self) -> Thermograph {
        let negate = |wall: &Wall| Wall {
            corners: wall.corners.iter().map(|&c| Corner { value: -c.value, ..c }).collect(),
        };
        Thermograph { left: negate(&self.right), right: negate(&self.left) }
    }

    /// The thermograph of G + n for an integer n.
    ///
    /// # Panics
    /// If `n` is not an integer: only integers shift a thermograph below t = 0.
    pub fn shift(&self, n: Dyadic) -> Result<Thermograph> {
        assert!(n.is_integer(), "thermographs shift by integers only");
        Ok(Thermograph { left: self.left.shift(n)?, right: self.right.shift(n)? })
    }
}
