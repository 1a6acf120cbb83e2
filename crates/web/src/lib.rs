//! The page of Lastmove and the server behind it.
//!
//! [`Server::bind`] takes a port, [`Server::run`] answers until it is told to stop. The page is
//! part of the program and needs nothing from the network. Its interface is plain JSON over HTTP,
//! described by `/api/schema.json`; long work answers with server-sent events.
//!
//! Every request stands for itself: it carries the position, and the server keeps nothing but a
//! transposition table and the last certificates. Computations run beside the server's own
//! threads, each with a permit; they are told to stop when the client leaves.

mod api;
mod assets;
mod certificates;
mod config;
mod error;
mod guard;
mod input;
mod server;
mod state;
mod stream;

pub use config::Config;
pub use server::{BindError, Server};
