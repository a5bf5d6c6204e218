//! The cookies that hold passes: a device's current one, and the one that it had before it took over another.

use axum::body::Body;
use axum::http::Response;
use axum::http::header::{self, HeaderMap, HeaderValue};
use wire::BasePath;

use crate::ServerState;
use crate::pass::{LIFETIME, Pass};

/// The passes of a request.
pub(crate) struct RequestPasses {
    /// The valid pass of this device.
    pub(crate) current: Option<Pass>,
    /// The valid pass that it had before.
    pub(crate) previous: Option<Pass>,
    /// Whether its pass would be valid if its owner had not signed out other devices.
    pub(crate) is_signed_out: bool,
}

/// Which of the two cookies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PassSlot {
    Current,
    Previous,
}

impl PassSlot {
    /// The name of the cookie. Browsers accept the prefix of the secure one only over TLS.
    fn name(self, base: &BasePath, is_secure: bool) -> String {
        let name = base.cookie(is_secure);
        match self {
            PassSlot::Current => name,
            PassSlot::Previous => format!("{name}-previous"),
        }
    }
}

/// The values of the cookies with this name.
fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let cookies =
        cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.filter(move |(other, _)| *other == name).map(|(_, value)| value)
}

impl ServerState {
    /// The signed passes in the cookies of a request. A cookie without the prefix is from an earlier version,
    /// or was set without TLS. A subdomain can set it too, so the one with the prefix comes first.
    pub(crate) fn passes(&self, headers: &HeaderMap) -> RequestPasses {
        let now = self.unix_time();
        let read = |slot: PassSlot| {
            [true, false].into_iter().find_map(|is_secure| {
                values(headers, &slot.name(&self.base, is_secure))
                    .find_map(|value| self.signer.read(value, now))
            })
        };
        let is_valid = |pass: &Pass| !self.sign_outs.is_signed_out(pass);
        let (current, previous) = (read(PassSlot::Current), read(PassSlot::Previous).filter(is_valid));
        let is_signed_out = current.as_ref().is_some_and(|pass| !is_valid(pass));
        RequestPasses { current: current.filter(is_valid), previous, is_signed_out }
    }

    /// Adds a cookie with a renewed pass to a response, or removes the cookie.
    pub(crate) fn set_pass(
        &self,
        headers: &HeaderMap,
        response: &mut Response<Body>,
        slot: PassSlot,
        pass: Option<Pass>,
    ) {
        let is_secure = self.is_secure(headers);
        let secure = if is_secure { "; Secure" } else { "" };
        let mut set = |name: &str, value: &str, max_age: u64| {
            let cookie = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
        };
        let name = slot.name(&self.base, is_secure);
        match pass {
            Some(pass) => {
                set(&name, &self.signer.sign(&pass.renewed(self.unix_time())), LIFETIME.as_secs());
            }
            None => set(&name, "", 0),
        }
        // The cookie of an earlier version was replaced by the one with the prefix.
        let plain = slot.name(&self.base, false);
        if is_secure && values(headers, &plain).next().is_some() {
            set(&plain, "", 0);
        }
    }
}
