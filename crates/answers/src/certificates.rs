//! Certificates that wait to be downloaded.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

/// The certificates, the oldest first, by the beginning of their SHA-256.
pub(crate) struct Certificates {
    kept: VecDeque<(String, Arc<Vec<u8>>)>,
    /// bytes that all of them may take together; the oldest go first
    most: usize,
}

impl Certificates {
    /// None yet, and at most so many bytes.
    pub(crate) fn new(most: u64) -> Self {
        Self { kept: VecDeque::new(), most: usize::try_from(most).unwrap_or(usize::MAX) }
    }

    /// Keeps a certificate; gives its name.
    pub(crate) fn keep(&mut self, hash: &[u8; 32], mut bytes: Vec<u8>) -> String {
        let id: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.shrink_to_fit();
        self.kept.retain(|(other, _)| *other != id);
        self.kept.push_back((id.clone(), Arc::new(bytes)));
        while self.kept.len() > 1
            && self.kept.iter().map(|(_, b)| b.len()).sum::<usize>() > self.most
        {
            self.kept.pop_front();
        }
        id
    }

    /// The certificate of this name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Vec<u8>>> {
        self.kept.iter().find(|(kept, _)| kept == id).map(|(_, bytes)| Arc::clone(bytes))
    }
}

/// Memory that refuses to grow beyond a limit.
pub(crate) struct Bounded {
    pub(crate) bytes: Vec<u8>,
    most: usize,
}

impl Bounded {
    /// No bytes yet, and at most so many.
    pub(crate) fn new(most: u64) -> Self {
        Self { bytes: Vec::new(), most: usize::try_from(most).unwrap_or(usize::MAX) }
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other(
                "larger than the page keeps; use `lastmove solve --proof FILE`",
            ));
        }
        if self.bytes.len() + bytes.len() > self.bytes.capacity() {
            // By a quarter, not twofold as by itself: the limit is not far.
            self.bytes.reserve_exact(bytes.len().max(self.bytes.len() / 4));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
