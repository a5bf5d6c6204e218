use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// How much is read at a time.
const CHUNK: usize = 16 * 1024;

/// Where a proxy leads.
#[derive(Clone)]
pub(crate) enum Target {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// What happens to the bytes that pass a proxy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Traffic {
    /// They pass.
    Flow,
    /// They pass later.
    Delay(Duration),
    /// They wait until the traffic changes, as when the network is interrupted and TCP sends them again.
    Hold,
    /// New connections are closed at once.
    Refuse,
}

/// A TCP proxy that can delay, hold or cut all connections that pass it. It ends when this is dropped.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    state: watch::Sender<ProxyState>,
}

#[derive(Clone, Copy)]
struct ProxyState {
    traffic: Traffic,
    /// Connections of earlier generations are cut.
    generation: u64,
}

impl Proxy {
    pub(crate) async fn start(target: Target) -> Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = watch::Sender::new(ProxyState { traffic: Traffic::Flow, generation: 0 });
        let mut changes = state.subscribe();
        tokio::spawn(async move {
            loop {
                let client = tokio::select! {
                    accepted = listener.accept() => accepted.map(|(client, _)| client),
                    changed = changes.changed() => match changed {
                        Ok(()) => continue,
                        Err(_) => return,
                    },
                };
                match client {
                    Ok(client) if changes.borrow().traffic != Traffic::Refuse => {
                        let generation = changes.borrow().generation;
                        tokio::spawn(connect(client, target.clone(), changes.clone(), generation));
                    }
                    Ok(_) => {}
                    // For instance, too many open files.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        });
        Ok(Proxy { address, state })
    }

    pub(crate) fn set(&self, traffic: Traffic) {
        self.state.send_modify(|state| state.traffic = traffic);
    }

    /// Cuts all connections.
    pub(crate) fn cut(&self) {
        self.state.send_modify(|state| state.generation += 1);
    }
}

/// Connects a client to the target until one of them ends the connection, or it is cut.
async fn connect(client: TcpStream, target: Target, state: watch::Receiver<ProxyState>, generation: u64) {
    let _ = client.set_nodelay(true);
    match target {
        Target::Tcp(address) => {
            if let Ok(server) = TcpStream::connect(address).await {
                let _ = server.set_nodelay(true);
                pass(client.into_split(), server.into_split(), state, generation).await;
            }
        }
        Target::Unix(path) => {
            if let Ok(server) = UnixStream::connect(path).await {
                pass(client.into_split(), server.into_split(), state, generation).await;
            }
        }
    }
}

async fn pass<A, B, C, D>(client: (A, B), server: (C, D), state: watch::Receiver<ProxyState>, generation: u64)
where
    A: AsyncRead + Unpin,
    B: AsyncWrite + Unpin,
    C: AsyncRead + Unpin,
    D: AsyncWrite + Unpin,
{
    let mut cut = state.clone();
    let both = async {
        let _ = tokio::join!(pump(client.0, server.1, state.clone()), pump(server.0, client.1, state));
    };
    tokio::select! {
        () = both => {}
        // It also ends with the proxy.
        _ = cut.wait_for(|state| state.generation != generation) => {}
    }
}

/// Copies bytes in one direction.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<ProxyState>,
) -> std::io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        let length = from.read(&mut chunk).await?;
        // The end of the connection waits, too.
        let _ = state.wait_for(|state| state.traffic != Traffic::Hold).await;
        let traffic = state.borrow().traffic;
        if let Traffic::Delay(time) = traffic {
            tokio::time::sleep(time).await;
        }
        if length == 0 {
            return to.shutdown().await;
        }
        to.write_all(&chunk[..length]).await?;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::timeout;

    use super::{Proxy, Target, Traffic};

    const SHORT: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(10);

    /// A proxy to a listener, a connection through it, and its other end.
    async fn connected() -> (Proxy, TcpListener, TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Proxy::start(Target::Tcp(listener.local_addr().unwrap())).await.unwrap();
        let client = TcpStream::connect(proxy.address).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        (proxy, listener, client, server)
    }

    #[tokio::test]
    async fn what_is_held_back_arrives_later_even_if_the_sender_is_gone() {
        let (proxy, _listener, mut client, mut server) = connected().await;
        proxy.set(Traffic::Hold);
        client.write_all(b"late").await.unwrap();
        drop(client);
        let mut bytes = Vec::new();
        assert!(timeout(SHORT, server.read_to_end(&mut bytes)).await.is_err());
        assert!(bytes.is_empty());
        proxy.set(Traffic::Flow);
        timeout(LONG, server.read_to_end(&mut bytes)).await.unwrap().unwrap();
        assert_eq!(bytes, b"late");
    }

    #[tokio::test]
    async fn a_cut_ends_connections_and_a_refusal_new_ones() {
        let (proxy, listener, mut client, mut server) = connected().await;
        proxy.set(Traffic::Refuse);
        proxy.cut();
        let mut byte = [0];
        assert!(matches!(timeout(LONG, client.read(&mut byte)).await.unwrap(), Ok(0) | Err(_)));
        assert!(matches!(timeout(LONG, server.read(&mut byte)).await.unwrap(), Ok(0) | Err(_)));
        let mut refused = TcpStream::connect(proxy.address).await.unwrap();
        assert!(matches!(timeout(LONG, refused.read(&mut byte)).await.unwrap(), Ok(0) | Err(_)));
        assert!(timeout(SHORT, listener.accept()).await.is_err());
        proxy.set(Traffic::Flow);
        let _client = TcpStream::connect(proxy.address).await.unwrap();
        timeout(LONG, listener.accept()).await.unwrap().unwrap();
    }
}
