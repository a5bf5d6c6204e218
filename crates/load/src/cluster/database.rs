use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::net::UnixStream;

use super::proxy::Target;
use crate::server_process::{MAX_WAIT, send_signal};

/// A PostgreSQL server that can be killed and started again. `cargo xtask` has created its data folder.
#[derive(clap::Args)]
pub(crate) struct DatabaseArgs {
    /// The folder with PostgreSQL's socket
    #[arg(long, value_name = "FOLDER")]
    socket: PathBuf,
    /// The command that runs PostgreSQL, after `--`; `cargo xtask` adds it
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// A running PostgreSQL server.
pub(crate) struct Database {
    command: Vec<String>,
    /// Where its socket is.
    folder: PathBuf,
    log: PathBuf,
    child: Child,
}

impl Database {
    pub(crate) async fn start(args: &DatabaseArgs, folder: &Path) -> Result<Database> {
        let (command, log) = (args.command.clone(), folder.join("postgres.log"));
        let child = spawn(&command, &log)?;
        let mut database = Database { command, folder: args.socket.clone(), log, child };
        database.wait().await?;
        Ok(database)
    }

    /// Where clients connect.
    pub(crate) fn target(&self) -> Target {
        Target::Unix(self.socket())
    }

    fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// The address of the database behind a proxy.
    pub(crate) fn url(proxy: std::net::SocketAddr) -> String {
        format!("postgres://cardroom@{proxy}/postgres?sslmode=disable")
    }

    /// The address of the database without a proxy.
    pub(crate) fn direct_url(&self) -> String {
        format!("postgres:///postgres?host={}&user=cardroom", self.folder.display())
    }

    /// Ends all processes at once with this signal: `KILL`, or `QUIT` for an immediate shutdown.
    pub(crate) async fn kill(&mut self, signal: &str) -> Result<()> {
        send_signal(self.child.id(), signal)?;
        let end = Instant::now() + MAX_WAIT;
        while self.child.try_wait()?.is_none() {
            ensure!(Instant::now() < end, "PostgreSQL does not end");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// Starts it again after it was killed. It recovers from its log.
    pub(crate) async fn restart(&mut self) -> Result<()> {
        self.child = spawn(&self.command, &self.log)?;
        self.wait().await
    }

    async fn wait(&mut self) -> Result<()> {
        let end = Instant::now() + 2 * MAX_WAIT;
        loop {
            tokio::time::sleep(Duration::from_millis(50)).await;
            ensure!(Instant::now() < end, "PostgreSQL does not start: see {}", self.log.display());
            // After SIGKILL, its other processes may still be ending.
            if self.child.try_wait()?.is_some() {
                self.child = spawn(&self.command, &self.log)?;
            } else if is_ready(&self.socket()).await {
                return Ok(());
            }
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = send_signal(self.child.id(), "QUIT");
        }
        let _ = self.child.wait();
    }
}

fn spawn(command: &[String], log: &Path) -> Result<Child> {
    let (program, args) = command.split_first().context("no command for PostgreSQL")?;
    let log = File::options().create(true).append(true).open(log)?;
    let mut command = Command::new(program);
    command.args(args).current_dir("/").stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
    command.spawn().context("could not start PostgreSQL")
}

/// Whether PostgreSQL accepts sessions. It answers a startup message with an `E` while it recovers.
async fn is_ready(socket: &Path) -> bool {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let ask = async {
        let mut stream = UnixStream::connect(socket).await?;
        let mut message = vec![0, 0, 0, 0, 0, 3, 0, 0];
        message.extend(b"user\0cardroom\0database\0postgres\0\0");
        message[3] = message.len() as u8;
        stream.write_all(&message).await?;
        let kind = stream.read_u8().await?;
        // End the session politely.
        stream.write_all(&[b'X', 0, 0, 0, 4]).await?;
        Ok::<_, std::io::Error>(kind == b'R')
    };
    matches!(tokio::time::timeout(Duration::from_secs(2), ask).await, Ok(Ok(true)))
}
