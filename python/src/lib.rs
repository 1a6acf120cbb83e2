//! The native half of the Python package: values and thermographs as classes, and functions on
//! position strings that the classes of `lastmove/position.py` call.
//!
//! - `problem.rs`: errors as exceptions.
//! - `long.rs`: calls that may take long; they let other Python threads run and stop on Ctrl-C.
//! - `store.rs`, `value.rs`, `operand.rs`, `number.rs`: values and the stores that hold them.
//! - `thermograph.rs`: thermographs.
//! - `boards.rs`: positions, moves, drawings, game records.
//! - `worth.rs`, `search.rs`, `data.rs`: computations on positions.

mod boards;
mod data;
mod long;
mod number;
mod operand;
mod problem;
mod search;
mod store;
mod thermograph;
mod value;
mod worth;

use pyo3::prelude::*;

/// Searches use hash maps of many megabytes, for which huge pages are faster.
#[global_allocator]
static ALLOCATOR: lastmove::work::HugePages = lastmove::work::HugePages;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<value::Value>()?;
    module.add_class::<thermograph::Thermograph>()?;
    module.add_class::<store::Store>()?;
    problem::register(module)?;
    boards::register(module)?;
    worth::register(module)?;
    search::register(module)?;
    data::register(module)
}
