use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use transport::Endpoint;

/// A server process.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) endpoint: Endpoint,
}

/// The resource usage of a process.
#[derive(Clone, Copy, Default)]
pub(crate) struct Usage {
    /// Processor time, in seconds.
    pub(crate) cpu: f64,
    /// Memory, in bytes.
    pub(crate) memory: u64,
}

impl ServerProcess {
    /// Starts the program with this data folder and without rate limits.
    pub(crate) fn start(program: &Path, data: &Path) -> Result<ServerProcess> {
        ServerProcess::start_with(Command::new(program), data)
    }

    /// Starts it with its default limits, and with this limit of open files. The log goes to a file.
    pub(crate) fn start_default(
        program: &Path,
        data: &Path,
        log: &Path,
        open_files: Option<u32>,
    ) -> Result<ServerProcess> {
        let mut command = Command::new("sh");
        let limit =
            open_files.map_or("ulimit -n $(ulimit -H -n)".to_owned(), |files| format!("ulimit -n {files}"));
        command.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]).arg(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        command.stderr(fs::File::create(log)?);
        ServerProcess::spawn(command)
    }

    /// The same with another command line before the arguments.
    pub(crate) fn start_with(mut command: Command, data: &Path) -> Result<ServerProcess> {
        ServerProcess::add_arguments(&mut command, "127.0.0.1:0");
        command.arg("--data").arg(data).stderr(Stdio::null());
        ServerProcess::spawn(command)
    }

    /// Adds the arguments that every server here gets: an address to listen on, and no rate limits.
    pub(crate) fn add_arguments(command: &mut Command, listen: &str) {
        const MUCH: &str = "1000000";
        command.args(["serve", "--listen", listen, "--messages", MUCH, "--requests", MUCH]);
        command.args(["--sockets", MUCH, "--connections", MUCH, "--tables", MUCH]);
        command.args(["--pace", "0ms", "--patience", "100ms"]);
        command.args(["--new-tables", MUCH, "--all-new-tables", MUCH]);
    }

    /// Starts a server, and waits until it prints its address.
    pub(crate) fn spawn(mut command: Command) -> Result<ServerProcess> {
        let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start the server")?;
        let out = child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let Some(link) = line.split(' ').find(|word| word.starts_with("http://")) else {
            let _ = child.kill();
            let _ = child.wait();
            bail!("the server does not print its address: `{}`", line.trim());
        };
        Ok(ServerProcess { child, endpoint: Endpoint::from_link(link)? })
    }

    /// Kills it, like `kill -9`.
    pub(crate) fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, name: &str) -> Result<()> {
        send_signal(self.child.id(), name)
    }

    /// Shuts it down gracefully, as a service manager does.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.signal("TERM")?;
        self.child.wait()?;
        Ok(())
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its resource usage, where the system provides it.
    pub(crate) fn usage(&self) -> Usage {
        usage(self.child.id()).unwrap_or_default()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // Killing an ended process fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process.
pub(crate) fn send_signal(id: u32, name: &str) -> Result<()> {
    let sent = Command::new("kill").args([format!("-{name}"), id.to_string()]).status()?;
    if sent.success() { Ok(()) } else { bail!("the signal {name} could not be sent") }
}

/// Reads `/proc`, where times are in hundredths of a second.
fn usage(id: u32) -> Option<Usage> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(Usage { cpu: ticks / 100.0, memory: kilobytes * 1024 })
}

/// A temporary folder for one run.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Folder> {
        let folder = std::env::temp_dir().join(format!("cardroom-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How long anything may take before the test fails.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(30);
