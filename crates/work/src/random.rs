//! Pseudorandom numbers that are the same on every machine and in every run.

/// Sebastiano Vigna's SplitMix64, which mixes the bits of a counter. The same seed always gives the
/// same numbers, so that a game, a sample or a failed test can be repeated.
///
/// ```
/// use lastmove_work::Random;
/// let mut random = Random::new(1);
/// assert_eq!(random.next_u64(), 0x910a_2dec_8902_5cc1);
/// assert!(random.below(6) < 6);
/// assert!((0.0..1.0).contains(&random.unit()));
/// assert_eq!(random.subset(0b1101_0110, 2).count_ones(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`. Panics if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }

    /// A number uniformly distributed in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number roughly normally distributed, with mean 0 and standard deviation 1.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// A member of a list. Panics if it is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A random bit of a set, as a set of one. Panics if the set is empty.
    pub fn one_of(&mut self, set: u64) -> u64 {
        let skip = self.below(set.count_ones() as usize);
        let rest = (0..skip).fold(set, |rest, _| rest & (rest - 1));
        rest & rest.wrapping_neg()
    }

    /// A random subset with `members` bits, or the whole set if it has no more.
    pub fn subset(&mut self, mut set: u64, members: usize) -> u64 {
        while set.count_ones() as usize > members {
            set &= !self.one_of(set);
        }
        set
    }
}
