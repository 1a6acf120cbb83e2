//! A splitter that examines no position twice, and accepts the results of others.

use super::{Examined, Split};
use lastmove_work::Stop;
use std::collections::HashMap;

/// The result of examining a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<P> {
    /// the position
    pub position: P,
    /// whether its mover wins, if that is known
    pub wins: Option<bool>,
    /// the positions after its moves, the most promising first; `None` if they were not needed
    pub children: Option<Vec<P>>,
}

/// Examines each position once and stores the result.
pub struct Remembering<S: Split> {
    inner: S,
    verdicts: HashMap<u128, Option<bool>>,
    children: HashMap<u128, Vec<S::Position>>,
    /// the results since the last call of `fresh`
    fresh: Vec<Seen<S::Position>>,
}

impl<S: Split> Remembering<S> {
    /// A splitter with no results yet.
    pub fn new(inner: S) -> Self {
        Self { inner, verdicts: HashMap::new(), children: HashMap::new(), fresh: Vec::new() }
    }

    /// The splitter that examines positions.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    /// Adds an earlier result, without checking it.
    pub fn remember(&mut self, seen: Seen<S::Position>) {
        let key = self.inner.key(&seen.position);
        self.verdicts.insert(key, seen.wins);
        if let Some(children) = seen.children {
            self.children.insert(key, children);
        }
    }

    /// Returns the results since the last call.
    pub fn fresh(&mut self) -> Vec<Seen<S::Position>> {
        std::mem::take(&mut self.fresh)
    }
}

impl<S: Split> Split for Remembering<S> {
    type Position = S::Position;

    fn key(&mut self, position: &S::Position) -> u128 {
        self.inner.key(position)
    }

    fn examine(&mut self, position: &S::Position) -> Result<Examined<S::Position>, Stop> {
        let key = self.inner.key(position);
        if let Some(&Some(win)) = self.verdicts.get(&key) {
            return Ok(Examined::Solved(win));
        }
        if let Some(children) = self.children.get(&key) {
            return Ok(Examined::Open(children.clone()));
        }
        let look = self.inner.examine(position)?;
        let mut seen = Seen { position: position.clone(), wins: None, children: None };
        match &look {
            Examined::Solved(win) => seen.wins = Some(*win),
            Examined::Open(children) => seen.children = Some(children.clone()),
        }
        self.fresh.push(seen.clone());
        self.remember(seen);
        Ok(look)
    }

    fn verdict(&mut self, position: &S::Position) -> Result<Option<bool>, Stop> {
        let key = self.inner.key(position);
        if let Some(&verdict) = self.verdicts.get(&key) {
            return Ok(verdict);
        }
        let wins = self.inner.verdict(position)?;
        let seen = Seen { position: position.clone(), wins, children: None };
        self.fresh.push(seen.clone());
        self.remember(seen);
        Ok(wins)
    }
}
