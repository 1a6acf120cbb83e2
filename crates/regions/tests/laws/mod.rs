//! Laws of graphs: the two conditions of a well-formed graph, and the three more that hold for
//! graphs of boards (Müller and Tegos, section 3).

use lastmove_board::Bits;
use lastmove_regions::LineGraph;

/// Why a graph is not well-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// A line has fewer than two points.
    ShortLine,
    /// A point occurs twice on a line.
    Twice(u8),
    /// A point lies on no line; allowed for the only point of a graph.
    OffLines(u8),
    /// Two lines share two points.
    TwoLines(u8, u8),
}

/// The law of boards that a graph breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardLaw {
    /// Two points of a line are connected by a way that is shorter than the line.
    ShortestPath(u8, u8),
    /// A point lies on more than four lines.
    Grid(u8),
    /// A line is longer than the board.
    LineLength(usize),
}

/// Checks that the graph is well-formed: lines of two or more different points, every point on
/// a line, and no two lines with two points in common.
///
/// # Errors
/// The first flaw that is found.
pub(crate) fn check_form(graph: &LineGraph) -> Result<(), Flaw> {
    let n = graph.points();
    let mut together = vec![0u64; n];
    for line in graph.lines() {
        if line.len() < 2 {
            return Err(Flaw::ShortLine);
        }
        for (i, &p) in line.iter().enumerate() {
            for &q in &line[..i] {
                if p == q {
                    return Err(Flaw::Twice(p));
                }
                if together[usize::from(p)] >> q & 1 != 0 {
                    return Err(Flaw::TwoLines(q, p));
                }
                together[usize::from(p)] |= 1 << q;
                together[usize::from(q)] |= 1 << p;
            }
        }
    }
    match together.iter().position(|&set| set == 0) {
        Some(p) if n > 1 => Err(Flaw::OffLines(p as u8)),
        _ => Ok(()),
    }
}

/// Checks the laws that hold on a board whose longer side is `side`.
///
/// # Errors
/// The first law that is found broken.
pub(crate) fn check_board(graph: &LineGraph, side: usize) -> Result<(), BoardLaw> {
    let mut lines_through = vec![0; graph.points()];
    for line in graph.lines() {
        if line.len() > side {
            return Err(BoardLaw::LineLength(line.len()));
        }
        for &p in line {
            lines_through[usize::from(p)] += 1;
            if lines_through[usize::from(p)] > 4 {
                return Err(BoardLaw::Grid(p));
            }
        }
    }
    let steps = graph.neighbours();
    for line in graph.lines() {
        for (i, &p) in line.iter().enumerate() {
            // distances of all points from `p`, along lines
            let (mut reached, mut edge) = (1u64 << p, 1u64 << p);
            for distance in 1..line.len() - i {
                edge = spread(&steps, edge) & !reached;
                reached |= edge;
                let beyond = &line[i + distance + 1..];
                if let Some(&q) = beyond.iter().find(|&&q| reached >> q & 1 != 0) {
                    return Err(BoardLaw::ShortestPath(p, q));
                }
            }
        }
    }
    Ok(())
}

/// All points next to a set.
fn spread(steps: &[u64], set: u64) -> u64 {
    set.squares().fold(0, |out, point| out | steps[usize::from(point)])
}
