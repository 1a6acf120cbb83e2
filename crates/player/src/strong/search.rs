//! Thinking about one position: threads, reports, and exact results at the root.

use super::expand;
use super::settings::StrongSettings;
use super::simulate::SharedSearch;
use super::tree::{Edge, NONE, NodeId, ROOT, State, Tree};
use crate::distinct::distinct;
use crate::endgame::{Prover, Scorer, filled};
use crate::eval::PositionEvaluator;
use crate::limits::Deadline;
use crate::options::seeded_random;
use crate::{Analysis, AnalysisLine, EngineOptions, Level, MoveLimits};
use lastmove_amazons::{Move, Position};
use lastmove_board::{Bits, Geometry, Side};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Settings as SolverSettings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Limits, Moment, Random};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The strong player on one board.
pub struct Strong<B> {
    pub(super) geometry: Geometry<B>,
    pub(super) evaluator: PositionEvaluator<B>,
    pub(super) position: Position<B>,
    tree: Tree,
    pub(super) settings: StrongSettings,
    level: Level,
    threads: usize,
    pub(super) memory: u64,
    pub(super) databases: Arc<Databases>,
    random: Random,
    /// the solver's caches, made when the solver is first used
    store: Option<Store>,
}

/// Time between two reports.
const REPORT: Duration = Duration::from_millis(250);
/// The most lines in a report; the maker of openings needs as many replies.
const LINES: usize = 12;
/// Sums of zugzwangs are recognised at the root if less than this is contested.
const PLAN_BELOW: f32 = 20.0;
/// The solver is asked at the root if less than this is contested, for this share of the time.
const SOLVE_BELOW: f32 = 9.0;
const SOLVE_SHARE: f64 = 0.3;
const SOLVE_LEAST: Duration = Duration::from_millis(200);
/// The most nodes of the solver when thinking has no limit: some seconds.
const SOLVE_NODES: u64 = 50_000;
/// The most bytes of the solver's table.
const SOLVER_BYTES: u64 = 1 << 26;
/// The most positions that filling the root's territories may enter.
const FILLING: u64 = 20_000;
/// The most positions that scoring a small ending may enter.
const SCORING: u64 = 20_000;
/// The log odds of a lead of one move, for levels below full strength.
const NOISE: f64 = 0.12;

impl<B: Bits> Strong<B> {
    /// A player for one board.
    pub fn new(
        geometry: Geometry<B>,
        position: Position<B>,
        settings: StrongSettings,
        options: &EngineOptions,
    ) -> Self {
        let evaluator = PositionEvaluator::with(&geometry, (*settings.judgement).clone());
        let squares = geometry.size().squares();
        let databases = options.databases.clone().unwrap_or_else(|| Arc::new(Databases::none()));
        Self {
            geometry,
            evaluator,
            position,
            tree: Tree::new(squares),
            level: settings.level.unwrap_or(options.level),
            settings,
            threads: options.threads.max(1),
            memory: options.memory,
            databases,
            random: seeded_random(options.seed),
            store: None,
        }
    }

    /// Sets the position to think about; keeps the part of the tree below it.
    pub fn set_position(&mut self, position: &Position<B>) {
        let position = *position;
        if position == self.position {
            return;
        }
        self.tree = match self.find(&position) {
            Some(id) => self.tree.below(id),
            None => Tree::new(self.geometry.size().squares()),
        };
        self.position = position;
    }

    /// Thinks until the deadline, and calls `report` a few times a second.
    pub fn think(&mut self, deadline: &Deadline, report: &mut dyn FnMut(&Analysis)) -> Analysis {
        let deadline = &deadline.within(self.settings.share);
        if let Some(answer) = self.exact(deadline).or_else(|| self.small_ending(deadline)) {
            report(&answer);
            return answer;
        }
        self.open_root();
        self.tree.expanded = 1;
        let solved = if self.level == Level::FULL { self.solve(deadline) } else { None };
        let tree = Mutex::new(std::mem::take(&mut self.tree));
        let most = [deadline.budget.nodes_left(), self.level.nodes()].into_iter().flatten().min();
        let run = SharedSearch {
            player: self,
            tree: &tree,
            deadline,
            most: most.unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            for _ in 1..run.player.threads {
                scope.spawn(|| run.work(&mut || {}));
            }
            let mut last = Moment::now();
            run.work(&mut || {
                if last.elapsed() >= REPORT {
                    last = Moment::now();
                    let answer = run.player.report(&run.lock(), deadline, solved);
                    report(&answer);
                }
            });
            run.stop.store(true, Relaxed);
        });
        self.tree = tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut answer = self.report(&self.tree, deadline, solved);
        self.misjudge(&mut answer);
        report(&answer);
        answer
    }

    /// Calls `show` with every position of the search tree that has at least `least` visits: the
    /// position, the probability that its side to move wins, and the visits.
    pub fn for_each_position(&self, least: u32, show: &mut dyn FnMut(&Position<B>, f32, u32)) {
        let mut open = vec![(ROOT, self.position)];
        while let Some((id, position)) = open.pop() {
            let node = self.tree.node(id);
            if node.visits < least || node.state != State::Expanded {
                continue;
            }
            show(&position, node.value(self.settings.mix), node.visits);
            for edge in node.edges.iter().filter(|edge| edge.node != NONE) {
                let mut after = position;
                after.play_unchecked(edge.mv);
                open.push((edge.node, after));
            }
        }
    }

    /// The node of a position that is one or two moves away.
    fn find(&self, wanted: &Position<B>) -> Option<NodeId> {
        let after = |position: &Position<B>, mv: Move| {
            let mut after = *position;
            after.play_unchecked(mv);
            after
        };
        let opened = |id: NodeId| self.tree.node(id).edges.iter().filter(|e| e.node != NONE);
        for edge in opened(ROOT) {
            let first = after(&self.position, edge.mv);
            if first == *wanted {
                return Some(edge.node);
            }
            let second = opened(edge.node).find(|reply| after(&first, reply.mv) == *wanted);
            if let Some(reply) = second {
                return Some(reply.node);
            }
        }
        None
    }

    /// The analysis of a position that needs no search: one without moves or without a shared area.
    fn exact(&self, deadline: &Deadline) -> Option<Analysis> {
        let me = self.position.to_move();
        let answer = if self.position.can_move(&self.geometry, me) {
            filled(&self.geometry, &self.position, FILLING)?
        } else {
            let proven = Some(me.opponent().side());
            Analysis { win: 0.0, score: -0.5, depth: 1, proven, ..Analysis::default() }
        };
        Some(self.finish(answer, deadline))
    }

    /// The analysis of an ending that is small enough to be scored exactly in the time.
    fn small_ending(&self, deadline: &Deadline) -> Option<Analysis> {
        if self.level != Level::FULL || !self.settings.solver {
            return None;
        }
        let features = self.evaluator.features(&self.geometry, &self.position);
        if features.w > PLAN_BELOW {
            return None;
        }
        let part = deadline.share(SOLVE_SHARE);
        let positions = part.nodes_left().map_or(SCORING, |nodes| SCORING.min(nodes));
        let mut scorer = if features.w > SOLVE_BELOW {
            Scorer::planning(&self.geometry, &part)
        } else {
            Scorer::new(&self.geometry, positions, &part)
        };
        let (score, mv) = scorer.best(&self.position)?;
        let me = self.position.to_move();
        let (win, score) = (f64::from(u8::from(score > 0)), f64::from(score) / 2.0);
        let answer = Analysis {
            best: Some(mv),
            win,
            score,
            lines: vec![AnalysisLine { mv, win, score, visits: 1, pv: vec![mv] }],
            nodes: scorer.entered(),
            depth: 1,
            proven: Some(if score > 0.0 { me } else { me.opponent() }.side()),
            ..Analysis::default()
        };
        Some(self.finish(answer, deadline))
    }

    /// Adds the ownership and the time to an answer that needed no tree.
    fn finish(&self, answer: Analysis, deadline: &Deadline) -> Analysis {
        Analysis { ownership: self.ownership(), seconds: deadline.seconds(), ..answer }
    }

    /// The owners of the squares by the static evaluation.
    fn ownership(&self) -> Vec<f32> {
        let nearer = self.evaluator.extract(&self.geometry, &self.position).1;
        let mut ownership = vec![0.0; self.geometry.size().squares()];
        expand::add_ownership(&mut ownership, &nearer, self.position.to_move());
        ownership
    }

    /// Gives the root all of its moves, and keeps its existing children.
    fn open_root(&mut self) {
        let root = self.tree.node(ROOT);
        if root.state == State::Expanded && root.complete && !root.edges.is_empty() {
            return;
        }
        let expansion = {
            let mut prover = Prover::new(&self.geometry, &self.databases);
            let (geometry, evaluator) = (&self.geometry, &self.evaluator);
            expand::expand(geometry, evaluator, &mut prover, &self.settings, &self.position, true)
        };
        self.tree.widen(ROOT, expansion.edges);
        let root = self.tree.node_mut(ROOT);
        root.proven = None;
        if root.visits == 0 {
            root.mini = expansion.value;
        }
        self.tree.refresh(ROOT);
    }

    /// Solves a small position: the winner and, if that is the side to move, a winning move.
    fn solve(&mut self, deadline: &Deadline) -> Option<(Side, Option<Move>)> {
        let features = self.evaluator.features(&self.geometry, &self.position);
        if !self.settings.solver || features.w > SOLVE_BELOW {
            return None;
        }
        let MoveLimits { time, nodes, .. } = deadline.limits;
        if time.is_some_and(|time| time < SOLVE_LEAST) {
            return None;
        }
        // Without a clock only nodes limit it, so that the same command always gives the same
        // result.
        let nodes = match (nodes, time) {
            (Some(nodes), _) => Some(nodes / 2),
            (None, Some(_)) => None,
            (None, None) => Some(SOLVE_NODES),
        };
        let budget = deadline.share(SOLVE_SHARE).part(Limits { nodes, ..Limits::default() });
        let shares = Shares::at_least(SOLVER_BYTES.min(self.memory / 4), self.threads);
        let store = self.store.get_or_insert_with(|| Store::new(&shares));
        let settings = SolverSettings::default();
        let solver = AmazonsSolver::new(&self.geometry, &self.databases, settings, store, shares);
        let solution = solver.solve(&self.position, &budget, &mut |_| {}).ok()?;
        Some((solution.winner, solution.best_move))
    }

    fn report(
        &self,
        tree: &Tree,
        deadline: &Deadline,
        solved: Option<(Side, Option<Move>)>,
    ) -> Analysis {
        let me = self.position.to_move().side();
        let root = tree.node(ROOT);
        let mut answer = Analysis {
            nodes: deadline.budget.nodes() + tree.expanded,
            depth: tree.deepest.max(1),
            seconds: deadline.seconds(),
            proven: match root.proven {
                Some(win) => Some(if win { me } else { me.opponent() }),
                None => solved.map(|(winner, _)| winner),
            },
            ..Analysis::default()
        };
        let line = |edge: &Edge| {
            let (mv, win) = (edge.mv, f64::from(edge.value));
            let mut line = AnalysisLine { mv, win, score: 0.0, visits: 0, pv: vec![mv] };
            if edge.node != NONE {
                let child = tree.node(edge.node);
                line.win = f64::from(1.0 - child.value(self.settings.mix));
                line.score = -child.score();
                line.visits = u64::from(child.visits);
                line.pv.extend(tree.line(edge.node, &self.settings));
            }
            line
        };
        let mut best = tree.favourite(ROOT, &self.settings);
        // The solver's winning move, unless the tree has proven a win too.
        let win = solved.and_then(|(_, mv)| mv);
        if let (Some(mv), true) = (win, root.proven != Some(true)) {
            best = root.edges.iter().position(|edge| edge.mv == mv);
        }
        let order = by_visits(tree, best);
        // Mirror images are merged into one line.
        let lines = order.iter().map(|&i| line(&root.edges[i]));
        answer.lines = if self.symmetric() {
            distinct(&self.geometry, &self.position, lines, LINES)
        } else {
            lines.take(LINES).collect()
        };
        if let Some(first) = answer.lines.first_mut() {
            if win == Some(first.mv) {
                first.win = 1.0;
                first.score = first.score.max(0.5);
            }
            (answer.best, answer.win, answer.score) = (Some(first.mv), first.win, first.score);
        }
        match answer.proven {
            Some(winner) if winner == me => answer.win = 1.0,
            Some(_) => (answer.win, answer.score) = (0.0, answer.score.min(-0.5)),
            None => {}
        }
        answer.ownership = if tree.leaves == 0 {
            self.ownership()
        } else {
            tree.ownership.iter().map(|sum| sum / tree.leaves as f32).collect()
        };
        answer
    }

    /// Whether the position is its own mirror image.
    fn symmetric(&self) -> bool {
        let Self { geometry, position, .. } = self;
        geometry.symmetries()[1..].iter().any(|symmetry| {
            let sets = [position.white(), position.black(), position.empty()];
            sets.iter().all(|&set| symmetry.image(set) == set)
        })
    }

    /// Below full strength a random error is added to each move's value. Like a person, a weak
    /// player considers some natural moves and misjudges them; it does not play absurd moves,
    /// however many there are.
    fn misjudge(&mut self, answer: &mut Analysis) {
        let noise = self.level.noise() * NOISE;
        if noise == 0.0 || answer.proven.is_some() {
            return;
        }
        let mut choice = None;
        for i in by_visits(&self.tree, None).into_iter().take(self.level.considered()) {
            let edge = &self.tree.node(ROOT).edges[i];
            let value = match edge.node {
                NONE => edge.value,
                node => 1.0 - self.tree.node(node).value(self.settings.mix),
            };
            let value = f64::from(value.clamp(0.001, 0.999));
            let seen = (value / (1.0 - value)).ln() + noise * self.random.normal();
            if choice.is_none_or(|(most, _)| seen > most) {
                choice = Some((seen, edge.mv));
            }
        }
        if let Some((_, mv)) = choice {
            let place = answer.lines.iter().position(|line| line.mv == mv);
            let line = match place {
                Some(place) => answer.lines.remove(place),
                None => {
                    let (win, score) = (answer.win, answer.score);
                    AnalysisLine { mv, win, score, visits: 0, pv: vec![mv] }
                }
            };
            (answer.best, answer.win, answer.score) = (Some(mv), line.win, line.score);
            answer.lines.insert(0, line);
            answer.lines.truncate(LINES);
        }
    }
}

/// The moves of the root: `best` first, then by visits. Moves without visits keep their order,
/// which is that of the static value.
fn by_visits(tree: &Tree, best: Option<usize>) -> Vec<usize> {
    let edges = &tree.node(ROOT).edges;
    let rank = |i: usize| {
        let node = edges[i].node;
        let visits = if node == NONE { 0 } else { tree.node(node).visits };
        (Some(i) != best, Reverse(visits), node == NONE)
    };
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&i| rank(i));
    order
}
