//! Recursive descent over the tokens; values are computed while parsing.

use super::bare::with_braces;
use super::lexer::{Lexeme, Token, tokens};
use super::{Environment, ExpressionAnswer, ParseError, Positions, Reason, Summand, calls};
use crate::error::Result as ValueResult;
use crate::forms::{Form, Forms, MAX_DEPTH, Relation};

/// Deeper than the text of any form, and shallow enough for the stack.
const MAX_NESTING: usize = MAX_DEPTH + 20;
/// Longest run of bars; each length is one level of nesting.
const MAX_BARS: usize = 64;

type Parsed<T> = Result<T, ParseError>;

pub(super) struct Parser<'a> {
    tokens: Vec<Lexeme>,
    next: usize,
    names: &'a Environment,
    forms: &'a mut Forms,
    positions: &'a mut dyn Positions,
    nesting: usize,
    /// The options of the outermost braces, as they are written.
    outermost: Option<[Vec<Form>; 2]>,
}

/// The content of braces: comma lists, and the bars between them with their columns.
struct Braced {
    lists: Vec<Vec<Form>>,
    bars: Vec<(usize, usize)>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &str,
        names: &'a Environment,
        forms: &'a mut Forms,
        positions: &'a mut dyn Positions,
    ) -> Parsed<Parser<'a>> {
        let tokens = with_braces(tokens(text)?);
        Ok(Parser { tokens, next: 0, names, forms, positions, nesting: 0, outermost: None })
    }

    pub(super) fn value(mut self) -> Parsed<Form> {
        let game = self.sum()?;
        self.finish("an operator")?;
        Ok(game)
    }

    pub(super) fn written(mut self) -> Parsed<(Form, Option<[Vec<Form>; 2]>)> {
        let game = self.term()?;
        let whole = *self.peek() == Token::End && self.tokens[0].token == Token::Open;
        if whole {
            return Ok((game, self.outermost));
        }
        self.next = 0;
        Ok((self.value()?, None))
    }

    /// The terms of a sum, each with its text.
    pub(super) fn terms(mut self, text: &str) -> Parsed<Vec<(String, Summand)>> {
        let mut terms = Vec::new();
        loop {
            let negated = !terms.is_empty() && *self.peek() == Token::Minus;
            let start = self.column();
            self.next += usize::from(negated);
            let summand = self.summand(negated)?;
            let chars = text.chars().skip(start - 1).take(self.column() - start);
            terms.push((chars.collect::<String>().trim().to_owned(), summand));
            match self.peek() {
                Token::Plus => self.next += 1,
                Token::Minus | Token::PlusMinus => {}
                Token::End => return Ok(terms),
                _ => return Err(self.expected("an operator")),
            }
        }
    }

    /// A term, in which a position or a multiple of it stays one.
    fn summand(&mut self, negated: bool) -> Parsed<Summand> {
        let from = self.next;
        let minus = self.eat(Token::Minus);
        let mut times = if minus == negated { 1 } else { -1 };
        if let (&Token::Number(x), Token::Dot) = (self.peek(), &self.tokens[self.next + 1].token)
            && x.is_integer()
            && self.tokens[self.next + 1].adjacent
        {
            times *= x.floor();
            self.next += 2;
        }
        let column = self.column();
        if let Token::Position(text) = self.peek().clone() {
            self.next += 1;
            return Ok(Summand::Position { times, text, column });
        }
        self.next = from;
        let game = self.term()?;
        let game = if negated { Self::located(column, self.forms.neg(game))? } else { game };
        Ok(Summand::Form(game))
    }

    pub(super) fn answer(mut self) -> Parsed<ExpressionAnswer> {
        let game = self.sum()?;
        let holds = match self.peek() {
            Token::End => return Ok(ExpressionAnswer::Value(game)),
            Token::Compare(holds) => *holds,
            Token::Bars(2) => &[Relation::Fuzzy],
            _ => return Err(self.expected("an operator or a comparison")),
        };
        self.next += 1;
        let other = self.sum()?;
        self.finish("an operator")?;
        let relation = self.forms.relation(game, other);
        Ok(ExpressionAnswer::Holds(holds.contains(&relation)))
    }

    fn lexeme(&self) -> &Lexeme {
        // The last token is `End` and is never passed.
        &self.tokens[self.next]
    }

    fn peek(&self) -> &Token {
        &self.lexeme().token
    }

    fn column(&self) -> usize {
        self.lexeme().column
    }

    /// The next token, if it follows without a space.
    fn adjacent(&self) -> Option<&Token> {
        self.lexeme().adjacent.then(|| self.peek())
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = *self.peek() == token;
        self.next += usize::from(found);
        found
    }

    #[cold]
    fn expected(&self, what: &str) -> ParseError {
        ParseError::expected(self.column(), what, &self.lexeme().text)
    }

    fn finish(&self, what: &str) -> Parsed<()> {
        if *self.peek() == Token::End { Ok(()) } else { Err(self.expected(what)) }
    }

    fn located<T>(column: usize, result: ValueResult<T>) -> Parsed<T> {
        result.map_err(|error| ParseError::value(column, error))
    }

    /// `term { + term | - term | ±… }`
    fn sum(&mut self) -> Parsed<Form> {
        let mut total = self.term()?;
        loop {
            let column = self.column();
            let negate = match self.peek() {
                Token::Plus => false,
                Token::Minus => true,
                // `3±1`: the sign starts the next term.
                Token::PlusMinus => {
                    let term = self.term()?;
                    total = Self::located(column, self.forms.sum(total, term))?;
                    continue;
                }
                _ => return Ok(total),
            };
            self.next += 1;
            let term = self.term()?;
            let sum = match negate {
                true => self.forms.difference(total, term),
                false => self.forms.sum(total, term),
            };
            total = Self::located(column, sum)?;
        }
    }

    fn term(&mut self) -> Parsed<Form> {
        if self.nesting >= MAX_NESTING {
            return Err(ParseError { column: self.column(), reason: Reason::TooDeep(MAX_NESTING) });
        }
        self.nesting += 1;
        let game = self.nested_term();
        self.nesting -= 1;
        game
    }

    fn nested_term(&mut self) -> Parsed<Form> {
        let column = self.column();
        match self.peek().clone() {
            Token::Minus => {
                self.next += 1;
                // A sign directly before a number belongs to the number.
                if let Some(&Token::Number(x)) = self.adjacent() {
                    self.next += 1;
                    return self.after_number(-x, column);
                }
                let game = self.term()?;
                Self::located(column, self.forms.neg(game))
            }
            Token::Number(x) => {
                self.next += 1;
                self.after_number(x, column)
            }
            Token::PlusMinus => {
                self.next += 1;
                self.plus_minus(column)
            }
            Token::Plus if self.tokens[self.next + 1].token == Token::Minus => {
                self.next += 1;
                if self.adjacent().is_none() {
                    return Err(self.expected("`-` directly after `+`"));
                }
                self.next += 1;
                self.plus_minus(column)
            }
            Token::Ups(_) | Token::Star(_) | Token::Power { .. } => {
                Ok(self.infinitesimal()?.expect("an arrow or a star stands here"))
            }
            Token::Position(text) => {
                self.next += 1;
                let value = self.positions.value(&text, self.forms);
                value.map_err(|reason| ParseError { column, reason })
            }
            Token::Open => {
                let braced = self.braced()?;
                if braced.bars.is_empty() {
                    return Err(self.missing_bar());
                }
                self.build(&braced.lists, &braced.bars)
            }
            Token::ParenOpen => {
                self.next += 1;
                let game = self.sum()?;
                self.close_paren()?;
                Ok(game)
            }
            Token::Name(name) => {
                if let Some(game) = self.infinitesimal()? {
                    return Ok(game);
                }
                if let Some(arity) = calls::arity(&name) {
                    return self.call(&name, arity);
                }
                let game = self
                    .names
                    .get(&name)
                    .ok_or(ParseError { column, reason: Reason::UnknownName(name) })?;
                self.next += 1;
                Ok(game)
            }
            _ => Err(self.expected("a game value")),
        }
    }

    /// The error for the bar that is missing between `{` and the `}` just read.
    #[cold]
    fn missing_bar(&self) -> ParseError {
        let close = &self.tokens[self.next - 1];
        ParseError::expected(close.column, "`|` between Left's and Right's options", &close.text)
    }

    fn close_paren(&mut self) -> Parsed<()> {
        if self.eat(Token::ParenClose) { Ok(()) } else { Err(self.expected("`)`")) }
    }

    /// What follows a number: a multiple, or a number plus infinitesimals.
    fn after_number(&mut self, x: crate::Dyadic, column: usize) -> Parsed<Form> {
        let mut total;
        if self.adjacent() == Some(&Token::Dot) {
            if !x.is_integer() {
                return Err(self.expected("an integer before `.`"));
            }
            self.next += 1;
            let game = match self.peek() {
                Token::Number(_) => {
                    return Err(self.expected("a game after `.` (fractions are written as 7/2)"));
                }
                // `2.^*` is 2.^ + *.
                &Token::Ups(k) => {
                    self.next += 1;
                    Self::located(column, self.forms.ups(k))?
                }
                _ => self.term()?,
            };
            total = Self::located(column, self.forms.multiple(x.floor(), game))?;
        } else {
            total = Self::located(column, self.forms.number(x))?;
        }
        while self.lexeme().adjacent {
            let column = self.column();
            let Some(infinitesimal) = self.infinitesimal()? else { break };
            total = Self::located(column, self.forms.sum(total, infinitesimal))?;
        }
        Ok(total)
    }

    /// Arrows with or without a star, a star, Tiny, Miny or a named infinitesimal, if one comes
    /// next.
    fn infinitesimal(&mut self) -> Parsed<Option<Form>> {
        let column = self.column();
        let game = match self.peek().clone() {
            Token::Ups(k) => self.forms.ups(k),
            Token::Power { down, n, together } => calls::power(self.forms, n, together)
                .and_then(|game| if down { self.forms.neg(game) } else { Ok(game) }),
            Token::Star(m) => {
                self.next += 1;
                return Self::located(column, self.forms.nimber(m)).map(Some);
            }
            Token::Name(name) => {
                if let Some(nus) = calls::constant(&name) {
                    self.next += 1;
                    return Self::located(column, self.forms.nus(nus)).map(Some);
                }
                let arity = calls::arity(&name).filter(|_| calls::is_infinitesimal(&name));
                return arity.map(|arity| self.call(&name, arity)).transpose();
            }
            _ => return Ok(None),
        };
        self.next += 1;
        let mut game = Self::located(column, game)?;
        if let Some(&Token::Star(m)) = self.adjacent() {
            self.next += 1;
            let star = Self::located(column, self.forms.nimber(m))?;
            game = Self::located(column, self.forms.sum(game, star))?;
        }
        Ok(Some(game))
    }

    /// A function with its arguments in parentheses.
    fn call(&mut self, name: &str, arity: usize) -> Parsed<Form> {
        let column = self.column();
        self.next += 1;
        if !self.eat(Token::ParenOpen) {
            return Err(self.expected("`(`"));
        }
        let mut arguments = Vec::new();
        self.list(&mut arguments)?;
        if arguments.len() != arity {
            let what = if arity == 1 { "one value" } else { "as many values as it takes" };
            let found = format!("{} in {name}", arguments.len());
            return Err(ParseError::expected(column, what, &found));
        }
        self.close_paren()?;
        calls::call(self.forms, name, &arguments).map_err(|reason| ParseError { column, reason })
    }

    /// What follows `±`.
    fn plus_minus(&mut self, column: usize) -> Parsed<Form> {
        let options = if *self.peek() == Token::Open {
            let mut braced = self.braced()?;
            if braced.bars.is_empty() {
                braced.lists.swap_remove(0)
            } else {
                vec![self.build(&braced.lists, &braced.bars)?]
            }
        } else {
            vec![self.term()?]
        };
        if options.is_empty() {
            return Err(ParseError::expected(column, "at least one option after `±`", "{}"));
        }
        let negatives: ValueResult<Vec<Form>> =
            options.iter().map(|&option| self.forms.neg(option)).collect();
        let negatives = Self::located(column, negatives)?;
        Self::located(column, self.forms.canonical(options, negatives))
    }

    /// `{ list | list … }` including the closing brace.
    fn braced(&mut self) -> Parsed<Braced> {
        self.next += 1;
        let mut braced = Braced { lists: vec![Vec::new()], bars: Vec::new() };
        loop {
            match *self.peek() {
                Token::Close => {
                    self.next += 1;
                    return Ok(braced);
                }
                Token::Bars(length) => {
                    let column = self.column();
                    if length > MAX_BARS {
                        return Err(self.expected("a shorter run of bars"));
                    }
                    self.next += 1;
                    braced.bars.push((length, column));
                    braced.lists.push(Vec::new());
                }
                _ => {
                    // A list; at the end of the text, report what is missing.
                    if *self.peek() == Token::End {
                        return Err(self.expected("`}`"));
                    }
                    self.list(braced.lists.last_mut().expect("one list at least"))?;
                    if !matches!(self.peek(), Token::Close | Token::Bars(_)) {
                        return Err(self.expected("`,`, `|` or `}`"));
                    }
                }
            }
        }
    }

    fn list(&mut self, list: &mut Vec<Form>) -> Parsed<()> {
        loop {
            list.push(self.sum()?);
            if !self.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    /// The game of lists and bars: the longest bar separates first.
    fn build(&mut self, lists: &[Vec<Form>], bars: &[(usize, usize)]) -> Parsed<Form> {
        let longest = bars.iter().map(|bar| bar.0).max().expect("a bar at least");
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let place = places.next().expect("the longest is there");
        if let Some(second) = places.next() {
            let found = "|".repeat(longest);
            return Err(ParseError::expected(
                bars[second].1,
                "one bar of each length (braces make it clear)",
                &found,
            ));
        }
        let left = self.side(&lists[..=place], &bars[..place])?;
        let right = self.side(&lists[place + 1..], &bars[place + 1..])?;
        if self.nesting == 1 {
            self.outermost = Some([left.clone(), right.clone()]);
        }
        Self::located(bars[place].1, self.forms.canonical(left, right))
    }

    fn side(&mut self, lists: &[Vec<Form>], bars: &[(usize, usize)]) -> Parsed<Vec<Form>> {
        if bars.is_empty() {
            return Ok(lists[0].clone());
        }
        Ok(vec![self.build(lists, bars)?])
    }
}
