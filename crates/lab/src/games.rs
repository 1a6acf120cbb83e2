//! Games to measure on, by a player that looks one move ahead and compares distances to each
//! square.

use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry, mix};

/// A move is chosen at random from those this close to the best one, so that games differ.
const CLOSE: f32 = 0.75;
/// The value of a square that both reach equally fast, for the side to move.
const TIE: f32 = 0.2;

/// Pseudo-random numbers, the same for the same seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x5eed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(self.0) % n as u64) as usize
    }
}

/// The squares that a side reaches with 1, 2, … moves of its amazons, without arrows.
fn waves<B: Bits>(geometry: &Geometry<B>, amazons: B, empty: B) -> Vec<B> {
    let mut waves = Vec::new();
    let mut reached = B::NONE;
    let mut front = amazons;
    while !front.is_empty() {
        let mut next = B::NONE;
        for square in front.squares() {
            next |= geometry.queen_reach(square, empty);
        }
        next &= !reached;
        reached |= next;
        if !next.is_empty() {
            waves.push(next);
        }
        front = next;
    }
    waves
}

/// Squares nearer to the side that has just moved, less those nearer to the side to move.
pub(crate) fn score<B: Bits>(geometry: &Geometry<B>, moved: B, to_move: B, empty: B) -> f32 {
    let (ours, theirs) = (waves(geometry, moved, empty), waves(geometry, to_move, empty));
    let (mut our_reach, mut their_reach) = (B::NONE, B::NONE);
    let mut score = 0.0;
    for distance in 0..ours.len().max(theirs.len()) {
        let wave = |waves: &[B]| waves.get(distance).copied().unwrap_or(B::NONE);
        let (our_wave, their_wave) = (wave(&ours) & !their_reach, wave(&theirs) & !our_reach);
        score += (our_wave & !their_wave).count() as f32;
        score -= (their_wave & !our_wave).count() as f32;
        score -= TIE * (our_wave & their_wave).count() as f32;
        our_reach |= wave(&ours);
        their_reach |= wave(&theirs);
    }
    score
}

/// The player's move; `None` if there is none.
fn choose<B: Bits>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    chance: &mut Chance,
) -> Option<Move> {
    let side: Colour = position.to_move();
    let mut scored = Vec::new();
    for mv in position.moves(geometry) {
        let mut after = *position;
        after.play_unchecked(mv);
        let (own, other) = (after.amazons(side), after.amazons(side.opponent()));
        scored.push((score(geometry, own, other, after.empty()), mv));
    }
    let best = scored.iter().map(|&(score, _)| score).fold(f32::NEG_INFINITY, f32::max);
    scored.retain(|&(score, _)| score >= best - CLOSE);
    (!scored.is_empty()).then(|| scored[chance.below(scored.len())].1)
}

/// Plays a game to the end: all its positions, including the first.
pub(crate) fn play<B: Bits>(
    geometry: &Geometry<B>,
    start: &Position<B>,
    chance: &mut Chance,
) -> Vec<Position<B>> {
    let mut positions = vec![*start];
    let mut position = *start;
    while let Some(mv) = choose(geometry, &position, chance) {
        position.play_unchecked(mv);
        positions.push(position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_end_and_follow_the_seed() {
        let diagram = lastmove_amazons::start::parse("5x5").unwrap();
        let geometry = Geometry::<u64>::new(diagram.size());
        let start = Position::from_diagram(&diagram).unwrap();
        let game = |seed| play(&geometry, &start, &mut Chance::new(seed));
        let (first, again, other) = (game(1), game(1), game(2));
        assert_eq!(first, again);
        assert_ne!(first, other);
        assert!((8..=18).contains(&(first.len() - 1)), "{}", first.len());
        let last = first[first.len() - 1];
        assert_eq!(last.moves(&geometry).count(), 0);
    }

    #[test]
    fn nearer_squares_count() {
        let geometry = Geometry::<u64>::new(lastmove_board::Size::new(5, 1).unwrap());
        // a b c d e with amazons on a and e: both reach all three at the same time
        assert_eq!(score(&geometry, 0b00001, 0b10000, 0b01110), -3.0 * TIE);
        // a wall on d: the first side owns everything
        assert_eq!(score(&geometry, 0b00001, 0b10000, 0b00110), 2.0);
    }
}
