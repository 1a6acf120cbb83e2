//! Walks through the areas of an Amazons position: `cargo run --example areas "q1*1Q/2*2 w"`.

use lastmove::amazons::{AreaKind, Position, areas, square_name, start};
use lastmove::board::{Bits, Geometry};
use lastmove::{Evaluation, Game};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "q1*1Q/2*2/*1*q1 w".into());

    // The value of each area, as text.
    let Evaluation::Amazons(evaluated) = lastmove::evaluate(Game::Amazons, &text)? else {
        unreachable!("areas of Amazons were asked for")
    };
    for area in &evaluated.areas {
        println!("{}: {}, {}", area.squares.join(" "), area.kind.name(), area.bounds.text());
    }
    println!("together: {}", evaluated.bounds.text());

    // The same areas as sets of squares, for code that goes on with them.
    let diagram = start::parse(&text)?;
    let geometry = Geometry::<u128>::new(diagram.size());
    let position = Position::<u128>::from_diagram(&diagram)?;
    let amazons = [position.black(), position.white()];
    for area in areas(&geometry, amazons, position.empty()) {
        let kind = if area.kind() == AreaKind::Active { "fought over" } else { "settled" };
        let names = area.squares.squares().map(|square| square_name(diagram.size(), square));
        let names: Vec<String> = names.map(|name| name.to_string()).collect();
        println!("{kind}: {}", names.join(" "));
    }
    Ok(())
}
