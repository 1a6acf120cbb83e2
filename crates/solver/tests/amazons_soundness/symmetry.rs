//! Mirror images, turned boards and exchanged colours get the same bounds and verdicts.

use super::positions::{self, Source};
use super::{coloured, databases, number, passed, text};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::Databases;
use lastmove_oracle::amazons::Plain;
use lastmove_solver::Bound;
use lastmove_solver::amazons::{Evaluator, Explained, Settings};
use lastmove_work::Random;

/// What must be the same: bounds, winners, and what is known of each area, in no order. Which of
/// several rules decides, and which blockers serve what, may differ where they are equally good.
fn said(found: &Explained<u64>) -> (String, Vec<String>) {
    let mut areas: Vec<String> = found
        .areas
        .iter()
        .map(|area| {
            let squares = area.squares.count();
            format!("{squares} {:?} {:?} {:?}", area.kind, area.bounds, area.value)
        })
        .collect();
    areas.sort();
    (format!("{:?} {:?}", found.bounds, found.winners), areas)
}

/// The same seen by the other side.
fn exchanged(found: Explained<u64>) -> Explained<u64> {
    let swap = |[lower, upper]: [Bound; 2]| {
        [upper, lower].map(|bound| Bound { value: -bound.value, ..bound })
    };
    let areas = found.areas.into_iter();
    Explained {
        areas: areas
            // values are printed, so only their being known is compared
            .map(|area| lastmove_solver::amazons::ExplainedArea {
                bounds: swap(area.bounds),
                value: area.value.map(|_| String::new()),
                ..area
            })
            .collect(),
        bounds: swap(found.bounds),
        rules: [found.rules[1], found.rules[0]],
        winners: [found.winners[1], found.winners[0]].map(|w| w.map(Colour::opponent)),
    }
}

fn the_same_from_every_side(count: u64, seed: u64) {
    let none = Databases::none();
    let mut random = Random::new(seed);
    let mut wrong = Vec::new();
    let mut several = 0;
    for databases in [&none, databases()] {
        for size in positions::sizes() {
            let geometry = Geometry::<u64>::new(size);
            let mut evaluator = Evaluator::new(&geometry, databases, Settings::default());
            let share = count.div_ceil(2 * positions::sizes().len() as u64);
            let mut made = 0;
            while made < share {
                let source = Source::any(&mut random);
                let empty = 3 + random.below(size.squares() - 4);
                let found = positions::position(&mut random, &geometry, source, empty);
                let Some(position) = found else { continue };
                made += 1;
                let explained = evaluator.explain(&coloured(position));
                several += u64::from(explained.areas.len() > 1);
                let expected = said(&explained);
                for symmetry in geometry.symmetries() {
                    let Plain { mover, other, empty } = position;
                    let [mover, other, empty] = [mover, other, empty].map(|s| symmetry.image(s));
                    let image = Plain { mover, other, empty };
                    if said(&evaluator.explain(&coloured(image))) != expected {
                        wrong.push(format!("{}, {:?}", text(size, position), symmetry.kind()));
                    }
                }
                let Plain { mover, other, empty } = passed(position);
                let colours = Position::new(mover, other, empty, Colour::White);
                let other = said(&exchanged(exchanged(evaluator.explain(&colours))));
                if other != said(&exchanged(explained)) {
                    wrong.push(format!("{}, colours exchanged", text(size, position)));
                }
            }
        }
    }
    println!("{count} positions, {several} of several areas, {} differ", wrong.len());
    assert!(several > count / 10);
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn mirror_images_turned_boards_and_exchanged_colours_are_evaluated_alike() {
    the_same_from_every_side(1_500, 11);
}

#[test]
#[ignore = "heavy"]
fn mirror_images_turned_boards_and_exchanged_colours_of_100_000_positions() {
    the_same_from_every_side(number("LASTMOVE_POSITIONS", 100_000), 12);
}
