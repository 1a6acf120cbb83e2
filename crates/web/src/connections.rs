//! Connections: how many there may be, and how long one may wait for its next request.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections at the same time; more wait to be accepted. Systems often allow a process 1,024
/// files.
const MOST_CONNECTIONS: usize = 800;
/// The longest between two requests of a connection, and for the head of one.
const IDLE: Duration = Duration::from_secs(20);
/// The longest head of a request.
const MOST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;
/// After an error of the system, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Events are small and should not wait for more of them.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _place = place;
            // What goes wrong on a connection is the client's business.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(IDLE)
                .max_buf_size(MOST_HEAD)
                .max_headers(MOST_HEADERS)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}
