//! A lower bound by renouncing moves.
//!
//! A player who promises never to place a domino across some line of the board can only lose by it.
//! The opponent's dominoes lie parallel to that line and do not cross it either, so the board falls
//! apart into a sum of slices, and the value of the sum is a lower bound for the player (this is
//! Lachmann, Moore and Rapaport's argument for whole rectangles, used on every position). Each
//! component of a slice that is small enough is looked up; numbers and switches are added exactly:
//! the players take the hottest switch in turn.
//!
//! In the player's view the dominoes lie along the rows, so the player renounces borders between
//! columns. Dynamic programming chooses the lines with the greatest sum of means.

mod parts;
mod shown;
mod slice;

pub(crate) use parts::Parts;

use super::lines::{Lines, WIDEST};
use super::regions::{Bounds, Fetched, Regions, UNIT};
use super::sum::Sum;
use lastmove_board::Bits;
use parts::{add_worth, components};
use slice::{Depth, Slice, TOO_LARGE};
use std::ops::RangeInclusive;

/// Larger components are looked up early in the game, and only if the doubled sum of means lies in
/// this range, where a little more may decide: late in the game, and if one side is far ahead, new
/// regions cost more than nodes.
const CLOSE: RangeInclusive<i16> = -3 * UNIT..=2 * UNIT;
/// The most columns that are cut.
const MOST_COLUMNS: usize = 32;
/// The lines between them, and room for slices that would go beyond the last one.
const PLACES: usize = MOST_COLUMNS + WIDEST + 1;
/// Every sum of means is greater than this, and with [`TOO_LARGE`] it is less.
const NEVER: i16 = i16::MIN / 2;
/// How much a domino of the player, or of the opponent, may raise the doubled mean of a slice.
/// Slices that would have to rise by more are not looked up; a wrong guess only gives a weaker
/// bound.
const RISE: [i32; 2] = [4 * UNIT as i32, 2 * UNIT as i32];
/// How much the doubled means of two choices may differ for the lesser one to be considered when a
/// position is entered.
const MARGIN: i32 = 4 * UNIT as i32;

/// Larger components are looked up as long as this many sixteenths of the board are free; the
/// second result is how large they may be. On boards whose regions ship with the program they cost
/// less.
const fn large_regions(squares: u32) -> (u32, Depth) {
    match squares {
        ..=77 => (10, Depth::Deep),
        78..=90 => (12, Depth::Deep),
        91.. => (11, Depth::Deepest),
    }
}

/// One player's view of a position: its squares, and the same transposed, so that a slice of
/// columns is a run of bits.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, B> {
    pub(crate) lines: &'a Lines<B>,
    pub(crate) empty: B,
    pub(crate) turned: B,
}

/// A domino in one player's view: its columns, and whether it belongs to this player.
#[derive(Clone)]
pub(crate) struct Placed {
    pub(crate) columns: RangeInclusive<usize>,
    pub(crate) own: bool,
}

/// A position cut for one player: the means of the slices, and the best choice of them.
pub struct Cut<B> {
    /// twice the mean of the slice that begins at a column, by its width less one
    means: [[i16; WIDEST]; MOST_COLUMNS],
    /// the same, but [`TOO_LARGE`] for means that are those of an earlier position
    fresh: [[i16; WIDEST]; MOST_COLUMNS],
    /// the greatest sum of fresh means of the columns before a line, and where its last slice
    /// begins; `i16::MIN` if there is none
    before: [i16; PLACES],
    from: [i16; PLACES],
    /// the greatest sum of fresh means of the columns after a line, and where its first slice ends
    after: [i16; PLACES],
    to: [i16; PLACES],
    pub(crate) parts: Parts<B>,
    /// whether a slice of two columns was too large to look up: a later cut may be far better
    pub(crate) cramped: bool,
    /// the size of the components that were looked up
    depth: Depth,
}

impl<B: Bits> Cut<B> {
    /// Cuts a position for a player. `earlier` is the cut of the position one move earlier, and the
    /// domino placed since then.
    pub(crate) fn new(
        view: View<'_, B>,
        regions: &Regions,
        earlier: Option<(&Self, Placed)>,
    ) -> Self {
        let columns = view.lines.columns as usize;
        let mut cut = Self {
            means: [[TOO_LARGE; WIDEST]; MOST_COLUMNS],
            fresh: [[TOO_LARGE; WIDEST]; MOST_COLUMNS],
            before: [0; PLACES],
            from: [0; PLACES],
            after: [0; PLACES],
            to: [0; PLACES],
            parts: Parts::NONE,
            cramped: false,
            depth: Depth::Plain,
        };
        if columns > MOST_COLUMNS {
            let least = -(view.lines.across_most(view.empty) as i16) * UNIT;
            cut.parts.push(view.empty, &Bounds::number(least), 0);
            return cut;
        }
        match &earlier {
            Some((earlier, placed)) => cut.look_up_changed(view, regions, earlier, placed),
            None => cut.look_up_all(view, regions),
        }
        cut.choose(columns);
        let squares = view.lines.columns * view.lines.rows;
        let (early, depth) = large_regions(squares);
        if CLOSE.contains(&cut.before[columns]) && 16 * view.empty.count() >= early * squares {
            cut.depth = depth;
            cut.look_up_larger(view, regions);
            cut.choose(columns);
        }
        let known = earlier.as_ref().map(|(earlier, _)| &earlier.parts);
        let mut end = columns;
        while end > 0 {
            let start = cut.from[end] as usize;
            cut.parts.ends[start] = end as u8;
            let parts = &mut cut.parts;
            components(view, regions, start..end, known, |squares, bounds| {
                parts.push(squares, bounds, start as u8);
            });
            end = start;
        }
        cut
    }

    fn look_up_all(&mut self, view: View<'_, B>, regions: &Regions) {
        let columns = view.lines.columns as usize;
        for start in 0..columns {
            for width in 1..=WIDEST.min(columns - start) {
                let mean = Slice { start, width, depth: Depth::Plain }.mean(view, regions);
                self.means[start][width - 1] = mean;
                self.fresh[start][width - 1] = mean;
                if mean == TOO_LARGE {
                    self.cramped |= width <= 2;
                    break;
                }
            }
        }
    }

    /// Looks up slices that are usually too large.
    fn look_up_larger(&mut self, view: View<'_, B>, regions: &Regions) {
        let columns = view.lines.columns as usize;
        for start in 0..columns {
            let (means, fresh) = (&mut self.means[start], &mut self.fresh[start]);
            let widths = 1..=WIDEST.min(columns - start);
            let known = widths.clone().take_while(|width| means[width - 1] != TOO_LARGE).count();
            for width in widths.skip(known) {
                means[width - 1] = Slice { start, width, depth: self.depth }.mean(view, regions);
                fresh[width - 1] = means[width - 1];
                if means[width - 1] == TOO_LARGE {
                    break;
                }
            }
        }
    }

    fn look_up_changed(
        &mut self,
        view: View<'_, B>,
        regions: &Regions,
        earlier: &Self,
        placed: &Placed,
    ) {
        let columns = view.lines.columns as usize;
        let rise = RISE[usize::from(!placed.own)];
        let enough = i32::from(earlier.before[columns]) - MARGIN;
        self.means[..columns].copy_from_slice(&earlier.means[..columns]);
        self.fresh[..columns].copy_from_slice(&earlier.fresh[..columns]);
        for start in 0..columns {
            let (means, fresh) = (&mut self.means[start], &mut self.fresh[start]);
            let widest = WIDEST.min(columns - start);
            let touched =
                start + widest > *placed.columns.start() && start <= *placed.columns.end();
            if !touched && fresh == means {
                self.cramped |= means[..widest.min(2)].contains(&TOO_LARGE);
                continue;
            }
            for width in 1..=widest {
                let end = start + width;
                let mean = &mut means[width - 1];
                let changed = end > *placed.columns.start() && start <= *placed.columns.end();
                if changed || fresh[width - 1] != *mean {
                    let hope = i32::from(earlier.before[start])
                        + i32::from(*mean)
                        + i32::from(earlier.after[end])
                        + rise;
                    if *mean != TOO_LARGE && hope < enough {
                        fresh[width - 1] = TOO_LARGE;
                        continue;
                    }
                    *mean = Slice { start, width, depth: Depth::Plain }.mean(view, regions);
                    fresh[width - 1] = *mean;
                }
                if *mean == TOO_LARGE {
                    self.cramped |= width <= 2;
                    fresh[width..].fill(TOO_LARGE);
                    break;
                }
            }
        }
    }

    /// Finds the slices with the greatest sum of means, from either side. The inner loops take all
    /// widths, without branches, so that the compiler makes a few instructions of each.
    fn choose(&mut self, columns: usize) {
        self.before = [i16::MIN; PLACES];
        self.before[0] = 0;
        for start in 0..columns {
            let sum = self.before[start];
            if sum < NEVER {
                continue;
            }
            let (before, from) = (widths(&self.before, start), widths(&self.from, start));
            let sums = self.fresh[start].map(|mean| sum.saturating_add(mean));
            let (mut most, mut places) = (before, from);
            for i in 0..WIDEST {
                most[i] = sums[i].max(before[i]);
                places[i] = if sums[i] > before[i] { start as i16 } else { from[i] };
            }
            self.before[start + 1..][..WIDEST].copy_from_slice(&most);
            self.from[start + 1..][..WIDEST].copy_from_slice(&places);
        }
        let unreached = |sum: &i16| if *sum < NEVER { i16::MIN } else { *sum };
        self.before = self.before.each_ref().map(unreached);
        self.after = [i16::MIN; PLACES];
        self.after[columns] = 0;
        for start in (0..columns).rev() {
            let after = widths(&self.after, start);
            let mut sums = [0; WIDEST];
            for i in 0..WIDEST {
                sums[i] = after[i].saturating_add(self.fresh[start][i]);
            }
            // of equal sums that of the narrowest slice
            let mut best = i32::MIN;
            for i in 0..WIDEST {
                best = best.max(i32::from(sums[i]) << 8 | (WIDEST - i) as i32);
            }
            let (sum, left) = ((best >> 8) as i16, best as usize & 0xff);
            if sum >= NEVER {
                self.after[start] = sum;
                self.to[start] = (start + 1 + WIDEST - left) as i16;
            }
        }
    }

    /// The sum of the best parts of a position one move later; `None` if twice their sum of means
    /// is less than `least`.
    pub(crate) fn sum_after(
        &self,
        view: View<'_, B>,
        regions: &Regions,
        placed: &Placed,
        least: i32,
    ) -> Option<Sum> {
        let columns = view.lines.columns as usize;
        if columns > MOST_COLUMNS {
            return None;
        }
        let rise = RISE[usize::from(!placed.own)];
        let (first, last) = (*placed.columns.start(), *placed.columns.end());
        let mut best = least - 1;
        let mut found = [0, 0, 0]; // start and end of the slices that contain the domino
        let slice = |start, end| Slice { start, width: end - start, depth: self.depth };
        let around = |start, end| i32::from(self.before[start]) + i32::from(self.after[end]);
        // First the slice that contained these columns before: a good guess saves other look-ups.
        let ends = &self.parts.ends;
        let guess = (0..=first).rev().find(|&start| ends[start] > 0).map(|s| (s, ends[s] as usize));
        let guess = guess.filter(|&(_, end)| end > last);
        if let Some((start, end)) = guess {
            let mean = slice(start, end).mean(view, regions);
            if mean != TOO_LARGE && around(start, end) + i32::from(mean) > best {
                best = around(start, end) + i32::from(mean);
                found = [start, end, end];
            }
        }
        // Then all other slices that contain the domino: their means are prefetched together.
        let mut hopes = [Hope::NONE; MOST_HOPES];
        let mut count = 0;
        for start in (last + 1).saturating_sub(WIDEST)..=first {
            if self.before[start] == i16::MIN {
                continue;
            }
            for end in last + 1..=columns.min(start + WIDEST) {
                if self.after[end] == i16::MIN || guess == Some((start, end)) {
                    continue;
                }
                let was = self.means[start][end - start - 1];
                let most = match was {
                    TOO_LARGE => i32::MAX,
                    was => around(start, end) + i32::from(was) + rise,
                };
                if most <= best {
                    continue;
                }
                let fetched = slice(start, end).fetch(view, regions);
                hopes[count] = Hope { start: start as u8, end: end as u8, most, fetched };
                count += 1;
                if was == TOO_LARGE {
                    break;
                }
            }
        }
        for hope in &hopes[..count] {
            let (start, mut end) = (usize::from(hope.start), usize::from(hope.end));
            if hope.most <= best {
                continue;
            }
            let mut mean = slice(start, end).mean_of(hope.fetched, view, regions);
            while mean != TOO_LARGE {
                if self.after[end] != i16::MIN && around(start, end) + i32::from(mean) > best {
                    best = around(start, end) + i32::from(mean);
                    found = [start, end, end];
                }
                // If a slice that was too large is small enough now, a wider one may be, too.
                if hope.most < i32::MAX || end - start == WIDEST || end == columns {
                    break;
                }
                end += 1;
                mean = slice(start, end).mean(view, regions);
            }
        }
        let through = i32::from(self.before[last]) + i32::from(self.after[last]) + rise;
        if last > first && through > best {
            // a line through the domino: the best slice to its left and to its right
            let mut left = (NONE, 0);
            for start in (last.saturating_sub(WIDEST)..last).rev() {
                let mean = slice(start, last).mean(view, regions);
                if mean == TOO_LARGE {
                    break;
                }
                if self.before[start] != i16::MIN {
                    left = left.max((i32::from(self.before[start]) + i32::from(mean), start));
                }
            }
            let mut right = (NONE, 0);
            if left.0 > NONE {
                for end in last + 1..=columns.min(last + WIDEST) {
                    let mean = Slice { start: last, width: end - last, depth: self.depth }
                        .mean(view, regions);
                    if mean == TOO_LARGE {
                        break;
                    }
                    if self.after[end] != i16::MIN {
                        right = right.max((i32::from(self.after[end]) + i32::from(mean), end));
                    }
                }
                if left.0 + right.0 > best {
                    best = left.0 + right.0;
                    found = [left.1, last, right.1];
                }
            }
        }
        if best < least {
            return None;
        }
        let mut sum = Sum::NOTHING;
        let mut add = |start: usize, end: usize| {
            let (slice, lines) = (start..end, view.lines);
            if !self.parts.tell_same(&slice, placed, |_, bounds| sum.add(bounds)) {
                let set = lines.slice(view.empty, start, slice.len());
                add_worth(&mut sum, lines, regions, set);
            }
        };
        let [start, middle, end] = found;
        let mut line = start;
        while line > 0 {
            add(self.from[line] as usize, line);
            line = self.from[line] as usize;
        }
        add(start, middle);
        if middle < end {
            add(middle, end);
        }
        line = end;
        while line < columns {
            add(line, self.to[line] as usize);
            line = self.to[line] as usize;
        }
        Some(sum)
    }
}

/// The entries of the lines where the slices from a column on end.
#[inline(always)]
fn widths(places: &[i16; PLACES], start: usize) -> [i16; WIDEST] {
    places[start + 1..][..WIDEST].try_into().expect("as many as there are widths")
}

/// Less than every sum of means.
const NONE: i32 = i32::MIN / 4;

/// A slice that may contain the domino, the greatest sum of means that it may give, and its cached
/// mean.
#[derive(Clone, Copy)]
struct Hope {
    fetched: Fetched,
    most: i32,
    start: u8,
    end: u8,
}

/// The number of slices of at most [`WIDEST`] columns that contain a given column.
const MOST_HOPES: usize = WIDEST * (WIDEST + 1) / 2;

impl Hope {
    /// All bits are zero, which is fastest to write.
    const NONE: Self = Self { fetched: Fetched::NOTHING, most: 0, start: 0, end: 0 };
}

#[cfg(test)]
mod tests;
