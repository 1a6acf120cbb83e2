//! Who may use the server, and what browsers may do with its responses.

use crate::error::ApiError;
use crate::state::App;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The content security policy of the page, with additions for scripts and at the end. All content
/// comes from the origin of the page, and only files of the page are executed. `blob:` and `data:`
/// are for pictures made in the page.
macro_rules! policy {
    ($scripts:literal, $more:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'",
            $scripts,
            "; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'",
            $more
        )
    };
}

/// The policy of the server's page.
const POLICY: &str = policy!("", "; frame-ancestors 'none'");
/// The policy of the static site, which runs its own engine. A page cannot forbid framing itself.
pub(crate) const SITE_POLICY: &str = policy!(" 'wasm-unsafe-eval'", "; worker-src 'self'");

/// Headers of every response.
pub(crate) const ALWAYS_SENT: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Admits requests that come from the page itself or carry the token.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&app, request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in ALWAYS_SENT {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

fn admit(app: &App, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let refuse = |status, why| Err(ApiError::new(status, why));
    let host = text(header::HOST);
    // A foreign domain name may resolve to this machine (DNS rebinding); only local names are
    // accepted.
    if app.config.host.is_loopback() && app.config.token.is_none() && !host.is_none_or(is_local) {
        return refuse(StatusCode::FORBIDDEN, "this server answers on loopback names only");
    }
    if let (Some(origin), Some(host)) = (text(header::ORIGIN), host)
        && origin.split_once("://").is_none_or(|(_, from)| from != host)
    {
        return refuse(StatusCode::FORBIDDEN, "this server answers its own page only");
    }
    match &app.config.token {
        Some(token) if path.starts_with("/api/") => {
            let shown = text(header::AUTHORIZATION).and_then(|a| a.strip_prefix("Bearer "));
            if shown.is_some_and(|shown| same(shown.as_bytes(), token.as_bytes())) {
                return Ok(());
            }
            refuse(
                StatusCode::UNAUTHORIZED,
                "a token is required; open the address that `lastmove serve` printed",
            )
        }
        _ => Ok(()),
    }
}

/// Whether the host is `localhost` or a loopback address, with or without a port.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Compares in constant time, so that the time does not reveal how much matches.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:8642", "127.9.9.9", "[::1]:8642", "[::1]"]
        {
            assert!(is_local(host), "{host}");
        }
        for host in
            ["example.org", "127.0.0.1.example.org", "localhost.example.org:80", "10.0.0.1", ""]
        {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same(b"abc", b"abc"));
        assert!(!same(b"abc", b"abd") && !same(b"abc", b"ab") && !same(b"", b"a"));
    }
}
