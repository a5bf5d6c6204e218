//! Fuzzes the parsing of game records: see `games::trials::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    games::trials::record(bytes);
});
