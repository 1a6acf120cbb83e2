//! Walks: moves of some amazons alone, one after another, on squares that the other side cannot
//! reach.

use super::Amazons;
use crate::key::Key;
use crate::rules::{Move, spend};
use lastmove_board::Bits;

impl<B: Bits, K: Key> Amazons<B, K> {
    /// Walks the winner's amazons over `free`, one step at a time: each time the first move that
    /// keeps all other squares within reach, otherwise the one that keeps the most. A `guarded`
    /// amazon leaves a burnt square behind. Ends as soon as `need` moves are made or can no longer
    /// be made; returns whether they were made.
    pub(super) fn greedy_walk(
        &self,
        mut amazons: B,
        mut free: B,
        guarded: B,
        need: u32,
        mut record: impl FnMut(Move),
    ) -> bool {
        let mut reach = self.board.flood(amazons, free).count();
        let mut left = need;
        while left > 0 {
            if reach < left {
                return false;
            }
            let mut best = None;
            let mut most = 0;
            'choose: for from in amazons.squares() {
                let held = guarded.has(from);
                for to in (self.board.grow(B::bit(from)) & free).squares() {
                    let moved = amazons ^ B::bit(from) ^ B::bit(to);
                    let open = (free | B::bit(from)) & !B::bit(to);
                    let arrows = if held { B::bit(from) } else { self.board.queen(to, open) };
                    for arrow in arrows.squares() {
                        let rest = open & !B::bit(arrow);
                        let kept = self.board.flood(moved, rest).count();
                        if best.is_none() || kept > most {
                            best = Some((moved, rest, Move::Amazon { from, to, arrow }));
                            most = kept;
                            if kept + 1 >= reach {
                                break 'choose;
                            }
                        }
                    }
                }
            }
            let Some((moved, rest, mv)) = best else { return false };
            record(mv);
            (amazons, free, reach) = (moved, rest, most);
            left -= 1;
        }
        true
    }

    /// Whether `amazons`, alone on the board, can make `target` moves over `free`. `None` if the
    /// nodes ran out. The moves made are pushed to `path`, the last one first.
    pub(super) fn can_make(
        &self,
        amazons: B,
        free: B,
        guarded: B,
        target: u32,
        nodes: &mut u32,
        path: &mut Vec<Move>,
    ) -> Option<bool> {
        if target == 0 {
            return Some(true);
        }
        if self.board.flood(amazons, free).count() < target {
            return Some(false);
        }
        if !spend(nodes) {
            return None;
        }
        let mut answer = Some(false);
        self.each_queen_move(amazons, free, |from, to, arrow| {
            if guarded.has(from) && arrow != from {
                return true;
            }
            let moved = amazons ^ B::bit(from) ^ B::bit(to);
            let rest = (free | B::bit(from)) & !B::bit(to) & !B::bit(arrow);
            answer = self.can_make(moved, rest, guarded, target - 1, nodes, path);
            if answer == Some(true) {
                path.push(Move::Amazon { from, to, arrow });
            }
            answer == Some(false)
        });
        answer
    }

    /// The most moves that `amazons`, alone on the board, can make over `free`, area by area, and
    /// whether the number is exact; if the nodes ran out, it is an upper bound.
    pub(super) fn most_moves(&self, amazons: B, free: B, nodes: &mut u32) -> (u32, bool) {
        let mut sum = 0;
        let mut exact = true;
        let mut rest = amazons;
        while !rest.is_empty() {
            let first = B::bit(rest.lowest());
            let area = first | self.board.flood(first, free | amazons);
            rest &= !area;
            let (amazons, free) = (amazons & area, free & area);
            let mut most = free.count();
            loop {
                match self.can_make(amazons, free, B::NONE, most, nodes, &mut Vec::new()) {
                    Some(true) => break,
                    Some(false) => most -= 1,
                    None => {
                        exact = false;
                        break;
                    }
                }
            }
            sum += most;
        }
        (sum, exact)
    }
}
