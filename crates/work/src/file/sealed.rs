//! File format with a header, the content, and a trailer that proves the content complete.
//!
//! ```text
//! offset  length
//!      0       8  magic: which format this is
//!      8       4  version of that format, little-endian
//!     12       n  content
//!   12+n       8  n, little-endian
//!   20+n       4  CRC-32 (IEEE) of all bytes before it, little-endian
//! ```
//!
//! The checksum comes last so that the content can be streamed.

use super::atomic::{WriteError, replace_through};
use crc32fast::Hasher;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Bytes before the content.
pub const HEADER: usize = 12;
/// Bytes after the content.
pub const TRAILER: usize = 12;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// the first bytes of every such file
    pub magic: [u8; 8],
    /// the version that is written and read
    pub version: u32,
    /// what a user calls such a file
    pub name: &'static str,
}

/// Why a file was rejected.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file ends too early, or within a header.
    #[error("{}: the {name} file is truncated", .path.display())]
    Truncated {
        /// which file
        path: PathBuf,
        /// what it should be
        name: &'static str,
    },
    /// Length or checksum do not match the content.
    #[error("{}: the {name} file was altered: its checksum does not fit", .path.display())]
    Altered {
        /// which file
        path: PathBuf,
        /// what it should be
        name: &'static str,
    },
    /// Another kind of file.
    #[error("{}: not a {name} file of lastmove", .path.display())]
    Foreign {
        /// which file
        path: PathBuf,
        /// what it should be
        name: &'static str,
    },
    /// The right kind of file, in a version that this program does not read.
    #[error("{}: {name} file of version {found}, expected version {expected}", .path.display())]
    Version {
        /// which file
        path: PathBuf,
        /// what it is
        name: &'static str,
        /// its version
        found: u32,
        /// the version that can be read
        expected: u32,
    },
    /// Something that is not a file: a folder, a pipe, a device.
    #[error("{}: this is {what}", .path.display())]
    NotRegular {
        /// which path
        path: PathBuf,
        /// what is there
        what: &'static str,
    },
    /// The system cannot read it.
    #[error("{}: cannot read: {source}", .path.display())]
    Io {
        /// which file
        path: PathBuf,
        /// the system's reason
        source: io::Error,
    },
}

/// Writes a file of this format atomically; `fill` writes the content.
///
/// # Errors
/// As [`replace`](super::replace).
pub fn write(
    path: impl AsRef<Path>,
    format: &Format,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    replace_through(path.as_ref(), |file| file, |out| seal(out, format, fill))
}

fn seal(
    out: &mut dyn Write,
    format: &Format,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = Summed { out, sum: Hasher::new(), length: 0 };
    out.write_all(&format.magic)?;
    out.write_all(&format.version.to_le_bytes())?;
    fill(&mut out)?;
    let content = out.length - HEADER as u64;
    out.write_all(&content.to_le_bytes())?;
    let sum = out.sum.clone().finalize();
    out.write_all(&sum.to_le_bytes())
}

/// Passes bytes on and updates their checksum.
struct Summed<'o> {
    out: &'o mut dyn Write,
    sum: Hasher,
    length: u64,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.sum.update(&bytes[..n]);
        self.length += n as u64;
        Ok(n)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the content of a file of this format, after verifying all of it.
pub fn read(path: impl AsRef<Path>, format: &Format) -> Result<Vec<u8>, ReadError> {
    let mut content = Vec::new();
    open(path.as_ref(), format, |bytes| content.extend_from_slice(bytes))?;
    Ok(content)
}

/// Verifies a file without keeping it in memory; returns the length of its content.
pub fn verify(path: impl AsRef<Path>, format: &Format) -> Result<u64, ReadError> {
    let mut length = 0;
    open(path.as_ref(), format, |bytes| length += bytes.len() as u64)?;
    Ok(length)
}

/// The content of a file of this format as a stream. All of it is verified before this function
/// returns, so the file is read twice but never held in memory.
///
/// ```
/// # use lastmove_work::file::{self, Format};
/// # use std::io::Read;
/// # const NOTES: Format = Format { magic: *b"LMNOTES\0", version: 1, name: "notes" };
/// # let path = std::env::temp_dir().join(format!("lastmove-doc-{}.stream", std::process::id()));
/// file::write(&path, &NOTES, |out| out.write_all(b"a long story")).unwrap();
/// let mut story = String::new();
/// file::stream(&path, &NOTES).unwrap().read_to_string(&mut story).unwrap();
/// assert_eq!(story, "a long story");
/// # std::fs::remove_file(&path).unwrap();
/// ```
///
/// # Errors
/// As [`read`].
pub fn stream(
    path: impl AsRef<Path>,
    format: &Format,
) -> Result<io::Take<BufReader<File>>, ReadError> {
    let path = path.as_ref();
    let length = verify(path, format)?;
    let io = |source| ReadError::Io { path: path.to_owned(), source };
    let mut file = BufReader::with_capacity(1 << 16, super::open_regular(path)?);
    file.read_exact(&mut [0; HEADER]).map_err(io)?;
    Ok(file.take(length))
}

/// Passes the content to `take` in pieces and then returns whether it was intact.
fn open(path: &Path, format: &Format, mut take: impl FnMut(&[u8])) -> Result<(), ReadError> {
    let name = format.name;
    let here = || path.to_owned();
    let io = |source| ReadError::Io { path: here(), source };
    let truncated = || ReadError::Truncated { path: here(), name };
    let file = super::open_regular(path)?;
    let length = file.metadata().map_err(io)?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut magic = Vec::new();
    file.by_ref().take(8).read_to_end(&mut magic).map_err(io)?;
    if magic != format.magic {
        // The file holds only the beginning of the right magic: the rest is missing.
        let cut = format.magic.starts_with(&magic);
        let foreign = ReadError::Foreign { path: here(), name };
        return Err(if cut { truncated() } else { foreign });
    }
    let content = length.checked_sub((HEADER + TRAILER) as u64).ok_or_else(truncated)?;
    let version = array(&mut file).map_err(io)?;
    let found = u32::from_le_bytes(version);
    if found != format.version {
        return Err(ReadError::Version { path: here(), name, found, expected: format.version });
    }
    let mut sum = Hasher::new();
    sum.update(&magic);
    sum.update(&version);

    let mut left = content;
    let mut buffer = vec![0; 1 << 16];
    while left > 0 {
        let n = left.min(buffer.len() as u64) as usize;
        file.read_exact(&mut buffer[..n]).map_err(io)?;
        sum.update(&buffer[..n]);
        take(&buffer[..n]);
        left -= n as u64;
    }
    let stated = array(&mut file).map_err(io)?;
    sum.update(&stated);
    let sound = u32::from_le_bytes(array(&mut file).map_err(io)?) == sum.finalize();
    match (sound, u64::from_le_bytes(stated) == content) {
        (true, true) => Ok(()),
        // A truncated file ends in the middle of its content, where the last bytes do not match its
        // length. An altered file still ends with its own length, or only that length is wrong.
        (false, false) => Err(truncated()),
        _ => Err(ReadError::Altered { path: here(), name }),
    }
}

fn array<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::atomic::tests::Folder;
    use super::*;
    use proptest::prelude::*;

    const TEST: Format = Format { magic: *b"LMTEST\0\0", version: 3, name: "test" };

    fn bytes_of(content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        seal(&mut bytes, &TEST, |out| out.write_all(content)).unwrap();
        bytes
    }

    fn read_bytes(folder: &Folder, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
        let path = folder.0.join("file");
        std::fs::write(&path, bytes).unwrap();
        let read = read(&path, &TEST);
        assert_eq!(verify(&path, &TEST).ok(), read.as_ref().ok().map(|c| c.len() as u64));
        read
    }

    #[test]
    fn the_layout_is_as_documented() {
        let expected = [
            &b"LMTEST\0\0"[..],
            &[3, 0, 0, 0],
            b"hello",
            &[5, 0, 0, 0, 0, 0, 0, 0],
            &[0x8a, 0x4f, 0xf9, 0xae],
        ];
        assert_eq!(bytes_of(b"hello"), expected.concat());
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let folder = Folder::new("sealed");
        let whole = bytes_of(b"a short content");
        assert_eq!(read_bytes(&folder, &whole).unwrap(), b"a short content");
        for end in 0..whole.len() {
            let error = read_bytes(&folder, &whole[..end]).unwrap_err();
            assert!(matches!(error, ReadError::Truncated { .. }), "{end}: {error}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                let error = read_bytes(&folder, &bytes).unwrap_err();
                let right = match at {
                    0..8 => matches!(error, ReadError::Foreign { .. }),
                    8..12 => matches!(error, ReadError::Version { .. }),
                    27..35 => matches!(error, ReadError::Truncated { .. }), // the length
                    _ => matches!(error, ReadError::Altered { .. }),
                };
                assert!(right, "{at}: {error}");
            }
        }
        let longer = [&whole[..], b"x"].concat();
        assert!(read_bytes(&folder, &longer).is_err());
        assert!(matches!(read(folder.0.join("missing"), &TEST), Err(ReadError::Io { .. })));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn content_survives_and_no_bytes_panic(content: Vec<u8>, junk: Vec<u8>) {
            let folder = Folder::new("sealed-random");
            prop_assert_eq!(read_bytes(&folder, &bytes_of(&content)).unwrap(), content);
            prop_assert!(read_bytes(&folder, &junk).is_err());
            let headed = [&TEST.magic[..], &[3, 0, 0, 0], &junk].concat();
            prop_assert!(read_bytes(&folder, &headed).is_err());
        }
    }
}
