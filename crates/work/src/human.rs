//! Numbers as people write and read them, the same in every command.

use std::time::Duration;
use thiserror::Error;

/// A count with its digits in groups of three.
///
/// ```
/// use lastmove_work::human::count;
/// assert_eq!(count(999), "999");
/// assert_eq!(count(8350439170), "8,350,439,170");
/// ```
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with a noun that forms its plural with s.
///
/// ```
/// use lastmove_work::human::counted;
/// assert_eq!(counted(1, "move"), "1 move");
/// assert_eq!(counted(2176, "move"), "2,176 moves");
/// ```
pub fn counted(n: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(n), if n == 1 { "" } else { "s" })
}

/// The day of a moment in Greenwich, as ISO 8601 writes it.
///
/// ```
/// use lastmove_work::human::date;
/// use std::time::{Duration, SystemTime};
/// let day = |n: u64| date(SystemTime::UNIX_EPOCH + Duration::from_secs(86_400 * n));
/// assert_eq!(day(0), "1970-01-01");
/// assert_eq!(day(11_016), "2000-02-29");
/// assert_eq!(day(20_775), "2026-11-18");
/// ```
pub fn date(moment: std::time::SystemTime) -> String {
    let since = moment.duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Years that begin in March end with the leap day; 400 of them have 146,097 days.
    let days = since.as_secs() / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year, month + 3);
    let (year, month) = if month > 12 { (year + 1, month - 12) } else { (year, month) };
    format!("{year:04}-{month:02}-{day:02}")
}

/// A duration in a suitable unit.
///
/// ```
/// use lastmove_work::human::seconds;
/// assert_eq!(seconds(0.0), "0 s");
/// assert_eq!(seconds(0.0000042), "4 µs");
/// assert_eq!(seconds(0.25), "250 ms");
/// assert_eq!(seconds(2.849), "2.85 s");
/// assert_eq!(seconds(75.0), "1 min 15 s");
/// assert_eq!(seconds(7325.0), "2 h 02 min");
/// ```
pub fn seconds(s: f64) -> String {
    if s < 0.000_000_5 {
        "0 s".to_owned()
    } else if s < 0.000_999_5 {
        format!("{:.0} µs", s * 1e6)
    } else if s < 0.999_5 {
        format!("{:.0} ms", s * 1e3)
    } else if s < 59.995 {
        format!("{s:.2} s")
    } else {
        let whole = s.round() as u64;
        match whole / 3600 {
            0 => format!("{} min {:02} s", whole / 60, whole % 60),
            hours => format!("{hours} h {:02} min", whole / 60 % 60),
        }
    }
}

/// A number of bytes in binary units.
///
/// ```
/// use lastmove_work::human::bytes;
/// assert_eq!(bytes(1023), "1023 B");
/// assert_eq!(bytes(1 << 30), "1.0 GiB");
/// ```
pub fn bytes(n: u64) -> String {
    scaled(n as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], " ")
}

/// The number of units per second: `2.9 billion`.
///
/// ```
/// use lastmove_work::human::rate;
/// assert_eq!(rate(5_800_000_000, 2.0), "2.9 billion");
/// assert_eq!(rate(500, 2.0), "250");
/// assert_eq!(rate(500, 0.0), "0");
/// ```
pub fn rate(n: u64, seconds: f64) -> String {
    let rate = if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
    scaled(rate, 1000.0, &["", "thousand", "million", "billion", "trillion"], " ")
}

fn scaled(mut n: f64, base: f64, units: &[&str], gap: &str) -> String {
    let mut unit = 0;
    while n >= base && unit + 1 < units.len() {
        n /= base;
        unit += 1;
    }
    let places = usize::from(unit > 0);
    let gap = if units[unit].is_empty() { "" } else { gap };
    format!("{n:.places$}{gap}{}", units[unit])
}

/// Why a text is not a number of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// not a count
    #[error("expected a count such as 1000000, 1_000_000, 500k, 20M or 3G")]
    Count,
    /// not a number of bytes
    #[error("expected an amount of memory such as 512M or 2GiB")]
    Bytes,
    /// not a duration
    #[error("expected a time such as 30, 30s, 500ms, 5m or 2h")]
    Time,
}

/// Reads a count: digits, `_` or `,` between them, and perhaps `k`, `M` or `G`.
///
/// ```
/// use lastmove_work::human::parse_count;
/// assert_eq!(parse_count("20M"), Ok(20_000_000));
/// assert_eq!(parse_count("1_000"), Ok(1000));
/// assert!(parse_count("-1").is_err());
/// ```
pub fn parse_count(text: &str) -> Result<u64, NumberError> {
    let text = text.replace(['_', ','], "");
    let found = split_unit(&text, |unit| power(1000.0, &["", "k", "m", "g"], unit));
    found.and_then(multiply).ok_or(NumberError::Count)
}

/// Reads an amount of memory. A bare number counts bytes; `K`, `M`, `G`, `T` are powers of 1024.
///
/// ```
/// use lastmove_work::human::parse_bytes;
/// assert_eq!(parse_bytes("1GiB"), Ok(1 << 30));
/// assert_eq!(parse_bytes("1.5k"), Ok(1536));
/// ```
pub fn parse_bytes(text: &str) -> Result<u64, NumberError> {
    let found = split_unit(text, |unit| {
        let unit = unit.to_ascii_lowercase();
        let unit = unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit);
        power(1024.0, &["", "k", "m", "g", "t"], unit)
    });
    found.and_then(multiply).ok_or(NumberError::Bytes)
}

/// Reads a duration; a bare number counts seconds.
///
/// ```
/// use lastmove_work::human::parse_time;
/// use std::time::Duration;
/// assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
/// assert_eq!(parse_time("1.5h"), Ok(Duration::from_secs(5400)));
/// assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
/// ```
pub fn parse_time(text: &str) -> Result<Duration, NumberError> {
    let found = split_unit(text, |unit| match unit {
        "ms" => Some(0.001),
        "" | "s" => Some(1.0),
        "m" | "min" => Some(60.0),
        "h" => Some(3600.0),
        "d" => Some(86400.0),
        _ => None,
    });
    let seconds = found.and_then(|(number, factor)| Some(number.parse::<f64>().ok()? * factor));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or(NumberError::Time)
}

/// Splits a text into its digits and the factor of its unit, which `worth` gives.
fn split_unit(text: &str, worth: impl Fn(&str) -> Option<f64>) -> Option<(&str, f64)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let starts_well = number.starts_with(|c: char| c.is_ascii_digit());
    worth(unit.trim()).filter(|_| starts_well).map(|worth| (number, worth))
}

/// The power of `base` that `unit` means: its index in `units` is the exponent.
fn power(base: f64, units: &[&str], unit: &str) -> Option<f64> {
    let power = units.iter().position(|name| name.eq_ignore_ascii_case(unit))?;
    Some(base.powi(power as i32))
}

/// The product, exact for whole numbers, which `f64` is not beyond 2^53.
fn multiply((number, factor): (&str, f64)) -> Option<u64> {
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor as u64);
    }
    let product = number.parse::<f64>().ok()? * factor;
    (product < u64::MAX as f64).then_some(product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_survive_a_round_trip(n: u64) {
            prop_assert_eq!(parse_count(&count(n)), Ok(n));
            prop_assert_eq!(parse_bytes(&n.to_string()), Ok(n));
        }

        #[test]
        fn no_input_panics(text in "\\PC*", s: f64) {
            let _ = (parse_count(&text), parse_bytes(&text), parse_time(&text), seconds(s.abs()));
        }
    }

    #[test]
    fn bad_numbers() {
        for text in ["", "-1", "x", "1x", "1e9", "inf", "nan", ".", "99999999999999999999999G"] {
            assert!(parse_count(text).is_err(), "{text}");
            assert!(parse_bytes(text).is_err(), "{text}");
        }
        for text in ["", "-1", "s", "1 parsec", "inf", "1..2"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
