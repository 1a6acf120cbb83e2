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
    fn new(path: &Path, source: io::Error) -> Self {
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
/// removed; if the process is killed, it stays behind as `.NAME.PID-N.partial` and may be
/// deleted.
///
/// A link is followed; a device or pipe is written to as it is.
///
/// # Errors
/// With the path, and with the reason of the system or of `fill`.
pub fn replace(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    replace_through(path.as_ref(), |file| file, fill)
}

/// [`replace`] with something between the content and the file: the tests put faults there.
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
        let temporary = Temporary::create(&target)?;
        let file = File::options().write(true).open(&temporary.0)?;
        let handle = file.try_clone()?;
        let mut out = BufWriter::with_capacity(1 << 16, wrap(file));
        fill(&mut out)?;
        out.flush()?;
        drop(out);
        handle.sync_all()?;
        temporary.rename(&target)
    };
    attempt().map_err(|source| WriteError::new(path, source))
}

/// A file beside its final place that is removed unless it is renamed.
struct Temporary(PathBuf);

impl Temporary {
    fn create(target: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{number}.partial", std::process::id()));
        let path = target.with_file_name(temporary);
        File::create(&path)?;
        Ok(Self(path))
    }

    fn rename(self, target: &Path) -> io::Result<()> {
        fs::rename(&self.0, target)?;
        std::mem::forget(self);
        // The rename itself must reach the disk too. Not every system lets one open a folder.
        let folder = target.parent().filter(|p| !p.as_os_str().is_empty());
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A folder of the test's own, removed at its end.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("lastmove-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
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

    /// A disk that fails after so many bytes.
    struct Faulty {
        file: File,
        left: usize,
        kind: io::ErrorKind,
    }

    impl Write for Faulty {
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
