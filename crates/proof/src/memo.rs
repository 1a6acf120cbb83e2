//! A cache of answers for several threads, with bounded memory.

use lastmove_board::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Answers by question.
pub(crate) struct Memo<Q, A> {
    shards: [Shard<Q, A>; SHARDS],
    /// the most answers of a shard: a full shard drops all of them
    most: usize,
}

type Shard<Q, A> = Mutex<Map<Q, A>>;
/// A hash map that mixes words instead of hashing bytes.
pub(crate) type Map<Q, A> = HashMap<Q, A, BuildHasherDefault<Mixing>>;

/// Parts of a memo, each with its own lock.
const SHARDS: usize = 64;
/// The most answers of a part, whatever the memory.
const MOST: usize = 1 << 16;

impl<Q: Copy + Eq + Hash, A: Copy> Memo<Q, A> {
    /// Uses about `memory` bytes.
    pub(crate) fn new(memory: usize) -> Self {
        // A growing map holds the old half beside the new one, each with empty places.
        let most = memory / SHARDS / (4 * size_of::<(Q, A)>());
        Self { shards: std::array::from_fn(|_| Mutex::default()), most: most.clamp(16, MOST) }
    }

    /// The answer to `question`, by `find` if it is not stored. Two threads may compute it at the
    /// same time.
    pub(crate) fn get(&self, question: Q, find: impl FnOnce() -> A) -> A {
        let mut hasher = Mixing::default();
        question.hash(&mut hasher);
        // bits that the map itself does not use
        let shard = &self.shards[(hasher.finish() >> 40) as usize % SHARDS];
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&question).copied();
        known.unwrap_or_else(|| {
            let answer = find();
            let mut answers = lock();
            if answers.len() >= self.most {
                answers.clear();
            }
            answers.insert(question, answer);
            answer
        })
    }
}

/// Mixes words one after another.
#[derive(Default)]
pub(crate) struct Mixing(u64);

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..piece.len()].copy_from_slice(piece);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_i16(&mut self, word: i16) {
        self.write_u64(word as u64);
    }
}
