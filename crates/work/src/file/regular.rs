//! Opening regular files only: opening a pipe for reading could block for ever.

use super::ReadError;
use std::fs::{self, File, FileType};
use std::io::Read;
use std::path::Path;

/// Opens a file for reading; a symbolic link is followed.
///
/// # Errors
/// If it is a folder, a pipe, a device or a socket, or cannot be read.
pub fn open_regular(path: impl AsRef<Path>) -> Result<File, ReadError> {
    let path = path.as_ref();
    let io = |source| ReadError::Io { path: path.to_owned(), source };
    let check = |kind: FileType| match kind.is_file() {
        true => Ok(()),
        false => Err(ReadError::NotRegular { path: path.to_owned(), what: describe(kind) }),
    };
    // Opening a pipe would wait for a writer, so the type is checked by name first.
    check(fs::metadata(path).map_err(io)?.file_type())?;
    let file = File::open(path).map_err(io)?;
    check(file.metadata().map_err(io)?.file_type())?;
    Ok(file)
}

/// Reads a whole file; a symbolic link is followed.
///
/// # Errors
/// As [`open_regular`].
pub fn read_regular(path: impl AsRef<Path>) -> Result<Vec<u8>, ReadError> {
    let path = path.as_ref();
    let mut bytes = Vec::new();
    let read = open_regular(path)?.read_to_end(&mut bytes);
    read.map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// The words for a file type in an error message.
pub(super) fn describe(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe, not a file";
        }
        if kind.is_socket() {
            return "a socket, not a file";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device, not a file";
        }
    }
    if kind.is_dir() { "a folder, not a file" } else { "not a file" }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::atomic::tests::Folder;
    use super::super::{Format, read, stream, verify};
    use super::*;

    const TEST: Format = Format { magic: *b"LMTEST\0\0", version: 3, name: "test" };

    #[test]
    fn pipes_devices_sockets_and_folders_are_refused() {
        let folder = Folder::new("regular");
        let pipe = folder.0.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.0.join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let link = folder.0.join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        let device = Path::new("/dev/zero").to_owned();
        let cases = [
            (pipe, "a pipe"),
            (link, "a pipe"),
            (socket, "a socket"),
            (device, "a device"),
            (folder.0.clone(), "a folder"),
        ];
        for (path, expected) in cases {
            let errors = [
                open_regular(&path).unwrap_err(),
                read(&path, &TEST).unwrap_err(),
                verify(&path, &TEST).unwrap_err(),
                stream(&path, &TEST).unwrap_err(),
            ];
            for error in errors {
                assert!(matches!(error, ReadError::NotRegular { .. }), "{error}");
                let text = error.to_string();
                assert!(text.contains(expected) && text.contains(path.to_str().unwrap()), "{text}");
            }
        }
        let missing = open_regular(folder.0.join("missing")).unwrap_err();
        assert!(matches!(missing, ReadError::Io { .. }), "{missing}");
    }
}
