//! What the evaluation looks at: the terms of Lieberum (2005), and combat mobility.
//!
//! All terms are from the side of `me`. D1 and D2 are the queen's and the king's distance of a side
//! to an empty square.

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
    /// how much worse the opponent's amazons are shut in than mine
    pub m: f32,
    /// queen moves to squares that the other side can still come to, mine minus the opponent's
    pub combat: f32,
    /// squares that only one side can ever come to, mine minus the opponent's
    pub sure: f32,
    /// Σ 2^-|D1(me) - D1(opponent)| over squares that both reach: how much is contested
    pub w: f32,
}

/// Which squares are whose, for drawing.
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

    /// The terms, and which squares are whose.
    #[inline(always)]
    pub(crate) fn extract(
        &self,
        geometry: &Geometry<B>,
        me: B,
        opponent: B,
        empty: B,
    ) -> (Features, Nearer<B>) {
        let mut f = Features::default();
        let both = self.king_terms(me, opponent, empty, &mut f);
        let [counts1, counts2, counts4, counts8] = self.lines.neighbour_counts(empty);
        // Mobility; the union of all reach is the first layer of D1.
        let mut near = [B::NONE; 2];
        for (side, amazons) in [(0, me), (1, opponent)] {
            let (mut shut, mut combat) = (0.0, 0);
            for square in amazons.squares() {
                let reach = geometry.queen_reach(square, empty);
                near[side] |= reach;
                combat += (reach & both).count();
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
                shut += shut_in(alpha);
            }
            let sign = if side == 0 { 1.0 } else { -1.0 };
            f.m -= sign * shut;
            f.combat += sign * combat as f32;
        }
        let nearer = self.queen_terms(near, empty, both, &mut f);
        (f, nearer)
    }

    /// Terms of D2; the squares that both sides can come to.
    #[inline(always)]
    fn king_terms(&self, me: B, opponent: B, empty: B, f: &mut Features) -> B {
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
        both
    }

    /// Terms of D1, whose first layer is known.
    #[inline(always)]
    fn queen_terms(&self, near: [B; 2], empty: B, both: B, f: &mut Features) -> Nearer<B> {
        let open = self.lines.open(empty);
        // `layers[d][side]`: squares at distance d + 1
        let mut layers = [[B::NONE; 2]; LAYERS];
        layers[0] = near;
        let mut seen = near;
        let mut lead = [near[0] & !near[1], near[1] & !near[0]];
        let mut depth = 1;
        let mut ties = (near[0] & near[1]).count();
        while depth < LAYERS {
            let mut new = [B::NONE; 2];
            for side in 0..2 {
                let front = layers[depth - 1][side];
                if !front.is_empty() {
                    new[side] = open.queen_step(front) & !seen[side];
                }
            }
            if (new[0] | new[1]).is_empty() {
                break;
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
        Nearer { mine: lead[0], theirs: lead[1], both }
    }
}

#[inline(always)]
fn difference<B: Bits>(mine: B, theirs: B) -> f32 {
    (mine.count() as i32 - theirs.count() as i32) as f32
}
