//! `show --distances`: the distance of each square from each side in queen's moves, and the side
//! that is nearer (Müller and Tegos, figures 20 and 21).

use crate::{Failure, boards};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Diagram, Game, Geometry, Square};
use lastmove_draw::{BoardDrawing, Mark, gallery};
use lastmove_player::eval::PositionEvaluator;
use schemars::JsonSchema;
use serde::Serialize;

/// Width of the drawing of three boards.
const WIDTH: f64 = 1400.0;
const COLOURS: [&str; 3] = ["#5b6770", "#f2b84b", "#9aa5ad"];

/// Distances of all squares in reading order; `null` where a side does not come.
#[derive(Serialize, JsonSchema)]
pub(super) struct DistanceMaps {
    black: Vec<Option<usize>>,
    white: Vec<Option<usize>>,
    /// squares that Black reaches first
    black_points: u32,
    white_points: u32,
    neutral_points: u32,
}

/// The maps of one position.
pub(super) struct Distances {
    diagram: Diagram,
    /// squares by distance, from 1, of Black and of White
    waves: [Vec<u128>; 2],
}

impl Distances {
    pub(super) fn of(game: Game, diagram: &Diagram) -> Result<Self, Failure> {
        if game == Game::Domineering {
            return Err(Failure::input_line("--distances: Domineering has no amazons"));
        }
        let geometry = Geometry::<u128>::new(diagram.size());
        let position = Position::<u128>::with_side(diagram, Colour::White)
            .map_err(|e| boards::bad(&diagram.to_string(), e))?;
        let evaluator = PositionEvaluator::new(&geometry);
        let waves = [Colour::Black, Colour::White]
            .map(|side| evaluator.queen_distances(position.amazons(side), position.empty()));
        Ok(Self { diagram: diagram.clone(), waves })
    }

    /// The distance of a square from a side.
    fn distance(&self, side: usize, square: Square) -> Option<usize> {
        let wave = self.waves[side].iter().position(|wave| wave.has(square));
        wave.map(|distance| distance + 1)
    }

    /// The squares that Black reaches first, that White reaches first, and the neutral ones.
    fn owners(&self) -> [u128; 3] {
        let mut owners = [0; 3];
        let reached = self.waves.iter().flatten().fold(0, |all, wave| all | wave);
        for square in reached.squares() {
            let [black, white] =
                [0, 1].map(|side| self.distance(side, square).unwrap_or(usize::MAX));
            let owner = if black == white { 2 } else { usize::from(white < black) };
            owners[owner] |= u128::bit(square);
        }
        owners
    }

    pub(super) fn fields(&self) -> DistanceMaps {
        let squares = self.diagram.size().squares() as Square;
        let map = |side: usize| (0..squares).map(|s| self.distance(side, s)).collect();
        let [black_points, white_points, neutral_points] = self.owners().map(|set| set.count());
        DistanceMaps { black: map(0), white: map(1), black_points, white_points, neutral_points }
    }

    /// The distances of one side as marks.
    fn map(&self, side: usize) -> BoardDrawing<'_> {
        let mark = |(wave, square): (usize, Square)| {
            let digit = char::from_digit(wave as u32 + 1, 36).unwrap_or('+');
            let (squares, label) = (u128::bit(square), (wave + 1).to_string());
            Mark { squares, letter: digit, label, colour: COLOURS[side] }
        };
        let waves = self.waves[side].iter().enumerate();
        let marks = waves.flat_map(|(wave, set)| set.squares().map(move |square| (wave, square)));
        BoardDrawing::new(&self.diagram, Game::Amazons).marks(marks.map(mark))
    }

    /// The owner of each square.
    fn evaluation(&self) -> BoardDrawing<'_> {
        let marks = self.owners().into_iter().zip(['b', 'w', '?']).zip(COLOURS);
        let marks = marks.flat_map(|((set, letter), colour)| {
            set.squares().map(move |square| {
                let label = letter.to_string();
                Mark { squares: u128::bit(square), letter, label, colour }
            })
        });
        BoardDrawing::new(&self.diagram, Game::Amazons).marks(marks)
    }

    /// The three boards with their captions.
    fn boards(&self) -> [(BoardDrawing<'_>, String); 3] {
        let [black, white, neutral] = self.owners().map(|set| set.count());
        let nearer = format!("nearer: Black {black}, White {white}, neutral {neutral}");
        [
            (self.map(0), "queen's moves from Black".to_owned()),
            (self.map(1), "queen's moves from White".to_owned()),
            (self.evaluation(), nearer),
        ]
    }

    pub(super) fn text(&self, ascii: bool) -> String {
        let board = |(board, caption): (BoardDrawing<'_>, String)| {
            format!("\n{caption}\n\n{}", board.ascii(ascii))
        };
        self.boards().map(board).concat()
    }

    pub(super) fn svg(&self) -> String {
        let boards = self.boards().map(|(board, caption)| (board.svg(), caption));
        gallery(&self.diagram.to_string(), WIDTH, &boards)
    }
}
