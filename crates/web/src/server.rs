//! Listening and answering.

use crate::config::Config;
use crate::error::ApiError;
use crate::state::App;
use crate::{api, assets, connections, guard};
use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use lastmove_answers::Problem;
use lastmove_work::Cancel;
use std::future::{Future, poll_fn};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use thiserror::Error;

/// The longest that reading a request and finding a short answer may take.
const MOST_TIME: Duration = Duration::from_secs(60);
/// Values recurse as deep as games are long.
const STACK: usize = 16 << 20;

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum BindError {
    /// Others could use the machine.
    #[error(
        "{0} is not loopback: others could use this machine; give a --token of 8 characters or more"
    )]
    NoToken(std::net::IpAddr),
    /// The port is taken, or not allowed.
    #[error("cannot listen on {0}: {1}; try --port 0 for any free port")]
    Listen(SocketAddr, io::Error),
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// If the port is taken, or the address is not loopback and there is no token.
    pub fn bind(config: Config) -> Result<Self, BindError> {
        let good = config.token.as_ref().is_some_and(|token| token.chars().count() >= 8);
        if !config.host.is_loopback() && !good {
            return Err(BindError::NoToken(config.host));
        }
        let address = SocketAddr::new(config.host, config.port);
        let listener = TcpListener::bind(address).map_err(|e| BindError::Listen(address, e))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, app: Arc::new(App::new(config)) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `cancel`, or for so long.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn run(self, cancel: &Cancel, time: Option<Duration>) -> Result<(), BindError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(64)
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        let router = router(&self.app);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                () = connections::serve(listener, router) => {}
                () = stopped(cancel) => {}
                () = tokio::time::sleep(time.unwrap_or(Duration::MAX / 4)), if time.is_some() => {}
            }
            Ok::<(), io::Error>(())
        });
        // Connections end here, and with them the searches behind them.
        runtime.shutdown_timeout(Duration::from_secs(3));
        Ok(served?)
    }
}

async fn stopped(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn router(app: &Arc<App>) -> Router {
    Router::new()
        .nest("/api", api::router())
        .fallback(assets::file)
        .with_state(Arc::clone(app))
        .layer(middleware::from_fn(always))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
}

/// Answers within [`MOST_TIME`], and even if the code behind it panics.
async fn always(request: Request, next: Next) -> Response {
    let mut answer = pin!(tokio::time::timeout(MOST_TIME, next.run(request)));
    poll_fn(|cx| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(cx)));
        polled.unwrap_or_else(|_| Poll::Ready(Ok(ApiError::from(Problem::Bug).into_response())))
    })
    .await
    .unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
}
