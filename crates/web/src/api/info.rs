//! What this server is and may do.

use crate::state::App;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(crate) struct Info {
    name: &'static str,
    version: &'static str,
    databases: String,
    threads: usize,
    memory: usize,
    /// seconds of one search
    time: u64,
    /// searches at the same time
    searches: usize,
    /// of these, how many run now
    running: usize,
}

pub(crate) async fn info(State(app): State<Arc<App>>) -> Json<Info> {
    let config = &app.config;
    Json(Info {
        name: "lastmove",
        version: env!("CARGO_PKG_VERSION"),
        databases: config.databases.name().to_owned(),
        threads: config.threads,
        memory: config.memory,
        time: config.time.as_secs(),
        searches: config.searches,
        running: app.running(),
    })
}
