//! Numbers plus ups plus nimbers: x + k.^ + *m.
//!
//! Most values of endgames are of this kind. Their sums and their order are known in closed form,
//! so their nodes store (x, k, m).

use super::{Form, Forms, MAX_DEPTH, NUS};
use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};

/// The value `number + ups.^ + *nimber`.
///
/// ```
/// use lastmove_values::{Dyadic, Forms, Form, Nus};
/// let mut forms = Forms::new();
/// let up_star = forms.nus(Nus { number: Dyadic::ZERO, ups: 1, nimber: 1 })?;
/// assert_eq!(forms.relation(up_star, Form::ZERO).to_string(), "||");
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// The multiple of up, negative for down.
    pub ups: i32,
    /// The nimber.
    pub nimber: u32,
}

impl Nus {
    fn key(self) -> (Dyadic, u32) {
        (self.number, (self.ups as u16 as u32) << 16 | self.nimber)
    }

    /// `self >= other`, by the sign of k.^ + *m: positive for k >= 2, and for k = 1 unless m = 1;
    /// fuzzy for k = 0 unless m = 0.
    pub(super) fn is_at_least(self, other: Nus) -> bool {
        if self.number != other.number {
            return self.number > other.number;
        }
        let nimber = self.nimber ^ other.nimber;
        match self.ups - other.ups {
            2.. => true,
            1 => nimber != 1,
            0 => nimber == 0,
            _ => false,
        }
    }
}

impl Forms {
    /// The number, ups and nimber of a value, if it is such a sum.
    #[inline]
    pub fn as_nus(&self, game: Form) -> Option<Nus> {
        let node = self.node(game);
        (node.flags & NUS != 0).then_some(Nus {
            number: node.left_stop,
            ups: i32::from(node.ups),
            nimber: u32::from(node.nimber),
        })
    }

    /// The game `number + ups.^ + *nimber`.
    pub fn nus(&mut self, nus: Nus) -> Result<Form> {
        let Nus { number, ups, nimber } = nus;
        if ups == 0 && nimber == 0 {
            return self.number(number);
        }
        // Such a form is nested |k| deep over a nimber, and a nimber m deep.
        if ups.unsigned_abs() as usize + nimber as usize > MAX_DEPTH {
            return Err(ValueError::TooDeep { limit: MAX_DEPTH });
        }
        if let Some(&game) = self.nus.get(&nus.key()) {
            return Ok(game);
        }
        let base = self.number(number)?;
        let game = if ups == 0 {
            let mut options = vec![base];
            for m in 1..nimber {
                options.push(self.nus(Nus { number, ups, nimber: m })?);
            }
            options.sort_unstable();
            self.append(&options, &options)?
        } else {
            // ^* = {0,*|0}; otherwise k.^ + *m = {0 | (k-1).^ + *(m^1)}.
            let (mut near, far) = if ups.abs() == 1 && nimber == 1 {
                (vec![base, self.nus(Nus { number, ups: 0, nimber: 1 })?], base)
            } else {
                let less = Nus { number, ups: ups - ups.signum(), nimber: nimber ^ 1 };
                (vec![base], self.nus(less)?)
            };
            near.sort_unstable();
            match ups > 0 {
                true => self.append(&near, &[far])?,
                false => self.append(&[far], &near)?,
            }
        };
        let node = &mut self.nodes[game.at()];
        node.ups = ups as i16;
        node.nimber = nimber as u16;
        node.flags |= NUS;
        self.nus.insert(nus.key(), game);
        Ok(game)
    }

    /// The game *m.
    pub fn nimber(&mut self, m: u32) -> Result<Form> {
        self.nus(Nus { number: Dyadic::ZERO, ups: 0, nimber: m })
    }

    /// The game k.^, down for negative k.
    pub fn ups(&mut self, k: i32) -> Result<Form> {
        self.nus(Nus { number: Dyadic::ZERO, ups: k, nimber: 0 })
    }

    /// The value of these canonical options, if it is a nus but not a number.
    pub(super) fn as_nus_options(&self, left: &[Form], right: &[Form]) -> Option<Nus> {
        if left.len() == 1 && right.len() == 1 {
            let (l, r) = (self.as_nus(left[0])?, self.as_nus(right[0])?);
            if l.number != r.number {
                return None;
            }
            let plain = |n: Nus| n.ups == 0 && n.nimber == 0;
            return match (plain(l), plain(r)) {
                (true, true) => Some(Nus { nimber: 1, ..l }),
                (true, false) if r.ups >= 0 => {
                    Some(Nus { ups: r.ups + 1, nimber: r.nimber ^ 1, ..l })
                }
                (false, true) if l.ups <= 0 => {
                    Some(Nus { ups: l.ups - 1, nimber: l.nimber ^ 1, ..l })
                }
                _ => None,
            };
        }
        let number = self.as_nus(*left.first()?)?.number;
        // All of one side are number + *i with i < bound.
        let nimbers = |side: &[Form], bound: u32| {
            side.iter().all(|&game| {
                self.as_nus(game)
                    .is_some_and(|n| n.number == number && n.ups == 0 && n.nimber < bound)
            })
        };
        match (left.len(), right.len()) {
            (2, 1) if nimbers(left, 2) && nimbers(right, 1) => {
                Some(Nus { number, ups: 1, nimber: 1 })
            }
            (1, 2) if nimbers(left, 1) && nimbers(right, 2) => {
                Some(Nus { number, ups: -1, nimber: 1 })
            }
            (m, _) if left == right && nimbers(left, m as u32) => {
                Some(Nus { number, ups: 0, nimber: m as u32 })
            }
            _ => None,
        }
    }
}
