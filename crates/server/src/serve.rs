use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::{ListenerExt, TapIo};
use tokio::net::{TcpListener, TcpStream};

use crate::{House, Site, room, router};

/// How long those who are being answered are waited for at the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves a site until `stop` is done. Requests that are under way then get their answer, as long as they do not take too long.
pub async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) -> io::Result<()> {
    answer_all(listener, router(site), stop, async {}).await
}

/// Opens the card room until `stop` is done. What is being stored is then stored and told; clients are told that we will be back.
pub async fn host(
    listener: TcpListener,
    house: Arc<House>,
    site: Site,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = room(Arc::clone(&house), site);
    answer_all(listener, router, stop, async move { house.finish().await }).await
}

async fn answer_all(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    finish: impl Future<Output = ()>,
) -> io::Result<()> {
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(prompt(listener), service).with_graceful_shutdown(async {
        let _ = told.await;
    });
    let served = tokio::spawn(served.into_future());
    stop.await;
    let _ = tell.send(());
    let all = async {
        finish.await;
        served.await
    };
    match tokio::time::timeout(PATIENCE, all).await {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(_) => Ok(()),
    }
}

/// Small messages are not held back to be sent with the next one.
fn prompt(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    })
}

#[cfg(test)]
mod tests {
    use super::prompt;
    use axum::serve::Listener;
    use tokio::net::{TcpListener, TcpStream};

    /// With Nagle's algorithm, a move would wait some 40 ms for the one before to be acknowledged.
    #[tokio::test]
    async fn nothing_is_held_back() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut listener = prompt(listener);
        let (_client, (stream, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        assert!(stream.nodelay().unwrap());
    }
}
