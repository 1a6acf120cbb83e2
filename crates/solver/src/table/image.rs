//! The entries of a table as bytes, to be stored in a file and restored later.
//!
//! An entry knows only part of its key: the rest is where it lies. So its place is written with
//! it, and it can go back only into a table with as many places.
//!
//! ```text
//! places  8 bytes, little-endian: how many groups of four the table has
//! bits    4 bytes: the bits of the payload
//! then for each group that has entries worth keeping
//!   group   8 bytes: its number; all ones end the list
//!   count   1 byte: 1 to 4
//!   count times: check (8 bytes), data (8 bytes)
//! ```
//!
//! The table may be in use meanwhile. An entry that is read while it is being written does not
//! match any position, just as in the table.

use super::{LINE, Payload, Table, WAYS};
use lastmove_work::Cancel;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

/// Ends the list of groups.
const END: u64 = u64::MAX;
/// Groups between two checks of the flag.
const STRETCH: usize = 1 << 16;

impl<P: Payload> Table<P> {
    /// The size of the table in bytes: a table of the same size has the same places.
    pub fn bytes(&self) -> usize {
        self.clusters * LINE
    }

    /// Writes the entries for which `keep` returns `true`, given their payload and the work that
    /// they took (rounded down to an eighth of a power of two). Returns the number of entries.
    ///
    /// # Errors
    /// If the output fails, or `cancel` is set.
    pub fn write_entries(
        &self,
        out: &mut dyn Write,
        keep: impl Fn(P, u64) -> bool,
        cancel: &Cancel,
    ) -> io::Result<u64> {
        out.write_all(&(self.clusters as u64).to_le_bytes())?;
        out.write_all(&P::BITS.to_le_bytes())?;
        let mut written = 0;
        for group in 0..self.clusters {
            if group % STRETCH == 0 && cancel.is_cancelled() {
                return Err(io::Error::other("told to stop"));
            }
            let mut bytes = [0; 9 + LINE];
            let mut count = 0;
            for entry in self.nth_cluster(group) {
                let data = entry.data.load(Relaxed);
                if data == 0 {
                    continue;
                }
                let check = entry.check.load(Relaxed);
                let payload = P::unpack(data & ((1 << P::BITS) - 1));
                let cost = data >> Self::WORK_SHIFT & 255;
                let work = (8 + (cost & 7)) << (cost >> 3) >> 3;
                if keep(payload, work) {
                    let at = 9 + 16 * count;
                    bytes[at..at + 8].copy_from_slice(&check.to_le_bytes());
                    bytes[at + 8..at + 16].copy_from_slice(&data.to_le_bytes());
                    count += 1;
                }
            }
            if count > 0 {
                bytes[..8].copy_from_slice(&(group as u64).to_le_bytes());
                bytes[8] = count as u8;
                out.write_all(&bytes[..9 + 16 * count])?;
                written += count as u64;
            }
        }
        out.write_all(&END.to_le_bytes())?;
        Ok(written)
    }

    /// Restores entries that a table with as many places has written; existing entries may be lost.
    /// Returns the number of entries.
    ///
    /// # Errors
    /// If the input fails, or does not come from such a table.
    pub fn read_entries(&self, input: &mut dyn Read) -> io::Result<u64> {
        let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let places = word(input)?;
        if places != self.clusters as u64 {
            let bytes = places.saturating_mul(LINE as u64);
            return Err(bad(&format!("it is from a table of {bytes} bytes")));
        }
        let mut bits = [0; 4];
        input.read_exact(&mut bits)?;
        if u32::from_le_bytes(bits) != P::BITS {
            return Err(bad("it is from another kind of search"));
        }
        let mut read = 0;
        loop {
            let group = word(input)?;
            if group == END {
                return Ok(read);
            }
            let mut count = [0];
            input.read_exact(&mut count)?;
            if group >= places || count[0] as usize > WAYS {
                return Err(bad("an entry has no place in the table"));
            }
            for entry in &self.nth_cluster(group as usize)[..count[0] as usize] {
                entry.check.store(word(input)?, Relaxed);
                entry.data.store(word(input)?, Relaxed);
                read += 1;
            }
        }
    }
}

fn word(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::{KnownWinner, Numbers};
    use super::*;

    fn key(i: u64) -> u128 {
        u128::from(lastmove_board::mix(i)) << 64 | u128::from(lastmove_board::mix(!i))
    }

    fn bytes_of(table: &Table<Numbers>, keep: impl Fn(Numbers, u64) -> bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_entries(&mut bytes, keep, &Cancel::new()).unwrap();
        bytes
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = Table::<Numbers>::new(1 << 16);
        let numbers = |i: u64| match i % 3 {
            0 => Numbers::WIN,
            1 => Numbers::LOSS,
            _ => Numbers { proof: i as u32 + 1, disproof: 7 },
        };
        for i in 0..5000 {
            table.store(key(i), numbers(i), i + 1);
        }
        let all = Table::<Numbers>::new(table.bytes());
        let count = all.read_entries(&mut &bytes_of(&table, |_, _| true)[..]).unwrap();
        assert!(count > 3500, "{count}");
        let some = Table::<Numbers>::new(table.bytes());
        let keep = |numbers: Numbers, work: u64| numbers.is_solved() || work >= 1000;
        let kept = some.read_entries(&mut &bytes_of(&table, keep)[..]).unwrap();
        assert!(kept > 1000 && kept < count, "{kept}");
        for i in 0..5000 {
            assert_eq!(all.load(key(i)), table.load(key(i)));
            let expected = table.load(key(i)).filter(|n| n.is_solved() || i >= 1100);
            // the work is rounded down to an eighth of a power of two
            if i % 3 != 2 || !(900..1200).contains(&i) {
                assert_eq!(some.load(key(i)), expected, "{i}");
            }
        }
    }

    #[test]
    fn bytes_of_another_table_are_refused() {
        let table = Table::<Numbers>::new(1 << 12);
        table.store(key(1), Numbers::WIN, 5);
        let bytes = bytes_of(&table, |_, _| true);
        let larger = Table::<Numbers>::new(1 << 13);
        let error = larger.read_entries(&mut &bytes[..]).unwrap_err();
        assert!(error.to_string().contains("a table of 4096 bytes"), "{error}");
        let other = Table::<KnownWinner>::new(1 << 12);
        assert!(other.read_entries(&mut &bytes[..]).is_err());
        let same = Table::<Numbers>::new(1 << 12);
        for cut in 0..bytes.len() {
            assert!(same.read_entries(&mut &bytes[..cut]).is_err(), "{cut}");
        }
        assert_eq!(same.read_entries(&mut &bytes[..]).unwrap(), 1);
        assert_eq!(same.load(key(1)), Some(Numbers::WIN));
    }
}
