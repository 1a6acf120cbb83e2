//! A plain proof-number search over the checker's own rules: the strategy behind the certificates
//! of the tests. It shares the checker's idea of a plain win and is far too slow for real boards.

use crate::amazons::{Amazons, Sight};
use crate::claim::Position;
use crate::key::Key;
use crate::rules::{Move, Mover, Rules, State};
use crate::{CheckOptions, Claim, Interrupted, Strategy, WriteOptions, verify, write};
use lastmove_board::{Bits, Side, Size};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Instant;

const INFINITE: u32 = u32::MAX / 2;

/// Rules in which the two sides can be exchanged, so that a loss is seen as well as a win.
pub(crate) trait TwoSided: Rules {
    fn plainly_lost(&self, state: &State<Self::B>, mover: Mover) -> bool;
}

impl<B: Bits, K: Key> TwoSided for Amazons<B, K> {
    fn plainly_lost(&self, state: &State<B>, mover: Mover) -> bool {
        let swapped = State { winner: state.loser, loser: state.winner, empty: state.empty };
        self.visible(&swapped, other(mover))
    }
}

pub(crate) fn other(mover: Mover) -> Mover {
    match mover {
        Mover::Winner => Mover::Loser,
        Mover::Loser => Mover::Winner,
    }
}

pub(crate) struct Dfpn<R: Rules> {
    rules: R,
    tables: [HashMap<R::K, (u32, u32)>; 2],
}

impl<R: TwoSided> Dfpn<R>
where
    R::K: std::hash::Hash,
{
    pub(crate) fn new(rules: R) -> Self {
        Self { rules, tables: [HashMap::new(), HashMap::new()] }
    }

    /// Whether the winner wins.
    pub(crate) fn wins(&mut self, state: &State<R::B>, mover: Mover) -> bool {
        let key = self.rules.normal_key(state);
        self.expand(key, mover, INFINITE, INFINITE).0 == 0
    }

    fn look_up(&mut self, key: R::K, mover: Mover) -> (u32, u32) {
        if let Some(&numbers) = self.tables[mover as usize].get(&key) {
            return numbers;
        }
        let state = self.rules.state(key).unwrap();
        if self.rules.visible(&state, mover) {
            (0, INFINITE)
        } else if self.rules.plainly_lost(&state, mover) {
            (INFINITE, 0)
        } else {
            (1, 1)
        }
    }

    fn children(&self, key: R::K, mover: Mover) -> Vec<R::K> {
        let mut children = Vec::new();
        self.rules.each_move(&self.rules.state(key).unwrap(), mover, |_, after| {
            children.push(self.rules.normal_key(&after));
            true
        });
        children.sort_unstable();
        children.dedup();
        children
    }

    /// Proof and disproof number of a position, either above its threshold or final.
    fn expand(&mut self, key: R::K, mover: Mover, most_pn: u32, most_dn: u32) -> (u32, u32) {
        let known = self.look_up(key, mover);
        if known.0 == 0 || known.1 == 0 {
            self.tables[mover as usize].insert(key, known);
            return known;
        }
        let keys = self.children(key, mover);
        let mut children: Vec<(R::K, (u32, u32))> =
            keys.into_iter().map(|key| (key, self.look_up(key, other(mover)))).collect();
        // From here on as at a node of the winner; at the loser's the two numbers change places.
        let flip = |(a, b): (u32, u32)| if mover == Mover::Winner { (a, b) } else { (b, a) };
        let (most_pn, most_dn) = flip((most_pn, most_dn));
        loop {
            let mut best = (INFINITE, usize::MAX);
            let mut second = INFINITE;
            let mut sum = 0;
            for (i, &(_, numbers)) in children.iter().enumerate() {
                let (pn, dn) = flip(numbers);
                sum = (sum + dn).min(INFINITE);
                if pn < best.0 {
                    second = best.0;
                    best = (pn, i);
                } else {
                    second = second.min(pn);
                }
            }
            let sum = if best.0 == 0 { INFINITE } else { sum };
            if best.0 >= most_pn || sum >= most_dn || best.0 == 0 || sum == 0 {
                let result = flip((best.0, sum));
                self.tables[mover as usize].insert(key, result);
                return result;
            }
            let (child, numbers) = children[best.1];
            let threshold_pn = most_pn.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
            let threshold_dn = (most_dn - sum + flip(numbers).1).min(INFINITE);
            let (pn, dn) = flip((threshold_pn, threshold_dn));
            children[best.1].1 = self.expand(child, other(mover), pn, dn);
        }
    }
}

/// The search as a strategy.
pub(crate) struct AmazonsStrategy {
    pub(crate) search: Dfpn<Amazons<u64, u64>>,
}

impl AmazonsStrategy {
    pub(crate) fn new(size: Size) -> Self {
        Self { search: Dfpn::new(Amazons::new(size, Sight::Claims, 1 << 22)) }
    }
}

pub(crate) fn state_of(position: &Position) -> State<u64> {
    let sets = (u64::narrow(position.white), u64::narrow(position.black));
    let (winner, loser) = if position.to_move == Side::White { sets } else { (sets.1, sets.0) };
    State { winner, loser, empty: u64::narrow(position.empty) }
}

impl Strategy for AmazonsStrategy {
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        let state = state_of(position);
        let mut moves = Vec::new();
        self.search.rules.each_move(&state, Mover::Winner, |mv, after| {
            moves.push((mv, self.search.rules.normal_key(&after)));
            true
        });
        let table = &self.search.tables[Mover::Loser as usize];
        if let Some(known) =
            moves.iter().find(|(_, key)| table.get(key).is_some_and(|numbers| numbers.0 == 0))
        {
            return Ok(Some(known.0));
        }
        if !self.search.wins(&state, Mover::Winner) {
            return Ok(None);
        }
        let mut wins = |key| self.search.look_up(key, Mover::Loser).0 == 0;
        Ok(moves.into_iter().find(|&(_, key)| wins(key)).map(|(mv, _)| mv))
    }
}

/// `LASTMOVE_CLAIM="amazons … w black" cargo test --release -- --ignored measure --nocapture`
#[test]
#[ignore = "a measurement, not a test"]
fn measure() {
    let text = std::env::var("LASTMOVE_CLAIM")
        .unwrap_or_else(|_| "amazons 1qq1/q2q/Q2Q/1QQ1 w black".to_owned());
    let number = |name: &str, or: u32| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
    };
    let claim: Claim = text.parse().unwrap();
    let mut strategy = AmazonsStrategy::new(claim.size());
    let start = Instant::now();
    assert!(strategy.search.wins(&claim.state(), claim.mover()));
    let tables = strategy.search.tables.iter().map(HashMap::len).sum::<usize>();
    println!("solved in {:?}, {tables} positions in the table", start.elapsed());
    for search_nodes in [0, 100, 500, 2000].into_iter().skip(number("SKIP", 0) as usize) {
        let options = WriteOptions {
            search_nodes,
            walk_nodes: number("WALK", 50),
            ..WriteOptions::default()
        };
        let mut file = Vec::new();
        let start = Instant::now();
        let written =
            write(&mut file, std::slice::from_ref(&claim), &mut strategy, options, |_| {
                ControlFlow::Continue(())
            })
            .unwrap();
        let wrote = start.elapsed();
        let start = Instant::now();
        let report = verify(std::io::Cursor::new(&file), None, CheckOptions::default(), |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        println!(
            "search {search_nodes}: {} positions, {} levels, leaves {:?}, {} plain, {} bytes, \
             {:.2} a position, written in {wrote:?}, verified in {:?}",
            report.positions,
            report.levels,
            report.leaves,
            report.plain,
            file.len(),
            file.len() as f64 / report.positions as f64,
            start.elapsed(),
        );
        assert_eq!(report.leaves, written.leaves);
        if let Ok(path) = std::env::var("OUT") {
            std::fs::write(format!("{path}-{search_nodes}"), &file).unwrap();
        }
    }
}
