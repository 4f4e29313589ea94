//! An HTTP client for webhooks and for services that the operator chose. By default it posts to public addresses only, because otherwise
//! clients could reach the operator's internal network.
//!
//! A name is resolved once. The connection uses the addresses that were checked, so
//! that a second look-up cannot redirect it. HTTP redirects are not followed.

use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::{Method, Request, StatusCode, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_util::task::AbortOnDropHandle;

use crate::protocol::{Message, Reason};

/// Timeout of an attempt, from name resolution to the status line.
const TIMEOUT: Duration = Duration::from_secs(10);

static TLS: LazyLock<TlsConnector> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    TlsConnector::from(Arc::new(config))
});

/// The parsed URL of a webhook.
pub(crate) struct WebhookUrl {
    uri: Uri,
    host: String,
    port: u16,
    is_secure: bool,
    may_be_private: bool,
}

/// A request, and the largest response body that is read, in bytes. 0 reads none.
pub(crate) struct Outgoing<'a> {
    pub(crate) method: Method,
    pub(crate) headers: &'a [(&'static str, String)],
    pub(crate) body: Bytes,
    pub(crate) most: usize,
}

/// An error of a delivery. The receiver may have processed the request nevertheless.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostError {
    #[error("a URL is `https://` or `http://`, a host and a path")]
    Address,
    #[error("the address is in a private network")]
    Private,
    #[error("there was no answer in time")]
    TimedOut,
    #[error("the answer is too large, or was cut off")]
    Body,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Http(#[from] hyper::Error),
}

impl PostError {
    /// The message for a client whose address is refused.
    pub(crate) fn message(&self) -> Message {
        match self {
            PostError::Address => Reason::WebhookUrlForm.message([], self),
            PostError::Private => Reason::WebhookUrlPrivate.message([], self),
            PostError::TimedOut | PostError::Body | PostError::Io(_) | PostError::Http(_) => {
                Reason::WebhookUrlRefused.with([("detail", self.to_string().into())])
            }
        }
    }
}

impl WebhookUrl {
    /// Parses a URL. A literal private address is refused here, and a name that resolves to
    /// one when it is used.
    pub(crate) fn read(url: &str, may_be_private: bool) -> Result<WebhookUrl, PostError> {
        let uri: Uri = url.parse().map_err(|_| PostError::Address)?;
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(PostError::Address),
        };
        let authority = uri.authority().ok_or(PostError::Address)?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(PostError::Address);
        }
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        if !may_be_private && host.parse().is_ok_and(|address| !is_public(address)) {
            return Err(PostError::Private);
        }
        Ok(WebhookUrl { uri, host, port, is_secure, may_be_private })
    }

    /// True for `https://`.
    pub(crate) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The scheme, the host and the port.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("{scheme}://{authority}")
    }

    /// Posts a JSON body and returns the status of the response.
    pub(crate) async fn post(
        &self,
        headers: &[(&'static str, String)],
        body: String,
    ) -> Result<StatusCode, PostError> {
        let mut all = vec![("content-type", "application/json".to_owned())];
        all.extend_from_slice(headers);
        let body = Bytes::from(body);
        let outgoing = Outgoing { method: Method::POST, headers: &all, body, most: 0 };
        Ok(self.exchange(outgoing).await?.0)
    }

    /// Sends a request. Returns the status and the body of the response.
    pub(crate) async fn exchange(
        &self,
        outgoing: Outgoing<'_>,
    ) -> Result<(StatusCode, Bytes), PostError> {
        let answered = timeout(TIMEOUT, self.exchange_without_timeout(outgoing));
        answered.await.unwrap_or(Err(PostError::TimedOut))
    }

    async fn exchange_without_timeout(
        &self,
        outgoing: Outgoing<'_>,
    ) -> Result<(StatusCode, Bytes), PostError> {
        let found = lookup_host((self.host.as_str(), self.port)).await?;
        let is_allowed = |found: &SocketAddr| self.may_be_private || is_public(found.ip());
        let addresses: Vec<SocketAddr> = found.filter(is_allowed).collect();
        if addresses.is_empty() {
            return Err(PostError::Private);
        }
        let stream = TcpStream::connect(addresses.as_slice()).await?;
        if !self.is_secure {
            return self.send(stream, outgoing).await;
        }
        let name = ServerName::try_from(self.host.clone()).map_err(|_| PostError::Address)?;
        self.send(TLS.connect(name, stream).await?, outgoing).await
    }

    async fn send(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        Outgoing { method, headers, body, most }: Outgoing<'_>,
    ) -> Result<(StatusCode, Bytes), PostError> {
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
        let _driving = AbortOnDropHandle::new(tokio::spawn(connection));
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        let host = self.uri.authority().map_or("", |authority| authority.as_str());
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, host)
            .header(header::USER_AGENT, concat!("chivalry/", env!("CARGO_PKG_VERSION")));
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Full::new(body));
        let request = request.map_err(|_| PostError::Address)?;
        let response = sender.send_request(request).await?;
        let status = response.status();
        if most == 0 {
            return Ok((status, Bytes::new()));
        }
        let body = Limited::new(response.into_body(), most).collect().await;
        Ok((status, body.map_err(|_| PostError::Body)?.to_bytes()))
    }
}

/// True for a globally reachable address: not loopback, private or otherwise
/// special-purpose (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_documentation()
                || matches!((a, b, c), (0, ..) | (100, 64..=127, _) | (192, 0, 0))
                || matches!((a, b), (198, 18..=19))
                || a >= 224)
        }
        IpAddr::V6(v6) => {
            let [a, b, ..] = v6.segments();
            // Global addresses that embed an IPv4 address are excluded.
            (a & 0xe000) == 0x2000
                && a != 0x2002
                && (a, b & 0xfe00) != (0x2001, 0)
                && (a, b) != (0x2001, 0x0db8)
                && v6 != Ipv6Addr::LOCALHOST
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_and_special_addresses_are_not_public() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "100.63.0.1", "2606:4700::1", "2001:4860:4860::8888"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn urls_are_parsed_with_their_port() {
        let port = |url| WebhookUrl::read(url, false).map(|target| target.port).ok();
        assert_eq!(port("https://example.org/hook?a=b"), Some(443));
        assert_eq!(port("http://[2606:4700::1]:8080"), Some(8080));
        for url in [
            "",
            "example.org",
            "/hook",
            "ftp://example.org",
            "http://a@example.org",
            "http://127.0.0.1/",
            "http://[::1]/",
            "https://192.168.0.1:8443/x",
        ] {
            assert_eq!(port(url), None, "{url}");
        }
        assert!(WebhookUrl::read("http://127.0.0.1:1/", true).is_ok());
    }
}
