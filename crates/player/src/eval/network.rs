//! A small network that corrects the weighed terms.
//!
//! The value of an amazon that is nearly shut in depends on how much is contested and on the places
//! of the other amazons; a sum of terms cannot express that. The network has one hidden layer,
//! reads squares by pairs of distances and the freedom of single amazons, and adds to the logarithm
//! of the odds. It is fitted to results of the search (`--example fit` of `lab`).

use super::Features;
use super::features::{CLASSES, WORST};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// Numbers that the network reads.
pub const INPUTS: usize = CLASSES * CLASSES - 1 + 6 * WORST + 6;
/// Units of the hidden layer that are computed side by side, in one register.
pub const LANES: usize = 8;
/// Blocks of `LANES` units.
pub const BLOCKS: usize = 4;

/// A network with one hidden layer.
///
/// ```
/// use lastmove_player::eval::Network;
/// let network = Network::default();
/// assert_eq!(network.to_string().parse(), Ok(network));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// from every input to every hidden unit, block by block
    pub first: [[[f32; LANES]; INPUTS]; BLOCKS],
    /// the bias of every hidden unit
    pub bias: [[f32; LANES]; BLOCKS],
    /// from every hidden unit to the output
    pub second: [[f32; LANES]; BLOCKS],
}

impl Default for Network {
    /// The network in use. Its text is parsed once, since every player and every evaluator asks for
    /// it.
    fn default() -> Self {
        static IN_USE: LazyLock<Network> = LazyLock::new(|| {
            include_str!("network.txt").parse().expect("as many numbers as needed")
        });
        IN_USE.clone()
    }
}

/// The text does not have the right number of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {} numbers, {LANES} in each of {} rows", LANES * ROWS, ROWS)]
pub struct NetworkError;

/// Rows of the text.
const ROWS: usize = BLOCKS * (INPUTS + 2);

impl Network {
    /// The network whose correction is always zero.
    pub const NOTHING: Self = Self {
        first: [[[0.0; LANES]; INPUTS]; BLOCKS],
        bias: [[0.0; LANES]; BLOCKS],
        second: [[0.0; LANES]; BLOCKS],
    };

    /// The inputs for a position whose weighed sum is `weighed`. Each is about 1 in size.
    #[inline(always)]
    pub fn inputs(f: &Features, weighed: f32) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let mut next = 0;
        let mut put = |x: f32| {
            inputs[next] = x;
            next += 1;
        };
        for i in 0..CLASSES {
            for j in 0..CLASSES {
                if (i, j) != (CLASSES - 1, CLASSES - 1) {
                    put(f.pairs[i][j] * (1.0 / 12.0));
                }
            }
        }
        for amazon in f.amazons.as_flattened() {
            put(amazon.shut * 0.25);
            put(amazon.room * (1.0 / 24.0));
            put(amazon.combat * (1.0 / 12.0));
        }
        put(f.t2 * (1.0 / 16.0));
        put(f.sure * (1.0 / 12.0));
        put(f.c2 * (1.0 / 12.0));
        put(f.w * (1.0 / 24.0));
        put((f.w * (1.0 / 8.0)).min(1.0));
        put(weighed.clamp(-4.0, 4.0) * 0.5);
        inputs
    }

    /// The sums of the hidden units of a block.
    #[inline(always)]
    pub fn hidden(&self, block: usize, inputs: &[f32; INPUTS]) -> [f32; LANES] {
        // Two sums, for even and odd inputs: each addition to a single sum would wait for the one
        // before.
        let (mut even, mut odd) = (self.bias[block], [0.0; LANES]);
        let rows = self.first[block].as_chunks::<2>().0;
        for (&[x, y], [first, second]) in inputs.as_chunks::<2>().0.iter().zip(rows) {
            for lane in 0..LANES {
                even[lane] = add_product(even[lane], x, first[lane]);
            }
            for lane in 0..LANES {
                odd[lane] = add_product(odd[lane], y, second[lane]);
            }
        }
        std::array::from_fn(|lane| even[lane] + odd[lane])
    }

    /// The correction of the logarithm of the odds.
    #[inline(always)]
    pub fn value(&self, inputs: &[f32; INPUTS]) -> f32 {
        let mut sums = [0.0f32; LANES];
        for block in 0..BLOCKS {
            let hidden = self.hidden(block, inputs);
            for lane in 0..LANES {
                sums[lane] += hidden[lane].max(0.0) * self.second[block][lane];
            }
        }
        sums.iter().sum()
    }

    /// All numbers in the order of the text.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.as_flattened_mut().iter_mut();
        first.chain(&mut self.bias).chain(&mut self.second).flatten()
    }
}

const _: () = assert!(INPUTS.is_multiple_of(2));

/// `sum + x * y`, in one instruction where there is one.
#[inline(always)]
fn add_product(sum: f32, x: f32, y: f32) -> f32 {
    if cfg!(target_feature = "fma") { x.mul_add(y, sum) } else { sum + x * y }
}

impl FromStr for Network {
    type Err = NetworkError;

    /// Reads numbers separated by spaces, those of the first input first.
    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let mut network = Self::NOTHING;
        let mut numbers = text.split_whitespace();
        for slot in network.numbers_mut() {
            *slot = numbers.next().and_then(|n| n.parse().ok()).ok_or(NetworkError)?;
        }
        if numbers.next().is_some() { Err(NetworkError) } else { Ok(network) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first.as_flattened().iter();
        for row in first.chain(&self.bias).chain(&self.second) {
            writeln!(f, "{}", row.map(|weight| format!("{weight:.4}")).join(" "))?;
        }
        Ok(())
    }
}
