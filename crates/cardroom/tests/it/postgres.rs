//! The server and a PostgreSQL that asks for passwords and speaks TLS: what the program says when it cannot
//! get in, and what happens when the database goes away. Without `CARDROOM_TEST_POSTGRES`, these tests do
//! nothing.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::online::{Visit, VisitInput};
use games::catalog::GameId;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use table::{BySeat, Seat};
use transport::{Driver, Endpoint};
use wire::{NewTable, SeatPlan, TableCommand};

use crate::program::Home;

const PASSWORD: &str = "very-s3cret";

/// A PostgreSQL of our own. It ends when this is dropped.
struct Postgres {
    home: Home,
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    /// The user who runs it, if we are root.
    owner: Option<(u32, u32)>,
}

impl Postgres {
    /// Starts a database with passwords and TLS; `None` if there is no PostgreSQL for tests.
    fn start(test: &str) -> Option<Postgres> {
        let running = std::env::var("CARDROOM_TEST_POSTGRES").ok()?;
        let ask = |question: &str| {
            let answer = Command::new("psql").arg(&running).args(["-XAtc", question]).output().unwrap();
            PathBuf::from(String::from_utf8(answer.stdout).unwrap().trim())
        };
        let programs = ask("SELECT setting FROM pg_config WHERE name = 'BINDIR'");
        let home = Home::new(test);
        let owner = match fs::metadata(home.file("")).unwrap().uid() {
            0 => fs::metadata(ask("SHOW data_directory")).ok().map(|file| (file.uid(), file.gid())),
            _ => None,
        };
        // Outside of the target folder, which other users may be unable to enter.
        let folder = std::env::temp_dir().join(format!("cardroom-{test}-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let postgres = Postgres { home, folder, programs, port, owner };
        let (ours, other) = (authority(), authority());
        postgres.write("ca.pem", &pem("CERTIFICATE", ours.as_ref().der()));
        postgres.write("other-ca.pem", &pem("CERTIFICATE", other.as_ref().der()));
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let server = server.signed_by(&key, &ours).unwrap();
        postgres.write("server.pem", &pem("CERTIFICATE", server.der()));
        postgres.write("server.key", &pem("PRIVATE KEY", &key.serialize_der()));
        postgres.write("password", PASSWORD);
        postgres.own(&postgres.folder);
        let data = postgres.folder.join("data");
        let mut init = postgres.command("initdb");
        init.arg("--pgdata").arg(&data).args(["--username", "admin", "--auth", "scram-sha-256", "--no-sync"]);
        init.args(["--encoding", "UTF8", "--no-locale", "--pwfile"]).arg(postgres.folder.join("password"));
        assert!(init.stdout(Stdio::null()).status().unwrap().success());
        // The role `tls` may only connect by TLS.
        let access = "local all all scram-sha-256\nhostssl all tls 127.0.0.1/32 scram-sha-256\n\
            host all tls 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n";
        fs::write(data.join("pg_hba.conf"), access).unwrap();
        postgres.run();
        for role in ["cardroom", "tls", "reader"] {
            postgres.sql("postgres", &format!("CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'"));
        }
        postgres.sql("postgres", "CREATE DATABASE cardroom OWNER cardroom");
        postgres.sql("postgres", "CREATE DATABASE tls OWNER tls");
        Some(postgres)
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.folder.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        self.own(&file);
    }

    fn own(&self, file: &Path) {
        if let Some((user, group)) = self.owner {
            std::os::unix::fs::chown(file, Some(user), Some(group)).unwrap();
        }
    }

    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let mut command = match self.owner {
            None => Command::new(path),
            Some((user, group)) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", &user.to_string(), "--regid", &group.to_string(), "--clear-groups"]);
                command.arg("--").arg(path);
                command
            }
        };
        command.current_dir("/");
        command
    }

    fn run(&self) {
        let folder = self.folder.display();
        let options = format!(
            "-k {folder} -c listen_addresses=127.0.0.1 -c port={} -c ssl=on -c ssl_cert_file={folder}/server.pem \
             -c ssl_key_file={folder}/server.key",
            self.port
        );
        let mut start = self.command("pg_ctl");
        start.args(["start", "--wait", "--silent", "--pgdata"]).arg(self.folder.join("data"));
        start.arg("--log").arg(self.folder.join("log")).arg("-o").arg(options);
        assert!(start.status().unwrap().success(), "see the log in {folder}");
    }

    fn stop(&self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--silent", "--pgdata"]).arg(self.folder.join("data"));
        assert!(stop.status().unwrap().success());
    }

    /// Runs SQL as the administrator.
    fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = Command::new("psql");
        psql.arg("-h").arg(&self.folder).args([
            "-p",
            &self.port.to_string(),
            "-U",
            "admin",
            "-XAtc",
            sql,
            database,
        ]);
        let output = psql.env("PGPASSWORD", PASSWORD).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn url(&self, user: &str, host: &str, rest: &str) -> String {
        format!("postgres://{user}@{host}:{}/{rest}", self.port)
    }

    /// Starts a server; or what it said before it ended.
    fn serve(&self, url: &str, variables: &[(&str, &str)]) -> Result<Server, String> {
        let mut command =
            self.home.command(&["serve", "--listen", "127.0.0.1:0", "--pace", "0ms", "--store", url]);
        for name in ["PGPASSWORD", "PGPASSFILE", "PGSSLMODE", "PGSSLROOTCERT"] {
            command.env_remove(name);
        }
        command.env("HOME", self.home.file("")).envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("Cardroom is running at ").and_then(|line| line.split(' ').next());
        match address {
            Some(address) => Ok(Server { link: address.to_owned(), child }),
            None => {
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(2));
                let said = String::from_utf8(output.stderr).unwrap();
                assert!(!said.contains(PASSWORD) && !said.contains("wr0ng"), "{said}");
                Err(said)
            }
        }
    }

    /// Starts a server that cannot use the database.
    fn fails(&self, url: &str, variables: &[(&str, &str)]) -> String {
        self.serve(url, variables).map(Server::stop).expect_err("it must not run")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--silent", "--pgdata"]).arg(self.folder.join("data"));
        let _ = stop.stderr(Stdio::null()).status();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A certificate authority.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

fn pem(kind: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = format!("-----BEGIN {kind}-----");
    for (at, three) in bytes.chunks(3).enumerate() {
        if at % 16 == 0 {
            text.push('\n');
        }
        let number =
            (0..3).fold(0, |number, at| number << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            let value = number >> (18 - 6 * digit) & 63;
            text.push(if digit > three.len() { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text + &format!("\n-----END {kind}-----\n")
}

/// A running server.
struct Server {
    child: Child,
    link: String,
}

impl Server {
    /// Stops the server and returns its log.
    fn stop(mut self) -> String {
        let stopped = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(stopped.success());
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        assert!(!log.contains(PASSWORD), "{log}");
        log
    }

    fn health(&self) -> u16 {
        let address = self.link.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

#[test]
fn the_program_says_why_it_cannot_use_a_database() {
    let Some(postgres) = Postgres::start("postgres-refusals") else { return };
    let password = [("PGPASSWORD", PASSWORD)];
    let url = postgres.url("cardroom", "127.0.0.1", "cardroom");
    let said = postgres.fails(&url, &[("PGPASSWORD", "wr0ng")]);
    assert!(
        said.contains("the database refused: password authentication failed for user \"cardroom\""),
        "{said}"
    );
    let said = postgres.fails(&url.replacen('@', ":wr0ng@", 1), &[]);
    assert!(said.contains("password authentication failed for user \"cardroom\""), "{said}");
    let said = postgres.fails(&postgres.url("nobody", "127.0.0.1", "cardroom"), &password);
    assert!(said.contains("password authentication failed for user \"nobody\""), "{said}");
    let said = postgres.fails(&postgres.url("cardroom", "127.0.0.1", "nothing"), &password);
    assert!(said.contains("the database refused: database \"nothing\" does not exist"), "{said}");
    // Nothing is created where the rights are missing.
    let said = postgres.fails(&postgres.url("reader", "127.0.0.1", "cardroom"), &password);
    assert!(said.contains("the database refused: permission denied for schema public"), "{said}");
    let tables =
        || postgres.sql("cardroom", "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'cardroom%'");
    assert_eq!(tables(), "0");
    postgres.serve(&url, &password).unwrap().stop();
    let said = postgres.fails(&postgres.url("reader", "127.0.0.1", "cardroom"), &password);
    assert!(said.contains("the database refused: permission denied for table cardroom_"), "{said}");
    // A newer version that this program cannot use, and tables of another program.
    postgres.sql("cardroom", "UPDATE cardroom_schema SET version = 99, oldest = 99");
    let said = postgres.fails(&url, &password);
    assert!(
        said.contains("the data is of version 99, and this program knows") && said.contains("newer"),
        "{said}"
    );
    postgres.sql("cardroom", "DROP TABLE cardroom_lines; UPDATE cardroom_schema SET version = 2, oldest = 2");
    let said = postgres.fails(&url, &password);
    assert!(said.contains("belongs to another program, or its tables were changed"), "{said}");
    // Somebody else's server, which does not speak PostgreSQL.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap();
    let answers = std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        let _ = stream.read(&mut [0; 1000]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let said = postgres.fails(&format!("postgres://cardroom:wr0ng@{address}/cards"), &[]);
    assert!(said.contains("the database cannot be reached"), "{said}");
    answers.join().unwrap();
}

#[test]
fn passwords_can_come_from_the_environment_and_a_file() {
    let Some(postgres) = Postgres::start("postgres-passwords") else { return };
    let url = postgres.url("cardroom", "127.0.0.1", "cardroom");
    let said = postgres.fails(&url, &[]);
    assert!(said.contains("password"), "{said}");
    postgres.serve(&url, &[("PGPASSWORD", PASSWORD)]).unwrap().stop();
    // Lines that are of no use are not shown, because they may contain passwords.
    let line = format!("{PASSWORD}\n127.0.0.1:{}:cardroom:cardroom:{PASSWORD}\n", postgres.port);
    let file = |name: &str| {
        fs::write(postgres.home.file(name), &line).unwrap();
        fs::set_permissions(postgres.home.file(name), fs::Permissions::from_mode(0o600)).unwrap();
        postgres.home.file(name).display().to_string()
    };
    postgres.serve(&url, &[("PGPASSFILE", &file("passwords"))]).unwrap().stop();
    let home = file(".pgpass");
    postgres.serve(&url, &[]).unwrap().stop();
    // Other users can read it, so it is ignored.
    fs::set_permissions(&home, fs::Permissions::from_mode(0o644)).unwrap();
    postgres.fails(&url, &[]);
}

#[test]
fn connections_to_the_database_can_be_encrypted() {
    let Some(postgres) = Postgres::start("postgres-tls") else { return };
    let password = [("PGPASSWORD", PASSWORD)];
    let url = |host: &str, mode: &str, authority: &str| {
        let root = match authority {
            "" => String::new(),
            file => format!("&sslrootcert={}", postgres.folder.join(file).display()),
        };
        postgres.url("tls", host, &format!("tls?sslmode={mode}{root}"))
    };
    // The files belong to another user.
    for name in ["ca.pem", "other-ca.pem"] {
        fs::set_permissions(postgres.folder.join(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    for (host, mode, authority) in [
        ("127.0.0.1", "require", ""),
        ("127.0.0.1", "verify-ca", "ca.pem"),
        ("localhost", "verify-full", "ca.pem"),
    ] {
        let server = postgres.serve(&url(host, mode, authority), &password);
        let server = server.unwrap_or_else(|said| panic!("{mode}: {said}"));
        let encrypted =
            "SELECT bool_and(ssl), count(*) > 0 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE usename = 'tls'";
        assert_eq!(postgres.sql("tls", encrypted), "t|t");
        server.stop();
    }
    // Without TLS the database refuses.
    let said = postgres.fails(&url("127.0.0.1", "disable", ""), &password);
    assert!(said.contains("the database refused: ") && said.contains("no encryption"), "{said}");
    // Another authority, no authority, and another name.
    for (host, mode, authority) in [
        ("localhost", "verify-full", "other-ca.pem"),
        ("localhost", "verify-ca", "other-ca.pem"),
        ("localhost", "verify-full", ""),
        ("127.0.0.1", "verify-full", "ca.pem"),
        ("localhost", "verify-full", "missing.pem"),
    ] {
        let said = postgres.fails(&url(host, mode, authority), &password);
        assert!(said.contains("the database cannot be reached: "), "{said}");
        assert!(said.contains("invalid peer certificate") || said.contains("sslrootcert"), "{said}");
    }
}

/// The database crashes and comes back. The server and its clients notice it and go on by themselves.
#[test]
fn play_resumes_when_the_database_is_back() {
    let Some(postgres) = Postgres::start("postgres-lost") else { return };
    let url = postgres.url("cardroom", "127.0.0.1", "cardroom");
    let server = postgres.serve(&url, &[("PGPASSWORD", PASSWORD)]).unwrap();
    assert_eq!(server.health(), 200);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let endpoint = Endpoint::from_link(&server.link).unwrap();
        let name: wire::Name = "Anna".parse().unwrap();
        let pass = endpoint.request_pass(&name, None).await.unwrap();
        let mut driver = Driver::new(endpoint, pass, Visit::new(Some(name), None, None, 7));
        let seats = BySeat::new(2, |_| SeatPlan::Open);
        let (game, config) = (GameId::Savannah.name().to_owned(), "seats=2".to_owned());
        let table = NewTable { game, config, seats, public: false, clock: None };
        driver.handle(VisitInput::Open(Box::new(table)));
        drive(&mut driver, Visit::is_current).await;
        for round in 0..2 {
            postgres.stop();
            wait_for_health(&server, 503);
            // This is answered only after the database is back.
            let act = if round == 0 { TableCommand::Sit(Seat::A) } else { TableCommand::Stand };
            driver.handle(VisitInput::Do(act));
            let early = tokio::time::timeout(Duration::from_secs(1), drive(&mut driver, is_answered)).await;
            assert!(early.is_err() || driver.visit().seat().is_some() == (round == 1));
            postgres.run();
            // If the server has refused it as not stored, the player tries again.
            let seated = |visit: &Visit| visit.is_current() && visit.seat().is_some() == (round == 0);
            let end = Instant::now() + Duration::from_secs(40);
            while !seated(driver.visit()) {
                assert!(Instant::now() < end, "the game does not go on");
                if is_answered(driver.visit()) {
                    driver.handle(VisitInput::Do(act));
                }
                let _ = tokio::time::timeout(Duration::from_millis(200), driver.next()).await;
            }
            wait_for_health(&server, 200);
        }
        driver.close().await;
    });
    let log = server.stop();
    assert!(log.contains("the database"), "{log}");
    let check =
        postgres.home.command(&["store", "check", &url]).env("PGPASSWORD", PASSWORD).output().unwrap();
    assert_eq!(String::from_utf8(check.stdout).unwrap(), "1 tables with 3 lines are intact.\n");
}

/// Waits for an answer of `/healthz`, which is up to a second old.
fn wait_for_health(server: &Server, expected: u16) {
    let end = Instant::now() + Duration::from_secs(20);
    while server.health() != expected {
        assert!(Instant::now() < end, "/healthz does not become {expected}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn is_answered(visit: &Visit) -> bool {
    visit.is_current() && !visit.is_busy()
}

async fn drive(driver: &mut Driver, done: impl Fn(&Visit) -> bool) {
    while !done(driver.visit()) {
        let _ = driver.next().await;
    }
}
