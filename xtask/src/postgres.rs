//! Finds or installs PostgreSQL, and runs a database for the tests.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{output, succeed};
use crate::debian;

/// The environment variable that tells tests where the database is.
pub(crate) const VARIABLE: &str = "CARDROOM_TEST_POSTGRES";

/// The name of the database user.
const USER: &str = "cardroom";
/// Users who may own the processes. PostgreSQL refuses to run as root.
const OWNERS: [&str; 2] = ["postgres", "nobody"];
/// How long the start may take.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A database that listens only on a socket in a temporary folder. It ends when this is dropped, whoever has
/// started it.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    /// The user who owns the processes, if we are root.
    owner: Option<&'static str>,
    /// Its process, if we have started it.
    server: Option<Child>,
}

impl Postgres {
    /// Finds PostgreSQL, or installs it if that is possible, and starts a database.
    pub(crate) fn start() -> Result<Postgres> {
        let mut postgres = Postgres::prepare()?;
        let mut server = postgres.server();
        let log = fs::File::create(env::temp_dir().join("cardroom-postgres.log"))?;
        server.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        postgres.server = Some(server.spawn().context("could not start PostgreSQL")?);
        postgres.wait()?;
        Ok(postgres)
    }

    /// Finds PostgreSQL, or installs it if that is possible, and creates a database without starting it.
    pub(crate) fn prepare() -> Result<Postgres> {
        let programs = match find() {
            Some(programs) => programs,
            None => {
                debian::install(&["postgresql"])
                    .context("please install PostgreSQL to test the server with it")?;
                find().context("PostgreSQL is installed, but was not found")?
            }
        };
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("cardroom-postgres-{}-{number}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let postgres = Postgres { programs, folder, owner: owner()?, server: None };
        if let Some(owner) = postgres.owner {
            succeed(Command::new("chown").arg(owner).arg(&postgres.folder))?;
        }
        let data = postgres.folder.join("data");
        let mut init = postgres.command("initdb");
        init.arg("--pgdata").arg(&data);
        init.args(["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"]);
        output(&mut init)?;
        Ok(postgres)
    }

    /// The command that runs the database in the foreground. What is committed is on disk, as by default.
    fn server(&self) -> Command {
        let mut server = self.command("postgres");
        server.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        server.args(["-c", "listen_addresses=", "-c", "max_connections=200"]);
        server.args(["-c", "fsync=on", "-c", "synchronous_commit=on"]);
        server
    }

    /// Tells a program how to run the database, which it may kill and start again: the folder of its socket,
    /// and the command after `--`.
    pub(crate) fn lend(&self, to: &mut Command) {
        let server = self.server();
        to.arg("--socket").arg(&self.folder).arg("--").arg(server.get_program()).args(server.get_args());
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user={USER}", self.folder.display())
    }

    fn wait(&mut self) -> Result<()> {
        let end = Instant::now() + START_TIMEOUT;
        let folder = self.folder.clone();
        while let Err(error) = output(self.command("pg_isready").arg("-h").arg(&folder)) {
            if let Some(server) = &mut self.server
                && let Some(status) = server.try_wait()?
            {
                bail!(
                    "PostgreSQL has ended ({status}): see cardroom-postgres.log in {}",
                    env::temp_dir().display()
                );
            }
            ensure!(Instant::now() < end, "PostgreSQL does not start: {error}");
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// A program of PostgreSQL, run by the owner.
    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let mut command = match self.owner {
            None => Command::new(path),
            Some(owner) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", owner, "--regid", owner, "--clear-groups", "--"]).arg(path);
                command
            }
        };
        command.current_dir("/");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--silent", "--pgdata"]).arg(self.folder.join("data"));
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if let Some(mut server) = self.server.take() {
            let _ = server.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder with the programs of the latest version: in `PATH`, or where Debian has it.
fn find() -> Option<PathBuf> {
    let has = |folder: &Path| {
        ["initdb", "postgres", "pg_ctl", "pg_isready"].iter().all(|name| folder.join(name).is_file())
    };
    if let Some(folder) = env::split_paths(&env::var_os("PATH")?).find(|folder| has(folder)) {
        return Some(folder);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, folder)| has(folder))
        .collect();
    versions.sort();
    versions.pop().map(|(_, folder)| folder)
}

/// The user who owns the processes; `None` if we are not root.
fn owner() -> Result<Option<&'static str>> {
    if output(Command::new("id").arg("-u"))?.trim() != "0" {
        return Ok(None);
    }
    let exists = |name: &&str| output(Command::new("id").arg(name)).is_ok();
    OWNERS
        .into_iter()
        .find(exists)
        .map(Some)
        .context("root cannot run PostgreSQL, and there is no other user")
}
