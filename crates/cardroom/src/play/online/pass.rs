use std::fs;

use anyhow::{Context, Result};
use transport::{Endpoint, TransportError};
use wire::Name;

use super::folder;
use crate::play::save::replace;

/// Who we are at a card room: kept in a file, so that whoever comes back has the same seat.
pub(super) struct Pass(String);

impl Pass {
    /// The pass that is kept for this card room, with this name on it; a new one, if there is none or it is not accepted.
    pub(super) async fn get(endpoint: &Endpoint, name: &Name) -> Result<Pass> {
        let folder = folder()?;
        let file = folder.join(format!("{}.pass", endpoint.file_name()));
        let kept = fs::read_to_string(&file).ok();
        let cookie = match endpoint.request_pass(name, kept.as_deref().map(str::trim)).await {
            Err(TransportError::Refused(_)) if kept.is_some() => endpoint.request_pass(name, None).await?,
            other => other?,
        };
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        replace(&file, &cookie)?;
        // Whoever reads it can sit on our seat.
        #[cfg(unix)]
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(Pass(cookie))
    }

    pub(super) fn cookie(&self) -> &str {
        &self.0
    }
}
