//! Writing values down.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Nus};

/// Subtracts the length of a text from the budget; `None` if it does not suffice. Every character
/// of the result is counted once, so the work stops as soon as the result would be too long.
fn pay(budget: &mut usize, cost: usize) -> Option<()> {
    *budget = budget.checked_sub(cost)?;
    Some(())
}

/// The text of a value, if it is not longer than the budget.
pub(super) fn write(forms: &mut Forms, g: Form, budget: &mut usize) -> Option<String> {
    let (left_stop, right_stop) = (forms.left_stop(g), forms.right_stop(g));
    if let Some(nus) = forms.as_nus(g) {
        let text = nus_text(nus);
        pay(budget, text.len())?;
        return Some(text);
    }
    let left = forms.left_options(g).ok()?;
    let right = forms.right_options(g).ok()?;
    if let Some(text) = tiny_text(forms, &left, &right) {
        pay(budget, text.len())?;
        return Some(text);
    }
    // A game that is its own negative. If the store is full, this is not found out, and plain
    // braces are correct as well.
    if left.len() == right.len() && left_stop == -right_stop && forms.neg(g) == Ok(g) {
        pay(budget, "±".len())?;
        // `±x` is {x|-x} for any x; only several options need braces.
        if let [single] = left[..] {
            return Some(format!("±{}", write(forms, single, budget)?));
        }
        pay(budget, "{}".len())?;
        let options = list(forms, left, budget)?;
        return Some(format!("±{{{options}}}"));
    }
    pay(budget, "{|}".len())?;
    let left = list(forms, left, budget)?;
    let right = list(forms, right, budget)?;
    Some(format!("{{{left}|{right}}}"))
}

/// Options from the greatest to the least, in an order that is the same in every store.
fn list(forms: &mut Forms, options: Vec<Form>, budget: &mut usize) -> Option<String> {
    let mut texts = Vec::with_capacity(options.len());
    pay(budget, options.len().saturating_sub(1))?;
    for option in options {
        let key = (-forms.left_stop(option), -forms.right_stop(option));
        texts.push((key, write(forms, option, budget)?));
    }
    texts.sort();
    let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
    Some(texts.join(","))
}

fn nus_text(nus: Nus) -> String {
    let Nus { number, ups, nimber } = nus;
    let mut text = String::new();
    if number != Dyadic::ZERO || (ups == 0 && nimber == 0) {
        text.push_str(&number.to_string());
    }
    let arrow = if ups > 0 { "^" } else { "v" };
    match ups.unsigned_abs() {
        count @ 0..=2 => text.push_str(&arrow.repeat(count as usize)),
        count => text.push_str(&format!("{arrow}{count}")),
    }
    match nimber {
        0 => {}
        1 => text.push('*'),
        m => text.push_str(&format!("*{m}")),
    }
    text
}

/// x + Tiny(y) is {x||x|x-y}, x + Miny(y) is {x+y|x||x}.
fn tiny_text(forms: &mut Forms, left: &[Form], right: &[Form]) -> Option<String> {
    let (&[l], &[r]) = (left, right) else { return None };
    let (name, x, threat) = match (forms.as_number(l), forms.as_number(r)) {
        (Some(x), None) => ("Tiny", x, r),
        (None, Some(x)) => ("Miny", x, l),
        _ => return None,
    };
    let threat_left = forms.left_options(threat).ok()?;
    let threat_right = forms.right_options(threat).ok()?;
    let (&[a], &[b]) = (&threat_left[..], &threat_right[..]) else { return None };
    let (a, b) = (forms.as_number(a)?, forms.as_number(b)?);
    let stays = if name == "Tiny" { a } else { b };
    let size = a.checked_sub(b).ok()?;
    if stays != x || size <= Dyadic::ZERO {
        return None;
    }
    let number = if x == Dyadic::ZERO { String::new() } else { x.to_string() };
    Some(format!("{number}{name}({size})"))
}
