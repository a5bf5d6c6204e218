//! Fuzzes playing moves: see `games::trials::moves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    games::trials::moves(bytes);
});
