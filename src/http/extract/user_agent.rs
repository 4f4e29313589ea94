//! The browser and the system of a client, by its `User-Agent`. Versions and models are dropped.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

use crate::store::ClientInfo;

/// Words of the header and the browsers that send them. A browser sends the words of those below
/// it too.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Words of the header and the systems that send them, in the same order.
const SYSTEMS: &[(&str, &str)] = &[
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// An extractor for the browser and the system of a request.
pub(crate) struct UserAgent(pub(crate) ClientInfo);

impl UserAgent {
    fn read(text: &str) -> UserAgent {
        let named = |names: &[(&str, &str)]| {
            let found = names.iter().find(|(word, _)| text.contains(word));
            found.map(|(_, name)| (*name).to_owned())
        };
        // Only browsers begin so.
        match text.starts_with("Mozilla/") {
            true => UserAgent(ClientInfo { browser: named(BROWSERS), system: named(SYSTEMS) }),
            false => UserAgent(ClientInfo::default()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for UserAgent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<UserAgent, Infallible> {
        let text = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(UserAgent::read(text.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_named_without_versions() {
        const GECKO: &str = "Gecko/20100101 Firefox/140.0";
        const WEBKIT: &str = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (text, browser, system) in [
            (format!("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) {GECKO}"), "Firefox", "Linux"),
            (
                format!("Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/130 Safari/537 Edg/130"),
                "Edge",
                "Windows",
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/130 Safari/537"),
                "Chrome",
                "Android",
            ),
            (
                format!("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {WEBKIT} Safari/6"),
                "Safari",
                "iOS",
            ),
        ] {
            let UserAgent(client) = UserAgent::read(&text);
            let expected = (Some(browser.to_owned()), Some(system.to_owned()));
            assert_eq!((client.browser, client.system), expected, "{text}");
        }
        for text in ["", "curl/8.5.0", "my-bot of Arthur on Linux"] {
            assert_eq!(UserAgent::read(text).0, ClientInfo::default(), "{text}");
        }
    }
}
