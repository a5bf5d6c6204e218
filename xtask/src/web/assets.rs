//! Collects the files of the app and adds a hash of the content to each name.
//!
//! A text file refers to another as `{{name}}`, which is replaced by the name with the hash. So a change of
//! one file changes its name and all files that refer to it, up to the page. Browsers can cache the others
//! forever.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use brotli::enc::BrotliEncoderParams;
use sha2::{Digest, Sha256};

use super::linked::weights;
use super::program::Program;

/// Files that are fetched on demand and cached from then on: the texts and rules of languages other than
/// English, and the weights of the expert at a table of two.
const LATE: [&str; 3] = ["de.txt", "de.md", "duel.bin"];
/// The folder of the languages.
const LANGUAGES: &str = "../../client/languages";

/// The extension of the icons, which the system fetches and stores when the app is installed. The page
/// itself uses an SVG drawing.
const ICON_EXTENSION: &str = ".png";

/// Files that are fetched and cached after the first load: those of the worker, and the service worker.
const AFTERWARDS: [&str; 4] = ["worker.wasm", "worker.js", "boot-worker.js", "sw.js"];

/// Files that keep their names, because browsers request them by name.
const UNHASHED: [&str; 2] = ["index.html", "sw.js"];

/// When a file is fetched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// Before the user can play.
    First,
    /// Right after the first load. Cached for offline use, like the files of the first load.
    Afterwards,
    /// On demand.
    Late,
}

/// A file of the app.
pub(super) struct File {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) when: When,
}

impl File {
    /// The compressed content, if it is smaller.
    pub(super) fn brotli(&self) -> Option<Vec<u8>> {
        let params = BrotliEncoderParams {
            quality: 11,
            size_hint: self.bytes.len(),
            ..BrotliEncoderParams::default()
        };
        let mut bytes = Vec::new();
        brotli::BrotliCompress(&mut self.bytes.as_slice(), &mut bytes, &params).ok()?;
        (bytes.len() < self.bytes.len()).then_some(bytes)
    }
}

/// All files of the app: the programs and the static files of a folder.
pub(super) fn files(folder: &Path, programs: [Program; 2]) -> Result<Vec<File>> {
    let mut named = Named::default();
    for Program { name, js, wasm } in programs {
        let wasm = named.add(&format!("{name}.wasm"), wasm);
        named.add(&format!("{name}.js"), js.replace(&format!("{name}_bg.wasm"), &wasm).into_bytes());
    }
    named.add("style.css", style(&folder.join("style"))?.into_bytes());

    let weights = weights()?;
    for name in LATE {
        let weights = weights.iter().find(|(path, _)| path.ends_with(name));
        let path = folder.join(LANGUAGES).join(name);
        let bytes = match weights {
            Some((_, bytes)) => bytes.clone(),
            None => fs::read(&path).with_context(|| path.display().to_string())?,
        };
        named.add(name, bytes);
    }

    let mut waiting = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            waiting.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
        }
    }
    let worker = waiting.remove("sw.js").context("there is no sw.js")?;
    named.add_all(waiting)?;
    // The service worker comes last, because it lists all other files and a hash of them.
    let worker = named.list_in(std::str::from_utf8(&worker)?);
    named.add("sw.js", worker.into_bytes());
    Ok(named.files)
}

/// Concatenates all style sheets, sorted by name.
fn style(folder: &Path) -> Result<String> {
    let mut paths = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    let mut style = String::new();
    for path in paths {
        style += &fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    }
    Ok(style)
}

/// The files with their final names, and a map from original to final names.
#[derive(Default)]
struct Named {
    files: Vec<File>,
    names: BTreeMap<String, String>,
}

impl Named {
    /// Adds a file and returns its final name.
    fn add(&mut self, name: &str, bytes: Vec<u8>) -> String {
        let bytes = minify(name, bytes);
        let new = if UNHASHED.contains(&name) { name.to_owned() } else { hashed_name(name, &bytes) };
        self.names.insert(name.to_owned(), new.clone());
        let when = if LATE.contains(&name) || name.ends_with(ICON_EXTENSION) {
            When::Late
        } else if AFTERWARDS.contains(&name) {
            When::Afterwards
        } else {
            When::First
        };
        self.files.push(File { name: new.clone(), bytes, when });
        new
    }

    /// Adds files in topological order of their references.
    fn add_all(&mut self, mut waiting: BTreeMap<String, Vec<u8>>) -> Result<()> {
        while !waiting.is_empty() {
            let next = waiting.iter().find_map(|(name, bytes)| Some((name.clone(), self.resolve(bytes)?)));
            let Some((name, bytes)) = next else {
                let names: Vec<_> = waiting.keys().map(String::as_str).collect();
                bail!("{}: refer to a missing file, or to each other", names.join(", "));
            };
            waiting.remove(&name);
            self.add(&name, bytes);
        }
        Ok(())
    }

    /// Replaces the references in a file by final names. `None` if a referenced file has none yet.
    fn resolve(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Some(bytes.to_vec()) };
        let mut parts = text.split("{{");
        let mut resolved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}")?;
            resolved += self.names.get(name)?;
            resolved += rest;
        }
        Some(resolved.into_bytes())
    }

    /// Puts the list of files and their common hash into the script of the service worker.
    fn list_in(&self, script: &str) -> String {
        let mut hash = Sha256::new();
        let mut list = String::from("[");
        for file in &self.files {
            hash.update(Sha256::digest(&file.bytes));
            if !UNHASHED.contains(&file.name.as_str()) && file.when != When::Late {
                write!(list, "\n  \"./{}\",", file.name).expect("a string takes text");
            }
        }
        list += "\n]";
        script.replace("{{version}}", &short(&hash.finalize())).replace("{{files}}", &list)
    }
}

/// Removes comment lines and indentation from a script or style sheet.
fn minify(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let script = name.ends_with(".js");
    let Some(text) = std::str::from_utf8(&bytes).ok().filter(|_| script || name.ends_with(".css")) else {
        return bytes;
    };
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines() {
        let line = line.trim();
        in_comment |= line.starts_with("/*");
        if in_comment {
            in_comment = !line.ends_with("*/");
        } else if !(line.is_empty() || script && line.starts_with("//")) {
            kept += line;
            kept.push('\n');
        }
    }
    kept.into_bytes()
}

/// Adds a hash of the content to a name: `style.css` becomes `style-0123456789abcdef.css`.
fn hashed_name(name: &str, bytes: &[u8]) -> String {
    let hash = short(&Sha256::digest(bytes));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}-{hash}.{ending}")
}

fn short(hash: &[u8]) -> String {
    hash[..8].iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes text");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{Named, hashed_name, minify};

    fn waiting(files: &[(&str, &str)]) -> std::collections::BTreeMap<String, Vec<u8>> {
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_change_renames_all_files_that_refer_to_it() {
        let build = |icon: &str| {
            let mut named = Named::default();
            let files = [
                ("index.html", "{{list.json}} {{sheet.css}}"),
                ("list.json", "<{{icon.svg}}>"),
                ("icon.svg", icon),
            ];
            named.add("sheet.css", b"a".to_vec());
            named.add_all(waiting(&files)).expect("they can be named");
            let page = named.files.pop().expect("there is a page");
            (page, named.list_in("{{version}} {{files}}"))
        };
        let ((old, old_list), (new, new_list)) = (build("old"), build("new"));
        assert_eq!(old.name, "index.html");
        let list = hashed_name("list.json", format!("<{}>", hashed_name("icon.svg", b"old")).as_bytes());
        let sheet = hashed_name("sheet.css", b"a\n");
        assert_eq!(old.bytes, format!("{list} {sheet}").into_bytes());
        assert_ne!(old.bytes, new.bytes);
        assert!(old_list.contains(&list) && old_list.contains(&sheet));
        assert_ne!(old_list[..16], new_list[..16]);
    }

    #[test]
    fn a_reference_to_a_missing_file_is_an_error() {
        let error = Named::default().add_all(waiting(&[("a.js", "{{b.js}}"), ("c.js", "")]));
        assert_eq!(
            error.expect_err("there is no b.js").to_string(),
            "a.js: refer to a missing file, or to each other"
        );
    }

    #[test]
    fn comments_and_indentation_are_removed() {
        let bare = |name: &str, text: &str| String::from_utf8(minify(name, text.into())).expect("text");
        let script = "/**\n * What it does.\n */\nfunction f() {\n    // Why.\n    return a * b; // c\n\n}\n";
        assert_eq!(bare("a.js", script), "function f() {\nreturn a * b; // c\n}\n");
        let sheet = "/* One. */\n* {\n  /* Two,\n     lines. */\n  b: c;\n}\n";
        assert_eq!(bare("a.css", sheet), "* {\nb: c;\n}\n");
        assert_eq!(bare("a.txt", "// a\n"), "// a\n");
    }

    #[test]
    fn binary_files_are_not_changed() {
        let mut named = Named::default();
        let picture = [b"\xff{{".to_vec()];
        named.add_all([("a.png".to_owned(), picture[0].clone())].into()).expect("nothing to resolve");
        assert_eq!(named.files[0].bytes, picture[0]);
    }
}
