use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;

use crate::english::{sentence, wrap};
use crate::ink::Ink;

const WIDTH: usize = 80;

/// Where the game is shown, and where lines come from.
pub(super) struct Console<'a> {
    out: &'a mut dyn Write,
    pub(super) ink: Ink,
    /// All in words, for a screen reader.
    pub(super) plain: bool,
    /// Whether the table is always drawn at the top of an empty screen.
    pub(super) clears: bool,
    /// Whether lines come from a person who sees what is typed. Otherwise it is written, so that the output
    /// can be read alone.
    typed: bool,
}

impl<'a> Console<'a> {
    pub(super) fn new(out: &'a mut dyn Write, ascii: bool, plain: bool) -> Console<'a> {
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let coloured = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        Console {
            out,
            ink: Ink::new(ascii),
            plain,
            clears: io::stdout().is_terminal() && coloured && !plain && !dumb,
            typed: io::stdin().is_terminal(),
        }
    }

    /// Whether somebody sees the screen change while nothing is typed.
    pub(super) fn is_watched(&self) -> bool {
        self.typed && io::stdout().is_terminal()
    }

    /// Shows what was written so far.
    pub(super) fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    /// Makes room for a new picture.
    pub(super) fn begin(&mut self) -> Result<()> {
        if self.clears {
            write!(self.out, "\x1b[H\x1b[2J")?;
        } else if !self.plain {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Shows the table under its title.
    pub(super) fn show(&mut self, title: &[String], table: &[String]) -> Result<()> {
        let title = if self.plain { title.join(", ") } else { self.ink.title(title) };
        writeln!(self.out, "{title}")?;
        for line in table {
            writeln!(self.out, "{line}")?;
        }
        if !self.plain {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Says something in whole sentences.
    pub(super) fn say(&mut self, text: &str) -> Result<()> {
        let text = sentence(text);
        let lines = if self.plain { vec![text] } else { wrap(&text, WIDTH) };
        self.print(&lines)
    }

    /// Prints lines as they are.
    pub(super) fn print(&mut self, lines: &[String]) -> Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        Ok(())
    }

    /// Waits for a line; `None` when there will be no more.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        self.prompt(prompt)?;
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        self.echo(&line)?;
        Ok(Some(line))
    }

    /// Shows that a line is waited for.
    pub(super) fn prompt(&mut self, prompt: &str) -> Result<()> {
        write!(self.out, "{prompt}")?;
        Ok(self.out.flush()?)
    }

    /// Shows a line that nobody has seen being typed.
    pub(super) fn echo(&mut self, line: &str) -> Result<()> {
        if !self.typed {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
