fn main() {
    let a: Vec<u8> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let c = lastmove_endgame::Classes::new();
    let t = std::time::Instant::now();
    let tb =
        lastmove_endgame::build_active(&c, a[0], a[1], a[2], &[(a[3] as usize, a[4] as usize)]);
    println!("{:?} classes {}", t.elapsed(), c.len());
    for t in &tb {
        let mut n = 0usize;
        for f in 0..t.frames().len() {
            for s in 0..=t.frames()[f].0 * t.frames()[f].1 {
                n += t.level(f, s).len();
            }
        }
        println!("{:?} {n}", t.material());
    }
    let mut e = 0;
    c.for_each(|x, _| e += x.value.is_some() as usize);
    println!("exact {e}");
}
