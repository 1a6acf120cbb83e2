//! An output file that grows over a long run, before it is complete.

use super::WriteError;
use super::atomic::{Temporary, remove_leftovers, rename};
use super::regular::describe;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file `NAME.partial` in the folder where `NAME` will be.
///
/// It is opened at the start, so that a path that cannot be written is noticed before any work is
/// done, and locked, so that no two runs write the same file. It is removed when dropped, unless
/// [`Draft::keep`] keeps it for a later run that continues it.
///
/// ```
/// use lastmove_work::file::Draft;
/// use std::io::Write;
/// # let path = std::env::temp_dir().join(format!("lastmove-doc-{}.draft", std::process::id()));
/// let mut draft = Draft::create(&path).unwrap();
/// assert!(Draft::create(&path).unwrap_err().to_string().contains("another run is writing it"));
/// draft.write_all(b"after hours of work").unwrap();
/// draft.commit().unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"after hours of work");
/// # std::fs::remove_file(&path).unwrap();
/// ```
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// path of the draft
    path: PathBuf,
    /// path of the finished file
    target: PathBuf,
    /// whether the draft stays on disk when it is dropped
    kept: bool,
}

impl Draft {
    /// Creates an empty draft. Discards a draft that an earlier run has kept.
    ///
    /// # Errors
    /// If the path cannot be written, does not name a regular file, or another run is writing it.
    pub fn create(target: impl AsRef<Path>) -> Result<Self, WriteError> {
        let mut draft = Self::open(target)?;
        draft.cut(0).map_err(|source| WriteError::new(&draft.target, source))?;
        Ok(draft)
    }

    /// Opens the draft that an earlier run has kept, or an empty one. The position in the file is
    /// the beginning.
    ///
    /// # Errors
    /// As [`Draft::create`].
    pub fn open(target: impl AsRef<Path>) -> Result<Self, WriteError> {
        let named = target.as_ref();
        let fail = |source| WriteError::new(named, source);
        let target = fs::canonicalize(named).unwrap_or_else(|_| named.to_owned());
        let bad_name = || fail(io::ErrorKind::InvalidFilename.into());
        let mut name = target.file_name().ok_or_else(bad_name)?.to_owned();
        name.push(".partial");
        let path = target.with_file_name(name);
        for place in [&target, &path] {
            // A symbolic link in place of the draft is not followed.
            let kind = fs::symlink_metadata(place).map(|data| data.file_type());
            if let Some(kind) = kind.ok().filter(|kind| !kind.is_file()) {
                let (path, what) = (place.clone(), describe(kind));
                return Err(WriteError::NotRegular { path, what });
            }
        }
        remove_leftovers(&target);
        loop {
            let mut options = File::options();
            let file = options.read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(fail)?;
            // Any other error means that the file system has no locks.
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Err(WriteError::Busy { path: named.to_owned() });
            }
            // Its owner may have renamed or removed it before the lock became free.
            if is_at(&file, &path) {
                return Ok(Self { file, path, target, kept: false });
            }
        }
    }

    /// The path of the draft.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sets whether the draft stays on disk if it is dropped before [`Draft::commit`], so that a
    /// later run can continue it.
    pub fn keep(&mut self, kept: bool) {
        self.kept = kept;
    }

    /// Keeps only the first `bytes` bytes and moves the position to their end.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes)).map(|_| ())
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Opens the draft for reading, with a file position of its own.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn reader(&self) -> io::Result<File> {
        File::open(&self.path)
    }

    /// A temporary file in the same folder, for reading and writing. It is deleted when it is
    /// closed.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn scratch(&self) -> io::Result<File> {
        Ok(Temporary::create(&self.target)?.1)
    }

    /// Moves the complete file to its final path.
    ///
    /// # Errors
    /// If the move fails. The draft is then treated as if it were dropped.
    pub fn commit(mut self) -> Result<(), WriteError> {
        let fail = |source| WriteError::new(&self.target, source);
        self.file.sync_all().map_err(fail)?;
        rename(&self.path, &self.target).map_err(fail)?;
        // From here on, the name may belong to another run.
        self.kept = true;
        Ok(())
    }
}

/// Checks that a file can be written, before the work that produces its content. A device or a pipe
/// is accepted, as by [`replace`](super::replace).
///
/// # Errors
/// As [`Draft::create`].
pub fn check_place(target: impl AsRef<Path>) -> Result<(), WriteError> {
    let target = target.as_ref();
    if fs::metadata(target).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(());
    }
    Draft::create(target).map(drop)
}

/// Whether `path` still names this open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |data: &fs::Metadata| (data.dev(), data.ino());
    matches!((&file.metadata(), &fs::metadata(path)), (Ok(a), Ok(b)) if number(a) == number(b))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::atomic::tests::{Faulty, Folder};
    use super::*;
    use std::io::Read;

    #[test]
    fn two_runs_cannot_write_one_file() {
        let folder = Folder::new("draft-two");
        let path = folder.0.join("data");
        let first = Draft::create(&path).unwrap();
        for second in [Draft::create(&path), Draft::open(&path)] {
            let error = second.unwrap_err();
            assert!(matches!(error, WriteError::Busy { .. }), "{error}");
            assert!(error.to_string().contains("another run is writing it"), "{error}");
        }
        drop(first);
        assert!(folder.names().is_empty());
        let mut again = Draft::create(&path).unwrap();
        again.write_all(b"whole").unwrap();
        assert!(!path.exists());
        again.commit().unwrap();
        assert_eq!(folder.names(), ["data"]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let folder = Folder::new("draft-kept");
        let path = folder.0.join("data");
        let mut draft = Draft::create(&path).unwrap();
        draft.keep(true);
        draft.write_all(b"half of it, and a torn end").unwrap();
        drop(draft);
        assert_eq!(folder.names(), ["data.partial"]);
        let mut draft = Draft::open(&path).unwrap();
        let mut found = String::new();
        draft.reader().unwrap().read_to_string(&mut found).unwrap();
        assert_eq!(found, "half of it, and a torn end");
        draft.cut(10).unwrap();
        draft.write_all(b", and the rest").unwrap();
        draft.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half of it, and the rest");
        assert_eq!(folder.names(), ["data"]);
    }

    /// A killed run does not remove its draft, but its lock is gone.
    #[test]
    fn leftovers_of_killed_runs_are_no_hindrance() {
        let folder = Folder::new("draft-killed");
        let path = folder.0.join("data");
        fs::write(folder.0.join("data.partial"), b"leftover").unwrap();
        fs::write(folder.0.join(".data.7-7.partial"), b"leftover").unwrap();
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"new").unwrap();
        draft.commit().unwrap();
        assert_eq!(folder.names(), ["data"]);
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = Folder::new("draft-full");
        let path = folder.0.join("data");
        fs::write(&path, b"old").unwrap();
        let mut draft = Draft::create(&path).unwrap();
        let kind = io::ErrorKind::StorageFull;
        let mut out = Faulty { file: &mut draft, left: 10, kind };
        let error = WriteError::new(&path, out.write_all(&[1; 100]).unwrap_err());
        assert!(matches!(error, WriteError::NoSpace { .. }), "{error}");
        drop(draft);
        assert_eq!(folder.names(), ["data"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn scratch_files_have_no_name() {
        let folder = Folder::new("draft-scratch");
        let draft = Draft::create(folder.0.join("data")).unwrap();
        let mut file = draft.scratch().unwrap();
        file.write_all(b"a run").unwrap();
        file.rewind().unwrap();
        let mut found = String::new();
        file.read_to_string(&mut found).unwrap();
        assert_eq!((found.as_str(), folder.names()), ("a run", vec!["data.partial".to_owned()]));
    }

    #[test]
    fn impossible_places_are_noticed_at_once() {
        let folder = Folder::new("draft-places");
        let missing = Draft::create(folder.0.join("missing").join("data")).unwrap_err();
        assert!(missing.to_string().contains("missing"), "{missing}");
        assert!(Draft::create("").is_err());
        let error = Draft::create(&folder.0).unwrap_err();
        assert!(error.to_string().contains("a folder"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_links_are_refused() {
        let folder = Folder::new("draft-pipes");
        let pipe = folder.0.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink(&pipe, folder.0.join("link")).unwrap();
        // A symbolic link in place of the draft could point anywhere.
        std::os::unix::fs::symlink("elsewhere", folder.0.join("data.partial")).unwrap();
        for name in ["pipe", "link", "data"] {
            let error = Draft::create(folder.0.join(name)).unwrap_err();
            assert!(matches!(error, WriteError::NotRegular { .. }), "{error}");
        }
        let error = Draft::create("/dev/null").unwrap_err();
        assert!(error.to_string().contains("a device"), "{error}");
    }
}
