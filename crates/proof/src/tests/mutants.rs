//! Genuine certificates changed at random, with every checksum right. A mutant that is accepted
//! must prove a true claim by a complete strategy.

use super::brute::{BruteStrategy, opposite, truth};
use super::forge::{Parts, check, genuine};
use super::reading::read;
use crate::claim::Claim;
use lastmove_board::{Cell, Diagram, Side};
use lastmove_work::Random;

/// Changes one thing at random; returns what it changed.
pub(super) fn mutate(parts: &mut Parts, random: &mut Random) -> &'static str {
    if parts.blocks.is_empty() {
        return change_claim(&mut parts.claims, random);
    }
    let at = random.below(parts.blocks.len());
    let (claim, level, moves) = &mut parts.blocks[at];
    let place = random.below(moves.len());
    match random.below(12) {
        0 => {
            moves.remove(place);
            if moves.is_empty() {
                parts.blocks.remove(at);
            }
            "drop"
        }
        1 | 2 => {
            moves[place] = Some(random.below(60) as u64);
            "move"
        }
        3 => {
            moves[place] =
                moves[place].map(|number| (number + 1).saturating_sub(2 * random.below(2) as u64));
            "next move"
        }
        4 => {
            moves[place] = None;
            "look"
        }
        5 => {
            moves.insert(place, Some(random.below(60) as u64).filter(|&number| number < 30));
            "insert"
        }
        6 => {
            moves.truncate(place.max(1));
            "truncate"
        }
        7 => {
            let other = random.below(moves.len());
            moves.swap(place, other);
            "exchange"
        }
        8 => {
            let rest = (*claim, *level, moves.split_off(place));
            parts.blocks.insert(at + 1, rest);
            parts.blocks.retain(|block| !block.2.is_empty());
            "cut"
        }
        9 => {
            parts.blocks.remove(at);
            "block"
        }
        10 => {
            let other = random.below(parts.blocks.len());
            parts.blocks.swap(at, other);
            "swap"
        }
        _ => change_claim(&mut parts.claims, random),
    }
}

/// Changes a claim at random; returns what it changed.
pub(super) fn change_claim(claims: &mut [Claim], random: &mut Random) -> &'static str {
    let i = random.below(claims.len());
    let claim = claims[i].clone();
    let other = |side: Side| claim.game().sides().into_iter().find(|&s| s != side).unwrap();
    let with = |diagram| Claim::new(claim.game(), diagram, claim.winner()).unwrap();
    claims[i] = match random.below(3) {
        0 => opposite(&claim),
        1 => with(claim.diagram().clone().with_side(Some(other(claim.to_move())))),
        _ => {
            let mut cells = claim.diagram().cells().to_vec();
            let at = random.below(cells.len());
            cells[at] = [Cell::Empty, Cell::Burnt][random.below(2)];
            with(Diagram::new(claim.size(), cells, Some(claim.to_move())))
        }
    };
    "claim"
}

/// An accepted certificate must prove a true claim by a complete strategy of winning moves.
pub(super) fn assert_proved(parts: &Parts, name: &str) {
    assert!(parts.claims.iter().all(truth), "{name}: a false claim is accepted");
    let mut brute = BruteStrategy::new(parts.claims[0].size());
    for number in 0..parts.claims.len() {
        let levels = read(parts, number);
        let levels = levels.unwrap_or_else(|| panic!("{name}: an incomplete strategy is accepted"));
        for line in levels.concat() {
            assert!(brute.mover_wins(&line.position), "{name}: {} is lost", line.position);
            if let Some(next) = line.next() {
                assert!(!brute.mover_wins(next), "{name}: a losing move to {next} is accepted");
            }
        }
    }
}

#[test]
fn genuine_certificates_are_proofs() {
    genuine().iter().for_each(|(name, file)| assert_proved(&Parts::of(file), name));
}

#[test]
fn no_false_mutant_is_accepted() {
    const MUTANTS: usize = 2000;
    let genuine = genuine();
    let mut random = Random::new(6);
    let mut accepted = 0;
    for round in 0..MUTANTS {
        let (name, file) = &genuine[round % genuine.len()];
        let mut parts = Parts::of(file);
        let what = mutate(&mut parts, &mut random);
        if random.below(4) == 0 {
            mutate(&mut parts, &mut random);
        }
        if check(&parts.file()).is_ok() {
            accepted += 1;
            assert_proved(&parts, &format!("{name}, {what}"));
        }
    }
    println!("{accepted} of {MUTANTS} mutants prove their claims too");
    assert!(accepted > MUTANTS / 50);
}

#[test]
fn dropping_any_position_is_found() {
    for (name, file) in genuine() {
        let parts = Parts::of(file);
        for at in 0..parts.blocks.len() {
            for place in 0..parts.blocks[at].2.len() {
                let mut mutant = parts.clone();
                mutant.blocks[at].2.remove(place);
                mutant.blocks.retain(|block| !block.2.is_empty());
                assert!(check(&mutant.file()).is_err(), "{name}: position {place} of block {at}");
            }
        }
    }
}
