//! Certificates that wait to be downloaded.

use std::collections::VecDeque;
use std::io::{self, Write};

/// The largest certificate that is written for the page; the command line writes any.
const MOST_BYTES: usize = 64 << 20;
/// What all of them may take together; the oldest go first.
const MOST_KEPT: usize = 128 << 20;

/// The certificates, the oldest first, by the beginning of their SHA-256.
#[derive(Default)]
pub(crate) struct Certificates {
    kept: VecDeque<(String, Vec<u8>)>,
}

impl Certificates {
    /// Keeps a certificate; gives its name.
    pub(crate) fn keep(&mut self, hash: &[u8; 32], bytes: Vec<u8>) -> String {
        let id: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        self.kept.retain(|(other, _)| *other != id);
        self.kept.push_back((id.clone(), bytes));
        while self.kept.len() > 1
            && self.kept.iter().map(|(_, b)| b.len()).sum::<usize>() > MOST_KEPT
        {
            self.kept.pop_front();
        }
        id
    }

    /// The certificate of this name.
    pub(crate) fn get(&self, id: &str) -> Option<Vec<u8>> {
        self.kept.iter().find(|(kept, _)| kept == id).map(|(_, bytes)| bytes.clone())
    }
}

/// Memory that refuses to grow beyond [`MOST_BYTES`].
#[derive(Default)]
pub(crate) struct Bounded(pub(crate) Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_BYTES {
            return Err(io::Error::other(
                "larger than the page keeps; use `lastmove solve --proof FILE`",
            ));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
