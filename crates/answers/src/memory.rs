//! How the memory of a server is shared out: `--memory` is all that it takes.
//!
//! | part | share | what for |
//! | --- | --- | --- |
//! | base | 14 MiB and a 32nd | the program, connections, short questions, what the allocator cannot use |
//! | certificates | a 16th | those that wait to be downloaded |
//! | values | three 16ths, at least 12 MiB | two values, two looks at areas and a certificate that answers moves |
//! | what stays | half of the rest | tables and caches |
//! | what runs | the other half | for each search the tree of an engine, or the writer of a certificate |
//!
//! What stays has a part for each search and one more: the table of Amazons and the values of
//! Domineering's regions, and for each search a table of Domineering, where every board has its own, and caches
//! of Amazons. In little memory no certificates are written, which need 24 MiB; the answer says so.

use crate::{AnswersConfig, Cost};
use lastmove_proof::WriteOptions;
use lastmove_solver::Shares;

/// The program alone, with its threads and connections.
const PROGRAM: u64 = 14 << 20;
/// The least that is of use for values.
const LEAST_VALUES: u64 = 12 << 20;
/// What a thread of an engine's solver has at least, however little the engine has.
const SOLVER: u64 = 4 << 20;
/// The caches that hold the table of regions, without which Domineering takes 25 times as long.
const REGIONS: u64 = 22 << 20;
/// Values at a time, and looks at areas.
const VALUES: usize = 2;
const LOOKS: usize = 2;
/// Positions and pictures at a time, and records.
const SHORT: usize = 4;
const RECORDS: usize = 2;

/// What each kind of question may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    /// all certificates that are kept
    pub(crate) certificates: u64,
    /// all values and areas
    pub(crate) values: u64,
    /// one search, beside what stays
    pub(crate) running: u64,
    /// what stays, for one search
    stays: u64,
}

impl Parts {
    fn of(memory: u64, searches: usize) -> Self {
        let searches = searches.max(1) as u64;
        let (certificates, values) = (memory / 16, (memory / 16 * 3).max(LEAST_VALUES));
        let rest = memory.saturating_sub(PROGRAM + memory / 32 + certificates + values);
        Self {
            certificates,
            values,
            running: rest / 2 / searches,
            stays: rest / 2 / (searches + 1),
        }
    }

    /// Whether each search has what so many threads need.
    fn suffice(&self, threads: usize) -> bool {
        let engine = self.engine(threads);
        Shares::of(self.stays, threads).is_ok() && Shares::of(engine, threads).is_ok()
    }

    /// The part of the running search that an engine has for its tree; the rest is for its solver.
    fn engine(&self, threads: usize) -> u64 {
        let solver = SOLVER * threads.max(1) as u64;
        (self.running / 5 * 4).min(self.running.saturating_sub(solver))
    }

    /// The part of the running search that the writer of a certificate has.
    fn writer(&self) -> u64 {
        self.running / 4 * 3
    }

    /// The largest certificate that is written: it has the other part, and grows by a quarter.
    pub(crate) fn certificate(&self) -> u64 {
        (self.running / 5).min(self.certificates)
    }
}

impl AnswersConfig {
    /// The least memory that so many searches with so many threads can do with.
    ///
    /// ```
    /// let config = lastmove_answers::AnswersConfig { threads: 1, ..Default::default() };
    /// assert_eq!(config.least_memory(), 64 << 20);
    /// ```
    pub fn least_memory(&self) -> u64 {
        self.least(|parts| parts.suffice(self.threads))
    }

    /// Refuses to write a certificate in too little memory.
    pub(crate) fn check_certificate(&self) -> Result<(), String> {
        let options = WriteOptions { threads: self.threads.max(1), ..WriteOptions::default() };
        let suffices = |parts: &Parts| parts.writer() >= options.least_memory();
        if suffices(&self.parts()) {
            return Ok(());
        }
        let least = self.least(suffices) >> 20;
        Err(format!("there is too little memory for a certificate; it takes --memory {least}M"))
    }

    /// The least memory whose parts are good for something.
    fn least(&self, good: impl Fn(&Parts) -> bool) -> u64 {
        let good = |bytes: &u64| good(&Parts::of(*bytes, self.searches));
        (1..).map(|mega: u64| mega << 20).find(good).unwrap_or(u64::MAX)
    }

    /// What each kind of question may take.
    pub(crate) fn parts(&self) -> Parts {
        Parts::of((self.memory as u64).max(self.least_memory()), self.searches)
    }

    /// The memory of a search that solves.
    pub(crate) fn shares(&self) -> Shares {
        let parts = self.parts();
        let Shares { table, caches, writer, threads } = Shares::at_least(parts.stays, self.threads);
        // The writer has a part of its own, so that its share here is free: half of it for each, or
        // what the caches need to hold the table of regions.
        let more = (writer / 2).max(REGIONS.saturating_sub(caches)).min(writer);
        let (table, caches) = (table + writer - more, caches + more);
        Shares { table, caches, writer: parts.writer(), threads }
    }

    /// The largest certificate that answers moves on the page, in bytes: its moves take up to 100 times as much
    /// memory, and two are kept.
    pub(crate) fn most_proof(&self) -> usize {
        usize::try_from(self.parts().values / 256).unwrap_or(usize::MAX).min(1 << 18)
    }

    /// The memory of an engine.
    pub(crate) fn engine(&self) -> u64 {
        self.parts().engine(self.threads)
    }

    /// How many questions of a kind are answered at a time.
    pub fn at_once(&self, cost: Cost) -> usize {
        match cost {
            Cost::Short => SHORT,
            Cost::Record => RECORDS,
            Cost::Look => LOOKS,
            Cost::Value => VALUES,
            Cost::Proof => 1,
            Cost::Search => self.searches.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_together_keep_within_the_memory() {
        for (mega, searches, threads) in
            [(64, 2, 1), (256, 2, 3), (128, 1, 1), (1024, 2, 7), (8192, 8, 16)]
        {
            let memory = mega << 20;
            let config = AnswersConfig { threads, memory, searches, ..AnswersConfig::default() };
            assert!(config.least_memory() <= memory as u64, "{mega}M {searches} {threads}");
            let Shares { table, caches, writer, .. } = config.shares();
            let parts = config.parts();
            assert!(config.engine() <= parts.running);
            assert!(writer + parts.certificate() / 4 * 5 <= parts.running);
            assert!(parts.certificate() <= parts.certificates);
            let searches = searches as u64;
            let stays = (searches + 1) * (table + caches);
            let runs = searches * parts.running + parts.values;
            let all = PROGRAM + parts.certificates + stays + runs;
            assert!(all <= memory as u64, "{mega}M, {searches} searches: {all}");
            assert!(stays > memory as u64 / 5, "{mega}M, {searches} searches: {stays}");
        }
    }

    #[test]
    fn little_memory_is_too_little_for_certificates() {
        let config = |mega: usize| AnswersConfig {
            threads: 1,
            memory: mega << 20,
            ..AnswersConfig::default()
        };
        let refused = config(64).check_certificate().unwrap_err();
        let least = refused.rsplit(' ').next().unwrap().trim_end_matches('M').parse().unwrap();
        assert!(config(least - 1).check_certificate().is_err());
        assert!(config(least).check_certificate().is_ok() && least < 256);
    }

    #[test]
    fn the_least_memory_is_the_least() {
        for (searches, threads) in [(1, 1), (2, 1), (2, 7), (16, 64)] {
            let config = AnswersConfig { threads, searches, ..AnswersConfig::default() };
            let least = config.least_memory();
            assert!(Parts::of(least, searches).suffice(threads));
            assert!(!Parts::of(least - (1 << 20), searches).suffice(threads));
        }
    }
}
