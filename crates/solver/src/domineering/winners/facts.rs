//! Facts about boards before any rule is applied: searched by this project, or published by others.

use lastmove_domineering::Orientation;

/// The classes of boards that this project has searched: for each number of rows, one letter per
/// board, starting with the square board. The transposed boards follow by symmetry.
pub(super) const SEARCHED: &[(usize, &str)] = &[
    (2, "11HV11HV11H211HH11HHH1HHH1HHH"),
    (3, "1HHHHHH"),
    (4, "1V1VHVHVH2HHHHH"),
    (5, "2HHHH"),
    (6, "1VHV11H"),
    (7, "1HHHH"),
    (8, "1V"),
];

/// Boards of which this project has searched one first player: rows, columns, first player, winner.
pub(super) const SEARCHED_FIRST: &[(usize, usize, Orientation, Orientation)] =
    &[(6, 15, Orientation::Horizontal, Orientation::Horizontal)];

/// A class that someone published and that the search of this project found too
/// (`lastmove reproduce bullock-6.2`); it takes seconds to half an hour.
pub(super) const CONFIRMED: &[(usize, usize, char, &str)] = &[
    (4, 19, 'H', "Bullock 2002"),
    (4, 21, 'H', "Bullock 2002"),
    (6, 14, 'H', "Bullock 2002"),
    (8, 10, 'H', "Bullock 2002"),
    (9, 9, '1', "Breuker, Uiterwijk and van den Herik 2000"),
    (10, 10, '1', "Bullock 2002"),
];

/// A class that someone published.
pub(super) const PUBLISHED: &[(usize, usize, char, &str)] = &[
    (6, 13, 'V', "Bullock 2002"),
    (11, 11, '1', "Uiterwijk 2016"),
    (2, 31, 'H', "Lachmann, Moore and Rapaport 2000"),
];

/// The winner with Vertical first, the boards, and the source: the abstract of Uiterwijk (2016) names
/// ten boards; the others are credited to him in a list whose source we could not read.
pub(super) const VERTICAL_FIRST: &[(Orientation, &str, &str)] = &[
    (Orientation::Vertical, "8x15 11x9 12x8 12x15 14x8 17x6", ABSTRACT),
    (Orientation::Horizontal, "6x17 8x12 9x11 11x10", ABSTRACT),
    (Orientation::Vertical, "10x11 14x11 18x6 18x11 6x15 6x19 10x15 14x15 18x15", CREDITED),
    (Orientation::Horizontal, "11x14 11x18", CREDITED),
];

const ABSTRACT: &str = "Uiterwijk 2016";
const CREDITED: &str = "Uiterwijk, by a list that we could not check";
