//! The body of the fuzz target for HTTP. An ordinary test runs it too. It panics on a violation.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};

use crate::pass::Pass;
use crate::serve::serve_requests;
use crate::store::MemoryStore;
use crate::{ServerOptions, ServerState, Site, app_router};

/// What stands for a valid pass in the bytes.
const PASS: &str = "$PASS";
/// The server is replaced after this many trials, because tables are never forgotten.
const MAX_TRIALS: u32 = 1000;

/// A server without a network, whose clock jumps to the next timeout.
struct TrialServer {
    runtime: Runtime,
    state: Arc<ServerState>,
    router: Router,
    pass: String,
    trials: u32,
}

impl TrialServer {
    fn new(trust: bool) -> TrialServer {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let Ok(runtime) = runtime else { panic!("a runtime") };
        let options =
            ServerOptions { trust_proxy: trust, trust_forwarded_host: trust, ..ServerOptions::default() };
        let store = Arc::new(MemoryStore::default());
        let Ok(state) = runtime.block_on(ServerState::new(store, options)) else { panic!("a server") };
        let name = "Anna".parse().ok();
        let pass = name.map(|name| Pass::new(&state.environment, name, state.unix_time()));
        let Some(Ok(pass)) = pass else { panic!("a pass") };
        let pass = state.signer.sign(&pass);
        let router = app_router(Arc::clone(&state), Site::built_in());
        TrialServer { runtime, state, router, pass, trials: 0 }
    }

    /// What the server answers to these bytes until it closes the connection.
    fn answer(&self, bytes: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(bytes);
        let replaced = text.contains(PASS).then(|| replace(bytes, PASS.as_bytes(), self.pass.as_bytes()));
        let bytes = replaced.unwrap_or_else(|| bytes.to_vec());
        let (mut client, server) = tokio::io::duplex(1 << 20);
        let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let serving =
            serve_requests(&self.state, self.router.clone(), server, peer, None, std::future::pending());
        let asking = async {
            let mut answer = Vec::new();
            // The server may close the connection before everything is sent.
            let _ = client.write_all(&bytes).await;
            let _ = client.read_to_end(&mut answer).await;
            answer
        };
        self.runtime.block_on(async { tokio::join!(serving, asking).1 })
    }
}

fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        match rest.strip_prefix(from) {
            Some(after) => {
                out.extend_from_slice(to);
                rest = after;
            }
            None => {
                out.push(rest[0]);
                rest = &rest[1..];
            }
        }
    }
    out
}

thread_local! {
    /// A server that trusts a proxy, and one that does not.
    static SERVERS: RefCell<[Option<TrialServer>; 2]> = const { RefCell::new([None, None]) };
}

/// Sends any bytes as requests, and what follows them as frames of a WebSocket. `$PASS` stands for a valid
/// pass. The server must answer with HTTP or close the connection, and never report an error of its own.
/// Returns the status of the first response.
pub fn http(bytes: &[u8]) -> Option<u16> {
    let trust = bytes.len() % 2 == 1;
    SERVERS.with_borrow_mut(|servers| {
        let slot = &mut servers[usize::from(trust)];
        if slot.as_ref().is_some_and(|server| server.trials >= MAX_TRIALS) {
            *slot = None;
        }
        let server = slot.get_or_insert_with(|| TrialServer::new(trust));
        server.trials += 1;
        let answer = server.answer(bytes);
        if answer.is_empty() {
            return None;
        }
        let status = answer.strip_prefix(b"HTTP/1.1 ").or_else(|| answer.strip_prefix(b"HTTP/1.0 "));
        let status = status.and_then(|rest| std::str::from_utf8(rest.get(..3)?).ok()?.parse().ok());
        let Some(status) = status else { panic!("the answer is not HTTP") };
        assert!(!(500..503).contains(&status), "the server has failed: {status}");
        Some(status)
    })
}
