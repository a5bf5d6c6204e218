//! Whoever does not have the key of the store is rejected, and disturbs nobody.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, SignatureScheme, SupportedProtocolVersion,
};
use tokio_tungstenite::tungstenite::Message;
use wire::{NewTable, SeatPlan, TableId};

use super::{NodeKey, NodeSocket, RelayHello, dial, serve_nodes};
use crate::pass::Signer;
use crate::store::{MemoryStore, Store};
use crate::table::{self, Caller};
use crate::{Identity, ServerOptions, ServerState};

/// How many forged handshakes there are.
const FORGED: u32 = 10_000;
/// How many of them happen at the same time.
const AT_ONCE: usize = 48;
/// How many connections send nothing more and stay open. This is more than the listener allows.
const SLOW: usize = 400;

fn caller() -> Caller {
    Caller { who: Identity::from_bytes(&[1; 16]).unwrap(), name: "Anna".parse().unwrap(), address_tag: 0 }
}

/// The seed of the store's key. The secret of a store in memory is always the same.
async fn store_seed(store: &MemoryStore) -> [u8; 32] {
    let info = crate::store::NodeInfo {
        address: String::new(),
        version: String::new(),
        lease: Duration::from_secs(1),
    };
    Signer::new(&store.join(info).await.unwrap().secret).node_seed()
}

/// Relays a client to a table, and waits until it gets a snapshot.
async fn join(key: &NodeKey, address: SocketAddr, table: TableId) -> Box<dyn NodeSocket> {
    let mut socket = dial(key, &address.to_string()).await.unwrap();
    let hello = wire::write(&RelayHello::new(&caller(), wire::PROTOCOL, table, 0)).unwrap();
    socket.send(Message::Text(hello.into())).await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(10), socket.next()).await.expect("an answer");
    assert!(matches!(answer, Some(Ok(Message::Text(text))) if text.contains(table.as_str())));
    socket
}

/// Sends bytes, and reads until the node closes the connection. Returns what it has sent.
async fn send_raw(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    // The node may reset the connection, because it does not read everything.
    let _ = stream.read_to_end(&mut answer).await;
    answer
}

/// Records what an honest node sends.
async fn record_bytes(key: &NodeKey, address: SocketAddr, table: TableId) -> Vec<u8> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let between = listener.local_addr().unwrap();
    let recording = tokio::spawn(async move {
        let (near, _) = listener.accept().await.unwrap();
        let far = TcpStream::connect(address).await.unwrap();
        let ((mut near_read, mut near_write), (mut far_read, mut far_write)) =
            (near.into_split(), far.into_split());
        tokio::spawn(async move { tokio::io::copy(&mut far_read, &mut near_write).await });
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        while let Ok(read @ 1..) = near_read.read(&mut part).await {
            all.extend(&part[..read]);
            far_write.write_all(&part[..read]).await.unwrap();
        }
        all
    });
    drop(join(key, between, table).await);
    recording.await.unwrap()
}

/// A client that accepts any server, with a certificate or without one.
fn careless(
    version: &'static SupportedProtocolVersion,
    certificate: Option<&rcgen::CertifiedKey<rcgen::KeyPair>>,
) -> TlsConnector {
    let builder = ClientConfig::builder_with_protocol_versions(&[version])
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyServer));
    TlsConnector::from(Arc::new(match certificate {
        Some(rcgen::CertifiedKey { cert, signing_key }) => {
            let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
            builder.with_client_auth_cert(vec![cert.der().clone()], key).unwrap()
        }
        None => builder.with_no_client_auth(),
    }))
}

#[derive(Debug)]
struct AnyServer;

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519, SignatureScheme::ECDSA_NISTP256_SHA256]
    }
}

/// The kinds of forged handshakes.
struct Forger {
    address: SocketAddr,
    table: TableId,
    key: Arc<NodeKey>,
    recorded: Vec<u8>,
    other_keys: [NodeKey; 2],
    connectors: [TlsConnector; 3],
}

impl Forger {
    /// Whether the node has answered as if it had accepted the connection.
    async fn forge(&self, number: u32) -> bool {
        let hello = wire::write(&RelayHello::new(&caller(), wire::PROTOCOL, self.table, 0)).unwrap();
        match number % 200 {
            // Another key, and another key with the public key of the store.
            kind @ 0..2 => {
                let Ok(mut socket) = dial(&self.other_keys[kind as usize], &self.address.to_string()).await
                else {
                    return false;
                };
                let _ = socket.send(Message::Text(hello.into())).await;
                matches!(socket.next().await, Some(Ok(_)))
            }
            // No key, a certificate, an old version of TLS.
            kind @ 2..5 => {
                let stream = TcpStream::connect(self.address).await.unwrap();
                let connector = &self.connectors[kind as usize - 2];
                let name = ServerName::try_from("cardroom").unwrap();
                let Ok(mut stream) = connector.connect(name, stream).await else { return false };
                let _ = stream.write_all(hello.as_bytes()).await;
                matches!(stream.read(&mut [0; 64]).await, Ok(1..))
            }
            // The right key, but no hello: these are errors of an honest node.
            kind @ 5..8 => {
                let mut socket = dial(&self.key, &self.address.to_string()).await.unwrap();
                let garbage = match kind {
                    5 => Message::Text("{\"table\":1}".into()),
                    6 => Message::Binary(hello.into_bytes().into()),
                    _ => Message::Text("x".repeat(wire::MAX_MESSAGE_BYTES + 1).into()),
                };
                let _ = socket.send(garbage).await;
                matches!(socket.next().await, Some(Ok(_)))
            }
            // What an honest node has sent, again. The node answers with its half of a new handshake.
            8..12 => send_raw(self.address, &self.recorded).await.len() > 1_000,
            // The same with a wrong bit, or without its end.
            12..40 => {
                let mut bytes = self.recorded.clone();
                let at = number as usize * 7 % bytes.len();
                bytes[at] ^= 1 << (number % 8);
                bytes.truncate(if number.is_multiple_of(3) { at + 1 } else { bytes.len() });
                send_raw(self.address, &bytes).await.len() > 1_000
            }
            // No TLS at all.
            40..80 => !is_alert(&send_raw(self.address, b"GET /api/socket HTTP/1.1\r\n\r\n").await),
            80..120 => !is_alert(&send_raw(self.address, hello.as_bytes()).await),
            _ => {
                let bytes: Vec<u8> =
                    (0..64).map(|at| (number.wrapping_mul(at * at + 7) >> 5) as u8).collect();
                !is_alert(&send_raw(self.address, &bytes).await)
            }
        }
    }
}

/// Nothing, or an alert of TLS.
fn is_alert(answer: &[u8]) -> bool {
    answer.is_empty() || (answer[0] == 0x15 && answer.len() < 16)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_handshakes_are_rejected() {
    let store = Arc::new(MemoryStore::default());
    let seed = store_seed(&store).await;
    let server = ServerState::new(Arc::<MemoryStore>::clone(&store), ServerOptions::default()).await.unwrap();
    let new_table = NewTable {
        game: <games::savannah::Savannah as ::table::Game>::NAME.to_owned(),
        config: "seats=2".to_owned(),
        seats: ::table::BySeat::new(2, |_| SeatPlan::Open),
        public: false,
        clock: None,
    };
    let Ok(table) = table::create(&server, &caller(), 1, new_table).await else { panic!("a table") };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve_nodes(listener, Arc::clone(&server)));
    let key = Arc::new(NodeKey::new(&seed).unwrap());
    let certificate = rcgen::generate_simple_self_signed(["cardroom".to_owned()]).unwrap();
    let forger = Arc::new(Forger {
        address,
        table,
        key: Arc::clone(&key),
        recorded: record_bytes(&key, address, table).await,
        other_keys: [false, true].map(|claims| NodeKey::forged(&[5; 32], &seed, claims)),
        connectors: [careless(&TLS13, None), careless(&TLS13, Some(&certificate)), careless(&TLS12, None)],
    });
    let mut honest = join(&key, address, table).await;
    while server.metrics.relays_in.get() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(server.metrics.rejected_handshakes.get(), 0);

    // Connections that send nothing, or half of a handshake, and stay open.
    let mut slow = Vec::new();
    for number in 0..SLOW {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(&forger.recorded[..number % 200]).await.unwrap();
        slow.push(stream);
    }
    drop(join(&key, address, table).await);
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let mut forging = JoinSet::new();
    for number in 0..FORGED {
        let (forger, permit) = (Arc::clone(&forger), Arc::clone(&permits).acquire_owned().await.unwrap());
        forging.spawn(async move {
            let accepted = forger.forge(number).await;
            drop(permit);
            assert!(!accepted, "number {number} was accepted");
        });
        if number % 1_000 == 0 {
            drop(join(&key, address, table).await);
        }
    }
    while let Some(forged) = forging.join_next().await {
        forged.unwrap();
    }
    drop(slow);
    // The relay from before still works, and so do new ones.
    honest.send(Message::Text("\"record\"".into())).await.unwrap();
    loop {
        let Some(Ok(Message::Text(text))) = honest.next().await else { panic!("the relay has ended") };
        if text.starts_with("{\"refused\"") {
            break;
        }
    }
    drop(join(&key, address, table).await);
    let rejected = server.metrics.rejected_handshakes.get();
    assert!(rejected >= u64::from(FORGED) && rejected <= u64::from(FORGED) + SLOW as u64, "{rejected}");
    assert_eq!(store.load(table).await.unwrap().unwrap().lines.len(), 1);
    while server.metrics.relays_in.get() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// A node also rejects an owner that does not have the key.
#[tokio::test]
async fn a_node_relays_only_to_an_owner_with_the_key() {
    let seed = [3; 32];
    let key = NodeKey::new(&seed).unwrap();
    for claims in [false, true] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let forged = NodeKey::forged(&[5; 32], &seed, claims);
        let accepting =
            tokio::spawn(async move { forged.accept(listener.accept().await.unwrap().0).await.is_ok() });
        assert!(dial(&key, &address).await.is_err());
        assert!(!accepting.await.unwrap());
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let same = NodeKey::new(&seed).unwrap();
    let accepting =
        tokio::spawn(async move { same.accept(listener.accept().await.unwrap().0).await.is_ok() });
    assert!(dial(&key, &address).await.is_ok() && accepting.await.unwrap());
}
