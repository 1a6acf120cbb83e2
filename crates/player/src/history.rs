//! A game in progress: where it began and what was played.

use lastmove_amazons::sgf::Record;
use lastmove_amazons::{Colour, IllegalMove, Move, Position, PositionError};
use lastmove_board::{Diagram, Geometry, Size};

/// A game in progress. Every move in it is legal.
///
/// ```
/// use lastmove_amazons::{ParseOn, start};
/// use lastmove_player::History;
/// let mut game = History::new(&start::parse("5x6").unwrap()).unwrap();
/// game.play("b1-b4/d4".parse_on(game.size()).unwrap()).unwrap();
/// assert_eq!(game.moves().len(), 1);
/// game.undo();
/// assert_eq!(game.position(), game.start());
/// ```
#[derive(Clone, Debug)]
pub struct History {
    geometry: Geometry<u128>,
    /// the start, and the position after each move
    positions: Vec<Position<u128>>,
    moves: Vec<Move>,
}

impl History {
    /// A game that begins with this position.
    ///
    /// # Errors
    /// If the diagram is no position of Amazons or names no side to move.
    pub fn new(start: &Diagram) -> Result<Self, PositionError> {
        let position = Position::from_diagram(start)?;
        let geometry = Geometry::new(start.size());
        Ok(Self { geometry, positions: vec![position], moves: Vec::new() })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }
    /// Its lines.
    pub fn geometry(&self) -> &Geometry<u128> {
        &self.geometry
    }
    /// Where it began.
    pub fn start(&self) -> &Position<u128> {
        &self.positions[0]
    }
    /// Where it stands.
    pub fn position(&self) -> &Position<u128> {
        &self.positions[self.moves.len()]
    }
    /// Where it stands, as a diagram.
    pub fn diagram(&self) -> Diagram {
        self.position().to_diagram(self.size())
    }
    /// What was played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
    /// Whose move it is.
    pub fn to_move(&self) -> Colour {
        self.position().to_move()
    }
    /// Who has won: the side to move has no move.
    pub fn winner(&self) -> Option<Colour> {
        let me = self.to_move();
        (!self.position().can_move(&self.geometry, me)).then_some(me.opponent())
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_as(self.to_move(), mv)
    }

    /// Plays a move of either side, in turn or not.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play_as(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        let after = self.with_turn(colour).play(&self.geometry, mv)?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// The position with this side to move.
    pub fn with_turn(&self, colour: Colour) -> Position<u128> {
        let position = *self.position();
        if position.to_move() == colour { position } else { position.passed() }
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The game for a file.
    ///
    /// # Errors
    /// If a side moved out of turn, which a file cannot say.
    pub fn record(&self) -> Result<Record, IllegalMove> {
        let start = self.start().to_diagram(self.size());
        let mut record =
            Record::new(&start).unwrap_or_else(|_| unreachable!("the start is a position"));
        let mut at = Record::ROOT;
        for &mv in &self.moves {
            at = record.add_move(at, mv)?;
        }
        Ok(record)
    }
}
