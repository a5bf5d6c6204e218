//! Packages of Debian, where we may install them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{line, output, succeed};

/// Whether this is Debian, or a child of it, and we are root: then what is missing is installed and nobody has to do it by hand.
pub(crate) fn may_install() -> bool {
    let root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    root && Path::new("/etc/debian_version").exists()
}

/// Installs packages, those that are missing or old. It never removes one to do so.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    ensure!(may_install(), "only root can install packages, and only on Debian");
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        // Another program may be installing something at the moment.
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

/// The version of a package that is installed.
pub(crate) fn version(package: &str) -> Option<String> {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status} ${Version}", package]);
    let answer = output(&mut query).ok()?;
    Some(answer.strip_prefix("installed ")?.to_owned())
}
