//! Helpers for the tests of both protocols.
#![allow(unreachable_pub)]

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

/// A pipe into a session: lines are written while it runs.
pub struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Pipe {
    pub fn new(lines: Receiver<Vec<u8>>) -> BufReader<Self> {
        BufReader::new(Self(lines, Vec::new()))
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let n = buffer.len().min(self.1.len());
        buffer[..n].copy_from_slice(&self.1[..n]);
        self.1.drain(..n);
        Ok(n)
    }
}

/// The output of a session so far.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Shared {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}
