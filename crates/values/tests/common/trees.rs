//! Random games as explicit trees, and a naive order on them.

use lastmove_values::{Dyadic, Form, Forms, Result, ThermographId, ThermographStore};
use proptest::prelude::*;

/// A game as a tree of options, without sharing or simplification.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub left: Vec<Tree>,
    pub right: Vec<Tree>,
}

impl Tree {
    /// The canonical form of a number.
    pub fn number(x: Dyadic) -> Tree {
        let options = |x: Option<Dyadic>| x.map(Tree::number).into_iter().collect();
        Tree { left: options(x.left_option()), right: options(x.right_option()) }
    }

    pub fn form(&self, forms: &mut Forms) -> Result<Form> {
        let left: Result<Vec<Form>> = self.left.iter().map(|tree| tree.form(forms)).collect();
        let right: Result<Vec<Form>> = self.right.iter().map(|tree| tree.form(forms)).collect();
        forms.canonical(left?, right?)
    }

    pub fn walls(&self, store: &mut ThermographStore) -> Result<ThermographId> {
        let left: Result<Vec<_>> = self.left.iter().map(|tree| tree.walls(store)).collect();
        let right: Result<Vec<_>> = self.right.iter().map(|tree| tree.walls(store)).collect();
        store.from_options(left?, right?)
    }

    /// Walls of the tree plus *.
    pub fn walls_plus_star(&self, store: &mut ThermographStore) -> Result<ThermographId> {
        let this = self.walls(store)?;
        let left: Result<Vec<_>> = self.left.iter().map(|t| t.walls_plus_star(store)).collect();
        let right: Result<Vec<_>> = self.right.iter().map(|t| t.walls_plus_star(store)).collect();
        let (mut left, mut right) = (left?, right?);
        left.push(this);
        right.push(this);
        store.from_options(left, right)
    }

    /// `self >= other` by the definition.
    pub fn ge(&self, other: &Tree) -> bool {
        !self.right.iter().any(|right| other.ge(right))
            && !other.left.iter().any(|left| left.ge(self))
    }

    /// Whether Left wins the sum of the trees, by exhaustive play.
    pub fn left_wins_sum(trees: &[Tree], left_moves: bool) -> bool {
        (0..trees.len()).any(|i| {
            let options = if left_moves { &trees[i].left } else { &trees[i].right };
            options.iter().any(|option| {
                let mut after = trees.to_vec();
                after[i] = option.clone();
                Tree::left_wins_sum(&after, !left_moves) == left_moves
            })
        }) == left_moves
    }
}

/// Small trees over small numbers.
pub fn tree() -> impl Strategy<Value = Tree> {
    tree_of(4, 40)
}

/// Trees small enough for exponential oracles.
pub fn small_tree() -> impl Strategy<Value = Tree> {
    tree_of(2, 5)
}

fn tree_of(depth: u32, size: u32) -> impl Strategy<Value = Tree> {
    let number =
        (-4_i64..=4, 0_u32..=1).prop_map(|(n, j)| Tree::number(Dyadic::new(n, j).unwrap()));
    number.prop_recursive(depth, size, 3, |inner| {
        let options = || prop::collection::vec(inner.clone(), 0..3);
        (options(), options()).prop_map(|(left, right)| Tree { left, right })
    })
}
