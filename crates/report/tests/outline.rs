//! What the solver says of positions without forms, against their forms.

use lastmove_board::{Cell, Diagram, Game, Size};
use lastmove_report::{Appraisers, OptionMerit, Outliner, position_options};
use lastmove_values::{AppraisalLimits, Dyadic, Forms, Merit, Player};
use lastmove_work::{Budget, Random};

/// Random boards, small enough for forms.
fn boards(game: Game, count: usize) -> Vec<Diagram> {
    boards_of(7, game, count)
}

fn boards_of(seed: u64, game: Game, count: usize) -> Vec<Diagram> {
    let mut random = Random::new(seed);
    let mut boards = Vec::new();
    for _ in 0..count {
        let most = if game == Game::Amazons { 3 } else { 4 };
        let size = Size::new(1 + random.below(most), 1 + random.below(most)).unwrap();
        let kinds: &[Cell] = match game {
            Game::Amazons => &[Cell::Empty, Cell::Empty, Cell::Burnt, Cell::White, Cell::Black],
            Game::Domineering => &[Cell::Empty, Cell::Empty, Cell::Empty, Cell::Burnt],
        };
        let cells = (0..size.squares()).map(|_| random.pick(kinds)).collect();
        boards.push(Diagram::new(size, cells, None));
    }
    boards
}

#[test]
fn bounds_and_outcomes_agree_with_forms() {
    for game in [Game::Amazons, Game::Domineering] {
        let tight = agree_with_forms(&Outliner::new(game), game, &boards(game, 250));
        assert!(tight > 50, "{tight}");
    }
}

/// `cargo test --release -p lastmove-report --test outline -- --ignored --nocapture`
#[test]
#[ignore = "heavy"]
fn bounds_and_outcomes_of_many_boards_agree_with_forms() {
    let each: usize =
        std::env::var("BOARDS").map_or(100_000, |text| text.parse().expect("a number"));
    for game in [Game::Amazons, Game::Domineering] {
        let outliner = Outliner::new(game);
        // Forms of one batch are dropped before the next.
        let batches = (0..each.div_ceil(1_000)).map(|batch| {
            let count = 1_000.min(each - 1_000 * batch);
            agree_with_forms(&outliner, game, &boards_of(100 + batch as u64, game, count))
        });
        let tight: usize = batches.sum();
        println!("{game}: {each} boards, {tight} with bounds of the stops");
    }
}

/// Holds what is said of boards against their forms; how many had bounds of their stops.
fn agree_with_forms(outliner: &Outliner, game: Game, boards: &[Diagram]) -> usize {
    let mut appraisers = Appraisers::new(game, AppraisalLimits::default());
    let mut forms = Forms::new();
    let mut tight = 0;
    for board in boards {
        let value = appraisers.value(board, &mut forms).unwrap().unwrap();
        let outline = outliner.outline(std::slice::from_ref(board), &Budget::default()).unwrap();
        assert_eq!(outline.outcome, Some(forms.outcome(value)), "{game} {board}");
        let number = |n: i64| Dyadic::integer(n).unwrap();
        let (low, high) = (outline.at_least.unwrap(), outline.at_most.unwrap());
        assert!(forms.ge_number(value, number(low)), "{game} {board} {low}");
        assert!(forms.le_number(value, number(high)), "{game} {board} {high}");
        assert!(!forms.ge_number(value, number(low + 1)), "{game} {board} {low}");
        assert!(!forms.le_number(value, number(high - 1)), "{game} {board} {high}");
        if let Some([low, high]) = outline.left_stop_between {
            let stop = forms.left_stop(value);
            assert!(number(low) <= stop && stop <= number(high), "{game} {board}");
            tight += 1;
        }
        if let Some([low, high]) = outline.right_stop_between {
            let stop = forms.right_stop(value);
            assert!(number(low) <= stop && stop <= number(high), "{game} {board}");
        }
    }
    tight
}

/// Two boards together have the outcome of the sum of their values.
#[test]
fn sums_are_laid_side_by_side() {
    for game in [Game::Amazons, Game::Domineering] {
        let outliner = Outliner::new(game);
        let mut appraisers = Appraisers::new(game, AppraisalLimits::default());
        let mut forms = Forms::new();
        for pair in boards(game, 100).chunks(2) {
            let mut total = lastmove_values::Form::ZERO;
            for board in pair {
                let value = appraisers.value(board, &mut forms).unwrap().unwrap();
                total = forms.sum(total, value).unwrap();
            }
            let outline = outliner.outline(pair, &Budget::default()).unwrap();
            assert_eq!(outline.outcome, Some(forms.outcome(total)), "{pair:?}");
        }
    }
}

/// The options of a position make up its value, and the good ones alone do too.
#[test]
fn options_make_up_the_value() {
    for game in [Game::Amazons, Game::Domineering] {
        let mut appraisers = Appraisers::new(game, AppraisalLimits::default());
        let mut forms = Forms::new();
        for board in boards(game, 200) {
            let value = appraisers.value(&board, &mut forms).unwrap().unwrap();
            let options = position_options(game, &board, &mut appraisers, &mut forms);
            let options = options.unwrap().unwrap();
            let mut sides = [Vec::new(), Vec::new()];
            for (side, groups) in sides.iter_mut().zip([&options.left, &options.right]) {
                for group in groups {
                    side.push(forms.parse(&group.value).unwrap());
                }
            }
            assert_eq!(forms.game(&sides[0], &sides[1]), Ok(value), "{game} {board}");
            for (player, groups) in Player::BOTH.into_iter().zip([&options.left, &options.right]) {
                let merits = forms.merits(value, &sides[player as usize], player);
                for (group, merit) in groups.iter().zip(merits) {
                    let same = match merit {
                        Merit::Good => group.merit == OptionMerit::Good,
                        Merit::Dominated { .. } => {
                            matches!(group.merit, OptionMerit::Dominated { .. })
                        }
                        Merit::Reversible { .. } => {
                            matches!(group.merit, OptionMerit::Reversible { .. })
                        }
                    };
                    assert!(same, "{game} {board}");
                }
            }
        }
    }
}
