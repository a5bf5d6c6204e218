//! The web server: online tables and the browser app.
//!
//! It guarantees two things. **An acknowledged command is stored:** one task owns each table, and
//! it writes every change to the [`store`] before anybody is told. **Hidden cards stay hidden:**
//! everything that is sent to a viewer is made from that viewer's view of the game.
//!
//! [`ServerState`] is the shared state of a server. [`app_router`] has the routes of the whole
//! server, and [`host`] serves them until it is stopped. A [`Site`] is the files of the browser
//! app.
//!
//! A command takes this path: `connection` parses it, `table::task` receives it, `table::command`
//! checks it and drafts the change, `store::writer` commits it, and `table::fan_out` sends each
//! viewer the snapshot made by `table::snapshot`.

mod api;
mod check;
mod client_stream;
mod connection;
mod connections;
mod cookies;
pub mod dice;
mod environment;
mod fair_permits;
mod health;
#[cfg(any(test, feature = "suite"))]
pub mod history;
mod housekeeping;
mod limits;
mod metrics;
mod new_table_limits;
mod node;
mod node_lease;
mod open_tables;
mod origin;
mod pass;
mod pass_transfer;
mod pauses;
mod qr;
mod send_queue;
mod serve;
mod server_state;
mod sign_out;
#[cfg(test)]
mod simulation;
mod site;
mod static_files;
pub mod store;
mod table;
mod text_socket;
#[cfg(feature = "trials")]
pub mod trials;
mod upgrade;
mod watched;

pub use api::{INTERNAL_PATHS, app_router};
pub use check::{CheckReport, check};
pub use environment::Environment;
pub use limits::Limits;
pub use node::serve_nodes;
pub use pass::Identity;
pub use serve::host;
pub use server_state::{ServerOptions, ServerReport, ServerState};
pub use site::Site;
pub use static_files::{CONTENT_SECURITY_POLICY, site_router};
