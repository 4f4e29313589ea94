//! E-mail: verification, recovery, unsubscription and bounces, through a real mail server.

use std::time::SystemTime;

use chivalry::store::{MailKind, NewMail};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use futures_util::{StreamExt as _, stream};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::{Database, on_every_database, on_sqlite};
use crate::security::smtp::{ReceivedMail, SmtpServer};
use crate::security::{
    NEW_PASSWORD, PASSWORD, get_as, has_ended, log, logged, send, sign_in, sign_up, status,
};
use crate::support::{Answer, TestPlayer, TestServer};

const ADDRESS: &str = "arthur@example.org";

async fn set_address(server: &TestServer, player: &TestPlayer, address: &str) -> Answer {
    let body = json!({"address": address, "password": PASSWORD});
    send(server, player, (Method::PUT, "/me/mail"), body).await
}

async fn address_of(server: &TestServer, player: &TestPlayer) -> Value {
    get_as(server, player, "/me/mail").await.json(StatusCode::OK)
}

/// Sets an address and opens the link in its mail.
async fn verify_address(
    server: &TestServer,
    smtp: &mut SmtpServer,
    player: &TestPlayer,
    address: &str,
) {
    set_address(server, player, address).await.json(StatusCode::OK);
    let mail = smtp.next().await;
    assert_eq!(mail.to, address);
    let link = json!({"secret": mail.after("/mail#verify=")});
    let done = server.post("/mail/verifications", link).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
}

async fn request_recovery(server: &TestServer, address: &str) -> Answer {
    server.post("/recoveries/mail", json!({"address": address})).await
}

/// Stores a notification, and wakes the sender by the request of an unknown address.
async fn notify(database: &Database, server: &TestServer, player: &TestPlayer, id: &str) -> bool {
    let running = database.open().await;
    let [subject, text] = ["Your turn", "It is your turn."].map(str::to_owned);
    let (player, html) = (PlayerId(player.id.parse().unwrap()), "<p>It is your turn.</p>".into());
    let (id, kind, at) = (id.to_owned(), MailKind::Notification, now());
    let mail = NewMail { id, player, kind, subject, text, html, at };
    let is_stored = running.store.mail_outbox().enqueue(&mail).await.unwrap();
    running.stop().await;
    request_recovery(server, "wake-up@example.org").await;
    is_stored
}

/// The present time, because old mails are given up.
fn now() -> Timestamp {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(now.as_millis()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_verified_by_its_link_and_shown_to_its_player_only() {
    on_every_database(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let server = TestServer::start_with(&database, smtp.options()).await;
        let offered = server.get("/sessions/options").await.json(StatusCode::OK);
        assert_eq!(offered, json!({"provider": null, "mail": true}));
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let wrong = json!({"address": ADDRESS, "password": "mordred-was-here"});
        let refused = send(&server, &arthur, (Method::PUT, "/me/mail"), wrong).await;
        refused.problem(401, "unauthorized");
        for address in ["", "arthur", "a@b@c", "arthur@exa mple.org", "\u{e9}@example.org"] {
            set_address(&server, &arthur, address).await.bad_field("address");
        }
        let guest = server.guest().await;
        set_address(&server, &guest, ADDRESS).await.problem(403, "forbidden");

        // A mail server that is busy gets the mail later.
        smtp.be_busy(1);
        let new = set_address(&server, &arthur, ADDRESS).await.json(StatusCode::OK);
        let unverified =
            json!({"address": ADDRESS, "verified": false, "bounced": false, "subscribed": true});
        assert_eq!(new, unverified);
        let mail = smtp.next().await;
        assert_eq!(mail.header("From"), Some("Chivalry <play@example.net>"));
        assert_eq!(mail.header("List-Unsubscribe"), None);
        let secret = mail.after("/mail#verify=");
        let verify = async |secret: &str| {
            server.post("/mail/verifications", json!({"secret": secret})).await
        };
        verify("another").await.problem(404, "not_found");
        assert_eq!(verify(&secret).await.status, StatusCode::NO_CONTENT);
        let used = verify(&secret).await.problem(404, "not_found");
        assert_eq!(used["reason"], "mail_link_invalid");
        assert_eq!(address_of(&server, &arthur).await["verified"], true);
        // The same address needs no other link.
        set_address(&server, &arthur, ADDRESS).await.json(StatusCode::OK);
        assert_eq!(address_of(&server, &arthur).await["verified"], true);

        let seen = server.get("/players/Arthur").await.text + &server.get("/metrics").await.text;
        assert!(!seen.contains("example.org"), "{seen}");
        let export = get_as(&server, &arthur, "/me/export").await.json(StatusCode::OK);
        assert_eq!(export["mail_addresses"][0]["address"], ADDRESS);
        let removal = json!({"password": PASSWORD});
        let removed = send(&server, &arthur, (Method::DELETE, "/me/mail"), removal).await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.text);
        let notice = smtp.next().await;
        assert_eq!(notice.header("Subject"), Some("Your e-mail address was removed"));
        assert_eq!(address_of(&server, &arthur).await["address"], Value::Null);
        assert!(smtp.is_idle());
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_sent_by_email_sets_a_new_password_once_and_ends_all_sign_ins() {
    on_every_database(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let server = TestServer::start_with(&database, smtp.options()).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let (kay, _) = sign_up(&server, "Kay").await;
        verify_address(&server, &mut smtp, &arthur, ADDRESS).await;
        // The address of Kay is not verified.
        set_address(&server, &kay, "kay@example.org").await.json(StatusCode::OK);
        smtp.next().await;
        let socket = Client::connect(server.url(), Some(&arthur.token)).await.unwrap();
        let mut answers = Vec::new();
        for address in ["nobody@example.org", "kay@example.org", ADDRESS, "ARTHUR@example.org"] {
            let answer = request_recovery(&server, address).await;
            let names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
            answers.push((answer.status, names, answer.text));
        }
        assert!(answers.iter().all(|it| *it == answers[0]), "{answers:?}");
        assert_eq!(answers[0].0, StatusCode::ACCEPTED);
        let mail = smtp.next().await;
        assert_eq!(mail.to, ADDRESS);
        let code = mail.after("#recover=Arthur&code=");
        let recover = async |name: &str| {
            let body = json!({"name": name, "code": code, "password": NEW_PASSWORD});
            server.post("/recoveries", body).await
        };
        recover("Kay").await.problem(401, "unauthorized");
        let recovered = recover("Arthur").await.json(StatusCode::CREATED);
        assert_eq!(recovered.get("recovery_codes"), None);
        let again = TestPlayer::of(&recovered);
        assert_eq!(again.id, arthur.id);
        has_ended(socket).await;
        assert_eq!(status(&server, &arthur).await, StatusCode::UNAUTHORIZED);
        recover("Arthur").await.problem(401, "unauthorized");
        sign_in(&server, "Arthur", PASSWORD).await.problem(401, "unauthorized");
        sign_in(&server, "Arthur", NEW_PASSWORD).await.json(StatusCode::CREATED);
        assert_eq!(address_of(&server, &again).await["verified"], true);
        let log = log(&server, &again).await;
        for kind in ["mail_changed", "mail_verified", "recovery_mailed", "recovered"] {
            assert!(log.iter().any(|(found, ..)| found == kind), "{kind}: {log:?}");
        }
        assert!(smtp.is_idle(), "one link within ten minutes, and none for others");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_about_an_account_are_in_its_language() {
    on_every_database(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let server = TestServer::start_with(&database, smtp.options()).await;
        let settings = |language: &str| {
            json!({"page": [], "push": [], "email": [], "quiet_hours": null, "time_zone": "UTC",
                   "language": language})
        };
        for (name, language, saved, subject, removed) in [
            ("Arthur", Some("de"), None, "Ein neues Passwort", "Deine E-Mail-Adresse wurde"),
            ("Kay", Some("pt-BR"), None, "Uma nova senha", ""),
            // The settings of notifications decide.
            ("Bors", Some("de"), Some("it"), "Una nuova password", ""),
            ("Gareth", None, None, "A new password", "Your e-mail address was removed"),
        ] {
            let (player, _) = sign_up(&server, name).await;
            if let Some(saved) = saved {
                let route = (Method::PUT, "/me/notifications/settings");
                send(&server, &player, route, settings(saved)).await.json(StatusCode::OK);
            }
            let address = format!("{name}@example.org");
            let mut body = json!({"address": address, "password": PASSWORD});
            if let Some(language) = language {
                body["language"] = json!(language);
            }
            send(&server, &player, (Method::PUT, "/me/mail"), body).await.json(StatusCode::OK);
            let link = json!({"secret": smtp.next().await.after("/mail#verify=")});
            server.post("/mail/verifications", link).await;
            request_recovery(&server, &address).await;
            assert_eq!(smtp.next().await.header("Subject"), Some(subject), "{name}");
            let removal = json!({"password": PASSWORD});
            send(&server, &player, (Method::DELETE, "/me/mail"), removal).await;
            let notice = smtp.next().await;
            // A subject that is not ASCII is encoded.
            assert!(notice.header("Subject").unwrap().starts_with(removed), "{name}");
        }
        let (player, _) = sign_up(&server, "Tor").await;
        let odd = json!({"address": ADDRESS, "password": PASSWORD, "language": "a tongue"});
        send(&server, &player, (Method::PUT, "/me/mail"), odd).await.bad_field("language");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_unsubscribes_without_a_sign_in() {
    on_every_database(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let server = TestServer::start_with(&database, smtp.options()).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        assert!(!notify(&database, &server, &arthur, "zero").await, "without an address");
        verify_address(&server, &mut smtp, &arthur, ADDRESS).await;
        assert!(notify(&database, &server, &arthur, "one").await);
        assert!(!notify(&database, &server, &arthur, "one").await);
        let mail: ReceivedMail = smtp.next().await;
        assert_eq!(mail.header("List-Unsubscribe-Post"), Some("List-Unsubscribe=One-Click"));
        assert!(mail.message.contains("multipart/alternative"), "{}", mail.message);
        let url = mail.header("List-Unsubscribe").unwrap().trim_matches(['<', '>']).to_owned();
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let browser = browser.build().unwrap();
        let opened = browser.get(&url).send().await.unwrap();
        assert_eq!(opened.status(), StatusCode::SEE_OTHER);
        let page = opened.headers()["location"].to_str().unwrap().to_owned();
        let secret = url.rsplit('/').next().unwrap();
        assert!(page.ends_with(&format!("/mail#unsubscribe={secret}")), "{page}");
        assert_eq!(address_of(&server, &arthur).await["subscribed"], true, "nothing changed");
        for _ in 0..2 {
            let form = browser.post(&url).body("List-Unsubscribe=One-Click");
            let form = form.header("content-type", "application/x-www-form-urlencoded");
            assert_eq!(form.send().await.unwrap().status(), StatusCode::NO_CONTENT);
        }
        assert_eq!(address_of(&server, &arthur).await["subscribed"], false);
        assert!(!notify(&database, &server, &arthur, "two").await);
        server.post("/mail/unsubscriptions/AAAA", json!({})).await.problem(404, "not_found");
        let on = json!({"subscribed": true});
        let done = send(&server, &arthur, (Method::PUT, "/me/mail/subscription"), on).await;
        assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
        assert!(notify(&database, &server, &arthur, "three").await);
        let ids = [mail, smtp.next().await].map(|it| it.header("Message-ID").unwrap().to_owned());
        assert_ne!(ids[0], ids[1]);
        assert!(smtp.is_idle());
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_bounces_is_disabled_at_once() {
    on_every_database(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let server = TestServer::start_with(&database, smtp.options()).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        verify_address(&server, &mut smtp, &arthur, ADDRESS).await;
        smtp.refuse(ADDRESS);
        assert!(notify(&database, &server, &arthur, "one").await);
        logged(&server, &arthur, "mail_disabled", 1).await;
        assert_eq!(address_of(&server, &arthur).await["bounced"], true);
        assert!(!notify(&database, &server, &arthur, "two").await);
        let answer = request_recovery(&server, ADDRESS).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED);
        // The next mail over the same connection is for another address.
        verify_address(&server, &mut smtp, &arthur, "king@example.org").await;
        assert!(notify(&database, &server, &arthur, "three").await);
        assert_eq!(smtp.next().await.to, "king@example.org");
        assert!(smtp.is_idle());
        server.shutdown().await;
    })
    .await;
}

/// The time of a request is not measured, because it depends on the machine. Every request makes one
/// statement and no password hash, whatever the address.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_requests_of_a_recovery_reveal_and_change_nothing() {
    const REQUESTS: usize = 10_000;
    on_sqlite(|database| async move {
        let mut smtp = SmtpServer::start().await;
        let mut options = smtp.options();
        options.rate_limits.sign_ins_per_hour = 0;
        options.work.max_wait = 600_000;
        let server = TestServer::start_with(&database, options).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        verify_address(&server, &mut smtp, &arthur, ADDRESS).await;
        let hashes = async || {
            let metrics = server.get("/metrics").await.text;
            let found =
                metrics.lines().find(|it| it.starts_with("chivalry_password_hashes_total "));
            found.map(str::to_owned)
        };
        let before = hashes().await;
        let request = |number: usize| {
            let is_known = number.is_multiple_of(2);
            let address = format!("knight-{number}@example.org");
            let address = if is_known { ADDRESS.to_owned() } else { address };
            let server = &server;
            async move { (is_known, request_recovery(server, &address).await) }
        };
        let answers: Vec<(bool, Answer)> =
            stream::iter(0..REQUESTS).map(request).buffer_unordered(32).collect().await;
        let first = (StatusCode::ACCEPTED, String::new());
        for (is_known, answer) in answers {
            assert_eq!((answer.status, answer.text), first, "known: {is_known}");
        }
        assert_eq!(hashes().await, before, "no path hashes a password");
        let mail = smtp.next().await;
        assert_eq!(mail.to, ADDRESS);
        assert_eq!(status(&server, &arthur).await, StatusCode::OK);
        sign_in(&server, "Arthur", PASSWORD).await.json(StatusCode::CREATED);
        let left = get_as(&server, &arthur, "/me/recovery-codes").await.json(StatusCode::OK);
        assert_eq!(left, json!({"left": 8}));
        // The owner recovers meanwhile.
        let code = mail.after("#recover=Arthur&code=");
        let body = json!({"name": "Arthur", "code": code, "password": NEW_PASSWORD});
        server.post("/recoveries", body).await.json(StatusCode::CREATED);
        server.shutdown().await;
        assert!(smtp.is_idle(), "one link, and none for unknown addresses");
    })
    .await;
}
