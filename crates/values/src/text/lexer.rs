//! Splitting a text into tokens, each with its column.

use super::ParseError;
use crate::dyadic::{Dyadic, ParseDyadicError};
use crate::error::ValueError;
use crate::forms::Relation::{self, Equal, Fuzzy, Greater, Less};
use std::iter::Peekable;
use std::str::CharIndices;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Number(Dyadic),
    /// A multiple of up, negative for down.
    Ups(i32),
    /// A nimber.
    Star(u32),
    /// `^[n]`, the first n powers of up together, or `^<n>`, the n-th alone.
    Power {
        down: bool,
        n: u32,
        together: bool,
    },
    /// The text between square brackets.
    Position(String),
    Name(String),
    Open,
    Close,
    ParenOpen,
    ParenClose,
    /// A run of bars.
    Bars(usize),
    Comma,
    Dot,
    Plus,
    Minus,
    PlusMinus,
    /// A comparison sign other than `||`, which is a run of bars: the relations for which it is
    /// true.
    Compare(&'static [Relation]),
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    /// Column of the first character, counted from 1.
    pub(super) column: usize,
    /// Whether it follows the token before without a space.
    pub(super) adjacent: bool,
    pub(super) text: String,
}

struct Lexer<'a> {
    source: &'a str,
    chars: Peekable<CharIndices<'a>>,
    column: usize,
}

pub(super) fn tokens(source: &str) -> Result<Vec<Lexeme>, ParseError> {
    let mut lexer = Lexer { source, chars: source.char_indices().peekable(), column: 1 };
    let mut out = Vec::new();
    let mut adjacent = false;
    while let Some(&(start, ch)) = lexer.chars.peek() {
        if ch.is_whitespace() {
            lexer.advance();
            adjacent = false;
            continue;
        }
        let column = lexer.column;
        let token = lexer.token(ch)?;
        let end = lexer.chars.peek().map_or(source.len(), |&(i, _)| i);
        out.push(Lexeme { token, column, adjacent, text: source[start..end].to_string() });
        adjacent = true;
    }
    let text = "the end".to_string();
    out.push(Lexeme { token: Token::End, column: lexer.column, adjacent: false, text });
    Ok(out)
}

impl Lexer<'_> {
    fn advance(&mut self) {
        self.chars.next();
        self.column += 1;
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.chars.peek().is_some_and(|&(_, ch)| ch == wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Skips `wanted`, in ASCII, if the text continues with it; returns whether it does.
    fn eat_text(&mut self, wanted: &str) -> bool {
        let start = self.chars.peek().map_or(self.source.len(), |c| c.0);
        let found = self.source[start..].starts_with(wanted);
        if found {
            wanted.bytes().for_each(|_| self.advance());
        }
        found
    }

    /// The longest run of characters that pass a test.
    fn run(&mut self, pass: impl Fn(char) -> bool) -> &str {
        let rest = |chars: &mut Peekable<CharIndices<'_>>, end| chars.peek().map_or(end, |c| c.0);
        let start = rest(&mut self.chars, self.source.len());
        while self.chars.peek().is_some_and(|&(_, ch)| pass(ch)) {
            self.advance();
        }
        let end = rest(&mut self.chars, self.source.len());
        &self.source[start..end]
    }

    fn digits(&mut self) -> &str {
        self.run(|ch| ch.is_ascii_digit())
    }

    fn token(&mut self, ch: char) -> Result<Token, ParseError> {
        let column = self.column;
        if ch.is_ascii_digit() || printed_fraction(ch).is_some() {
            return self.number(column);
        }
        if ch.is_alphabetic() || ch == '_' {
            let name = self.run(|ch| ch.is_alphanumeric() || ch == '_').to_string();
            let power = if name == "v" { self.power(column)? } else { None };
            return match power {
                Some((n, together)) => Ok(Token::Power { down: true, n, together }),
                None => name_or_downs(name, column),
            };
        }
        self.advance();
        Ok(match ch {
            '^' | '↑' | '⇑' | '↓' | '⇓' => return self.arrows(ch, column),
            '*' | '∗' | '⋆' => {
                let digits = self.digits();
                Token::Star(if digits.is_empty() { 1 } else { small(digits, column)? })
            }
            '{' => Token::Open,
            '}' => Token::Close,
            '(' => Token::ParenOpen,
            ')' => Token::ParenClose,
            ',' => Token::Comma,
            '[' => return self.position(column),
            '.' | '·' => Token::Dot,
            '+' => Token::Plus,
            // The longer dashes are those of printed text.
            '-' | '−' | '–' => Token::Minus,
            '\\' => return self.tex(column),
            '±' => Token::PlusMinus,
            '∥' => Token::Compare(&[Fuzzy]),
            '|' => {
                let bars = 1 + self.run(|ch| ch == '|').len();
                if bars == 1 && self.eat('>') {
                    Token::Compare(&[Greater, Fuzzy])
                } else {
                    Token::Bars(bars)
                }
            }
            '=' => {
                self.eat('=');
                Token::Compare(&[Equal])
            }
            '≠' => Token::Compare(&[Greater, Less, Fuzzy]),
            '!' if self.eat('=') => Token::Compare(&[Greater, Less, Fuzzy]),
            '≥' => Token::Compare(&[Equal, Greater]),
            '≤' => Token::Compare(&[Equal, Less]),
            '>' if self.eat('=') => Token::Compare(&[Equal, Greater]),
            '>' => Token::Compare(&[Greater]),
            '<' if self.eat('=') => Token::Compare(&[Equal, Less]),
            '<' if self.eat('|') => Token::Compare(&[Less, Fuzzy]),
            '<' if self.eat('>') => Token::Compare(&[Fuzzy]),
            '<' => Token::Compare(&[Less]),
            _ => return Err(ParseError::expected(column, "a game value", &ch.to_string())),
        })
    }

    /// `7`, `7/2`, and with the fractions of printed text `½` and `3½`.
    fn number(&mut self, column: usize) -> Result<Token, ParseError> {
        let mut text = self.digits().to_string();
        let fraction = self.chars.peek().and_then(|&(_, ch)| printed_fraction(ch));
        if let Some(fraction) = fraction {
            self.advance();
            let whole = if text.is_empty() { "0" } else { &text };
            return whole_and_part(whole, fraction, column);
        }
        if self.eat('/') {
            text.push('/');
            text.push_str(self.digits());
        }
        dyadic(&text, column).map(Token::Number)
    }

    /// A TeX command, as it occurs in text copied from sources; the backslash is already read.
    fn tex(&mut self, column: usize) -> Result<Token, ParseError> {
        if self.eat('{') {
            return Ok(Token::Open);
        }
        if self.eat('}') {
            return Ok(Token::Close);
        }
        let command = self.run(|ch| ch.is_ascii_alphabetic()).to_string();
        Ok(match command.as_str() {
            "mid" => {
                // A pair of bars is printed as two of these side by side.
                let mut bars = 1;
                while self.eat_text("\\mid") {
                    bars += 1;
                }
                Token::Bars(bars)
            }
            "pm" => Token::PlusMinus,
            "parallel" => Token::Compare(&[Fuzzy]),
            "left" if self.eat_text("\\{") => Token::Open,
            "right" if self.eat_text("\\}") => Token::Close,
            "uparrow" => return self.arrows('↑', column),
            "downarrow" => return self.arrows('↓', column),
            "frac" | "tfrac" => return self.tex_fraction(column),
            _ => {
                let expected =
                    r"\{, \}, \mid, \pm, \frac, \uparrow or \downarrow after a backslash";
                return Err(ParseError::expected(column, expected, &command));
            }
        })
    }

    /// `{1}{2}` after `\frac`.
    fn tex_fraction(&mut self, column: usize) -> Result<Token, ParseError> {
        let mut part = || {
            let open = self.eat('{');
            let digits = self.digits().to_string();
            (open && self.eat('}') && !digits.is_empty()).then_some(digits)
        };
        let (Some(above), Some(below)) = (part(), part()) else {
            return Err(ParseError::expected(column, r"two numbers as in \frac{1}{2}", "frac"));
        };
        dyadic(&format!("{above}/{below}"), column).map(Token::Number)
    }

    /// The rest of a position in brackets; the opening bracket is already read.
    fn position(&mut self, column: usize) -> Result<Token, ParseError> {
        let text = self.run(|ch| ch != ']').trim().to_string();
        if self.eat(']') {
            Ok(Token::Position(text))
        } else {
            Err(ParseError::expected(column, "`]` after the position", "the end"))
        }
    }

    /// `[4]` or `<4>` after an arrow, as CGSuite writes powers of up.
    fn power(&mut self, column: usize) -> Result<Option<(u32, bool)>, ParseError> {
        let start = self.chars.peek().map_or(self.source.len(), |c| c.0);
        let rest = &self.source[start..];
        for (open, close, together) in [('[', ']', true), ('<', '>', false)] {
            let Some((digits, _)) = rest.strip_prefix(open).and_then(|r| r.split_once(close))
            else {
                continue;
            };
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                let n = small(digits, column)?;
                (0..digits.len() + 2).for_each(|_| self.advance());
                return Ok(Some((n, together)));
            }
        }
        Ok(None)
    }

    /// `^`, `^^`, `^3`, `^[3]` and the arrows; the first character is already read.
    fn arrows(&mut self, first: char, column: usize) -> Result<Token, ParseError> {
        if matches!(first, '^' | '↑' | '↓')
            && let Some((n, together)) = self.power(column)?
        {
            return Ok(Token::Power { down: first == '↓', n, together });
        }
        let run = 1 + self.run(|ch| ch == first).chars().count();
        let double = if matches!(first, '⇑' | '⇓') { 2 } else { 1 };
        let sign = if matches!(first, '↓' | '⇓') { -1 } else { 1 };
        let digits = self.digits();
        let count = match (run, digits.is_empty()) {
            (_, true) => limited(run, column)?,
            (1, false) => small(digits, column)? as i32,
            _ => return Err(ParseError::expected(column, "either `^^` or `^2`", "both")),
        };
        Ok(Token::Ups(sign * double * count))
    }
}

/// The fraction that a single character stands for, if it is dyadic, as numerator and denominator.
fn printed_fraction(ch: char) -> Option<&'static str> {
    Some(match ch {
        '½' => "1/2",
        '¼' => "1/4",
        '¾' => "3/4",
        '⅛' => "1/8",
        '⅜' => "3/8",
        '⅝' => "5/8",
        '⅞' => "7/8",
        _ => return None,
    })
}

/// `3½` is 3 + 1/2.
fn whole_and_part(whole: &str, part: &str, column: usize) -> Result<Token, ParseError> {
    let sum = dyadic(whole, column)?.checked_add(dyadic(part, column)?);
    sum.map(Token::Number).map_err(|error| ParseError::value(column, error))
}

/// The number of a text such as `3` or `7/2`.
fn dyadic(text: &str, column: usize) -> Result<Dyadic, ParseError> {
    let expected = match text.parse() {
        Ok(number) => return Ok(number),
        Err(ParseDyadicError::Range(error)) => return Err(ParseError::value(column, error)),
        Err(ParseDyadicError::Denominator) => "a denominator that is a power of two",
        Err(ParseDyadicError::Syntax) => "a denominator after `/`",
    };
    Err(ParseError::expected(column, expected, text))
}

/// `v`, `vv` and `v3` are downs, anything else is a name.
fn name_or_downs(name: String, column: usize) -> Result<Token, ParseError> {
    let after = name.trim_start_matches('v');
    let count = name.len() - after.len();
    if count > 0 && after.is_empty() {
        return Ok(Token::Ups(-limited(count, column)?));
    }
    if count == 1 && after.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Token::Ups(-(small(after, column)? as i32)));
    }
    Ok(Token::Name(name))
}

fn limited(count: usize, column: usize) -> Result<i32, ParseError> {
    small(&count.to_string(), column).map(|n| n as i32)
}

/// The value of the digits. The depth of forms bounds nimbers and multiples of up; far larger ones
/// are rejected here so that the arithmetic in between cannot overflow.
fn small(digits: &str, column: usize) -> Result<u32, ParseError> {
    match digits.parse() {
        Ok(n) if n <= 1_000_000 => Ok(n),
        _ => Err(ParseError::value(column, ValueError::TooDeep { limit: crate::MAX_DEPTH })),
    }
}
