//! A server of our own on loopback, and the plainest client.
#![allow(dead_code, unreachable_pub)] // each test file uses its part

use lastmove_web::{Server, WebConfig};
use lastmove_work::Cancel;
use serde_json::Value;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::thread::JoinHandle;
use tokio::net::TcpSocket;
use tokio::runtime::{Builder, Runtime};

/// A server with one thread and so much memory.
pub fn config(memory: usize) -> WebConfig {
    let mut config = WebConfig::default();
    (config.answers.threads, config.answers.memory) = (1, memory);
    config
}

/// A server that ends with the test.
pub struct Running {
    pub address: SocketAddr,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start(config: WebConfig) -> Self {
        let server = Server::bind(config).unwrap();
        let address = server.address().unwrap();
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let thread = std::thread::spawn(move || server.run(&flag, None).unwrap());
        Self { address, cancel, thread: Some(thread) }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(&request(path, body, ""))
    }

    /// Sends these bytes and reads until the server closes.
    pub fn raw(&self, request: &str) -> Answer {
        Answer::read(&mut self.open(request).unwrap()).unwrap()
    }

    pub fn open(&self, request: &str) -> io::Result<TcpStream> {
        self.open_from(1, request)
    }

    /// The same by a client at the address 127.0.0.N.
    pub fn open_from(&self, n: u8, request: &str) -> io::Result<TcpStream> {
        let mut stream = connect_from(n, self.address)?;
        stream.write_all(request.as_bytes())?;
        Ok(stream)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server has crashed");
        }
    }
}

/// A connection from the address 127.0.0.N, which Linux has without being told.
fn connect_from(n: u8, to: SocketAddr) -> io::Result<TcpStream> {
    if n == 1 {
        return TcpStream::connect(to);
    }
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        Builder::new_multi_thread().worker_threads(1).enable_io().build().unwrap()
    });
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 0, n], 0)))?;
    let stream = RUNTIME.block_on(socket.connect(to))?.into_std()?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

pub fn request(path: &str, body: &str, headers: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn read(stream: &mut impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let ended = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n");
        let Some(end) = end else {
            ended?;
            return Err(io::Error::other("no head"));
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let mut body = bytes.split_off(end + 4);
        if head.contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Ok(Self { status, head, body })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The events of a stream.
    pub fn events(&self) -> Vec<(String, Value)> {
        events(&self.text())
    }
}

pub fn events(text: &str) -> Vec<(String, Value)> {
    let block = |block: &str| {
        let field = |name: &str| block.lines().find_map(|l| l.strip_prefix(name).map(str::trim));
        Some((field("event:")?.to_owned(), serde_json::from_str(field("data:")?).unwrap()))
    };
    text.split("\n\n").filter_map(block).collect()
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|w| w == b"\r\n") {
        let length = std::str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        let from = end + 2;
        let to = (from + length).min(rest.len());
        body.extend_from_slice(&rest[from..to]);
        rest = rest.get(to + 2..).unwrap_or_default();
    }
    body
}
