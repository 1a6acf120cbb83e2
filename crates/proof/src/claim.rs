//! Claims of certificates.

use crate::rules::{Mover, State};
use lastmove_board::{Bits, Cell, Diagram, DiagramError, Side, Size, SizeError, transposed};
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

    /// The two sides; the one that starts comes first.
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

/// The name of a side: `white`, `black`, `vertical` or `horizontal`.
pub const fn side_name(side: Side) -> &'static str {
    side.name()
}

/// Why a text or a position is not a claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// The name of the game is unknown.
    #[error("'{0}' is not a game; expected amazons or domineering")]
    Game(String),
    /// The text does not name a winner of this game.
    #[error("'{found}' is not a winner; expected {expected}")]
    Winner {
        /// what was found
        found: String,
        /// the names that the game has
        expected: &'static str,
    },
    /// The position names no side to move.
    #[error("the position names no side to move")]
    NoSide,
    /// The side to move, or the winner, belongs to the other game.
    #[error("the side does not belong to {0}")]
    WrongSide(Game),
    /// The board has a square that does not exist in the game.
    #[error("the position has a square that {0} does not know")]
    Cell(Game),
    /// A word is missing.
    #[error("expected a game, a board or position, and a winner, such as \"amazons 4x5 black\"")]
    Incomplete,
    /// The name of the board has no start position.
    #[error("'{0}' is no board of {1}")]
    Board(String, Game),
    /// The text is not a position string.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The text is not a size.
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
    /// A claim about `diagram`, which must name the side to move.
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

    /// Whether this claim is another one with rows and columns exchanged, and with them the players:
    /// one follows from the other, and certificates prove the first only.
    pub(crate) fn is_transposed(&self, other: &Self) -> bool {
        let empty = |claim: &Self| claim.state::<u128>().empty;
        self.game == Game::Domineering
            && other.game == Game::Domineering
            && self.size() == other.size().transposed()
            && self.to_move != other.to_move
            && self.winner != other.winner
            && empty(self) == transposed(other.size(), empty(other))
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

    /// The claim's view of a position of its game.
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

pub(crate) fn parse_side(game: Game, text: &str) -> Result<Side, ClaimError> {
    let found = game.sides().into_iter().find(|&side| side_name(side).eq_ignore_ascii_case(text));
    found.ok_or_else(|| ClaimError::Winner {
        found: shorten(text),
        expected: match game {
            Game::Amazons => "white or black",
            Game::Domineering => "vertical, horizontal, V, H, 1 or 2",
        },
    })
}

pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A position of a certificate as sets of squares, 128 bits each, squares in reading order. Squares
/// in none of the sets are burnt or occupied.
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

    /// A position of Domineering with rows and columns exchanged, and with them the players.
    pub(crate) fn transposed(&self) -> Self {
        let [first, second] = Game::Domineering.sides();
        Self {
            size: self.size.transposed(),
            white: 0,
            black: 0,
            empty: transposed(self.size, self.empty),
            to_move: if self.to_move == first { second } else { first },
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_diagram().fmt(f)
    }
}
