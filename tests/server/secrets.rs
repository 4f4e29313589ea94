//! Secrets never appear in logs.

use std::fs::{self, File};

use reqwest::Client as Http;
use serde_json::{Value, json};

use crate::client::Client;
use crate::crashes::{command, launch};
use crate::databases::{on_every_database, on_sqlite};
use crate::ports::free_port;
use crate::security::smtp::SmtpServer;

const PASSWORD: &str = "excalibur-of-the-lake";
const WRONG_PASSWORD: &str = "caliburn-of-the-stone";

async fn post(url: &str, path: &str, token: Option<&str>, body: Value) -> Value {
    let request = Http::new().post(format!("{url}/api/v1{path}")).body(body.to_string());
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    let answer = request.send().await.expect("an answer").text().await.expect("text");
    serde_json::from_str(&answer).expect("JSON")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

#[tokio::test]
async fn logs_contain_no_secrets() {
    on_every_database(|database| async move {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        let mut server = command(&database.options, port, &["--log", "debug,chivalry=trace"]);
        server.stderr(File::create(&log).expect("a file"));
        let server = launch(server);

        let mut secrets = vec![PASSWORD.to_owned(), WRONG_PASSWORD.to_owned()];
        let guest = post(&url, "/guests", None, json!({})).await;
        secrets.push(text(&guest["token"]));
        let account = json!({"name": "Arthur", "password": PASSWORD});
        let made = post(&url, "/accounts", None, account.clone()).await;
        secrets.push(text(&made["token"]));
        secrets.extend(made["recovery_codes"].as_array().expect("codes").iter().map(text));
        let code = made["recovery_codes"][0].clone();
        let recovery = json!({"name": "Arthur", "code": code, "password": PASSWORD});
        secrets.push(text(&post(&url, "/recoveries", None, recovery).await["token"]));
        let wrong = json!({"name": "Arthur", "password": WRONG_PASSWORD});
        assert_eq!(post(&url, "/sessions", None, wrong).await["code"], "unauthorized");
        let session = text(&post(&url, "/sessions", None, account).await["token"]);
        secrets.push(session.clone());
        let narrow = post(&url, "/tokens", Some(&session), json!({"scopes": ["play"]})).await;
        secrets.push(text(&narrow["token"]));
        let hook = json!({"url": "https://example.org/hook", "events": ["match.turn"]});
        secrets.push(text(&post(&url, "/webhooks", Some(&session), hook).await["secret"]));

        // WebSocket clients may send the token in the URL, or as a subprotocol.
        let offered = format!("chivalry.v1, token.{}", text(&guest["token"]));
        drop(Client::with_subprotocols(&url, &offered).await.expect("a connection"));
        let mut client = Client::connect(&url, Some(&session)).await.expect("a connection");
        let create = json!({"t": "create", "variant": "camette", "private": true,
                            "time": {"kind": "unlimited"}, "seats": {"W": "me"}});
        let made = client.ok(create).await;
        let key = text(&made["links"]["B"]["key"]);
        let mut other = Client::guest(&url).await;
        secrets.push(text(&other.hello["token"]));
        let about = made["match"].clone();
        other.ok(json!({"t": "join", "match": about, "key": key})).await;
        secrets.push(key);
        let premove = json!({"t": "premove", "match": about, "ply": 2, "line": "C6-B6"});
        other.ok(premove).await;
        secrets.push("C6-B6".to_owned());
        client.refused(json!({"t": "move", "match": about, "ply": "one"}), "bad_field").await;
        drop((client, other, server));

        if let Some(database) = &database.options.database_url {
            let password = database.split_once("://").and_then(|(_, rest)| rest.split_once('@'));
            secrets.extend(password.and_then(|(user, _)| Some(user.split_once(':')?.1.to_owned())));
        }
        let log = fs::read_to_string(log).expect("the log");
        assert!(log.contains("DEBUG"), "a log that says too little: {log}");
        for secret in secrets.iter().filter(|secret| *secret != "chivalry") {
            let line = log.lines().find(|line| line.contains(secret.as_str()));
            assert_eq!(line, None, "{secret} is in the log");
        }
    })
    .await;
}

#[tokio::test]
async fn logs_contain_no_email_addresses() {
    const ADDRESS: &str = "arthur@example.org";
    on_sqlite(|database| async move {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let (mut smtp, port) = (SmtpServer::start().await, free_port());
        let url = format!("http://127.0.0.1:{port}");
        let mut options = smtp.arguments();
        options.extend(["--log", "debug,chivalry=trace"].map(str::to_owned));
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let mut server = command(&database.options, port, &options);
        server.stderr(File::create(&log).expect("a file"));
        let server = launch(server);
        let account = json!({"name": "Arthur", "password": PASSWORD});
        let token = text(&post(&url, "/accounts", None, account).await["token"]);
        let http = Http::new();
        let body = json!({"address": ADDRESS, "password": PASSWORD}).to_string();
        let request = http.put(format!("{url}/api/v1/me/mail")).bearer_auth(&token).body(body);
        assert!(request.send().await.expect("an answer").status().is_success());
        let secret = smtp.next().await.after("/mail#verify=");
        let body = json!({"secret": secret}).to_string();
        let request = http.post(format!("{url}/api/v1/mail/verifications")).body(body);
        assert!(request.send().await.expect("an answer").status().is_success());
        // The answer of the mail server repeats the address.
        smtp.refuse(ADDRESS);
        let body = json!({"address": ADDRESS}).to_string();
        let request = http.post(format!("{url}/api/v1/recoveries/mail")).body(body);
        assert!(request.send().await.expect("an answer").status().is_success());
        loop {
            let request = http.get(format!("{url}/api/v1/me/mail")).bearer_auth(&token);
            let view = request.send().await.expect("an answer").text().await.expect("text");
            if view.contains("\"bounced\":true") {
                break;
            }
        }
        drop(server);
        let log = fs::read_to_string(log).expect("the log");
        assert!(log.contains("an e-mail address bounced"), "{log}");
        for secret in [ADDRESS, &secret] {
            let line = log.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "{secret} is in the log");
        }
    })
    .await;
}
