//! The page of Lastmove and the server behind it.
//!
//! [`Server::bind`] takes a port, [`Server::run`] answers until it is told to stop. The page is
//! part of the program and needs nothing from the network. Its interface is plain JSON over HTTP,
//! described by `/api/schema.json`; long work answers with server-sent events.
//!
//! [`Site`] is the same page as a folder of files, with an engine in WebAssembly in the server's
//! place.
//!
//! The crate `lastmove-answers` knows the answers; here is HTTP alone: who may ask, whose turn it
//! is, and streams. Computations run beside the server's own threads, each with a permit; they
//! are told to stop when the client leaves.

mod api;
mod assets;
mod config;
mod connections;
mod error;
mod guard;
mod server;
mod site;
mod state;
mod stream;
mod taken;

pub use config::Config;
pub use server::{BindError, Server};
pub use site::{Site, SiteError};
