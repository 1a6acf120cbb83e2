//! Players with their options, contestants of matches, weights, and names of databases.
#![no_main]

use lastmove_arena::matches::Contestant;
use lastmove_endgame::Choice;
use lastmove_player::{PlayerKind, eval::Weights};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = (text.parse::<PlayerKind>(), text.parse::<Weights>(), text.parse::<Choice>());
    if let Ok(contestant) = text.parse::<Contestant>() {
        assert!(contestant.to_string().parse::<Contestant>().is_ok());
    }
});
