use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::{ListenerExt, TapIo};
use tokio::net::{TcpListener, TcpStream};

use crate::{ServerState, Site, app_router, site_router};

/// How long pending requests may take at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves a site until `stop` completes. Pending requests are then answered unless they take too
/// long.
pub async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) -> io::Result<()> {
    serve_until(listener, site_router(site), stop, async {}).await
}

/// Serves online tables and the site until `stop` completes, and then for the configured time in which a proxy
/// can notice. Pending changes are then stored and sent, and clients are told to reconnect.
pub async fn host(
    listener: TcpListener,
    server: Arc<ServerState>,
    site: Site,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = app_router(Arc::clone(&server), site);
    let drained = async {
        stop.await;
        server.drain().await;
    };
    serve_until(listener, router, drained, server.shut_down()).await
}

async fn serve_until(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    finish: impl Future<Output = ()>,
) -> io::Result<()> {
    let (stop_sender, stop_receiver) = tokio::sync::oneshot::channel::<()>();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(without_nagle(listener), service).with_graceful_shutdown(async {
        let _ = stop_receiver.await;
    });
    let served = tokio::spawn(served.into_future());
    stop.await;
    let _ = stop_sender.send(());
    let all = async {
        finish.await;
        served.await
    };
    match tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(_) => Ok(()),
    }
}

/// Turns off Nagle's algorithm, so that small messages are sent at once.
fn without_nagle(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    })
}

#[cfg(test)]
mod tests {
    use super::without_nagle;
    use axum::serve::Listener;
    use tokio::net::{TcpListener, TcpStream};

    /// With Nagle's algorithm, a move would wait about 40 ms for the acknowledgement of the
    /// previous one.
    #[tokio::test]
    async fn nagles_algorithm_is_off() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut listener = without_nagle(listener);
        let (_client, (stream, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        assert!(stream.nodelay().unwrap());
    }
}
