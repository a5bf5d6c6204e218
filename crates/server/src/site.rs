use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use table::hex;

/// The files of the browser app.
#[derive(Clone, Debug)]
pub struct Site {
    files: BTreeMap<String, SiteFile>,
}

/// A file, with its compressed version.
#[derive(Clone, Debug)]
pub(crate) struct SiteFile {
    pub(crate) plain: Bytes,
    pub(crate) brotli: Option<Bytes>,
    /// The entity tag, in quotes.
    pub(crate) tag: String,
}

/// The files of the app when the program was built. Names of compressed files end in `.br`.
static BUILT_IN: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Cardroom</title></head>
<body>
<h1>Cardroom</h1>
<p>This program was built without the browser app. In a clone of the project, <code>cargo xtask run</code> builds both and starts them.</p>
</body>
</html>
";

impl Site {
    /// Whether the app is embedded in the program.
    pub fn is_built_in() -> bool {
        BUILT_IN.iter().any(|(name, _)| *name == "index.html")
    }

    /// The app that is embedded in the program, or a page that says that it was built without.
    pub fn built_in() -> Site {
        if !Site::is_built_in() {
            return Site::new([("index.html".to_owned(), Bytes::from_static(NOT_BUILT.as_bytes()))]);
        }
        Site::new(BUILT_IN.iter().map(|(name, bytes)| ((*name).to_owned(), Bytes::from_static(bytes))))
    }

    /// Reads the app from a folder.
    pub fn from_folder(folder: &Path) -> io::Result<Site> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file()
                && let Ok(name) = entry.file_name().into_string()
            {
                files.push((name, Bytes::from(fs::read(entry.path())?)));
            }
        }
        let site = Site::new(files);
        site.file("/")
            .map(|_| ())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no index.html"))?;
        Ok(site)
    }

    fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Site {
        let (compressed, plain): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(name, _)| name.ends_with(".br"));
        let mut files: BTreeMap<_, _> =
            plain.into_iter().map(|(name, bytes)| (name, SiteFile::new(bytes))).collect();
        for (name, bytes) in compressed {
            if let Some(file) = files.get_mut(name.trim_end_matches(".br")) {
                file.brotli = Some(bytes);
            }
        }
        Site { files }
    }

    /// The file for the path of a request.
    pub(crate) fn file(&self, path: &str) -> Option<(&str, &SiteFile)> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        self.files.get_key_value(name).map(|(name, file)| (name.as_str(), file))
    }
}

impl SiteFile {
    fn new(plain: Bytes) -> SiteFile {
        let hash = Sha256::digest(&plain);
        let tag = hex::encode(&hash[..8]);
        SiteFile { plain, brotli: None, tag: format!("\"{tag}\"") }
    }
}
