use std::fmt;
use std::str::FromStr;

use crate::{COOKIE, SECURE_COOKIE};

/// The path below which a server is reached: `/`, or one such as `/cards/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BasePath(String);

impl BasePath {
    /// The path, which starts and ends with a slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the server has its host to itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0 == "/"
    }

    /// A path of the server, such as `/api/guest`, as clients request it.
    #[must_use]
    pub fn join(&self, path: &str) -> String {
        format!("{}{}", self.0, path.trim_start_matches('/'))
    }

    /// The name of the cookie that holds a guest's pass. Servers below different paths of a host have
    /// different names. The path of the cookie is always `/`, because the prefix of the secure one allows no
    /// other.
    #[must_use]
    pub fn cookie(&self, is_secure: bool) -> String {
        let name = if is_secure { SECURE_COOKIE } else { COOKIE };
        format!("{name}{}", self.0.trim_end_matches('/').replace('/', "."))
    }
}

impl Default for BasePath {
    fn default() -> BasePath {
        BasePath("/".to_owned())
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is no [`BasePath`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a path such as /cards/, of letters, digits, `-`, `_` and `/`")]
pub struct ParseBasePathError;

/// The maximum length. It is a part of a cookie's name.
const MAX_BYTES: usize = 100;

impl FromStr for BasePath {
    type Err = ParseBasePathError;

    /// The slash at the end may be missing.
    fn from_str(text: &str) -> Result<BasePath, ParseBasePathError> {
        if text == "/" {
            return Ok(BasePath::default());
        }
        let inner = text.strip_prefix('/').ok_or(ParseBasePathError)?;
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_allowed);
        match text.len() <= MAX_BYTES && inner.split('/').all(is_name) {
            true => Ok(BasePath(format!("/{inner}/"))),
            false => Err(ParseBasePathError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BasePath, ParseBasePathError};

    #[test]
    fn a_base_path_starts_and_ends_with_a_slash() {
        let parsed = |text: &str| text.parse::<BasePath>().map(|base| base.to_string());
        for (text, base) in [("/", "/"), ("/cards", "/cards/"), ("/cards/", "/cards/"), ("/a/b", "/a/b/")] {
            assert_eq!(parsed(text).as_deref(), Ok(base));
        }
        let long = format!("/{}/", "a".repeat(99));
        for text in
            ["", "cards", "//", "/a//b/", "/../", "/a.b/", "/a b/", "/a;b/", "/é/", "https://a/", &long]
        {
            assert_eq!(parsed(text), Err(ParseBasePathError), "{text}");
        }
    }

    #[test]
    fn different_paths_have_different_cookies() {
        let cookie = |base: &str| base.parse::<BasePath>().unwrap().cookie(true);
        assert_eq!(cookie("/"), "__Host-cardroom");
        assert_eq!(cookie("/cards/"), "__Host-cardroom.cards");
        assert_eq!(cookie("/a/b/"), "__Host-cardroom.a.b");
        // The cookie of the server at the root in which a device keeps its previous pass.
        assert_ne!(cookie("/previous/"), format!("{}-previous", cookie("/")));
    }
}
