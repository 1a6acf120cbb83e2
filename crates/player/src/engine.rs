//! The Amazons engine: one public type over boards of both widths.

use crate::classical::Classical;
use crate::limits::Deadline;
use crate::strong::Strong;
use crate::{Analysis, Kind, MoveLimits, Options};
use lastmove_amazons::{Position, PositionError};
use lastmove_board::{Bits, Diagram, Geometry, Size, with_bits};
use lastmove_work::Cancel;

/// Plays Amazons on any board of up to 128 squares.
pub struct Engine {
    options: Options,
    mind: Option<(Size, Mind)>,
}

type Mind = Box<dyn Thinker<Position<u128>, Analysis>>;

impl Engine {
    /// An engine without a position.
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
    pub fn set_position(&mut self, size: Size, position: &Position<u128>) {
        let all = position.white() | position.black() | position.empty();
        assert!(all & !u128::first_n(size.squares()) == 0, "the position does not fit {size}");
        match &mut self.mind {
            Some((board, mind)) if *board == size => mind.set_position(position),
            mind => {
                let new = with_bits!(size, B => new_mind::<B>(size, position, &self.options));
                *mind = Some((size, new));
            }
        }
    }

    /// Like [`Engine::set_position`] with a diagram that names the side to move.
    ///
    /// # Errors
    /// If the diagram is no position of Amazons.
    pub fn set_diagram(&mut self, diagram: &Diagram) -> Result<(), PositionError> {
        self.set_position(diagram.size(), &Position::from_diagram(diagram)?);
        Ok(())
    }

    /// Thinks until a limit, a proof, or `cancel`; calls `report` a few times a second. The last
    /// report is returned. Without a position there is nothing to say.
    pub fn think(
        &mut self,
        limits: &MoveLimits,
        cancel: &Cancel,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
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
    pub fn for_each_position(&self, least: u32, show: &mut dyn FnMut(&Position<u128>, f32, u32)) {
        if let Some((_, mind)) = &self.mind {
            mind.for_each_position(least, show);
        }
    }
}

fn new_mind<B: Bits>(size: Size, position: &Position<u128>, options: &Options) -> Mind {
    let (geometry, position) = (Geometry::new(size), position.to_bits::<B>());
    match &options.kind {
        Kind::Strong(settings) => {
            Box::new(Strong::new(geometry, position, settings.clone(), options))
        }
        Kind::Classical(settings) => {
            Box::new(Classical::new(geometry, position, settings.clone(), options))
        }
    }
}

/// A player of one kind on a board of one width: small boards are thought about in one machine
/// word. `P` is the game's position, `R` what is said about it.
pub(crate) trait Thinker<P, R>: Send {
    /// Sets the position, on the board of the one before.
    fn set_position(&mut self, position: &P);
    /// Thinks; see [`Engine::think`].
    fn think(&mut self, deadline: &Deadline, report: &mut dyn FnMut(&R)) -> R;
    /// Shows its tree; see [`Engine::for_each_position`].
    fn for_each_position(&self, _least: u32, _show: &mut dyn FnMut(&P, f32, u32)) {}
}
