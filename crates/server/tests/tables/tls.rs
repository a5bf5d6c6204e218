//! Connections by TLS, as behind a reverse proxy.

use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use transport::{Endpoint, TransportError};
use wire::ToClient;

use crate::harness::{Server, folder};

/// Starts a TLS proxy in front of a server. Returns its port and certificate.
async fn tls_proxy(server: &Server) -> (u16, Vec<u8>) {
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config =
        ServerConfig::builder().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key);
    let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let behind = server.address;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let mut plain = TcpStream::connect(behind).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut plain).await;
            });
        }
    });
    (port, cert.der().to_vec())
}

#[tokio::test]
async fn only_a_known_certificate_is_trusted() {
    let server = Server::new(&folder("tls")).await;
    let (port, certificate) = tls_proxy(&server).await;
    let link = format!("https://localhost:{port}/#table/aaaaaaaaaaaaaaaaaaaa");
    let name = "Anna".parse().unwrap();
    let known = Endpoint::from_link(&link).unwrap().trusting(certificate);
    let cookie = known.request_pass(&name, None).await.unwrap();
    let mut socket = known.connect(&cookie).await.unwrap();
    assert!(matches!(socket.receive().await, Ok(ToClient::Welcome { .. })));
    let table = "aaaaaaaaaaaaaaaaaaaa".parse().unwrap();
    assert_eq!(known.link_to(table), link);

    let (_, other) = tls_proxy(&server).await;
    let unknown = Endpoint::from_link(&link).unwrap().trusting(other);
    assert!(matches!(unknown.request_pass(&name, None).await, Err(TransportError::Unreachable(_))));
}
