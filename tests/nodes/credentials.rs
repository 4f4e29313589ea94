//! Credentials and TLS of NATS.

use std::path::PathBuf;

use chivalry::cluster::{NatsOptions, connect_nats};

use crate::print_line;
use crate::services::Nats;

fn pem(name: &str) -> String {
    format!("{}/tests/server/tls/{name}.pem", env!("CARGO_MANIFEST_DIR"))
}

async fn is_accepted(url: &str, options: &NatsOptions) -> bool {
    connect_nats(url, options).await.is_ok()
}

fn start(options: &[&str]) -> Option<Nats> {
    let nats = Nats::start_with(options);
    if nats.is_none() {
        print_line("SKIPPED: there is no NATS to start");
    }
    nats
}

#[tokio::test]
async fn a_password_and_a_token_in_the_address_authenticate() {
    let options = NatsOptions::default();
    let Some(nats) = start(&["--user", "chivalry", "--pass", "p@ss"]) else { return };
    let at = |user: &str| nats.url().replace("nats://", &format!("nats://{user}"));
    assert!(is_accepted(&at("chivalry:p%40ss@"), &options).await);
    assert!(is_accepted(&format!("{},{}", nats.url(), at("chivalry:p%40ss@")), &options).await);
    for user in ["", "chivalry:other@", "chivalry@"] {
        assert!(!is_accepted(&at(user), &options).await, "{user}");
    }

    let Some(nats) = start(&["--auth", "excalibur"]) else { return };
    let at = |token: &str| nats.url().replace("nats://", &format!("nats://{token}"));
    assert!(is_accepted(&at("excalibur@"), &options).await);
    assert!(!is_accepted(&at("other@"), &options).await);
}

#[tokio::test]
async fn a_connection_with_tls_checks_the_certificate_of_the_server() {
    let files = [pem("certificate"), pem("key"), pem("authority")];
    let [certificate, key, authority] = &files;
    let tls = ["--tls", "--tlscert", certificate, "--tlskey", key];
    let Some(nats) = start(&tls) else { return };
    let url = nats.url().replace("127.0.0.1", "localhost");
    let trusting =
        NatsOptions { nats_ca: Some(PathBuf::from(authority)), ..NatsOptions::default() };
    assert!(is_accepted(&url, &trusting).await);
    assert!(!is_accepted(&url, &NatsOptions::default()).await, "an unknown authority");
    // A server without TLS is refused.
    let Some(plain) = start(&[]) else { return };
    assert!(!is_accepted(&plain.url(), &trusting).await);
}
