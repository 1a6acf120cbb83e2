//! Options without braces, as papers print them: `3|6`, `0|-2||2|0`, `3|6 = 4`.

use super::lexer::{Lexeme, Token};

/// Puts braces around each side of a comparison that contains a single bar outside of all brackets.
/// A pair of bars without it remains a comparison.
pub(super) fn with_braces(tokens: Vec<Lexeme>) -> Vec<Lexeme> {
    let mut depth = 0;
    let outside: Vec<bool> =
        tokens.iter().map(|lexeme| is_outside(&lexeme.token, &mut depth)).collect();
    let bare = |from: usize| {
        let end =
            |i: &usize| outside[*i] && matches!(tokens[*i].token, Token::Compare(_) | Token::End);
        let end = (from..tokens.len()).find(end).unwrap_or(tokens.len() - 1);
        let bar = |i: usize| outside[i] && tokens[i].token == Token::Bars(1);
        (end, (from..end).any(bar))
    };
    let mut out = Vec::with_capacity(tokens.len() + 4);
    let mut from = 0;
    while from < tokens.len() {
        let (end, braces) = bare(from);
        let sign = |token, at: usize| Lexeme { token, adjacent: false, ..tokens[at].clone() };
        out.extend(braces.then(|| sign(Token::Open, from)));
        out.extend_from_slice(&tokens[from..end]);
        out.extend(braces.then(|| sign(Token::Close, end)));
        out.push(tokens[end].clone());
        from = end + 1;
    }
    out
}

fn is_outside(token: &Token, depth: &mut i32) -> bool {
    match token {
        Token::Open | Token::ParenOpen => *depth += 1,
        Token::Close | Token::ParenClose => *depth -= 1,
        _ => {}
    }
    *depth == 0
}
