//! Reserved names and functions.

use super::Reason;
use crate::dyadic::Dyadic;
use crate::error::{Result as ValueResult, ValueError};
use crate::forms::{Form, Forms, MAX_DEPTH, Nus};

/// The infinitesimal with this name.
pub(super) fn constant(name: &str) -> Option<Nus> {
    let (ups, nimber) = match name {
        "up" => (1, 0),
        "down" => (-1, 0),
        "star" => (0, 1),
        "upstar" => (1, 1),
        "downstar" => (-1, 1),
        "doubleup" => (2, 0),
        "doubledown" => (-2, 0),
        _ => return None,
    };
    Some(Nus { number: Dyadic::ZERO, ups, nimber })
}

/// The number of arguments of a function; `None` if there is no such function.
pub(super) fn arity(name: &str) -> Option<usize> {
    match name {
        "Tiny" | "Miny" | "tiny" | "miny" => Some(1),
        "atomic_weight" | "aw" | "mean" | "temperature" | "left_stop" | "right_stop"
        | "birthday" => Some(1),
        "cool" | "heat" => Some(2),
        "overheat" => Some(3),
        _ => None,
    }
}

/// Whether a number directly before the function is added to its value.
pub(super) fn is_infinitesimal(name: &str) -> bool {
    matches!(name, "Tiny" | "Miny" | "tiny" | "miny")
}

/// The value of a function; the number of arguments must be its arity.
pub(super) fn call(forms: &mut Forms, name: &str, arguments: &[Form]) -> Result<Form, Reason> {
    let g = arguments[0];
    let value = match name {
        "Tiny" | "tiny" => tiny(forms, g),
        "Miny" | "miny" => tiny(forms, g).and_then(|tiny| forms.neg(tiny)),
        "atomic_weight" | "aw" => forms.atomic_weight(g),
        "mean" => forms.mean(g).and_then(|x| forms.number(x)),
        "temperature" => forms.temperature(g).and_then(|x| forms.number(x)),
        "left_stop" => forms.number(forms.left_stop(g)),
        "right_stop" => forms.number(forms.right_stop(g)),
        "birthday" => {
            let birthday = forms.birthday(g);
            i64::try_from(birthday).map_err(|_| ValueError::Overflow).and_then(|n| forms.integer(n))
        }
        "cool" => {
            let Some(t) = forms.as_number(arguments[1]) else {
                let found = forms.print(arguments[1], 20).unwrap_or_else(|| "a long form".into());
                let expected = "a number as the temperature".to_string();
                return Err(Reason::Expected { expected, found });
            };
            forms.cool(g, t)
        }
        "heat" => forms.heat(g, arguments[1]),
        "overheat" => forms.overheat(g, arguments[1], arguments[2]),
        _ => return Err(Reason::UnknownName(name.to_string())),
    };
    value.map_err(Reason::Value)
}

fn tiny(forms: &mut Forms, g: Form) -> ValueResult<Form> {
    let negative = forms.neg(g)?;
    let threat = forms.game(&[Form::ZERO], &[negative])?;
    forms.game(&[Form::ZERO], &[threat])
}

/// `^[n]`, which is `{^[n-1]|*}`, or `^<n>`, which is `{0|v[n-1]*}`.
pub(super) fn power(forms: &mut Forms, n: u32, together: bool) -> ValueResult<Form> {
    if n as usize > MAX_DEPTH {
        return Err(ValueError::TooDeep { limit: MAX_DEPTH });
    }
    let star = forms.nimber(1)?;
    let steps = if together { n } else { n.saturating_sub(1) };
    let mut sum = Form::ZERO;
    for _ in 0..steps {
        sum = forms.game(&[sum], &[star])?;
    }
    if together || n == 0 {
        return Ok(sum);
    }
    let negative = forms.neg(sum)?;
    let threat = forms.sum(negative, star)?;
    forms.game(&[Form::ZERO], &[threat])
}
