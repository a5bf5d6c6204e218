//! The corpus of the fuzz target for HTTP.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use server::trials;

#[test]
fn the_http_corpus_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/http");
    let mut statuses: BTreeMap<Option<u16>, usize> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        *statuses.entry(trials::http(&fs::read(entry.unwrap().path()).unwrap())).or_default() += 1;
    }
    for status in [101, 200, 400, 401, 403, 404, 405] {
        assert!(statuses.contains_key(&Some(status)), "no request was answered with {status}: {statuses:?}");
    }
}
