//! The pass of a guest, stored in a file, so that a player who returns has the same seat.

use std::fs;

use anyhow::{Context, Result};
use transport::{Endpoint, TransportError};
use wire::Name;

use crate::play::save::replace;

/// The stored pass for this server, with this name on it; a new one if none is stored or it is not accepted.
pub(super) async fn get(endpoint: &Endpoint, name: &Name) -> Result<String> {
    let folder = crate::play::home()?.join("online");
    let file = folder.join(format!("{}.pass", endpoint.file_name()));
    // Earlier versions had one file for both schemes, so the pass may be from a server with TLS.
    let old = folder.join(format!("{}.pass", endpoint.host_file_name()));
    if endpoint.is_private() && !file.exists() && old.exists() {
        fs::rename(&old, &file).with_context(|| format!("cannot rename {}", old.display()))?;
    }
    let stored = fs::read_to_string(&file).ok();
    let pass = match endpoint.request_pass(name, stored.as_deref().map(str::trim)).await {
        Err(TransportError::Refused(_)) if stored.is_some() => endpoint.request_pass(name, None).await?,
        other => other?,
    };
    fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    replace(&file, &pass)?;
    // Anybody who can read it can take our seat.
    #[cfg(unix)]
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(pass)
}
