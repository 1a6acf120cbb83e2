use super::*;
use crate::domineering::oracle::fight;
use crate::domineering::state::Views;
use lastmove_board::transposed;
use lastmove_domineering::{Orientation, Position};

/// Every claim, for both players and with either to move, compared with brute force.
#[test]
fn cuts_never_contradict_brute_force() {
    let regions = Regions::default();
    fight(2, 22, |board| {
        let (size, empty) = (board.size, board.empty);
        let h = Lines::<u64>::new(size);
        let v = Lines::<u64>::new(size.transposed());
        let turned = transposed(size, empty);
        for (player, view) in [
            (Orientation::Horizontal, View { lines: &h, empty, turned }),
            (Orientation::Vertical, View { lines: &v, empty: turned, turned: empty }),
        ] {
            let cut = Cut::new(view, &regions, None);
            let sum = cut.parts.sum();
            board.claims(player, empty, player.opponent(), sum.wins_second());
            board.claims(player, empty, player, sum.wins_first());
        }
    });
}

/// The same for cuts that are derived from the cut one move earlier.
#[test]
fn later_cuts_never_contradict_brute_force() {
    let regions = Regions::default();
    fight(5, 22, |board| {
        let views = Views::<u64>::new(board.size);
        for mover in Orientation::BOTH {
            let before = views.state(board.empty, mover);
            let moves = Position::new(before.empty, mover).moves(&views.geometry);
            let places: Vec<_> = moves.map(|mv| mv.0).collect();
            if places.is_empty() {
                continue;
            }
            let square = places[board.random() as usize % places.len()];
            let after = views.play(&before, square);
            for player in Orientation::BOTH {
                let earlier = Cut::new(views.view(player, &before), &regions, None);
                let placed = views.placed(player, mover, square);
                let view = views.view(player, &after);
                let later = Cut::new(view, &regions, Some((&earlier, placed.clone())));
                let sums = [
                    Some(later.parts.sum().clone()),
                    earlier.sum_after(view, &regions, &placed, -1000),
                ];
                for sum in sums.iter().flatten() {
                    let wins = sum.result(player == after.to_move) > 0;
                    board.claims(player, after.empty, after.to_move, wins);
                }
            }
        }
    });
}
