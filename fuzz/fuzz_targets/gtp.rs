//! GTP lines, fed to a session on a small board that is stopped after a moment.
#![no_main]

use lastmove_arena::{SessionSettings, gtp};
use lastmove_player::{MoveLimits, EngineOptions};
use lastmove_work::Cancel;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::time::Duration;

fuzz_target!(|text: &str| {
    let settings = SessionSettings {
        options: EngineOptions { threads: 1, memory: 1 << 20, ..EngineOptions::default() },
        limits: MoveLimits { nodes: Some(10), ..MoveLimits::default() },
        board: "q2/3/2Q w".parse().expect("a position"),
        draw: |_, diagram| diagram.to_string(),
        ..SessionSettings::default()
    };
    let cancel = Cancel::new();
    let watch = cancel.clone();
    let watchdog = std::thread::spawn(move || {
        std::thread::park_timeout(Duration::from_millis(200));
        watch.cancel();
    });
    let input = Cursor::new(text.to_owned());
    gtp::serve(input, &mut std::io::sink(), settings, &cancel).expect("answers are written");
    watchdog.thread().unpark();
    let _ = watchdog.join();
});
