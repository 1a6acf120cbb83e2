//! The wanted units, and which of them are in the server's queue.

use lastmove_report::units::{PlannedUnit, UnitName};
use std::collections::{HashMap, HashSet, VecDeque};

/// The units of a campaign without an answer.
#[derive(Default)]
pub(super) struct Queue {
    /// the units that the plan needs
    wanted: HashMap<UnitName, PlannedUnit>,
    /// of these, the ones that wait here
    waiting: VecDeque<UnitName>,
    /// of these, the ones on the server
    queued: HashSet<UnitName>,
    /// of these, the ones that no worker could solve
    aside: HashSet<UnitName>,
    /// all units that were ever handed out
    handed: HashSet<UnitName>,
}

impl Queue {
    /// The number of units to solve.
    pub(super) fn open(&self) -> usize {
        self.wanted.len()
    }

    /// The number of units on the server.
    pub(super) fn queued(&self) -> usize {
        self.queued.len()
    }

    /// Whether all open units were set aside.
    pub(super) fn is_stuck(&self) -> bool {
        !self.wanted.is_empty() && self.wanted.keys().all(|name| self.aside.contains(name))
    }

    /// Whether the unit belongs to this campaign: it is wanted now (an earlier run may have handed
    /// it out), or this run has handed it out.
    pub(super) fn knows(&self, name: UnitName) -> bool {
        self.wanted.contains_key(&name) || self.handed.contains(&name)
    }

    /// Replaces the wanted units by those that the plan needs now; returns the units on the server
    /// that are no longer needed.
    pub(super) fn renew(&mut self, tasks: Vec<PlannedUnit>) -> Vec<UnitName> {
        let order: Vec<UnitName> = tasks.iter().map(|task| task.name).collect();
        self.wanted = tasks.into_iter().map(|task| (task.name, task)).collect();
        let wanted = &self.wanted;
        let withdrawn = self.queued.extract_if(|name| !wanted.contains_key(name)).collect();
        self.aside.retain(|name| wanted.contains_key(name));
        let mut seen = HashSet::new();
        let waits = |name: &UnitName| {
            !self.queued.contains(name) && !self.aside.contains(name) && seen.insert(*name)
        };
        self.waiting = order.into_iter().filter(waits).collect();
        withdrawn
    }

    /// The next units to hand out, until the server has `window` of them.
    pub(super) fn next(&mut self, window: usize, most: usize) -> Vec<PlannedUnit> {
        let room = window.saturating_sub(self.queued.len()).min(most);
        let mut tasks = Vec::new();
        while tasks.len() < room
            && let Some(name) = self.waiting.pop_front()
        {
            if let Some(task) = self.wanted.get(&name) {
                self.queued.insert(name);
                self.handed.insert(name);
                tasks.push(task.clone());
            }
        }
        tasks
    }

    /// Takes back a unit that could not be put on the server.
    pub(super) fn put_back(&mut self, name: UnitName) {
        if self.queued.remove(&name) && self.wanted.contains_key(&name) {
            self.waiting.push_front(name);
        }
    }

    /// Queues a unit again whose answer was refused.
    pub(super) fn again(&mut self, name: UnitName) {
        self.queued.remove(&name);
        if self.wanted.contains_key(&name) && !self.waiting.contains(&name) {
            self.waiting.push_back(name);
        }
    }

    /// Removes a unit that has its answer.
    pub(super) fn done(&mut self, name: UnitName) {
        self.queued.remove(&name);
        self.wanted.remove(&name);
    }

    /// Sets a unit aside that no worker can solve.
    pub(super) fn set_aside(&mut self, name: UnitName) {
        self.queued.remove(&name);
        self.aside.insert(name);
    }

    /// Queues all units again after the server has lost its queue, those that workers are solving
    /// last.
    pub(super) fn lose(&mut self, at_work: &[UnitName]) {
        let is_at_work = |name: &UnitName| at_work.contains(name);
        let mut lost: Vec<UnitName> = self.queued.drain().collect();
        lost.sort_unstable();
        let (last, first): (Vec<_>, Vec<_>) = lost.into_iter().partition(is_at_work);
        first.into_iter().rev().for_each(|name| self.waiting.push_front(name));
        self.waiting.extend(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(key: u128) -> UnitName {
        UnitName { root: 0, key }
    }

    fn tasks(keys: impl IntoIterator<Item = u128>) -> Vec<PlannedUnit> {
        let task =
            |key| PlannedUnit { name: name(key), position: key.to_string(), moves: Vec::new() };
        keys.into_iter().map(task).collect()
    }

    fn keys(tasks: Vec<PlannedUnit>) -> Vec<u128> {
        tasks.into_iter().map(|task| task.name.key).collect()
    }

    #[test]
    fn the_server_never_has_more_than_the_window() {
        let mut queue = Queue::default();
        // a unit that is needed twice is one unit
        assert!(queue.renew(tasks([1, 2, 3, 2, 4])).is_empty());
        assert_eq!((queue.open(), queue.queued()), (4, 0));
        assert_eq!(keys(queue.next(3, 2)), [1, 2]);
        assert_eq!(keys(queue.next(3, 2)), [3]);
        assert!(queue.next(3, 2).is_empty());
        queue.done(name(2));
        assert_eq!(keys(queue.next(3, 2)), [4]);
        assert!(queue.knows(name(2)) && !queue.knows(name(5)));
    }

    #[test]
    fn what_no_longer_matters_is_withdrawn_once() {
        let mut queue = Queue::default();
        queue.renew(tasks(1..=4));
        queue.next(3, 9);
        let mut withdrawn = queue.renew(tasks([3, 5]));
        withdrawn.sort_unstable();
        assert_eq!(withdrawn, [name(1), name(2)]);
        assert!(queue.renew(tasks([3, 5])).is_empty());
        assert_eq!(keys(queue.next(9, 9)), [5]);
    }

    #[test]
    fn what_is_lost_or_refused_is_handed_out_again() {
        let mut queue = Queue::default();
        queue.renew(tasks(1..=4));
        queue.next(9, 9);
        queue.done(name(4));
        queue.lose(&[name(1)]);
        assert_eq!(keys(queue.next(9, 9)), [2, 3, 1]);
        queue.again(name(3));
        queue.put_back(name(2));
        assert_eq!(keys(queue.next(9, 9)), [2, 3]);
        // a unit that was answered does not return
        queue.again(name(4));
        assert!(queue.next(9, 9).is_empty());
    }

    #[test]
    fn units_that_nobody_can_solve_are_not_handed_out() {
        let mut queue = Queue::default();
        queue.renew(tasks([1, 2]));
        queue.next(9, 9);
        queue.set_aside(name(1));
        assert!(!queue.is_stuck());
        queue.done(name(2));
        assert!(queue.is_stuck());
        queue.renew(tasks([1]));
        assert!(queue.next(9, 9).is_empty() && queue.open() == 1);
    }
}
