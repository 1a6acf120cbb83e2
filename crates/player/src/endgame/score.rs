//! The exact score of small endings: who wins, by how many moves, and the move that leads there.
//!
//! Areas of one colour are replaced by the number of moves in them; a move there is a waiting move.
//! If only zugzwangs are left, a knapsack decides which of them the winner keeps for the loser. All
//! other positions are searched by alpha-beta. Scores are whole numbers: twice the lead of the side
//! to move as in [`crate::Analysis::score`], so always odd, and the opposite for the other side.

use super::zugzwang::Zugzwangs;
use lastmove_amazons::zugzwang::plan;
use lastmove_amazons::{
    AreaKind, Colour, Move, Position, Territories, TooHard, areas, visit_moves,
};
use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;
use lastmove_work::Budget;

/// Endings with more empty squares in shared areas are not searched.
const MOST_SHARED: u32 = 11;
/// The most positions that recognising zugzwangs may enter.
const RECOGNISING: u64 = 20_000;
/// Positions between two checks of the budget.
const PERIOD: u64 = 64;

/// A position without its settled areas: the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State<B> {
    amazons: [B; 2],
    empty: B,
    /// moves in territories
    spare: [u32; 2],
}

/// Bounds of a state's score.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: i32,
    high: i32,
}

/// Searches endings of one board.
pub(crate) struct Scorer<'g, 'a, B> {
    geometry: &'g Geometry<B>,
    filler: Territories<'g, B>,
    zugzwangs: Zugzwangs<'a, B>,
    known: FastMap<State<B>, Known>,
    allowed: u64,
    left: u64,
    most_shared: u32,
    /// whether sums of zugzwangs are solved by the knapsack
    knapsack: bool,
    budget: &'a Budget,
}

const INFINITE: i32 = 10_000;

impl<'g, 'a, B: Bits> Scorer<'g, 'a, B> {
    /// A search of at most `positions` positions within the budget.
    pub(crate) fn new(geometry: &'g Geometry<B>, positions: u64, budget: &'a Budget) -> Self {
        let filler = Territories::new(geometry, positions.max(RECOGNISING));
        Self {
            geometry,
            filler,
            zugzwangs: Zugzwangs::new(RECOGNISING, budget),
            known: FastMap::default(),
            allowed: positions,
            left: positions,
            most_shared: MOST_SHARED,
            knapsack: true,
            budget,
        }
    }

    /// The same without search: only sums of zugzwangs have a score.
    pub(crate) fn planning(geometry: &'g Geometry<B>, budget: &'a Budget) -> Self {
        Self { most_shared: 0, ..Self::new(geometry, 0, budget) }
    }

    /// Positions entered so far.
    pub(crate) fn entered(&self) -> u64 {
        self.allowed - self.left
    }

    /// The score of a position and a move that reaches it; `None` if the ending is too large.
    pub(crate) fn best(&mut self, position: &Position<B>) -> Option<(i32, Move)> {
        let me = position.to_move();
        let [mine, theirs] = [me, me.opponent()].map(|colour| position.amazons(colour));
        let root = State { amazons: [mine, theirs], empty: position.empty(), spare: [0, 0] };
        let root = self.simplified(root).ok()?;
        if let Some(found) = self.planned_move(&root, position) {
            return Some(found);
        }
        if root.empty.count() > self.most_shared {
            return None;
        }
        let mut best: Option<(i32, Option<Move>)> = None;
        let moves = self.moves(&root).into_iter().map(|(mv, after)| (Some(mv), after));
        for (mv, after) in moves.chain(root.waited().map(|after| (None, after))) {
            let low = best.map_or(-INFINITE, |(score, _)| score);
            let score = -self.score(after, -INFINITE, -low).ok()?;
            if score > low {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        Some((score, mv.or_else(|| self.waiting_move(&root, position))?))
    }

    /// A move in the side's own territories after which as many moves as possible are left.
    fn waiting_move(&mut self, root: &State<B>, position: &Position<B>) -> Option<Move> {
        let land = !(root.amazons[0] | root.amazons[1] | root.empty);
        let mine = position.amazons(position.to_move());
        self.filler.best(mine & land, position.empty() & land)
    }

    /// The score of a sum of zugzwangs, and a move that goes with its plan: a waiting move, or one
    /// that turns a zugzwang into an integer.
    fn planned_move(&mut self, root: &State<B>, position: &Position<B>) -> Option<(i32, Move)> {
        let score = self.planned(root)?;
        if let Some(after) = root.waited()
            && self.planned(&after) == Some(-score)
        {
            return Some((score, self.waiting_move(root, position)?));
        }
        for (mv, after) in self.moves(root) {
            let after = self.simplified(after).ok()?;
            if self.planned(&after) == Some(-score) {
                return Some((score, mv));
            }
        }
        None
    }

    /// The score of a state whose shared areas all are zugzwangs.
    fn planned(&mut self, state: &State<B>) -> Option<i32> {
        if !self.knapsack {
            return None;
        }
        let mut sum = Vec::new();
        for area in areas(self.geometry, state.amazons, state.empty) {
            if area.kind() == AreaKind::Active {
                let (filler, amazons) = (&mut self.filler, area.amazons);
                sum.push(self.zugzwangs.recognise(filler, amazons, area.empty()).ok()??);
            }
        }
        // The side to move is Black there.
        let [mine, theirs] = state.spare;
        let difference = plan(&sum, mine, theirs, Colour::Black).score;
        i32::try_from(2 * difference - 1).ok()
    }

    /// Whether a state is a sum of several shared areas.
    fn is_sum(&self, state: &State<B>) -> bool {
        areas(self.geometry, state.amazons, state.empty)
            .filter(|area| area.kind() == AreaKind::Active)
            .nth(1)
            .is_some()
    }

    /// Turns areas of one colour into spare moves.
    fn simplified(&mut self, mut state: State<B>) -> Result<State<B>, TooHard> {
        for area in areas(self.geometry, state.amazons, state.empty) {
            if area.kind() == AreaKind::Active {
                continue;
            }
            for side in 0..2 {
                state.spare[side] += self.filler.most(area.amazons[side], area.empty())?;
                state.amazons[side] &= !area.squares;
            }
            state.empty &= !area.squares;
        }
        Ok(state)
    }

    /// The moves in shared areas, those that leave the mover most room first.
    fn moves(&self, state: &State<B>) -> Vec<(Move, State<B>)> {
        let [mine, theirs] = state.amazons;
        let spare = [state.spare[1], state.spare[0]];
        let mut moves = Vec::new();
        visit_moves(self.geometry, mine, state.empty, |mv, moved, empty| {
            let room = |set: B| (self.geometry.flood(set, set | empty) & empty).count() as i32;
            let after = State { amazons: [theirs, moved], empty, spare };
            moves.push((room(theirs) - room(moved), mv, after));
        });
        moves.sort_by_key(|&(order, ..)| order);
        moves.into_iter().map(|(_, mv, after)| (mv, after)).collect()
    }

    /// The score of a state if it lies between `alpha` and `beta`, else a bound beyond (fail-soft).
    fn score(&mut self, state: State<B>, mut alpha: i32, mut beta: i32) -> Result<i32, TooHard> {
        let state = self.simplified(state)?;
        let [mine, theirs] = state.spare.map(|n| n as i32);
        if state.empty.is_empty() {
            return Ok(2 * (mine - theirs) - 1);
        }
        // No side makes more moves than there are empty squares.
        let room = state.empty.count() as i32;
        let mut known = Known { low: 2 * (-theirs - room) - 1, high: 2 * (mine + room) - 1 };
        if let Some(&found) = self.known.get(&state) {
            known = found;
        }
        if known.low >= beta || known.low == known.high {
            return Ok(known.low);
        }
        if known.high <= alpha {
            return Ok(known.high);
        }
        // Searching a single area is as fast as recognising it; the areas of a sum occur again.
        if self.is_sum(&state)
            && let Some(score) = self.planned(&state)
        {
            self.known.insert(state, Known { low: score, high: score });
            return Ok(score);
        }
        (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
        self.left = self.left.checked_sub(1).ok_or(TooHard)?;
        if self.left.is_multiple_of(PERIOD) && self.budget.check().is_err() {
            return Err(TooHard);
        }
        let moves = self.moves(&state);
        let mut best = -INFINITE;
        if moves.is_empty() && mine == 0 {
            // The side to move has lost; the score is what the winner has left.
            let rest = self.filler.most(state.amazons[1], state.empty)? as i32;
            best = -2 * (theirs + rest) - 1;
        }
        for after in moves.into_iter().map(|(_, after)| after).chain(state.waited()) {
            let low = best.max(alpha);
            best = best.max(-self.score(after, -beta, -low)?);
            if best >= beta {
                break;
            }
        }
        if best > alpha {
            known.low = known.low.max(best);
        }
        if best < beta {
            known.high = known.high.min(best);
        }
        self.known.insert(state, known);
        Ok(best)
    }
}

impl<B: Bits> State<B> {
    /// The state after a waiting move, if there is one.
    fn waited(&self) -> Option<Self> {
        let [mine, theirs] = self.spare;
        let (amazons, empty) = ([self.amazons[1], self.amazons[0]], self.empty);
        mine.checked_sub(1).map(|mine| Self { amazons, empty, spare: [theirs, mine] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_amazons::{most_moves, start};
    use lastmove_board::{Cell, Size, mix};
    use lastmove_regions::{Zugzwang, ZugzwangKind, zugzwangs};
    use lastmove_work::{Budget, Silent};
    use std::collections::HashMap;

    type Memory = HashMap<Position<u64>, i32>;

    /// The score by plain search over all legal moves.
    fn plain(geometry: &Geometry<u64>, position: &Position<u64>, memory: &mut Memory) -> i32 {
        if let Some(&score) = memory.get(position) {
            return score;
        }
        let mut best = None;
        for mv in position.moves(geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let score = -plain(geometry, &after, memory);
            best = best.max(Some(score));
        }
        let score = best.unwrap_or_else(|| {
            let winner: Colour = position.to_move().opponent();
            -2 * most_moves(geometry, position.amazons(winner), position.empty()) as i32 - 1
        });
        memory.insert(*position, score);
        score
    }

    fn compare(boards: &[&str], seeds: u64, most_empty: u32) {
        let mut contested = 0;
        for seed in 0..seeds {
            let diagram = start::parse(boards[seed as usize % boards.len()]).unwrap();
            let geometry = Geometry::<u64>::new(diagram.size());
            let mut position = Position::from_diagram(&diagram).unwrap();
            for ply in 0.. {
                let moves: Vec<_> = position.moves(&geometry).collect();
                if moves.is_empty() {
                    break;
                }
                if position.empty().count() <= most_empty {
                    let mut memory = Memory::new();
                    let expected = plain(&geometry, &position, &mut memory);
                    let budget = Budget::default();
                    let mut scorer = Scorer::new(&geometry, 1_000_000, &budget);
                    let (score, mv) = scorer.best(&position).expect("a small ending");
                    let text = position.to_diagram(diagram.size());
                    assert_eq!(score, expected, "{text}");
                    let after = position.play(&geometry, mv).unwrap();
                    assert_eq!(-memory[&after], expected, "{mv:?} on {text}");
                    contested += u64::from(scorer.left < 1_000_000);
                }
                position.play_unchecked(moves[mix(seed << 8 | ply) as usize % moves.len()]);
            }
        }
        assert!(contested > seeds / 2, "only {contested} were contested");
    }

    /// A board with zugzwangs side by side at the top, and a strip of free moves for each side
    /// below. Bits of `swapped` exchange the colours of a zugzwang.
    fn sum_of(
        zugzwangs: &[&Zugzwang],
        swapped: u64,
        [white, black]: [usize; 2],
        to_move: Colour,
    ) -> (Geometry<u128>, Position<u128>) {
        let size = Size::new(15, 8).unwrap();
        let (mut amazons, mut empty, mut left) = ([0u128; 2], 0u128, 0);
        for (i, zugzwang) in zugzwangs.iter().enumerate() {
            let diagram = zugzwang.diagram();
            let box_size = diagram.size();
            for (at, &cell) in diagram.cells().iter().enumerate() {
                let (column, row) = (box_size.column(at as u8), box_size.row(at as u8));
                let bit = 1 << size.square(left + column, row);
                let swap = (swapped >> i & 1) as usize;
                match cell {
                    Cell::Empty => empty |= bit,
                    Cell::White => amazons[swap] |= bit,
                    Cell::Black => amazons[1 - swap] |= bit,
                    _ => {}
                }
            }
            left += box_size.width() + 1;
        }
        for (side, (row, free)) in [(7, white), (5, black)].into_iter().enumerate() {
            amazons[side] |= 1 << size.square(0, row);
            (1..=free).for_each(|column| empty |= 1 << size.square(column, row));
        }
        let position = Position::new(amazons[0], amazons[1], empty, to_move);
        (Geometry::new(size), position)
    }

    /// Compares random sums of `terms` zugzwangs with the knapsack and without. Returns how many
    /// were planned at once, and the positions that the search without the knapsack entered for
    /// those.
    fn compare_sums(terms: usize, widest: usize, sums: u64) -> (u64, u64) {
        const MOST: u64 = 50_000_000;
        let all: Vec<Zugzwang> = [6, 7]
            .into_iter()
            .flat_map(|n| zugzwangs(n, &Silent, &Budget::default()).unwrap().positions)
            .filter(|z| z.region.width() <= widest && z.region.height() <= 4)
            // sums of three or more use simple zugzwangs only: with all kinds they would be rare
            .filter(|z| terms < 3 || z.kind == ZugzwangKind::Simple)
            .collect();
        let (mut planned, mut entered) = (0, 0);
        for seed in 0..sums {
            let dice = |n: u64| mix(seed << 8 | n) as usize;
            let chosen: Vec<&Zugzwang> =
                (0..terms).map(|i| &all[dice(i as u64) % all.len()]).collect();
            let free = [dice(101) % 7, dice(102) % 7];
            let to_move = Colour::BOTH[dice(103) % 2];
            let (geometry, position) = sum_of(&chosen, dice(104) as u64, free, to_move);
            let text = position.to_diagram(geometry.size());
            let budget = Budget::default();
            let scorer = |knapsack| Scorer {
                knapsack,
                most_shared: u32::MAX,
                ..Scorer::new(&geometry, MOST, &budget)
            };
            let mut quick = scorer(true);
            let (score, mv) = quick.best(&position).expect("a small sum");
            let mut slow = scorer(false);
            assert_eq!(Some(score), slow.best(&position).map(|found| found.0), "{text}");
            let after = position.play(&geometry, mv).unwrap();
            let reply = scorer(false).best(&after).map(|found| -found.0);
            assert!(reply.is_none_or(|reply| reply == score), "{mv:?} on {text}");
            if Scorer::planning(&geometry, &budget).best(&position).is_some() {
                assert_eq!(quick.entered(), 0);
                planned += 1;
                entered += slow.entered();
            }
        }
        (planned, entered)
    }

    #[test]
    fn the_knapsack_gives_sums_of_zugzwangs_the_score_of_search() {
        let (planned, entered) = compare_sums(2, 7, 150);
        println!("{planned} of 150 planned at once; search enters {entered} positions for them");
        assert!(planned > 40 && entered > 100 * planned);
    }

    #[test]
    #[ignore = "heavy"]
    fn the_knapsack_gives_longer_sums_the_score_of_search() {
        for (terms, widest, sums) in [(1, 7, 500), (2, 7, 3000), (3, 4, 300)] {
            let (planned, entered) = compare_sums(terms, widest, sums);
            println!("{terms} terms: {planned} of {sums} planned at once, {entered} positions");
        }
    }

    #[test]
    fn scores_and_moves_equal_plain_search() {
        compare(&["4x4", "4x5", "5x5"], 60, 5);
    }

    #[test]
    #[ignore = "heavy"]
    fn scores_and_moves_equal_plain_search_on_larger_endings() {
        compare(&["4x4", "4x5", "5x5", "5x6"], 1000, 7);
    }
}
