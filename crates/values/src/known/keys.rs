//! Keys of sums by the structure of their forms, for tables that outlive a store.

use super::{Body, SumStore};
use crate::evaluate::Player;
use crate::forms::{Form, Forms, Nus};

impl SumStore {
    /// A key of a sum, which depends neither on the store nor on the order in which forms were made.
    pub(super) fn key(&mut self, forms: &Forms, body: &Body) -> u128 {
        let Body { parts, fraction, ups, nimber } = body;
        let mut keys: Vec<u128> = parts.iter().map(|&part| self.key_of(forms, part)).collect();
        keys.sort_unstable();
        let mut words = vec![fraction.raw() as u64, *ups as u64, u64::from(*nimber)];
        words.extend(keys.into_iter().flat_map(|key| [(key >> 64) as u64, key as u64]));
        (self.hasher)(&words)
    }

    /// A key of a form, by its structure.
    fn key_of(&mut self, forms: &Forms, game: Form) -> u128 {
        if let Some(&key) = self.keys.get(&game) {
            return key;
        }
        let words = match forms.as_nus(game) {
            Some(Nus { number, ups, nimber }) => {
                vec![0, number.raw() as u64, ups as u64, u64::from(nimber)]
            }
            None => {
                let mut words = vec![1];
                for player in Player::BOTH {
                    let mut keys: Vec<u128> = forms
                        .stored_options(game, player)
                        .iter()
                        .map(|&option| self.key_of(forms, option))
                        .collect();
                    keys.sort_unstable();
                    words.push(keys.len() as u64);
                    words.extend(keys.into_iter().flat_map(|key| [(key >> 64) as u64, key as u64]));
                }
                words
            }
        };
        let key = (self.hasher)(&words);
        self.keys.insert(game, key);
        key
    }
}
