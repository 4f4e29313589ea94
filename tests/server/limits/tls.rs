//! TLS terminated by the server.

use std::path::PathBuf;
use std::sync::Arc;

use chivalry::http::{HttpOptions, Server, TlsOptions, bind};
use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_util::sync::CancellationToken;

use crate::databases::on_sqlite;
use crate::support::TestServer;

/// A file signed by the tests' own certificate authority.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/server/tls").join(name)
}

pub(crate) fn options(certificate: &str, key: &str) -> HttpOptions {
    let tls = TlsOptions { tls_cert: Some(file(certificate)), tls_key: Some(file(key)) };
    HttpOptions { tls, ..HttpOptions::local() }
}

async fn secured(server: &TestServer) -> TlsStream<TcpStream> {
    offering(server, &[]).await
}

/// Connects with these protocols in ALPN.
pub(crate) async fn offering(server: &TestServer, protocols: &[&str]) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(file("authority.pem")).unwrap()).unwrap();
    let mut config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    let address = server.url().strip_prefix("https://").expect("a secure address");
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap()
}

#[tokio::test]
async fn requests_and_websockets_work_over_tls() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, options("certificate.pem", "key.pem")).await;
        let mut stream = secured(&server).await;
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("\r\nstrict-transport-security: max-age=31536000\r\n"), "{answer}");

        let stream = secured(&server).await;
        let (mut socket, _) = client_async("wss://localhost/api/v1/ws", stream).await.unwrap();
        let hello = socket.next().await.unwrap().unwrap();
        let hello: Value = serde_json::from_str(hello.to_text().unwrap()).unwrap();
        assert_eq!(hello["t"], "hello");

        // A plain client gets no answer and does not block others.
        let address = server.url().strip_prefix("https://").unwrap();
        let mut plain = TcpStream::connect(address).await.unwrap();
        plain.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        let _ = plain.read_to_end(&mut answer).await;
        assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
        secured(&server).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_unusable_certificate_or_key_is_reported() {
    on_sqlite(|database| async move {
        let fault = async |certificate: &str, key: &str| {
            let options = options(certificate, key);
            let listener = bind(&options).await.unwrap();
            let shutdown = CancellationToken::new();
            let opened = Server::open(listener, options, &database.options, shutdown).await;
            opened.expect_err("no server").to_string()
        };
        assert!(fault("nothing.pem", "key.pem").await.contains("nothing.pem"));
        assert!(fault("certificate.pem", "authority.pem").await.contains("authority.pem"));
        let other = fault("authority.pem", "key.pem").await;
        assert!(other.contains("the certificate and its key"), "{other}");
    })
    .await;
}
