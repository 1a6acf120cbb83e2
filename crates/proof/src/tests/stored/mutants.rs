//! Genuine certificates of older versions changed at random, with every checksum right. A mutant
//! that is accepted must prove a true claim by a complete strategy.

use super::super::brute::{AmazonsOracle, truth};
use super::super::forge::check;
use super::forge::{Parts, amazons, domineering, genuine};
use crate::claim::{Claim, Game};
use crate::rules::{Leaf, Mover, Rules, State};
use lastmove_amazons::{Colour, Position};
use lastmove_board::Side;
use lastmove_work::Random;
use std::collections::HashSet;

/// Changes one thing at random; returns what it changed.
pub(super) fn mutate(parts: &mut Parts, random: &mut Random) -> &'static str {
    if parts.blocks.is_empty() {
        return change_claim(parts, random);
    }
    let at = random.below(parts.blocks.len());
    let count = parts.blocks[at].2.len();
    let i = random.below(count);
    let entries = &mut parts.blocks[at].2;
    match random.below(9) {
        0 => {
            entries.remove(i);
            if entries.is_empty() {
                parts.blocks.remove(at);
            }
            "drop"
        }
        1 => {
            entries[i].mv = Some(random.below(60) as u64);
            "move"
        }
        2 => {
            entries[i].leaf = match random.below(4) {
                0 if entries[i].mv.is_some() => None,
                0 | 1 => Some(Leaf::Settled),
                2 => Some(Leaf::Walks(vec![])),
                _ => Some(Leaf::Search { depth: random.below(3) as u8 }),
            };
            "leaf"
        }
        3 => {
            entries[i].key ^= 1 << random.below(24);
            entries.sort_by_key(|entry| entry.key);
            entries.dedup_by_key(|entry| entry.key);
            "position"
        }
        4 => {
            entries.truncate(i.max(1));
            "truncate"
        }
        5 => {
            parts.blocks.remove(at);
            "block"
        }
        6 => {
            let other = random.below(parts.blocks.len());
            parts.blocks.swap(at, other);
            "swap"
        }
        7 => {
            entries[i].mv = None;
            entries[i].leaf = Some(Leaf::Search { depth: random.below(2) as u8 });
            "search"
        }
        _ => change_claim(parts, random),
    }
}

fn change_claim(parts: &mut Parts, random: &mut Random) -> &'static str {
    let i = random.below(parts.claims.len());
    let claim = parts.claims[i].clone();
    let other = |side: Side| claim.game().sides().into_iter().find(|&s| s != side).unwrap();
    let (diagram, winner) = match random.below(3) {
        0 => (claim.diagram().clone(), other(claim.winner())),
        1 => (claim.diagram().clone().with_side(Some(other(claim.to_move()))), claim.winner()),
        _ => {
            let mut cells = claim.diagram().cells().to_vec();
            let at = random.below(cells.len());
            let kinds = [lastmove_board::Cell::Empty, lastmove_board::Cell::Burnt];
            cells[at] = kinds[random.below(2)];
            let size = claim.size();
            (lastmove_board::Diagram::new(size, cells, Some(claim.to_move())), claim.winner())
        }
    };
    parts.claims[i] = Claim::new(claim.game(), diagram, winner).unwrap();
    "claim"
}

/// Whether the strategy answers every reply, by a second, slow reader.
fn complete(parts: &Parts) -> bool {
    parts.claims.iter().enumerate().all(|(number, claim)| match claim.game() {
        Game::Amazons => complete_claim(&amazons(claim, parts.version), claim, parts, number),
        Game::Domineering => complete_claim(&domineering(claim), claim, parts, number),
    })
}

fn complete_claim<R: Rules<K = u64>>(
    rules: &R,
    claim: &Claim,
    parts: &Parts,
    number: usize,
) -> bool {
    let stored: HashSet<(u16, u64)> = parts
        .blocks
        .iter()
        .filter(|block| block.0 as usize == number)
        .flat_map(|(_, level, entries)| entries.iter().map(|entry| (*level, entry.key)))
        .collect();
    let answered = |state: &_, level: u16| {
        let key = rules.normal_key(state);
        stored.contains(&(level, key)) || rules.visible(&rules.state(key).unwrap(), Mover::Winner)
    };
    let all_answered = |state: &_, level: u16| {
        let key = rules.normal_key(state);
        let state = rules.state(key).unwrap();
        rules.visible(&state, Mover::Loser)
            || rules.each_move(&state, Mover::Loser, |_, after| answered(&after, level))
    };
    let root = claim.state();
    let begins = match claim.mover() {
        Mover::Winner => answered(&root, 0),
        Mover::Loser => all_answered(&root, 0),
    };
    let blocks = parts.blocks.iter().filter(|block| block.0 as usize == number);
    begins
        && blocks.into_iter().all(|(_, level, entries)| {
            entries.iter().all(|entry| {
                let Some(state) = rules.state(entry.key) else { return false };
                let Some(wanted) = entry.mv else {
                    return rules.holds(entry.leaf.as_ref().unwrap(), &state, Mover::Winner);
                };
                let mut moves = Vec::new();
                rules.each_move(&state, Mover::Winner, |_, after| {
                    moves.push(after);
                    true
                });
                let Some(after) = moves.get(wanted as usize) else { return false };
                let after = rules.state(rules.normal_key(after)).unwrap();
                match &entry.leaf {
                    Some(leaf) => rules.holds(leaf, &after, Mover::Loser),
                    None => all_answered(&after, level + 1),
                }
            })
        })
}

/// Whether every stored move of Amazons wins, and every position stored without one is won.
fn moves_win(parts: &Parts) -> bool {
    let claim = &parts.claims[0];
    if claim.game() == Game::Domineering {
        return true;
    }
    let rules = amazons(claim, parts.version);
    let mut oracle = AmazonsOracle::new(claim.size());
    let mut wins = |state: &State<u64>, mover| {
        // the winner as White, also if he plays Black
        let to_move = if mover == Mover::Winner { Colour::White } else { Colour::Black };
        let position = Position::new(state.winner, state.loser, state.empty, to_move);
        oracle.mover_wins(&position) == (mover == Mover::Winner)
    };
    parts.blocks.iter().flat_map(|(_, _, entries)| entries).all(|entry| {
        let state = rules.state(entry.key).unwrap();
        match entry.mv {
            None => wins(&state, Mover::Winner),
            Some(number) => rules
                .find_move(&state, |n, _, _| n == number)
                .is_some_and(|(_, after)| wins(&after, Mover::Loser)),
        }
    })
}

/// An accepted certificate must prove a true claim by a complete strategy of winning moves.
pub(super) fn assert_proved(parts: &Parts, name: &str) {
    assert!(parts.claims.iter().all(truth), "{name}: a false claim is accepted");
    assert!(complete(parts), "{name}: an incomplete strategy is accepted");
    assert!(moves_win(parts), "{name}: a losing move is accepted");
}

#[test]
fn no_false_mutant_is_accepted() {
    let genuine: Vec<_> = genuine().collect();
    let mut random = Random::new(6);
    let mut accepted = 0;
    for round in 0..2000 {
        let (name, file) = genuine[round % genuine.len()];
        let mut parts = Parts::of(file);
        let what = mutate(&mut parts, &mut random);
        if random.below(4) == 0 && !parts.blocks.is_empty() {
            mutate(&mut parts, &mut random);
        }
        let mutant = parts.file();
        if check(&mutant).is_ok() {
            accepted += 1;
            assert_proved(&parts, &format!("{name}, {what}"));
        }
    }
    println!("{accepted} of 2000 mutants prove their claims too");
}

#[test]
fn dropping_any_position_is_found() {
    for (name, file) in genuine() {
        let parts = Parts::of(file);
        for at in 0..parts.blocks.len() {
            for i in 0..parts.blocks[at].2.len() {
                let mut mutant = parts.clone();
                mutant.blocks[at].2.remove(i);
                if mutant.blocks[at].2.is_empty() {
                    mutant.blocks.remove(at);
                }
                assert!(check(&mutant.file()).is_err(), "{name}: position {i} of block {at}");
            }
        }
    }
}
