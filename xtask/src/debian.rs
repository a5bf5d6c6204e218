//! Installs Debian packages, where that is possible.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{line, output, succeed};

/// Whether missing packages can be installed automatically: the system is Debian or a derivative, and the
/// user is root.
pub(crate) fn may_install() -> bool {
    let root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    root && Path::new("/etc/debian_version").exists()
}

/// Installs or updates packages. Never removes other packages.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    ensure!(may_install(), "only root can install packages, and only on Debian");
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        // Wait for the lock if another program is installing packages.
        command
            .args(["--quiet", "--yes", "--option", "DPkg::Lock::Timeout=300"])
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive");
        println!("== {}", line(&command));
        succeed(&mut command)
    };
    apt(&["update"])?;
    let mut args = vec!["install", "--no-install-recommends", "--no-remove"];
    args.extend(packages);
    apt(&args).with_context(|| format!("could not install {}", packages.join(", ")))
}

/// The installed version of a package.
pub(crate) fn version(package: &str) -> Option<String> {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status} ${Version}", package]);
    let answer = output(&mut query).ok()?;
    Some(answer.strip_prefix("installed ")?.to_owned())
}
