//! Killing a process while it writes must leave the old file unchanged.

use lastmove_work::file::{self, Format};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FORMAT: Format = Format { magic: *b"LMKILL\0\0", version: 1, name: "test" };
const VARIABLE: &str = "LASTMOVE_TEST_WRITES_TO";

/// Not a test by itself: the process that gets killed.
#[test]
fn child() {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    let _ = file::write(path, &FORMAT, |out| {
        loop {
            out.write_all(&[7; 1 << 16])?;
            std::thread::sleep(Duration::from_millis(5));
        }
    });
}

#[test]
fn killing_the_writer_leaves_the_old_file() {
    let folder = std::env::temp_dir().join(format!("lastmove-killed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("data");
    file::write(&path, &FORMAT, |out| out.write_all(b"old")).unwrap();

    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child"])
        .env(VARIABLE, &path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    let partial = || {
        std::fs::read_dir(&folder).unwrap().flatten().any(|entry| {
            entry.path() != path && entry.metadata().is_ok_and(|data| data.len() > 1 << 16)
        })
    };
    while !partial() {
        assert!(Instant::now() < deadline, "the writer never began");
        std::thread::sleep(Duration::from_millis(5));
    }
    writer.kill().unwrap();
    writer.wait().unwrap();

    assert_eq!(file::read(&path, &FORMAT).unwrap(), b"old");
    file::write(&path, &FORMAT, |out| out.write_all(b"new")).unwrap();
    assert_eq!(file::read(&path, &FORMAT).unwrap(), b"new");
    std::fs::remove_dir_all(&folder).unwrap();
}
