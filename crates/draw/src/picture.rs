//! A board as SVG.

use crate::drawing::{column_label, row_label};
use crate::svg::{Anchor, Svg};
use crate::{BoardDrawing, Line, Mark};
use lastmove_board::{Bits, Cell, Game, Square};

const SIDE: f64 = 44.0;
const MARGIN: f64 = 30.0;
const INK: &str = "#22303c";
const HIGHLIGHT: &str =
    "fill=\"#f5c211\" fill-opacity=\"0.35\" stroke=\"#d69e00\" stroke-width=\"2.5\"";

impl BoardDrawing<'_> {
    /// The drawing as an SVG file.
    pub fn svg(&self) -> String {
        let size = self.diagram.size();
        let (w, h) = (size.width() as f64 * SIDE, size.height() as f64 * SIDE);
        let mut svg = Svg::new(w + 2.0 * MARGIN, h + 2.0 * MARGIN, &self.diagram.to_string());
        for (i, &cell) in self.diagram.cells().iter().enumerate() {
            self.square(&mut svg, i as Square, cell);
        }
        for mark in &self.marks {
            self.draw_mark(&mut svg, mark);
        }
        for &line in &self.lines {
            self.draw_line(&mut svg, line);
        }
        for &(first, second) in &self.dominoes {
            self.draw_domino(&mut svg, first, second);
        }
        let frame = format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.6\"");
        svg.rect((MARGIN, MARGIN), (w, h), 2.0, &frame);
        for row in 0..size.height() {
            let y = MARGIN + (row as f64 + 0.5) * SIDE + 4.5;
            let name = row_label(self.game, size, row);
            svg.text((MARGIN - 10.0, y), 13.0, Anchor::End, "fill=\"#5c6b78\"", &name);
        }
        for column in 0..size.width() {
            let x = MARGIN + (column as f64 + 0.5) * SIDE;
            let y = if self.game == Game::Amazons { h + MARGIN + 19.0 } else { MARGIN - 10.0 };
            let name = column_label(self.game, column);
            svg.text((x, y), 13.0, Anchor::Middle, "fill=\"#5c6b78\"", &name);
        }
        svg.finish()
    }

    fn corner(&self, square: Square) -> (f64, f64) {
        let size = self.diagram.size();
        (MARGIN + size.column(square) as f64 * SIDE, MARGIN + size.row(square) as f64 * SIDE)
    }

    fn square(&self, svg: &mut Svg, square: Square, cell: Cell) {
        let (x, y) = self.corner(square);
        let size = self.diagram.size();
        let dark = (size.column(square) + size.row(square)) % 2 == 1;
        let ground = match (self.game, dark) {
            (Game::Amazons, true) => "#dfc9a3",
            (Game::Amazons, false) => "#f3e4c8",
            (Game::Domineering, _) => "#f7f4ee",
        };
        let line = "stroke=\"#c9bda6\" stroke-width=\"0.8\"";
        svg.rect((x, y), (SIDE, SIDE), 0.0, &format!("fill=\"{ground}\" {line}"));
        let covered = self.dominoes.iter().any(|&(a, b)| a == square || b == square);
        if cell == Cell::Burnt && !covered {
            svg.rect((x + 3.0, y + 3.0), (SIDE - 6.0, SIDE - 6.0), 5.0, "fill=\"#4a4640\"");
        }
        if self.highlighted.has(square) {
            svg.rect((x + 1.5, y + 1.5), (SIDE - 3.0, SIDE - 3.0), 3.0, HIGHLIGHT);
        }
        match cell {
            Cell::White | Cell::WhiteBlocker => queen(svg, (x, y), "#ffffff", INK),
            Cell::Black | Cell::BlackBlocker => queen(svg, (x, y), INK, "#ffffff"),
            Cell::Empty | Cell::Burnt => {}
        }
        if matches!(cell, Cell::WhiteBlocker | Cell::BlackBlocker) {
            let style = "fill=\"none\" stroke=\"#c0392b\" stroke-width=\"2\"";
            svg.circle((x + SIDE / 2.0, y + SIDE / 2.0), SIDE / 2.0 - 3.0, style);
        }
    }

    /// Draws the squares of a mark in their colour, without borders between them, and the label in
    /// their centre.
    fn draw_mark(&self, svg: &mut Svg, mark: &Mark) {
        let size = self.diagram.size();
        let inset = 3.0;
        let has = |column: Option<usize>, row: Option<usize>| {
            let on_board = |column, row| column < size.width() && row < size.height();
            matches!((column, row), (Some(c), Some(r))
                if on_board(c, r) && mark.squares.has(size.square(c, r)))
        };
        let style = format!("fill=\"{}\" fill-opacity=\"0.45\"", mark.colour);
        let edge = format!("stroke=\"{}\" stroke-width=\"2\"", mark.colour);
        let (mut sum, mut count) = ((0.0, 0.0), 0.0);
        for square in mark.squares.squares() {
            let (column, row) = (size.column(square), size.row(square));
            let left = has(column.checked_sub(1), Some(row));
            let right = has(Some(column + 1), Some(row));
            let above = has(Some(column), row.checked_sub(1));
            let below = has(Some(column), Some(row + 1));
            let room = |joined: bool| if joined { 0.0 } else { inset };
            let (x, y) = self.corner(square);
            let (x0, y0) = (x + room(left), y + room(above));
            let (x1, y1) = (x + SIDE - room(right), y + SIDE - room(below));
            svg.rect((x0, y0), (x1 - x0, y1 - y0), 0.0, &style);
            for (joined, from, to) in [
                (left, (x0, y0), (x0, y1)),
                (right, (x1, y0), (x1, y1)),
                (above, (x0, y0), (x1, y0)),
                (below, (x0, y1), (x1, y1)),
            ] {
                if !joined {
                    svg.line(from, to, &edge);
                }
            }
            (sum.0, sum.1, count) = (sum.0 + x, sum.1 + y, count + 1.0);
        }
        // The centre of a bent region may lie outside of it: use the square next to the centre.
        let far = |square: Square| {
            let (x, y) = self.corner(square);
            (x - sum.0 / count).abs() + (y - sum.1 / count).abs()
        };
        let straight = mark.squares.count() <= 4;
        let nearest = mark.squares.squares().min_by(|&a, &b| far(a).total_cmp(&far(b)));
        let Some(nearest) = nearest else { return };
        let (x, y) = if straight { (sum.0 / count, sum.1 / count) } else { self.corner(nearest) };
        let at = (x + SIDE / 2.0, y + SIDE / 2.0 + 5.0);
        svg.text(at, 13.0, Anchor::Middle, &format!("fill=\"{INK}\""), &mark.label);
    }

    fn draw_line(&self, svg: &mut Svg, line: Line) {
        let size = self.diagram.size();
        let at =
            |column: usize, row: usize| (MARGIN + column as f64 * SIDE, MARGIN + row as f64 * SIDE);
        let (from, to) = match line {
            Line::BelowRow(row) => (at(0, row), at(size.width(), row)),
            Line::AfterColumn(column) => (at(column, 0), at(column, size.height())),
        };
        svg.line(from, to, "stroke=\"#c0392b\" stroke-width=\"3\" stroke-dasharray=\"8 5\"");
    }

    fn draw_domino(&self, svg: &mut Svg, first: Square, second: Square) {
        let (x, y) = self.corner(first);
        let upright = second != first + 1;
        let (w, h) = if upright { (SIDE, 2.0 * SIDE) } else { (2.0 * SIDE, SIDE) };
        let fill = if upright { "#1f5fb4" } else { "#c0392b" };
        let style = format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1\"");
        svg.rect((x + 4.0, y + 4.0), (w - 8.0, h - 8.0), 8.0, &style);
    }
}

/// A crown of five points on a base.
fn queen(svg: &mut Svg, corner: (f64, f64), fill: &str, line: &str) {
    let at = |x: f64, y: f64| (corner.0 + x * SIDE, corner.1 + y * SIDE);
    let edge = if fill == INK { INK } else { line };
    let style = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.6\"");
    let crown = [
        (0.27, 0.70),
        (0.16, 0.33),
        (0.33, 0.50),
        (0.36, 0.23),
        (0.50, 0.46),
        (0.64, 0.23),
        (0.67, 0.50),
        (0.84, 0.33),
        (0.73, 0.70),
    ]
    .map(|(x, y)| at(x, y));
    svg.polygon(&crown, &style);
    for tip in [(0.16, 0.31), (0.36, 0.21), (0.64, 0.21), (0.84, 0.31)] {
        svg.circle(at(tip.0, tip.1), 0.05 * SIDE, &style);
    }
    svg.rect(at(0.25, 0.70), (0.5 * SIDE, 0.11 * SIDE), 2.0, &style);
}
