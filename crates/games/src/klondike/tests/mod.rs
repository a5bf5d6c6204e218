//! One test and more for each rule, named after it.

mod auto;
mod klondike;
mod one_card;
mod position;
mod rulings;
mod secrets;

use position::{Position, at, refused};
