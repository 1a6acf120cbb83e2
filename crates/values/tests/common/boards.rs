//! Helpers for the tests of the values of both games; other crates include this file.

use lastmove_board::{Cell, Diagram, Size};
use lastmove_values::{Rules, ThermographEvaluator, ThermographStore};

/// The rows of a table without its header, split into fields.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Compares thermographs with a table of board, left wall and right wall.
pub fn check_thermographs<R: Rules>(table: &str, lay: impl Fn(&Diagram) -> (R, R::Position)) {
    for row in rows(table) {
        let (rules, position) = lay(&row[0].parse().unwrap());
        let mut evaluator = ThermographEvaluator::new(rules, ThermographStore::new());
        let id = evaluator.thermograph(&position).unwrap();
        let thermograph = evaluator.store().get(id);
        assert_eq!(thermograph.left_wall().to_string(), row[1], "{}", row[0]);
        assert_eq!(thermograph.right_wall().to_string(), row[2], "{}", row[0]);
    }
}

/// The board mirrored at the main diagonal.
pub fn transposed(diagram: &Diagram) -> Diagram {
    let size = diagram.size();
    let cell = |x: usize, y: usize| diagram.cells()[y * size.width() + x];
    let cells = (0..size.width()).flat_map(|x| (0..size.height()).map(move |y| (x, y)));
    Diagram::new(size.transposed(), cells.map(|(x, y)| cell(x, y)).collect(), None)
}

/// Two boards placed on one of this size, each with its top left corner at the given place.
pub fn side_by_side(size: Size, boards: [(&Diagram, usize, usize); 2]) -> Diagram {
    let mut cells = vec![Cell::Burnt; size.squares()];
    for (diagram, left, top) in boards {
        for (i, &cell) in diagram.cells().iter().enumerate() {
            let (x, y) = (i % diagram.size().width(), i / diagram.size().width());
            cells[size.square(x + left, y + top) as usize] = cell;
        }
    }
    Diagram::new(size, cells, None)
}
