//! Replacing a file in one step.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Why a file could not be written. The old file, if there was one, is untouched.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The disk is full.
    #[error("{}: no space left on the device; nothing was written", .path.display())]
    NoSpace {
        /// the file that was to be written
        path: PathBuf,
    },
    /// The path names something that is not a regular file.
    #[error("{}: this is {what}; nothing was written", .path.display())]
    NotRegular {
        /// the path
        path: PathBuf,
        /// what is there
        what: &'static str,
    },
    /// A draft of the same file is open elsewhere.
    #[error("{}: another run is writing it", .path.display())]
    Busy {
        /// the file that was to be written
        path: PathBuf,
    },
    /// Anything else that the system reports.
    #[error("{}: cannot write: {source}", .path.display())]
    Io {
        /// the file that was to be written
        path: PathBuf,
        /// the system's reason
        source: io::Error,
    },
}

impl WriteError {
    /// Wraps an error of the operating system that concerns `path`.
    pub fn new(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoSpace { path },
            _ => Self::Io { path, source },
        }
    }
}

/// Writes a file so that readers see either the old content or all of the new.
///
/// `fill` writes the content. If it fails or panics, or the disk is full, the temporary file is
/// removed; if the process is killed, it stays behind as `.NAME.PID-N.partial` until the next run
/// writes the same file.
///
/// A symbolic link is followed; a device or a pipe is written to directly.
///
/// # Errors
/// [`WriteError`] with the path and the cause, which may come from the system or from `fill`.
pub fn replace(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    replace_through(path.as_ref(), |file| file, fill)
}

/// [`replace`] with a wrapper around the file; the tests use it to inject write errors.
pub(super) fn replace_through<W: Write>(
    path: &Path,
    wrap: impl FnOnce(File) -> W,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let attempt = || {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
            let mut out = BufWriter::new(wrap(File::options().write(true).open(&target)?));
            fill(&mut out)?;
            return out.flush();
        }
        remove_leftovers(&target);
        let (temporary, file) = Temporary::create(&target)?;
        let handle = file.try_clone()?;
        let mut out = BufWriter::with_capacity(1 << 16, wrap(file));
        fill(&mut out)?;
        out.flush()?;
        drop(out);
        handle.sync_all()?;
        rename(&temporary.0, &target)?;
        std::mem::forget(temporary);
        Ok(())
    };
    attempt().map_err(|source| WriteError::new(path, source))
}

/// A file in the folder of its target. It is removed when dropped, unless it was renamed before. It
/// is locked while it is in use, so that other runs do not take it for a leftover.
pub(super) struct Temporary(pub(super) PathBuf);

impl Temporary {
    /// Creates the file, open for reading and writing.
    pub(super) fn create(target: &Path) -> io::Result<(Self, File)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let mut temporary = std::ffi::OsString::from(".");
            temporary.push(name);
            temporary.push(format!(".{}-{number}.partial", std::process::id()));
            let path = target.with_file_name(temporary);
            let mut options = File::options();
            let file = match options.read(true).write(true).create_new(true).open(&path) {
                // left by an earlier process with the same process id
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // On file systems without locks, leftovers are never cleaned up. On others, another run
            // may have removed the file as a leftover before the lock was taken.
            let _ = file.lock();
            let temporary = Self(path);
            if temporary.0.exists() {
                return Ok((temporary, file));
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Moves a complete file to its final path.
pub(super) fn rename(from: &Path, target: &Path) -> io::Result<()> {
    fs::rename(from, target)?;
    // The rename itself must reach the disk too. Not every system can open a folder.
    if let Ok(folder) = File::open(folder_of(target)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the temporary files of killed runs from the folder of `target`: those without a lock.
pub(super) fn remove_leftovers(target: &Path) {
    let Some(name) = target.file_name().and_then(|name| name.to_str()) else { return };
    let prefix = format!(".{name}.");
    for entry in fs::read_dir(folder_of(target)).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let middle = file_name.to_str().and_then(|name| name.strip_prefix(&prefix));
        let numbers = middle.and_then(|rest| rest.strip_suffix(".partial"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let ours = numbers.and_then(|text| text.split_once('-'));
        if ours.is_some_and(|(process, number)| digits(process) && digits(number))
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A folder for one test, removed when dropped.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("lastmove-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        pub(crate) fn names(&self) -> Vec<String> {
            fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A disk that fails after a given number of bytes.
    pub(crate) struct Faulty<W> {
        pub(crate) file: W,
        pub(crate) left: usize,
        pub(crate) kind: io::ErrorKind,
    }

    impl<W: Write> Write for Faulty<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.left == 0 {
                return Err(self.kind.into());
            }
            let n = self.file.write(&bytes[..bytes.len().min(self.left)])?;
            self.left -= n;
            Ok(n)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    const OLD: &[u8] = b"what was there before";

    #[test]
    fn a_fault_at_any_byte_leaves_the_old_file_and_nothing_else() {
        let folder = Folder::new("fault");
        let path = folder.0.join("data");
        fs::write(&path, OLD).unwrap();
        for left in [0, 1, 7, 65_535, 65_536, 65_537, 99_999] {
            for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other] {
                let wrap = |file| Faulty { file, left, kind };
                let error = replace_through(&path, wrap, |out| {
                    (0..1000).try_for_each(|_| out.write_all(&[42; 100]))
                })
                .unwrap_err();
                let full = kind == io::ErrorKind::StorageFull;
                assert_eq!(matches!(error, WriteError::NoSpace { .. }), full);
                assert_eq!(error.to_string().contains("no space left"), full);
                assert_eq!(fs::read(&path).unwrap(), OLD);
                assert_eq!(folder.names(), ["data"]);
            }
        }
        let wrap = |file| Faulty { file, left: 100_000, kind: io::ErrorKind::Other };
        replace_through(&path, wrap, |out| out.write_all(&[42; 100_000])).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [42; 100_000]);
    }

    #[test]
    fn a_panic_or_an_error_of_the_content_leaves_the_old_file() {
        let folder = Folder::new("panic");
        let path = folder.0.join("data");
        fs::write(&path, OLD).unwrap();
        let panicked = std::panic::catch_unwind(|| {
            replace(&path, |out| {
                out.write_all(&[1; 200_000])?;
                panic!("in the middle");
            })
        });
        assert!(panicked.is_err());
        let failed = replace(&path, |_| Err(io::Error::other("no content")));
        assert!(failed.unwrap_err().to_string().contains("no content"));
        assert_eq!(fs::read(&path).unwrap(), OLD);
        assert_eq!(folder.names(), ["data"]);
    }

    #[test]
    fn impossible_places_are_errors_with_the_path() {
        let folder = Folder::new("places");
        let missing = folder.0.join("missing").join("data");
        assert!(replace(&missing, |_| Ok(())).unwrap_err().to_string().contains("missing"));
        assert!(replace("", |_| Ok(())).is_err());
        assert!(replace("/", |_| Ok(())).is_err());
        assert!(replace(&folder.0, |_| Ok(())).is_err());
    }

    #[test]
    fn leftovers_go_when_the_file_is_written_again() {
        let folder = Folder::new("leftovers");
        let path = folder.0.join("data");
        // a leftover of a killed run, a file that is not a leftover, and the file of a live run
        fs::write(folder.0.join(".data.1-0.partial"), OLD).unwrap();
        fs::write(folder.0.join(".data.mine.partial"), OLD).unwrap();
        let (alive, _lock) = Temporary::create(&path).unwrap();
        replace(&path, |out| out.write_all(b"new")).unwrap();
        let mut names = folder.names();
        names.sort();
        let alive = alive.0.file_name().unwrap().to_str().unwrap().to_owned();
        let mut expected = vec![alive, ".data.mine.partial".to_owned(), "data".to_owned()];
        expected.sort();
        assert_eq!(names, expected);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = Folder::new("links");
        let (file, link) = (folder.0.join("data"), folder.0.join("link"));
        fs::write(&file, OLD).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        replace("/dev/null", |out| out.write_all(b"gone")).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
