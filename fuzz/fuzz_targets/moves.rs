//! Moves of both games on boards of any size.
#![no_main]

use lastmove_amazons::{parse_move, parse_square, split_moves};
use lastmove_board::Size;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    let Ok(size) = Size::new(width.into(), height.into()) else { return };
    if let Ok(mv) = lastmove_domineering::parse_move(size, text) {
        let written = mv.display(size).to_string();
        assert_eq!(lastmove_domineering::parse_move(size, &written), Ok(mv));
    }
    if width > 26 {
        return;
    }
    let _ = parse_square(size, text);
    for (_, piece) in split_moves(text) {
        if let Ok(mv) = parse_move(size, piece) {
            assert_eq!(parse_move(size, &mv.display(size).to_string()), Ok(mv));
        }
    }
});
