//! Areas that form pairs with their negatives, compared with brute force.

use super::brute::{AmazonsOracle, BruteStrategy, opposite, state, true_claim};
use super::forge::{Parts, check};
use crate::amazons::{Amazons, Sight};
use crate::claim::{Claim, Game};
use crate::format::VERSION_OF_SUMS;
use crate::rules::{Rules, State};
use crate::{CheckOptions, Proved, VERSION, WriteOptions, estimate, write};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Cell, Diagram, Geometry, Size, SymmetryKind};
use lastmove_work::Random;
use std::io::Cursor;
use std::ops::ControlFlow;

/// An area of 3x3 with one or two amazons a side and this number of empty squares.
fn area(random: &mut Random, empty: usize) -> Vec<Cell> {
    let mut cells = vec![Cell::Burnt; 9];
    let mut put = |cell: Cell| {
        let free: Vec<usize> = (0..9).filter(|&square| cells[square] == Cell::Burnt).collect();
        if !free.is_empty() {
            cells[random.pick(&free)] = cell;
        }
    };
    (0..empty).for_each(|_| put(Cell::Empty));
    [Cell::White, Cell::Black].into_iter().for_each(&mut put);
    if empty.is_multiple_of(3) {
        put(Cell::White);
    }
    cells
}

/// The image of an area, with exchanged colours or not.
fn image(area: &[Cell], random: &mut Random, negative: bool) -> Vec<Cell> {
    let size = Size::new(3, 3).unwrap();
    let kind = SymmetryKind::ALL[random.below(8)];
    let mut cells = vec![Cell::Burnt; 9];
    for (square, &cell) in area.iter().enumerate() {
        cells[usize::from(kind.apply(size, square as u8))] = match cell {
            Cell::White if negative => Cell::Black,
            Cell::Black if negative => Cell::White,
            cell => cell,
        };
    }
    cells
}

/// Two to four areas of 3x3 in a board of 7x7, with walls between them: an area and its negative,
/// or its image, or something close to it; and perhaps others.
fn sum(random: &mut Random, most_empty: usize) -> Diagram {
    let first = 1 + random.below(most_empty / 2);
    let mut areas = vec![area(random, first)];
    match random.below(6) {
        0 => areas.push(image(&areas[0], random, false)),
        1 => {
            let mut other = image(&areas[0], random, true);
            let (one, two) = (random.below(9), random.below(9));
            other.swap(one, two);
            areas.push(other);
        }
        _ => areas.push(image(&areas[0], random, true)),
    }
    let mut left = most_empty.saturating_sub(2 * first);
    while areas.len() < 4 && left > 0 && random.below(4) > 0 {
        let again = first <= left && random.below(4) == 0;
        areas.push(match again {
            true => {
                let negative = random.below(2) == 0;
                image(&areas[0], random, negative)
            }
            false => {
                let empty = 1 + random.below(left);
                area(random, empty)
            }
        });
        let empty = areas.last().unwrap().iter().filter(|&&cell| cell == Cell::Empty).count();
        left -= empty.min(left);
    }
    let mut places = vec![(0, 0), (4, 0), (0, 4), (4, 4)];
    let mut cells = vec![Cell::Burnt; 49];
    for area in areas {
        let (x, y) = places.swap_remove(random.below(places.len()));
        for (square, cell) in area.into_iter().enumerate() {
            cells[(y + square / 3) * 7 + x + square % 3] = cell;
        }
    }
    let side = Game::Amazons.sides()[random.below(2)];
    Diagram::new(Size::new(7, 7).unwrap(), cells, Some(side))
}

/// Compares the winners of positions and their normal forms, either side first.
fn compare(count: usize, most_empty: usize, seed: u64) {
    let size = Size::new(7, 7).unwrap();
    let rules = Amazons::<u64, u128>::new(size, Sight::of(VERSION_OF_SUMS), 1 << 20);
    let older = Amazons::<u64, u128>::new(size, Sight::of(VERSION), 1 << 20);
    let mut oracle = AmazonsOracle::<u64>::new(size);
    let mut random = Random::new(seed);
    let (mut pairs, mut none, mut all, mut contested) = (0, 0, 0, 0);
    for _ in 0..count {
        let position = Position::from_diagram(&sum(&mut random, most_empty)).unwrap();
        let whole: State<u64> = state(&position, Colour::White);
        let key = rules.normal_key(&whole);
        let normal = rules.state(key).unwrap();
        assert_eq!(rules.normal_key(&normal), key, "{position:?}");
        for to_move in [position, position.passed()] {
            let image = Position::new(normal.winner, normal.loser, normal.empty, to_move.to_move());
            assert_eq!(oracle.mover_wins(&to_move), oracle.mover_wins(&image), "{to_move:?}");
        }
        let before = older.state(older.normal_key(&whole)).unwrap();
        let fell = before.empty.count() - normal.empty.count();
        pairs += usize::from(fell > 0);
        all += usize::from(fell > 0 && normal.empty.is_empty());
        none += usize::from(fell == 0 && older.falls_apart(&before));
        contested += usize::from(whole.empty.count() >= 8);
        oracle.forget();
    }
    println!(
        "{count} positions: {pairs} with pairs, {all} of nothing else, {none} of several areas \
         without pairs, {contested} with 8 or more empty squares"
    );
    assert!(pairs * 2 > count && none * 20 > count && all < pairs, "{pairs} {all} {none}");
}

#[test]
fn pairs_are_worth_nothing() {
    compare(3_000, 8, 1);
    compare(300, 10, 2);
}

#[test]
#[ignore = "heavy"]
fn pairs_are_worth_nothing_in_many_positions() {
    compare(50_000, 8, 3);
    compare(50_000, 11, 4);
}

fn written(claim: &Claim) -> Vec<u8> {
    let mut file = Vec::new();
    let mut strategy = BruteStrategy::new(claim.size());
    let options = WriteOptions { threads: 1, ..WriteOptions::default() };
    let claims = std::slice::from_ref(claim);
    write(&mut file, claims, &mut strategy, options, |_| ControlFlow::Continue(())).unwrap();
    file
}

/// Certificates of sums are accepted, and those of the opposite claim are not; and in random games
/// of the loser the certificate always has an answer.
#[test]
fn sums_are_proved_and_played() {
    let mut random = Random::new(5);
    let geometry = Geometry::<u64>::new(Size::new(7, 7).unwrap());
    let (mut sums, mut positions, mut kinds) = (0, 0, [0; 4]);
    for _ in 0..400 {
        let claim = true_claim(Game::Amazons, &sum(&mut random, 8).to_string());
        let file = written(&claim);
        let report = check(&file).unwrap_or_else(|error| panic!("{claim}: {error}"));
        let mut parts = Parts::of(&file);
        sums += usize::from(parts.version == VERSION_OF_SUMS);
        positions += report.positions;
        parts.claims[0] = opposite(&claim);
        assert!(check(&parts.file()).is_err(), "{claim}: the opposite is accepted");
        let go = |_| ControlFlow::Continue(());
        let proved = Proved::open(Cursor::new(file), None, CheckOptions::default(), go).unwrap();
        for _ in 0..3 {
            play(&proved, &claim, &geometry, &mut random, &mut kinds);
        }
    }
    println!("{sums} sums of 400, {positions} positions; answers {kinds:?}");
    assert!(sums > 200 && kinds.iter().all(|&count| count > 10), "{sums} {kinds:?}");
}

/// Plays a game in which the loser moves at random; the winner must make the last move.
fn play(
    proved: &Proved,
    claim: &Claim,
    geometry: &Geometry<u64>,
    random: &mut Random,
    kinds: &mut [usize; 4],
) {
    let mut position = Position::<u64>::from_diagram(claim.diagram()).unwrap();
    loop {
        let moves: Vec<_> = position.moves(geometry).collect();
        let side = position.to_move().side();
        if moves.is_empty() {
            assert_ne!(side, claim.winner(), "{claim}");
            return;
        }
        let mv = if side == claim.winner() {
            let here = position.to_diagram(claim.size());
            let here = Claim::new(Game::Amazons, here, side).unwrap();
            let (mv, source) =
                proved.answer(&here.start()).unwrap_or_else(|| panic!("{claim}: {here}"));
            kinds[match source {
                crate::AnswerSource::Stored { .. } => 0,
                crate::AnswerSource::Ahead => 1,
                crate::AnswerSource::Plain => 2,
                crate::AnswerSource::Mirrored => 3,
            }] += 1;
            let crate::Move::Amazon { from, to, arrow } = mv else { panic!("{mv}") };
            lastmove_amazons::Move { from, to, arrow }
        } else {
            random.pick(&moves)
        };
        position = position.play(geometry, mv).unwrap();
    }
}

/// A file of one version with the number of another one is checked by the rules of that version.
#[test]
fn the_version_decides_about_pairs() {
    let mut random = Random::new(6);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..200 {
        let claim = true_claim(Game::Amazons, &sum(&mut random, 8).to_string());
        let mut parts = Parts::of(&written(&claim));
        if parts.version == VERSION_OF_SUMS {
            parts.version = VERSION;
            match check(&parts.file()) {
                Ok(_) => accepted += 1, // nothing, or nothing but plain wins
                Err(_) => refused += 1,
            }
        }
    }
    println!("{refused} refused, {accepted} accepted");
    assert!(refused > 5 && accepted > 5, "{refused} {accepted}");
}

/// Pairs do not count in the estimate, and more areas are estimated to need more positions.
#[test]
fn large_sums_are_announced() {
    let claim = |text: &str| true_claim(Game::Amazons, text);
    assert_eq!(estimate(&claim("q1Q1*q w")), None);
    assert_eq!(estimate(&claim("q1Q1*Q1q1*q2Q w")), None);
    let two = estimate(&claim("q1Q1*q1Q1*q3Q w"));
    let three = estimate(&claim("q1Q1*q1Q1*q3Q*q2Q1 w"));
    let [two, three] = [two, three].map(Option::unwrap);
    assert_eq!((two.areas, three.areas), (3, 4));
    assert!(1.0 < two.positions() && two.positions() < three.positions(), "{two:?} {three:?}");
}
