//! Thousands of forgeries: every false certificate is rejected.

use super::brute::{BruteStrategy, opposite, truth};
use super::forge::{Parts, check, genuine};
use super::mutants::change_claim;
use super::reading::{Line, derive, read};
use crate::claim::{Claim, Position};
use crate::format::StoredMove;
use lastmove_work::Random;
use std::collections::BTreeMap;

/// The most positions for which a liar continues.
const MOST_LIES: usize = 400;

/// Counts forgeries by their kind, and checks that each is refused.
struct Refused {
    name: &'static str,
    counts: BTreeMap<&'static str, usize>,
}

impl Refused {
    fn expect(&mut self, kind: &'static str, file: &[u8]) {
        assert!(check(file).is_err(), "{}: {kind} was accepted", self.name);
        *self.counts.entry(kind).or_default() += 1;
    }
}

/// Completes a certificate of a false claim, or one with a losing move: every level has all its
/// positions, every look ahead is true, and every move wins if there is a winning one. In other
/// positions it stores a random move, or claims that the win is seen by looking ahead.
struct Liar<'a> {
    brute: &'a mut BruteStrategy,
    random: &'a mut Random,
    /// the level, the place in it and the number of a move that is played even if it loses
    mistake: Option<(usize, usize, u64)>,
}

impl Liar<'_> {
    fn blocks(
        mut self,
        claim: &Claim,
        version: u16,
        number: u8,
    ) -> Vec<(u8, u16, Vec<StoredMove>)> {
        let mut levels: Vec<Vec<StoredMove>> = Vec::new();
        let mut told = 0;
        derive(claim, version, &mut |level, place, line| {
            told += 1;
            if told > MOST_LIES {
                return None;
            }
            levels.resize(level + 1, Vec::new());
            let stored = match self.mistake {
                Some((at, there, number)) if (at, there) == (level, place) => Some(number),
                _ => self.answer(line),
            };
            levels[level].push(stored);
            Some(stored)
        });
        let levels = levels.into_iter().enumerate();
        levels.map(|(level, moves)| (number, level as u16, moves)).collect()
    }

    fn answer(&mut self, line: &Line) -> StoredMove {
        if line.seen {
            return None;
        }
        let wins = |after: &Position| !self.brute.mover_wins(after);
        let won = line.after.iter().position(wins).map(|number| number as u64);
        let moves = line.after.len();
        won.or_else(|| match self.random.below(8) {
            0 => None,
            1 => Some(moves as u64),
            _ if moves == 0 => None,
            _ => Some(self.random.below(moves) as u64),
        })
    }
}

/// Truncated files, and levels with a number or a block too few or too many.
fn wrong_counts(parts: &Parts, file: &[u8], random: &mut Random, refused: &mut Refused) {
    for _ in 0..20 {
        refused.expect("cut file", &file[..random.below(file.len())]);
    }
    let edited = |edit: &dyn Fn(&mut Parts)| {
        let mut parts = parts.clone();
        edit(&mut parts);
        parts.blocks.retain(|block| !block.2.is_empty());
        parts.file()
    };
    for (at, (claim, level, moves)) in parts.blocks.iter().enumerate() {
        for place in 0..moves.len().min(12) {
            let place = if moves.len() > 12 { random.below(moves.len()) } else { place };
            refused.expect(
                "reply left out",
                &edited(&|parts| {
                    parts.blocks[at].2.remove(place);
                }),
            );
        }
        for stored in [None, Some(0), Some(1), moves[0]] {
            refused.expect(
                "number too many",
                &edited(&|parts| {
                    parts.blocks[at].2.push(stored);
                }),
            );
            refused.expect(
                "block too many",
                &edited(&|parts| {
                    parts.blocks.insert(at + 1, (*claim, *level, vec![stored]));
                }),
            );
        }
        refused.expect(
            "level left out",
            &edited(&|parts| {
                parts.blocks.remove(at);
            }),
        );
        refused.expect(
            "levels left out",
            &edited(&|parts| {
                let before = |block: &(u8, u16, _)| block.0 != *claim || block.1 < *level;
                parts.blocks.retain(before);
            }),
        );
    }
    let last = parts.blocks.last().unwrap();
    for stored in [None, Some(0)] {
        refused.expect(
            "level too many",
            &edited(&|parts| {
                parts.blocks.push((last.0, last.1 + 1, vec![stored]));
            }),
        );
    }
}

/// False claims with the certificate's moves, with no moves, with looks ahead, and with a liar's
/// moves.
fn wrong_claims(parts: &Parts, random: &mut Random, refused: &mut Refused) {
    let mut brute = BruteStrategy::new(parts.claims[0].size());
    for number in 0..parts.claims.len() {
        let mut forged = parts.clone();
        forged.claims[number] = opposite(&parts.claims[number]);
        refused.expect("wrong winner", &forged.file());
        let own = |block: &(u8, u16, _)| usize::from(block.0) == number;
        forged.blocks.retain(|block| !own(block));
        refused.expect("wrong winner", &forged.file());
        let others = forged.blocks.clone();
        let first = others.iter().take_while(|block| usize::from(block.0) < number).count();
        for looks in 1..=10 {
            forged.blocks = others.clone();
            forged.blocks.insert(first, (number as u8, 0, vec![None; looks * looks]));
            refused.expect("wrong winner and looks", &forged.file());
        }
        for _ in 0..8 {
            let liar = Liar { brute: &mut brute, random, mistake: None };
            let lies = liar.blocks(&forged.claims[number], parts.version, number as u8);
            forged.blocks = others.clone();
            forged.blocks.splice(first..first, lies);
            refused.expect("wrong winner and lies", &forged.file());
        }
    }
    for _ in 0..15 {
        let mut forged = parts.clone();
        change_claim(&mut forged.claims, random);
        if forged.claims.iter().any(|claim| !truth(claim)) {
            refused.expect("another claim", &forged.file());
        }
    }
}

/// Looks ahead that see no win, and moves that are illegal or lose.
fn wrong_moves(parts: &Parts, random: &mut Random, refused: &mut Refused) {
    let mut brute = BruteStrategy::new(parts.claims[0].size());
    for (number, claim) in parts.claims.iter().enumerate() {
        for (level, lines) in read(parts, number).unwrap().iter().enumerate() {
            let own = |block: &(u8, u16, _)| {
                (usize::from(block.0), usize::from(block.1)) == (number, level)
            };
            let at = parts.blocks.iter().position(own).unwrap();
            for (place, line) in lines.iter().enumerate() {
                let with = |stored: StoredMove| {
                    let mut forged = parts.clone();
                    forged.blocks[at].2[place] = stored;
                    forged
                };
                if line.stored.is_some() {
                    assert!(!line.seen, "the writer stores no move where the win is seen");
                    refused.expect("false look", &with(None).file());
                }
                if lines.len() > 30 && random.below(lines.len()) >= 30 {
                    continue;
                }
                let illegal = line.after.len() + random.below(3);
                refused.expect("illegal move", &with(Some(illegal as u64)).file());
                let loses = |number: &usize| brute.mover_wins(&line.after[*number]);
                let losing: Vec<usize> = (0..line.after.len()).filter(loses).collect();
                if losing.is_empty() {
                    continue;
                }
                let mistake = losing[random.below(losing.len())] as u64;
                refused.expect("losing move", &with(Some(mistake)).file());
                if random.below(4) == 0 {
                    let mistake = Some((level, place, mistake));
                    let liar = Liar { brute: &mut brute, random, mistake };
                    let mut forged = with(None);
                    let first =
                        forged.blocks.iter().position(|b| usize::from(b.0) == number).unwrap();
                    forged.blocks.retain(|block| usize::from(block.0) != number);
                    forged
                        .blocks
                        .splice(first..first, liar.blocks(claim, parts.version, number as u8));
                    refused.expect("losing move and lies", &forged.file());
                }
            }
        }
    }
}

#[test]
fn thousands_of_forgeries_are_refused() {
    let mut random = Random::new(14);
    let mut refused = Refused { name: "", counts: BTreeMap::new() };
    for (name, file) in genuine() {
        refused.name = name;
        let parts = Parts::of(file);
        wrong_counts(&parts, file, &mut random, &mut refused);
        wrong_claims(&parts, &mut random, &mut refused);
        wrong_moves(&parts, &mut random, &mut refused);
    }
    let total: usize = refused.counts.values().sum();
    println!("{total} forgeries are refused: {:?}", refused.counts);
    assert!(total >= 3_000 && refused.counts.len() >= 12);
}

/// If the claim is true, the liar writes a valid certificate.
#[test]
fn an_honest_liar_is_believed() {
    let mut random = Random::new(15);
    for (name, file) in genuine() {
        let mut parts = Parts::of(file);
        let mut brute = BruteStrategy::new(parts.claims[0].size());
        parts.blocks.clear();
        for (number, claim) in parts.claims.iter().enumerate() {
            let liar = Liar { brute: &mut brute, random: &mut random, mistake: None };
            parts.blocks.extend(liar.blocks(claim, parts.version, number as u8));
        }
        check(&parts.file()).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
