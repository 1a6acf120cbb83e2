//! The claims that a reader expects of a certificate.

use crate::claim::{Claim, ClaimError, Game, parse_side, shorten};
use crate::start;
use lastmove_board::{Diagram, Side};
use std::fmt;
use std::str::FromStr;

/// The claims that a reader expects of a file, such as `amazons 4x5 black` or `domineering 4x4 1`.
///
/// The board is a name, also as sources print it (`4 × 5`), or a position string; capitals are read
/// like small letters. A side to move may follow the board; without one, the name of an Amazons
/// board means White to move, and anything else means any side. In Domineering the winner is
/// `vertical` or `horizontal` (of every claim in the file about the position) or a class `V`, `H`,
/// `1`, `2`, which takes both claims.
///
/// ```
/// use lastmove_proof::{Claim, Expect};
/// let expect: Expect = "amazons 4x5 black".parse().unwrap();
/// let claim: Claim = "amazons 1qq1/q2q/4/Q2Q/1QQ1 w black".parse().unwrap();
/// assert!(expect.met_by(&[claim]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    text: String,
    game: Game,
    board: Diagram,
    winner: Wanted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Side(Side),
    FirstPlayer,
    SecondPlayer,
    Both(Side),
}

impl Expect {
    /// Whether the claims of a file are the expected ones: all of them about this position and with
    /// this winner.
    pub fn met_by(&self, claims: &[Claim]) -> bool {
        let position = |claim: &Claim| {
            claim.game() == self.game
                && claim.size() == self.board.size()
                && claim.diagram().cells() == self.board.cells()
        };
        let sides_named = match self.board.side() {
            Some(side) => claims.len() == 1 && claims[0].to_move() == side,
            None => true,
        };
        let opens_both = self.game.sides().iter().all(|s| claims.iter().any(|c| c.to_move() == *s));
        let won = match self.winner {
            Wanted::Side(side) => claims.iter().all(|c| c.winner() == side),
            Wanted::Both(side) => opens_both && claims.iter().all(|c| c.winner() == side),
            Wanted::FirstPlayer => opens_both && claims.iter().all(|c| c.winner() == c.to_move()),
            Wanted::SecondPlayer => opens_both && claims.iter().all(|c| c.winner() != c.to_move()),
        };
        !claims.is_empty() && claims.iter().all(position) && sides_named && won
    }
}

/// Expects exactly this claim: its position, its side to move and its winner.
impl From<&Claim> for Expect {
    fn from(claim: &Claim) -> Self {
        Self {
            text: claim.to_string(),
            game: claim.game(),
            board: claim.diagram().clone(),
            winner: Wanted::Side(claim.winner()),
        }
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Expect {
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Self, ClaimError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [game, board @ .., winner] = &words[..] else { return Err(ClaimError::Incomplete) };
        let game = read_game(game)?;
        let board = start::read_board(game, board)?;
        let winner = match (game, *winner) {
            (Game::Domineering, "1") => Wanted::FirstPlayer,
            (Game::Domineering, "2") => Wanted::SecondPlayer,
            (Game::Domineering, "V" | "v") => Wanted::Both(Side::Vertical),
            (Game::Domineering, "H" | "h") => Wanted::Both(Side::Horizontal),
            _ => Wanted::Side(parse_side(game, winner)?),
        };
        if board.side().is_some_and(|side| !game.sides().contains(&side)) {
            return Err(ClaimError::WrongSide(game));
        }
        Ok(Self { text: words.join(" "), game, board, winner })
    }
}

/// The game with this name, in small letters or capitals; certificates write it in small letters
/// only.
fn read_game(word: &str) -> Result<Game, ClaimError> {
    word.to_ascii_lowercase().parse().map_err(|_| ClaimError::Game(shorten(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(expect: &str, claims: &[&str]) -> bool {
        let claims: Vec<Claim> = claims.iter().map(|c| c.parse().unwrap()).collect();
        expect.parse::<Expect>().unwrap().met_by(&claims)
    }

    #[test]
    fn expectations() {
        let corner = "amazons 1qq1/q2q/4/Q2Q/1QQ1 w black";
        assert!(met("amazons 4x5 black", &[corner]));
        assert!(met("amazons 4x5 w black", &[corner]));
        assert!(met("amazons 4x5-corner black", &[corner]));
        assert!(met("amazons 1qq1/q2q/4/Q2Q/1QQ1 black", &[corner]));
        assert!(met("amazons 5x6-two white", &["amazons 5/q3q/5/5/Q3Q/5 w white"]));
        assert!(met("amazons 4x3-one black", &["amazons 2q1/4/1Q2 w black"]));
        assert!(met("amazons 5x3-one w black", &["amazons 2q2/5/2Q2 w black"]));
        assert!("amazons 5x3-two black".parse::<Expect>().is_err());
        assert!("amazons 5x1-one black".parse::<Expect>().is_err());
        assert!(!met("amazons 4x5 white", &[corner]));
        assert!(!met("amazons 5x4 black", &[corner]));
        assert!(!met("amazons 4x5 b black", &[corner]));
        assert!(!met("amazons 4x5 black", &[]));
        let both = ["domineering 2/2 v vertical", "domineering 2/2 h horizontal"];
        assert!(met("domineering 2x2 1", &both));
        assert!(!met("domineering 2x2 2", &both));
        assert!(!met("domineering 2x2 V", &both));
        assert!(!met("domineering 2x2 1", &both[..1]));
        assert!(met("domineering 2x2 v vertical", &both[..1]));
        assert!(!met("domineering 2x2 vertical", &both));
        // rows x columns
        assert!(met(
            "domineering 1x2 H",
            &["domineering 2 v horizontal", "domineering 2 h horizontal"]
        ));
    }

    #[test]
    fn a_claim_expects_itself() {
        let both = ["domineering 2/2 v vertical", "domineering 2/2 h horizontal"];
        let claims = both.map(|claim| claim.parse::<Claim>().unwrap());
        let expect = Expect::from(&claims[0]);
        assert_eq!(both[0].parse(), Ok(expect.clone()));
        assert!(expect.met_by(&claims[..1]));
        assert!(!expect.met_by(&claims[1..]) && !expect.met_by(&claims));
    }

    #[test]
    fn printed_names() {
        let corner = "amazons 1qq1/q2q/4/Q2Q/1QQ1 w black";
        for name in [
            "amazons 4 × 5 black",
            r"amazons 4 \times 5 black",
            "Amazons 4×5 Black",
            "AMAZONS 4X5 BLACK",
            " amazons  4 x 5  w black",
            "amazons 4 x5-corner w black",
            "amazons 4 × 5 w - - 0 1 black",
            "amazons 4x5 - - 0 1 black",
        ] {
            assert!(met(name, &[corner]), "{name}");
        }
        assert!(!met("amazons 4 × 5 b black", &[corner]));
        assert!(!met("Amazons 5 × 4 Black", &[corner]));
        let both = ["domineering 2/2 v vertical", "domineering 2/2 h horizontal"];
        assert!(met("Domineering 2 × 2 1", &both));
        assert!(!met("Domineering 2 × 2 2", &both));
        assert!(met("domineering 2 × 2 V Vertical", &both[..1]));
        // a row of two squares, with Vertical to move
        let row = ["domineering 2 v horizontal"];
        assert!(met("domineering 2 v horizontal", &row));
        // a certificate itself must be written exactly
        assert!("Amazons q1Q/3 w white".parse::<Claim>().is_err());
    }

    #[test]
    fn errors() {
        for bad in [
            "",
            "amazons 4 × black",
            "amazons 4 × 5 z black",
            "amazons",
            "amazons 4x5",
            "chess 8x8 white",
            "amazons 4x5 red",
            "amazons 3x5 white",
            "amazons 3 × 5 white",
        ] {
            assert!(bad.parse::<Expect>().is_err(), "{bad}");
        }
        assert!("amazons 4/4 v white".parse::<Claim>().is_err());
        assert!("domineering q3/4 v vertical".parse::<Claim>().is_err());
        assert!("amazons b3/4 w white".parse::<Claim>().is_err());
    }
}
