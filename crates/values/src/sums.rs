//! Sums of positions, played as one game.

use crate::evaluate::{NormalForm, Player, Rules};

/// The game of several positions played as a sum, for thermographs of sums: they do not follow from
/// the thermographs of the parts.
///
/// A position is a sorted list of parts in normal form, each with whether it counts negatively; a
/// part and its negative cancel. Build one with [`SumOf::position`].
pub struct SumOf<R>(pub R);

impl<R: Rules> SumOf<R>
where
    R::Position: Ord,
{
    /// The sum of these positions.
    pub fn position<'a>(
        &self,
        positions: impl IntoIterator<Item = &'a R::Position>,
    ) -> Vec<(R::Position, bool)>
    where
        R::Position: 'a,
    {
        let mut sum = Vec::new();
        for position in positions {
            self.add(position, false, &mut sum);
        }
        tidy(&mut sum);
        sum
    }

    fn add(&self, position: &R::Position, negated: bool, sum: &mut Vec<(R::Position, bool)>) {
        let mut parts = Vec::new();
        self.0.components(position, &mut parts);
        for part in parts {
            let normal = self.0.normal_form(&part);
            sum.push((normal.position, normal.negated != negated));
        }
    }
}

/// Sorts the parts and cancels pairs of a part and its negative.
pub(crate) fn tidy<P: Ord>(sum: &mut Vec<(P, bool)>) {
    sum.sort_unstable();
    let mut i = 0;
    while i < sum.len() {
        // Equal parts are adjacent, those that count positively first.
        let end = i + sum[i..].iter().take_while(|part| part.0 == sum[i].0).count();
        let negated = sum[i..end].iter().filter(|part| part.1).count();
        let pairs = negated.min(end - i - negated);
        let middle = end - negated;
        sum.drain(middle - pairs..middle + pairs);
        i = end - 2 * pairs;
    }
}

impl<R: Rules> Rules for SumOf<R>
where
    R::Position: Ord,
{
    type Position = Vec<(R::Position, bool)>;

    fn components(&self, sum: &Self::Position, out: &mut Vec<Self::Position>) {
        out.extend(sum.iter().map(|part| vec![part.clone()]));
    }

    fn normal_form(&self, part: &Self::Position) -> NormalForm<Self::Position> {
        match &part[..] {
            [(position, true)] => {
                NormalForm { position: vec![(position.clone(), false)], negated: true }
            }
            _ => NormalForm { position: part.clone(), negated: false },
        }
    }

    fn integer(&self, part: &Self::Position) -> Option<i64> {
        match &part[..] {
            [(position, negated)] => {
                self.0.integer(position).map(|n| if *negated { -n } else { n })
            }
            _ => None,
        }
    }

    fn moves(&self, sum: &Self::Position, player: Player, out: &mut Vec<Self::Position>) {
        let mut moves = Vec::new();
        for (i, (position, negated)) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == sum[i] {
                continue; // moves in equal parts lead to equal sums
            }
            let mover = if *negated { player.opponent() } else { player };
            self.0.moves(position, mover, &mut moves);
            for after in moves.drain(..) {
                let mut next = sum.clone();
                next.remove(i);
                self.add(&after, *negated, &mut next);
                tidy(&mut next);
                out.push(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn a_part_and_its_negative_vanish() {
        let mut sum = vec![(2, true), (1, false), (2, false), (1, false), (2, false), (3, true)];
        tidy(&mut sum);
        assert_eq!(sum, [(1, false), (1, false), (2, false), (3, true)]);
    }
}
