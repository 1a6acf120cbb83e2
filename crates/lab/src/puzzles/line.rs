//! The win against the best defence, to where it is clear.

use super::Puzzling;
use super::find::{best_looking, winning};
use lastmove_board::{Geometry, Size};
use lastmove_work::{Budget, Cancel, Limits};

/// Moves of the winner that a line has at most.
pub const LONGEST: usize = 5;
/// Of so many answers that look best the hardest is found.
const DEFENCES: usize = 6;
/// Where more than so many moves win, and more than one in four, the rest is no riddle.
const MANY: usize = 3;

/// The line that begins with the winning move. The defender answers with the move that leaves the
/// fewest winning moves, of those that look best. It ends where the win is clear, or where too
/// many moves win. `None` if that takes too long to find.
pub(super) fn follow<P: Puzzling>(
    judge: &P::Judge,
    size: Size,
    position: &P,
    first: P::Move,
) -> Option<Vec<P::Move>> {
    let geometry = Geometry::new(size);
    let budget = Budget::new(Limits::nodes(3 * P::PROVING), Cancel::new());
    let (mut line, mut at) = (vec![first], position.tree_child(&geometry, first));
    while line.len() < 2 * LONGEST - 1 && !at.is_clear(judge, size) {
        let mut hardest: Option<(P::Move, Vec<P::Move>)> = None;
        for (reply, _) in best_looking(&geometry, &at).into_iter().take(DEFENCES) {
            let after = at.tree_child(&geometry, reply);
            let most = many(after.tree_count(&geometry));
            let enough = hardest.as_ref().map_or(most, |(_, wins)| most.min(wins.len() - 1));
            let wins = winning(judge, size, &after, enough, &budget).ok()?;
            if wins.len() <= enough {
                hardest = Some((reply, wins));
            }
            if matches!(&hardest, Some((_, wins)) if wins.len() == 1) {
                break;
            }
        }
        let Some((reply, wins)) = hardest else { break };
        let after = at.tree_child(&geometry, reply);
        let plain = |mv: &&P::Move| after.tree_child(&geometry, **mv).is_clear(judge, size);
        let answer = *wins.iter().find(plain).unwrap_or(&wins[0]);
        line.extend([reply, answer]);
        at = after.tree_child(&geometry, answer);
    }
    Some(line)
}

/// So many winning moves of so many moves are still a riddle.
fn many(moves: u64) -> usize {
    MANY.max(moves as usize / 4)
}
