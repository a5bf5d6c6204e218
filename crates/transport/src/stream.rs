//! A byte stream to a server, plain or by TLS.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Bytes in both directions.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// An open stream.
pub(crate) type Stream = Box<dyn Duplex>;

/// Which certificates are trusted.
#[derive(Clone, Debug)]
pub(crate) enum Trust {
    /// Those that the system trusts.
    System,
    /// This one only.
    Only(Vec<u8>),
}

impl Trust {
    /// The certificates, and why some of them could not be loaded.
    fn roots(&self) -> io::Result<(RootCertStore, Option<String>)> {
        let mut roots = RootCertStore::empty();
        let problem = match self {
            Trust::System => {
                let loaded = rustls_native_certs::load_native_certs();
                roots.add_parsable_certificates(loaded.certs);
                loaded.errors.first().map(ToString::to_string)
            }
            Trust::Only(certificate) => {
                roots.add(CertificateDer::from(certificate.clone())).map_err(io::Error::other)?;
                None
            }
        };
        if roots.is_empty() {
            let text = "this system has no certificates to verify a server with";
            return Err(io::Error::other(problem.map_or(text.to_owned(), |why| format!("{text}: {why}"))));
        }
        Ok((roots, problem))
    }
}

/// Connects to a host name with or without a port; by TLS if there are certificates to trust.
pub(crate) async fn open(host: &str, trust: Option<&Trust>, local: Option<IpAddr>) -> io::Result<Stream> {
    let (name, port) = match host.rsplit_once(':').and_then(|(name, port)| Some((name, port.parse().ok()?))) {
        Some((name, port)) => (name, port),
        None => (host, if trust.is_some() { 443 } else { 80 }),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let roots = trust.map(Trust::roots).transpose()?;
    let stream = match local {
        None => TcpStream::connect((name, port)).await?,
        Some(local) => connect_from(local, name, port).await?,
    };
    stream.set_nodelay(true)?;
    let Some((roots, problem)) = roots else { return Ok(Box::new(stream)) };
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).map_err(io::Error::other)?;
    match (TlsConnector::from(Arc::new(config)).connect(name, stream).await, problem) {
        (Ok(stream), _) => Ok(Box::new(stream)),
        // The missing certificate may be the reason.
        (Err(error), Some(problem)) => {
            Err(io::Error::other(format!("{error} (some certificates could not be loaded: {problem})")))
        }
        (Err(error), None) => Err(error),
    }
}

/// Connects from one of several addresses of this computer.
async fn connect_from(local: IpAddr, name: &str, port: u16) -> io::Result<TcpStream> {
    let mut hosts = tokio::net::lookup_host((name, port)).await?;
    let host = hosts.find(|host| host.is_ipv4() == local.is_ipv4()).ok_or(io::ErrorKind::AddrNotAvailable)?;
    let socket = if local.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.bind(SocketAddr::new(local, 0))?;
    socket.connect(host).await
}
