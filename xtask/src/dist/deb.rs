//! The Debian package, built with `dpkg-deb`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Built, Release, VERSION, empty_folder, files_in, gzip, put};
use crate::cargo::{output, root, succeed};

/// Who is asked about the package.
const MAINTAINER: &str = "Cardroom contributors <cardroom@users.noreply.example>";

/// The packages with the shared libraries that a program needs, as Debian writes them.
pub(super) fn shared_libraries(program: &Path) -> Result<String> {
    let folder = empty_folder("shared-libraries")?;
    // The tool expects the folder of a source package.
    put(
        &folder.join("debian/control"),
        b"Source: cardroom\n\nPackage: cardroom\nArchitecture: any\n",
        0o644,
    )?;
    let mut command = Command::new("dpkg-shlibdeps");
    command.arg("-O").arg(program).current_dir(&folder);
    let line = output(&mut command).context("dpkg-shlibdeps is needed, from Debian's package dpkg-dev")?;
    let depends = line.trim().strip_prefix("shlibs:Depends=").context("dpkg-shlibdeps has another format")?;
    Ok(depends.to_owned())
}

pub(super) fn build(release: &Release, files: &Built, libraries: &str) -> Result<()> {
    let folder = empty_folder(&format!("deb-{}", files.architecture.name))?;
    let install = |name: &str, bytes: &[u8], mode| put(&folder.join(name), bytes, mode);
    let copy = |from: &str, to: &str| install(to, &read(&root().join(from))?, 0o644);
    install("usr/bin/cardroom", &read(&files.program)?, 0o755)?;
    copy("deploy/cardroom.service", "usr/lib/systemd/system/cardroom.service")?;
    copy("deploy/cardroom.sysusers", "usr/lib/sysusers.d/cardroom.conf")?;
    copy("deploy/cardroom.toml", CONFIG)?;
    for (name, path) in files_in(&release.folder.join("man"))? {
        install(&format!("usr/share/man/man1/{name}.gz"), &gzip(&read(&path)?)?, 0o644)?;
    }
    for (from, to) in [
        ("cardroom.bash", "usr/share/bash-completion/completions/cardroom"),
        ("cardroom.fish", "usr/share/fish/vendor_completions.d/cardroom.fish"),
        ("_cardroom", "usr/share/zsh/vendor-completions/_cardroom"),
    ] {
        install(to, &read(&release.folder.join("completions").join(from))?, 0o644)?;
    }
    let doc = "usr/share/doc/cardroom";
    install(&format!("{doc}/copyright"), COPYRIGHT.as_bytes(), 0o644)?;
    install(&format!("{doc}/changelog.gz"), &gzip(&read(&root().join("CHANGELOG.md"))?)?, 0o644)?;
    install(&format!("{doc}/changelog.Debian.gz"), &gzip(changelog(release)?.as_bytes())?, 0o644)?;
    install(&format!("{doc}/operations.md.gz"), &gzip(&read(&root().join("docs/operations.md"))?)?, 0o644)?;
    for name in ["Caddyfile", "nginx.conf"] {
        copy(&format!("deploy/{name}"), &format!("{doc}/examples/{name}"))?;
    }

    let size: u64 =
        files_in(&folder)?.iter().map(|(_, path)| path.metadata().map_or(0, |file| file.len())).sum();
    let control = format!(
        "Package: cardroom\nVersion: {VERSION}-1\nArchitecture: {}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {}\nDepends: {libraries}, systemd | systemd-standalone-sysusers | systemd-sysusers\n\
         Recommends: ca-certificates\nSection: net\nPriority: optional\n{DESCRIPTION}",
        files.architecture.name,
        size.div_ceil(1024)
    );
    install("DEBIAN/control", control.as_bytes(), 0o644)?;
    install("DEBIAN/conffiles", format!("/{CONFIG}\n").as_bytes(), 0o644)?;
    install("DEBIAN/md5sums", md5sums(&folder)?.as_bytes(), 0o644)?;
    for name in ["postinst", "prerm", "postrm"] {
        install(&format!("DEBIAN/{name}"), &read(&root().join("deploy/debian").join(name))?, 0o755)?;
    }
    set_folder_modes(&folder)?;
    let mut command = Command::new("dpkg-deb");
    command.args(["--root-owner-group", "-Zxz", "--build"]).arg(&folder).arg(&files.deb);
    command.env("SOURCE_DATE_EPOCH", release.time.to_string());
    succeed(&mut command)
}

/// The configuration file, which an upgrade does not overwrite.
const CONFIG: &str = "etc/cardroom/cardroom.toml";

const DESCRIPTION: &str = "\
Description: card games in the browser, in a terminal and online
 Cardroom has two solitaire games, and a race with cards and dice for two to
 eight players.
 .
 This package has the program for the terminal and a server with the browser
 app and online tables, which listens on 127.0.0.1:7878.
";

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Cardroom

Files: *
Copyright: 2026 the Cardroom authors
License: Expat or Apache-2.0

License: Expat
 Permission is hereby granted, free of charge, to any person obtaining a copy of
 this software and associated documentation files (the \"Software\"), to deal in
 the Software without restriction, including without limitation the rights to
 use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
 the Software, and to permit persons to whom the Software is furnished to do so,
 subject to the following conditions:
 .
 The above copyright notice and this permission notice shall be included in all
 copies or substantial portions of the Software.
 .
 THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
 FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
 IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
 CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

License: Apache-2.0
 On Debian systems, the complete text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
";

fn changelog(release: &Release) -> Result<String> {
    let mut command = Command::new("date");
    command.args(["--utc", "--rfc-email", "--date", &format!("@{}", release.time)]).env("LC_ALL", "C");
    let date = output(&mut command)?;
    Ok(format!(
        "cardroom ({VERSION}-1) unstable; urgency=medium\n\n  * Version {VERSION}: see changelog.gz.\n\n \
         -- {MAINTAINER}  {}\n",
        date.trim()
    ))
}

fn md5sums(folder: &Path) -> Result<String> {
    let files = files_in(folder)?;
    let names = files.iter().map(|(name, _)| name.as_str());
    let names = names.filter(|name| !name.starts_with("DEBIAN/") && *name != CONFIG);
    output(Command::new("md5sum").arg("--").args(names).current_dir(folder))
}

fn set_folder_modes(folder: &Path) -> Result<()> {
    succeed(Command::new("find").arg(folder).args(["-type", "d", "-exec", "chmod", "755", "{}", "+"]))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
