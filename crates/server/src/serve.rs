use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::client_stream::ClientStream;
use crate::connections::{ACCEPT_PAUSE, ConnectionRefusal, ConnectionSlot, LogInterval};
use crate::{ServerState, Site, app_router};

/// How long pending requests may take at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may take to send the head of a request, and be silent between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// The same for a trusted proxy, which keeps connections for its clients.
const PROXY_HEAD_TIMEOUT: Duration = Duration::from_secs(150);
/// How long a connection may be used for requests. Then it is closed after the current one.
const MAX_AGE: Duration = Duration::from_secs(600);
/// The largest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// How many refused connections may be told why at the same time. Others are just closed.
const MAX_EXPLAINED: usize = 32;
/// How long a refused client may take to read why.
const EXPLAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves online tables and the site until `stop` completes, and then for the configured time in which a
/// proxy can notice. Pending changes are then stored and sent, and clients are told to reconnect.
pub async fn host(
    listener: TcpListener,
    server: Arc<ServerState>,
    site: Site,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = app_router(Arc::clone(&server), site);
    let (stop_sender, stop_receiver) = watch::channel(false);
    let accepting = tokio::spawn(accept(listener, Arc::clone(&server), router, stop_receiver));
    stop.await;
    server.drain().await;
    let _ = stop_sender.send(true);
    let all = async {
        server.shut_down().await;
        let accepted = accepting.await;
        // All connections have ended when nobody waits for the signal any more.
        stop_sender.closed().await;
        accepted
    };
    match tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await {
        Ok(Err(error)) => Err(io::Error::other(error)),
        Ok(Ok(())) | Err(_) => Ok(()),
    }
}

/// Accepts connections until the server stops.
async fn accept(
    listener: TcpListener,
    server: Arc<ServerState>,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let explaining = Arc::new(Semaphore::new(MAX_EXPLAINED));
    let full = LogInterval::new(Duration::from_secs(60));
    loop {
        let accepted = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                server.handle_accept_error(&error);
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        match server.admit(peer.ip()) {
            Ok(slot) => {
                let (server, router) = (Arc::clone(&server), router.clone());
                tokio::spawn(serve_stream(server, router, stream, peer, slot, stop.clone()));
            }
            Err(refusal) => {
                server.metrics.refused_connections.add(1);
                if full.is_due() {
                    let (connections, total) =
                        (server.connections.count(), server.metrics.refused_connections.get());
                    tracing::warn!(
                        ?refusal,
                        connections,
                        total,
                        "connections are refused: there are too many"
                    );
                }
                if let Ok(permit) = Arc::clone(&explaining).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(EXPLAIN_TIMEOUT, explain(stream, refusal)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
}

/// Tells a client why it is refused, and waits until it has read that.
async fn explain(mut stream: TcpStream, refusal: ConnectionRefusal) -> io::Result<()> {
    let (status, text) = match refusal {
        ConnectionRefusal::Address => ("429 Too Many Requests", "Too many connections from your address.\n"),
        ConnectionRefusal::Total => ("503 Service Unavailable", "The server has too many connections.\n"),
    };
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{text}"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// Serves a connection until it becomes a WebSocket, ends, or has to make room for another one.
async fn serve_stream(
    server: Arc<ServerState>,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
    slot: Arc<ConnectionSlot>,
    mut stop: watch::Receiver<bool>,
) {
    let stream = ClientStream::new(stream, Arc::clone(&slot));
    let stopped = async {
        // The other end has gone only after the server has stopped.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    tokio::select! {
        biased;
        () = slot.evicted.notified() => {}
        () = serve_requests(&server, router, stream, peer, Some(Arc::clone(&slot)), stopped) => {}
    }
}

/// Serves the requests of a connection until it becomes a WebSocket or ends.
pub(crate) async fn serve_requests<S>(
    server: &ServerState,
    router: Router,
    stream: S,
    peer: SocketAddr,
    slot: Option<Arc<ConnectionSlot>>,
    stopped: impl Future<Output = ()>,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        if let Some(slot) = &slot {
            request.extensions_mut().insert(Arc::clone(slot));
        }
        router.clone().oneshot(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).max_buf_size(MAX_HEAD_BYTES);
    http.header_read_timeout(if server.trust_proxy { PROXY_HEAD_TIMEOUT } else { HEAD_TIMEOUT });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        biased;
        // Why a connection has ended does not matter.
        _ = connection.as_mut() => return,
        () = stopped => {}
        () = tokio::time::sleep(MAX_AGE) => {}
    }
    // The current request is answered, if that does not take too long.
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(HEAD_TIMEOUT, connection).await;
}
