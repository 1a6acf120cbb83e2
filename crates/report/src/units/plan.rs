//! The plan of a campaign: which units are to be solved, given what is known. Unlike a file of units
//! it lives as long as the campaign: it remembers every look, and units that are too large are
//! split where they are.

use super::file::Head;
use super::tree::{Root, moves_to};
use crate::solve::{SearchResources, WithSolver};
use crate::{BadBoard, position_of, read};
use lastmove_board::{Diagram, GamePosition, Side, Size};
use lastmove_solver::Solver;
use lastmove_solver::units::{
    Examined, Known, Leaf, Remembering, Seen, Split, Standing, plies_below, tentative,
};
use lastmove_work::{Budget, Cancel, Stop};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// What a short look at a position tells, as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    /// the position string
    pub position: String,
    /// whether its mover wins, if that is known
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
    /// the positions after his moves, the most promising first
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<String>>,
}

/// The name of a unit: which root it belongs to, and the key of its position's normal form.
///
/// ```
/// use lastmove_report::units::UnitName;
/// let name: UnitName = "1-00000000000000000000000000000abc".parse().unwrap();
/// assert_eq!((name.root, name.key), (1, 0xabc));
/// assert_eq!(name.to_string().parse(), Ok(name));
/// assert!("abc".parse::<UnitName>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitName {
    /// which root
    pub root: usize,
    /// the key of the position
    pub key: u128,
}

impl Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:032x}", self.root, self.key)
    }
}

impl FromStr for UnitName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text}: not the name of a unit");
        let (root, key) = text.split_once('-').ok_or_else(bad)?;
        let root = root.parse().map_err(|_| bad())?;
        Ok(Self { root, key: u128::from_str_radix(key, 16).map_err(|_| bad())? })
    }
}

/// A unit of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedUnit {
    /// its name
    pub name: UnitName,
    /// the position string
    pub position: String,
    /// the moves that lead to it from the root
    pub moves: Vec<String>,
}

/// What is left to do.
#[derive(Clone, Debug, Default)]
pub struct Left {
    /// who wins each root, once it is known
    pub winners: Vec<Option<Side>>,
    /// the units that the open roots depend on
    pub tasks: Vec<PlannedUnit>,
}

/// Which units are to be solved.
pub trait UnitPlan {
    /// The name of a position as a unit of a root.
    ///
    /// # Errors
    /// If it is no position of the board, or there is no such root.
    fn name(&mut self, root: usize, position: &str) -> Result<UnitName, String>;

    /// Takes note of who wins a position.
    ///
    /// # Errors
    /// As [`UnitPlan::name`].
    fn learn(&mut self, root: usize, position: &str, winner: Side) -> Result<UnitName, String>;

    /// Puts the units below a position in its place, given what somebody saw there. What can
    /// decide the answer is checked: the moves, and positions that are said to be won or lost.
    ///
    /// # Errors
    /// If it does not fit.
    fn split(&mut self, root: usize, position: &str, looked: &[Looked])
    -> Result<UnitName, String>;

    /// Takes note of a look, and of a unit that was split, from a record of one's own.
    ///
    /// # Errors
    /// If it is no position of the board.
    fn remember(&mut self, looked: &Looked) -> Result<(), String>;

    /// What is left to do. On a large board it takes minutes to look at all positions, so every
    /// second, and at the end, `tell` is given the looks since it was last told, to be recorded. It
    /// says whether to go on; if not, there is no answer.
    fn left(&mut self, tell: TellLooks<'_>) -> Option<Left>;
}

/// Is told of looks, and says whether to go on.
pub type TellLooks<'t> = &'t mut dyn FnMut(Vec<Looked>) -> bool;

/// How often somebody is told.
const EVERY: Duration = Duration::from_secs(1);

/// Does something with the plan of some roots on one board.
///
/// # Errors
/// If a root is no position of the board.
pub fn with_plan<T>(
    desk: &SearchResources,
    roots: &[Head],
    work: impl FnOnce(&mut dyn UnitPlan) -> T,
) -> Result<T, BadBoard> {
    let Some(first) = roots.first() else { return Err(BadBoard::new("", "no position is given")) };
    desk.with_solver(first.game, first.diagram()?.size(), Planning { roots, work })
}

struct Planning<'p, F> {
    roots: &'p [Head],
    work: F,
}

impl<T, F: FnOnce(&mut dyn UnitPlan) -> T> WithSolver for Planning<'_, F> {
    type Output = Result<T, BadBoard>;

    fn run<S: Solver>(self, solver: &S) -> Self::Output {
        let roots = self.roots.iter().map(|head| {
            let position = position_of(&head.diagram()?)?;
            Ok((Root::of(solver.geometry(), head, position)?, Known::default()))
        });
        let roots = roots.collect::<Result<_, BadBoard>>()?;
        let splitter = Remembering::new(solver.splitter(Budget::unlimited(Cancel::new())));
        let mut plan = Planned { solver, splitter, roots };
        Ok((self.work)(&mut plan))
    }
}

struct Planned<'p, S: Solver, L: Split<Position = S::Position>> {
    solver: &'p S,
    splitter: Remembering<L>,
    /// the positions whose winners are wanted, and what is known of their trees
    roots: Vec<(Root<'p, S::Position>, Known)>,
}

impl<S: Solver, L: Split<Position = S::Position>> Planned<'_, S, L> {
    fn read(&self, position: &str) -> Result<S::Position, String> {
        let head = self.roots[0].0.head;
        let diagram = read(head.game, position).map_err(|e| e.to_string())?;
        if diagram.size() != self.solver.geometry().size() || diagram.side().is_none() {
            return Err(BadBoard::new(position, "not a position of this campaign").to_string());
        }
        position_of(&diagram).map_err(|e| e.to_string())
    }

    fn unit(&mut self, root: usize, position: &str) -> Result<(UnitName, S::Position), String> {
        if root >= self.roots.len() {
            return Err(format!("there is no root {root}"));
        }
        let position = self.read(position)?;
        Ok((UnitName { root, key: self.splitter.key(&position) }, position))
    }

    /// What was seen, as positions.
    fn seen(&self, looked: &Looked) -> Result<Seen<S::Position>, String> {
        let children = looked.children.as_ref().map(|children| {
            children.iter().map(|child| self.read(child)).collect::<Result<Vec<_>, _>>()
        });
        let (position, children) = (self.read(&looked.position)?, children.transpose()?);
        Ok(Seen { position, wins: looked.wins, children })
    }

    /// Whether what somebody saw is so.
    fn check(&mut self, seen: &Seen<S::Position>) -> Result<(), String> {
        let size = self.solver.geometry().size();
        let says = |what| format!("{}: {what}", seen.position.diagram(size));
        let verdict = |splitter: &mut L| splitter.verdict(&seen.position).ok().flatten();
        if seen.wins.is_some() && verdict(self.splitter.inner()) != seen.wins {
            return Err(says("it does not look won or lost as was said"));
        }
        let Some(children) = &seen.children else { return Ok(()) };
        let geometry = self.solver.geometry();
        let moves: HashSet<u128> = seen
            .position
            .moves(geometry)
            .map(|mv| seen.position.child(geometry, mv))
            .map(|child| self.splitter.key(&child))
            .collect();
        let said: HashSet<u128> = children.iter().map(|child| self.splitter.key(child)).collect();
        if said == moves { Ok(()) } else { Err(says("these are not its moves")) }
    }
}

impl<S: Solver, L: Split<Position = S::Position>> UnitPlan for Planned<'_, S, L> {
    fn name(&mut self, root: usize, position: &str) -> Result<UnitName, String> {
        Ok(self.unit(root, position)?.0)
    }

    fn learn(&mut self, root: usize, position: &str, winner: Side) -> Result<UnitName, String> {
        let (name, position) = self.unit(root, position)?;
        let side = position.side();
        if winner != side && winner != side.opponent() {
            return Err(format!("{} does not play this game", winner.name()));
        }
        self.roots[root].1.wins.insert(name.key, side == winner);
        Ok(name)
    }

    fn split(
        &mut self,
        root: usize,
        position: &str,
        looked: &[Looked],
    ) -> Result<UnitName, String> {
        let (name, position) = self.unit(root, position)?;
        let seen: Vec<_> =
            looked.iter().map(|looked| self.seen(looked)).collect::<Result<_, _>>()?;
        seen.iter().try_for_each(|seen| self.check(seen))?;
        seen.into_iter().for_each(|seen| self.splitter.remember(seen));
        let (root, known) = &mut self.roots[root];
        let plies = plies_below(position.side() == root.head.winner);
        known.split.insert(name.key, plies);
        Ok(name)
    }

    fn remember(&mut self, looked: &Looked) -> Result<(), String> {
        let seen = self.seen(looked)?;
        self.splitter.remember(seen);
        Ok(())
    }

    fn left(&mut self, tell: TellLooks<'_>) -> Option<Left> {
        let size = self.solver.geometry().size();
        let mut left = Left::default();
        for (number, (root, known)) in self.roots.iter().enumerate() {
            let mut tell = |seen| tell(looked(size, seen));
            let splitter = &mut self.splitter;
            let mut telling = Telling { splitter, tell: &mut tell, told: Instant::now() };
            let tree = root.tree(&mut telling, known).ok()?;
            telling.tell().ok()?;
            left.winners.push(root.head.winner_if(tree.standing));
            for Leaf { position, before } in tree.units {
                let name = UnitName { root: number, key: self.splitter.key(&position) };
                let moves = moves_to(self.solver.geometry(), &before, &position);
                let position = position.diagram(size).to_string();
                left.tasks.push(PlannedUnit { name, position, moves });
            }
        }
        Some(left)
    }
}

/// Looks, and tells of it every second, until it is told to stop.
struct Telling<'t, L: Split> {
    splitter: &'t mut Remembering<L>,
    tell: &'t mut dyn FnMut(Vec<Seen<L::Position>>) -> bool,
    told: Instant,
}

impl<L: Split> Telling<'_, L> {
    fn tell(&mut self) -> Result<(), Stop> {
        self.told = Instant::now();
        if (self.tell)(self.splitter.fresh()) { Ok(()) } else { Err(Stop::Cancelled) }
    }

    fn now_and_then(&mut self) -> Result<(), Stop> {
        if self.told.elapsed() >= EVERY { self.tell() } else { Ok(()) }
    }
}

impl<L: Split> Split for Telling<'_, L> {
    type Position = L::Position;

    fn key(&mut self, position: &L::Position) -> u128 {
        self.splitter.key(position)
    }

    fn examine(&mut self, position: &L::Position) -> Result<Examined<L::Position>, Stop> {
        let look = self.splitter.examine(position)?;
        self.now_and_then()?;
        Ok(look)
    }

    fn verdict(&mut self, position: &L::Position) -> Result<Option<bool>, Stop> {
        let verdict = self.splitter.verdict(position)?;
        self.now_and_then()?;
        Ok(verdict)
    }
}

/// What was seen, as texts.
fn looked<P: GamePosition>(size: Size, seen: Vec<Seen<P>>) -> Vec<Looked> {
    let name = |position: &P| position.diagram(size).to_string();
    let looked = |seen: Seen<P>| Looked {
        position: name(&seen.position),
        wins: seen.wins,
        children: seen.children.map(|children| children.iter().map(name).collect()),
    };
    seen.into_iter().map(looked).collect()
}

impl Head {
    /// Who wins the root that stands so.
    pub(super) fn winner_if(&self, standing: Standing) -> Option<Side> {
        match standing {
            Standing::Proven => Some(self.winner),
            // with a first move given, only that move is refuted
            Standing::Refuted if self.first_move.is_some() => None,
            Standing::Refuted => Some(self.winner.opponent()),
            Standing::Open => None,
        }
    }
}

/// Looks at the next plies below a unit that is too large, for [`UnitPlan::split`].
///
/// # Errors
/// If it is no position of the board.
pub fn look_below(
    desk: &SearchResources,
    head: &Head,
    position: &str,
) -> Result<Vec<Looked>, BadBoard> {
    let diagram = read(head.game, position)?;
    desk.with_solver(head.game, diagram.size(), Below { head, diagram })
}

struct Below<'b> {
    head: &'b Head,
    diagram: Diagram,
}

impl WithSolver for Below<'_> {
    type Output = Result<Vec<Looked>, BadBoard>;

    fn run<S: Solver>(self, solver: &S) -> Self::Output {
        let position: S::Position = position_of(&self.diagram)?;
        let mut splitter = Remembering::new(solver.splitter(Budget::unlimited(Cancel::new())));
        let mover_wins = position.side() == self.head.winner;
        let plies = plies_below(mover_wins);
        // the position itself is not solved at a look, or it would be no unit
        if let Ok(Examined::Open(_)) = splitter.examine(&position) {
            let _ = tentative(&mut splitter, &position, mover_wins, plies, &Known::default());
        }
        Ok(looked(self.diagram.size(), splitter.fresh()))
    }
}
