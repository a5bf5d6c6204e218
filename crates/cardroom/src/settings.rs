//! Options from environment variables and from a file, for the commands of a server.
//!
//! Each option of these commands, such as `--node-listen`, is also the variable `CARDROOM_NODE_LISTEN` and
//! the key `node-listen` of the TOML file that `--config` or `CARDROOM_CONFIG` names. The command line comes
//! first, then the environment, then the file. What they say is added to the command line, so every option is
//! defined once, and checked in the same way wherever it comes from.
//!
//! No error repeats a value, because it may contain a password.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::Resettable;
use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

/// The commands whose options can also be set elsewhere.
const COMMANDS: [&str; 4] = ["serve", "backup", "restore", "health"];

/// The option that names the file.
const CONFIG: &str = "config";

/// Adds `--config` to the commands of a server, and the name of its variable to the help of each option.
pub(crate) fn with_settings(command: Command) -> Command {
    COMMANDS.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| {
            let config = Arg::new(CONFIG)
                .long(CONFIG)
                .value_name("FILE")
                .help_heading(Resettable::Reset)
                .help("Read options from this TOML file; each key is the name of an option without --");
            command.arg(config).mut_args(|argument| match setting_name(&argument).map(variable_name) {
                Some(variable) => {
                    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                    argument.help(format!("{help} [env: {variable}]"))
                }
                None => argument,
            })
        })
    })
}

/// The words of a command line, with the options that the environment and the file add.
pub(crate) fn arguments(
    program: &Command,
    mut given: Vec<OsString>,
    environment: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<OsString>> {
    let name = given.get(1).and_then(|word| word.to_str()).filter(|word| COMMANDS.contains(word));
    let Some(command) = name.and_then(|name| program.find_subcommand(name)) else { return Ok(given) };
    if given.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(given);
    }
    // An empty variable is like none.
    let variable = |name: &str| environment(&variable_name(name)).filter(|value| !value.is_empty());
    let mut layers = vec![from_environment(command, variable)?];
    if let Some(file) = given_value(&given, CONFIG).or_else(|| variable(CONFIG)).map(PathBuf::from) {
        layers.push(from_file(program, command, &file)?);
    }
    let mut decided: Vec<&Arg> = settings(command).filter(|setting| is_given(&given, setting)).collect();
    let mut added = Vec::new();
    for layer in layers {
        let (used, _): (Vec<_>, Vec<_>) = layer
            .into_iter()
            .partition(|(setting, _)| !decided.iter().any(|other| excludes(command, setting, other)));
        decided.extend(used.iter().map(|(setting, _)| *setting));
        added.extend(used.into_iter().flat_map(|(_, words)| words));
    }
    given.splice(2..2, added);
    Ok(given)
}

/// An option, and the words of a command line that set it.
type SettingWords<'a> = (&'a Arg, Vec<OsString>);

fn from_environment(
    command: &Command,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<SettingWords<'_>>> {
    let mut found = Vec::new();
    for (setting, name) in settings(command).filter_map(|setting| Some((setting, setting_name(setting)?))) {
        let Some(value) = variable(name) else { continue };
        let words = match (setting.get_action(), value.to_str()) {
            (ArgAction::SetTrue, Some("true")) => vec![flag(name)],
            (ArgAction::SetTrue, Some("false")) => Vec::new(),
            (ArgAction::SetTrue, _) => bail!("{}: expected true or false", variable_name(name)),
            (ArgAction::Append, Some(list)) => {
                list.split(',').map(|item| option(name, OsStr::new(item.trim()))).collect()
            }
            _ => vec![option(name, &value)],
        };
        check(command, &words).with_context(|| variable_name(name))?;
        found.push((setting, words));
    }
    Ok(found)
}

fn from_file<'a>(program: &Command, command: &'a Command, file: &Path) -> Result<Vec<SettingWords<'a>>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let table: Table = toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        // Its own text would quote the line.
        anyhow::anyhow!("{name}, line {line}: {}", error.message())
    })?;
    let mut found = Vec::new();
    for (key, value) in &table {
        let Some(setting) = find(command, key) else {
            let mut commands = COMMANDS.iter().filter_map(|name| program.find_subcommand(name));
            if commands.any(|other| find(other, key).is_some()) {
                continue;
            }
            bail!("{name}: there is no option `{key}`");
        };
        let words = words(setting, key, value)
            .with_context(|| format!("{name}: `{key}` must be {}", Expected(setting)))?;
        check(command, &words).with_context(|| format!("{name}: `{key}`"))?;
        found.push((setting, words));
    }
    Ok(found)
}

/// The words for a value of the file; `None` if it has the wrong type.
fn words(setting: &Arg, key: &str, value: &Value) -> Option<Vec<OsString>> {
    let single = |value: &Value| match value {
        Value::String(text) => Some(option(key, OsStr::new(text))),
        Value::Integer(number) => Some(option(key, OsStr::new(&number.to_string()))),
        _ => None,
    };
    match (setting.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => Some(vec![flag(key)]),
        (ArgAction::SetTrue, Value::Boolean(false)) => Some(Vec::new()),
        (ArgAction::SetTrue, _) => None,
        (ArgAction::Append, Value::Array(items)) => items.iter().map(single).collect(),
        (_, value) => single(value).map(|word| vec![word]),
    }
}

/// What type of value an option needs.
struct Expected<'a>(&'a Arg);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.get_action() {
            ArgAction::SetTrue => "true or false",
            ArgAction::Append => "a list of texts",
            _ => "a text or a whole number",
        })
    }
}

/// Checks the value of one option. The error says what is wrong, without the value.
fn check(command: &Command, words: &[OsString]) -> Result<()> {
    let words = std::iter::once(OsStr::new("check")).chain(words.iter().map(OsString::as_os_str));
    let Err(error) = command.clone().try_get_matches_from(words) else { return Ok(()) };
    use clap::error::ErrorKind::{InvalidValue, ValueValidation};
    match (error.kind(), error.source()) {
        (InvalidValue | ValueValidation, Some(reason)) => bail!("{reason}"),
        (InvalidValue | ValueValidation, None) => bail!("this is no valid value"),
        // An argument without which the command cannot run may be on the command line.
        _ => Ok(()),
    }
}

/// The options of a command that can be set elsewhere. Hidden ones are for tests.
fn settings(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|argument| setting_name(argument).is_some_and(|name| name != CONFIG && name != "help"))
}

fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    settings(command).find(|setting| setting_name(setting) == Some(name))
}

/// The long name of an option.
fn setting_name(argument: &Arg) -> Option<&str> {
    argument.get_long().filter(|_| !argument.is_hide_set())
}

fn variable_name(name: &str) -> String {
    format!("CARDROOM_{}", name.replace('-', "_").to_ascii_uppercase())
}

/// Whether one of two options makes the other superfluous: it is the same one, or they cannot be combined.
fn excludes(command: &Command, one: &Arg, other: &Arg) -> bool {
    let conflicts = |one, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|argument| argument.get_id() == other.get_id())
    };
    one.get_id() == other.get_id() || conflicts(one, other) || conflicts(other, one)
}

fn flag(name: &str) -> OsString {
    OsString::from(format!("--{name}"))
}

fn option(name: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("--{name}="));
    word.push(value);
    word
}

fn is_given(given: &[OsString], setting: &Arg) -> bool {
    let name = setting_name(setting).map(flag).unwrap_or_default();
    let start = [name.as_encoded_bytes(), b"="].concat();
    given.iter().any(|word| *word == name || word.as_encoded_bytes().starts_with(&start))
}

/// The value of an option on the command line.
fn given_value(given: &[OsString], name: &str) -> Option<OsString> {
    let flag = flag(name);
    let joined = given.iter().find_map(|word| word.to_str()?.strip_prefix(flag.to_str()?)?.strip_prefix('='));
    let next = || given.iter().position(|word| *word == flag).and_then(|at| given.get(at + 1).cloned());
    joined.map(OsString::from).or_else(next)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsString;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{COMMANDS, arguments, check, find, setting_name, settings, variable_name, words};
    use crate::program;

    /// What a command line becomes, after the name of the command, or the error.
    fn resolve(given: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let given = ["cardroom"].into_iter().chain(given.split(' ')).map(OsString::from).collect();
        let variable = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| OsString::from(value))
        };
        let words = arguments(&program(), given, variable).map_err(|error| format!("{error:#}"))?;
        let words: Vec<&str> = words[2..].iter().map(|word| word.to_str().unwrap()).collect();
        Ok(words.join(" "))
    }

    fn file(name: &str, text: &str) -> PathBuf {
        let file = std::env::temp_dir().join(format!("cardroom-{}-{name}.toml", std::process::id()));
        fs::write(&file, text).unwrap();
        file
    }

    /// What `serve` makes of a file, after the option that names it.
    fn resolve_file(name: &str, text: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let path = file(name, text);
        let option = format!("--config {}", path.display());
        let resolved = resolve(&format!("serve {option}"), variables);
        fs::remove_file(&path).unwrap();
        let shorten = |text: String| text.replace(&format!(" {option}"), "");
        resolved.map(shorten).map_err(|error| error.replace(&path.display().to_string(), "FILE"))
    }

    #[test]
    fn the_command_line_comes_first_then_the_environment_then_the_file() {
        let path =
            file("order", "listen = 'file:1'\nlease = '3s'\nmessages = 7\ntls = true\ntrust-proxy = true");
        let text = path.to_str().unwrap();
        let variables = [
            ("CARDROOM_CONFIG", text),
            ("CARDROOM_LISTEN", "variable:1"),
            ("CARDROOM_LEASE", "2s"),
            ("CARDROOM_TLS", "false"),
            ("CARDROOM_PACE", ""),
        ];
        let resolved = resolve("serve --listen line:1", &variables);
        assert_eq!(resolved.as_deref(), Ok("--lease=2s --messages=7 --trust-proxy --listen line:1"));
        // Other commands use what they know of the file.
        assert_eq!(resolve("health --listen=line:1", &variables).as_deref(), Ok("--listen=line:1"));
        assert_eq!(resolve("deal klondike v1:1", &variables).as_deref(), Ok("klondike v1:1"));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn one_place_for_the_tables_replaces_the_other() {
        let variables = [("CARDROOM_STORE", "sqlite:variable")];
        assert_eq!(resolve("backup --data line out", &variables).as_deref(), Ok("--data line out"));
        let resolved = resolve_file("places", "data = 'file'", &variables);
        assert_eq!(resolved.as_deref(), Ok("--store=sqlite:variable"));
        assert_eq!(resolve_file("places", "data = 'file'", &[]).as_deref(), Ok("--data=file"));
    }

    #[test]
    fn lists_have_several_values() {
        let expected = "--origin=https://a.example --origin=https://b.example";
        let variables = [("CARDROOM_ORIGIN", "https://a.example, https://b.example")];
        assert_eq!(resolve("serve", &variables).as_deref(), Ok(expected));
        let text = "origin = ['https://a.example', 'https://b.example']";
        assert_eq!(resolve_file("lists", text, &[]).as_deref(), Ok(expected));
        assert_eq!(resolve_file("lists", "origin = 'x'", &[]).as_deref(), Ok("--origin=x"));
    }

    #[test]
    fn errors_name_the_key_and_the_file_but_no_value() {
        for (text, error) in [
            ("listen = 'a:1'\nstores = 'geheim'", "FILE: there is no option `stores`"),
            ("config = 'geheim'", "FILE: there is no option `config`"),
            ("clock-offset = 7", "FILE: there is no option `clock-offset`"),
            ("lease = 'geheim'", "FILE: `lease`: expected a number followed by ms, s, m or h, such as 30s"),
            ("messages = 'geheim'", "FILE: `messages`: invalid digit found in string"),
            ("tls = 'geheim'", "FILE: `tls` must be true or false"),
            ("store = ['geheim']", "FILE: `store` must be a text or a whole number"),
            ("origin = [['geheim']]", "FILE: `origin` must be a list of texts"),
            ("[limits]\nmessages = 7", "FILE: there is no option `limits`"),
            ("\nstore = 'postgres://a:geheim@b/c", "FILE, line 2: invalid literal string, expected `'`"),
        ] {
            assert_eq!(resolve_file("errors", text, &[]), Err(error.to_owned()), "{text}");
        }
        let wrong = resolve("serve", &[("CARDROOM_LEASE", "geheim")]).unwrap_err();
        assert_eq!(wrong, "CARDROOM_LEASE: expected a number followed by ms, s, m or h, such as 30s");
        let wrong = resolve("serve", &[("CARDROOM_TLS", "geheim")]).unwrap_err();
        assert_eq!(wrong, "CARDROOM_TLS: expected true or false");
        let missing = resolve("serve --config nowhere.toml", &[]).unwrap_err();
        assert!(missing.starts_with("cannot read nowhere.toml: "), "{missing}");
    }

    /// The example has a line for each option, and each line can be used without its `#`.
    #[test]
    fn the_example_file_has_every_option() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = fs::read_to_string(root.join("deploy/cardroom.toml")).unwrap();
        let lines = text.lines().map(|line| line.strip_prefix('#').unwrap_or(line));
        let lines: Vec<&str> = lines.filter(|line| line.contains(" = ")).collect();
        let table: toml::Table = lines.join("\n").parse().unwrap();
        let program = program();
        let serve = program.find_subcommand("serve").unwrap();
        for (key, value) in &table {
            let words = words(find(serve, key).unwrap(), key, value).unwrap();
            check(serve, &words).unwrap();
        }
        let names: BTreeSet<&str> = COMMANDS
            .iter()
            .flat_map(|command| settings(program.find_subcommand(command).unwrap()))
            .filter_map(setting_name)
            .collect();
        assert_eq!(names, table.keys().map(String::as_str).collect());
    }

    #[test]
    fn every_option_is_documented() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = fs::read_to_string(root.join("docs/operations.md")).unwrap();
        let program = program();
        for command in COMMANDS.map(|name| program.find_subcommand(name).unwrap()) {
            for setting in settings(command) {
                let name = setting_name(setting).unwrap();
                let help = setting.get_help().unwrap().to_string();
                assert!(help.contains(&format!("[env: {}]", variable_name(name))), "{help}");
                let row = format!("| `{name}` | `{}` |", variable_name(name));
                assert!(text.contains(&row), "docs/operations.md has no line {row}");
            }
        }
    }
}
