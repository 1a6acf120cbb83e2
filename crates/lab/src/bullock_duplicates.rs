//! The nodes of a search of 10x10 by ply, with a table that is too small for all positions: what
//! Bullock's figure 5.1 counts.
//!
//! The search goes through all moves, without evaluation. A position counts whenever the table does
//! not know it, so a position that the table has lost counts again.

use crate::schemes::{Scheme, SchemeTable};
use crate::{Lab, LabError};
use lastmove_board::{Bits, Geometry};
use lastmove_domineering::{Orientation, Position};
use lastmove_solver::table::{KnownWinner, Memory};
use std::time::Instant;

/// The nodes at each ply up to the last one; `None` if the time has run out.
pub(crate) fn search_nodes(
    lab: &Lab<'_>,
    geometry: &Geometry<u128>,
    (scheme, entries): (&Scheme, usize),
    plies: usize,
    end: Instant,
) -> Result<Option<Vec<u64>>, LabError> {
    let (table, nodes) = (scheme.table(entries), vec![0; plies + 1]);
    let mut search = Search { lab, geometry, table, nodes, end };
    let start = Position::new(u128::first_n(geometry.size().squares()), Orientation::Vertical);
    let whole = search.visit(start, 0)?;
    Ok(whole.map(|_| search.nodes))
}

/// A search of all moves to a fixed depth.
struct Search<'a> {
    lab: &'a Lab<'a>,
    geometry: &'a Geometry<u128>,
    table: SchemeTable<'a>,
    /// positions that the table did not know, by ply
    nodes: Vec<u64>,
    end: Instant,
}

impl Search<'_> {
    /// Visits a position, unless the table knows it, and all that follow; returns the size of its
    /// tree.
    fn visit(&mut self, position: Position<u128>, ply: usize) -> Result<Option<u64>, LabError> {
        let empty = position.empty();
        let images = self.geometry.symmetries()[..4].iter().map(|sym| sym.image(empty));
        // The players take turns, so the squares tell whose turn it is.
        let key = images.min().unwrap_or_default();
        if self.table.load(key).is_some() {
            return Ok(Some(0));
        }
        self.nodes[ply] += 1;
        let mut work = 1;
        if ply + 1 < self.nodes.len() {
            for mv in position.moves(self.geometry) {
                let mut after = position;
                after.play_unchecked(self.geometry, mv);
                match self.visit(after, ply + 1)? {
                    Some(nodes) => work += nodes,
                    None => return Ok(None),
                }
            }
            self.lab.unless_cancelled()?;
            if Instant::now() > self.end {
                return Ok(None);
            }
        }
        self.table.store(key, KnownWinner { win: true }, work, ply);
        Ok(Some(work))
    }
}
