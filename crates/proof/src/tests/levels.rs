//! Levels do not depend on how much of them is held in memory at a time.

use super::random::RandomPosition;
use crate::amazons::{Amazons, Sight};
use crate::claim::{Claim, Game};
use crate::levels::{Level, Window};
use crate::rules::{Mover, Rules};
use crate::threads::Threads;
use lastmove_board::Size;
use lastmove_work::Random;
use std::collections::BTreeSet;

/// All keys of a level, taken a random number at a time.
fn all<R: Rules>(mut level: Level<'_, R>, random: &mut Random) -> Vec<R::K> {
    let mut keys = Vec::new();
    loop {
        let count = 1 + random.below(40);
        let some = level.take(count);
        keys.extend(&some);
        if some.len() < count {
            assert!(level.take(1).is_empty() && level.known() == 0, "it has come to its end");
            return keys;
        }
    }
}

#[test]
fn windows_make_no_difference() {
    let mut random = Random::new(16);
    let size = Size::new(4, 4).unwrap();
    let rules = Amazons::<u64, u64>::new(size, Sight::of(crate::VERSION), 1 << 20);
    let mut longest = 0;
    for round in 0..40 {
        let empty = 5 + random.below(5);
        let position = random.amazons(size, [2, 2], empty);
        let text = position.to_diagram(size);
        let winner = Game::Amazons.sides()[round % 2];
        let claim = Claim::new(Game::Amazons, text, winner).unwrap();
        // Random positions as parents, some of them twice.
        let count = random.below(12);
        let mut parents: Vec<u64> = (0..count)
            .map(|_| {
                let position = random.amazons(size, [2, 2], 6);
                rules.normal_key(&super::brute::state(&position, position.to_move()))
            })
            .collect();
        parents.extend_from_within(..count / 2);
        let mut expected = BTreeSet::new();
        for &parent in &parents {
            rules.each_move(&rules.state(parent).unwrap(), Mover::Loser, |_, reply| {
                let key = rules.normal_key(&reply);
                let open = !rules.visible(&rules.state(key).unwrap(), Mover::Winner);
                expected.extend(open.then_some(key));
                true
            });
        }
        let expected: Vec<u64> = expected.into_iter().collect();
        longest = longest.max(expected.len());
        let first = {
            let threads = Threads::new(1);
            let window = Window { keys: 1 << 20, positions: 1 << 15 };
            all(Level::first(&rules, &threads, window, &claim), &mut random)
        };
        for threads in [1, 2].map(Threads::new) {
            for (keys, positions) in [(1, 1), (1, 5), (2, 1), (3, 2), (10, 4), (1 << 20, 1)] {
                let window = Window { keys, positions };
                let level = Level::first(&rules, &threads, window, &claim);
                assert_eq!(all(level, &mut random), first);
                let level = Level::first(&rules, &threads, window, &claim).next(parents.clone());
                assert_eq!(all(level, &mut random), expected, "{window:?}");
            }
        }
    }
    println!("levels of up to {longest} positions");
    assert!(longest > 50);
}
