use super::*;
use crate::domineering::oracle::{Oracle, RandomBoards, fight};
use lastmove_board::{Size, transposed};
use lastmove_domineering::Orientation;

/// Every claim of a cover, for both players and with either to move, compared with brute force.
#[test]
fn covers_never_contradict_brute_force() {
    fight(1, 26, |board| {
        let (size, empty) = (board.size, board.empty);
        let h = Lines::<u64>::new(size);
        let v = Lines::<u64>::new(size.transposed());
        let turned = transposed(size, empty);
        for (player, cover) in [
            (Orientation::Horizontal, Cover::pack(None, &h, empty, v.most(turned))),
            (Orientation::Vertical, Cover::pack(None, &v, turned, h.most(empty))),
        ] {
            board.claims(player, empty, player.opponent(), cover.wins_second());
            board.claims(player, empty, player, cover.wins_first());
        }
    });
}

/// Covers with options compared with brute force, each with no margin: the board also has moves for
/// one player alone, just as many as let the cover still claim a win. Worths are mixed if more than
/// one of them occurs an odd number of times: only then does their order matter.
fn options_against_brute_force(positions: u32, mixed_only: bool) {
    let mut random = RandomBoards::new(7);
    let (mut mixed, mut claims) = (0, 0);
    let mut tested = 0;
    let mut oracles: [[Option<Oracle>; 7]; 9] = Default::default();
    while tested < positions {
        let columns = 3 + (random.next() % 4) as usize;
        let rows = 2 + (random.next() % 5) as usize;
        let base = Size::new(columns, rows).unwrap();
        let free = random.position(base, 23.min(base.squares() as u32 + 1));
        let (lines, columns_of) = (Lines::<u64>::new(base), Lines::new(base.transposed()));
        let most = columns_of.most(transposed(base, free));
        let cover = Cover::pack(None, &lines, free, most);
        let is_mixed = cover.options.iter().filter(|count| **count % 2 == 1).count() > 1;
        if cover.options == [0; 3] || mixed_only && !is_mixed {
            continue;
        }
        tested += 1;
        mixed += u32::from(is_mixed);
        // a gap and a column for the opponent, or a gap and two columns for the owner
        let size = Size::new(columns + 3, rows + 1).unwrap();
        let place = |column, row| 1u64 << size.square(column, row);
        let moved = (0..base.squares() as u8)
            .filter(|s| free.has(*s))
            .fold(0, |set, s| set | place(base.column(s), base.row(s)));
        let oracle = oracles[size.width() - 1][size.height() - 1]
            .get_or_insert_with(|| Oracle::new(size.width(), size.height()));
        let lines = Lines::<u64>::new(size);
        let columns_of = Lines::new(size.transposed());
        for first in Orientation::BOTH {
            let wins = |cover: &Cover| match first {
                Orientation::Vertical => cover.wins_second(),
                Orientation::Horizontal => cover.wins_first(),
            };
            // starting with the case that is best for the opponent
            let opponents = (0..=rows.div_ceil(2))
                .rev()
                .map(|n| (0..2 * n).fold(moved, |set, row| set | place(columns + 1, row)));
            let owners = (1..=(rows + 2) / 2).map(|n| {
                (0..n).fold(moved, |set, i| {
                    set | place(columns + 1, 2 * i) | place(columns + 2, 2 * i)
                })
            });
            for empty in opponents.chain(owners) {
                let most = columns_of.most(transposed(size, empty));
                let cover = Cover::pack(None, &lines, empty, most);
                if wins(&cover) {
                    assert!(
                        oracle.winner_is(Orientation::Horizontal, empty, first),
                        "{size} {empty:#x} with {first} first: {cover:?}"
                    );
                    claims += 1;
                    break;
                }
            }
        }
        oracle.trim();
    }
    println!("{tested} positions with options, {mixed} of mixed worths: {claims} claims hold");
}

#[test]
fn options_never_contradict_brute_force() {
    options_against_brute_force(1_000, false);
    options_against_brute_force(1_000, true);
}

#[test]
#[ignore = "heavy"]
fn options_never_contradict_brute_force_at_length() {
    options_against_brute_force(100_000, false);
}

#[test]
#[ignore = "heavy"]
fn mixed_options_never_contradict_brute_force_at_length() {
    options_against_brute_force(20_000, true);
}

/// Sections 3.5.1 and 3.6.3 of the thesis: 3 protective areas, 4 vulnerable ones of type 2, 2 of
/// type 1 and 5 safe ones give 10 moves; 21 squares are left to the opponent, so 10 moves.
#[test]
fn the_examples_of_the_thesis() {
    let cover = Cover {
        free: 42,
        protective: 3,
        vulnerable2: 4,
        vulnerable1: 2,
        protected1: 1,
        safe: 5,
        options: [2, 1, 0],
        opponent_most: 99,
        ..Cover::default()
    };
    assert_eq!(cover.moves(), (10, 10));
    assert!(cover.wins_second());
    // of 22 squares outside the owner's dominoes one is unplayable
    assert_eq!(Cover { free: 43, ..cover }.moves(), (10, 11));
    assert_eq!(Cover { free: 41, ..cover }.moves(), (10, 10));
}

/// The examples below theorem 3.6.1: one option of each type is worth 3 + 1 if a vulnerable area
/// is left over, else 2.
#[test]
fn options_are_taken_in_turn() {
    assert_eq!(worth_of_options([1, 1, 1], true), 4);
    assert_eq!(worth_of_options([1, 1, 1], false), 2);
    assert_eq!(worth_of_options([2, 1, 0], false), 1);
    // compared with the rule in words: in descending order, the 1st, 3rd, … or the 2nd, 4th, …
    for options in (0..125).map(|i| [i % 5, i / 5 % 5, i / 25]) {
        let sorted: Vec<i32> =
            (0..3).rev().flat_map(|kind| vec![kind as i32 + 1; options[kind] as usize]).collect();
        for first in [true, false] {
            let worth: i32 = sorted.iter().skip(usize::from(!first)).step_by(2).sum();
            assert_eq!(worth_of_options(options, first), worth, "{options:?} {first}");
        }
    }
}
