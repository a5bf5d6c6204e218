use std::io;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::{Site, router};

/// How long those who are being answered are waited for at the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves a site until `stop` is done. Requests that are under way then get their answer, as long as they do not take too long.
pub async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) -> io::Result<()> {
    // Small answers are not held back to be sent with the next one.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let served = axum::serve(listener, router(site)).with_graceful_shutdown(async {
        let _ = told.await;
    });
    let served = tokio::spawn(served.into_future());
    stop.await;
    let _ = tell.send(());
    match tokio::time::timeout(PATIENCE, served).await {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(_) => Ok(()),
    }
}
