//! Tests every rule of Savannah, S1 to S18 and V1 to V16, by its number.

#![allow(clippy::unwrap_used)]

mod notation;
mod rulings;
mod scene;
mod set_up;
mod turn;
mod win;
mod words;
