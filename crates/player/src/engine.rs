//! The engine: one type for all games, players and widths of boards.

use crate::limits::Deadline;
use crate::{Amazons, Analysis, MoveLimits, Options, Playable};
use lastmove_amazons::PositionError;
use lastmove_board::{Diagram, Size};
use lastmove_work::Cancel;

/// Plays a game on any board of up to 128 squares.
///
/// ```
/// use lastmove_board::{Side, Size};
/// use lastmove_domineering::{Player, Position};
/// use lastmove_player::{Engine, MoveLimits, Options};
/// use lastmove_work::Cancel;
///
/// let mut engine = Engine::new(Options::default());
/// engine.set_position(Size::new(4, 4).unwrap(), &Position::new(0xffff, Player::Vertical));
/// let report = engine.think(&MoveLimits::default(), &Cancel::new(), &mut |_| {});
/// assert_eq!(report.proven, Some(Side::Vertical)); // 4x4 is won by whoever starts
/// ```
pub struct Engine<P: Playable = Amazons> {
    options: Options,
    mind: Option<(Size, Box<dyn Mind<P>>)>,
}

impl<P: Playable> Engine<P> {
    /// An engine without a position. In Domineering it uses threads, memory, level, seed and count of
    /// the options, and level and share of the strong player's settings.
    pub fn new(options: Options) -> Self {
        Self { options, mind: None }
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything, as before a new game. Its random numbers are others from now on: a level
    /// that misjudges does not do so alike in every game.
    pub fn clear(&mut self) {
        self.mind = None;
        self.options.seed = self.options.seed.wrapping_add(1);
    }

    /// Sets the position to think about; keeps what it knows if it follows from the last one.
    ///
    /// # Panics
    /// If the position does not fit the board.
    pub fn set_position(&mut self, size: Size, position: &P) {
        assert!(position.fits(size), "the position does not fit {size}");
        match &mut self.mind {
            Some((board, mind)) if *board == size => mind.set_position(position),
            mind => *mind = Some((size, P::new_mind(size, position, &self.options))),
        }
    }

    /// Thinks until a limit, a proof, or `cancel`; calls `report` a few times a second, in
    /// Domineering after every depth. The last report is returned. Without a position there is
    /// nothing to say.
    pub fn think(
        &mut self,
        limits: &MoveLimits,
        cancel: &Cancel,
        report: &mut dyn FnMut(&Analysis<P>),
    ) -> Analysis<P> {
        let deadline = Deadline::new(limits, cancel, self.options.count);
        match &mut self.mind {
            None => Analysis::default(),
            Some((_, mind)) => mind.think(&deadline, report),
        }
    }

    /// Shows every position of the search tree that was visited so often: the position, the chance of
    /// its side to move by the search, and its visits. A player without a tree shows none.
    ///
    /// ```
    /// use lastmove_amazons::start;
    /// use lastmove_player::{Engine, MoveLimits, Options};
    /// use lastmove_work::Cancel;
    ///
    /// let mut engine = Engine::new(Options::default());
    /// engine.set_diagram(&start::parse("6x6").unwrap()).unwrap();
    /// let limits = MoveLimits { nodes: Some(200), ..MoveLimits::default() };
    /// engine.think(&limits, &Cancel::new(), &mut |_| {});
    /// let mut most = 0;
    /// engine.for_each_position(20, &mut |_, _, visits| most = visits.max(most));
    /// assert!(most >= 199); // the position it thought about
    /// ```
    pub fn for_each_position(&self, least: u32, show: &mut dyn FnMut(&P, f32, u32)) {
        if let Some((_, mind)) = &self.mind {
            mind.for_each_position(least, show);
        }
    }
}

impl Engine {
    /// Like [`Engine::set_position`] with a diagram that names the side to move.
    ///
    /// # Errors
    /// If the diagram is no position of Amazons.
    pub fn set_diagram(&mut self, diagram: &Diagram) -> Result<(), PositionError> {
        self.set_position(diagram.size(), &Amazons::from_diagram(diagram)?);
        Ok(())
    }
}

/// What an [`Engine`] thinks with: a player of one kind on a board of one width, since small boards
/// are thought about in one machine word.
pub trait Mind<P: Playable>: Send {
    /// Sets the position, on the board of the one before.
    fn set_position(&mut self, position: &P);
    /// Thinks; see [`Engine::think`].
    fn think(&mut self, deadline: &Deadline, report: &mut dyn FnMut(&Analysis<P>)) -> Analysis<P>;
    /// Shows its tree; see [`Engine::for_each_position`].
    fn for_each_position(&self, _least: u32, _show: &mut dyn FnMut(&P, f32, u32)) {}
}
