//! The card room as a web server: tables where people meet, and the browser app.
//!
//! The promise is: **acknowledged means stored, and hidden means hidden.** A [`House`] is all tables of one server. One task owns one table; what is done there
//! is in the [`store`] before anybody hears of it, and what is sent is made of the view of the eye that it is sent to. [`room`] answers requests, and
//! [`host`] does so on a socket until it is told to stop. A [`Site`] is the files of the browser app; [`serve`] hands out only those.

mod answer;
mod api;
pub mod dice;
mod house;
mod limits;
mod lobby;
mod metrics;
mod moving;
mod origin;
mod outbox;
mod pass;
mod qr;
mod serve;
mod site;
mod socket;
pub mod store;
mod table;
mod upgrade;

pub use answer::{CONTENT_SECURITY_POLICY, router};
pub use api::room;
pub use house::{House, Options};
pub use limits::Limits;
pub use pass::Identity;
pub use serve::{host, serve};
pub use site::Site;
