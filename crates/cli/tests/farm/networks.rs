//! Campaigns on servers as a laboratory has them: with TLS and passwords, and a cluster of three.

use crate::common::{Folder, Run};
use crate::server::{Configured, farm, free_port, program, wait_for};
use std::path::Path;
use std::process::Child;
use std::time::Duration;

const COMMON: &str = "--json --quiet --databases none --memory 64M --threads 1";

/// A file of the folder `tls`: an authority, and a server and a client with certificates of this
/// authority until 2126. They were made with `openssl` for these tests; the authority's key is not
/// stored.
fn tls(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/farm/tls");
    folder.join(name).display().to_string()
}

#[test]
fn tls_and_passwords_are_passed_through() {
    let Some(program) = program() else { return };
    let (folder, port) = (Folder::new("farm-tls"), free_port());
    let secrets = format!(
        "listen: \"127.0.0.1:{port}\"\n\
         authorization {{ user: lab, password: \"open sesame\" }}\n\
         tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}",
        tls("server.pem"),
        tls("server-key.pem"),
        tls("ca.pem"),
    );
    let _server = Configured::start(program, &folder, "tls", &secrets);
    std::fs::write(folder.path().join("password"), "open sesame\n").unwrap();
    std::fs::write(folder.path().join("wrong"), "open barley\n").unwrap();
    let url = format!("tls://localhost:{port}");
    let run = |arguments: &str| Run::of(farm(&folder, &url, arguments).output().unwrap());
    let trusting = format!("--user lab --tls-ca {}", tls("ca.pem"));
    let known =
        format!("{trusting} --tls-cert {} --tls-key {}", tls("client.pem"), tls("client-key.pem"));
    let access = format!("{known} --password-file password");
    wait_for(|| run(&format!("status {access}")));

    // The server refuses clients without the password, a certificate, or trust in its own
    // certificate.
    for (flags, says) in [
        (format!("{known} --password-file wrong"), "does not let us in"),
        (format!("{trusting} --password-file password"), "no server answers"),
        ("--user lab --password-file password".to_owned(), "no server answers"),
    ] {
        let refused = run(&format!("status {flags}"));
        assert_eq!(refused.code, 2, "{flags}: {refused:?}");
        assert_eq!(refused.stderr.lines().count(), 1, "{flags}: {refused:?}");
        assert!(refused.stderr.contains(says), "{flags}: {refused:?}");
        assert!(!refused.stderr.contains("sesame"), "{flags}: {refused:?}");
    }

    let start =
        format!("start amazons 4x4 --campaign tls --split 1 --assume black {access} {COMMON}");
    let coordinator = farm(&folder, &url, &start).spawn().unwrap();
    let worker = farm(&folder, &url, &format!("work {access} {COMMON}")).spawn().unwrap();
    finish(coordinator, vec![worker]);
}

/// Three copies of every stream: the campaign continues when a server is killed.
#[test]
fn a_cluster_of_three_loses_one() {
    let Some(program) = program() else { return };
    let folder = Folder::new("farm-cluster");
    let ports: [[u16; 2]; 3] = std::array::from_fn(|_| [free_port(), free_port()]);
    let addresses = |which: usize| ports.map(|pair| format!("nats://127.0.0.1:{}", pair[which]));
    let server = |i: usize| {
        let [clients, routes] = ports[i];
        let lines = format!(
            "listen: \"127.0.0.1:{clients}\"\n\
             cluster {{ name: lab, listen: \"127.0.0.1:{routes}\", routes: {:?} }}",
            addresses(1),
        );
        Configured::start(program, &folder, ["a", "b", "c"][i], &lines)
    };
    let mut servers: Vec<Configured> = (0..3).map(server).collect();
    let url = addresses(0).join(",");
    wait_for(|| Run::of(farm(&folder, &url, "status").output().unwrap()));

    let start = format!("start amazons 4x5 --campaign three --split 1 --assume black {COMMON}");
    let coordinator = farm(&folder, &url, &start).spawn().unwrap();
    let work = format!("work --nodes-per-unit 50k {COMMON}");
    let workers = (0..2).map(|_| farm(&folder, &url, &work).spawn().unwrap()).collect();
    let status = || Run::of(farm(&folder, &url, "status --json").output().unwrap());
    let done =
        |run: &Run| run.code == 0 && run.json()["snapshot"]["units"]["done"].as_u64() > Some(0);
    while !done(&status()) {
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(servers.remove(1));
    finish(coordinator, workers);
}

/// The campaign ends as it should: Black wins these boards.
fn finish(coordinator: Child, workers: Vec<Child>) {
    let ended = Run::of(coordinator.wait_with_output().unwrap());
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(ended.json()["winners"], serde_json::json!(["black"]), "{ended:?}");
    for worker in workers {
        let worked = Run::of(worker.wait_with_output().unwrap());
        assert_eq!(worked.code, 0, "{worked:?}");
    }
}
