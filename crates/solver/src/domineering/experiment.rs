//! Searches with other tables than the solver's, for experiments.

use super::evaluate::Evaluator;
use super::regions::RegionValues;
use crate::alphabeta::AlphaBeta;
use crate::limits::{Counters, Limits, Stopped, Watch};
use crate::table::scheme::{
    Big, Deep, FindFirst, FindWorst, New, Scheme, SchemeTable, TwoBig, TwoDeep,
};
use lastmove_board::Bits;
use lastmove_domineering::{Player, Position};
use std::sync::Arc;

/// A search with a replacement scheme: the position, its board, the entries of the table.
type Experiment<B> = fn(
    &Position<B>,
    lastmove_board::Size,
    usize,
    &Arc<RegionValues>,
    Limits<'_>,
) -> Result<(Player, Counters), Stopped>;

/// All schemes of the thesis by name.
pub const SCHEMES: [(&str, Experiment<u64>); 7] = [
    (New::NAME, with_scheme::<New, u64>),
    (Deep::NAME, with_scheme::<Deep, u64>),
    (Big::NAME, with_scheme::<Big, u64>),
    (TwoBig::NAME, with_scheme::<TwoBig, u64>),
    (TwoDeep::NAME, with_scheme::<TwoDeep, u64>),
    (FindFirst::NAME, with_scheme::<FindFirst, u64>),
    (FindWorst::NAME, with_scheme::<FindWorst, u64>),
];

/// Solves a position with a table of so many entries and a replacement scheme, by one thread.
///
/// # Errors
/// If a limit was reached first.
pub fn with_scheme<S: Scheme, B: Bits>(
    position: &Position<B>,
    size: lastmove_board::Size,
    entries: usize,
    values: &Arc<RegionValues>,
    limits: Limits<'_>,
) -> Result<(Player, Counters), Stopped> {
    let evaluator = Evaluator::<B>::new(size, Arc::clone(values));
    let table = SchemeTable::<S>::new(entries);
    let watch = Watch::new(limits);
    let mut search = AlphaBeta::new(&evaluator, &table, &watch, None);
    let root = evaluator.views.state(position.empty(), position.to_move());
    let wins = search.solve(&root)?.is_some();
    let first = position.to_move();
    Ok((if wins { first } else { first.opponent() }, search.counters()))
}
