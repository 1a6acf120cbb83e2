//! Alpha-beta with its enhancements finds the same value as without.

use lastmove_amazons::{Position, start};
use lastmove_board::{Geometry, mix};
use lastmove_player::{Engine, EngineOptions, MoveLimits, PlayerKind};
use lastmove_work::Cancel;

#[test]
fn enhancements_leave_the_value_alone() {
    let diagram = start::parse("4x5").unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    for seed in 0..3u64 {
        let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
        for ply in 0..4 {
            let moves: Vec<_> = position.moves(&geometry).collect();
            position.play_unchecked(moves[mix(seed << 8 | ply) as usize % moves.len()]);
        }
        for judge in ["territory", "relative-territory", "min-distance", "mobility"] {
            let value = |switches: &str| {
                let text =
                    format!("classical:eval={judge},width=full,pvs=off,tt=off,depth=3,{switches}");
                let kind: PlayerKind = text.parse().unwrap();
                let mut engine = Engine::new(EngineOptions { kind, ..EngineOptions::default() });
                engine.set_position(diagram.size(), &position);
                engine.think(&MoveLimits::default(), &Cancel::new(), &mut |_| {}).score
            };
            let plain = value("");
            for switches in [
                "pvs=on",
                "tt=on",
                "killers=on",
                "history=on",
                "statics=on",
                "pvs=on,tt=on,killers=on",
            ] {
                assert_eq!(value(switches), plain, "{judge} with {switches}, seed {seed}");
            }
        }
    }
}
