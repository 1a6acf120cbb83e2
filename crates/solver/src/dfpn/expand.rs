//! The children of a position, with their numbers.

use super::{Child, Dfpn};
use crate::Game;
use crate::table::Numbers;

impl<G: Game> Dfpn<'_, G> {
    /// Lists the children with their numbers; whether one of them loses for its mover.
    pub(super) fn expand(&mut self, position: &G::Position, first: usize) -> bool {
        let Self { game, worker, moves, children, store, .. } = self;
        moves.clear();
        game.moves(worker, position, &[], moves);
        for &mv in &*moves {
            let child = game.play(worker, position, mv);
            let key = game.key(&child);
            store.table.touch(key);
            let numbers = Numbers { proof: 1, disproof: 1 };
            children.push(Child { mv, position: child, key, numbers });
        }
        self.drop_repeated(first);
        // The table first: an answer there is cheapest.
        let mut unknown = first;
        let mut i = first;
        while i < self.children.len() {
            match self.store.table.load(self.children[i].key) {
                Some(numbers) => {
                    self.counters.visited += 1;
                    if numbers.disproof == 0 {
                        self.note_win(i);
                        return true;
                    }
                    if numbers.proof == 0 {
                        self.children.swap_remove(i);
                        continue;
                    }
                    self.children[i].numbers = numbers;
                }
                None => {
                    self.children.swap(unknown, i);
                    unknown += 1;
                }
            }
            i += 1;
        }
        if self.tuning.history {
            let (won, game) = (&self.won, self.game);
            let wins = |mv| won.get(game.name(mv)).copied().unwrap_or(0);
            self.children[first..unknown]
                .sort_unstable_by_key(|child| std::cmp::Reverse(wins(child.mv)));
        }
        let context = self.game.context(&mut self.worker, position, None);
        let mut i = first;
        while i < unknown {
            self.counters.visited += 1;
            let Child { mv, position, key, .. } = self.children[i];
            let numbers = self.assess(&position, key, Some((&context, mv)));
            if numbers.disproof == 0 {
                self.note_win(i);
                return true;
            }
            if numbers.proof == 0 {
                // keep the unknown ones together: the last of them takes this place
                unknown -= 1;
                self.children.swap(i, unknown);
                self.children.swap_remove(unknown);
                continue;
            }
            self.children[i].numbers = numbers;
            i += 1;
        }
        false
    }

    fn note_win(&mut self, child: usize) {
        let name = self.game.name(self.children[child].mv);
        if self.won.len() <= name {
            self.won.resize(name + 1, 0);
        }
        self.won[name] += 1;
    }

    /// Different moves may lead to the same position: one of them is enough.
    fn drop_repeated(&mut self, first: usize) {
        let count = self.children.len() - first;
        let size = (2 * count).next_power_of_two();
        self.seen.clear();
        self.seen.resize(size, 0);
        let mut i = first;
        while i < self.children.len() {
            let tag = (self.children[i].key >> 64) as u64 | 1;
            let mut slot = self.children[i].key as usize & (size - 1);
            while self.seen[slot] != 0 && self.seen[slot] != tag {
                slot = (slot + 1) & (size - 1);
            }
            if self.seen[slot] == tag {
                self.children.swap_remove(i);
            } else {
                self.seen[slot] = tag;
                i += 1;
            }
        }
    }
}
