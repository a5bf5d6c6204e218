use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use server::Site;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Answer;

/// Serve the card room to browsers
///
/// The app plays in the browser, also without a network once it has been opened. Ctrl-C ends the server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom serve                          for this machine
  cardroom serve --listen 0.0.0.0:8080    for the whole network")]
pub(crate) struct Args {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: String,
    /// A folder with the browser app, in place of the one that is built in
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Answer> {
    let site = match &args.web {
        None => Site::built_in(),
        Some(folder) => {
            Site::from_folder(folder).with_context(|| format!("cannot serve {}", folder.display()))?
        }
    };
    Runtime::new()?.block_on(async {
        let listener = TcpListener::bind(&args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        writeln!(out, "Cardroom is at http://{}/ until Ctrl-C.", listener.local_addr()?)?;
        out.flush()?;
        server::serve(listener, site, asked_to_stop()).await?;
        Ok(Answer::Yes)
    })
}

/// Ctrl-C, or what a service manager sends.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
