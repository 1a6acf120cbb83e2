//! Values in LaTeX.

use super::lexer::{Token, tokens};
use crate::dyadic::Dyadic;

/// Converts the output of the printer to LaTeX.
pub(super) fn latex(text: &str) -> String {
    let Ok(lexemes) = tokens(text) else { return text.to_string() };
    let mut out = String::with_capacity(2 * text.len());
    for lexeme in lexemes {
        match lexeme.token {
            Token::Number(x) => out.push_str(&number(x)),
            Token::Ups(k) => {
                let arrow = if k > 0 { "uparrow" } else { "downarrow" };
                match k.unsigned_abs() {
                    1 => out.push_str(&format!("{{\\{arrow}}}")),
                    2 if k > 0 => out.push_str("{\\Uparrow}"),
                    2 => out.push_str("{\\Downarrow}"),
                    n => out.push_str(&format!("{n}{{\\cdot}}{{\\{arrow}}}")),
                }
            }
            Token::Star(1) => out.push_str("{\\ast}"),
            Token::Star(m) => out.push_str(&format!("{{\\ast}}{m}")),
            Token::Name(name) if name == "Tiny" => out.push_str("+_"),
            Token::Name(name) if name == "Miny" => out.push_str("-_"),
            Token::Open => out.push_str("\\left\\{"),
            Token::Close => out.push_str("\\right\\}"),
            Token::ParenOpen => out.push('{'),
            Token::ParenClose => out.push('}'),
            Token::Bars(_) => out.push_str("\\mid "),
            Token::PlusMinus => out.push_str("\\pm "),
            Token::End => {}
            _ => out.push_str(&lexeme.text),
        }
    }
    out
}

fn number(x: Dyadic) -> String {
    if x.is_integer() {
        return x.to_string();
    }
    let sign = if x < Dyadic::ZERO { "-" } else { "" };
    format!("{sign}\\tfrac{{{}}}{{{}}}", x.numerator().unsigned_abs(), 1_u64 << x.exponent())
}
