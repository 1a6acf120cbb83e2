//! The win against the best defence, up to a clear position.

use super::Maker;
use super::find::{best_looking, winning};
use lastmove_board::{Geometry, Size};
use lastmove_player::Playable;
use lastmove_work::{Budget, Cancel, Limits};

/// The most moves of the winner in a line.
pub const LONGEST: usize = 5;
/// The defence is chosen from this many answers that look best.
const DEFENCES: usize = 6;
/// If more than this many moves win, and more than one in four, the line ends.
const MANY: usize = 3;

/// The line that begins with the winning move. The defender answers with the move that leaves the
/// fewest winning moves, among those that look best. The line ends when the win is clear, or when
/// too many moves win. `None` if it takes too long to find.
pub(super) fn follow<P: Playable>(
    maker: &Maker<P>,
    size: Size,
    position: &P,
    first: P::Move,
) -> Option<Vec<P::Move>> {
    let geometry = Geometry::new(size);
    let budget = Budget::new(Limits::nodes(3 * maker.game.proving), Cancel::new());
    let (mut line, mut at) = (vec![first], position.child(&geometry, first));
    while line.len() < 2 * LONGEST - 1 && !maker.is_clear(&at, size) {
        let mut hardest: Option<(P::Move, Vec<P::Move>)> = None;
        for (reply, _) in best_looking(maker, &geometry, &at).into_iter().take(DEFENCES) {
            let after = at.child(&geometry, reply);
            let most = many(after.count_moves(&geometry));
            let enough = hardest.as_ref().map_or(most, |(_, wins)| most.min(wins.len() - 1));
            let wins = winning(maker, size, &after, enough, &budget).ok()?;
            if wins.len() <= enough {
                hardest = Some((reply, wins));
            }
            if matches!(&hardest, Some((_, wins)) if wins.len() == 1) {
                break;
            }
        }
        let Some((reply, wins)) = hardest else { break };
        let after = at.child(&geometry, reply);
        let plain = |mv: &&P::Move| maker.is_clear(&after.child(&geometry, **mv), size);
        let answer = *wins.iter().find(plain).unwrap_or(&wins[0]);
        line.extend([reply, answer]);
        at = after.child(&geometry, answer);
    }
    Some(line)
}

/// The most winning moves, of `moves`, with which the line continues.
fn many(moves: u64) -> usize {
    MANY.max(moves as usize / 4)
}
