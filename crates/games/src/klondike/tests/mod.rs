//! At least one test for each rule, named after the rule.

mod auto;
mod klondike;
mod one_card;
mod position;
mod rulings;
mod secrets;

use position::{Position, at, refused};
