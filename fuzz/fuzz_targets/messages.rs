//! Fuzzes the parsing of messages: see `wire::trials::message`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    wire::trials::message(bytes);
});
