//! `position startpos|fen … moves …`.

use crate::History;
use lastmove_board::Diagram;
use lastmove_player::Playable;

/// Reads the arguments of `position`.
pub(super) fn read<P: Playable>(startpos: &Diagram, words: &[&str]) -> Result<History<P>, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let diagram = match words[..end] {
        ["startpos"] => startpos.clone(),
        ["fen" | "sfen", ref fen @ ..] if !fen.is_empty() => {
            P::read_board(&fen.join(" ")).map_err(|e| format!("fen: {e}"))?
        }
        _ => return Err("expected position startpos, or position fen and a position".into()),
    };
    let mut game = History::<P>::new(&diagram).map_err(|e| format!("fen: {e}"))?;
    let moves = words[(end + 1).min(words.len())..].join(" ");
    for (i, (_, text)) in P::split_moves(&moves).enumerate() {
        let place = |problem: &dyn std::fmt::Display| format!("move {} '{text}': {problem}", i + 1);
        let mv = P::read_move(game.size(), text).map_err(|e| place(&e))?;
        game.play(mv).map_err(|e| place(&e))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_amazons::start;
    use lastmove_player::Amazons;

    #[test]
    fn positions_and_moves() {
        let startpos = start::parse("10x10").unwrap();
        let read = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            read::<Amazons>(&startpos, &words).map(|game| game.diagram().to_string())
        };
        let after = "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b";
        for spelling in ["d1d7,d7g7", "d1-d7 (g7)", "D1 - D7 × G7"] {
            assert_eq!(read(&format!("startpos moves {spelling}")).as_deref(), Ok(after));
        }
        assert_eq!(
            read("fen 3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 0 1").as_deref(),
            Ok(after)
        );
        assert!(read("startpos moves d1d7,d7g7 d1d7,d7g7").unwrap_err().contains("move 2"));
        assert!(read("fen").is_err() && read("").is_err() && read("fen 3q w").is_ok());
        assert!(read("fen 3q").is_err());
    }
}
