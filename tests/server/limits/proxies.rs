//! Clients in trusted networks.

use std::fs::{self, File};

use reqwest::Client;

use crate::crashes::{command, launch};
use crate::databases::on_sqlite;
use crate::ports::free_port;

#[tokio::test]
async fn a_missing_client_address_is_logged_once() {
    on_sqlite(|database| async move {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let port = free_port();
        let mut server = command(&database.options, port, &["--log", "warn"]);
        server.stderr(File::create(&log).expect("a file"));
        let server = launch(server);
        let http = Client::new();
        let get = async |path: &str, client: Option<&str>| {
            let mut request = http.get(format!("http://127.0.0.1:{port}{path}"));
            if let Some(client) = client {
                request = request.header("x-forwarded-for", client);
            }
            request.send().await.expect("an answer").error_for_status().expect("success");
        };
        let warnings = || {
            let log = fs::read_to_string(&log).expect("the log");
            log.matches("has no X-Forwarded-For").count()
        };
        get("/healthz", None).await;
        get("/metrics", None).await;
        get("/api/v1/variants", Some("198.51.100.7")).await;
        assert_eq!(warnings(), 0);
        get("/api/v1/variants", None).await;
        get("/api/v1/variants", None).await;
        assert_eq!(warnings(), 1);
        drop(server);
    })
    .await;
}
