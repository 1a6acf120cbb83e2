//! The plan of a campaign: it comes to the right answer however units are split, and is not misled.

#![cfg(feature = "files")]

use lastmove_board::{Game, Side};
use lastmove_endgame::Databases;
use lastmove_report::read;
use lastmove_report::solve::{Question, SearchHooks, SearchResources};
use lastmove_report::units::{Head, Looked, UnitPlan, look_below, with_plan};
use lastmove_solver::Shares;
use lastmove_work::{Budget, Cancel};
use std::collections::HashSet;
use std::sync::Arc;

fn desk() -> SearchResources {
    SearchResources::new(Arc::new(Databases::none()), Shares::at_least(32 << 20, 1))
}

fn winner(desk: &SearchResources, game: Game, position: &str) -> Side {
    let question = Question::new(game, read(game, position).unwrap());
    let budget = Budget::unlimited(Cancel::new());
    desk.solve(&question, &budget, SearchHooks::new(&mut |_| {})).unwrap().winner.unwrap()
}

/// Solves all units, but every third is split first; what was seen is told to a second plan, as a
/// coordinator that starts again would.
fn play(game: Game, position: &str, assumed: Side) {
    let desk = desk();
    let head = Head::new(&desk, game, &read(game, position).unwrap(), Some(assumed), 1).unwrap();
    let heads = [head.clone()];
    let (mut results, mut splits, mut looks) = (Vec::new(), Vec::new(), Vec::<Looked>::new());
    let first = with_plan(&desk, &heads, |plan| {
        let mut answered = HashSet::new();
        loop {
            let mut tell = |told| {
                looks.extend(told);
                true
            };
            let left = plan.left(&mut tell).unwrap();
            if let Some(winner) = left.winners[0] {
                assert!(left.tasks.is_empty());
                return winner;
            }
            assert!(!left.tasks.is_empty());
            for (i, task) in left.tasks.iter().enumerate() {
                assert!(answered.insert(task.name), "{task:?} again");
                assert_eq!(plan.name(0, &task.position), Ok(task.name));
                if i % 3 == 0 && splits.len() < 20 {
                    let looked = look_below(&desk, &head, &task.position).unwrap();
                    assert_eq!(plan.split(0, &task.position, &looked), Ok(task.name));
                    splits.push(task.position.clone());
                    looks.extend(looked);
                } else {
                    let winner = winner(&desk, game, &task.position);
                    assert_eq!(plan.learn(0, &task.position, winner), Ok(task.name));
                    results.push((task.position.clone(), winner));
                }
            }
        }
    });
    let first = first.unwrap();
    assert_eq!(first, winner(&desk, game, &head.position), "{position}, {assumed:?} assumed");
    assert!(!splits.is_empty(), "{position}, {assumed:?} assumed: no unit");
    let again = with_plan(&desk, &heads, |plan| {
        looks.iter().for_each(|looked| plan.remember(looked).unwrap());
        for unit in &splits {
            plan.split(0, unit, &[]).unwrap();
        }
        for (unit, winner) in &results {
            plan.learn(0, unit, *winner).unwrap();
        }
        let left = plan.left(&mut |told| {
            assert!(told.is_empty(), "it had to look again");
            true
        });
        left.unwrap().winners[0]
    });
    assert_eq!(again.unwrap(), Some(first));
}

#[test]
fn plans_come_to_the_right_answer() {
    for assumed in [Side::White, Side::Black] {
        play(Game::Amazons, "4x5", assumed);
    }
    for assumed in [Side::Vertical, Side::Horizontal] {
        play(Game::Domineering, "6/6/2*1**/6/*4*/6/1*4 h", assumed);
    }
}

#[test]
fn what_is_not_so_is_refused() {
    let desk = desk();
    let board = read(Game::Amazons, "4x5").unwrap();
    let head = Head::new(&desk, Game::Amazons, &board, Some(Side::Black), 1).unwrap();
    with_plan(&desk, std::slice::from_ref(&head), |plan: &mut dyn UnitPlan| {
        let unit = plan.left(&mut |_| true).unwrap().tasks[0].position.clone();
        let honest = look_below(&desk, &head, &unit).unwrap();
        let lie = |edit: &dyn Fn(&mut Vec<Looked>)| {
            let mut looked = honest.clone();
            edit(&mut looked);
            looked
        };
        let with_children = honest.iter().position(|looked| looked.children.is_some()).unwrap();
        let solved = lie(&|looked| looked[with_children].wins = Some(true));
        let fewer = lie(&|looked| looked[with_children].children.as_mut().unwrap().truncate(1));
        let garbage = lie(&|looked| looked[0].position = "not a position".to_owned());
        let elsewhere = lie(&|looked| looked[0].position = "4x4".to_owned());
        for looked in [solved, fewer, garbage, elsewhere] {
            assert!(plan.split(0, &unit, &looked).is_err(), "{looked:?}");
        }
        assert!(plan.split(1, &unit, &honest).is_err());
        assert!(plan.learn(0, &unit, Side::Vertical).is_err());
        assert!(plan.learn(0, "4x", Side::White).is_err());
        assert!(plan.left(&mut |_| true).unwrap().tasks.iter().any(|task| task.position == unit));
        assert!(plan.split(0, &unit, &honest).is_ok());
        assert!(plan.left(&mut |_| true).unwrap().tasks.iter().all(|task| task.position != unit));
    })
    .unwrap();
}

/// A plan for a large board takes a while. Whoever is asked to stop meanwhile stops, and goes on later
/// from what was told.
#[test]
fn a_plan_that_is_stopped_goes_on_from_what_was_told() {
    let desk = desk();
    let board = read(Game::Amazons, "6x4").unwrap();
    let heads = [Head::new(&desk, Game::Amazons, &board, Some(Side::Black), 2).unwrap()];
    let mut looks = Vec::<Looked>::new();
    for _ in 0..2 {
        let fresh = with_plan(&desk, &heads, |plan| {
            looks.iter().for_each(|looked| plan.remember(looked).unwrap());
            let mut fresh = Vec::new();
            let left = plan.left(&mut |told| {
                fresh = told;
                false
            });
            assert!(left.is_none());
            fresh
        });
        let fresh = fresh.unwrap();
        assert!(!fresh.is_empty());
        let known: HashSet<String> = looks.iter().map(|looked| looked.position.clone()).collect();
        let again = fresh.iter().filter(|looked| known.contains(&looked.position)).count();
        assert!(10 * again <= fresh.len(), "{again} of {} looks were known", fresh.len());
        looks.extend(fresh);
    }
}
