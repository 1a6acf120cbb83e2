//! Scratch: solve an Amazons start position.
use lastmove_amazons::{Position, parse_move, start};
use lastmove_board::Geometry;
use lastmove_solver::amazons::*;
use lastmove_solver::dfpn::*;
use lastmove_solver::table::*;
use lastmove_solver::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = start::parse(&a[1]).unwrap();
    let g = Geometry::<u64>::new(d.size());
    let mut p = Position::from_diagram(&d).unwrap();
    let dbs = match a.get(2) {
        Some(x) if x != "none" => {
            lastmove_endgame::Databases::open("x", std::path::Path::new(x)).unwrap()
        }
        _ => lastmove_endgame::Databases::none(),
    };
    let local = a.get(3).map_or(6, |x| x.parse().unwrap());
    if let Some(m) = a.get(4) {
        p = p.play(&g, parse_move(d.size(), m).unwrap()).unwrap();
    }
    let game = AmazonsGame::new(&g, &dbs, Settings { local_search: local, ..Default::default() });
    let table = Table::new(1 << 30);
    let watch = Watch::new(Limits::default());
    let mut s = Dfpn::new(&game, &table, &watch, None);
    let t = std::time::Instant::now();
    let r = Reduced::new(s.evaluator(), &p);
    let w = s.solve(&r);
    println!(
        "{} {:?} {:?} {:?} full {} met {:?}",
        a[1],
        w,
        s.counters(),
        t.elapsed(),
        table.permille_full(),
        s.evaluator().met()
    );
}
