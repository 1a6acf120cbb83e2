//! Files of JSON lines that only grow. Each line is one write that reaches the disk before the next
//! begins, so that a kill loses at most the line in hand; a line that was cut is dropped.

use serde::Serialize;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A value as a line.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The whole lines of a file, as a text.
pub(crate) fn whole(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// A file that is open for more lines. Only one run at a time has it.
#[derive(Debug)]
pub struct Lines(File);

impl Lines {
    /// Opens or creates a file, without a last line that was cut. Gives the lines that it has.
    ///
    /// # Errors
    /// If it cannot be read, or another run has it.
    pub fn open(path: &Path) -> io::Result<(Self, String)> {
        // Reading a pipe or a device may never end.
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            return Err(io::Error::other("not a regular file"));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let problem = "another run is at work on this file";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, problem));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = whole(&bytes);
        file.set_len(text.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self(file), text))
    }

    /// Appends one line.
    ///
    /// # Errors
    /// As the system.
    pub fn append(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.append_all(std::slice::from_ref(value))
    }

    /// Appends some lines by one write, which reaches the disk before this returns.
    ///
    /// # Errors
    /// As the system. What was written of them is then cut off, as far as that is possible.
    pub fn append_all(&mut self, values: &[impl Serialize]) -> io::Result<()> {
        let text: String = values.iter().map(line).collect();
        let end = self.0.stream_position()?;
        let written = self.0.write_all(text.as_bytes()).and_then(|()| self.0.sync_data());
        if written.is_err() {
            let _ = self.0.set_len(end).and_then(|()| self.0.seek(SeekFrom::Start(end)));
        }
        written
    }
}
