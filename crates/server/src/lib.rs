//! The card room as a web server.
//!
//! For now it hands out the browser app, which needs nothing more: the app plays without a server. A [`Site`] is the files, [`router`]
//! answers requests for them, and [`serve`] does so on a socket until it is told to stop.

mod answer;
mod serve;
mod site;

pub use answer::{CONTENT_SECURITY_POLICY, router};
pub use serve::serve;
pub use site::Site;
