//! What the writer can say of a position without the strategy: the facts that end a line of play.

use crate::format::Entry;
use crate::options::WriteOptions;
use crate::rules::{Leaf, Move, Mover, Rules, State};

/// A leaf fact without a search of moves to and fro.
fn static_leaf<R: Rules>(
    rules: &R,
    state: &State<R::B>,
    mover: Mover,
    options: &WriteOptions<'_>,
) -> Option<Leaf> {
    if rules.settled(state, mover) {
        return Some(Leaf::Settled);
    }
    let leaf = Leaf::Walks(rules.find_walks(state, mover, options.walk_nodes)?);
    rules.holds(&leaf, state, mover).then_some(leaf)
}

pub(crate) fn search_leaf<R: Rules>(
    rules: &R,
    state: &State<R::B>,
    mover: Mover,
    options: &WriteOptions<'_>,
) -> Option<Leaf> {
    let limit = options.search_nodes.min(crate::NODE_LIMIT);
    let depth = (0..3).find(|&depth| rules.search(state, mover, depth, &mut { limit }))?;
    Some(Leaf::Search { depth })
}

/// What can be said of a position without the strategy: a leaf fact, or a move after which the win
/// is plain; else an entry with neither.
pub(crate) fn self_evident<R: Rules>(
    rules: &R,
    key: R::K,
    options: &WriteOptions<'_>,
) -> Entry<R::K> {
    let mut entry = Entry { key, mv: None, leaf: None };
    let Some(state) = rules.state(key) else { return entry };
    let plain = rules.find_move(&state, |_, _, after| {
        // as the checker will: on the normal form
        let after = rules.state(rules.normal_key(after));
        after.is_some_and(|after| rules.visible(&after, Mover::Loser))
    });
    if let Some((number, _)) = plain {
        entry.mv = Some(number);
    } else {
        entry.leaf = static_leaf(rules, &state, Mover::Winner, options);
    }
    entry
}

/// The one of some moves after which the fewest replies of the loser are not plainly won; the
/// first of those. A move that is illegal is as bad as any.
pub(crate) fn plainest_move<R: Rules>(
    rules: &R,
    state: &State<R::B>,
    moves: &[Move],
) -> Option<Move> {
    let (&first, others) = moves.split_first()?;
    if others.is_empty() {
        return Some(first);
    }
    let (mut best, mut fewest) = (first, usize::MAX);
    for &mv in moves {
        let Some((_, after)) = rules.find_move(state, |_, other, _| other == mv) else { continue };
        let mut open = 0;
        rules.each_move(&after, Mover::Loser, |_, reply| {
            open += usize::from(!rules.visible(&reply, Mover::Winner));
            open < fewest
        });
        if open < fewest {
            (best, fewest) = (mv, open);
        }
    }
    Some(best)
}
