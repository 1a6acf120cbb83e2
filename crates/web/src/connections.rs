//! Connections: how many there may be, in total and per client, and how long one may be idle.

use crate::guard::ALWAYS_SENT;
use crate::taken::Taken;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::fmt::Write;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most connections at the same time; further ones wait to be accepted. Systems often allow a
/// process 1,024 open files.
const MOST_CONNECTIONS: usize = 800;
/// The most connections of one address; further ones are refused at once. A browser opens six.
const MOST_OF_ONE: usize = 100;
/// The most refusals sent at the same time; further connections are closed without a response.
const MOST_REFUSALS: usize = 50;
/// The longest time between two requests of a connection, for the header of a request, and for a
/// client to read some of its response.
const IDLE: Duration = Duration::from_secs(20);
/// The longest time for a client to read a refusal.
const REFUSAL: Duration = Duration::from_secs(2);
/// The longest header of a request, in bytes.
const MOST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// The pause after a system error, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections and answers their requests, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    let clients = Arc::new(Clients::default());
    let refusal: Arc<str> = refusal().into();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        match clients.admit(from.ip()) {
            Some(client) => {
                tokio::spawn(converse(stream, router.clone(), (place, client)));
            }
            None => {
                if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(refuse(stream, Arc::clone(&refusal), place));
                }
            }
        }
    }
}

/// Answers the requests of one connection, which holds its permit until it ends.
async fn converse(stream: TcpStream, router: Router, _place: (OwnedSemaphorePermit, Client)) {
    // Events are small and should be sent at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    // Errors of a connection concern only its client.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE)
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(Taken::new(stream, IDLE)), service)
        .await;
}

/// The response to a client with too many connections.
fn refusal() -> String {
    let body = format!(
        r#"{{"error":"more than {MOST_OF_ONE} connections from one address; close some"}}"#
    );
    let mut text = String::from("HTTP/1.1 429 Too Many Requests\r\n");
    for (name, value) in ALWAYS_SENT {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    let length = body.len();
    let _ = write!(
        text,
        "content-type: application/json\r\ncache-control: no-cache\r\nretry-after: 20\r\n\
         connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    text
}

/// Sends a refusal, then reads what the client has sent: systems discard a response if the
/// connection is closed while received data is unread.
async fn refuse(mut stream: TcpStream, answer: Arc<str>, _place: OwnedSemaphorePermit) {
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        let mut unread = [0; 1024];
        while stream.read(&mut unread).await? > 0 {}
        Ok::<(), std::io::Error>(())
    };
    let _ = tokio::time::timeout(REFUSAL, told).await;
}

/// The number of connections of each client.
#[derive(Default)]
struct Clients(Mutex<HashMap<IpAddr, usize>>);

/// One connection of a client; dropping it decrements the count.
struct Client {
    all: Arc<Clients>,
    address: IpAddr,
}

impl Clients {
    /// Counts a new connection of an address; `None` if it has too many already.
    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Client> {
        let address = owner(address);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= MOST_OF_ONE {
            return None;
        }
        *count += 1;
        Some(Client { all: Arc::clone(self), address })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// The address that stands for a client: with IPv6, a client has a network of 2^64 addresses.
fn owner(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_own_places() {
        let clients = Arc::new(Clients::default());
        let [one, other] = [1, 2].map(|last| IpAddr::from([127, 0, 0, last]));
        let mut admitted: Vec<Client> =
            (0..MOST_OF_ONE).map(|_| clients.admit(one).unwrap()).collect();
        assert!(clients.admit(one).is_none());
        assert!(clients.admit(other).is_some());
        admitted.pop();
        assert!(clients.admit(one).is_some());
        admitted.clear();
        assert!(clients.0.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_is_an_address_or_a_network_of_version_6() {
        let owner = |text: &str| owner(text.parse().unwrap()).to_string();
        assert_eq!(owner("192.0.2.7"), "192.0.2.7");
        assert_eq!(owner("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(owner("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
