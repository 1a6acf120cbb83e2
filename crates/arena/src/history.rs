//! A game in progress: its start position and its moves.

use lastmove_amazons::Move;
use lastmove_amazons::sgf::{GameRecord, NodeId};
use lastmove_board::{Diagram, GamePosition, Geometry, Side, Size};
use lastmove_player::{Amazons, Playable};

/// A game in progress. Every move in it is legal.
///
/// ```
/// use lastmove_amazons::{ParseOn, start};
/// use lastmove_arena::History;
/// use lastmove_player::Amazons;
/// let mut game = History::<Amazons>::new(&start::parse("5x6").unwrap()).unwrap();
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

impl<P: Playable> History<P> {
    /// A game that begins with this position.
    ///
    /// # Errors
    /// If the diagram is not a position of the game.
    pub fn new(start: &Diagram) -> Result<Self, P::PositionError> {
        Ok(Self::from_position(start.size(), P::from_diagram(start)?))
    }

    /// A game that begins with this position on a board of this size.
    pub fn from_position(size: Size, start: P) -> Self {
        Self { geometry: Geometry::new(size), positions: vec![start], moves: Vec::new() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }
    /// The lines of the board.
    pub fn geometry(&self) -> &Geometry<u128> {
        &self.geometry
    }
    /// The start position.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }
    /// The start, and the position after each move.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
    /// The current position.
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }
    /// The current position as a diagram.
    pub fn diagram(&self) -> Diagram {
        self.position().diagram(self.size())
    }
    /// The moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }
    /// The names of the moves.
    pub fn move_names(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| P::move_name(mv, self.size())).collect()
    }
    /// Whose move it is.
    pub fn to_move(&self) -> Side {
        self.position().side()
    }
    /// The winner, if the side to move has no move.
    pub fn winner(&self) -> Option<Side> {
        let stuck = self.position().moves(&self.geometry).next().is_none();
        stuck.then(|| self.to_move().opponent())
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
    pub fn play_as(&mut self, player: Side, mv: P::Move) -> Result<(), P::IllegalMove> {
        let after = self.with_turn(player).play(&self.geometry, mv)?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// The position with this side to move.
    pub fn with_turn(&self, player: Side) -> P {
        let position = *self.position();
        if position.side() == player { position } else { position.passed() }
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The game as an SGF record, which only Amazons has.
    ///
    /// # Errors
    /// In Domineering, or if a side moved out of turn, which the record has no way to express.
    pub fn record(&self) -> Result<GameRecord, String> {
        let start = self.start().diagram(self.size());
        let mut record = GameRecord::new(&start).map_err(|e| e.to_string())?;
        let end = self.add_line(&mut record, GameRecord::ROOT, 0, &self.moves);
        match record.line_to(end).len() > self.moves.len() {
            true => Ok(record),
            false => Err("a side moved out of turn".to_owned()),
        }
    }

    /// Adds a line of moves, which begins in the position after `ply` moves, to an SGF record after
    /// the node `at`, as far as the moves are legal. Returns the last node.
    pub fn add_line(
        &self,
        record: &mut GameRecord,
        mut at: NodeId,
        ply: usize,
        moves: &[P::Move],
    ) -> NodeId {
        let mut position = self.positions[ply];
        for &mv in moves {
            let [from, to, arrow] = position.move_squares(mv, self.size())[..] else { break };
            let Ok(next) = record.add_move(at, Move { from, to, arrow }) else { break };
            position = position.child(&self.geometry, mv);
            at = next;
        }
        at
    }

    /// The main line of an SGF record. A set-up in the middle of a game starts it anew.
    ///
    /// # Errors
    /// In Domineering.
    pub fn from_record(record: &GameRecord) -> Result<Self, String> {
        let line: Vec<_> = record.main_line().collect();
        let first = line.iter().rposition(|node| node.played().is_none()).unwrap_or(0);
        let start = line[first].position().diagram(record.size());
        let mut game = Self::new(&start).map_err(|e| e.to_string())?;
        for (colour, mv) in line[first + 1..].iter().filter_map(|node| node.played()) {
            let mv = P::move_of(&[mv.from, mv.to, mv.arrow]).ok_or("not a move of this game")?;
            game.play_as(colour.side(), mv).map_err(|e| e.to_string())?;
        }
        Ok(game)
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

    /// Reads such a line; the position may be the name of a board, as in `10x10`.
    ///
    /// # Errors
    /// If the line is not a game. The error says in one line what is wrong.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let (board, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let board = P::read_board(board.trim())?;
        let mut game = Self::new(&board).map_err(|e| e.to_string())?;
        for (_, text) in P::split_moves(moves) {
            let at = |problem: String| format!("'{text}': {problem}");
            let mv = P::read_move(game.size(), text).map_err(at)?;
            game.play(mv).map_err(|e| at(e.to_string()))?;
        }
        Ok(game)
    }
}
