//! Builds a release: programs, packages, images and what belongs to them.
//!
//! Two runs on the same commit and machine give the same files: times come from the commit, and everything
//! that is packed is sorted.

mod deb;
mod oci;
mod sbom;
mod tests;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::cargo::{cargo, output, root, succeed, target};
use crate::wasm::Wasm;
use crate::web::{self, Build};

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A processor architecture.
#[derive(Clone, Copy)]
struct Architecture {
    /// What Debian and container images call it.
    name: &'static str,
    /// What Rust calls it.
    triple: &'static str,
    /// The folder of its libraries on Debian, and the start of the names of its compilers.
    multiarch: &'static str,
}

const ARCHITECTURES: [Architecture; 2] = [
    Architecture { name: "amd64", triple: "x86_64-unknown-linux-gnu", multiarch: "x86_64-linux-gnu" },
    Architecture { name: "arm64", triple: "aarch64-unknown-linux-gnu", multiarch: "aarch64-linux-gnu" },
];

/// What is released.
struct Release {
    /// The folder with all files.
    folder: PathBuf,
    /// Seconds since 1970: the time of everything that is packed.
    time: u64,
}

/// The files for one architecture.
struct Built {
    architecture: Architecture,
    program: PathBuf,
    deb: PathBuf,
    image: PathBuf,
}

/// `cargo xtask dist`: builds the release; with `--check`, also installs and tries it.
pub(crate) fn dist(args: &[&str]) -> Result<()> {
    match args {
        [] => build().map(drop),
        ["--check"] => tests::check(&build()?),
        // Without building it again.
        ["--check-only"] => tests::check(&Release::new()?.files(host()?)),
        _ => anyhow::bail!("usage: cargo xtask dist [--check | --check-only]"),
    }
}

impl Release {
    fn new() -> Result<Release> {
        let commit = || output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
        let time = env::var("SOURCE_DATE_EPOCH").or_else(|_| commit());
        let time = time.context("there is no commit; set SOURCE_DATE_EPOCH")?;
        Ok(Release { folder: target().join("dist"), time: time.trim().parse()? })
    }

    /// Where the files of an architecture are.
    fn files(&self, architecture: Architecture) -> Built {
        let Architecture { name, .. } = architecture;
        Built {
            architecture,
            program: self.folder.join(format!("cardroom-{VERSION}-linux-{name}")),
            deb: self.folder.join(format!("cardroom_{VERSION}-1_{name}.deb")),
            image: self.folder.join(format!("cardroom-{VERSION}-{name}.oci.tar")),
        }
    }
}

/// Builds everything for the architecture of this machine, and for others that it has compilers for.
fn build() -> Result<Built> {
    let release = Release::new()?;
    let host = host()?;
    web::web(&Wasm::new()?, Build::Best)?.check()?;
    if release.folder.exists() {
        fs::remove_dir_all(&release.folder)?;
    }
    fs::create_dir_all(&release.folder)?;
    let built = release.files(host);
    fs::copy(compile(host, host)?, &built.program)?;
    // The program itself writes its manual pages and completions, so the one of this machine has to be first.
    let (man, completions) = (release.folder.join("man"), release.folder.join("completions"));
    succeed(Command::new(&built.program).arg("man").arg(&man))?;
    fs::create_dir_all(&completions)?;
    for (shell, file) in COMPLETIONS {
        let script = output(Command::new(&built.program).args(["completions", shell]))?;
        fs::write(completions.join(file), script)?;
    }
    fs::write(
        release.folder.join(format!("cardroom-{VERSION}.cdx.json")),
        sbom::sbom(host.triple, release.time)?,
    )?;
    let depends = deb::shared_libraries(&built.program)?;
    for architecture in ARCHITECTURES {
        let files = release.files(architecture);
        if architecture.triple != host.triple {
            if let Some(missing) = missing_for(architecture)? {
                println!("{}: skipped, because {missing} is missing", architecture.name);
                continue;
            }
            fs::copy(compile(architecture, host)?, &files.program)?;
        }
        deb::build(&release, &files, &depends)?;
        oci::build(&release, &files)?;
    }
    write_checksums(&release.folder)?;
    println!("{}:", release.folder.display());
    for (name, _) in files_in(&release.folder)? {
        println!("  {name}");
    }
    Ok(built)
}

/// The shells for which there are completions, and the names of their files.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "cardroom.bash"),
    ("elvish", "cardroom.elv"),
    ("fish", "cardroom.fish"),
    ("powershell", "_cardroom.ps1"),
    ("zsh", "_cardroom"),
];

fn host() -> Result<Architecture> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let host = output(Command::new(rustc).args(["--print", "host-tuple"]))?;
    let known = ARCHITECTURES.into_iter().find(|architecture| architecture.triple == host.trim());
    known.with_context(|| {
        format!("packages can be built on Debian for amd64 or arm64, not on {}", host.trim())
    })
}

/// Compiles the program without the names of folders of this machine, and returns its path.
fn compile(architecture: Architecture, host: Architecture) -> Result<PathBuf> {
    let Architecture { triple, multiarch, .. } = architecture;
    let mut command = cargo(&["build", "--release", "--locked", "--package", "cardroom", "--target", triple]);
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let maps = [(home.as_path(), "cargo"), (root(), "cardroom")];
    let flags: Vec<String> =
        maps.iter().map(|(from, to)| format!("--remap-path-prefix={}=/{to}", from.display())).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    if triple != host.triple {
        let variable = triple.replace('-', "_");
        let compiler = format!("{multiarch}-gcc");
        command.env(format!("CARGO_TARGET_{}_LINKER", variable.to_ascii_uppercase()), &compiler);
        command.env(format!("CC_{variable}"), &compiler);
    }
    succeed(&mut command)?;
    Ok(target().join(triple).join("release/cardroom"))
}

/// What is missing on this machine to compile for another architecture.
fn missing_for(architecture: Architecture) -> Result<Option<String>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = output(Command::new(rustc).args(["--print", "sysroot"]))?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(architecture.triple).join("lib").is_dir() {
        return Ok(Some(format!("Rust's standard library for {}", architecture.triple)));
    }
    let compiler = format!("{}-gcc", architecture.multiarch);
    let works = Command::new(&compiler).arg("--version").output().is_ok_and(|run| run.status.success());
    Ok((!works).then_some(compiler))
}

fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for (name, path) in files_in(folder)? {
        lines.push_str(&format!("{}  {name}\n", sha256(&fs::read(&path)?)));
    }
    fs::write(folder.join("SHA256SUMS"), lines)?;
    Ok(())
}

/// All files below a folder, with their names relative to it, sorted.
fn files_in(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder)?.to_str().context("a file name is not text")?.to_owned();
            files.push((name, path));
        }
    }
    files.sort();
    Ok(files)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder in which a package or an image is put together. It is empty at first.
fn empty_folder(name: &str) -> Result<PathBuf> {
    let folder = target().join("dist-work").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Writes a file with this mode, and the folders that it is in.
fn put(path: &Path, bytes: &[u8], mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    Ok(())
}

/// Compresses without a time stamp.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new("gzip");
    command.args(["--best", "--no-name", "--stdout"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("gzip is missing")?;
    let mut input = child.stdin.take().context("gzip reads from us")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let compressed = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("gzip was not fed"))??;
    ensure!(compressed.status.success(), "gzip failed");
    Ok(compressed.stdout)
}
