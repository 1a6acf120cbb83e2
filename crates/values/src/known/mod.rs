//! Sums of games whose canonical forms are known, without the form of the sum.
//!
//! The form of a sum may be huge where those of its parts are small. But who wins is found by play:
//! bounds decide most sums, and a search over the parts decides the others, the hottest first.
//!
//! A sum is kept as an integer and a [`KnownSum`], the number of an entry in a store. The entry
//! holds the rest in a form in which equal sums are mostly equal entries:
//!
//! - Numbers, ups and nimbers are added up.
//! - Every other part is shifted by a number so that its stops are opposite numbers. So a switch is
//!   the same part wherever its mean is, and a part and its negative are recognised and cancel even
//!   if a number lies between them.
//!
//! The player to move is always Left: after a move the whole sum is negated. No move in a number is
//! tried while another part is left (number avoidance). That holds for any sum T with a known part
//! A that is no number, whatever the other parts are: Left has a move from A to some A' with
//! `A' - A >= -ε` for all numbers ε > 0. If Left wins by a move in a number x, to x - d, then
//! `T - d >= 0`, so moving to A' leaves `T + A' - A >= d - ε > 0`.

mod keys;
mod profile;
mod shelf;

use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::forms::{Form, Forms, Nus};
use crate::hash::FastMap;
use profile::Profile;
use shelf::Shelf;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A sum of known games up to an integer: the number of an entry of a [`SumStore`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct KnownSum(u32);

impl KnownSum {
    /// The sum without parts, in every store.
    pub const ZERO: KnownSum = KnownSum(0);

    /// The number of the entry, for tables indexed by sum.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sum of known games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WithInteger {
    /// the sum up to an integer
    pub sum: KnownSum,
    /// the integer to be added
    pub integer: i64,
}

/// What identifies an entry.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Body {
    /// the parts that are not a number plus ups plus a nimber, shifted to opposite stops; sorted
    parts: Vec<Form>,
    /// a number from 0 to below 1
    fraction: Dyadic,
    ups: i32,
    nimber: u32,
}

impl Body {
    fn is_number(&self) -> bool {
        self.parts.is_empty() && self.ups == 0 && self.nimber == 0
    }
}

struct SumEntry {
    body: Body,
    key: u128,
    /// The greatest integer n with which Left, to move, is known to lose, and the least with which
    /// Left is known to win.
    lost: AtomicI64,
    won: AtomicI64,
    /// the positions after which searches have given up, at most
    tried: AtomicU64,
    negative: OnceLock<WithInteger>,
    moves: OnceLock<Box<[WithInteger]>>,
}

impl SumEntry {
    fn decided(&self, integer: i64) -> Option<bool> {
        if integer >= self.won.load(Relaxed) {
            Some(true)
        } else if integer <= self.lost.load(Relaxed) {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&self, integer: i64, wins: bool) {
        match wins {
            true => self.won.fetch_min(integer, Relaxed),
            false => self.lost.fetch_max(integer, Relaxed),
        };
    }
}

/// What all threads may read of a [`SumStore`] at any time.
#[derive(Clone)]
pub struct SumReader(Arc<Shelf<SumEntry>>);

impl SumReader {
    fn entry(&self, sum: KnownSum) -> &SumEntry {
        self.0.get(sum.0)
    }

    /// A key of 128 bits that depends only on the structure of the forms.
    pub fn key(&self, sum: KnownSum) -> u128 {
        self.entry(sum).key
    }

    /// Whether Left, to move, wins the sum plus an integer, as far as that is known already.
    pub fn wins_first(&self, sum: KnownSum, integer: i64) -> Option<bool> {
        self.entry(sum).decided(integer)
    }

    /// Whether a search was given up after at least so many positions.
    pub fn is_too_hard(&self, sum: KnownSum, positions: u64) -> bool {
        self.entry(sum).tried.load(Relaxed) >= positions
    }

    /// Whether the sum is a number.
    pub fn is_number(&self, sum: KnownSum) -> bool {
        self.entry(sum).body.is_number()
    }

    /// The negative, if [`SumStore::negative`] was asked for it before.
    pub fn negative(&self, sum: KnownSum) -> Option<WithInteger> {
        self.entry(sum).negative.get().copied()
    }

    /// The moves, if [`SumStore::moves`] was asked for them before.
    pub fn moves(&self, sum: KnownSum) -> Option<&[WithInteger]> {
        self.entry(sum).moves.get().map(|moves| &moves[..])
    }

    /// The parts of a sum: a number plus ups plus a nimber, and the other forms.
    pub fn parts(&self, sum: KnownSum) -> (Nus, &[Form]) {
        let Body { parts, fraction, ups, nimber } = &self.entry(sum).body;
        (Nus { number: *fraction, ups: *ups, nimber: *nimber }, parts)
    }
}

/// Combines words into a key of 128 bits.
pub type KeyHasher = fn(&[u64]) -> u128;

/// A store of sums of forms, all of them in one [`Forms`], which is passed to each call.
pub struct SumStore {
    reader: SumReader,
    ids: FastMap<Body, KnownSum>,
    /// forms shifted to opposite stops, and the number that they were shifted by
    centred: FastMap<Form, (Form, Dyadic)>,
    profiles: FastMap<Form, Profile>,
    keys: FastMap<Form, u128>,
    hasher: KeyHasher,
}

impl SumStore {
    /// A store that knows the sum without parts. `hasher` makes its keys.
    pub fn new(hasher: KeyHasher) -> SumStore {
        let mut store = SumStore {
            reader: SumReader(Arc::new(Shelf::new())),
            ids: FastMap::default(),
            centred: FastMap::default(),
            profiles: FastMap::default(),
            keys: FastMap::default(),
            hasher,
        };
        let zero = store.enter(&mut Forms::new(), Body::default());
        debug_assert_eq!(zero, Ok(KnownSum::ZERO));
        store
    }

    /// A reader, which is valid as long as the store grows.
    pub fn reader(&self) -> SumReader {
        self.reader.clone()
    }

    /// The number of sums.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Always `false`: the store contains the sum without parts.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// A sum plus one more game.
    pub fn add(&mut self, forms: &mut Forms, sum: KnownSum, game: Form) -> Result<WithInteger> {
        let reader = self.reader.clone();
        let mut body = reader.entry(sum).body.clone();
        let integer = self.join(forms, &mut body, game)?;
        Ok(WithInteger { sum: self.intern(forms, body)?, integer })
    }

    /// The negative of a sum.
    pub fn negative(&mut self, forms: &mut Forms, sum: KnownSum) -> Result<WithInteger> {
        let reader = self.reader.clone();
        let entry = reader.entry(sum);
        if let Some(&known) = entry.negative.get() {
            return Ok(known);
        }
        let negative = self.negated(forms, entry.body.clone())?;
        Ok(*entry.negative.get_or_init(|| negative))
    }

    /// The sums after Left's moves, each as the opponent sees it, those in the hottest part first.
    /// If the sum is not a number, moves in numbers are left out; if it is, moves in its integer.
    pub fn moves<'a>(
        &mut self,
        forms: &mut Forms,
        reader: &'a SumReader,
        sum: KnownSum,
    ) -> Result<&'a [WithInteger]> {
        let SumEntry { body, moves, .. } = reader.entry(sum);
        if let Some(moves) = moves.get() {
            return Ok(moves);
        }
        let mut found = Vec::new();
        for (i, &part) in body.parts.iter().enumerate() {
            if i > 0 && body.parts[i - 1] == part {
                continue;
            }
            let heat = forms.temperature(part)?;
            for option in forms.left_options(part)? {
                let mean = forms.mean(option)?;
                let mut after = body.clone();
                after.parts.remove(i);
                let integer = self.join(forms, &mut after, option)?;
                found.push((heat, mean, self.negated_with(forms, after, integer)?));
            }
        }
        let rest = Nus { number: Dyadic::ZERO, ups: body.ups, nimber: body.nimber };
        let options = match body.is_number() {
            true => body.fraction.left_option().map(|x| forms.number(x)).transpose()?,
            false => None,
        };
        if let Some(option) = options.filter(|_| body.fraction != Dyadic::ZERO) {
            let mut after = Body::default();
            let integer = self.join(forms, &mut after, option)?;
            found.push((Dyadic::ZERO, Dyadic::ZERO, self.negated_with(forms, after, integer)?));
        } else if !body.is_number() && (rest.ups, rest.nimber) != (0, 0) {
            let rest = forms.nus(rest)?;
            for option in forms.left_options(rest)? {
                let mut after = Body { ups: 0, nimber: 0, ..body.clone() };
                let integer = self.join(forms, &mut after, option)?;
                found.push((Dyadic::ZERO, Dyadic::ZERO, self.negated_with(forms, after, integer)?));
            }
        }
        // Keys do not depend on the order in which forms were made.
        let order = |&(heat, mean, after): &(Dyadic, Dyadic, WithInteger)| {
            (-heat, -mean, reader.key(after.sum), after.integer)
        };
        found.sort_by_cached_key(order);
        found.dedup_by_key(|found| found.2);
        Ok(moves.get_or_init(|| found.into_iter().map(|found| found.2).collect()))
    }

    /// Whether Left, to move, wins the sum plus an integer; `None` if that takes more than `most`
    /// positions.
    pub fn wins_first(
        &mut self,
        forms: &mut Forms,
        sum: KnownSum,
        integer: i64,
        most: u64,
    ) -> Result<Option<bool>> {
        let reader = self.reader.clone();
        let mut left = most;
        let found = self.search(forms, &reader, WithInteger { sum, integer }, &mut left)?;
        if found.is_none() {
            reader.entry(sum).tried.fetch_max(most, Relaxed);
        }
        Ok(found)
    }

    fn search(
        &mut self,
        forms: &mut Forms,
        reader: &SumReader,
        at: WithInteger,
        left: &mut u64,
    ) -> Result<Option<bool>> {
        let entry = reader.entry(at.sum);
        if let Some(wins) = entry.decided(at.integer) {
            return Ok(Some(wins));
        }
        if *left == 0 {
            return Ok(None);
        }
        *left -= 1;
        let moves = self.moves(forms, reader, at.sum)?;
        let after = |mv: &WithInteger| WithInteger { integer: mv.integer - at.integer, ..*mv };
        let wins = |after: WithInteger| reader.wins_first(after.sum, after.integer) == Some(false);
        let mut won = moves.iter().map(after).any(wins);
        for after in moves.iter().map(after) {
            if won {
                break;
            }
            match self.search(forms, reader, after, left)? {
                Some(loses) => won = !loses,
                None => return Ok(None),
            }
        }
        entry.learn(at.integer, won);
        Ok(Some(won))
    }

    /// Adds a game to a body; returns the integer that does not fit in.
    fn join(&mut self, forms: &mut Forms, body: &mut Body, game: Form) -> Result<i64> {
        let number = match forms.as_nus(game) {
            Some(Nus { number, ups, nimber }) => {
                body.ups += ups;
                body.nimber ^= nimber;
                number
            }
            None => {
                let (centred, number) = self.centre(forms, game)?;
                let negative = forms.neg(centred)?;
                match body.parts.binary_search(&negative) {
                    Ok(place) => drop(body.parts.remove(place)),
                    Err(_) => {
                        let place = body.parts.partition_point(|&part| part < centred);
                        body.parts.insert(place, centred);
                    }
                }
                number
            }
        };
        let number = body.fraction.checked_add(number)?;
        let integer = number.floor();
        body.fraction = number.checked_sub(Dyadic::integer(integer)?)?;
        Ok(integer)
    }

    /// A form that is not a number plus ups plus a nimber, shifted so that its stops are opposite
    /// numbers, and the number that it has to be shifted back by.
    fn centre(&mut self, forms: &mut Forms, game: Form) -> Result<(Form, Dyadic)> {
        if let Some(&known) = self.centred.get(&game) {
            return Ok(known);
        }
        let middle = forms.left_stop(game).checked_add(forms.right_stop(game))?.checked_half()?;
        let number = forms.number(middle)?;
        let centred = forms.difference(game, number)?;
        self.centred.insert(game, (centred, middle));
        Ok((centred, middle))
    }

    fn negated(&mut self, forms: &mut Forms, mut body: Body) -> Result<WithInteger> {
        for part in &mut body.parts {
            *part = forms.neg(*part)?;
        }
        body.parts.sort_unstable();
        body.ups = -body.ups;
        let integer = if body.fraction == Dyadic::ZERO { 0 } else { -1 };
        body.fraction = Dyadic::from_integer(-integer as i16).checked_sub(body.fraction)?;
        Ok(WithInteger { sum: self.intern(forms, body)?, integer })
    }

    fn negated_with(&mut self, forms: &mut Forms, body: Body, integer: i64) -> Result<WithInteger> {
        let negative = self.negated(forms, body)?;
        Ok(WithInteger { integer: negative.integer - integer, ..negative })
    }

    fn intern(&mut self, forms: &mut Forms, body: Body) -> Result<KnownSum> {
        match self.ids.get(&body) {
            Some(&sum) => Ok(sum),
            None => self.enter(forms, body),
        }
    }

    fn enter(&mut self, forms: &mut Forms, body: Body) -> Result<KnownSum> {
        let (lost, won) = self.first_bounds(forms, &body)?;
        let entry = SumEntry {
            key: self.key(forms, &body),
            body: body.clone(),
            lost: AtomicI64::new(lost),
            won: AtomicI64::new(won),
            tried: AtomicU64::new(0),
            negative: OnceLock::new(),
            moves: OnceLock::new(),
        };
        let sum = KnownSum(u32::try_from(self.ids.len()).expect("memory for fewer sums"));
        self.reader.0.set(sum.0, entry);
        self.ids.insert(body, sum);
        Ok(sum)
    }

    /// The greatest integer with which Left, to move, loses without search, and the least with
    /// which Left wins.
    fn first_bounds(&mut self, forms: &mut Forms, body: &Body) -> Result<(i64, i64)> {
        let Body { parts, fraction, ups, nimber } = body;
        if let [] | [_] = parts[..]
            && (parts.is_empty() || (*ups, *nimber) == (0, 0))
        {
            // Left loses if and only if the sum is at most 0.
            let game = match parts[..] {
                [part] => part,
                _ => forms.nus(Nus { number: Dyadic::ZERO, ups: *ups, nimber: *nimber })?,
            };
            let bound = -forms.left_stop(game).checked_add(*fraction)?;
            let lost = match forms.is_below_left_stop(game) {
                true => bound.floor(),
                false => -(-bound).floor() - 1,
            };
            return Ok((lost, lost + 1));
        }
        let mut profile = Profile::default();
        for &part in parts {
            let walls = match self.profiles.entry(part) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(Profile::new(&forms.thermograph(part)?)),
            };
            profile.add(walls);
        }
        Ok(profile.decided(*fraction))
    }
}
