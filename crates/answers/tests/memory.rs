//! The memory of all answers together is the memory. Linux tells how much a process has.
#![cfg(target_os = "linux")]

use lastmove_answers::{Answers, AnswersConfig, CheckedQuestion};
use lastmove_work::{Budget, HugePages};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Anonymous memory of this process in MiB.
fn anonymous() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

fn asked(name: &'static str, game: &str, position: &str, seconds: f64) -> (&'static str, Value) {
    (name, json!({ "game": game, "position": position, "seconds": seconds, "certificate": true }))
}

/// Runs lists of questions beside each other, and gives the most memory meanwhile.
fn most_memory(answers: &Answers, lists: &[Vec<(&str, Value)>]) -> u64 {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = anonymous();
            while !over.load(Ordering::Relaxed) {
                most = most.max(anonymous());
                std::thread::yield_now();
            }
            most
        });
        std::thread::scope(|scope| {
            for list in lists {
                scope.spawn(move || {
                    for (name, question) in list {
                        let task = CheckedQuestion::read(name, &question.to_string()).unwrap();
                        // Some are too large, and some take too long: that is not the point.
                        let _ = answers.answer(task, &Budget::default(), &|_| {});
                    }
                });
            }
        });
        over.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    })
}

#[test]
fn memory_is_the_memory_of_all_answers() {
    let large = [
        ("amazons", "q3Q/5/5/5"),
        ("domineering", "6x6"),
        ("amazons", "q1Q1/4/4/4"),
        ("domineering", "4x8"),
    ];
    let values: Vec<_> = large.iter().map(|(g, p)| asked("value", g, p, 2.0)).collect();
    let looks: Vec<_> = large.iter().map(|(g, p)| asked("evaluate", g, p, 0.0)).collect();
    let searches = |name, seconds| {
        let boards =
            [("amazons", "6x6"), ("domineering", "9x9"), ("amazons", "10x10"), ("amazons", "5x5")];
        boards.iter().map(|(g, p)| asked(name, g, p, seconds)).collect::<Vec<_>>()
    };
    for mega in [64, 256] {
        let config = AnswersConfig { threads: 1, memory: mega << 20, ..AnswersConfig::default() };
        let answers = Answers::new(config);
        // Again and again, since what one question leaves behind is there for the next.
        let lists = [
            values.iter().cycle().take(8).cloned().collect(),
            values.iter().rev().cloned().collect(),
            looks.iter().cycle().take(16).cloned().collect(),
            looks.iter().rev().cloned().collect(),
            searches("think", 2.0),
            searches("solve", 2.0),
        ];
        let most = most_memory(&answers, &lists);
        println!("{mega}M: at most {most} MiB");
        assert!(most <= mega as u64, "{mega}M: {most} MiB");
    }
}
