//! What a certificate claims, and what a reader expects it to claim.

use crate::rules::{Mover, State};
use lastmove_board::{Bits, Cell, Diagram, DiagramError, Side, Size, SizeError};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The game that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Amazons: sides White and Black
    Amazons,
    /// Domineering: sides Vertical and Horizontal
    Domineering,
}

impl Game {
    /// `amazons` or `domineering`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amazons => "amazons",
            Self::Domineering => "domineering",
        }
    }

    /// The two sides, the one that starts first.
    pub const fn sides(self) -> [Side; 2] {
        match self {
            Self::Amazons => [Side::White, Side::Black],
            Self::Domineering => [Side::Vertical, Side::Horizontal],
        }
    }
}

impl From<lastmove_board::Game> for Game {
    fn from(game: lastmove_board::Game) -> Self {
        match game {
            lastmove_board::Game::Amazons => Self::Amazons,
            lastmove_board::Game::Domineering => Self::Domineering,
        }
    }
}

impl From<Game> for lastmove_board::Game {
    fn from(game: Game) -> Self {
        match game {
            Game::Amazons => Self::Amazons,
            Game::Domineering => Self::Domineering,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Self, ClaimError> {
        let found = [Self::Amazons, Self::Domineering].into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| ClaimError::Game(shorten(text)))
    }
}

/// `white`, `black`, `vertical` or `horizontal`.
pub const fn side_name(side: Side) -> &'static str {
    side.name()
}

/// Why a text or a position makes no claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// Neither of the games.
    #[error("'{0}' is not a game; expected amazons or domineering")]
    Game(String),
    /// Not a winner's name.
    #[error("'{found}' is not a winner; expected {expected}")]
    Winner {
        /// what was found
        found: String,
        /// what the game knows
        expected: &'static str,
    },
    /// The position names no side to move.
    #[error("the position names no side to move")]
    NoSide,
    /// The side to move, or the winner, belongs to the other game.
    #[error("the side does not belong to {0}")]
    WrongSide(Game),
    /// Something on the board that the game does not have.
    #[error("the position has a square that {0} does not know")]
    Cell(Game),
    /// Too few words.
    #[error("expected a game, a board or position, and a winner, such as \"amazons 4x5 black\"")]
    Incomplete,
    /// A board name without a start position.
    #[error("'{0}' is no board of {1}")]
    Board(String, Game),
    /// Not a position string.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Not a size.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// One claim: in this position of this game, with this side to move, that side wins.
///
/// ```
/// use lastmove_proof::Claim;
/// let claim: Claim = "amazons q1Q/3 w white".parse().unwrap();
/// assert_eq!(claim.to_string(), "amazons q1Q/3 w white");
/// assert!("amazons q1Q/3 white".parse::<Claim>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    game: Game,
    diagram: Diagram,
    to_move: Side,
    winner: Side,
}

impl Claim {
    /// A claim about a diagram that names the side to move.
    pub fn new(game: Game, diagram: Diagram, winner: Side) -> Result<Self, ClaimError> {
        let to_move = diagram.side().ok_or(ClaimError::NoSide)?;
        if !game.sides().contains(&to_move) || !game.sides().contains(&winner) {
            return Err(ClaimError::WrongSide(game));
        }
        let known = |cell: &Cell| match cell {
            Cell::Empty | Cell::Burnt => true,
            Cell::White | Cell::Black => game == Game::Amazons,
            Cell::WhiteBlocker | Cell::BlackBlocker => false,
        };
        if !diagram.cells().iter().all(known) {
            return Err(ClaimError::Cell(game));
        }
        Ok(Self { game, diagram, to_move, winner })
    }

    /// Whether one certificate may make these claims: one, or two about a position of Domineering,
    /// with either player first.
    pub(crate) fn may_share_a_file(claims: &[Self]) -> bool {
        match claims {
            [_] => true,
            [first, second] => {
                first.game == Game::Domineering
                    && second.game == Game::Domineering
                    && first.size() == second.size()
                    && first.diagram.cells() == second.diagram.cells()
                    && first.to_move != second.to_move
            }
            _ => false,
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }
    /// The position with its side to move.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }
    /// The size of the board.
    pub fn size(&self) -> Size {
        self.diagram.size()
    }
    /// Whose move it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }
    /// Who wins.
    pub fn winner(&self) -> Side {
        self.winner
    }
    /// Who loses.
    pub fn loser(&self) -> Side {
        let [first, second] = self.game.sides();
        if self.winner == first { second } else { first }
    }

    pub(crate) fn mover(&self) -> Mover {
        if self.to_move == self.winner { Mover::Winner } else { Mover::Loser }
    }

    pub(crate) fn state<B: Bits>(&self) -> State<B> {
        let set = |side| match side {
            Side::White => self.diagram.set(Cell::White),
            Side::Black => self.diagram.set(Cell::Black),
            Side::Vertical | Side::Horizontal => B::NONE,
        };
        let empty = self.diagram.set(Cell::Empty);
        State { winner: set(self.winner), loser: set(self.loser()), empty }
    }

    /// A position of this game as the claim sees it.
    pub(crate) fn state_of<B: Bits>(&self, position: &Position) -> State<B> {
        let [white, black, empty] =
            [position.white, position.black, position.empty].map(|set| B::narrow(set));
        let (winner, loser) =
            if self.winner == Side::White { (white, black) } else { (black, white) };
        State { winner, loser, empty }
    }

    /// The claimed position.
    pub fn start(&self) -> Position {
        self.position(&self.state::<u128>(), self.mover())
    }

    pub(crate) fn position<B: Bits>(&self, state: &State<B>, mover: Mover) -> Position {
        let white_wins = self.winner == Side::White;
        let (white, black) =
            if white_wins { (state.winner, state.loser) } else { (state.loser, state.winner) };
        Position {
            size: self.size(),
            white: white.widen(),
            black: black.widen(),
            empty: state.empty.widen(),
            to_move: if mover == Mover::Winner { self.winner } else { self.loser() },
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.diagram, side_name(self.winner))
    }
}

impl FromStr for Claim {
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Self, ClaimError> {
        let (game, rest) = text.split_once(' ').ok_or(ClaimError::Incomplete)?;
        let (position, winner) = rest.rsplit_once(' ').ok_or(ClaimError::Incomplete)?;
        let game: Game = game.parse()?;
        let winner = parse_side(game, winner)?;
        Self::new(game, position.parse()?, winner)
    }
}

fn parse_side(game: Game, text: &str) -> Result<Side, ClaimError> {
    let found = game.sides().into_iter().find(|&side| side_name(side).eq_ignore_ascii_case(text));
    found.ok_or_else(|| ClaimError::Winner {
        found: shorten(text),
        expected: match game {
            Game::Amazons => "white or black",
            Game::Domineering => "vertical, horizontal, V, H, 1 or 2",
        },
    })
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A position in the terms of a certificate: sets of squares, 128 bits each, squares in reading
/// order. Squares in none of the sets are burnt or occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// the size of the board
    pub size: Size,
    /// the white amazons
    pub white: u128,
    /// the black amazons
    pub black: u128,
    /// the empty squares
    pub empty: u128,
    /// whose move it is
    pub to_move: Side,
}

impl Position {
    /// The position as a diagram.
    pub fn to_diagram(&self) -> Diagram {
        let sets =
            [(Cell::Empty, self.empty), (Cell::White, self.white), (Cell::Black, self.black)];
        Diagram::from_sets(self.size, &sets, Some(self.to_move))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_diagram().fmt(f)
    }
}

/// The claims that a reader expects of a file, such as `amazons 4x5 black` or `domineering 4x4 1`.
///
/// The board is a name, also as sources print it (`4 × 5`), or a position string; capitals are
/// read like small letters. A side to move may follow the board; without one, a board
/// name of Amazons means White to move, and anything else means any side. In Domineering the
/// winner is `vertical` or `horizontal` (of every claim in the file that is about the position)
/// or a class `V`, `H`, `1`, `2`, which takes both claims.
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
    /// Whether the claims of a file are the expected ones: all of them about this position, and
    /// with this winner.
    pub fn met_by(&self, claims: &[Claim]) -> bool {
        let position = |claim: &Claim| {
            claim.game == self.game
                && claim.diagram.size() == self.board.size()
                && claim.diagram.cells() == self.board.cells()
        };
        let sides_named = match self.board.side() {
            Some(side) => claims.len() == 1 && claims[0].to_move == side,
            None => true,
        };
        let opens_both = self.game.sides().iter().all(|s| claims.iter().any(|c| c.to_move == *s));
        let won = match self.winner {
            Wanted::Side(side) => claims.iter().all(|c| c.winner == side),
            Wanted::Both(side) => opens_both && claims.iter().all(|c| c.winner == side),
            Wanted::FirstPlayer => opens_both && claims.iter().all(|c| c.winner == c.to_move),
            Wanted::SecondPlayer => opens_both && claims.iter().all(|c| c.winner != c.to_move),
        };
        !claims.is_empty() && claims.iter().all(position) && sides_named && won
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
        let board = read_board(game, board)?;
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

/// The game that a reader names, in small letters or capitals; certificates write it only in small
/// ones.
fn read_game(word: &str) -> Result<Game, ClaimError> {
    word.to_ascii_lowercase().parse().map_err(|_| ClaimError::Game(shorten(word)))
}

/// The board that a reader names. A name may be printed with blanks, as in `4 × 5`, so that it is
/// the first one to three words that make it.
fn read_board(game: Game, words: &[&str]) -> Result<Diagram, ClaimError> {
    if words.is_empty() {
        return Err(ClaimError::Incomplete);
    }
    for end in 1..=words.len().min(3) {
        let (name, rest) = words.split_at(end);
        let Some(start) = start_position(game, &name.join(" "))? else { continue };
        // Read what follows as a position string would.
        return Ok(match rest {
            [] => start,
            ["-", ..] => format!("{start} {}", rest.join(" ")).parse()?,
            _ => format!("{} {}", start.with_side(None), rest.join(" ")).parse()?,
        });
    }
    Ok(words.join(" ").parse()?)
}

/// The start position of a named board; `None` if the text is not of the form `4x5`.
fn start_position(game: Game, name: &str) -> Result<Option<Diagram>, ClaimError> {
    let (numbers, layout) = name.split_once('-').unwrap_or((name, ""));
    let Some((first, second)) = Size::split_name(numbers) else { return Ok(None) };
    let unknown = || ClaimError::Board(shorten(name), game);
    if game == Game::Domineering {
        // rows x columns
        let size = Size::new(second, first)?;
        let empty = Diagram::new(size, vec![Cell::Empty; size.squares()], None);
        return if name.contains('-') { Err(unknown()) } else { Ok(Some(empty)) };
    }
    let size = Size::new(first, second)?;
    let (w, h) = (size.width(), size.height());
    // file and rank of the white amazons, counted from 1
    let white = match (layout, w, h) {
        ("", 10, 10) => [(1, 4), (4, 1), (7, 1), (10, 4)],
        ("", 8, 8) => [(1, 3), (3, 1), (6, 1), (8, 3)],
        ("", 7, 7) => [(1, 3), (3, 1), (5, 1), (7, 3)],
        ("inner", 6, 6) => [(1, 3), (3, 1), (4, 1), (6, 3)],
        ("" | "corner", 4.., 4..) => [(1, 2), (2, 1), (w - 1, 1), (w, 2)],
        _ => return Err(unknown()),
    };
    let mut cells = vec![Cell::Empty; size.squares()];
    for (file, rank) in white {
        cells[size.square(file - 1, h - rank) as usize] = Cell::White;
        cells[size.square(file - 1, rank - 1) as usize] = Cell::Black;
    }
    Ok(Some(Diagram::new(size, cells, Some(Side::White))))
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
        // a certificate itself is read to the letter
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
