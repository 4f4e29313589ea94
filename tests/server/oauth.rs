//! Sign-in of other programs (`docs/protocol.md`, "Sign in from another program").

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::client::{Client, Gone};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

const CLIENT: &str = "Knight's tour";
const REDIRECT: &str = "http://127.0.0.1:53412/back?tab=1";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// The request of a program, as in the address of the consent page.
fn request(scope: &str) -> Value {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER.as_bytes()));
    json!({"response_type": "code", "client_id": CLIENT, "redirect_uri": REDIRECT, "scope": scope,
           "state": "x y&z", "code_challenge": challenge, "code_challenge_method": "S256"})
}

fn with(mut request: Value, field: &str, value: Value) -> Value {
    request[field] = value;
    request
}

/// Sends a form without a token, as programs do.
async fn form(server: &TestServer, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = server.request(Method::POST, path);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    Answer::to(request.body(body)).await
}

#[track_caller]
fn refused(answer: &Answer, error: &str) {
    let body = answer.json(StatusCode::BAD_REQUEST);
    assert_eq!(body["error"], error, "{body}");
    assert!(body["error_description"].is_string(), "{body}");
    assert_eq!(answer.header("cache-control"), "no-store");
}

/// The parameter of a redirect to the program.
fn param(redirect: &Value, name: &str) -> Option<String> {
    let url = Url::parse(redirect.as_str().expect("an address")).expect("an address");
    assert_eq!(url.as_str().split('&').next(), Some(REDIRECT));
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The code that the program gets after the consent.
async fn consent(server: &TestServer, player: &TestPlayer, scope: &str) -> String {
    let allowed = with(request(scope), "allow", json!(true));
    let answer = server.post_as(player, "/oauth/authorize", allowed).await.json(StatusCode::OK);
    let redirect = &answer["redirect"];
    assert_eq!(param(redirect, "state").as_deref(), Some("x y&z"));
    assert_eq!(param(redirect, "iss").as_deref(), Some(server.url()));
    param(redirect, "code").expect("a code")
}

async fn redeem(server: &TestServer, code: &str) -> Answer {
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("code", code),
        ("redirect_uri", REDIRECT),
        ("code_verifier", VERIFIER),
    ];
    form(server, "/oauth/token", &fields).await
}

async fn refresh(server: &TestServer, token: &Value, client: &str) -> Answer {
    let token = token.as_str().expect("a refresh token");
    let fields = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token)];
    form(server, "/oauth/token", &fields).await
}

/// A sign-in of the program as `player`.
async fn sign_in(server: &TestServer, player: &TestPlayer, scope: &str) -> Value {
    let code = consent(server, player, scope).await;
    let answer = redeem(server, &code).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json(StatusCode::OK)
}

async fn get_with(server: &TestServer, path: &str, token: &Value) -> Answer {
    let token = token.as_str().expect("a token");
    Answer::to(server.request(Method::GET, path).bearer_auth(token)).await
}

/// Asserts that the connection ends because its token ended.
async fn ends(mut client: Client) {
    let Err(Gone(Some(close))) = client.next_of("nothing").await else { panic!("connected") };
    assert_eq!(close.code, CloseCode::Policy);
}

#[tokio::test]
async fn a_program_signs_in_by_a_code_and_has_the_scopes_of_the_consent() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        let described = server.post_as(&kay, "/oauth/authorize", request("play read")).await;
        let app = json!({"client": CLIENT, "kind": "program", "host": "127.0.0.1",
                         "scopes": ["read", "play"]});
        assert_eq!(described.json(StatusCode::OK), json!({"app": app}));
        let tokens = sign_in(&server, &kay, "play read").await;
        assert_eq!(
            (&tokens["token_type"], &tokens["scope"]),
            (&json!("Bearer"), &json!("read play"))
        );
        assert_eq!(tokens["expires_in"], 86_400);
        let access = &tokens["access_token"];
        assert_eq!(get_with(&server, "/me", access).await.json(StatusCode::OK)["id"], kay.id);
        get_with(&server, "/challenges", access).await.problem(403, "forbidden");
        let listed = get_with(&server, "/tokens", access).await.json(StatusCode::OK);
        let own = listed["items"].as_array().unwrap().iter().find(|item| item["current"] == true);
        assert_eq!(own.unwrap()["client"], CLIENT);
        let mut client = Client::connect(server.url(), access.as_str()).await.unwrap();
        client.ok(json!({"t": "create", "variant": "cam"})).await;
        client.refused(json!({"t": "unseek"}), "forbidden").await;
        // A refresh token is no access token.
        get_with(&server, "/me", &tokens["refresh_token"]).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_code_is_used_once_by_the_program_that_asked_for_it() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        let code = consent(&server, &kay, "play").await;
        for (field, value) in [
            ("client_id", "another"),
            ("redirect_uri", "http://127.0.0.1:53413/back?tab=1"),
            ("code_verifier", "another-verifier-of-43-characters-or-even-more"),
        ] {
            let mut fields = vec![("grant_type", "authorization_code"), ("code", &code)];
            let own =
                [("client_id", CLIENT), ("redirect_uri", REDIRECT), ("code_verifier", VERIFIER)];
            fields.extend(own.map(|(name, it)| (name, if name == field { value } else { it })));
            refused(&form(&server, "/oauth/token", &fields).await, "invalid_grant");
        }
        let tokens = redeem(&server, &code).await.json(StatusCode::OK);
        let access = &tokens["access_token"];
        let client = Client::connect(server.url(), access.as_str()).await.unwrap();
        // Another program may have the code, so the second use ends what the first one got.
        refused(&redeem(&server, &code).await, "invalid_grant");
        ends(client).await;
        get_with(&server, "/me", access).await.problem(401, "unauthorized");
        refused(&refresh(&server, &tokens["refresh_token"], CLIENT).await, "invalid_grant");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_refresh_token_is_replaced_and_a_second_use_ends_the_grant() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        let first = sign_in(&server, &kay, "play read").await;
        refused(&refresh(&server, &first["refresh_token"], "another").await, "invalid_grant");
        let next = refresh(&server, &first["refresh_token"], CLIENT).await.json(StatusCode::OK);
        assert_ne!(next["refresh_token"], first["refresh_token"]);
        // Connections of the earlier access token go on.
        for tokens in [&first, &next] {
            get_with(&server, "/me", &tokens["access_token"]).await.json(StatusCode::OK);
        }
        let token = next["refresh_token"].as_str().unwrap();
        let narrow = |scope| {
            [
                ("grant_type", "refresh_token"),
                ("client_id", CLIENT),
                ("refresh_token", token),
                ("scope", scope),
            ]
        };
        refused(&form(&server, "/oauth/token", &narrow("challenge")).await, "invalid_scope");
        let narrow = form(&server, "/oauth/token", &narrow("read")).await.json(StatusCode::OK);
        assert_eq!(narrow["scope"], "read");
        refused(&refresh(&server, &first["refresh_token"], CLIENT).await, "invalid_grant");
        for tokens in [&first, &next, &narrow] {
            get_with(&server, "/me", &tokens["access_token"]).await.problem(401, "unauthorized");
        }
        refused(&refresh(&server, &narrow["refresh_token"], CLIENT).await, "invalid_grant");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_faulty_request_is_refused_to_the_player_or_to_the_program() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        for (field, value) in [
            ("redirect_uri", json!("http://example.org/back")),
            ("redirect_uri", json!("javascript:alert(1)")),
            ("redirect_uri", Value::Null),
            ("client_id", json!("")),
            ("client_id", json!("line\nbreak")),
            ("client_id", Value::Null),
        ] {
            let faulty = with(with(request("play"), field, value), "allow", json!(true));
            server.post_as(&kay, "/oauth/authorize", faulty).await.bad_field(field);
        }
        for (field, value, error) in [
            ("response_type", json!("token"), "unsupported_response_type"),
            ("code_challenge", Value::Null, "invalid_request"),
            ("code_challenge_method", json!("plain"), "invalid_request"),
            ("scope", json!("account"), "invalid_scope"),
            ("allow", json!(false), "access_denied"),
        ] {
            let faulty = with(with(request("play"), "allow", json!(true)), field, value);
            let answer = server.post_as(&kay, "/oauth/authorize", faulty).await;
            let redirect = &answer.json(StatusCode::OK)["redirect"];
            assert_eq!(param(redirect, "error").as_deref(), Some(error));
            assert_eq!(param(redirect, "state").as_deref(), Some("x y&z"));
            assert_eq!(param(redirect, "iss").as_deref(), Some(server.url()));
            assert_eq!(param(redirect, "code"), None);
        }
        let allowed = with(request("play"), "allow", json!(true));
        let guest =
            server.post_as(&server.guest().await, "/oauth/authorize", allowed.clone()).await;
        assert_eq!(guest.problem(403, "forbidden")["reason"], "apps_need_account");
        // A program cannot consent to another one.
        let tokens = sign_in(&server, &kay, "read play challenge records").await;
        let request = server.request(Method::POST, "/oauth/authorize").body(allowed.to_string());
        let token = tokens["access_token"].as_str().unwrap();
        Answer::to(request.bearer_auth(token)).await.problem(403, "forbidden");
        for (fields, error) in [
            (vec![("grant_type", "password"), ("client_id", "x")], "unsupported_grant_type"),
            (vec![("grant_type", "authorization_code")], "invalid_request"),
            (vec![("grant_type", "refresh_token"), ("client_id", "x")], "invalid_request"),
            (vec![("client_id", "x"), ("client_id", "y")], "invalid_request"),
        ] {
            refused(&form(&server, "/oauth/token", &fields).await, error);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_player_or_a_program_ends_the_sign_in() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        let apps = || async {
            let request = kay.sign(server.request(Method::GET, "/oauth/apps"));
            let list = Answer::to(request).await.json(StatusCode::OK);
            list["items"].as_array().unwrap().clone()
        };
        let tokens = sign_in(&server, &kay, "play").await;
        consent(&server, &kay, "play").await;
        let listed = apps().await;
        assert_eq!(listed.len(), 1, "a consent whose code was not used is no sign-in");
        assert_eq!(
            (&listed[0]["client"], &listed[0]["host"]),
            (&json!(CLIENT), &json!("127.0.0.1"))
        );
        let client = Client::connect(server.url(), tokens["access_token"].as_str()).await.unwrap();
        let path = format!("/oauth/apps/{}", listed[0]["id"].as_str().unwrap());
        let ended = Answer::to(kay.sign(server.request(Method::DELETE, &path))).await;
        assert_eq!(ended.status, StatusCode::NO_CONTENT);
        ends(client).await;
        get_with(&server, "/me", &tokens["access_token"]).await.problem(401, "unauthorized");
        refused(&refresh(&server, &tokens["refresh_token"], CLIENT).await, "invalid_grant");
        assert_eq!(apps().await, Vec::<Value>::new());

        for kind in ["access_token", "refresh_token"] {
            let tokens = sign_in(&server, &kay, "play").await;
            let token = tokens[kind].as_str().unwrap();
            let other = [("token", token), ("client_id", "another")];
            refused(&form(&server, "/oauth/revoke", &other).await, "invalid_client");
            get_with(&server, "/me", &tokens["access_token"]).await.json(StatusCode::OK);
            for _ in 0..2 {
                let own = [("token", token), ("client_id", CLIENT)];
                assert_eq!(form(&server, "/oauth/revoke", &own).await.status, StatusCode::OK);
            }
            get_with(&server, "/me", &tokens["access_token"]).await.problem(401, "unauthorized");
            refused(&refresh(&server, &tokens["refresh_token"], CLIENT).await, "invalid_grant");
        }
        // Tokens that the player made are not those of programs.
        let own = [("token", kay.token.as_str())];
        assert_eq!(form(&server, "/oauth/revoke", &own).await.status, StatusCode::OK);
        get_with(&server, "/me", &json!(kay.token)).await.json(StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}

/// The codes of a new device.
async fn device(server: &TestServer) -> Value {
    let fields = [("client_id", "Console"), ("scope", "play")];
    form(server, "/oauth/device", &fields).await.json(StatusCode::OK)
}

async fn poll(server: &TestServer, codes: &Value) -> Answer {
    let fields = [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("client_id", "Console"),
        ("device_code", codes["device_code"].as_str().unwrap()),
    ];
    form(server, "/oauth/token", &fields).await
}

#[tokio::test]
async fn a_device_signs_in_after_the_player_enters_its_code() {
    on_every_server(|server| async move {
        let kay = server.account("Kay").await;
        let codes = device(&server).await;
        let user_code = codes["user_code"].as_str().unwrap();
        assert_eq!((user_code.len(), &codes["interval"]), (9, &json!(5)));
        let page = format!("{}/device?user_code={user_code}", server.url());
        assert_eq!(codes["verification_uri_complete"], page);
        refused(&poll(&server, &codes).await, "authorization_pending");
        refused(&poll(&server, &codes).await, "slow_down");

        let decide = |user_code: String, allow: Value| {
            let body = json!({"user_code": user_code, "allow": allow});
            let (server, kay) = (&server, &kay);
            async move { server.post_as(kay, "/oauth/device/decision", body).await }
        };
        let written = user_code.to_lowercase().replace('-', " ");
        let described = decide(written.clone(), Value::Null).await.json(StatusCode::OK);
        let app = json!({"client": "Console", "kind": "device", "host": null, "scopes": ["play"]});
        assert_eq!(described, json!({"app": app}));
        decide("BCDF-BCDF".to_owned(), json!(true)).await.problem(404, "not_found");
        decide(written.clone(), json!(true)).await.json(StatusCode::OK);
        decide(written, json!(false)).await.problem(404, "not_found");
        let tokens = poll(&server, &codes).await.json(StatusCode::OK);
        get_with(&server, "/me", &tokens["access_token"]).await.json(StatusCode::OK);
        refused(&poll(&server, &codes).await, "invalid_grant");
        refresh(&server, &tokens["refresh_token"], "Console").await.json(StatusCode::OK);

        let codes = device(&server).await;
        let user_code = codes["user_code"].as_str().unwrap().to_owned();
        let guest = json!({"user_code": user_code, "allow": true});
        let guest = server.post_as(&server.guest().await, "/oauth/device/decision", guest).await;
        guest.problem(403, "forbidden");
        decide(user_code, json!(false)).await.json(StatusCode::OK);
        refused(&poll(&server, &codes).await, "access_denied");
        let fields = [("client_id", "Console"), ("scope", "account")];
        refused(&form(&server, "/oauth/device", &fields).await, "invalid_scope");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_metadata_names_the_endpoints() {
    on_every_server(|server| async move {
        let path = "/.well-known/oauth-authorization-server";
        let request = server.request(Method::GET, path).header("origin", "https://example.org");
        let answer = Answer::to(request).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let metadata = answer.json(StatusCode::OK);
        assert_eq!(metadata["issuer"], server.url());
        assert_eq!(metadata["code_challenge_methods_supported"], json!(["S256"]));
        let api = server.get("/openapi.json").await.json(StatusCode::OK);
        for name in ["token", "revocation", "device_authorization"] {
            let endpoint = metadata[format!("{name}_endpoint")].as_str().unwrap();
            let path = endpoint.strip_prefix(server.url()).unwrap();
            assert!(api["paths"][path]["post"].is_object(), "{path}");
        }
        let page = metadata["authorization_endpoint"].as_str().unwrap();
        let page = Answer::to(server.client().get(page).header("accept", "text/html")).await;
        assert_eq!(page.status, StatusCode::OK);
        // No other site can show the page in a frame.
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        server.shutdown().await;
    })
    .await;
}
