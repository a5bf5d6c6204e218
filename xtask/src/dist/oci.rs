//! A container image in the format of the Open Container Initiative, built without a container engine.
//!
//! It has only the program, the shared libraries of this machine that it needs, and certificates. The program
//! runs as a user without rights.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Architecture, Built, Release, VERSION, empty_folder, gzip, put, sha256};
use crate::cargo::{output, succeed};

/// The user and group of the program. They need no name outside of the image.
const USER: u32 = 10001;
/// Where the image expects the folder with the tables.
const DATA: &str = "data";
/// The certificates that the program trusts.
const CERTIFICATES: &str = "etc/ssl/certs/ca-certificates.crt";

pub(super) fn build(release: &Release, files: &Built) -> Result<()> {
    let architecture = files.architecture;
    let tree = empty_folder(&format!("image-{}", architecture.name))?;
    let install = |name: &str, bytes: &[u8], mode| put(&tree.join(name), bytes, mode);
    install("usr/bin/cardroom", &fs::read(&files.program)?, 0o755)?;
    for (to, from) in libraries(architecture, &files.program)? {
        install(&to, &fs::read(&from)?, 0o755)?;
    }
    let certificates = Path::new("/").join(CERTIFICATES);
    install(CERTIFICATES, &fs::read(certificates).context("the package ca-certificates is needed")?, 0o644)?;
    install("etc/passwd", format!("cardroom:x:{USER}:{USER}::/{DATA}:/\n").as_bytes(), 0o644)?;
    install("etc/group", format!("cardroom:x:{USER}:\n").as_bytes(), 0o644)?;
    install("etc/nsswitch.conf", b"hosts: files dns\n", 0o644)?;
    for package in ["libc6", "libgcc-s1", "ca-certificates"] {
        let name = format!("usr/share/doc/{package}/copyright");
        if let Ok(text) = fs::read(Path::new("/").join(&name)) {
            install(&name, &text, 0o644)?;
        }
    }

    let layer = layer(&tree, release.time)?;
    let compressed = gzip(&layer)?;
    let created = output(Command::new("date").args([
        "--utc",
        "--date",
        &format!("@{}", release.time),
        "+%Y-%m-%dT%H:%M:%SZ",
    ]))?;
    let created = created.trim();
    let config = json!({
        "created": created,
        "architecture": architecture.name,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "ExposedPorts": { "7878/tcp": {} },
            "Env": ["PATH=/usr/bin", "CARDROOM_LISTEN=0.0.0.0:7878", format!("CARDROOM_DATA=/{DATA}")],
            "Entrypoint": ["/usr/bin/cardroom"],
            "Cmd": ["serve"],
            "Volumes": { format!("/{DATA}"): {} },
            "WorkingDir": format!("/{DATA}"),
            "StopSignal": "SIGTERM",
            "Labels": labels(),
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", sha256(&layer))] },
        "history": [{ "created": created, "created_by": "cargo xtask dist" }],
    });

    let layout = empty_folder(&format!("layout-{}", architecture.name))?;
    let blob = |bytes: &[u8], kind: &str| -> Result<Value> {
        let hash = sha256(bytes);
        put(&layout.join("blobs/sha256").join(&hash), bytes, 0o644)?;
        Ok(json!({ "mediaType": kind, "digest": format!("sha256:{hash}"), "size": bytes.len() }))
    };
    let layer = blob(&compressed, "application/vnd.oci.image.layer.v1.tar+gzip")?;
    let config = blob(config.to_string().as_bytes(), "application/vnd.oci.image.config.v1+json")?;
    let kind = "application/vnd.oci.image.manifest.v1+json";
    let manifest = json!({
        "schemaVersion": 2, "mediaType": kind, "config": config, "layers": [layer], "annotations": labels(),
    });
    let mut manifest = blob(manifest.to_string().as_bytes(), kind)?;
    manifest["platform"] = json!({ "architecture": architecture.name, "os": "linux" });
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": format!("cardroom:{VERSION}") });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    put(&layout.join("index.json"), index.to_string().as_bytes(), 0o644)?;
    put(&layout.join("oci-layout"), br#"{"imageLayoutVersion":"1.0.0"}"#, 0o644)?;
    succeed(tar(&layout, release.time, 0).arg("--file").arg(&files.image).args([
        "blobs",
        "index.json",
        "oci-layout",
    ]))
}

fn labels() -> Value {
    json!({
        "org.opencontainers.image.title": "cardroom",
        "org.opencontainers.image.version": VERSION,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
    })
}

/// The files of the image as one archive. The data folder belongs to the user of the program.
fn layer(tree: &Path, time: u64) -> Result<Vec<u8>> {
    let file = tree.with_extension("tar");
    succeed(tar(tree, time, 0).arg("--file").arg(&file).args(top_level(tree)?))?;
    fs::create_dir_all(tree.join(DATA))?;
    succeed(Command::new("chmod").arg("700").arg(tree.join(DATA)))?;
    let mut add = tar(tree, time, USER);
    succeed(add.arg("--append").arg("--file").arg(&file).arg(DATA))?;
    Ok(fs::read(&file)?)
}

fn top_level(tree: &Path) -> Result<BTreeSet<PathBuf>> {
    fs::read_dir(tree)?.map(|entry| Ok(PathBuf::from(entry?.file_name()))).collect()
}

/// A command that packs files of a folder in a fixed order, with a fixed time and owner.
fn tar(folder: &Path, time: u64, owner: u32) -> Command {
    let mut command = Command::new("tar");
    command.args(["--format=gnu", "--sort=name", "--numeric-owner", "--mode=go-w"]);
    command.args([format!("--mtime=@{time}"), format!("--owner={owner}"), format!("--group={owner}")]);
    command.arg("--directory").arg(folder);
    if owner == 0 {
        command.arg("--create");
    }
    command
}

/// The shared libraries of a program, as names in the image and files of this machine.
fn libraries(architecture: Architecture, program: &Path) -> Result<Vec<(String, PathBuf)>> {
    let Architecture { multiarch, .. } = architecture;
    // The first is for the machine's own architecture, the second for another one.
    let folders = [format!("/lib/{multiarch}"), format!("/usr/{multiarch}/lib")];
    let find = |name: &str| {
        let mut files = folders.iter().map(|folder| Path::new(folder).join(name));
        files.find(|file| file.is_file()).with_context(|| format!("the library {name} is missing"))
    };
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    let mut waiting = vec![program.to_owned()];
    while let Some(file) = waiting.pop() {
        for name in needed(&file)? {
            if names.insert(name.clone()) {
                let library = find(&name)?;
                waiting.push(library.clone());
                found.push((format!("lib/{multiarch}/{name}"), library));
            }
        }
    }
    let loader = loader(program)?;
    let name =
        Path::new(&loader).file_name().and_then(|name| name.to_str()).context("a loader has a name")?;
    found.push((loader.trim_start_matches('/').to_owned(), find(name)?));
    Ok(found)
}

/// The names of the libraries that a program or library needs.
fn needed(file: &Path) -> Result<Vec<String>> {
    let text = output(Command::new("readelf").args(["--dynamic", "--wide"]).arg(file).env("LC_ALL", "C"))?;
    let names = text.lines().filter(|line| line.contains("(NEEDED)"));
    Ok(names
        .filter_map(|line| Some(line.split_once('[')?.1.trim_end().trim_end_matches(']').to_owned()))
        .collect())
}

/// The program that loads the libraries.
fn loader(program: &Path) -> Result<String> {
    let text = output(
        Command::new("readelf").args(["--program-headers", "--wide"]).arg(program).env("LC_ALL", "C"),
    )?;
    let path = text.split("interpreter: ").nth(1).and_then(|rest| rest.split(']').next());
    path.map(str::to_owned).context("the program has no loader")
}
