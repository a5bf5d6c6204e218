//! Fuzzes requests and WebSockets: see `server::trials::http`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    server::trials::http(bytes);
});
