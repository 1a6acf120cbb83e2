//! The classical player: alpha-beta with iterative deepening and selective search, after Hensgens'
//! ANKY (thesis, chapters 3 and 4) and Müller and Tegos' Arrow. Every technique of the thesis has a
//! switch, so that its experiments can be rerun.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, unused_imports))]

mod leaf_evaluator;
mod order;
mod search;
mod settings;
mod table;

pub use leaf_evaluator::LeafEvaluator;
pub(crate) use search::Classical;
pub use settings::ClassicalSettings;
