//! Values areas by plain search, without frames, tables or the shared move generator. `db check`
//! and the tests compare the databases with it.

use lastmove_values::{FastMap, Player, Rules};

/// A rectangle of at most 32 squares, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// columns
    pub width: usize,
    /// rows
    pub height: usize,
}

/// Pieces on a grid, one set of squares for each kind; all other squares are burnt. The owner is
/// Left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlainArea {
    /// empty squares
    pub empty: u32,
    /// the owner's queens that move freely
    pub normal: u32,
    /// the owner's queens whose first move must shoot back to where they stood
    pub blockers: u32,
    /// the other side's queens
    pub opponents: u32,
}

impl PlainArea {
    /// All squares that are not burnt.
    pub fn squares(&self) -> u32 {
        self.empty | self.normal | self.blockers | self.opponents
    }

    fn within(&self, set: u32) -> Self {
        Self {
            empty: self.empty & set,
            normal: self.normal & set,
            blockers: self.blockers & set,
            opponents: self.opponents & set,
        }
    }
}

/// One move on a grid: from, to, arrow, and the area after it.
#[derive(Clone, Copy, Debug)]
pub struct PlainMove {
    /// where the queen stood
    pub from: usize,
    /// where it went
    pub to: usize,
    /// the square that it burnt
    pub arrow: usize,
    /// the area after the move
    pub after: PlainArea,
}

const STEPS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Grid {
    /// The neighbour one step away, if it is on the grid.
    fn step(self, square: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (square % self.width).checked_add_signed(dx)?;
        let y = (square / self.width).checked_add_signed(dy)?;
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    /// The squares that a queen reaches, in order of distance in each direction.
    fn reach(self, from: usize, empty: u32) -> Vec<usize> {
        let mut reached = Vec::new();
        for direction in STEPS {
            let mut at = from;
            while let Some(next) = self.step(at, direction) {
                if empty >> next & 1 == 0 {
                    break;
                }
                reached.push(next);
                at = next;
            }
        }
        reached
    }

    /// The 8-connected part of a set that contains this square.
    fn part(self, set: u32, square: usize) -> u32 {
        let mut part = 1 << square;
        let mut open = vec![square];
        while let Some(at) = open.pop() {
            for next in STEPS.iter().filter_map(|&direction| self.step(at, direction)) {
                if set >> next & 1 == 1 && part >> next & 1 == 0 {
                    part |= 1 << next;
                    open.push(next);
                }
            }
        }
        part
    }

    /// The 8-connected parts of a set.
    pub fn parts(self, mut set: u32) -> Vec<u32> {
        let mut parts = Vec::new();
        while set != 0 {
            let part = self.part(set, set.trailing_zeros() as usize);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// All moves of one side.
    pub fn moves_of(self, area: &PlainArea, player: Player) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        let owner = player == Player::Left;
        let queens = if owner { area.normal } else { area.opponents };
        for from in (0..32).filter(|&s| queens >> s & 1 == 1) {
            for to in self.reach(from, area.empty) {
                let moved = queens & !(1 << from) | 1 << to;
                let vacated = area.empty & !(1 << to) | 1 << from;
                for arrow in self.reach(to, vacated) {
                    let mut after = PlainArea { empty: vacated & !(1 << arrow), ..*area };
                    *(if owner { &mut after.normal } else { &mut after.opponents }) = moved;
                    moves.push(PlainMove { from, to, arrow, after });
                }
            }
        }
        if owner {
            for from in (0..32).filter(|&s| area.blockers >> s & 1 == 1) {
                for to in self.reach(from, area.empty) {
                    let after = PlainArea {
                        empty: area.empty & !(1 << to),
                        normal: area.normal | 1 << to,
                        blockers: area.blockers & !(1 << from),
                        ..*area
                    };
                    moves.push(PlainMove { from, to, arrow: from, after });
                }
            }
        }
        moves
    }
}

impl Rules for Grid {
    type Position = PlainArea;

    fn components(&self, area: &PlainArea, out: &mut Vec<PlainArea>) {
        for part in self.parts(area.squares()) {
            let position = area.within(part);
            if position.empty != 0 && position.empty != part {
                out.push(position);
            }
        }
    }

    fn moves(&self, area: &PlainArea, player: Player, out: &mut Vec<PlainArea>) {
        out.extend(self.moves_of(area, player).iter().map(|mv| mv.after));
    }
}

/// The most moves that the owner of a territory can make, by exhaustive search.
#[derive(Debug, Default)]
pub struct Fill {
    memo: FastMap<PlainArea, u32>,
}

impl Fill {
    /// The most moves in an area without opponents.
    pub fn moves(&mut self, grid: Grid, area: &PlainArea) -> u32 {
        debug_assert_eq!(area.opponents, 0);
        if let Some(&known) = self.memo.get(area) {
            return known;
        }
        let moves = grid.moves_of(area, Player::Left);
        let best = moves.iter().map(|mv| 1 + self.moves(grid, &mv.after)).max().unwrap_or(0);
        self.memo.insert(*area, best);
        best
    }
}
