//! Thermographs from stored corners.

use super::{Corner, Thermograph, Wall};
use crate::dyadic::Dyadic;

impl Wall {
    /// The wall with these corners, from t = -1 up; `None` if they make no wall: each segment is
    /// vertical or has slope 1 to one side.
    ///
    /// ```
    /// use lastmove_values::{Corner, Dyadic, Wall};
    /// let corner = |value, temperature| Corner {
    ///     value: Dyadic::from_integer(value),
    ///     temperature: Dyadic::from_integer(temperature),
    /// };
    /// assert!(Wall::from_corners(vec![corner(1, -1), corner(0, 0)]).is_some());
    /// assert!(Wall::from_corners(vec![corner(1, -1), corner(-1, 0)]).is_none());
    /// ```
    pub fn from_corners(corners: Vec<Corner>) -> Option<Wall> {
        if corners.first()?.temperature != Dyadic::MINUS_ONE {
            return None;
        }
        for pair in corners.windows(2) {
            let rise = pair[1].temperature.checked_sub(pair[0].temperature).ok()?;
            let lean = pair[1].value.checked_sub(pair[0].value).ok()?;
            let sound =
                rise > Dyadic::ZERO && (lean == Dyadic::ZERO || lean == rise || lean == -rise);
            if !sound {
                return None;
            }
        }
        Some(Wall { corners })
    }
}

impl Thermograph {
    /// The thermograph with these walls; `None` if they do not meet in a mast.
    pub fn from_walls(left: Wall, right: Wall) -> Option<Thermograph> {
        let meets = left.corners.last()?.value == right.corners.last()?.value;
        let apart = left.corners[0].value >= right.corners[0].value;
        (meets && apart).then_some(Thermograph { left, right })
    }
}
