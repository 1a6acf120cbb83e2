//! Games that the sources print, by name.

use lastmove_amazons::sgf::GameRecord;
use lastmove_amazons::{parse_move, split_moves, start};

/// A printed game.
#[derive(Clone, Copy, Debug)]
pub struct PrintedGame {
    /// its name here
    pub name: &'static str,
    /// the players, and where it is printed
    pub about: &'static str,
    /// the board
    pub board: &'static str,
    /// the moves as printed
    pub moves: &'static str,
}

/// All printed games.
pub const PRINTED: [PrintedGame; 3] = [
    PrintedGame {
        name: "yamazon-anky",
        about: "Yamazon against Anky, 5th Computer Olympiad, round 5 (Hensgens' thesis, appendix A)",
        board: "10x10",
        moves: "1. d1-d7 (g7) a7-d4 (a7) 2. g1-e3 (e10) g10-e8 (e6) 3. d7-d8 (c9) d10-b10 (b3) \
            4. a4-b4 (b9) d4-f4 (b8) 5. j4-i4 (f7) e8-c6 (d6) 6. b4-e4 (c4) b10-d10 (f8) \
            7. i4-j5 (f9) d10-e9 (d9) 8. e4-h7 (i6) f4-f5 (a5) 9. e3-f3 (g4) f5-g5 (g6) \
            10. h7-h8 (i8) g5-i5 (h6) 11. h8-h10 (j8) j7-h7 (h9) 12. f3-f2 (f3) h7-h8 (g9) \
            13. h10-i10 (i9) h8-j6 (j7) 14. d8-b6 (d8) c6-e4 (b7) 15. b6-b5 (e8) e4-d4 (d5) \
            16. f2-d2 (d3) i5-i2 (i4) 17. d2-h2 (b2) i2-h1 (g2) 18. j5-i5 (e1) e9-f10 (h10) \
            19. i5-g5 (i5) h1-g1 (e3) 20. g5-j2 (j5) d4-c5 (a3) 21. j2-f6 (d4) c5-b4 (a4) \
            22. b5-c5 (b5) g1-i1 (i3) 23. f6-h4 (h3) b4-d2 (f2) 24. h2-i2 (h2) d2-c3 (b4) \
            25. i2-h1 (j3) i1-i2 (i1) 26. h1-f1 (h1) c3-d2 (e2) 27. f1-g1 (f1) i2-j2 (j1) \
            28. i10-j10 (j9) j2-i2 (j2) 29. j10-i10 (j10) f10-e9 (f10) 30. h4-g5 (h5) e9-d10 (a10)?? \
            31. g5-h4 (g3) d10-b10 (a9) 32. c5-b6 (a6) b10-c10 (b10) 33. b6-c5 (c8) c10-d10 (c10) \
            34. h4-e7 (h4) d10-e9 (d10) 35. e7-c7 (b6) j6-i7 (h8) 36. c7-c6 (c7) i7-h7 (g8) \
            37. c6-d7 (c6) h7-i7 (j6) 38. d7-e7 (d7) i7-h7 (i7) 39. e7-f6 (e7) d2-c3 (d2) \
            40. f6-g5 (f6) c3-c2 (d1) 41. g5-f5 (g5) c2-b1 (a2) 42. f5-f4 (e4) b1-c2 (c3) \
            43. f4-f5 (f4) c2-b1 (a1) 44. f5-e5 (f5) b1-c2 (b1).",
    },
    PrintedGame {
        name: "hensgens-4x4",
        about: "A principal variation of 4x4 (Hensgens' thesis, section 5.4.1)",
        board: "4x4",
        moves: "b1-b3 (c2) a3-b2 (c3) a2-a3 (a4) b2-b1 (b2) a3-a2 (a3) b1-a1 (b1) c1-d1 (c1) \
            d3-d4 (d3)",
    },
    PrintedGame {
        name: "hensgens-5x5",
        about: "The principal variation of 5x5 (Hensgens' thesis, section 5.4.2)",
        board: "5x5",
        moves: "b1-b4 (d4) d5-b3 (b1) d1-c2 (d3) e4-e3 (c1) c2-c5 (c2) b5-c4 (d5) e2-d2(e2) \
            b3-b2(b3) a2-a3(a1) a4-b5(a4) a3-a2(a3) b2-c3(b2) b4-a5(b4) e3-e4(e3) d2-d1(d2) \
            e4-e5(e4) d1-e1(d1)",
    },
];

/// The printed game of this name.
///
/// ```
/// use lastmove_lab::printed_game;
/// assert_eq!(printed_game("yamazon-anky").unwrap().record().main_line().count(), 89);
/// assert!(printed_game("other").is_none());
/// ```
pub fn printed_game(name: &str) -> Option<&'static PrintedGame> {
    PRINTED.iter().find(|game| game.name == name)
}

impl PrintedGame {
    /// The game as a record, named by what is printed about it.
    ///
    /// # Panics
    /// Never for [`PRINTED`]: a test plays all of them.
    pub fn record(&self) -> GameRecord {
        let start = start::parse(self.board).expect("a board");
        let mut record = GameRecord::new(&start).expect("a position");
        let mut last = GameRecord::ROOT;
        record.set_text(last, "GN", self.about);
        for (_, text) in split_moves(self.moves) {
            let mv = parse_move(record.size(), text).expect("a move");
            last = record.add_move(last, mv).expect("a legal move");
        }
        record
    }

    /// The game in one line: the board, and its moves in our notation.
    pub fn line(&self) -> String {
        let record = self.record();
        let moves = record.main_line().filter_map(|node| node.played());
        let moves: Vec<String> =
            moves.map(|(_, mv)| mv.display(record.size()).to_string()).collect();
        format!("{} moves {}", self.board, moves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_game_is_legal() {
        let plies = PRINTED.map(|game| game.record().main_line().count() - 1);
        assert_eq!(plies, [88, 8, 17]);
    }
}
