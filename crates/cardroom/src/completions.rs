use std::io::Write;

use anyhow::Result;
use clap_complete::Shell;

use crate::Answer;

/// Print a script that lets a shell complete commands and options
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom completions bash > ~/.local/share/bash-completion/completions/cardroom
  cardroom completions fish > ~/.config/fish/completions/cardroom.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::program(), "cardroom", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Yes)
}
