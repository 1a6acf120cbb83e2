//! The exact score of small endings: who wins, by how many moves, and the move that leads there.
//!
//! Areas of one colour are replaced by the number of moves that they hold; a move there is a waiting
//! move. What is left is searched by alpha-beta. Scores are whole numbers: twice the lead of the
//! side to move as in [`crate::Report::score`], so always odd, and the opposite for the other side.

use super::Filler;
use super::fill::TooHard;
use lastmove_amazons::{Move, Position};
use lastmove_board::{Bits, Geometry};
use lastmove_regions::{Kind, areas};
use lastmove_values::FastMap;

/// Endings with more empty squares in shared areas are not tried.
const MOST_SHARED: u32 = 11;
/// Positions between two questions whether to go on.
const PERIOD: u64 = 64;

/// A position without its settled areas: the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State<B> {
    amazons: [B; 2],
    empty: B,
    /// moves in territories
    spare: [u32; 2],
}

/// What is known of a state: its score lies between the two.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: i32,
    high: i32,
}

/// Searches endings of one board.
pub(crate) struct Scorer<'g, 'a, B> {
    geometry: &'g Geometry<B>,
    filler: Filler<'g, B>,
    known: FastMap<State<B>, Known>,
    left: u64,
    /// whether the search may go on
    go_on: &'a dyn Fn() -> bool,
}

const INFINITE: i32 = 10_000;

impl<'g, 'a, B: Bits> Scorer<'g, 'a, B> {
    /// A search of at most so many positions, and as long as `go_on` says.
    pub(crate) fn new(
        geometry: &'g Geometry<B>,
        positions: u64,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        let filler = Filler::new(geometry, positions);
        Self { geometry, filler, known: FastMap::default(), left: positions, go_on }
    }

    /// Positions entered so far, with so many allowed at first.
    pub(crate) fn entered(&self, allowed: u64) -> u64 {
        allowed - self.left
    }

    /// The score of a position and a move that reaches it; `None` if the ending is too large.
    pub(crate) fn best(&mut self, position: &Position<B>) -> Option<(i32, Move)> {
        let me = position.to_move();
        let [mine, theirs] = [me, me.opponent()].map(|colour| position.amazons(colour));
        let root = State { amazons: [mine, theirs], empty: position.empty(), spare: [0, 0] };
        let root = self.simplified(root).ok()?;
        if root.empty.count() > MOST_SHARED {
            return None;
        }
        let mut best: Option<(i32, Move)> = None;
        let alpha = |best: Option<(i32, Move)>| best.map_or(-INFINITE, |(score, _)| score);
        for (mv, after) in self.moves(&root) {
            let low = alpha(best);
            let score = -self.score(after, -INFINITE, -low).ok()?;
            if score > low {
                best = Some((score, mv));
            }
        }
        if let Some(after) = root.waited() {
            let low = alpha(best);
            let score = -self.score(after, -INFINITE, -low).ok()?;
            if score > low {
                // any best move in the territories
                let land = !(root.amazons[0] | root.amazons[1] | root.empty);
                let mv = self.filler.best(mine & land, position.empty() & land)?;
                best = Some((score, mv));
            }
        }
        best
    }

    /// Turns areas of one colour into spare moves.
    fn simplified(&mut self, mut state: State<B>) -> Result<State<B>, TooHard> {
        for area in areas(self.geometry, state.amazons, state.empty) {
            if area.kind() == Kind::Active {
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
        let mut moves = Vec::new();
        for from in mine.squares() {
            let vacated = state.empty | B::bit(from);
            for to in self.geometry.queen_reach(from, state.empty).squares() {
                let moved = mine & !B::bit(from) | B::bit(to);
                for arrow in self.geometry.queen_reach(to, vacated).squares() {
                    let empty = vacated & !B::bit(to) & !B::bit(arrow);
                    let room = |amazons: B| {
                        (self.geometry.flood(amazons, amazons | empty) & empty).count() as i32
                    };
                    let spare = [state.spare[1], state.spare[0]];
                    let after = State { amazons: [theirs, moved], empty, spare };
                    moves.push((room(theirs) - room(moved), Move { from, to, arrow }, after));
                }
            }
        }
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
        // Nobody makes more moves than there are squares.
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
        (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
        self.left = self.left.checked_sub(1).ok_or(TooHard)?;
        if self.left.is_multiple_of(PERIOD) && !(self.go_on)() {
            return Err(TooHard);
        }
        let moves = self.moves(&state);
        let mut best = -INFINITE;
        if moves.is_empty() && mine == 0 {
            // Lost; the winner counts what he has left.
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
    /// After a waiting move, if there is one.
    fn waited(&self) -> Option<Self> {
        let [mine, theirs] = self.spare;
        let (amazons, empty) = ([self.amazons[1], self.amazons[0]], self.empty);
        mine.checked_sub(1).map(|mine| Self { amazons, empty, spare: [theirs, mine] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_amazons::{Colour, most_moves, start};
    use lastmove_board::mix;
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
                    let go_on = || true;
                    let mut scorer = Scorer::new(&geometry, 1_000_000, &go_on);
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

    #[test]
    fn scores_and_moves_equal_plain_search() {
        compare(&["4x4", "4x5", "5x5"], 60, 5);
    }

    #[test]
    #[ignore = "minutes"]
    fn scores_and_moves_equal_plain_search_on_larger_endings() {
        compare(&["4x4", "4x5", "5x5", "5x6"], 1000, 7);
    }
}
