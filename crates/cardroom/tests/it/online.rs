//! Two terminals at one table, through a server that is killed and comes back.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::program::Home;

pub(crate) struct Server(Child, BufReader<ChildStdout>);

impl Server {
    pub(crate) fn start(home: &Home, port: u16) -> Server {
        Server::start_below(home, port, "/")
    }

    /// Starts it below a path.
    fn start_below(home: &Home, port: u16, base: &str) -> Server {
        let data = home.file("data");
        let listen = format!("127.0.0.1:{port}");
        let mut command =
            home.command(&["serve", "--pace", "0ms", "--base", base, "--listen", &listen, "--data"]);
        command.arg(data).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("Cardroom is running at http://{listen}{base} (press Ctrl-C to stop)\n"));
        Server(child, out)
    }

    /// Stops it as a service manager does. Returns what it says.
    fn stop(mut self) -> String {
        let id = self.0.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let mut said = String::new();
        self.1.read_to_string(&mut said).unwrap();
        assert!(self.0.wait().unwrap().success());
        said
    }

    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

pub(crate) struct Terminal {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    shown: String,
}

impl Terminal {
    fn start(home: &Home, args: &[&str]) -> Terminal {
        Terminal::play(home, "savannah", args)
    }

    pub(crate) fn play(home: &Home, game: &str, args: &[&str]) -> Terminal {
        let mut command = home.command(&[&["play", game, "--plain"], args].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Terminal { child, stdin, stdout, shown: String::new() }
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// Reads until one of these is shown; what was shown since the last time.
    pub(crate) fn until(&mut self, ends: &[&str]) -> String {
        let from = self.shown.len();
        let mut byte = [0];
        while !ends.iter().any(|end| self.shown[from..].contains(end)) {
            assert_eq!(self.stdout.read(&mut byte).unwrap(), 1, "{}", &self.shown[from..]);
            self.shown.push(char::from(byte[0]));
        }
        self.shown[from..].to_owned()
    }

    pub(crate) fn end(mut self) -> i32 {
        self.type_line("q");
        self.child.wait().unwrap().code().unwrap()
    }
}

/// A port that is free now, and very likely still free when a server asks for it.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

const OVER: &str = "or `q` to quit";

/// Ends each turn at once until the game is over. Calls `moves` after each move.
fn play(mut terminal: Terminal, moves: &mut dyn FnMut(usize)) -> Terminal {
    for made in 0.. {
        if terminal.until(&["\n> ", OVER]).contains(OVER) {
            break;
        }
        terminal.type_line("?");
        let listed = terminal.until(&["\n> "]);
        let discard =
            listed.lines().find_map(|line| line.trim().split(' ').next().filter(|mv| mv.starts_with('/')));
        terminal.type_line(discard.unwrap());
        moves(made);
    }
    terminal
}

#[test]
fn two_terminals_play_a_whole_game_while_the_server_is_killed() {
    let (home, other) = (Home::new("online-a"), Home::new("online-b"));
    let port = free_port();
    let server = Server::start(&home, port);
    let url = format!("http://127.0.0.1:{port}/");
    let mut anna = Terminal::start(&home, &["--join", &url, "--name", "Anna", "--rounds", "20"]);
    let opening = anna.until(&["Type `ready`"]);
    let link = opening.split_whitespace().find(|word| word.starts_with(&url)).unwrap();
    let link = link.to_owned();
    let mut bert = Terminal::start(&other, &["--join", &link, "--name", "Bert"]);
    bert.until(&["Type `ready`"]);
    assert!(
        bert.shown.contains("Seat A is Anna.") && bert.shown.contains("Seat B is Bert (you)."),
        "{}",
        bert.shown
    );
    bert.type_line("say hello");
    anna.until(&["Bert (B): Hello!"]);
    anna.type_line("ready");
    bert.type_line("ready");
    let guest = std::thread::spawn(move || play(bert, &mut |_| {}));
    let mut running = Some(server);
    let anna = play(anna, &mut |made| {
        if made == 5 {
            running.take().unwrap().kill();
            running = Some(Server::start(&home, port));
        }
    });
    let bert = guest.join().unwrap();
    assert!(anna.shown.contains("econnecting"), "{}", anna.shown);
    let record = home.file("game.record");
    let file = record.to_str().unwrap().to_owned();
    for mut terminal in [anna, bert] {
        assert!(terminal.shown.contains("The last round is over"), "{}", terminal.shown);
        terminal.type_line("verify");
        let told = terminal.until(&["your own number.", "do not trust it", "is invalid"]);
        assert!(
            told.contains("The numbers of A, B match their commitments.")
                && told.contains("All 40 rolls are correct."),
            "{told}"
        );
        assert!(told.contains("The record matches what the server showed you"), "{told}");
        terminal.type_line(&format!("export {file}"));
        terminal.until(&["; check it with ", "annot write"]);
        assert_eq!(terminal.end(), 0);
    }
    let verified = home.run(&["verify", &file], "");
    assert!(verified.code == 0 && verified.out.contains("were not rigged"), "{}", verified.out);
    // The same person has the same seat.
    let mut back = Terminal::start(&home, &["--join", &link, "--name", "Anna"]);
    back.until(&[OVER]);
    assert!(back.shown.contains("Seat A is Anna (you)."), "{}", back.shown);
    assert_eq!(back.end(), 0);
    let copy = home.file("copy.sqlite");
    let data = home.file("data");
    let (data, copy) = (data.to_str().unwrap(), copy.to_str().unwrap());
    let done = home.run(&["backup", "--data", data, copy], "");
    assert_eq!((done.code, done.out), (0, format!("Wrote {copy}.\n")));
    assert_eq!(home.run(&["backup", "--data", data, copy], "").code, 2);
    running.unwrap().kill();
}

#[test]
fn klondike_is_played_at_a_table_of_a_server() {
    let (home, other) = (Home::new("online-klondike-a"), Home::new("online-klondike-b"));
    let port = free_port();
    let server = Server::start(&home, port);
    let url = format!("http://127.0.0.1:{port}/");
    let mut anna = Terminal::play(&home, "klondike", &["--join", &url, "--name", "Anna", "--draw", "3"]);
    let opening = anna.until(&["Type `ready`"]);
    let link = opening.split_whitespace().find(|word| word.starts_with(&url)).unwrap().to_owned();
    anna.type_line("ready");
    anna.until(&["\n> "]);
    anna.type_line("d");
    let drawn = anna.until(&["\n> "]);
    assert!(drawn.contains("Drew 3 cards"), "{drawn}");
    anna.type_line("u");
    let undone = anna.until(&["\n> "]);
    assert!(undone.contains("Undone: drew 3 cards"), "{undone}");
    anna.type_line("u");
    assert!(anna.until(&["\n> "]).contains("Nothing to undo."));
    // There may be spectators. The link of another game is an error.
    let mut bert = Terminal::play(&other, "klondike", &["--join", &link, "--name", "Bert"]);
    bert.until(&["Seat A is Anna."]);
    let mut lost = Terminal::start(&other, &["--join", &link, "--name", "Bert"]);
    assert_eq!(lost.child.wait().unwrap().code(), Some(2));
    anna.type_line("resign");
    anna.until(&[OVER]);
    bert.until(&[OVER]);
    anna.type_line("verify");
    anna.until(&["your own number."]);
    assert_eq!((anna.end(), bert.end()), (0, 0));
    assert_eq!(server.stop(), "Stopped. Stored since the start: 1 new table and 4 moves.\n");
}

/// Passes are kept by origin, so that one from a server with TLS is never sent in the clear.
#[test]
fn a_stored_pass_belongs_to_an_origin() {
    let home = Home::new("online-origins");
    let port = free_port();
    let server = Server::start(&home, port);
    let url = format!("http://127.0.0.1:{port}/");
    let mut anna = Terminal::start(&home, &["--join", &url, "--name", "Anna"]);
    let opening = anna.until(&["Type `ready`"]);
    let link = opening.split_whitespace().find(|word| word.starts_with(&url)).unwrap().to_owned();
    assert_eq!(anna.end(), 0);
    let folder = home.file("online");
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    let file = format!("http_127.0.0.1_{port}.pass");
    assert!(files.contains(&std::ffi::OsString::from(&file)), "{files:?}");
    // The file of an earlier version, which had only the host in its name, is taken over.
    std::fs::rename(folder.join(&file), folder.join(format!("127.0.0.1_{port}.pass"))).unwrap();
    let mut back = Terminal::start(&home, &["--join", &link, "--name", "Anna"]);
    back.until(&["Seat A is Anna (you)."]);
    assert_eq!(back.end(), 0);
    assert!(folder.join(&file).exists());
    server.kill();
}

#[test]
fn a_server_below_a_path_is_joined_with_its_link() {
    let home = Home::new("online-base");
    let port = free_port();
    let server = Server::start_below(&home, port, "/games/cards/");
    let url = format!("http://127.0.0.1:{port}/games/cards/");
    let mut anna = Terminal::start(&home, &["--join", url.trim_end_matches('/'), "--name", "Anna"]);
    let opening = anna.until(&["Type `ready`"]);
    let link = opening.split_whitespace().find(|word| word.starts_with(&url)).unwrap().to_owned();
    assert_eq!(anna.end(), 0);
    let mut back = Terminal::start(&home, &["--join", &link, "--name", "Anna"]);
    back.until(&["Seat A is Anna (you)."]);
    assert_eq!(back.end(), 0);
    assert!(home.file("online").join(format!("http_127.0.0.1_{port}+games+cards.pass")).exists());
    let lost = home.run(&["play", "savannah", "--join", &format!("http://127.0.0.1:{port}/")], "");
    assert!(lost.code == 2 && lost.err.contains("the server answered 404"), "{}", lost.err);
    server.kill();
}

#[test]
fn missing_certificates_are_reported() {
    let home = Home::new("online-certificates");
    let mut command = home.command(&["play", "savannah", "--join", "https://127.0.0.1:1/", "--name", "A"]);
    command.env("SSL_CERT_FILE", "/nowhere/certificates.pem").env_remove("SSL_CERT_DIR");
    let done = command.output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(
        error.contains("no certificates to verify a server with") && error.contains("/nowhere/"),
        "{error}"
    );
}

#[test]
fn bad_links_are_reported() {
    let home = Home::new("online-nowhere");
    for (args, error) in [
        (&["savannah", "--join", "nowhere"][..], "is not a link to a server"),
        (
            &["savannah", "--join", "http://127.0.0.1:1/#move/0/aaaaaaaaaaaaaaaaaaaa"],
            "continues in a browser",
        ),
        (&["savannah", "--join", "http://127.0.0.1:1/", "--name", ""], "a name needs at least one character"),
        (&["savannah", "--join", "http://127.0.0.1:1/", "--name", "A"], "the server cannot be reached"),
    ] {
        let done = home.run(&[&["play"], args].concat(), "");
        assert_eq!(done.code, 2, "{args:?}");
        assert!(done.err.contains(error), "{}", done.err);
    }
}
