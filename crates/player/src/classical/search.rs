//! Alpha-beta with iterative deepening.

use super::LeafEvaluator;
use super::order::{BoardScores, Experience};
use super::settings::ClassicalSettings;
use super::table::{Bound, Entry, Transpositions, fingerprint};
use crate::endgame::filled;
use crate::eval::PositionEvaluator;
use crate::limits::Deadline;
use crate::options::seeded_random;
use crate::{Analysis, AnalysisLine, EngineOptions};
use lastmove_amazons::{Move, Position};
use lastmove_board::{Bits, Geometry, mix};
use lastmove_work::{Random, Ticker};

/// The value of a lost position, less than every evaluation. Later losses are greater.
const LOST: i32 = -1_000_000;
/// A value beyond this is a proven win or loss, unless moves were left out.
const SURE: i32 = 900_000;
/// Evaluations between two checks of the clock.
const PERIOD: u64 = 64;
/// The most positions that filling territories may enter.
const FILLING: u64 = 20_000;

/// The classical player on one board.
pub(crate) struct Classical<B> {
    geometry: Geometry<B>,
    evaluator: PositionEvaluator<B>,
    position: Position<B>,
    settings: ClassicalSettings,
    experience: Experience,
    table: Option<Transpositions<B>>,
    random: Random,
}

/// A move with its place in the order and, if it was evaluated, its value for the mover.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    order: i32,
    judged: Option<i32>,
}

impl<B: Bits> Classical<B> {
    pub(crate) fn new(
        geometry: Geometry<B>,
        position: Position<B>,
        settings: ClassicalSettings,
        options: &EngineOptions,
    ) -> Self {
        let evaluator = PositionEvaluator::new(&geometry);
        let table = settings.table.then(|| Transpositions::new(options.memory));
        let (experience, random) = (Experience::new(), seeded_random(options.seed));
        Self { geometry, evaluator, position, settings, experience, table, random }
    }

    /// Thinks until the deadline.
    pub(crate) fn think(
        &mut self,
        position: Position<B>,
        deadline: &Deadline,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.position = position;
        let me = self.position.to_move();
        let mut answer = Analysis {
            ownership: vec![0.0; self.geometry.size().squares()],
            ..Analysis::default()
        };
        if !self.position.can_move(&self.geometry, me) {
            (answer.win, answer.score, answer.proven) = (0.0, -0.5, Some(me.opponent().side()));
            return answer;
        }
        // Single-player search, if no area is shared.
        let solo = self.settings.solo;
        let filled = solo.then(|| filled(&self.geometry, &self.position, FILLING)).flatten();
        if let Some(filled) = filled {
            let (ownership, seconds) = (answer.ownership, deadline.seconds());
            let answer = Analysis { ownership, seconds, ..filled };
            report(&answer);
            return answer;
        }
        self.experience.begin_search();
        let salt = self.random.next_u64();
        let scores = self.settings.statics.then(|| {
            let (leaves, rewards) = (self.settings.leaves, self.settings.rewards);
            BoardScores::new(self.geometry.size().squares(), &self.position, |position| {
                leaves.value(&self.geometry, &self.evaluator, position, rewards, salt)
            })
        });
        let ticker = deadline.budget.ticker(PERIOD);
        let mut search =
            Search { player: self, deadline, ticker, scores, salt, nodes: 0, stopped: false };
        search.deepen(&mut answer, report);
        answer.nodes = search.nodes;
        answer.seconds = deadline.seconds();
        report(&answer);
        answer
    }
}

struct Search<'s, B> {
    player: &'s mut Classical<B>,
    deadline: &'s Deadline,
    ticker: Ticker<'s>,
    scores: Option<BoardScores>,
    salt: u64,
    nodes: u64,
    stopped: bool,
}

impl<B: Bits> Search<'_, B> {
    /// Iterative deepening: each iteration tries the best move of the last one first.
    fn deepen(&mut self, answer: &mut Analysis, report: &mut dyn FnMut(&Analysis)) {
        let root = self.player.position;
        let mut moves = self.candidates(&root, 0, None);
        if self.player.settings.leaves == LeafEvaluator::Zero {
            // All moves have the same value: choose at random.
            moves.iter_mut().for_each(|m| {
                m.order = (mix(fingerprint(&root) ^ self.salt ^ m.key()) >> 40) as i32
            });
            moves.sort_by_key(|m| std::cmp::Reverse(m.order));
        }
        let branching = moves.len();
        // The answer if not even the first iteration finishes.
        if let Some(&Candidate { mv, .. }) = moves.first() {
            answer.best = Some(mv);
            answer.lines = vec![AnalysisLine { mv, win: 0.5, score: 0.0, visits: 1, pv: vec![mv] }];
        }
        let most = self.player.settings.width.map_or(branching, |w| branching.min(w as usize));
        moves.truncate(most);
        let deepest = [self.deadline.limits.depth, self.player.settings.depth, Some(100)];
        let deepest = deepest.into_iter().flatten().min().unwrap_or(100);
        for depth in 1..=deepest {
            for width in self.widths(most) {
                let Some(values) = self.root(&root, &mut moves, depth, width) else { return };
                self.tell(answer, &moves, &values, depth, width == usize::MAX);
                report(answer);
            }
            let sure = answer
                .lines
                .first()
                .is_some_and(|line| line.score.abs() * self.unit() > SURE as f64);
            if sure || answer.proven.is_some() || !self.worth_another(most) {
                return;
            }
        }
    }

    fn unit(&self) -> f64 {
        self.player.settings.leaves.unit(self.player.settings.rewards)
    }

    /// The widths to search at one depth, in turn. The last is that of the settings, which applies
    /// to all positions below, even if the root has fewer moves.
    fn widths(&self, most: usize) -> Vec<usize> {
        let mut widths = vec![self.player.settings.width.map_or(usize::MAX, usize::from)];
        let mut width = most;
        while self.player.settings.widening && width > 3 {
            width = width.div_ceil(2);
            widths.insert(0, width);
        }
        widths
    }

    /// Whether another iteration is worth starting, by the rule of 5.2.1 and the clock.
    fn worth_another(&self, branching: usize) -> bool {
        if self.stopped || self.deadline.over() {
            return false;
        }
        let factor = (branching as f64).sqrt();
        let fits = |used: f64, all: f64| !self.player.settings.rule || factor * used <= all - used;
        let time = self.deadline.limits.time.map(|time| time.as_secs_f64());
        time.is_none_or(|all| fits(self.deadline.seconds(), all))
            && self.deadline.limits.nodes.is_none_or(|all| fits(self.nodes as f64, all as f64))
    }

    /// Searches all moves of the root to one depth and sorts them by value. Returns the values;
    /// those after the best are upper bounds. `None` if the search was interrupted.
    fn root(
        &mut self,
        root: &Position<B>,
        moves: &mut [Candidate],
        depth: u32,
        width: usize,
    ) -> Option<Vec<i32>> {
        let (mut alpha, mut values) = (2 * LOST, Vec::new());
        for (i, candidate) in moves.iter().take(width).enumerate() {
            let mut after = *root;
            after.play_unchecked(candidate.mv);
            let value = self.child(&after, candidate, depth, 1, alpha, -2 * LOST, i, width);
            if self.stopped {
                return None;
            }
            values.push(value);
            alpha = alpha.max(value);
        }
        // A stable sort: among equal values, which may be bounds, the earlier move stays ahead.
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(values[i]));
        let sorted: Vec<Candidate> = order.iter().map(|&i| moves[i]).collect();
        moves[..sorted.len()].copy_from_slice(&sorted);
        if let Some(best) = moves.first() {
            self.player.experience.note_best(root.to_move(), best.mv);
        }
        Some(order.iter().map(|&i| values[i]).collect())
    }

    /// The value of a child for its parent's mover, by a null window first if PVS is on.
    fn child(
        &mut self,
        after: &Position<B>,
        candidate: &Candidate,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
        place: usize,
        width: usize,
    ) -> i32 {
        if depth == 1 {
            // A loss of the opponent is recognised at once.
            let next = after.to_move();
            if !after.can_move(&self.player.geometry, next) {
                return -LOST - ply as i32;
            }
            return candidate.judged.unwrap_or_else(|| -self.judge(after));
        }
        if self.player.settings.pvs && place > 0 {
            let value = -self.value(after, depth - 1, ply, -alpha - 1, -alpha, width);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        -self.value(after, depth - 1, ply, -beta, -alpha, width)
    }

    /// The value for the side to move, fail-soft. Meaningless once `stopped`.
    fn value(
        &mut self,
        position: &Position<B>,
        depth: u32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        width: usize,
    ) -> i32 {
        let (low, me) = (alpha, position.to_move());
        let mut first = None;
        if let Some(entry) = self.player.table.as_ref().and_then(|table| table.load(position)) {
            if entry.depth == depth && entry.width == width as u32 {
                match entry.bound {
                    Bound::Exact => return entry.value,
                    Bound::AtLeast => alpha = alpha.max(entry.value),
                    Bound::AtMost => beta = beta.min(entry.value),
                }
                if alpha >= beta {
                    return entry.value;
                }
            }
            first = entry.best;
        }
        let mut moves = self.candidates(position, ply, first);
        if moves.is_empty() {
            return LOST + ply as i32;
        }
        if depth > 1 || self.player.settings.history || self.player.settings.statics {
            moves.truncate(width);
        }
        let (mut best, mut choice) = (2 * LOST, None);
        for (i, candidate) in moves.iter().enumerate() {
            let mut after = *position;
            after.play_unchecked(candidate.mv);
            let value = self.child(&after, candidate, depth, ply + 1, alpha, beta, i, width);
            if self.stopped {
                return best.max(value);
            }
            if value > best {
                (best, choice) = (value, Some(candidate.mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if self.player.settings.killers {
                    self.player.experience.note_cut_off(ply, candidate.mv);
                }
                break;
            }
        }
        if let Some(mv) = choice {
            self.player.experience.note_best(me, mv);
        }
        if let Some(table) = &mut self.player.table {
            let bound = match best {
                _ if best <= low => Bound::AtMost,
                _ if best >= beta => Bound::AtLeast,
                _ => Bound::Exact,
            };
            let (position, width) = (*position, width as u32);
            table.store(Entry { position, depth, width, value: best, bound, best: choice });
        }
        best
    }

    /// The legal moves, in the order in which to try them.
    fn candidates(
        &mut self,
        position: &Position<B>,
        ply: usize,
        first: Option<Move>,
    ) -> Vec<Candidate> {
        let me = position.to_move();
        let mut legal = Vec::new();
        position.for_each_move(&self.player.geometry, me, |mv| legal.push(mv));
        let mut moves = Vec::with_capacity(legal.len());
        for mv in legal {
            let settings = &self.player.settings;
            let mut judged = None;
            let order = if settings.history {
                self.player.experience.merit(me, mv)
            } else if let Some(scores) = &self.scores {
                scores.score(me, mv)
            } else {
                let mut after = *position;
                after.play_unchecked(mv);
                let value = -self.judge(&after);
                judged = Some(value);
                value
            };
            if self.stopped {
                break;
            }
            let killer = self.player.settings.killers && self.player.experience.is_killer(ply, mv);
            let order = match (Some(mv) == first, killer) {
                (true, _) => i32::MAX,
                (_, true) => i32::MAX - 1,
                _ => order,
            };
            moves.push(Candidate { mv, order, judged });
        }
        moves.sort_by_key(|m| std::cmp::Reverse(m.order));
        moves
    }

    fn judge(&mut self, position: &Position<B>) -> i32 {
        if self.ticker.tick().is_err() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let player = &*self.player;
        let settings = &player.settings;
        let (geometry, evaluator) = (&player.geometry, &player.evaluator);
        let value =
            settings.leaves.value(geometry, evaluator, position, settings.rewards, self.salt);
        let random = u64::from(settings.random);
        if random == 0 {
            return value;
        }
        let dice = mix(fingerprint(position) ^ self.salt) % (2 * random + 1);
        value + dice as i32 - random as i32
    }

    /// Updates the answer with the result of an iteration.
    fn tell(
        &self,
        answer: &mut Analysis,
        moves: &[Candidate],
        values: &[i32],
        depth: u32,
        sound: bool,
    ) {
        let unit = self.unit();
        let chance = |score: f64| 1.0 / (1.0 + (-score / 4.0).exp());
        answer.depth = depth;
        answer.nodes = self.nodes;
        answer.seconds = self.deadline.seconds();
        answer.lines.clear();
        for (candidate, &value) in moves.iter().zip(values).take(10) {
            let score = f64::from(value) / unit;
            let (mv, win) = (candidate.mv, chance(score));
            answer.lines.push(AnalysisLine { mv, win, score, visits: 1, pv: vec![mv] });
        }
        let me = self.player.position.to_move().side();
        if let (Some(line), Some(&value)) = (answer.lines.first(), values.first()) {
            (answer.best, answer.win, answer.score) = (Some(line.mv), line.win, line.score);
            // A selective search overlooks other replies of the opponent, so only shallow wins and
            // full-width searches prove anything.
            answer.proven = match value {
                _ if value > SURE && (sound || depth == 1) => Some(me),
                _ if value < -SURE && sound => Some(me.opponent()),
                _ => None,
            };
        }
        if let Some(winner) = answer.proven {
            answer.win = f64::from(u8::from(winner == me));
            answer.score = if winner == me { 0.5 } else { -0.5 };
        }
    }
}

impl Candidate {
    fn key(&self) -> u64 {
        u64::from(self.mv.from) | u64::from(self.mv.to) << 8 | u64::from(self.mv.arrow) << 16
    }
}
