//! `/guests`, `/accounts`, `/sessions`, `/me`, `/players`.

use chivalry::http::{HttpOptions, RateLimitOptions};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

fn credentials(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

async fn me(server: &TestServer, player: &TestPlayer) -> Answer {
    Answer::to(player.sign(server.request(Method::GET, "/me"))).await
}

#[tokio::test]
async fn a_guest_token_is_valid_until_sign_out() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        assert!(guest.name.starts_with("Guest-"));
        let seen = me(&server, &guest).await.json(StatusCode::OK);
        assert_eq!(seen, json!({"id": guest.id, "name": guest.name, "kind": "guest"}));
        let found = server.get(&format!("/players/{}", guest.name.to_uppercase())).await;
        assert_eq!(found.json(StatusCode::OK), seen);

        let sign_out = guest.sign(server.request(Method::DELETE, "/sessions/current"));
        assert_eq!(Answer::to(sign_out).await.status, StatusCode::NO_CONTENT);
        let unknown = me(&server, &guest).await;
        unknown.problem(401, "unauthorized");
        assert_eq!(unknown.header("www-authenticate"), "Bearer");
        server.get("/me").await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_visitor_beyond_the_limit_of_guests_is_stored_by_the_first_command() {
    on_every_database(|database| async move {
        let rate_limits = RateLimitOptions {
            guests_per_hour: 1,
            trusted_proxies: Vec::new(),
            ..unlimited().rate_limits
        };
        let options = HttpOptions { rate_limits, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        server.guest().await;
        let mut visitor = Client::guest(server.url()).await;
        let (token, player) = (visitor.token(), visitor.hello["player"].clone());
        let page = format!("/players/{}", player["name"].as_str().expect("a name"));
        // Reading and watching store nothing.
        let me = server.request(Method::GET, "/me").bearer_auth(&token);
        assert_eq!(Answer::to(me).await.json(StatusCode::OK), player);
        visitor.ok(json!({"t": "lobby", "on": true})).await;
        let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
        visitor.refused(create.clone(), "rate_limited").await;
        server.get(&page).await.problem(404, "not_found");
        server.shutdown().await;

        // The token is valid after a restart, and two connections may send the first command at
        // once.
        let server = TestServer::start(&database).await;
        let mut visitor = Client::connect(server.url(), Some(&token)).await.expect("a connection");
        let mut again = Client::connect(server.url(), Some(&token)).await.expect("a connection");
        assert_eq!((&visitor.hello["player"], &again.hello["player"]), (&player, &player));
        server.get(&page).await.problem(404, "not_found");
        tokio::join!(visitor.ok(create.clone()), again.ok(create));
        assert_eq!(server.get(&page).await.json(StatusCode::OK), player);

        // After a sign-out the token is unknown, and does not create the guest again.
        let sign_out = server.request(Method::DELETE, "/sessions/current").bearer_auth(&token);
        assert_eq!(Answer::to(sign_out).await.status, StatusCode::NO_CONTENT);
        let me = server.request(Method::GET, "/me").bearer_auth(&token);
        Answer::to(me).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_name_of_a_guest_leads_to_the_account_and_open_pages_show_the_new_name() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let match_path = format!("/matches/{id}");
        let before = server.get(&match_path).await;
        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": id})).await;
        watcher.next_of("snapshot").await.expect("a snapshot");

        let signed_up = server.post_as(&white, "/accounts", credentials("Gawain", "pentangle"));
        let account = signed_up.await.json(StatusCode::CREATED)["player"].clone();
        let renamed = watcher.next_of("renamed").await.expect("the new name");
        assert_eq!((&renamed["seat"], &renamed["player"]), (&json!("W"), &account));
        let after = server.get(&match_path).await;
        assert_ne!(after.header("etag"), before.header("etag"));
        assert_eq!(after.json(StatusCode::OK)["seats"]["W"]["name"], "Gawain");

        let former = format!("/players/{}", white.name);
        assert_eq!(server.get(&former).await.json(StatusCode::OK), account);
        let games = server.get(&format!("{former}/matches")).await.json(StatusCode::OK);
        assert_eq!(games["items"][0]["match"], id);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_look_up_that_may_find_nothing_is_answered_without_an_error() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        let found = server.get(&format!("/players/{}?allow_none=true", guest.name)).await;
        assert_eq!(found.json(StatusCode::OK)["id"], guest.id);
        for path in ["/players/Mordred?", "/puzzles/next?moves=9&"] {
            server.get(path).await.problem(404, "not_found");
            let none = server.get(&format!("{path}allow_none=true")).await;
            assert_eq!(none.status, StatusCode::NO_CONTENT, "{path}");
            let refused = server.get(&format!("{path}allow_none=maybe")).await;
            assert_eq!(refused.problem(400, "bad_field")["field"], "allow_none");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_account_signs_up_once_and_signs_in_repeatedly() {
    on_every_server(async |server: TestServer| {
        let signed_up = server.post("/accounts", credentials("Lancelot", "excalibur")).await;
        let signed_up = signed_up.json(StatusCode::CREATED);
        assert_eq!(signed_up["player"]["kind"], "account");
        let taken = server.post("/accounts", credentials("LANCELOT", "excalibur")).await;
        taken.problem(409, "name_taken");

        let signed_in = server.post("/sessions", credentials("lancelot", "excalibur")).await;
        let signed_in = signed_in.json(StatusCode::CREATED);
        assert_eq!(signed_in["player"], signed_up["player"]);
        for session in [signed_up, signed_in] {
            let player = TestPlayer::of(&session);
            assert_eq!(me(&server, &player).await.json(StatusCode::OK), session["player"]);
        }
        for (name, password) in [("Lancelot", "Excalibur"), ("Mordred", "excalibur"), ("", "")] {
            let refused = server.post("/sessions", credentials(name, password)).await;
            refused.problem(401, "unauthorized");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn names_of_every_script_are_kept_and_look_alikes_are_refused() {
    on_every_server(async |server: TestServer| {
        // The name is sent with a combining accent, and stored with one letter for both.
        let signed_up = server.post("/accounts", credentials("Jose\u{301}", "excalibur")).await;
        let player = signed_up.json(StatusCode::CREATED)["player"].clone();
        assert_eq!(player["name"], "Jos\u{e9}");
        let same = server.post("/accounts", credentials("JOS\u{c9}", "excalibur")).await;
        same.problem(409, "name_taken");
        let found = server.get("/players/jos%C3%A9").await.json(StatusCode::OK);
        assert_eq!(found["id"], player["id"]);
        for name in ["Jos\u{e9}", "jose\u{301}"] {
            let signed_in = server.post("/sessions", credentials(name, "excalibur")).await;
            assert_eq!(signed_in.json(StatusCode::CREATED)["player"], player);
        }
        for name in ["Jose", "\u{418}\u{432}\u{430}\u{43d}", "\u{141}ukasz"] {
            let other = server.post("/accounts", credentials(name, "excalibur")).await;
            assert_eq!(other.json(StatusCode::CREATED)["player"]["name"], name);
        }
        for (name, reason) in [
            ("J\u{43e}s\u{e9}", "name_of_mixed_scripts"),
            ("\u{441}\u{43e}\u{440}\u{430}", "name_confusable"),
            ("Kay\u{202e}", "name_form"),
        ] {
            let refused = server.post("/accounts", credentials(name, "excalibur")).await;
            refused.bad_field("name");
            assert!(refused.text.contains(reason), "{}", refused.text);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_guest_who_signs_up_keeps_their_id_and_token() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        let account = server.post_as(&guest, "/accounts", credentials("Gawain", "excalibur")).await;
        let account = TestPlayer::of(&account.json(StatusCode::CREATED));
        assert_eq!(account.id, guest.id);
        for token in [&guest, &account] {
            let seen = me(&server, token).await.json(StatusCode::OK);
            assert_eq!(seen, json!({"id": guest.id, "name": "Gawain", "kind": "account"}));
        }

        let other = server.post_as(&account, "/accounts", credentials("Bors", "excalibur")).await;
        assert_ne!(TestPlayer::of(&other.json(StatusCode::CREATED)).id, guest.id);
        let stranger = TestPlayer { token: "nonsense".to_owned(), ..guest };
        let refused = server.post_as(&stranger, "/accounts", credentials("Kay", "excalibur")).await;
        refused.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn invalid_credentials_name_the_faulty_field() {
    on_every_server(async |server: TestServer| {
        for name in ["K", "Sir Kay", "guest-1", "7up"] {
            server.post("/accounts", credentials(name, "excalibur")).await.bad_field("name");
        }
        server.post("/accounts", credentials("Kay", "short")).await.bad_field("password");
        server.post("/accounts", json!({"name": "Kay"})).await.bad_field("password");
        server.post("/accounts", json!({"name": 7, "password": ""})).await.bad_field("name");
        server.post("/accounts", json!([])).await.problem(400, "bad_frame");
        let large = credentials("Kay", &"x".repeat(20_000));
        server.post("/accounts", large).await.problem(413, "too_large");
        server.shutdown().await;
    })
    .await;
}
