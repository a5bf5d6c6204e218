//! The network connection of native programs to a card room.
//!
//! An [`Endpoint`] is the address of a server. It requests a pass over HTTP and opens a [`Socket`], plain or
//! by TLS. A [`Driver`] carries out over such sockets what a [`Visit`] asks for, so the terminal and the load
//! tool run the same protocol client as the browser:
//!
//! ```no_run
//! use transport::{Driver, Endpoint, VisitInput, Visit};
//! use wire::{Phrase, TableId};
//!
//! # async fn play() -> Result<(), Box<dyn std::error::Error>> {
//! let link = "http://127.0.0.1:7878/#table/aaaaaaaaaaaaaaaaaaaa";
//! let (endpoint, name) = (Endpoint::from_link(link)?, "Anna".parse()?);
//! let pass = endpoint.request_pass(&name, None).await?;
//! let visit = Visit::new(Some(name), TableId::from_link(link).ok(), None, 1);
//! let mut driver = Driver::new(endpoint, pass, visit);
//! while !driver.visit().is_current() {
//!     driver.next().await?;
//! }
//! driver.handle(VisitInput::Say(Phrase::Hello));
//! # Ok(()) }
//! ```
//!
//! Whatever a server sends is limited in size, and waiting for it is limited in time.

mod driver;
mod endpoint;
mod error;
mod socket;
mod stream;

pub use client::online::{Connection, Gone, Visit, VisitInput, VisitOutput, Witness};
pub use driver::{Connect, Connecting, Driver};
pub use endpoint::Endpoint;
pub use error::TransportError;
pub use socket::Socket;
