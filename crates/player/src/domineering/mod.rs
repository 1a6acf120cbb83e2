//! The Domineering player: the solver under a clock, and a fixed-depth search where the solver
//! takes too long.
//!
//! An unsolved position is evaluated by the differences in *safe* moves (those that the opponent
//! cannot take away, Bullock's notion) and in possible moves. The side that moves last in a search
//! gains by that, so odd and even depths disagree; the player reports the mean of the last two
//! depths.

mod level;

use crate::distinct::distinct;
use crate::limits::Deadline;
use crate::options::seeded_random;
use crate::{Analysis, AnalysisLine, Domineering, EngineOptions, Level, MoveLimits, PlayerKind};
use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{Move, Orientation, Position, covered_by, most_moves, moves_of};
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Count, Limits, Random, Ticker};
use level::LevelStrength;
use std::time::Duration;

/// Thinks about Domineering.
pub(crate) struct DomineeringPlayer<B> {
    geometry: Geometry<B>,
    position: Position<B>,
    solver: DomineeringSolver<B>,
    level: Level,
    strength: LevelStrength,
    /// share of the time for a move that it uses, as a handicap
    share: f32,
    count: Count,
    random: Random,
}

/// The score of a side that cannot move, less than every evaluation.
const LOST: i32 = -10_000;
/// The solver's share of the time.
const SOLVING: f64 = 0.6;
/// Without any limit the solver runs in steps. The first takes this time, each further one four
/// times as long as the one before.
const FIRST_STEP: Duration = Duration::from_millis(50);
/// The most moves in an analysis.
const MOST_LINES: usize = 10;
/// The best line is extended to at most this many moves, within this time.
const FOLLOWED: usize = 6;
const FOLLOWING: Duration = Duration::from_millis(60);

impl<B: Bits> DomineeringPlayer<B> {
    pub(crate) fn new(size: Size, position: Position<B>, options: &EngineOptions) -> Self {
        let (level, share) = match &options.kind {
            PlayerKind::Strong(settings) => {
                (settings.level.unwrap_or(options.level), settings.share)
            }
            PlayerKind::Classical(_) => (options.level, 1.0),
        };
        let shares = Shares::at_least(options.memory, options.threads);
        let solver = DomineeringSolver::new(size, shares);
        let (random, strength) = (seeded_random(options.seed), LevelStrength::of(level));
        let (geometry, count) = (Geometry::new(size), options.count);
        Self { geometry, position, solver, level, strength, share, count, random }
    }

    /// Thinks until the deadline, and calls `report` after every depth.
    pub(crate) fn think(
        &mut self,
        position: Position<B>,
        deadline: &Deadline,
        report: &mut dyn FnMut(&Analysis<Domineering>),
    ) -> Analysis<Domineering> {
        self.position = position;
        let deadline = &deadline.within(self.share);
        let mut last = self.look(deadline, 1);
        let mut answer = last.clone().mean_with(&self.at_a_glance());
        answer.seconds = deadline.seconds();
        report(&answer);
        if answer.best.is_none() {
            return answer;
        }
        let at_its_best = self.level == Level::FULL;
        if self.solve(deadline, &mut answer) {
            if at_its_best {
                self.follow(deadline, &mut answer);
            }
            answer.seconds = deadline.seconds();
            report(&answer);
            return answer;
        }
        let deepest = deadline.limits.depth.unwrap_or(64).min(self.strength.depth);
        for depth in 2..=deepest {
            let next = self.look(deadline, depth);
            if next.depth < depth {
                answer.nodes += next.nodes;
                break; // cut short
            }
            let (nodes, proven) = (answer.nodes + next.nodes, answer.proven);
            answer = next.clone().mean_with(&last);
            last = next;
            answer.nodes = nodes;
            answer.proven = answer.proven.or(proven);
            answer.seconds = deadline.seconds();
            report(&answer);
            if answer.proven.is_some() {
                break;
            }
        }
        if at_its_best {
            self.follow(deadline, &mut answer);
        }
        answer.seconds = deadline.seconds();
        answer
    }
}

/// The probability of winning with a lead of `score` moves.
fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score / 1.5).exp())
}

impl Analysis<Domineering> {
    /// The mean of the analyses of two depths. The order of the moves is that of the deeper one,
    /// and no move gets a better evaluation than the first.
    fn mean_with(mut self, shallower: &Self) -> Self {
        if self.proven.is_some() || self.lines.is_empty() {
            self.lines.truncate(MOST_LINES);
            return self;
        }
        let before = |mv| shallower.lines.iter().find(|line| line.mv == mv);
        for line in &mut self.lines {
            let other = before(line.mv).map_or(shallower.score, |line| line.score);
            line.score = f64::midpoint(line.score, other);
        }
        self.score = self.lines[0].score;
        for line in &mut self.lines {
            line.score = line.score.min(self.score);
            line.win = chance(line.score);
        }
        self.win = self.lines[0].win;
        self.lines.truncate(MOST_LINES);
        self
    }
}

impl<B: Bits> DomineeringPlayer<B> {
    /// Runs the solver within its share of the limits; returns whether it found the winner.
    fn solve(&mut self, deadline: &Deadline, answer: &mut Analysis<Domineering>) -> bool {
        if self.strength.solver == Some(0) {
            return false;
        }
        let share = deadline.share(SOLVING);
        let half = share.nodes_left().map(|nodes| nodes / 2);
        let nodes = self.strength.solver.into_iter().chain(half).min();
        let endless = deadline.limits.time.is_none() && nodes.is_none();
        let mut step = FIRST_STEP;
        loop {
            let time = endless.then_some(step);
            let part = share.part(Limits { time, nodes });
            match self.solver.solve(&self.position, &part, &mut |_| {}) {
                Ok(outcome) => {
                    let wins = outcome.winner == self.position.to_move().side();
                    answer.nodes += outcome.counters.nodes;
                    answer.proven = Some(outcome.winner);
                    answer.win = f64::from(u8::from(wins));
                    // In a lost position the move that looks best is played.
                    if let Some(mv) = outcome.best_move {
                        answer.best = Some(mv);
                        answer.score = answer.score.abs().max(0.5);
                        let score = answer.score;
                        answer.lines.retain(|line| line.mv != mv);
                        let line = AnalysisLine { mv, win: 1.0, score, visits: 1, pv: vec![mv] };
                        answer.lines.insert(0, line);
                    } else {
                        answer.score = -answer.score.abs().max(0.5);
                        answer.lines.iter_mut().for_each(|line| line.win = 0.0);
                    }
                    return true;
                }
                Err(stopped) => {
                    answer.nodes += stopped.counters.nodes;
                    if !endless || deadline.over() {
                        return false;
                    }
                    step *= 2;
                }
            }
        }
    }

    /// The analysis without any search.
    fn at_a_glance(&self) -> Analysis<Domineering> {
        let score = f64::from(judge(&self.geometry, &self.position)) / 8.0;
        Analysis { score, win: chance(score), ..Analysis::default() }
    }

    /// Extends the best line: each side plays the move that looks best, and the winner of a solved
    /// position plays a winning move.
    fn follow(&mut self, deadline: &Deadline, answer: &mut Analysis<Domineering>) {
        let Some(line) = answer.lines.first_mut() else { return };
        let root = self.position;
        let limits = MoveLimits { time: Some(FOLLOWING), ..MoveLimits::default() };
        let short = Deadline::new(&limits, deadline.budget.cancel(), self.count);
        while line.pv.len() < FOLLOWED && !short.over() {
            self.position.play_unchecked(&self.geometry, line.pv[line.pv.len() - 1]);
            let mut next = None;
            if answer.proven == Some(self.position.to_move().side()) {
                let solved = self.solver.solve(&self.position, &short.budget, &mut |_| {});
                next = solved.ok().and_then(|outcome| outcome.best_move);
            }
            let next = next.or_else(|| {
                let mut two = self.look(&short, 2);
                if two.depth == 0 {
                    two = self.look(&short, 1);
                }
                two.best
            });
            let Some(mv) = next else { break };
            line.pv.push(mv);
        }
        self.position = root;
    }

    /// Searches all moves of the root to this depth. The depth of the result is 0 if the search was
    /// interrupted.
    fn look(&mut self, deadline: &Deadline, depth: u32) -> Analysis<Domineering> {
        let mut answer = Analysis::default();
        let me = self.position.to_move().side();
        let ticker = deadline.budget.ticker(256);
        let mut search = Ahead { geometry: &self.geometry, ticker, nodes: 0, stopped: false };
        let moves: Vec<Move> = self.position.moves(&self.geometry).collect();
        let mut best = i32::MIN + 1;
        for mv in moves {
            let mut after = self.position;
            after.play_unchecked(&self.geometry, mv);
            // A move that is not better than the best so far needs no exact value, unless a random
            // error is added.
            let worst =
                if self.strength.error == 0.0 { best.max(LOST * 2 + 1) } else { LOST * 2 + 1 };
            let nodes = search.nodes;
            let value = -search.value(&after, depth - 1, LOST * 2, -worst + 1);
            if search.stopped && depth > 1 {
                answer.nodes = search.nodes;
                return answer;
            }
            if search.stopped && !answer.lines.is_empty() {
                break; // keep the best of the moves searched so far
            }
            best = best.max(value);
            let noise = self.strength.error * self.random.normal();
            let score = f64::from(value) / 8.0 + noise;
            let visits = search.nodes - nodes;
            answer.lines.push(AnalysisLine { mv, win: chance(score), score, visits, pv: vec![mv] });
        }
        answer.lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        answer.lines = distinct(&self.geometry, &self.position, answer.lines, usize::MAX);
        match answer.lines.first() {
            None => {
                answer.win = 0.0;
                answer.score = -0.5;
                answer.proven = Some(me.opponent());
            }
            Some(line) => {
                (answer.best, answer.win, answer.score) = (Some(line.mv), line.win, line.score);
                if best.abs() > -LOST / 2 {
                    answer.proven = Some(if best > 0 { me } else { me.opponent() });
                    answer.win = f64::from(u8::from(best > 0));
                    answer.score = if best > 0 { 0.5 } else { -0.5 };
                }
            }
        }
        (answer.nodes, answer.depth) = (search.nodes, depth);
        answer
    }
}

/// A plain alpha-beta search to a fixed depth.
struct Ahead<'s, B> {
    geometry: &'s Geometry<B>,
    ticker: Ticker<'s>,
    nodes: u64,
    stopped: bool,
}

impl<B: Bits> Ahead<'_, B> {
    /// The value for the side to move, fail-soft; in eighths of a move, or beyond [`LOST`] / 2 if
    /// the game ends. Meaningless once `stopped`.
    fn value(&mut self, position: &Position<B>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.ticker.tick().is_err() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let moves = moves_of(self.geometry, position.empty(), position.to_move());
        if moves.is_empty() {
            return LOST - depth as i32;
        }
        if depth == 0 || self.stopped {
            return judge(self.geometry, position);
        }
        let mut best = LOST * 2;
        for square in moves.squares() {
            let mut after = *position;
            after.play_unchecked(self.geometry, Move(square));
            best = best.max(-self.value(&after, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }
}

/// The static evaluation, in eighths of a move: a safe move counts fully, another possible move a
/// quarter.
fn judge<B: Bits>(geometry: &Geometry<B>, position: &Position<B>) -> i32 {
    let empty = position.empty();
    let lead = chances(geometry, empty, Orientation::Vertical, Orientation::Horizontal)
        - chances(geometry, empty, Orientation::Horizontal, Orientation::Vertical);
    (if position.to_move() == Orientation::Vertical { lead } else { -lead }) - 4
}

/// One player's part of the evaluation. Every caller passes a constant player, so the compiler
/// makes one version for each, with steps in a known direction.
#[inline(always)]
fn chances<B: Bits>(
    geometry: &Geometry<B>,
    empty: B,
    player: Orientation,
    opponent: Orientation,
) -> i32 {
    let threatened = covered_by(geometry, moves_of(geometry, empty, opponent), opponent);
    let safe = most_moves(geometry, empty & !threatened, player);
    (8 * safe + moves_of(geometry, empty, player).count()) as i32
}
