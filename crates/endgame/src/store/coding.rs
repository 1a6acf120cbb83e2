//! The dictionary of an active database: thermographs and simple values in few bytes.
//!
//! A class is coded as
//!
//! * the exponent e of the finest fraction in its walls: all their numbers are multiples of 1/2^e
//!   and coded as those multiples;
//! * the left wall, then the right wall: the value at t = -1, then the number of segments, then
//!   for each segment its height in t, doubled, plus 1 if it leans (left walls lean to smaller,
//!   right walls to greater values); the mast begins after the last;
//! * the value: 0 if it is not kept; 1 for number + ups + nimber: exponent, numerator, ups,
//!   nimber; 2 for other forms: the number of Left's options, the number of Right's, then these
//!   values, coded in the same way, Left's and Right's each in the order of their bytes.
//!
//! Numbers are LEB128, signed ones as 2n or -2n - 1.

use crate::build::Exact;
use lastmove_values::{Corner, Dyadic, Form, Forms, Nus, Thermograph};

/// The value of a position in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredValue {
    /// the thermograph
    pub thermograph: Thermograph,
    /// the value itself, in the given store, if it is simple
    pub exact: Option<Form>,
}

impl StoredValue {
    /// The value with the colours exchanged; it keeps its exact value only if the store of that
    /// value is given.
    pub(crate) fn negated(self, forms: Option<&mut Forms>) -> Self {
        let exact = self.exact.zip(forms).and_then(|(game, forms)| forms.neg(game).ok());
        Self { thermograph: self.thermograph.neg(), exact }
    }
}

pub(crate) fn encode(class: &Exact, forms: &mut Forms, out: &mut Vec<u8>) {
    let walls = [class.thermograph.left_wall(), class.thermograph.right_wall()];
    let corners = walls.iter().flat_map(|wall| wall.corners());
    let exponent =
        corners.map(|c| c.value.exponent().max(c.temperature.exponent())).max().unwrap_or(0);
    put(out, u64::from(exponent));
    for wall in walls {
        let scaled = |x: Dyadic| x.numerator() << (exponent - x.exponent());
        let corners = wall.corners();
        put_signed(out, scaled(corners[0].value));
        put(out, corners.len() as u64 - 1);
        for pair in corners.windows(2) {
            let height = scaled(pair[1].temperature) - scaled(pair[0].temperature);
            let leans = pair[0].value != pair[1].value;
            put(out, (height as u64) << 1 | u64::from(leans));
        }
    }
    match class.value {
        None => put(out, 0),
        Some(game) => encode_value(game, forms, out),
    }
}

fn encode_value(game: Form, forms: &mut Forms, out: &mut Vec<u8>) {
    if let Some(nus) = forms.as_nus(game) {
        put(out, 1);
        put(out, u64::from(nus.number.exponent()));
        put_signed(out, nus.number.numerator());
        put_signed(out, i64::from(nus.ups));
        put(out, u64::from(nus.nimber));
        return;
    }
    let left = forms.left_options(game).expect("a kept form is small");
    let right = forms.right_options(game).expect("a kept form is small");
    put(out, 2);
    put(out, left.len() as u64);
    put(out, right.len() as u64);
    for options in [left, right] {
        // The order of options in a store depends on the threads; the bytes of the file must not.
        let mut codes: Vec<Vec<u8>> = Vec::with_capacity(options.len());
        for option in options {
            let mut code = Vec::new();
            encode_value(option, forms, &mut code);
            codes.push(code);
        }
        codes.sort_unstable();
        codes.iter().for_each(|code| out.extend_from_slice(code));
    }
}

/// Stored forms are far less deep than this.
const DEEPEST: u32 = 64;

/// Decodes a class; `None` if the bytes are invalid.
pub(crate) fn decode(bytes: &[u8], forms: Option<&mut Forms>) -> Option<StoredValue> {
    let mut bytes = bytes;
    let exponent = u32::try_from(take(&mut bytes)?).ok()?;
    let number = |n: i64| Dyadic::new(n, exponent).ok();
    let mut walls = [-1, 1].map(|lean| {
        let mut value = take_signed(&mut bytes)?;
        let mut temperature = (-1i64).checked_shl(exponent)?;
        let segments = take(&mut bytes)?;
        let mut corners = vec![Corner { value: number(value)?, temperature: number(temperature)? }];
        for _ in 0..segments {
            let segment = take(&mut bytes)?;
            let height = i64::try_from(segment >> 1).ok()?;
            temperature = temperature.checked_add(height)?;
            value = value.checked_add(lean * height * (segment & 1) as i64)?;
            corners.push(Corner { value: number(value)?, temperature: number(temperature)? });
        }
        Some(corners)
    });
    let [left, right] = [walls[0].take()?, walls[1].take()?];
    let thermograph = Thermograph::from_walls(&left, &right)?;
    let exact = match forms {
        None => None,
        Some(forms) => decode_value(&mut bytes, forms, DEEPEST)?,
    };
    Some(StoredValue { thermograph, exact })
}

/// Decodes a value. The outer option is `None` if the bytes are invalid, the inner one if no value
/// is stored.
fn decode_value(bytes: &mut &[u8], forms: &mut Forms, depth: u32) -> Option<Option<Form>> {
    match take(bytes)? {
        0 => Some(None),
        1 => {
            let exponent = u32::try_from(take(bytes)?).ok()?;
            let number = Dyadic::new(take_signed(bytes)?, exponent).ok()?;
            let ups = i32::try_from(take_signed(bytes)?).ok()?;
            let nimber = u32::try_from(take(bytes)?).ok()?;
            Some(Some(forms.nus(Nus { number, ups, nimber }).ok()?))
        }
        2 if depth > 0 => {
            let counts = [take(bytes)?, take(bytes)?];
            let mut sides = [Vec::new(), Vec::new()];
            for (side, count) in sides.iter_mut().zip(counts) {
                for _ in 0..count {
                    side.push(decode_value(bytes, forms, depth - 1)??);
                }
            }
            Some(Some(forms.game(&sides[0], &sides[1]).ok()?))
        }
        _ => None,
    }
}

fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 128 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

fn put_signed(out: &mut Vec<u8>, n: i64) {
    put(out, (n << 1 ^ n >> 63) as u64);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(n);
        }
    }
    None
}

fn take_signed(bytes: &mut &[u8]) -> Option<i64> {
    let n = take(bytes)?;
    Some((n >> 1) as i64 ^ -((n & 1) as i64))
}
