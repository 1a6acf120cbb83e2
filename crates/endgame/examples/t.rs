//! Scratch timing.
use lastmove_endgame::*;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let t = std::time::Instant::now();
    let p = Preset::by_name(&a[0]).unwrap();

    let last = std::sync::Mutex::new(0u64);
    let b = build(
        std::path::Path::new(&a[1]),
        &p.specs(),
        &|e: &lastmove_work::Event<'_>| {
            let mut l = last.lock().unwrap();
            if e.done * 50 / e.total.unwrap_or(1).max(1) != *l {
                *l = e.done * 50 / e.total.unwrap_or(1).max(1);
                eprintln!("{} {}/{:?} {}", t.elapsed().as_secs(), e.done, e.total, e.message);
            }
        },
        &lastmove_work::Cancel::new(),
    );
    println!("{:?} {:?}", b, t.elapsed());
    let t = std::time::Instant::now();
    let d = Databases::open("x", std::path::Path::new(&a[1])).unwrap();
    println!("open {:?} {}", t.elapsed(), d.list().len());
    let mut bytes = 0;
    for k in Kind::ALL {
        let n: u64 = d
            .list()
            .iter()
            .filter(|x| x.spec().kind() == k)
            .map(|x| x.header().file_length())
            .sum();
        let f: u64 =
            d.list().iter().filter(|x| x.spec().kind() == k).map(|x| x.header().normal_forms).sum();
        let dd: u64 =
            d.list().iter().filter(|x| x.spec().kind() == k).map(|x| x.header().dictionary).sum();
        println!("{} {} bytes {} forms dict {}", k.name(), n, f, dd);
        bytes += n;
    }
    println!("{bytes}");
}
