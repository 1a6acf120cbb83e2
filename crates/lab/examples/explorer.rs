//! Makes the openings that the page explores, for one board:
//!
//!     cargo run --release -p lastmove-lab --example explorer -- 6x6
//!
//! It goes on where it was stopped, by the list of its searches in `docs/results/explorer`, and
//! writes the page's file whenever it ends. A second argument limits the processor time of this
//! run, in minutes: `explorer 8x8 30`.

use lastmove_lab::explorer::{ExplorerMaker, ExplorerSettings};
use lastmove_work::{Cancel, file, human};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (board, minutes) = match &args[..] {
        [board] => (board, f64::INFINITY),
        [board, minutes] => (board, minutes.parse()?),
        _ => return Err("usage: explorer BOARD [MINUTES], such as explorer 6x6".into()),
    };
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder = root.join("docs/results/explorer");
    std::fs::create_dir_all(&folder)?;
    let state = folder.join(format!("{board}.jsonl"));
    let page = root.join(format!("crates/web/page/data/explorer-{board}.json"));
    let mut maker = ExplorerMaker::new(board, ExplorerSettings::of(board))?;
    let complete = maker.run(&state, 60.0 * minutes, &Cancel::new(), &mut |maker| {
        let known = maker.file().positions.len();
        if known.is_multiple_of(20) {
            eprintln!("{board}: {known} positions, {}", human::seconds(maker.seconds()));
        }
    })?;
    let explored = maker.file();
    file::replace(&page, |out| out.write_all(explored.to_string().as_bytes()))?;
    println!(
        "{board}: {} of {} first moves, {} of {} positions, {} of processor time{}",
        explored.positions.len().saturating_sub(1).min(explored.first_moves),
        explored.first_moves,
        explored.positions.len(),
        explored.wanted,
        human::seconds(maker.seconds()),
        if complete { "; complete" } else { "; the same command goes on" },
    );
    Ok(())
}
