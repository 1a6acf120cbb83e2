//! Making openings: a few moves that the player's search considers good, kept if the search finds
//! the position balanced.

use crate::History;
use lastmove_board::Diagram;
use lastmove_player::{Analysis, Engine, EngineOptions, MoveLimits, Playable, seeded_random};
use lastmove_work::{Cancel, Random};
use std::collections::HashSet;

/// The settings for making openings.
#[derive(Clone, Debug)]
pub struct OpeningMaker {
    /// how many openings to make
    pub count: usize,
    /// moves of each opening
    pub plies: usize,
    /// nodes of the search that decides whether a position is balanced
    pub nodes: u64,
    /// the most by which the probability that the side to move wins may differ from one half
    pub balance: f64,
    /// seed of the random numbers
    pub seed: u64,
    /// options of the engine
    pub options: EngineOptions,
}

/// How many of the best moves of a short search one is drawn from.
const CHOICES: usize = 8;
/// Nodes of the short search.
const SHORT: u64 = 30;
/// After this many attempts per opening the maker gives up.
const ATTEMPTS: usize = 200;

impl OpeningMaker {
    /// Makes openings from a start position and calls `made` with each. There are fewer if
    /// cancelled or if the maker gives up. No opening is a mirror image of another.
    ///
    /// # Errors
    /// If the diagram is no position of the game.
    pub fn run<P: Playable>(
        &self,
        start: &Diagram,
        cancel: &Cancel,
        made: &mut dyn FnMut(&History<P>, f64),
    ) -> Result<(), P::PositionError> {
        let mut engine = Engine::<P>::new(self.options.clone());
        let mut random = seeded_random(self.seed);
        let mut known: HashSet<String> = HashSet::new();
        let mut found = 0;
        for _ in 0..self.count * ATTEMPTS {
            if found == self.count || cancel.is_cancelled() {
                break;
            }
            let Some(game) = self.draw::<P>(start, &mut engine, &mut random, cancel)? else {
                continue;
            };
            let normal = game.position().normal_form(game.geometry());
            if !known.insert(normal.diagram(game.size()).to_string()) {
                continue;
            }
            let report = self.think(&mut engine, &game, self.nodes, cancel);
            let balanced = (report.win - 0.5).abs() <= self.balance && report.proven.is_none();
            if balanced && !cancel.is_cancelled() {
                found += 1;
                made(&game, report.win);
            }
        }
        Ok(())
    }

    /// Plays moves drawn from the best ones of a short search; `None` if the game ended.
    fn draw<P: Playable>(
        &self,
        start: &Diagram,
        engine: &mut Engine<P>,
        random: &mut Random,
        cancel: &Cancel,
    ) -> Result<Option<History<P>>, P::PositionError> {
        let mut game = History::<P>::new(start)?;
        for _ in 0..self.plies {
            let report = self.think(engine, &game, SHORT, cancel);
            let choices = report.lines.len().min(CHOICES);
            if choices == 0 || game.play(report.lines[random.below(choices)].mv).is_err() {
                return Ok(None);
            }
        }
        Ok(Some(game))
    }

    fn think<P: Playable>(
        &self,
        engine: &mut Engine<P>,
        game: &History<P>,
        nodes: u64,
        cancel: &Cancel,
    ) -> Analysis<P> {
        let limits = MoveLimits { nodes: Some(nodes), ..MoveLimits::default() };
        engine.clear(); // so that earlier searches do not change the result
        engine.set_position(game.size(), game.position());
        engine.think(&limits, cancel, &mut |_| {})
    }
}
