//! Tries a release: installs the package in a fresh Debian, plays a game with the server of its unit, and
//! loses and restores the tables in the middle of it. Then runs the image.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{Built, empty_folder};
use crate::cargo::{line, output, succeed};
use crate::debian;

/// Where a fresh Debian puts its programs.
const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";
/// How long a server or a player may take for one step.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);
const UNIT: &str = "usr/lib/systemd/system/cardroom.service";

pub(super) fn check(built: &Built) -> Result<()> {
    need_tools()?;
    step("lintian");
    succeed(
        Command::new("lintian").args(["--fail-on", "error", "--tag-display-limit", "0"]).arg(&built.deb),
    )?;
    check_package(built)?;
    check_image(built)?;
    println!("\nThe package and the image work.");
    Ok(())
}

fn step(what: &str) {
    println!("\n== {what}");
}

fn need_tools() -> Result<()> {
    let tools = [("debootstrap", "debootstrap"), ("lintian", "lintian"), ("skopeo", "skopeo")];
    let is_missing = |tool: &str| Command::new(tool).arg("--version").output().is_err();
    let missing: Vec<&str> =
        tools.into_iter().filter(|(tool, _)| is_missing(tool)).map(|(_, package)| package).collect();
    if !missing.is_empty() {
        debian::install(&missing).with_context(|| format!("please install {}", missing.join(", ")))?;
    }
    ensure!(debian::may_install(), "only root can install a Debian in a folder, and only on Debian");
    Ok(())
}

/// Installs the package in a fresh Debian, and plays a game through a loss of all data.
fn check_package(built: &Built) -> Result<()> {
    step("a fresh Debian");
    let root = FreshDebian::new()?;
    step("install the package");
    fs::copy(&built.deb, root.path("tmp/cardroom.deb"))?;
    succeed(root.command(&["apt-get", "--quiet", "update"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    let install = ["apt-get", "--quiet", "--yes", "install", "--no-install-recommends", "/tmp/cardroom.deb"];
    succeed(root.command(&install).env("DEBIAN_FRONTEND", "noninteractive"))?;

    step("check the unit");
    let said = root.command(&["systemd-analyze", "verify", "--man=no", &format!("/{UNIT}")]).output()?;
    let text = [said.stdout, said.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    ensure!(said.status.success() && text.trim().is_empty(), "systemd-analyze: {} {text}", said.status);
    ensure!(
        fs::symlink_metadata(root.path("etc/systemd/system/multi-user.target.wants/cardroom.service"))
            .is_ok(),
        "the service is not enabled"
    );

    step("play, back up, destroy, restore, play on");
    let service = Service::read(&root)?;
    let port = free_port()?;
    let home = empty_folder("home")?;
    let server = service.start(&root, port)?;
    let url = format!("http://127.0.0.1:{port}/");
    let mut anna = Player::start(built, &home, &url)?;
    anna.until("Type `ready`")?;
    let link = anna.shown.split_whitespace().find(|word| word.starts_with(&url));
    let link = link.context("the client shows no link")?.to_owned();
    anna.type_line("ready")?;
    anna.until(PROMPT)?;
    ensure!(anna.play(3)? == Progress::Running, "the game is over too early");
    let before = anna.look()?;
    anna.quit()?;
    // As the user of the service, while it runs.
    let config = ["--config", "/etc/cardroom/cardroom.toml"];
    let mut backup = root.command_as(&service.user, &["cardroom", "backup"]);
    succeed(backup.args(config).arg("/tmp/backup.sqlite"))?;
    server.kill()?;
    fs::remove_dir_all(root.path(&service.data))?;
    service.create_data(&root)?;
    // As root, as an operator would. The file belongs to the user of the service nevertheless.
    succeed(root.command(&["cardroom", "restore"]).args(config).arg("/tmp/backup.sqlite"))?;
    let again = root.command(&["cardroom", "restore"]).args(config).arg("/tmp/backup.sqlite").output()?;
    ensure!(again.status.code() == Some(2), "a second restore must be refused");
    let server = service.start(&root, port)?;
    let mut anna = Player::start(built, &home, &link)?;
    anna.until("Seat A is Anna (you).")?;
    anna.until(PROMPT)?;
    ensure!(anna.look()? == before, "the restored game is another one");
    ensure!(anna.play(usize::MAX)? == Progress::Over, "the game does not end");
    anna.type_line("verify")?;
    anna.until("moves are legal.")?;
    anna.quit()?;
    succeed(&mut root.command(&["cardroom", "health", "--listen", &format!("127.0.0.1:{port}")]))?;
    println!("{}", server.stop()?);
    succeed(&mut root.command(&["cardroom", "store", "check", &format!("sqlite:/{}", service.data)]))?;

    step("remove the package");
    succeed(&mut root.command(&["apt-get", "--quiet", "--yes", "purge", "cardroom"]))?;
    ensure!(root.path(&service.data).join("cardroom.sqlite").is_file(), "the tables must stay");
    ensure!(!root.path("usr/bin/cardroom").exists(), "the program is still there");
    Ok(())
}

/// Runs the image, as its user, without anything else of this machine than the network.
fn check_image(built: &Built) -> Result<()> {
    step("the image");
    let image = format!("oci-archive:{}", built.image.display());
    let described = output(Command::new("skopeo").args(["inspect", "--config", &image]))?;
    let described: Value = serde_json::from_str(&described)?;
    let config = &described["config"];
    let texts = |value: &Value| -> Vec<String> {
        let items = value.as_array().into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let folder = empty_folder("image-check")?;
    let (copy, tree) = (folder.join("copy"), folder.join("tree"));
    // Checks all digests.
    succeed(Command::new("skopeo").args(["copy", "--quiet", &image]).arg(format!("dir:{}", copy.display())))?;
    fs::create_dir(&tree)?;
    let manifest: Value = serde_json::from_str(&fs::read_to_string(copy.join("manifest.json"))?)?;
    for layer in manifest["layers"].as_array().into_iter().flatten() {
        let digest = layer["digest"].as_str().unwrap_or_default().trim_start_matches("sha256:");
        succeed(Command::new("tar").arg("--directory").arg(&tree).arg("-xzpf").arg(copy.join(digest)))?;
    }
    let user = config["User"].as_str().context("the image has no user")?;
    let port = free_port()?;
    let run = |arguments: &[String]| {
        let mut command = Command::new("chroot");
        command
            .arg(format!("--userspec={user}"))
            .arg(&tree)
            .args(texts(&config["Entrypoint"]))
            .args(arguments);
        let variables = texts(&config["Env"]);
        let variables = variables.iter().filter_map(|variable| variable.split_once('='));
        // The program that changes the root is not in the image.
        command.env_clear().env("PATH", PATH).envs(variables.filter(|(name, _)| *name != "PATH"));
        command.env("CARDROOM_LISTEN", format!("127.0.0.1:{port}"));
        command
    };
    let server = Server::start(run(&texts(&config["Cmd"])), port)?;
    succeed(&mut run(&["health".to_owned()]))?;
    let home = empty_folder("home")?;
    let mut anna = Player::start(built, &home, &format!("http://127.0.0.1:{port}/"))?;
    anna.until("Type `ready`")?;
    anna.type_line("ready")?;
    anna.until(PROMPT)?;
    ensure!(anna.play(3)? == Progress::Running, "the game is over too early");
    anna.quit()?;
    println!("{}", server.stop()?);
    ensure!(tree.join("data/cardroom.sqlite").is_file(), "the tables are not in the volume");
    Ok(())
}

/// A Debian in a folder, with nothing but what every Debian has.
struct FreshDebian(PathBuf);

impl FreshDebian {
    /// Installs the version of this machine, from where this machine gets its packages.
    fn new() -> Result<FreshDebian> {
        let release = fs::read_to_string("/etc/os-release")?;
        let codename = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let codename = codename.context("this Debian has no code name")?;
        let format = "--format=$(REPO_URI) $(CODENAME) $(COMPONENT)";
        let sources = output(Command::new("apt-get").args(["indextargets", format, "Created-By: Packages"]))?;
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mirror = sources.lines().map(words).find(|words| words[1..] == [codename, "main"]);
        let mirror = mirror.with_context(|| format!("apt has no source for {codename}"))?;
        let folder = empty_folder("debian")?;
        // From here on, the folder is removed whatever happens.
        let root = FreshDebian(folder);
        let log = root.0.with_extension("log");
        let mut command = Command::new("debootstrap");
        command.arg("--variant=minbase").arg(codename).arg(&root.0).arg(&mirror[0]);
        println!("{}", line(&command));
        let status = command.stdout(fs::File::create(&log)?).status()?;
        ensure!(status.success(), "debootstrap failed: see {}", log.display());
        Ok(root)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        self.chroot(&[], words)
    }

    fn command_as(&self, user: &str, words: &[&str]) -> Command {
        self.chroot(&[&format!("--userspec={user}:{user}")], words)
    }

    fn chroot(&self, options: &[&str], words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.args(options).arg(&self.0).args(words);
        command.env_clear().env("PATH", PATH).env("LC_ALL", "C.UTF-8");
        // How to reach the mirror.
        for name in ["http_proxy", "https_proxy", "no_proxy"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command
    }
}

impl Drop for FreshDebian {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the unit says.
struct Service {
    user: String,
    command: Vec<String>,
    /// The data folder, relative to the root.
    data: String,
    mode: String,
}

impl Service {
    fn read(root: &FreshDebian) -> Result<Service> {
        let unit = fs::read_to_string(root.path(UNIT))?;
        let value = |key: &str| {
            let found = unit.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            found.map(str::to_owned).with_context(|| format!("the unit has no {key}"))
        };
        let service = Service {
            user: value("User")?,
            command: value("ExecStart")?.split(' ').map(str::to_owned).collect(),
            data: format!("var/lib/{}", value("StateDirectory")?),
            mode: value("StateDirectoryMode")?,
        };
        service.create_data(root)?;
        Ok(service)
    }

    /// Creates the data folder, as systemd does.
    fn create_data(&self, root: &FreshDebian) -> Result<()> {
        let Service { user, mode, data, .. } = self;
        succeed(&mut root.command(&[
            "install",
            "-d",
            "-o",
            user,
            "-g",
            user,
            "-m",
            mode,
            &format!("/{data}"),
        ]))
    }

    fn start(&self, root: &FreshDebian, port: u16) -> Result<Server> {
        let words: Vec<&str> = self.command.iter().map(String::as_str).collect();
        let mut command = root.command_as(&self.user, &words);
        // What the file says may be in use on this machine.
        command.env("CARDROOM_LISTEN", format!("127.0.0.1:{port}")).env("CARDROOM_PACE", "0ms");
        Server::start(command, port)
    }
}

/// A running server. It is killed when this is dropped.
struct Server {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start(mut command: Command, port: u16) -> Result<Server> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut out = BufReader::new(child.stdout.take().context("the server has an output")?);
        let mut said = String::new();
        out.read_line(&mut said)?;
        let server = Server { child, out };
        ensure!(said.contains(&format!(":{port}/")), "the server does not start: {said}");
        Ok(server)
    }

    fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Stops it as systemd does. Returns what it says.
    fn stop(mut self) -> Result<String> {
        succeed(Command::new("kill").arg(self.child.id().to_string()))?;
        let mut said = String::new();
        self.out.read_to_string(&mut said)?;
        let status = self.child.wait()?;
        ensure!(status.success(), "the server has failed: {status}");
        Ok(said.trim().to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a game goes on.
#[derive(PartialEq, Eq)]
enum Progress {
    Running,
    Over,
}

/// What the terminal shows when a game is over.
const OVER: &str = "or `q` to quit";
const PROMPT: &str = "\n> ";

/// A person at a terminal who plays against a bot.
struct Player {
    child: Child,
    stdin: ChildStdin,
    output: Receiver<u8>,
    shown: String,
}

impl Player {
    fn start(built: &Built, home: &Path, link: &str) -> Result<Player> {
        let mut command = Command::new(&built.program);
        command.args(["play", "savannah", "--plain", "--join", link, "--name", "Anna"]);
        if !link.contains('#') {
            command.args(["--rounds", "20", "--against", "casual"]);
        }
        command.env("CARDROOM_HOME", home).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take().context("the client reads from us")?;
        let stdout = child.stdout.take().context("the client has an output")?;
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for byte in BufReader::new(stdout).bytes().map_while(Result::ok) {
                if sender.send(byte).is_err() {
                    break;
                }
            }
        });
        Ok(Player { child, stdin, output, shown: String::new() })
    }

    fn type_line(&mut self, line: &str) -> Result<()> {
        Ok(writeln!(self.stdin, "{line}")?)
    }

    /// Waits until this is shown. Returns what was shown since the last time.
    fn until(&mut self, end: &str) -> Result<String> {
        self.until_one(&[end])
    }

    fn until_one(&mut self, ends: &[&str]) -> Result<String> {
        let limit = Instant::now() + STEP_TIMEOUT;
        let mut bytes = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&bytes);
            if ends.iter().any(|end| text.contains(end)) {
                let text = text.into_owned();
                self.shown.push_str(&text);
                return Ok(text);
            }
            let left = limit.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(byte) => bytes.push(byte),
                Err(_) => bail!("the client does not show {ends:?}:\n{text}"),
            }
        }
    }

    /// Ends this many turns at once, with a discard, or plays until the game is over. It is this player's
    /// turn before and afterwards.
    fn play(&mut self, turns: usize) -> Result<Progress> {
        for _ in 0..turns {
            self.type_line("?")?;
            let listed = self.until(PROMPT)?;
            let first = |line: &str| line.trim().split(' ').next().map(str::to_owned);
            let discard = listed.lines().filter_map(first).find(|word| word.starts_with('/'));
            self.type_line(&discard.context("there is no discard")?)?;
            if self.until_one(&[PROMPT, OVER])?.contains(OVER) {
                return Ok(Progress::Over);
            }
        }
        Ok(Progress::Running)
    }

    /// What the table looks like.
    fn look(&mut self) -> Result<String> {
        self.type_line("look")?;
        self.until(PROMPT)
    }

    fn quit(mut self) -> Result<()> {
        self.type_line("q")?;
        let status = self.child.wait()?;
        ensure!(status.success(), "the client has failed: {status}");
        Ok(())
    }
}

/// A port that is free now, and very likely still free when a server asks for it.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
