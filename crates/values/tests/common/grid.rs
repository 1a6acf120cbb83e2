//! Sets of squares on a board of 8 rows and 8 columns, one bit each.

/// Square `(row, column)` is bit `8 * row + column`.
pub const fn square(row: usize, column: usize) -> u64 {
    1 << (8 * row + column)
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// Moves a set in one of eight directions; squares that would leave the board are dropped.
pub const fn step(set: u64, rows: i32, columns: i32) -> u64 {
    let set = match columns {
        -1 => (set & !FIRST_COLUMN) >> 1,
        1 => (set & !LAST_COLUMN) << 1,
        _ => set,
    };
    match rows {
        -1 => set >> 8,
        1 => set << 8,
        _ => set,
    }
}

/// The connected part of `within` around the lowest square of `seed`.
pub fn flood(seed: u64, within: u64, diagonally: bool) -> u64 {
    let mut set = seed & seed.wrapping_neg();
    loop {
        let across = set | step(set, 0, 1) | step(set, 0, -1);
        let base = if diagonally { across } else { set };
        let next = (across | base << 8 | base >> 8) & within;
        if next == set {
            return set;
        }
        set = next;
    }
}

/// The images of a set under the eight symmetries; those with odd index exchange rows and columns.
pub fn symmetries(set: u64) -> [u64; 8] {
    let turned = transposed(set);
    let (a, b) = (mirrored(set), mirrored(turned));
    [set, turned, a, b, set.swap_bytes(), turned.swap_bytes(), a.swap_bytes(), b.swap_bytes()]
}

fn mirrored(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)]
    {
        let difference = (set ^ set >> shift) & mask;
        set ^= difference ^ difference << shift;
    }
    set
}

/// The number of bits by which a set can be moved towards square 0.
pub fn slack(set: u64) -> u32 {
    let mut columns = set | set >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    (set.trailing_zeros() & !7) + (columns & 255).trailing_zeros()
}

/// The rows of a position string, with runs of empty squares written out.
pub fn rows(text: &str) -> Vec<String> {
    let run = |ch: char| match ch.to_digit(10) {
        Some(n) => ".".repeat(n as usize),
        None => ch.to_string(),
    };
    text.split('/').map(|row| row.chars().map(run).collect()).collect()
}
