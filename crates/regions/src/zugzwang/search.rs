//! All zugzwangs of a size, with their exact values.

use super::Scorer;
use super::settled::Settled;
use crate::enumerate::{Region, placements_of_pairs, regions};
use crate::graph::{CanonicalGraph, LineGraph};
use lastmove_amazons::{AmazonsRules, Colour, SheetArea};
use lastmove_board::{Bits, Diagram};
use lastmove_values::{Dyadic, FormEvaluator, Player, Rules};
use lastmove_work::{Budget, Progress, Stage, Stop};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Regions of one task.
const CHUNK: usize = 256;
/// A zugzwang's score is at least this much better for the player who moves second.
const MARGIN: i32 = 2;

/// How the exact value of a zugzwang arises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ZugzwangKind {
    /// a|b with integers a < b - 1: every move that is best leads to an integer
    Simple,
    /// some best move leads to a position that is not an integer
    Intermediate,
}

/// A position with one amazon a side in which neither side wants to move.
#[derive(Clone, Debug)]
pub struct Zugzwang {
    /// the squares
    pub region: Region,
    /// the point of the black amazon
    pub black: u8,
    /// the point of the white amazon
    pub white: u8,
    /// Black's moves less White's with Black first
    pub black_first: i32,
    /// the same with White first, greater by 2 or more
    pub white_first: i32,
    /// the exact value in canonical form
    pub value: String,
    /// the value if it is a number
    pub number: Option<Dyadic>,
    /// the options before simplification, without dominated ones
    pub options: String,
    /// simple or intermediate
    pub kind: ZugzwangKind,
}

impl Zugzwang {
    /// The position on a board.
    pub fn diagram(&self) -> Diagram {
        self.region.diagram(1 << self.black, 1 << self.white)
    }

    /// The graph with its amazons.
    pub fn graph(&self) -> LineGraph {
        LineGraph::of(self.region).with_amazons(1 << self.black, 1 << self.white)
    }

    /// Whether the exact value agrees with the two searches: it is a number, so that neither side
    /// gains by a move, and it lies between the scores.
    pub fn agrees(&self) -> bool {
        let integer = |n: i32| Dyadic::integer(n.into()).ok();
        self.number.is_some_and(|value| {
            integer(self.black_first).is_some_and(|low| low <= value)
                && integer(self.white_first).is_some_and(|high| value <= high)
        })
    }
}

/// The zugzwangs of one size.
#[derive(Clone, Debug)]
pub struct Zugzwangs {
    /// squares of a region, including those of the amazons
    pub size: usize,
    /// one for each orbit under symmetry and exchange of colours, in ascending order of regions
    pub positions: Vec<Zugzwang>,
    /// their different line segment graphs up to exchange of colours, each with the indices of its
    /// positions
    pub graphs: Vec<(CanonicalGraph, Vec<usize>)>,
    /// positions for which exact values give another verdict than the searches
    pub disagreements: Vec<Disagreement>,
}

/// A position that is a zugzwang by only one of two verdicts: that of the two searches, and that of
/// two searches in which positions with integer values count as these integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// the squares
    pub region: Region,
    /// the point of the black amazon
    pub black: u8,
    /// the point of the white amazon
    pub white: u8,
    /// the scores of the plain searches, with Black and with White first
    pub searched: [i64; 2],
    /// the scores with integers counted by value, with Black and with White first
    pub settled: [i64; 2],
}

impl Disagreement {
    /// The position on a board.
    pub fn diagram(&self) -> Diagram {
        self.region.diagram(1 << self.black, 1 << self.white)
    }
}

/// A region, its black and its white amazon, and the scores with Black and with White first.
type Candidate = (Region, u8, u8, i32, i32);

/// The graph up to exchange of colours: the lesser of the two graphs.
fn colourless(region: Region, black: u8, white: u8) -> CanonicalGraph {
    let graph = LineGraph::of(region);
    let one = graph.clone().with_amazons(1 << black, 1 << white).canonical();
    one.min(graph.with_amazons(1 << white, 1 << black).canonical())
}

/// Finds all zugzwangs with one amazon a side in regions of a size: positions where the score with
/// White first exceeds the score with Black first by 2 or more.
///
/// # Errors
/// If the budget ends first.
///
/// # Panics
/// If the size is more than [`Scorer::MAX_POINTS`].
pub fn zugzwangs(size: usize, progress: &dyn Progress, budget: &Budget) -> Result<Zugzwangs, Stop> {
    assert!(size <= Scorer::MAX_POINTS, "size {size}");
    if size <= u64::CAPACITY.isqrt() {
        find::<u64>(size, progress, budget)
    } else {
        find::<u128>(size, progress, budget)
    }
}

/// The result of one task.
#[derive(Default)]
struct Found {
    zugzwangs: Vec<Candidate>,
    disagreements: Vec<Disagreement>,
}

impl Found {
    fn look_at<B: Bits>(&mut self, region: Region, scorer: &mut Scorer, exact: &mut Settled<B>) {
        let graph = LineGraph::of(region);
        let mut scoring = scorer.score(&graph).expect("a graph of a board");
        exact.forget();
        for (black, white) in placements_of_pairs(region) {
            let low = scoring.play(black, white, Colour::Black);
            let high = scoring.play(black, white, Colour::White);
            let found = high - low >= MARGIN;
            if found {
                self.zugzwangs.push((region, black, white, low, high));
            }
            let diagram = region.diagram(1 << black, 1 << white);
            let area = exact.evaluator().rules().area(&diagram).expect("a position of Amazons");
            let settled = [true, false].map(|black_first| exact.play(&area, black_first));
            if (settled[1] - settled[0] >= i64::from(MARGIN)) != found {
                let searched = [low.into(), high.into()];
                self.disagreements.push(Disagreement { region, black, white, searched, settled });
            }
        }
    }
}

fn find<B: Bits>(size: usize, progress: &dyn Progress, budget: &Budget) -> Result<Zugzwangs, Stop> {
    let all = regions(size, budget)?;
    let stage = Stage::new(progress, "positions", Some(all.len() as u64));
    let parts: Vec<Found> = all
        .par_chunks(CHUNK)
        .map_init(
            || (Scorer::default(), Settled::<B>::new()),
            |(scorer, exact), chunk| {
                let mut found = Found::default();
                for &region in chunk {
                    budget.check()?;
                    found.look_at(region, scorer, exact);
                    stage.advance(1);
                }
                Ok(found)
            },
        )
        .collect::<Result<_, _>>()?;
    drop(stage);
    let mut found = Vec::new();
    let mut disagreements = Vec::new();
    for part in parts {
        found.extend(part.zugzwangs);
        disagreements.extend(part.disagreements);
    }
    let stage = Stage::new(progress, "values", Some(found.len() as u64));
    let mut exact = Settled::<u128>::new();
    let mut positions = Vec::with_capacity(found.len());
    let mut graphs: BTreeMap<CanonicalGraph, Vec<usize>> = BTreeMap::new();
    for (number, candidate) in found.into_iter().enumerate() {
        budget.check()?;
        let (region, black, white, ..) = candidate;
        graphs.entry(colourless(region, black, white)).or_default().push(number);
        positions.push(valued(&mut exact, candidate));
        stage.advance(1);
    }
    Ok(Zugzwangs { size, positions, graphs: graphs.into_iter().collect(), disagreements })
}

/// A zugzwang with its exact value.
fn valued(
    exact: &mut Settled<u128>,
    (region, black, white, black_first, white_first): Candidate,
) -> Zugzwang {
    exact.forget();
    let evaluator = exact.evaluator();
    let diagram = region.diagram(1 << black, 1 << white);
    let area = evaluator.rules().area(&diagram).expect("a position of Amazons");
    let value = evaluator.value(&area).expect("a small form");
    let (lefts, left) = side(evaluator, &area, Player::Left);
    let (rights, right) = side(evaluator, &area, Player::Right);
    let kind = if left && right { ZugzwangKind::Simple } else { ZugzwangKind::Intermediate };
    let forms = evaluator.forms();
    Zugzwang {
        region,
        black,
        white,
        black_first,
        white_first,
        value: forms.print(value, 200).unwrap_or_else(|| "…".into()),
        number: forms.as_number(value),
        options: format!("{{{lefts}|{rights}}}"),
        kind,
    }
}

/// The undominated options of one player, and whether they are all integers.
fn side(
    evaluator: &mut FormEvaluator<AmazonsRules<u128>>,
    area: &SheetArea<u128>,
    player: Player,
) -> (String, bool) {
    let mut after = Vec::new();
    evaluator.rules().moves(area, player, &mut after);
    let mut games = Vec::new();
    for area in &after {
        let game = evaluator.value(area).expect("a small form");
        if !games.contains(&game) {
            games.push(game);
        }
    }
    let forms = evaluator.forms();
    let mut texts = Vec::new();
    let mut integers = true;
    for &game in &games {
        let beaten = games.iter().any(|&other| {
            let (more, less) = if player == Player::Left { (other, game) } else { (game, other) };
            other != game && forms.ge(more, less)
        });
        if !beaten {
            integers &= forms.as_number(game).is_some_and(|x| x.is_integer());
            texts.push(forms.print(game, 200).unwrap_or_else(|| "…".into()));
        }
    }
    texts.sort();
    (texts.join(","), integers)
}
