//! A program that plays through pipes, and a folder of its own for each test.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder for the saves of one test.
pub(crate) struct Home(PathBuf);

impl Home {
    pub(crate) fn new(test: &str) -> Home {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Home(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    /// The program with this home, in this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.args(args).env("CARDROOM_HOME", &self.0).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        command
    }

    /// Runs the program with these lines to read.
    pub(crate) fn run(&self, args: &[&str], input: &str) -> Done {
        self.run_bytes(args, input.as_bytes())
    }

    /// Runs the program with something to read that need not be text.
    pub(crate) fn run_bytes(&self, args: &[&str], input: &[u8]) -> Done {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
        // From another thread, or both programs could wait for the other to read. One that has ended
        // reads nothing more.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let done = Done::from(child.wait_with_output().unwrap());
        writer.join().unwrap();
        done
    }

    /// Runs the program and presses Ctrl-C while it works. If it had not started to work yet, it is run again
    /// and gets more time.
    #[cfg(unix)]
    pub(crate) fn interrupted(&self, args: &[&str], was_at_work: impl Fn(&str) -> bool) -> Done {
        for doublings in 0..10 {
            let mut command = self.command(args);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(50 << doublings));
            interrupt(&child);
            let output = child.wait_with_output().unwrap();
            // A program that does not listen for Ctrl-C yet ends without a code.
            if output.status.code().is_some() && was_at_work(&String::from_utf8_lossy(&output.stdout)) {
                return Done::from(output);
            }
        }
        panic!("`{}` does not begin to work", args.join(" "));
    }

    /// Starts a game that is played line by line.
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut running = Running { child, stdin, stdout, opening: String::new() };
        running.opening = running.until_prompt();
        running
    }
}

/// Presses Ctrl-C.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

/// Waits until something is so.
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not happen");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The result of a run.
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        Done {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A program that waits for a line.
pub(crate) struct Running {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// What it showed before the first line.
    pub(crate) opening: String,
}

impl Running {
    /// Types a line; what is shown then, up to the next prompt.
    pub(crate) fn line(&mut self, line: &str) -> String {
        writeln!(self.stdin, "{line}").unwrap();
        self.until_prompt()
    }

    /// Ends the program in the middle of whatever it does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Closes its input and waits for its end; the exit code.
    pub(crate) fn end(mut self) -> i32 {
        drop(self.stdin);
        let mut rest = Vec::new();
        self.stdout.read_to_end(&mut rest).unwrap();
        self.child.wait().unwrap().code().unwrap()
    }

    fn until_prompt(&mut self) -> String {
        let mut shown = Vec::new();
        let mut byte = [0];
        while !shown.ends_with(b"\n> ") && !shown.ends_with(b"(yes/no) ") {
            if self.stdout.read(&mut byte).unwrap() == 0 {
                break;
            }
            shown.push(byte[0]);
        }
        String::from_utf8(shown).unwrap()
    }
}
