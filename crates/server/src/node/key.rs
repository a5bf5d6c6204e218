use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{AlwaysResolvesClientRawPublicKeys, Resumption};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls13_signature_with_raw_key,
};
use tokio_rustls::rustls::pki_types::{
    CertificateDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime,
};
use tokio_rustls::rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use tokio_rustls::rustls::server::{AlwaysResolvesServerRawPublicKeys, NoServerSessionStorage};
use tokio_rustls::rustls::sign::{CertifiedKey, SigningKey};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, PeerIncompatible,
    ServerConfig, SignatureScheme,
};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};

/// The start of an Ed25519 private key in PKCS #8 (RFC 8410). The seed follows.
const PKCS8_HEADER: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// Authenticates connections between nodes: TLS 1.3 with raw public keys (RFC 7250).
///
/// All nodes of a store have the same Ed25519 key, which is derived from the store's secret. Both ends of a
/// connection must present that key and prove that they have it. So there is nothing to configure, nothing
/// expires, and whoever cannot read the store cannot connect.
pub(crate) struct NodeKey {
    connector: TlsConnector,
    acceptor: TlsAcceptor,
}

impl NodeKey {
    /// The key that is made from a secret seed.
    pub(crate) fn new(seed: &[u8; 32]) -> Result<NodeKey, Error> {
        let key = signing_key(seed)?;
        let public = public_key(&*key)?;
        NodeKey::with(key, public.clone(), public)
    }

    /// Signs with this key, presents the public key `own`, and accepts only peers with the key `accepted`.
    fn with(key: Arc<dyn SigningKey>, own: Vec<u8>, accepted: Vec<u8>) -> Result<NodeKey, Error> {
        let provider = Arc::new(ring::default_provider());
        let own = Arc::new(CertifiedKey::new(vec![CertificateDer::from(own)], key));
        let algorithms = provider.signature_verification_algorithms;
        let accepted = Arc::new(SameKey { public: accepted, algorithms });
        let builder = ClientConfig::builder_with_provider(Arc::<CryptoProvider>::clone(&provider))
            .with_protocol_versions(&[&TLS13])?;
        let mut client = builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::<SameKey>::clone(&accepted))
            .with_client_cert_resolver(Arc::new(AlwaysResolvesClientRawPublicKeys::new(Arc::clone(&own))));
        client.enable_sni = false;
        client.resumption = Resumption::disabled();
        let mut server = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(accepted)
            .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(own)));
        server.session_storage = Arc::new(NoServerSessionStorage {});
        server.send_tls13_tickets = 0;
        Ok(NodeKey {
            connector: TlsConnector::from(Arc::new(client)),
            acceptor: TlsAcceptor::from(Arc::new(server)),
        })
    }

    /// Knows the public key of a store, but not its secret: presents its own key, or claims to have that of
    /// the store.
    #[cfg(test)]
    pub(super) fn forged(seed: &[u8; 32], store: &[u8; 32], claims: bool) -> NodeKey {
        let (key, accepted) =
            (signing_key(seed).unwrap(), public_key(&*signing_key(store).unwrap()).unwrap());
        let own = if claims { accepted.clone() } else { public_key(&*key).unwrap() };
        NodeKey::with(key, own, accepted).unwrap()
    }

    /// Authenticates both ends of a connection to another node.
    pub(super) async fn connect(&self, stream: TcpStream) -> io::Result<client::TlsStream<TcpStream>> {
        // The key identifies the other node, and no name is sent.
        let name = ServerName::try_from("cardroom").map_err(io::Error::other)?;
        self.connector.connect(name, stream).await
    }

    /// Authenticates both ends of a connection from another node.
    pub(super) async fn accept(&self, stream: TcpStream) -> io::Result<server::TlsStream<TcpStream>> {
        self.acceptor.accept(stream).await
    }
}

fn signing_key(seed: &[u8; 32]) -> Result<Arc<dyn SigningKey>, Error> {
    ring::sign::any_eddsa_type(&PrivatePkcs8KeyDer::from([&PKCS8_HEADER[..], seed].concat()))
}

fn public_key(key: &dyn SigningKey) -> Result<Vec<u8>, Error> {
    let public = key.public_key().ok_or(Error::General("the key has no public half".to_owned()))?;
    Ok(public.to_vec())
}

/// Accepts a peer that has the same key as this node.
#[derive(Debug)]
struct SameKey {
    public: Vec<u8>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl SameKey {
    fn check(&self, key: &CertificateDer<'_>, others: &[CertificateDer<'_>]) -> Result<(), Error> {
        if **key == *self.public && others.is_empty() {
            Ok(())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }
}

/// The methods that both verifiers have: TLS 1.3 only, and raw Ed25519 keys only.
macro_rules! verify_signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Err(PeerIncompatible::Tls12NotOfferedOrEnabled.into())
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            key: &CertificateDer<'_>,
            signature: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let key = SubjectPublicKeyInfoDer::from(key.as_ref());
            verify_tls13_signature_with_raw_key(message, &key, signature, &self.algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            vec![SignatureScheme::ED25519]
        }

        fn requires_raw_public_keys(&self) -> bool {
            true
        }
    };
}

impl ServerCertVerifier for SameKey {
    fn verify_server_cert(
        &self,
        key: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(key, others).map(|()| ServerCertVerified::assertion())
    }

    verify_signatures!();
}

impl ClientCertVerifier for SameKey {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        key: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(key, others).map(|()| ClientCertVerified::assertion())
    }

    verify_signatures!();
}
