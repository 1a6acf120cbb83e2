//! How long databases take to build and open, how large they are, and how fast they answer:
//! `cargo bench -p lastmove-endgame [-- SET]`, where SET is quick, standard or a folder.

use lastmove_board::{Bits, Size};
use lastmove_endgame::{Choice, Database, DatabaseKind, Databases, Preset, build};
use lastmove_work::{Budget, Random, Silent, Stopwatch, human};
use std::hint::black_box;
use std::time::Instant;

const QUERIES: usize = 1_000_000;

fn main() {
    let set = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = std::env::temp_dir().join(format!("lastmove-bench-{}", std::process::id()));
    let started = Instant::now();
    build(&folder, &Preset::Quick.specs(), &Silent, &Budget::default()).expect("room for quick");
    println!("quick built in {:.2} s", started.elapsed().as_secs_f64());
    let choice = match set {
        None => Choice::Folder(folder.clone()),
        Some(text) => text.parse().expect("any text is a choice"),
    };
    let started = Instant::now();
    let databases = choice.open(&Silent, &Budget::default(), &mut |text| eprintln!("{text}"));
    let databases = databases.unwrap_or_else(|error| panic!("{error}"));
    let opened = started.elapsed().as_secs_f64() * 1000.0;
    println!("{} databases opened in {opened:.1} ms", databases.list().len());
    sizes(&databases);
    active::<u64>(&databases, Size::new(8, 8).expect("a board"));
    active::<u128>(&databases, Size::new(10, 10).expect("a board"));
    let _ = std::fs::remove_dir_all(folder);
}

fn sizes(databases: &Databases) {
    println!("kind         databases   normal forms        entries        classes          bytes");
    let mut total = 0;
    for kind in DatabaseKind::ALL {
        let of_kind = || databases.list().iter().map(Database::header);
        let of_kind = || of_kind().filter(|header| header.spec.kind() == kind);
        let bytes: u64 = of_kind().map(|header| header.file_length()).sum();
        println!(
            "{:12} {:>9} {:>14} {:>14} {:>14} {:>14}",
            kind.name(),
            of_kind().count(),
            human::count(of_kind().map(|header| header.normal_forms).sum()),
            human::count(of_kind().map(|header| header.entries).sum()),
            human::count(of_kind().map(|header| u64::from(header.classes)).sum()),
            human::count(bytes)
        );
        total += bytes;
    }
    println!("{} bytes in all", human::count(total));
}

/// Random positions of the active databases, all equally likely, at random places on a board.
fn active<B: Bits>(databases: &Databases, size: Size) {
    let list: Vec<_> =
        databases.list().iter().filter(|d| d.spec().kind() == DatabaseKind::Active).collect();
    let entries: u64 = list.iter().map(|d| d.header().entries).sum();
    let mut random = Random::new(1);
    let mut queries = Vec::with_capacity(QUERIES);
    while queries.len() < QUERIES {
        let mut at = random.below(entries as usize) as u64;
        let mut chosen = list.iter();
        let database = loop {
            let database = chosen.next().expect("the sum of all");
            match at.checked_sub(database.header().entries) {
                Some(rest) => at = rest,
                None => break database,
            }
        };
        let spec = database.spec();
        let frame = spec.frame();
        let mut squares = spec.material.pieces();
        let weight = |n: usize| (frame.connected(n) * spec.material.placements(n)) as u64;
        while at >= weight(squares) {
            at -= weight(squares);
            squares += 1;
        }
        let placements = spec.material.placements(squares) as u64;
        let shape = frame.shapes(squares)[(at / placements) as usize];
        let black = random.subset(shape.into(), spec.material.0[0].into()) as u32;
        let white = random.subset((shape & !black).into(), spec.material.0[2].into()) as u32;
        let (w, h) = spec.size();
        let left = random.below(size.width() - w + 1);
        let top = random.below(size.height() - h + 1);
        let onto = |set: u32| {
            let squares = u64::from(set).squares().map(usize::from);
            B::from_squares(squares.map(|s| size.square(left + s % w, top + s / w)))
        };
        let swapped = random.below(2) == 1;
        let (black, white) = if swapped { (white, black) } else { (black, white) };
        queries.push((onto(shape), onto(black), onto(white)));
    }
    let ask = || {
        let started = Stopwatch::start();
        let mut sum = 0u64;
        for &(area, black, white) in &queries {
            let found = databases.active(size, area, black, white).expect("it is there");
            sum = sum.wrapping_add(u64::from(found.class));
        }
        black_box(sum);
        started.seconds() * 1e9 / QUERIES as f64
    };
    let first = ask();
    let again = ask();
    println!(
        "{size}: a random active area, normal form included: {again:.0} ns ({first:.0} ns when first touched)"
    );
    let started = Stopwatch::start();
    for &(area, black, white) in &queries {
        let found = databases.active(size, area, black, white).expect("it is there");
        black_box(databases.value(found, None).expect("sound"));
    }
    let with = started.seconds() * 1e9 / QUERIES as f64;
    println!("{size}: the same with its thermograph decoded: {with:.0} ns");
}
