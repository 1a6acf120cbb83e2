//! Distances and terms by plain search, square by square.

use super::features::LAYERS;
use super::*;
use lastmove_amazons::Colour;
use lastmove_board::Square;
use proptest::prelude::*;

/// Distance of every square from the amazons by breadth-first search over queen moves.
fn plain_distances(size: Size, amazons: u128, empty: u128, queen: bool) -> Vec<Option<u32>> {
    let mut distance = vec![None; size.squares()];
    let mut front: Vec<usize> = (0..size.squares()).filter(|&s| amazons.has(s as Square)).collect();
    let mut d = 0;
    while !front.is_empty() {
        d += 1;
        let mut next = Vec::new();
        for &from in &front {
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (mut x, mut y) =
                    (size.column(from as Square) as i32, size.row(from as Square) as i32);
                loop {
                    (x, y) = (x + dx, y + dy);
                    if x < 0 || y < 0 || x >= size.width() as i32 || y >= size.height() as i32 {
                        break;
                    }
                    let s = size.square(x as usize, y as usize) as usize;
                    if !empty.has(s as Square) {
                        break;
                    }
                    if distance[s].is_none() {
                        distance[s] = Some(d);
                        next.push(s);
                    }
                    if !queen {
                        break;
                    }
                }
            }
        }
        front = next;
    }
    distance
}

fn check<B: Bits>(size: Size, white: u128, black: u128, empty: u128) {
    let geometry = Geometry::<B>::new(size);
    let evaluator = PositionEvaluator::new(&geometry);
    for amazons in [white, black] {
        let plain = plain_distances(size, amazons, empty, true);
        let maps = evaluator.queen_distances(B::narrow(amazons), B::narrow(empty));
        for (s, plain) in plain.iter().enumerate() {
            let by_map = maps.iter().position(|map| map.has(s as Square)).map(|d| d as u32 + 1);
            assert_eq!(by_map, *plain, "square {s} of {size}");
        }
    }
    let [w, b, e] = [white, black, empty].map(B::narrow);
    let position = Position::new(w, b, e, Colour::White);
    let f = evaluator.features(&geometry, &position);
    let d1 = [white, black].map(|a| plain_distances(size, a, empty, true));
    let d2 = [white, black].map(|a| plain_distances(size, a, empty, false));
    let (mut t1, mut t2, mut ties, mut c1, mut contested) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let far = |d: Option<u32>| d.unwrap_or(1000);
    // The terms take what lies farther than their layers for out of reach.
    let near = |d: &[Option<u32>]| -> Vec<Option<u32>> {
        d.iter().map(|d| d.filter(|&d| d as usize <= LAYERS)).collect()
    };
    let all = d1;
    check_network_terms(size, [white, black], empty, &all, &f);
    let d1 = [near(&all[0]), near(&all[1])];
    for s in 0..size.squares() {
        let sign = |a: u32, b: u32| f32::from(b > a) - f32::from(a > b);
        t1 += sign(far(d1[0][s]), far(d1[1][s]));
        t2 += sign(far(d2[0][s]), far(d2[1][s]));
        let half = |d: Option<u32>| d.map_or(0.0, |d| 0.5f32.powi(d as i32));
        c1 += 2.0 * (half(d1[0][s]) - half(d1[1][s]));
        if let (Some(a), Some(b)) = (d1[0][s], d1[1][s]) {
            ties += f32::from(a == b);
            contested += 0.5f32.powi(a.abs_diff(b) as i32);
        }
    }
    assert_eq!((f.t1, f.t2, f.ties), (t1, t2, ties));
    assert!((f.c1 - c1).abs() < 1e-2 && (f.w - contested).abs() < 1e-2, "{f:?} {c1} {contested}");
    let ahead = |s: usize| (far(all[1][s]) as i32 - far(all[0][s]) as i32).signum();
    let plain: i32 = (0..size.squares()).map(ahead).sum();
    assert_eq!(evaluator.simple(Simple::MinDistance, &position), plain);
    let relative = |s: usize| {
        let (a, b) = (far(all[0][s]) as i32, far(all[1][s]) as i32);
        (b - a).clamp(-5, 5)
    };
    let plain: i32 = (0..size.squares()).map(relative).sum();
    assert_eq!(evaluator.simple(Simple::Relative([1, 2, 3, 4, 5]), &position), plain);
    let [near, other] =
        [&position, &position.passed()].map(|p| evaluator.simple(Simple::Territory, p));
    assert_eq!(near, -other);
    // The other side sees the opposite of everything but what is shared.
    let g = evaluator.features(&geometry, &position.passed());
    let opposite = Features {
        t1: -f.t1,
        t2: -f.t2,
        c1: -f.c1,
        c2: -f.c2,
        m: -f.m,
        combat: -f.combat,
        sure: -f.sure,
        ..f
    };
    let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
    assert!(near(g.t1, opposite.t1) && near(g.c2, opposite.c2) && near(g.m, opposite.m));
    assert!(near(g.combat, opposite.combat) && near(g.sure, opposite.sure) && near(g.w, f.w));
}

/// What only the network reads.
fn check_network_terms(
    size: Size,
    sides: [u128; 2],
    empty: u128,
    d1: &[Vec<Option<u32>>; 2],
    f: &Features,
) {
    let class = |d: Option<u32>| d.map_or(CLASSES - 1, |d| (d as usize).min(CLASSES - 1) - 1);
    let mut pairs = [[0.0; CLASSES]; CLASSES];
    for s in empty.squares() {
        pairs[class(d1[0][s as usize])][class(d1[1][s as usize])] += 1.0;
    }
    assert_eq!(f.pairs, pairs);
    for (side, amazons) in sides.into_iter().enumerate() {
        assert!(f.amazons[side].is_sorted_by(|a, b| a.shut >= b.shut), "{:?}", f.amazons[side]);
        if amazons.count() as usize > WORST {
            continue;
        }
        // one by one, in any order
        let mut plain: Vec<[u32; 2]> =
            amazons.squares().map(|s| freedom(size, s, empty, d1)).collect();
        plain.resize(WORST, [0, 0]);
        let mut seen: Vec<_> =
            f.amazons[side].iter().map(|a| [a.room as u32, a.combat as u32]).collect();
        plain.sort_unstable();
        seen.sort_unstable();
        assert_eq!(seen, plain, "side {side} of {size}");
    }
}

/// Room and combat of an amazon.
fn freedom(size: Size, amazon: Square, empty: u128, d1: &[Vec<Option<u32>>; 2]) -> [u32; 2] {
    let within = |set: u128, queen: bool| {
        let distances = plain_distances(size, set, empty, queen);
        u128::from_squares(empty.squares().filter(|&s| distances[s as usize] == Some(1)))
    };
    let reach = within(1 << amazon, true);
    let both = reach.squares().filter(|&s| d1.iter().all(|d| d[s as usize].is_some()));
    [(reach | within(reach, false)).count(), both.count() as u32]
}

#[test]
fn a_network_has_as_many_numbers_as_it_should() {
    let text = Network::NOTHING.to_string();
    assert_eq!(text.parse(), Ok(Network::NOTHING));
    assert_eq!(format!("{text} 0.1").parse::<Network>(), Err(NetworkError));
    assert_eq!(text.replacen('0', "x", 1).parse::<Network>(), Err(NetworkError));
    let few = text.trim_end().rsplit_once(' ').unwrap().0;
    assert_eq!(few.parse::<Network>(), Err(NetworkError));
}

#[test]
fn a_network_is_computed_as_it_is_defined() {
    let network = Network::default();
    let inputs: [f32; INPUTS] = std::array::from_fn(|i| (i as f32 * 0.7).sin());
    let mut plain = 0.0;
    for block in 0..BLOCKS {
        for lane in 0..LANES {
            let sum: f32 = (0..INPUTS).map(|i| inputs[i] * network.first[block][i][lane]).sum();
            let unit = (network.bias[block][lane] + sum).max(0.0);
            plain += unit * network.second[block][lane];
        }
    }
    assert!((network.value(&inputs) - plain).abs() < 1e-4);
    assert_eq!(Network::NOTHING.value(&inputs), 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn maps_and_terms_equal_plain_search(
        size in prop_oneof![
            Just((10, 10)), Just((8, 8)), Just((6, 6)), Just((10, 12)), Just((5, 6)),
            (1usize..=11, 1usize..=11)
        ],
        burnt in any::<u128>(), thin in any::<u128>(), keep in 0u8..3,
        amazons in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..9),
    ) {
        let size = Size::new(size.0, size.1).unwrap();
        let all = u128::first_n(size.squares());
        // none, a quarter or half of the squares burnt
        let burnt = match keep { 0 => 0, 1 => burnt & thin, _ => burnt };
        let (mut white, mut black) = (0u128, 0u128);
        for (index, is_white) in amazons {
            let bit = 1u128 << index.index(size.squares());
            if (white | black) & bit == 0 {
                if is_white { white |= bit } else { black |= bit }
            }
        }
        let empty = all & !burnt & !white & !black;
        check::<u128>(size, white, black, empty);
        if size.squares() <= 64 {
            check::<u64>(size, white, black, empty);
        }
    }
}
