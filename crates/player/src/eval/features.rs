//! The terms of the evaluation: those of Lieberum (2005), combat mobility, and for the network the
//! squares by pairs of distances and how free single amazons are.
//!
//! All terms are from the point of view of `me`. D1 and D2 are the queen's and the king's distance
//! of a side to an empty square.

use super::lines::Masks;
use lastmove_board::{Bits, Geometry, Square};

/// How many layers of distance are told apart.
pub(super) const LAYERS: usize = 12;

/// The terms of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// squares where D1 is less for me, minus those where it is less for the opponent
    pub t1: f32,
    /// the same by D2
    pub t2: f32,
    /// squares that both reach at the same D1
    pub ties: f32,
    /// 2 Σ (2^-D1(me) - 2^-D1(opponent))
    pub c1: f32,
    /// Σ (D2(opponent) - D2(me)) / 6, each within -1..1
    pub c2: f32,
    /// how much more the opponent's amazons are shut in than mine
    pub m: f32,
    /// queen moves to squares that the other side can still come to, mine minus the opponent's
    pub combat: f32,
    /// squares that only one side can ever come to, mine minus the opponent's
    pub sure: f32,
    /// Σ 2^-|D1(me) - D1(opponent)| over squares that both reach: how much is contested
    pub w: f32,
    /// `pairs[i][j]`: squares where D1 is of class i for me and of class j for the opponent; the
    /// classes are 1, 2, 3, more, and out of reach
    pub pairs: [[f32; CLASSES]; CLASSES],
    /// the amazons that are most shut in, mine and the opponent's, the worst first
    pub amazons: [[Amazon; WORST]; 2],
}

/// Classes of D1 that pairs tell apart.
pub const CLASSES: usize = 5;
/// How many amazons of a side have terms of their own.
pub const WORST: usize = 4;

/// How free an amazon is. All numbers are zero if there is no amazon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amazon {
    /// how much it is shut in
    pub shut: f32,
    /// empty squares within a queen's move and a king's step
    pub room: f32,
    /// squares within a queen's move that the other side can still come to
    pub combat: f32,
}

/// Inserts an amazon into the list of the worst, if it belongs there.
#[inline(always)]
fn insert(worst: &mut [Amazon; WORST], mut amazon: Amazon) {
    for place in worst {
        if amazon.shut > place.shut {
            std::mem::swap(place, &mut amazon);
        }
    }
}

/// Which side reaches which squares first, for drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nearer<B> {
    /// squares that I reach earlier by D1
    pub(crate) mine: B,
    /// squares that the opponent reaches earlier
    pub(crate) theirs: B,
    /// squares that both can reach
    pub(crate) both: B,
}

/// Tables of one board.
#[derive(Clone, Debug)]
pub(crate) struct Extractor<B, const W: u32> {
    pub(crate) lines: Masks<B, W>,
    /// squares at king distance 2
    ring2: Vec<B>,
}

/// Penalty for an amazon of mobility α: steep where it is shut in.
#[inline(always)]
fn shut_in(alpha: f32) -> f32 {
    if alpha <= 5.0 { 7.0 - 0.4 * alpha } else { 85.0 / (12.0 + alpha) }
}

impl<B: Bits, const W: u32> Extractor<B, W> {
    pub(crate) fn new(geometry: &Geometry<B>) -> Self {
        let lines = Masks::new(geometry);
        let ring2 = (0..geometry.size().squares())
            .map(|s| {
                let near = geometry.king_step(B::bit(s as Square));
                geometry.king_step(near) & !near
            })
            .collect();
        Self { lines, ring2 }
    }

    /// The terms, and which side reaches which squares first. Terms that only the network reads are
    /// left out unless `ALL`.
    #[inline(always)]
    pub(crate) fn extract<const ALL: bool>(
        &self,
        geometry: &Geometry<B>,
        me: B,
        opponent: B,
        empty: B,
    ) -> (Features, Nearer<B>) {
        let mut f = Features::default();
        let reachable = self.king_terms(me, opponent, empty, &mut f);
        let both = reachable[0] & reachable[1];
        let [counts1, counts2, counts4, counts8] = self.lines.neighbour_counts(empty);
        // Mobility; the union of all reach is the first layer of D1.
        let mut near = [B::NONE; 2];
        for (side, amazons) in [(0, me), (1, opponent)] {
            let (mut shut, mut combat) = (0.0, 0.0);
            for square in amazons.squares() {
                let reach = geometry.queen_reach(square, empty);
                near[side] |= reach;
                let ring1 = reach & geometry.neighbours(square);
                let ring2 = reach & self.ring2[square as usize];
                let far = reach & !ring1 & !ring2;
                let weigh = |ring: B| {
                    ((ring & counts1).count()
                        + 2 * (ring & counts2).count()
                        + 4 * (ring & counts4).count()
                        + 8 * (ring & counts8).count()) as f32
                };
                let alpha = weigh(ring1) + 0.5 * weigh(ring2) + 0.2 * weigh(far);
                let mut amazon = Amazon {
                    shut: shut_in(alpha),
                    combat: (reach & both).count() as f32,
                    ..Amazon::default()
                };
                shut += amazon.shut;
                combat += amazon.combat;
                if ALL {
                    amazon.room = (self.lines.king_step(reach) & empty).count() as f32;
                    insert(&mut f.amazons[side], amazon);
                }
            }
            let sign = if side == 0 { 1.0 } else { -1.0 };
            f.m -= sign * shut;
            f.combat += sign * combat;
        }
        let nearer = self.queen_terms::<ALL>(near, empty, reachable, &mut f);
        (f, nearer)
    }

    /// Computes the terms of D2. Returns the squares that each side can reach.
    #[inline(always)]
    fn king_terms(&self, me: B, opponent: B, empty: B, f: &mut Features) -> [B; 2] {
        let mut seen = [me, opponent];
        let mut layers = [[B::NONE; 2]; LAYERS];
        let mut depth = 0;
        let mut lead = [B::NONE; 2];
        loop {
            let before = seen;
            for side in 0..2 {
                seen[side] |= self.lines.king_step(seen[side]) & empty;
            }
            if seen == before {
                break;
            }
            lead[0] |= seen[0] & !before[0] & !seen[1];
            lead[1] |= seen[1] & !before[1] & !seen[0];
            if depth < LAYERS {
                layers[depth] = seen;
            }
            depth += 1;
        }
        let [mine, theirs] = [seen[0] & empty, seen[1] & empty];
        let both = mine & theirs;
        f.t2 = difference(lead[0], lead[1]);
        f.sure = difference(mine & !theirs, theirs & !mine);
        let mut ahead = 0;
        for layer in &layers[..depth.min(LAYERS)] {
            ahead += (layer[0] & both).count() as i32 - (layer[1] & both).count() as i32;
        }
        f.c2 = f.sure + ahead as f32 / 6.0;
        [mine, theirs]
    }

    /// Computes the terms of D1, whose first layer is known.
    #[inline(always)]
    fn queen_terms<const ALL: bool>(
        &self,
        near: [B; 2],
        empty: B,
        reachable: [B; 2],
        f: &mut Features,
    ) -> Nearer<B> {
        let open = self.lines.open(empty);
        // `layers[d][side]`: squares at distance d + 1
        let mut layers = [[B::NONE; 2]; LAYERS];
        layers[0] = near;
        let mut seen = near;
        let mut lead = [near[0] & !near[1], near[1] & !near[0]];
        let mut depth = 1;
        let mut ties = (near[0] & near[1]).count();
        // A queen reaches every square that a king reaches, so no step is wasted.
        while depth < LAYERS && seen != reachable {
            let mut new = [B::NONE; 2];
            for side in 0..2 {
                if seen[side] != reachable[side] {
                    new[side] = open.queen_step(layers[depth - 1][side]) & !seen[side];
                }
            }
            seen = [seen[0] | new[0], seen[1] | new[1]];
            lead[0] |= new[0] & !seen[1];
            lead[1] |= new[1] & !seen[0];
            ties += (new[0] & new[1]).count();
            layers[depth] = new;
            depth += 1;
        }
        f.t1 = difference(lead[0], lead[1]);
        f.ties = ties as f32;
        let mut weight = 1.0;
        f.w = ties as f32;
        for d in 0..depth {
            f.c1 += weight * difference(layers[d][0], layers[d][1]);
            weight *= 0.5;
            // squares whose distances differ by d + 1
            let mut apart = 0;
            for i in 0..depth - d - 1 {
                let j = i + d + 1;
                apart += (layers[i][0] & layers[j][1]).count();
                apart += (layers[i][1] & layers[j][0]).count();
            }
            f.w += weight * apart as f32;
        }
        if ALL {
            f.pairs = pairs(&layers, empty, reachable);
        }
        Nearer { mine: lead[0], theirs: lead[1], both: reachable[0] & reachable[1] }
    }
}

/// Counts the squares by pairs of classes of D1.
#[inline(always)]
fn pairs<B: Bits>(
    layers: &[[B; 2]; LAYERS],
    empty: B,
    reachable: [B; 2],
) -> [[f32; CLASSES]; CLASSES] {
    let classes = |side: usize| {
        let [one, two, three] = [layers[0][side], layers[1][side], layers[2][side]];
        let more = reachable[side] & !(one | two | three);
        [one, two, three, more, empty & !reachable[side]]
    };
    classes(0).map(|mine| classes(1).map(|theirs| (mine & theirs).count() as f32))
}

#[inline(always)]
fn difference<B: Bits>(mine: B, theirs: B) -> f32 {
    (mine.count() as i32 - theirs.count() as i32) as f32
}
