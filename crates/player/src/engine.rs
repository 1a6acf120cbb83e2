//! The Amazons engine: one public type over boards of both widths.

use crate::classical::Classical;
use crate::limits::Deadline;
use crate::strong::Strong;
use crate::{Kind, Limits, Options, Report};
use lastmove_amazons::{Position, PositionError};
use lastmove_board::{Bits, Diagram, Geometry, Size};
use lastmove_work::Cancel;

/// Plays Amazons on any board of up to 128 squares.
pub struct Engine {
    options: Options,
    size: Size,
    mind: Option<Mind>,
}

/// Boards of up to 64 squares think in one machine word.
enum Mind {
    Narrow(Core<u64>),
    Wide(Core<u128>),
}

impl Engine {
    /// An engine without a position.
    pub fn new(options: Options) -> Self {
        let size = Size::new(1, 1).unwrap_or_else(|_| unreachable!("a board of one square"));
        Self { options, size, mind: None }
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.mind = None;
    }

    /// Sets the position to think about; keeps what it knows if it follows from the last one.
    ///
    /// # Panics
    /// If the position does not fit the board.
    pub fn set_position(&mut self, size: Size, position: &Position<u128>) {
        let all = position.white() | position.black() | position.empty();
        assert!(all & !u128::first_n(size.squares()) == 0, "the position does not fit {size}");
        if size != self.size {
            self.size = size;
            self.mind = None;
        }
        match &mut self.mind {
            Some(Mind::Narrow(core)) => core.set_position(narrow(position)),
            Some(Mind::Wide(core)) => core.set_position(*position),
            None if size.squares() <= 64 => {
                let core = Core::new(size, narrow(position), &self.options);
                self.mind = Some(Mind::Narrow(core));
            }
            None => {
                let core = Core::new(size, *position, &self.options);
                self.mind = Some(Mind::Wide(core));
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
        limits: &Limits,
        cancel: &Cancel,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let deadline = Deadline::new(limits, cancel);
        match &mut self.mind {
            None => Report::default(),
            Some(Mind::Narrow(core)) => core.think(&deadline, report),
            Some(Mind::Wide(core)) => core.think(&deadline, report),
        }
    }
}

fn narrow<B: Bits>(position: &Position<u128>) -> Position<B> {
    let [white, black, empty] =
        [position.white(), position.black(), position.empty()].map(B::narrow);
    Position::new(white, black, empty, position.to_move())
}

/// The player that thinks. There is one in an engine, so its size does not matter.
#[allow(clippy::large_enum_variant)]
enum Core<B> {
    Strong(Box<Strong<B>>),
    Classical(Box<Classical<B>>),
}

impl<B: Bits> Core<B> {
    fn new(size: Size, position: Position<B>, options: &Options) -> Self {
        let geometry = Geometry::new(size);
        match &options.kind {
            Kind::Strong(settings) => {
                let player = Strong::new(geometry, position, settings.clone(), options);
                Self::Strong(Box::new(player))
            }
            Kind::Classical(settings) => {
                let player = Classical::new(geometry, position, settings.clone(), options);
                Self::Classical(Box::new(player))
            }
        }
    }

    fn set_position(&mut self, position: Position<B>) {
        match self {
            Self::Strong(player) => player.set_position(position),
            Self::Classical(player) => player.set_position(position),
        }
    }

    fn think(&mut self, deadline: &Deadline<'_>, report: &mut dyn FnMut(&Report)) -> Report {
        match self {
            Self::Strong(player) => player.think(deadline, report),
            Self::Classical(player) => player.think(deadline, report),
        }
    }
}
