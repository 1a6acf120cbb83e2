//! Thinking about one position: threads, reports, and what is exact at the root.

use super::expand::{self, Expansion};
use super::settings::StrongSettings;
use super::tree::{Edge, NONE, NodeId, Proven, ROOT, State, Tree};
use crate::endgame::{Filler, Prover, Scorer, Settled, settled};
use crate::eval::Evaluator;
use crate::limits::Deadline;
use crate::random::Random;
use crate::{Level, Line, Options, Report};
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{Settings as SolverSettings, Solver};
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::Budget;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The strong player on one board.
pub(crate) struct Strong<B> {
    geometry: Geometry<B>,
    evaluator: Evaluator<B>,
    position: Position<B>,
    tree: Tree,
    settings: StrongSettings,
    level: Level,
    threads: usize,
    memory: u64,
    databases: Arc<Databases>,
    random: Random,
    /// the solver's table, once it was needed
    table: Option<Table<Numbers>>,
}

/// Time between two reports.
const REPORT: Duration = Duration::from_millis(250);
/// Lines in a report.
const LINES: usize = 10;
/// Sums of zugzwangs are looked for at the root below this contest.
const PLAN_BELOW: f32 = 20.0;
/// The solver is asked at the root below this contest, for this share of the time, if at all.
const SOLVE_BELOW: f32 = 9.0;
const SOLVE_SHARE: f64 = 0.3;
const SOLVE_LEAST: Duration = Duration::from_millis(200);
/// Nodes of the solver for each node of the tree; a node of either costs about the same.
const SOLVE_PER_NODE: u64 = 2;
/// Nodes of the solver without any limit: some seconds.
const SOLVE_NODES: u64 = 50_000;
/// Bytes of the solver's table at most.
const SOLVER_BYTES: u64 = 1 << 26;
/// Positions that filling the root's territories may enter.
const FILLING: u64 = 20_000;
/// Positions that the exact score of a small ending may take.
const SCORING: u64 = 20_000;
/// As many for each node of the tree, if nodes are limited.
const SCORING_PER_NODE: u64 = 50;
/// Log odds that a move of lead is worth, for levels that misjudge.
const NOISE: f64 = 0.12;

impl<B: Bits> Strong<B> {
    pub(crate) fn new(
        geometry: Geometry<B>,
        position: Position<B>,
        settings: StrongSettings,
        options: &Options,
    ) -> Self {
        let evaluator = Evaluator::new(&geometry, (*settings.weights).clone());
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
            random: Random::new(options.seed),
            table: None,
        }
    }

    /// Keeps the part of the tree that still counts.
    pub(crate) fn set_position(&mut self, position: Position<B>) {
        if position == self.position {
            return;
        }
        self.tree = match self.find(&position) {
            Some(id) => self.tree.below(id),
            None => Tree::new(self.geometry.size().squares()),
        };
        self.position = position;
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

    pub(crate) fn think(
        &mut self,
        deadline: &Deadline<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let deadline = &deadline.within(self.settings.share);
        if let Some(answer) = self.exact(deadline) {
            report(&answer);
            return answer;
        }
        if let Some(answer) = self.small_ending(deadline) {
            report(&answer);
            return answer;
        }
        self.open_root();
        self.tree.expanded = 1;
        let solved = if self.level == Level::FULL { self.solve(deadline) } else { None };
        let tree = Mutex::new(std::mem::take(&mut self.tree));
        let most = [deadline.limits.nodes, self.level.nodes()].into_iter().flatten().min();
        let run = Run {
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
            let mut last = Instant::now();
            run.work(&mut || {
                if last.elapsed() >= REPORT {
                    last = Instant::now();
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

    /// What needs no search: no move at all, or no shared area.
    fn exact(&mut self, deadline: &Deadline<'_>) -> Option<Report> {
        let me = self.position.to_move();
        let mut answer = Report { depth: 1, ..Report::default() };
        let best = if !self.position.can_move(&self.geometry, me) {
            (answer.win, answer.score, answer.proven) = (0.0, -0.5, Some(me.opponent()));
            None
        } else {
            let numbers = settled(&self.geometry, &self.position, FILLING)?;
            answer.win = f64::from(u8::from(numbers.wins()));
            answer.score = f64::from(Settled::score(numbers));
            answer.proven = Some(if numbers.wins() { me } else { me.opponent() });
            let mut filler = Filler::new(&self.geometry, FILLING);
            filler.best(self.position.amazons(me), self.position.empty())
        };
        self.finish(&mut answer, best, deadline);
        Some(answer)
    }

    /// The exact score of an ending that is small enough for the time.
    fn small_ending(&mut self, deadline: &Deadline<'_>) -> Option<Report> {
        if self.level != Level::FULL || !self.settings.solver {
            return None;
        }
        let features = self.evaluator.features(&self.geometry, &self.position);
        if features.w > PLAN_BELOW {
            return None;
        }
        let until = deadline.share(SOLVE_SHARE);
        let go_on = || !deadline.over() && until.is_none_or(|until| Instant::now() < until);
        let positions = match deadline.limits.nodes {
            Some(nodes) => SCORING.min(nodes.saturating_mul(SCORING_PER_NODE)),
            None => SCORING,
        };
        let mut scorer = if features.w > SOLVE_BELOW {
            Scorer::planning(&self.geometry, &go_on)
        } else {
            Scorer::new(&self.geometry, positions, &go_on)
        };
        let (score, mv) = scorer.best(&self.position)?;
        let me = self.position.to_move();
        let mut answer = Report {
            win: f64::from(u8::from(score > 0)),
            score: f64::from(score) / 2.0,
            nodes: scorer.entered(),
            depth: 1,
            proven: Some(if score > 0 { me } else { me.opponent() }),
            ..Report::default()
        };
        self.finish(&mut answer, Some(mv), deadline);
        Some(answer)
    }

    /// Adds the line, the ownership and the time of an answer that needed no tree.
    fn finish(&self, answer: &mut Report, best: Option<Move>, deadline: &Deadline<'_>) {
        let (win, score) = (answer.win, answer.score);
        let line = |mv| Line { mv, win, score, visits: 1, pv: vec![mv] };
        answer.best = best;
        answer.lines = best.map(line).into_iter().collect();
        let nearer = self.evaluator.extract(&self.geometry, &self.position).1;
        answer.ownership = vec![0.0; self.geometry.size().squares()];
        expand::add_ownership(&mut answer.ownership, &nearer, self.position.to_move());
        answer.seconds = deadline.seconds();
    }

    /// Gives the root all of its moves, keeping the nodes that some of them already lead to.
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
        root.proven = Proven::No;
        if root.visits == 0 {
            root.mini = expansion.value;
        }
        self.tree.refresh(ROOT);
    }

    /// The solver's word on a small position: the winner and, if that is the side to move, a move.
    fn solve(&mut self, deadline: &Deadline<'_>) -> Option<(Colour, Option<Move>)> {
        let features = self.evaluator.features(&self.geometry, &self.position);
        if !self.settings.solver || features.w > SOLVE_BELOW {
            return None;
        }
        let limits = lastmove_work::Limits {
            time: match deadline.limits.time {
                Some(time) if time < SOLVE_LEAST => return None,
                time => time.map(|time| time.mul_f64(SOLVE_SHARE)),
            },
            // Without a clock only nodes end it, so that the same command does the same every time.
            nodes: match (deadline.limits.nodes, deadline.limits.time) {
                (Some(nodes), _) => Some(nodes.saturating_mul(SOLVE_PER_NODE)),
                (None, Some(_)) => None,
                (None, None) => Some(SOLVE_NODES),
            },
            memory: None,
        };
        let budget = Budget::new(limits, deadline.cancel().clone());
        let bytes = SOLVER_BYTES.min(self.memory / 4) as usize;
        let table = self.table.get_or_insert_with(|| Table::new(bytes));
        let settings = SolverSettings::default();
        let solver = Solver::new(&self.geometry, &self.databases, settings, table, self.threads);
        let solution = solver.solve(&self.position, &budget, &mut |_| {}).ok()?;
        Some((solution.winner, solution.best_move))
    }

    fn report(
        &self,
        tree: &Tree,
        deadline: &Deadline<'_>,
        solved: Option<(Colour, Option<Move>)>,
    ) -> Report {
        let me = self.position.to_move();
        let root = tree.node(ROOT);
        let mut answer = Report {
            nodes: tree.expanded,
            depth: tree.deepest.max(1),
            seconds: deadline.seconds(),
            proven: match root.proven {
                Proven::No => solved.map(|(winner, _)| winner),
                Proven::Win => Some(me),
                Proven::Loss => Some(me.opponent()),
            },
            ..Report::default()
        };
        let line = |edge: &Edge| {
            let mut line = Line {
                mv: edge.mv,
                win: f64::from(edge.value),
                score: 0.0,
                visits: 0,
                pv: vec![edge.mv],
            };
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
        // The solver's winning move, unless the tree has won as surely.
        let win = solved.and_then(|(_, mv)| mv);
        if let (Some(mv), true) = (win, root.proven != Proven::Win) {
            best = root.edges.iter().position(|edge| edge.mv == mv);
        }
        let rank = |edge: &Edge| {
            let visits = if edge.node == NONE { 0 } else { tree.node(edge.node).visits };
            (std::cmp::Reverse(visits), edge.node == NONE)
        };
        let mut order: Vec<usize> = (0..root.edges.len()).collect();
        order.sort_by_key(|&i| (Some(i) != best, rank(&root.edges[i])));
        answer.lines = order.iter().take(LINES).map(|&i| line(&root.edges[i])).collect();
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
            let nearer = self.evaluator.extract(&self.geometry, &self.position).1;
            let mut ownership = vec![0.0; self.geometry.size().squares()];
            expand::add_ownership(&mut ownership, &nearer, me);
            ownership
        } else {
            tree.ownership.iter().map(|sum| sum / tree.leaves as f32).collect()
        };
        answer
    }

    /// Below full strength the choice between moves is blurred.
    fn misjudge(&mut self, answer: &mut Report) {
        let noise = self.level.noise() * NOISE;
        if noise == 0.0 || answer.proven.is_some() {
            return;
        }
        let mut choice = None;
        for edge in &self.tree.node(ROOT).edges {
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
                    Line { mv, win, score, visits: 0, pv: vec![mv] }
                }
            };
            (answer.best, answer.win, answer.score) = (Some(mv), line.win, line.score);
            answer.lines.insert(0, line);
            answer.lines.truncate(LINES);
        }
    }
}

/// Where a way down the tree ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// at a node whose moves are not known yet
    Leaf,
    /// at a node of which all the moves that it kept lose, so that the others are wanted
    Refuted,
    /// where nothing is to be done: the result is sure, or another thread is at work
    Known,
}

/// One call of `think`, as its threads share it.
struct Run<'r, 'c, B> {
    player: &'r Strong<B>,
    tree: &'r Mutex<Tree>,
    deadline: &'r Deadline<'c>,
    /// nodes to expand
    most: u64,
    stop: AtomicBool,
}

impl<B: Bits> Run<'_, '_, B> {
    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's work, until the search ends.
    fn work(&self, between: &mut dyn FnMut()) {
        let mut prover = Prover::new(&self.player.geometry, &self.player.databases);
        while !self.over() {
            self.simulate(&mut prover);
            between();
        }
    }

    fn over(&self) -> bool {
        if self.stop.load(Relaxed) || self.deadline.over() {
            return true;
        }
        let tree = self.lock();
        let root = tree.node(ROOT);
        tree.expanded >= self.most
            || root.proven != Proven::No
            || tree.bytes as u64 >= self.player.memory
            || self.deadline.limits.depth.is_some_and(|depth| tree.deepest >= depth)
            || root.edges.len() == 1 && self.deadline.limits.time.is_some() && root.visits > 100
    }

    /// Once down the tree, an expansion, and up again.
    fn simulate(&self, prover: &mut Prover<'_, B>) {
        let player = self.player;
        let mut position = player.position;
        let mut path = vec![ROOT];
        let arrival = self.descend(&mut position, &mut path);
        let expansion = (arrival != Arrival::Known).then(|| {
            let (geometry, evaluator) = (&player.geometry, &player.evaluator);
            let all = arrival == Arrival::Refuted;
            expand::expand(geometry, evaluator, prover, &player.settings, &position, all)
        });
        let mut tree = self.lock();
        let leaf = path[path.len() - 1];
        let (value, score) = match expansion {
            Some(expansion) if arrival == Arrival::Refuted => {
                tree.widen(leaf, expansion.edges);
                tree.refresh(leaf);
                (tree.node(leaf).value(player.settings.mix), expansion.score)
            }
            Some(expansion) => store(&mut tree, leaf, expansion, position.to_move()),
            None => {
                let node = tree.node(leaf);
                (node.value(player.settings.mix), node.score() as f32)
            }
        };
        tree.deepest = tree.deepest.max(path.len() as u32 - 1);
        back_up(&mut tree, &path, value, score);
    }

    /// Goes down to a leaf and counts a loss for whoever moves there on the way.
    fn descend(&self, position: &mut Position<B>, path: &mut Vec<NodeId>) -> Arrival {
        let mut tree = self.lock();
        let mut id = ROOT;
        loop {
            let node = tree.node_mut(id);
            node.visits += 1;
            node.sum += 1.0;
            match node.state {
                State::New => {
                    node.state = State::Busy;
                    return Arrival::Leaf;
                }
                State::Busy => return Arrival::Known,
                State::Expanded if node.proven != Proven::No && id != ROOT => {
                    return Arrival::Known;
                }
                State::Expanded => {}
            }
            let Some(choice) = tree.select(id, &self.player.settings) else {
                let node = tree.node_mut(id);
                if node.complete {
                    return Arrival::Known;
                }
                node.state = State::Busy;
                return Arrival::Refuted;
            };
            let edge = tree.node(id).edges[choice];
            position.play_unchecked(edge.mv);
            let child = if edge.node == NONE {
                let child = tree.add(1.0 - edge.value);
                tree.node_mut(id).edges[choice].node = child;
                child
            } else {
                edge.node
            };
            path.push(child);
            id = child;
        }
    }
}

/// Puts an expansion into its node; value and lead that go up from there.
fn store<B: Bits>(
    tree: &mut Tree,
    leaf: NodeId,
    expansion: Expansion<B>,
    to_move: Colour,
) -> (f32, f32) {
    tree.expanded += 1;
    tree.leaves += 1;
    tree.bytes += expansion.edges.len() * size_of::<Edge>();
    expand::add_ownership(&mut tree.ownership, &expansion.nearer, to_move);
    let node = tree.node_mut(leaf);
    node.edges = expansion.edges.into();
    node.complete = expansion.complete;
    node.state = State::Expanded;
    node.mini = expansion.value;
    node.proven = match expansion.proof {
        None => Proven::No,
        Some(true) => Proven::Win,
        Some(false) => Proven::Loss,
    };
    (expansion.value, expansion.score)
}

/// Carries a value and a lead up the path and takes back the losses counted on the way down.
fn back_up(tree: &mut Tree, path: &[NodeId], mut value: f32, mut score: f32) {
    for (i, &id) in path.iter().enumerate().rev() {
        if i + 1 < path.len() {
            tree.refresh(id);
            match tree.node(id).proven {
                Proven::Win => value = 1.0,
                Proven::Loss => value = 0.0,
                Proven::No => {}
            }
        }
        let node = tree.node_mut(id);
        node.sum += f64::from(value) - 1.0;
        node.score_sum += f64::from(score);
        (value, score) = (1.0 - value, -score);
    }
}
