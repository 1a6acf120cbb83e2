//! Freed memory returns to the system. Linux reports how much memory a process has.
#![cfg(target_os = "linux")]

use lastmove_work::{HugePages, give_back_memory};
use std::sync::{Barrier, Mutex};

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Held by one test at a time, because they measure the memory of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Anonymous memory of this process in MiB.
fn anonymous() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

#[test]
fn large_blocks_go_back_when_they_are_freed() {
    let _alone = ALONE.lock();
    let (threads, size) = (8, 8 << 20);
    let all = Barrier::new(threads + 1);
    let before = anonymous();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // The C library would keep the second block, because it has seen the first one
                // freed.
                for _ in 0..2 {
                    drop(std::hint::black_box(vec![1u8; size]));
                    all.wait();
                }
                all.wait();
            });
        }
        all.wait();
        all.wait();
        let after = anonymous();
        all.wait();
        assert!(after < before + 16, "from {before} to {after} MiB");
    });
}

#[test]
#[cfg(target_env = "gnu")]
fn small_blocks_go_back_on_request() {
    let _alone = ALONE.lock();
    let before = anonymous();
    let small = |_| std::hint::black_box(Box::new([1u8; 1000]));
    let mut blocks: Vec<_> = (0..64 << 10).map(small).collect();
    // The last block keeps the heap from shrinking from its end.
    let last = blocks.pop();
    drop(blocks);
    give_back_memory();
    let after = anonymous();
    drop(last);
    assert!(after < before + 16, "from {before} to {after} MiB");
}
