//! The winners on all rectangles: solved boards, extended by Lachmann, Moore and Rapaport's rules.
//!
//! A board has two facts: who wins with Vertical first, and who wins with Horizontal first. With 1
//! and 2 for the first and the second player, a class is a pair of facts: V, H, 1 or 2. A rule
//! often yields only one fact; the class is then one of two.
//!
//! - *mirror*: exchanging rows and columns exchanges the players.
//! - *square*: on a square board both players have the same chances, so it is 1 or 2.
//! - *side by side*: Horizontal can renounce the border between two parts `m x g` and `m x h` of an
//!   `m x (g + h)` board, and then plays their sum. If Horizontal wins both moving second,
//!   Horizontal wins the sum moving second; if Horizontal wins one moving first and the other
//!   moving second, Horizontal wins the sum moving first. For Vertical the same holds with rows.
//! - *split*: on `2 x (g + 1 + h)` Vertical, moving first, fills a column and leaves the sum of `2
//!   x g` and `2 x h`. If Vertical wins both moving second, Vertical wins. Likewise for Horizontal.
//! - *one line*: on a single row with two squares or more only Horizontal can move.

mod chart;
mod facts;
mod why;

pub use why::ChartStep;

use super::class::Class;
use lastmove_board::Size;
use lastmove_domineering::Orientation;

/// Why a fact holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartReason {
    /// one row or one column
    OneLine,
    /// searched by this project
    Searched,
    /// published, with the author
    Published(&'static str),
    /// published, by whom, and searched by this project
    Confirmed(&'static str),
    /// the transposed board
    Mirror,
    /// a square board: either the first player wins in both cases, or the second
    Square,
    /// the sum of two boards, with their lengths along the side that adds up; a winner who moves
    /// first does so in the first board
    SideBySide(usize, usize),
    /// the first player fills a line and leaves two boards of these lengths
    Split(usize, usize),
    /// a result of the caller
    Given(String),
}

/// The winner with one of the players first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// the winner
    pub winner: Orientation,
    /// the reason
    pub because: ChartReason,
}

/// What is known about a board: the winner with Vertical first, and with Horizontal first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartCell([Option<Fact>; 2]);

/// Rows and columns.
type Board = (usize, usize);

/// The rows and columns of a board for Horizontal; for Vertical they are exchanged.
fn seen(by: Orientation, (rows, columns): Board) -> Board {
    if by == Orientation::Horizontal { (rows, columns) } else { (columns, rows) }
}

/// Two facts that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// rows of the board
    pub rows: usize,
    /// its columns
    pub columns: usize,
    /// who is first
    pub first: Orientation,
    /// the fact that was kept
    pub held: Fact,
    /// the later fact, which was rejected
    pub refused: Fact,
}

/// The chart of all boards up to a given size.
#[derive(Clone, Debug)]
pub struct Winners {
    rows: usize,
    columns: usize,
    /// the longer side: rules need the transposed boards too
    side: usize,
    cells: Vec<ChartCell>,
    contradictions: Vec<Contradiction>,
}

impl ChartCell {
    /// The winner with this player first.
    pub fn first(&self, player: Orientation) -> Option<&Fact> {
        self.0[player as usize].as_ref()
    }

    /// The class, if it is decided.
    pub fn class(&self) -> Option<Class> {
        let [Some(v), Some(h)] = &self.0 else { return None };
        Some(Class::of(v.winner.side(), h.winner.side()))
    }
}

impl Winners {
    /// The chart from the boards that are searched by this project or published by others.
    pub fn derive(rows: usize, columns: usize) -> Self {
        Self::derive_with(rows, columns, &[])
    }

    /// The same with further solved boards: rows, columns, first player, winner, and source.
    pub fn derive_with(
        rows: usize,
        columns: usize,
        given: &[(usize, usize, Orientation, Orientation, String)],
    ) -> Self {
        let side = rows.max(columns).max(1);
        let mut winners = Self {
            rows,
            columns,
            side,
            cells: vec![ChartCell::default(); side * side],
            contradictions: Vec::new(),
        };
        winners.enter_facts(given);
        while winners.apply_rules() {}
        winners
    }

    /// What is known about a board; both sides count from 1.
    pub fn cell(&self, rows: usize, columns: usize) -> &ChartCell {
        &self.cells[(rows - 1) * self.side + columns - 1]
    }

    /// The classes that are still possible, in the order 1, 2, V, H: one letter if the board is
    /// decided.
    pub fn candidates(&self, rows: usize, columns: usize) -> String {
        let cell = self.cell(rows, columns);
        let fits = |class: &Class| {
            let (v, h) = class.winners();
            let fits = |first, winner| cell.first(first).is_none_or(|f| f.winner == winner);
            fits(Orientation::Vertical, v)
                && fits(Orientation::Horizontal, h)
                && (rows != columns || v != h)
        };
        [Class::First, Class::Second, Class::Vertical, Class::Horizontal]
            .into_iter()
            .filter(fits)
            .map(Class::letter)
            .collect()
    }

    /// The contradictions found: none, unless a published, searched or given fact is wrong.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// The reasons for the class of a board, in words.
    pub fn because(&self, rows: usize, columns: usize) -> String {
        let cell = self.cell(rows, columns);
        let because = |first: Orientation| {
            let fact = cell.first(first)?;
            let reason = reason((rows, columns), first, fact);
            Some(format!("{first} first: {} wins, {reason}", fact.winner))
        };
        let known: Vec<String> = Orientation::BOTH.into_iter().filter_map(because).collect();
        if known.is_empty() { "nothing known".to_string() } else { known.join("; ") }
    }

    fn enter_facts(&mut self, given: &[(usize, usize, Orientation, Orientation, String)]) {
        for n in 1..=self.side {
            for first in Orientation::BOTH {
                // On a single square the first player cannot move and loses.
                let winner = if n == 1 { first.opponent() } else { Orientation::Horizontal };
                self.learn((1, n), first, winner, ChartReason::OneLine);
            }
        }
        let searched = facts::SEARCHED.iter().flat_map(|&(rows, letters)| {
            let letters = letters.chars().enumerate();
            letters.map(move |(i, letter)| (rows, rows + i, letter, ChartReason::Searched))
        });
        let published = facts::PUBLISHED
            .iter()
            .map(|&(r, c, class, by)| (r, c, class, ChartReason::Published(by)));
        let confirmed = facts::CONFIRMED
            .iter()
            .map(|&(r, c, class, by)| (r, c, class, ChartReason::Confirmed(by)));
        for (rows, columns, letter, reason) in searched.chain(confirmed).chain(published) {
            if let Some(class) = Class::from_letter(letter) {
                let (v, h) = class.winners();
                self.learn((rows, columns), Orientation::Vertical, v, reason.clone());
                self.learn((rows, columns), Orientation::Horizontal, h, reason);
            }
        }
        for &(rows, columns, first, winner) in facts::SEARCHED_FIRST {
            self.learn((rows, columns), first, winner, ChartReason::Searched);
        }
        for &(winner, boards, by) in facts::VERTICAL_FIRST {
            for board in boards.split(' ').filter_map(Size::split_name) {
                let reason = ChartReason::Published(by);
                self.learn(board, Orientation::Vertical, winner, reason);
            }
        }
        for (rows, columns, first, winner, by) in given {
            self.learn((*rows, *columns), *first, *winner, ChartReason::Given(by.clone()));
        }
    }

    /// Adds a fact; returns whether it is new.
    fn learn(
        &mut self,
        board: Board,
        first: Orientation,
        winner: Orientation,
        because: ChartReason,
    ) -> bool {
        let (rows, columns) = board;
        if rows > self.side || columns > self.side || rows == 0 || columns == 0 {
            return false;
        }
        let fact = Fact { winner, because };
        let slot = &mut self.cells[(rows - 1) * self.side + columns - 1].0[first as usize];
        let Some(held) = slot else {
            *slot = Some(fact);
            return true;
        };
        if held.winner != winner {
            let clash = Contradiction { rows, columns, first, held: held.clone(), refused: fact };
            if !self.contradictions.contains(&clash) {
                self.contradictions.push(clash);
            }
        }
        false
    }

    /// Whether a player is known to win a board moving first, or moving second.
    fn wins(&self, (rows, columns): Board, player: Orientation, moving_first: bool) -> bool {
        let first = if moving_first { player } else { player.opponent() };
        self.cell(rows, columns).first(first).is_some_and(|f| f.winner == player)
    }

    /// Applies every rule once to every board; returns whether there are new facts.
    fn apply_rules(&mut self) -> bool {
        let mut new = false;
        for rows in 1..=self.side {
            for columns in 1..=self.side {
                new |= self.mirror_and_square(rows, columns);
                new |= self.side_by_side(rows, columns);
                new |= self.split(rows, columns);
            }
        }
        new
    }

    fn mirror_and_square(&mut self, rows: usize, columns: usize) -> bool {
        let mut new = false;
        for first in Orientation::BOTH {
            let Some(winner) = self.cell(rows, columns).first(first).map(|f| f.winner) else {
                continue;
            };
            let reason = if rows == columns { ChartReason::Square } else { ChartReason::Mirror };
            new |= self.learn((columns, rows), first.opponent(), winner.opponent(), reason);
        }
        new
    }

    /// Horizontal adds boards with the same rows, Vertical boards with the same columns.
    fn side_by_side(&mut self, rows: usize, columns: usize) -> bool {
        let mut new = false;
        for player in Orientation::BOTH {
            let (same, length) = seen(player, (rows, columns));
            for g in 1..length {
                let h = length - g;
                let wins = |length, first| self.wins(seen(player, (same, length)), player, first);
                let second = wins(g, false) && wins(h, false);
                let first = wins(g, true) && wins(h, false);
                for (first, won) in [(player.opponent(), second), (player, first)] {
                    let reason = ChartReason::SideBySide(g, h);
                    new |= won && self.learn((rows, columns), first, player, reason);
                }
            }
        }
        new
    }

    /// The first player fills a line of a board with two rows (Vertical) or columns (Horizontal).
    fn split(&mut self, rows: usize, columns: usize) -> bool {
        let mut new = false;
        for player in Orientation::BOTH {
            let other = player.opponent();
            let (two, length) = seen(other, (rows, columns));
            if two != 2 {
                continue;
            }
            for g in 0..length {
                let h = length - 1 - g;
                let wins = |n| n == 0 || self.wins(seen(other, (2, n)), player, false);
                let won = wins(g) && wins(h);
                new |= won && self.learn((rows, columns), player, player, ChartReason::Split(g, h));
            }
        }
        new
    }
}

/// The kind of line in a reason, row or column, and the two boards on its sides, if there are any.
fn line_and_boards(board: Board, fact: &Fact) -> (&'static str, [Board; 2]) {
    let (winner, loser) = (fact.winner, fact.winner.opponent());
    let line = if winner == Orientation::Vertical { "column" } else { "row" };
    let boards = match fact.because {
        ChartReason::SideBySide(g, h) => [g, h].map(|n| seen(winner, (seen(winner, board).0, n))),
        ChartReason::Split(g, h) => [g, h].map(|n| seen(loser, (2, n))),
        _ => [board; 2],
    };
    (line, boards)
}

/// The reason for a fact, in a few words.
fn reason((rows, columns): Board, first: Orientation, fact: &Fact) -> String {
    let name = |(rows, columns): Board| format!("{rows}x{columns}");
    let (_, [one, other]) = line_and_boards((rows, columns), fact);
    match &fact.because {
        ChartReason::OneLine => "only one player can move".into(),
        ChartReason::Searched => "searched here".into(),
        ChartReason::Published(by) => format!("published by {by}"),
        ChartReason::Confirmed(by) => format!("searched here and published by {by}"),
        ChartReason::Mirror => format!("mirror image of {columns}x{rows}"),
        ChartReason::Square => format!("square board, as with {} first", first.opponent()),
        ChartReason::SideBySide(..) => format!("sum of {} and {}", name(one), name(other)),
        ChartReason::Split(..) => format!("splits into {} and {}", name(one), name(other)),
        ChartReason::Given(by) => format!("given: {by}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_consistent_and_known_rows_are_decided() {
        let winners = Winners::derive(30, 30);
        assert_eq!(winners.contradictions(), []);
        // Lachmann, Moore and Rapaport decide all boards with 2, 3, 5 and 7 rows; Bullock 4.
        for rows in [2, 3, 4, 5, 7] {
            for columns in 1..=30 {
                assert!(winners.cell(rows, columns).class().is_some(), "{rows}x{columns}");
            }
        }
        assert_eq!(winners.cell(4, 8).class(), Some(Class::Horizontal));
        assert_eq!(winners.cell(8, 4).class(), Some(Class::Vertical));
        assert_eq!(winners.candidates(12, 12), "12");
        for n in 1..=30 {
            assert!(["1", "2", "12"].contains(&winners.candidates(n, n).as_str()));
        }
        for even in (20..=30).step_by(2) {
            assert_eq!(winners.cell(6, even).class(), Some(Class::Horizontal), "6x{even}");
        }
        println!("{}", winners.to_text());
    }

    #[test]
    fn a_wrong_result_is_flagged() {
        let wrong = (4, 8, Orientation::Vertical, Orientation::Vertical, "a slip".to_string());
        let winners = Winners::derive_with(10, 10, &[wrong]);
        let clash = &winners.contradictions()[0];
        assert_eq!((clash.rows, clash.columns), (4, 8));
        assert_eq!(clash.refused.because, ChartReason::Given("a slip".into()));
    }

    #[test]
    fn every_board_has_its_reason() {
        let winners = Winners::derive(5, 7);
        assert_eq!(winners.candidates(4, 5), "V");
        assert!(winners.because(5, 5).contains("searched here"));
    }

    #[test]
    fn boards_that_others_solved_first_are_credited_to_both() {
        let winners = Winners::derive(21, 21);
        for (rows, columns) in [(4, 19), (4, 21), (6, 14), (8, 10), (9, 9), (10, 10)] {
            let because = winners.because(rows, columns);
            let both = "wins, searched here and published by ";
            assert!(because.contains(both), "{rows}x{columns}: {because}");
        }
        assert!(winners.because(11, 11).contains("wins, published by Uiterwijk 2016"));
        // The abstract names 8x15 but not 10x15.
        assert!(winners.because(8, 15).contains("published by Uiterwijk 2016"));
        assert!(winners.because(10, 15).contains("by a list that we could not check"));
    }
}
