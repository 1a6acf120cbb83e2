//! A game in progress: where it began and what was played.

use lastmove_amazons::sgf::Record;
use lastmove_amazons::{IllegalMove, PositionError};
use lastmove_board::{Diagram, Geometry, Size};
use lastmove_player::{Amazons, Playable};

/// A game in progress. Every move in it is legal.
///
/// ```
/// use lastmove_amazons::{ParseOn, start};
/// use lastmove_arena::History;
/// let mut game = History::new(&start::parse("5x6").unwrap()).unwrap();
/// game.play("b1-b4/d4".parse_on(game.size()).unwrap()).unwrap();
/// assert_eq!(game.moves().len(), 1);
/// game.undo();
/// assert_eq!(game.position(), game.start());
/// ```
#[derive(Clone, Debug)]
pub struct History<P: Playable = Amazons> {
    geometry: Geometry<u128>,
    /// the start, and the position after each move
    positions: Vec<P>,
    moves: Vec<P::Move>,
}

impl History {
    /// A game of Amazons that begins with this position.
    ///
    /// # Errors
    /// If the diagram is no position of Amazons or names no side to move.
    pub fn new(start: &Diagram) -> Result<Self, PositionError> {
        Self::begin(start)
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

impl<P: Playable> History<P> {
    /// A game that begins with this position.
    ///
    /// # Errors
    /// If the diagram is no position of the game.
    pub fn begin(start: &Diagram) -> Result<Self, P::PositionError> {
        let position = P::read_position(start)?;
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
    pub fn start(&self) -> &P {
        &self.positions[0]
    }
    /// The start, and the position after each move.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
    /// Where it stands.
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }
    /// Where it stands, as a diagram.
    pub fn diagram(&self) -> Diagram {
        self.position().diagram(self.size())
    }
    /// What was played.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }
    /// What was played, as it is written.
    pub fn move_names(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| P::move_name(mv, self.size())).collect()
    }
    /// Whose move it is.
    pub fn to_move(&self) -> P::Player {
        self.position().player()
    }
    /// Who has won: the side to move has no move.
    pub fn winner(&self) -> Option<P::Player> {
        let stuck = self.position().tree_moves(&self.geometry).next().is_none();
        stuck.then(|| P::opponent(self.to_move()))
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, mv: P::Move) -> Result<(), P::IllegalMove> {
        self.play_as(self.to_move(), mv)
    }

    /// Plays a move of either side, in turn or not.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play_as(&mut self, player: P::Player, mv: P::Move) -> Result<(), P::IllegalMove> {
        let after = self.with_turn(player).after(&self.geometry, mv)?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// The position with this side to move.
    pub fn with_turn(&self, player: P::Player) -> P {
        let position = *self.position();
        if position.player() == player { position } else { position.pass() }
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The game as one line of text, `POSITION moves MOVE MOVE …`.
    ///
    /// ```
    /// use lastmove_arena::History;
    /// use lastmove_player::Domineering;
    /// let game = History::<Domineering>::from_line("2x3 moves 1,1 1,2").unwrap();
    /// assert_eq!(game.line(), "3/3 v moves 1,1 1,2");
    /// assert_eq!(History::<Domineering>::from_line(&game.line()).unwrap().line(), game.line());
    /// ```
    pub fn line(&self) -> String {
        let start = self.start().diagram(self.size());
        let moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("{start}{moves}{}", self.move_names().join(" "))
    }

    /// Reads such a line; the board may be named, as in `10x10`.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let (board, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let board = P::read_board(board.trim())?;
        let mut game = Self::begin(&board).map_err(|e| e.to_string())?;
        for (_, text) in P::split_moves(moves) {
            let at = |problem: String| format!("'{text}': {problem}");
            let mv = P::read_move(game.size(), text).map_err(at)?;
            game.play(mv).map_err(|e| at(e.to_string()))?;
        }
        Ok(game)
    }
}
