//! The web page of Lastmove and its server.
//!
//! [`Server::bind`] opens a port, [`Server::run`] answers requests until it is cancelled. The page
//! is part of the program and needs nothing from the network. Its interface is plain JSON over
//! HTTP, described by `/api/schema.json`; searches answer with server-sent events.
//!
//! [`Site`] is the same page as a folder of files, with an engine in WebAssembly instead of the
//! server.
//!
//! The crate `lastmove-answers` computes the answers; this crate only handles HTTP: access, queues
//! and streams. Computations run outside the server's own threads, each with a permit; they are
//! cancelled when the client disconnects.
//!
//! ```
//! use lastmove_web::Site;
//! let site = Site::new(b"\0asm\x01\0\0\0", b"the table of regions").unwrap();
//! assert!(site.files().any(|(name, _)| name == "index.html"));
//! ```

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

pub use assets::opening_file;
pub use config::WebConfig;
pub use server::{BindError, Server};
pub use site::{Site, SiteError};
