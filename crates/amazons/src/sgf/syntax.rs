//! The syntax of the format: a tree of nodes, each a list of properties, without their meaning.
//!
//! Values are kept exactly as in the file, including escapes, so that unknown properties are
//! written back unchanged.

use super::error::{SgfError, SgfProblem};
use super::{MAX_BYTES, MAX_NODES};
use std::borrow::Cow;

/// A property such as `C[a comment]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// capital letters
    pub name: String,
    /// at least one; as in the file, including escapes
    pub values: Vec<String>,
}

/// A node of the syntax tree; its parent comes before it.
#[derive(Debug)]
pub(super) struct RawNode {
    pub(super) properties: Vec<Property>,
    pub(super) parent: Option<usize>,
    pub(super) line: usize,
}

/// Reads at most the first `most` games of a file.
pub(super) fn parse(bytes: &[u8], most: usize) -> Result<Vec<Vec<RawNode>>, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfProblem::TooLong(bytes.len()).on(1));
    }
    let text = decode(bytes);
    let mut reader = Reader { text: &text, at: 0, mark: (0, 1) };
    let mut games = Vec::new();
    while games.len() < most {
        let Some(start) = find_start(reader.rest()) else { break };
        reader.at += start;
        games.push(reader.tree()?);
    }
    if games.is_empty() { Err(SgfProblem::NoGame.on(1)) } else { Ok(games) }
}

/// Decodes UTF-8 if it is valid, otherwise Latin-1, the format's default.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect::<String>().into(),
    }
}

/// The first `(;`, with optional spaces between the two characters: mail headers may come before
/// it.
fn find_start(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(i, _)| i).find(|i| text[i + 1..].trim_start().starts_with(';'))
}

/// Nodes with more properties are rejected.
const MAX_PROPERTIES: usize = 100;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// a place whose line is known, so that each line is counted only once
    mark: (usize, usize),
}

impl<'t> Reader<'t> {
    /// Reads the game that begins here.
    fn tree(&mut self) -> Result<Vec<RawNode>, SgfError> {
        let mut nodes: Vec<RawNode> = Vec::new();
        // For every open bracket, the parent of the next node.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last = None;
        loop {
            self.skip_spaces();
            match self.peek() {
                Some('(') => {
                    self.at += 1;
                    open.push(last);
                    self.skip_spaces();
                    if self.peek() != Some(';') {
                        return Err(self.expected("';' after '('"));
                    }
                }
                Some(';') => {
                    if nodes.len() == MAX_NODES {
                        return Err(SgfProblem::TooManyNodes.on(self.line()));
                    }
                    let line = self.line();
                    self.at += 1;
                    nodes.push(RawNode { properties: self.properties()?, parent: last, line });
                    last = Some(nodes.len() - 1);
                }
                Some(')') => {
                    self.at += 1;
                    last = open.pop().expect("the loop ends with the last bracket");
                    if open.is_empty() {
                        return Ok(nodes);
                    }
                }
                _ => return Err(self.expected("'(', ';' or ')'")),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property>, SgfError> {
        let mut properties: Vec<Property> = Vec::new();
        loop {
            self.skip_spaces();
            let letters = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
            if letters == 0 {
                return Ok(properties);
            }
            let word = &self.text[self.at..self.at + letters];
            // Older versions of the format allow small letters in between: `Black` is `B`.
            let name: String = word.chars().filter(char::is_ascii_uppercase).collect();
            if name.is_empty() {
                return Err(self.expected("the name of a property, in capital letters"));
            }
            if properties.len() == MAX_PROPERTIES {
                return Err(self.expected("at most 100 properties in a node"));
            }
            self.at += letters;
            self.skip_spaces();
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                values.push(self.value()?);
                self.skip_spaces();
            }
            if values.is_empty() {
                return Err(self.expected("'[' after the name of a property"));
            }
            match properties.iter_mut().find(|p| p.name == name) {
                Some(same) => same.values.extend(values),
                None => properties.push(Property { name, values }),
            }
        }
    }

    fn value(&mut self) -> Result<String, SgfError> {
        let start = self.at + 1;
        let mut escaped = false;
        for (i, c) in self.text[start..].char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ']' => {
                    self.at = start + i + 1;
                    return Ok(self.text[start..start + i].to_owned());
                }
                _ => {}
            }
        }
        Err(self.expected("']' somewhere after this '['"))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn line(&mut self) -> usize {
        let (place, line) = self.mark;
        self.mark = (self.at, line + self.text[place..self.at].matches('\n').count());
        self.mark.1
    }

    fn expected(&mut self, expected: &'static str) -> SgfError {
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |i| i + 1);
        let column = 1 + self.text[line_start..self.at].chars().count();
        SgfProblem::Syntax { column, expected }.on(self.line())
    }
}

/// Removes the escapes of a value.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\\' => match letters.next() {
                // An escaped line break is removed: it only keeps the lines of the file short.
                Some('\r') => _ = letters.next_if_eq(&'\n'),
                Some('\n') => _ = letters.next_if_eq(&'\r'),
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text
}

/// The text with escapes, as a value.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
