//! Fuzzes the parsing of deals: see `games::trials::deal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| games::trials::deal(bytes));
