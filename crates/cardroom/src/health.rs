use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::Answer;
use crate::serve::LISTEN;

/// Ask a server on this computer whether it is ready
///
/// This is for service managers and containers, which have no other HTTP client.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 it is ready, 1 it is not, 2 it cannot be reached")]
pub(crate) struct HealthArgs {
    /// The address that the server listens on
    #[arg(long, value_name = "ADDRESS", default_value = LISTEN)]
    listen: String,
}

/// How long the server may take to accept a connection, and to answer.
const MAX_WAIT: Duration = Duration::from_secs(3);
/// Its answer is shorter than this.
const MAX_ANSWER: u64 = 64 * 1024;

pub(crate) fn run(args: &HealthArgs, out: &mut dyn Write) -> Result<Answer> {
    let answer = ask(&args.listen).with_context(|| format!("cannot reach the server at {}", args.listen))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    writeln!(out, "{}", crate::english::printable(body.trim()))?;
    let is_ready = head.split(' ').nth(1) == Some("200");
    Ok(if is_ready { Answer::Yes } else { Answer::No })
}

fn ask(listen: &str) -> Result<String> {
    let mut address = listen.to_socket_addrs()?.next().context("there is no such address")?;
    // A server that listens on all addresses is asked at the local one.
    if address.ip().is_unspecified() {
        let local: std::net::IpAddr = match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        };
        address.set_ip(local);
    }
    let mut stream = TcpStream::connect_timeout(&address, MAX_WAIT)?;
    stream.set_read_timeout(Some(MAX_WAIT))?;
    stream.set_write_timeout(Some(MAX_WAIT))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
    Ok(answer)
}
