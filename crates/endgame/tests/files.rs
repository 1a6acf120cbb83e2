//! Files that are altered, truncated, padded or partly written.

mod common;

use common::{Folder, small};
use lastmove_board::Size;
use lastmove_endgame::{BuildError, Database, Databases, Spec, StoreError, build};
use lastmove_work::file::WriteError;
use lastmove_work::{Budget, Cancel, Random, Silent, Stop};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

const ACTIVE: Spec = Spec::new(2, 4, [1, 0, 1]);
const SIMPLE: Spec = Spec::new(3, 4, [2, 0, 0]);

fn make(folder: &Path, specs: &[Spec]) {
    build(folder, specs, &Silent, &Budget::default()).unwrap();
}

/// Opens a file and verifies all of it.
fn verify(path: &Path) -> Result<(), StoreError> {
    Database::open(path)?.check()
}

/// The contents of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect()
}

#[test]
fn a_flipped_bit_anywhere_is_noticed() {
    let folder = Folder::new("flipped");
    for spec in [ACTIVE, SIMPLE] {
        make(&folder.0, &[spec]);
        let path = folder.0.join(spec.file_name());
        let whole = std::fs::read(&path).unwrap();
        verify(&path).unwrap();
        let mut random = Random::new(7);
        let samples = (0..600).map(|_| random.below(whole.len())).collect::<Vec<_>>();
        for at in (0..200).chain(samples).chain([whole.len() - 1]) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << random.below(8);
            std::fs::write(&path, &bytes).unwrap();
            let error = verify(&path).expect_err("an altered file");
            let right = match at {
                0..8 => matches!(error, StoreError::Foreign(_)),
                8..12 => matches!(error, StoreError::Version { .. }),
                _ => matches!(error, StoreError::Altered { .. }),
            };
            assert!(right, "{at}: {error}");
            assert!(error.to_string().contains(&spec.file_name()), "{error}");
        }
        std::fs::write(&path, &whole).unwrap();
    }
}

/// A look-up that reads an altered block finds nothing and reports it.
#[test]
fn an_altered_block_is_never_an_answer() {
    let folder = Folder::new("block");
    make(&folder.0, &[SIMPLE]);
    let path = folder.0.join(SIMPLE.file_name());
    let size = Size::new(3, 4).unwrap();
    let area = 0xfffu64;
    let ask = |databases: &Databases| databases.territory(size, area, 0b11, 0);
    let sound = Databases::open("sound", &folder.0).unwrap();
    assert_eq!(ask(&sound), Some(10));
    assert!(sound.fault().is_none());
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 66; // the full shape comes last: 66 placements
    bytes[last] ^= 1;
    std::fs::remove_file(&path).unwrap(); // a mapped file stays readable
    std::fs::write(&path, &bytes).unwrap();
    let altered = Databases::open("altered", &folder.0).unwrap();
    assert_eq!(ask(&altered), None);
    assert!(matches!(altered.fault(), Some(StoreError::Altered { .. })));
    assert_eq!(ask(&sound), Some(10));
}

#[test]
fn cut_padded_and_foreign_files_are_errors() {
    let folder = Folder::new("cut");
    make(&folder.0, &[ACTIVE]);
    let path = folder.0.join(ACTIVE.file_name());
    let whole = std::fs::read(&path).unwrap();
    let with = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Database::open(&path).expect_err("not the whole file")
    };
    for end in (0..whole.len()).step_by(7).chain([whole.len() - 1]) {
        match (end, with(&whole[..end])) {
            (0..12, StoreError::Foreign(_)) | (12.., StoreError::Truncated { .. }) => {}
            (end, error) => panic!("{end}: {error}"),
        }
    }
    let longer = [&whole[..], b"x"].concat();
    assert!(matches!(with(&longer), StoreError::Truncated { .. }));
    assert!(matches!(with(b"width,height,queens\n2,3,1\n"), StoreError::Foreign(_)));
    // any bytes after a correct beginning
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let junk: Vec<u8> = (0..random.below(400)).map(|_| random.next_u64() as u8).collect();
        with(&[&whole[..12], &junk].concat());
    }
    // headers that no build writes, with a matching checksum
    for at in 12..140 {
        for value in [0, 1, 5, 0x7f, 0xff] {
            let mut bytes = whole.clone();
            if bytes[at] == value {
                continue;
            }
            bytes[at] = value;
            let sum = crc32(&bytes[..140]);
            bytes[140..144].copy_from_slice(&sum.to_le_bytes());
            std::fs::write(&path, &bytes).unwrap();
            let _ = verify(&path); // no panic
        }
    }
    assert!(matches!(Database::open(&folder.0.join("missing")), Err(StoreError::Io { .. })));
    std::fs::write(&path, b"junk").unwrap();
    assert!(Databases::open("junk", &folder.0).is_err());
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |mut sum, &byte| {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        }
        sum
    })
}

#[test]
fn every_build_gives_the_same_bytes() {
    let specs = small(9);
    let folders = ["once", "twice", "serial"].map(Folder::new);
    for folder in &folders[..2] {
        make(&folder.0, &specs);
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| make(&folders[2].0, &specs));
    let first = contents(&folders[0].0);
    assert_eq!(first.len(), specs.len());
    for folder in &folders[1..] {
        assert!(first == contents(&folder.0), "the bytes depend on the run");
    }
    // rebuilt after some of the files were removed
    for spec in specs.iter().step_by(3) {
        std::fs::remove_file(folders[1].0.join(spec.file_name())).unwrap();
    }
    let built = build(&folders[1].0, &specs, &Silent, &Budget::default()).unwrap();
    assert_eq!(built.made, specs.len().div_ceil(3));
    assert_eq!(built.made + built.kept, specs.len());
    assert!(first == contents(&folders[1].0));
}

#[test]
fn a_cancelled_build_stops_and_goes_on_later() {
    let folder = Folder::new("cancelled");
    let cancel = Cancel::new();
    let at_once = cancel.clone();
    let progress = move |_: &lastmove_work::Event<'_>| at_once.cancel();
    let specs = small(10);
    let error = build(&folder.0, &specs, &progress, &Budget::unlimited(cancel)).unwrap_err();
    assert!(matches!(error, BuildError::Stopped(Stop::Cancelled)));
    assert!(contents(&folder.0).len() < specs.len());
    for name in contents(&folder.0).keys() {
        verify(&folder.0.join(name)).unwrap();
    }
}

/// The databases that a child process builds until it is killed.
fn to_be_killed() -> Vec<Spec> {
    small(9)
}

/// Not a test by itself, and does nothing without the folder: the process that the next test kills.
#[test]
fn child_that_builds() {
    let Some(folder) = std::env::var_os("LASTMOVE_TEST_FOLDER") else { return };
    let result = build(Path::new(&folder), &to_be_killed(), &Silent, &Budget::default());
    match result {
        Ok(_) => {}
        Err(BuildError::Write(WriteError::NoSpace { path })) => {
            println!("no space for {}", path.display());
            std::process::exit(28);
        }
        Err(error) => panic!("{error}"),
    }
}

fn child(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child_that_builds"]);
    command.env("LASTMOVE_TEST_FOLDER", folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn a_build_that_is_killed_at_any_moment_leaves_nothing_wrong() {
    let whole = Folder::new("whole");
    let started = std::time::Instant::now();
    assert!(child(&whole.0).status().unwrap().success());
    let duration = started.elapsed();
    let expected = contents(&whole.0);
    let mut random = Random::new(std::process::id().into());
    let folder = Folder::new("killed");
    let mut kills = 0;
    for round in 0..12 {
        let mut process = child(&folder.0).spawn().unwrap();
        std::thread::sleep(duration.mul_f64(random.below(1000) as f64 / 1000.0));
        process.kill().unwrap();
        kills += u32::from(!process.wait().unwrap().success());
        // Every file with its final name is correct.
        for (name, bytes) in contents(&folder.0) {
            if name.ends_with(".endgame") {
                assert!(bytes == expected[&name], "{name} after a kill");
            }
        }
        if round % 4 == 3 {
            assert!(child(&folder.0).status().unwrap().success());
            assert!(contents(&folder.0) == expected, "what a later run made of it");
        }
        // Keep some files, so that the next run has something to keep and something to build.
        for name in expected.keys().filter(|_| random.below(4) > 0) {
            let _ = std::fs::remove_file(folder.0.join(name));
        }
    }
    println!("{kills} of 12 builds were killed");
    assert!(kills > 0);
}

/// A disk of 200 KiB, if the system allows the test to mount one.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_clear_error() {
    let folder = Folder::new("full");
    let disk = folder.0.join("disk");
    std::fs::create_dir(&disk).unwrap();
    let script = r#"
        mount -t tmpfs -o size=200k tmpfs "$LASTMOVE_TEST_FOLDER" || exit 99
        "$0" --exact child_that_builds; code=$?
        ls -A "$LASTMOVE_TEST_FOLDER" | grep -v '[.]endgame$' && exit 97
        ls -A "$LASTMOVE_TEST_FOLDER" | grep -q . || exit 96
        cp -r "$LASTMOVE_TEST_FOLDER"/. "$LASTMOVE_TEST_FOLDER"/../kept
        exit $code"#;
    std::fs::create_dir(folder.0.join("kept")).unwrap();
    let status = Command::new("unshare")
        .args(["-rm", "sh", "-c", script])
        .arg(std::env::current_exe().unwrap())
        .env("LASTMOVE_TEST_FOLDER", &disk)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status.ok().and_then(|status| status.code()) {
        Some(28) => {}
        None | Some(1 | 99) => return println!("skipped: no small disk can be mounted here"),
        code => panic!("exit code {code:?}"),
    }
    // The files that fitted are complete.
    let kept = contents(&folder.0.join("kept"));
    assert!(!kept.is_empty() && kept.len() < to_be_killed().len());
    for name in kept.keys() {
        verify(&folder.0.join("kept").join(name)).unwrap();
    }
}
