//! The engine: one type for all games, players and widths of boards.

use crate::limits::Deadline;
use crate::{Amazons, Analysis, EngineOptions, MoveLimits, Playable, Thinker};
use lastmove_amazons::PositionError;
use lastmove_board::{Diagram, Size};
use lastmove_work::Cancel;

/// Plays a game on any board of up to 128 squares.
///
/// ```
/// use lastmove_board::{Side, Size};
/// use lastmove_domineering::{Orientation, Position};
/// use lastmove_player::{Engine, MoveLimits, EngineOptions};
/// use lastmove_work::Cancel;
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.set_position(Size::new(4, 4).unwrap(), &Position::new(0xffff, Orientation::Vertical));
/// let report = engine.think(&MoveLimits::default(), &Cancel::new(), &mut |_| {});
/// assert_eq!(report.proven, Some(Side::Vertical)); // 4x4 is won by whoever starts
/// ```
pub struct Engine<P: Playable = Amazons> {
    options: EngineOptions,
    /// the board, the position to think about, and who thinks
    thinker: Option<(Size, P, Thinker<P>)>,
}

impl<P: Playable> Engine<P> {
    /// An engine without a position. In Domineering it uses threads, memory, level, seed and count of
    /// the options, and level and share of the strong player's settings.
    pub fn new(options: EngineOptions) -> Self {
        Self { options, thinker: None }
    }

    /// The options of the engine.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Forgets all positions, as before a new game. The random numbers change, so that a weak level
    /// makes other mistakes in the next game.
    pub fn clear(&mut self) {
        self.thinker = None;
        self.options.seed = self.options.seed.wrapping_add(1);
    }

    /// Sets the position to think about; keeps the results of the last search if the position
    /// follows from the last one.
    ///
    /// # Panics
    /// If the position does not fit the board.
    pub fn set_position(&mut self, size: Size, position: &P) {
        assert!(position.fits(size), "the position does not fit {size}");
        match &mut self.thinker {
            Some((board, at, _)) if *board == size => *at = *position,
            none => *none = Some((size, *position, position.thinker(size, &self.options))),
        }
    }

    /// Thinks until a limit, a proof, or `cancel`; calls `report` a few times a second, in
    /// Domineering after every depth. Returns the last report. Without a position the analysis is
    /// empty.
    pub fn think(
        &mut self,
        limits: &MoveLimits,
        cancel: &Cancel,
        report: &mut dyn FnMut(&Analysis<P>),
    ) -> Analysis<P> {
        let deadline = Deadline::new(limits, cancel, self.options.count);
        match &mut self.thinker {
            None => Analysis::default(),
            Some((_, position, thinker)) => thinker(position, &deadline, report),
        }
    }
}

impl Engine {
    /// Like [`Engine::set_position`] with a diagram that names the side to move.
    ///
    /// # Errors
    /// If the diagram is not a position of Amazons.
    pub fn set_diagram(&mut self, diagram: &Diagram) -> Result<(), PositionError> {
        self.set_position(diagram.size(), &Amazons::from_diagram(diagram)?);
        Ok(())
    }
}
