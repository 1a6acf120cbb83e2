//! Static evaluation: what is guaranteed to each side, and whether that decides the winner.

use super::assign::{Aim, Parts};
use super::known::KnownAreas;
use super::local::Local;
use super::reduced::Reduced;
use super::safe::Claims;
use super::sum::{DecidingRule, Sum, Worth};
use super::sums::{Patience, Remembered};
use super::zone::Zone;
use crate::Verdict;
use crate::dfpn::Tuning;
use lastmove_amazons::{AreaKind, SheetArea, areas};
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::{AreaValue, Databases};
use lastmove_values::{FastMap, Forms, KnownSum, Nus};
use std::sync::Arc;

/// Options of the evaluation. What can be switched off serves experiments (`cargo bench -p
/// lastmove-solver --bench ablation`); the defaults are the fastest.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Zones with at most this many empty squares are searched locally. None by default: on 4x5,
    /// zones of up to 4 squares halve the nodes of the search and take ten times as long; 4x6 gains
    /// nothing. In explanations of single positions it costs little and gives better bounds.
    pub local_search: u32,
    /// How many safe moves are counted in a zone.
    pub safe_moves: SafeMoves,
    /// The steps for filling a territory that is too large for an exact search. Few in the search,
    /// where such territories are rare; for single positions more steps give better bounds.
    pub fill_steps: u32,
    /// Whether blockers may fill territories and play in zones.
    pub blockers: bool,
    /// Whether stops are used in addition to integers (hot games, paper IV-C1).
    pub stops: bool,
    /// Whether simple territories are replaced by their integers and dead areas are dropped.
    pub reduction: bool,
    /// Where the position that is asked about has several areas, those with at most this many empty
    /// squares are valued exactly and leave the search, and areas that are each other's negative
    /// cancel; 0 if none. In later positions only smaller areas are valued (`sums.rs`).
    pub known_areas: u32,
    /// How proof numbers of new positions are initialised.
    pub start_numbers: StartNumbers,
    /// Parameters of the search.
    pub tuning: Tuning,
    /// The most entries in a cache of one thread; a full cache is cleared.
    pub memos: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            local_search: 0,
            safe_moves: SafeMoves::Several,
            fill_steps: 2_000,
            blockers: true,
            stops: true,
            reduction: true,
            known_areas: 10,
            start_numbers: StartNumbers::BoundsAndRace,
            tuning: Tuning::default(),
            memos: 1 << 20,
        }
    }
}

/// How many safe moves are counted in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafeMoves {
    /// none
    None,
    /// one, as in the paper
    One,
    /// as many as the box game guarantees
    Several,
}

/// The basis of the initial numbers of a new position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartNumbers {
    /// none: all positions start alike
    Alike,
    /// the middle of the bounds
    Bounds,
    /// the race for squares
    Race,
    /// both
    BoundsAndRace,
}

/// Counters of the evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Met {
    /// positions that the local search played out
    pub local_positions: u64,
}

/// The evaluator of one thread: the board, the databases, and caches.
pub struct Evaluator<'a, B, W = ()> {
    geometry: &'a Geometry<B>,
    databases: &'a Databases,
    settings: Settings,
    pub(crate) local: Local<B>,
    pub(crate) fills: FastMap<(B, B, B), u32>,
    /// the values of database classes to Left and to Right
    found: FastMap<AreaValue, [Worth; 2]>,
    forms: Forms,
    pub(crate) claims: Claims,
    /// lists for the parts of a view, kept to reuse their memory
    pub(crate) parts: Parts<B>,
    pub(crate) counters: Met,
    /// the areas that are known exactly, if the search adds them up
    pub(super) known: Option<Arc<KnownAreas>>,
    /// areas in the corner of the sheet
    pub(super) remembered: FastMap<SheetArea<u64>, Remembered>,
    pub(super) patience: Patience,
    /// what known sums are worth to the mover and to the other player
    pub(super) known_sums: FastMap<KnownSum, [Sum; 2]>,
    /// what is seen of the evaluations
    pub(super) watch: W,
}

/// The result of an evaluation: the winner, or an estimate of the mover's lead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// the winner, if it is proven
    pub verdict: Verdict,
    /// the middle of the bounds, from the mover's point of view
    pub lead: f32,
    /// the distance between the bounds
    pub gap: f32,
    /// the rule that decided it
    pub rule: Option<DecidingRule>,
}

/// What an evaluator tells of its evaluations, for statistics. `()` sees nothing, at no cost.
pub trait Watch: Clone + Default + Send {
    /// A position is evaluated; `sides` are the amazons of the two players.
    fn see_position<B: Bits>(_: &mut Evaluator<'_, B, Self>, _sides: [B; 2], _empty: B) {}

    /// A simple territory with this number of moves leaves a position.
    fn see_territory<B: Bits>(_: &mut Evaluator<'_, B, Self>, _area: B, _queens: B, _moves: u32) {}

    /// Adds what another evaluator saw.
    fn join(&mut self, _: Self) {}
}

impl Watch for () {}

impl<'a, B: Bits> Evaluator<'a, B> {
    /// An evaluator for boards of this geometry.
    pub fn new(geometry: &'a Geometry<B>, databases: &'a Databases, settings: Settings) -> Self {
        Self::watched(geometry, databases, settings)
    }
}

impl<'a, B: Bits, W: Watch> Evaluator<'a, B, W> {
    /// An evaluator whose evaluations are watched.
    pub fn watched(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
    ) -> Self {
        Self {
            geometry,
            databases,
            settings,
            local: Local::default(),
            fills: FastMap::default(),
            found: FastMap::default(),
            forms: Forms::new(),
            claims: Claims::default(),
            parts: Parts::default(),
            counters: Met::default(),
            known: None,
            remembered: FastMap::default(),
            patience: Patience::Node,
            known_sums: FastMap::default(),
            watch: W::default(),
        }
    }

    /// The same with areas that are known exactly, which leave positions.
    pub(super) fn with_known(self, known: Arc<KnownAreas>) -> Self {
        Self { known: Some(known), ..self }
    }

    pub(crate) fn geometry(&self) -> &'a Geometry<B> {
        self.geometry
    }
    pub(crate) fn databases(&self) -> &'a Databases {
        self.databases
    }
    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    /// Evaluates a position without search.
    pub fn assess(&mut self, position: &Reduced<B>) -> Assessment {
        W::see_position(self, [position.mover, position.other], position.empty);
        let mut sums = [position.balance, -position.balance].map(|n| Sum::of(Worth::integer(n)));
        if position.known != KnownSum::ZERO {
            if let Some(assessment) = self.assess_known(position) {
                return assessment;
            }
            let worths = self.known_worths(position.known);
            sums.iter_mut().zip(&worths).for_each(|(sum, worth)| sum.join(worth));
        }
        // Areas that a database covers completely count for both sides; each side has its own view
        // of the rest.
        let mut open = B::NONE;
        for area in areas(self.geometry, [position.mover, position.other], position.empty) {
            let small = area.squares.count() as usize <= lastmove_endgame::MAX_FRAME_SQUARES;
            let [mover, other] = area.amazons;
            if area.kind() == AreaKind::Active
                && small
                && let Some(worths) = self.area_worths(area.squares, mover, other)
            {
                sums.iter_mut().zip(worths).for_each(|(sum, worth)| sum.add(worth));
            } else {
                open |= area.squares;
            }
        }
        let (mover, other) = (position.mover & open, position.other & open);
        let empty = position.empty & open;
        if !empty.is_empty() {
            sums[1] = self.best_claim(sums[1], [other, mover], empty, Aim::WinSecond);
        }
        if let rule @ Some(_) = sums[1].rule(false) {
            return Assessment { verdict: Verdict::Loss, lead: 0.0, gap: 0.0, rule };
        }
        if !empty.is_empty() {
            sums[0] = self.best_claim(sums[0], [mover, other], empty, Aim::WinFirst);
        }
        let rule = sums[0].rule(true);
        if rule.is_none()
            && position.known != KnownSum::ZERO
            && let Some(assessment) = self.assess_mixed(position)
        {
            return assessment;
        }
        let verdict = if rule.is_some() { Verdict::Win } else { Verdict::Unknown };
        let lead = (sums[0].estimate() - sums[1].estimate()) / 2.0;
        let gap = -(sums[0].estimate() + sums[1].estimate());
        Assessment { verdict, lead, gap, rule }
    }

    /// The database value of an active area, to Left (`left`) and to Right.
    pub(crate) fn area_worths(&mut self, area: B, left: B, right: B) -> Option<[Worth; 2]> {
        let found = self.databases.active(self.geometry.size(), area, left, right)?;
        Some(self.class_worths(found))
    }

    /// The database value of a zone with blockers.
    pub(crate) fn constrained_worth(&mut self, zone: Zone<B>) -> Option<Worth> {
        let Zone { free, bound, opponent, .. } = zone;
        let (size, squares) = (self.geometry.size(), zone.squares());
        let found = self.databases.constrained(size, squares, free, bound, opponent)?;
        Some(self.class_worths(found)[0])
    }

    fn class_worths(&mut self, found: AreaValue) -> [Worth; 2] {
        if let Some(&worths) = self.found.get(&found) {
            return worths;
        }
        let stops = self.settings.stops;
        let worths = match self.databases.value(found, Some(&mut self.forms)) {
            Ok(value) => {
                // Without the exact value, only the sign of an infinitesimal is known.
                let nus = value.exact.and_then(|game| self.forms.as_nus(game));
                let opposite = nus.map(|nus| Nus { number: -nus.number, ups: -nus.ups, ..nus });
                let sides = [(value.thermograph.clone(), nus), (value.thermograph.neg(), opposite)];
                sides.map(|(walls, nus)| {
                    if stops { Worth::of(&walls, nus) } else { Worth::in_whole_numbers(&walls) }
                })
            }
            // The dictionary is damaged: nothing is known, and the caller reports the fault.
            Err(_) => [Worth::integer(-100); 2],
        };
        if self.found.len() >= self.settings.memos {
            (self.found, self.forms) = (FastMap::default(), Forms::new());
        }
        self.found.insert(found, worths);
        worths
    }
}
