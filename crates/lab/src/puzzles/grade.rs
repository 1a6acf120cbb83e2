//! The difficulty of a puzzle.

/// The number of grades.
pub const GRADES: usize = 5;

/// The grade of a puzzle, from 1 (easiest) to [`GRADES`]: by the length of the win in moves of the
/// winner, and by the number of moves that look at least as good as the winning one.
///
/// ```
/// use lastmove_lab::puzzles::grade;
/// assert_eq!(grade(1, 1), 1); // the best-looking move wins at once
/// assert!(grade(1, 40) > grade(1, 1) && grade(3, 1) > grade(1, 1));
/// assert_eq!(grade(5, 100), 5);
/// ```
pub fn grade(length: usize, plausible: usize) -> usize {
    match 2 * (length - 1) + plausible.ilog2() as usize {
        0 => 1,
        1..=2 => 2,
        3..=4 => 3,
        5..=6 => 4,
        _ => 5,
    }
}
