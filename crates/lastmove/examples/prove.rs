//! Writes a certificate and checks it: `cargo run --release --example prove amazons 4x4`.

use lastmove::{Game, proof};
use std::error::Error;
use std::io::Cursor;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game: Game = arguments.next().as_deref().unwrap_or("amazons").parse()?;
    let board = arguments.next().unwrap_or_else(|| "q3/4/4/3Q w".into());

    // Into memory here; a file serves as well.
    let mut certificate = Vec::new();
    lastmove::prove(game, &board, &mut certificate)?;

    // Anyone with these bytes can check them without trusting the solver.
    let report = lastmove::verify(Cursor::new(&certificate), None)?;
    for claim in &report.claims {
        println!("proved: {claim}");
    }
    println!("{} positions in {} bytes", report.positions, report.bytes);

    // A certificate with one bit changed is rejected, and the reason has a name.
    let middle = certificate.len() / 2;
    certificate[middle] ^= 1;
    match lastmove::verify(Cursor::new(&certificate), None) {
        Ok(proof::Report { .. }) => println!("a forgery got through"),
        Err(reason) => println!("with one bit changed: {reason}"),
    }
    Ok(())
}
