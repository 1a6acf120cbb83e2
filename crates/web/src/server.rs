//! The server: listening and answering.

use crate::config::WebConfig;
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

/// The longest time for reading a request and computing a short answer.
const MOST_TIME: Duration = Duration::from_secs(60);
/// The stack of a thread: the recursion of values is as deep as games are long.
const STACK: usize = 16 << 20;

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum BindError {
    /// The address is not loopback and there is no token, so that others could use the machine.
    #[error(
        "{0} is not loopback: others could use this machine; give a --token of 8 characters or more"
    )]
    NoToken(std::net::IpAddr),
    /// The port is in use or not allowed.
    #[error("cannot listen on {0}: {1}; try --port 0 for any free port")]
    Listen(SocketAddr, io::Error),
    /// The system cannot start threads.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}

/// A listening server.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Opens the port.
    ///
    /// # Errors
    /// If the port is in use, or the address is not loopback and there is no token.
    pub fn bind(config: WebConfig) -> Result<Self, BindError> {
        let good = config.token.as_ref().is_some_and(|token| token.chars().count() >= 8);
        if !config.host.is_loopback() && !good {
            return Err(BindError::NoToken(config.host));
        }
        let address = SocketAddr::new(config.host, config.port);
        let listener = TcpListener::bind(address).map_err(|e| BindError::Listen(address, e))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, app: Arc::new(App::new(config)) })
    }

    /// The address that the server listens on.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `cancel` is set or `time` has passed.
    ///
    /// # Errors
    /// If the system cannot start threads.
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
        // This closes all connections, which cancels their searches.
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

/// Responds within [`MOST_TIME`], even if the code that computes the answer panics.
async fn always(request: Request, next: Next) -> Response {
    let mut answer = pin!(tokio::time::timeout(MOST_TIME, next.run(request)));
    poll_fn(|cx| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(cx)));
        polled.unwrap_or_else(|_| Poll::Ready(Ok(ApiError::from(Problem::Bug).into_response())))
    })
    .await
    .unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
}
