//! Passkeys, with an authenticator in the test.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chivalry::http::HttpOptions;
use reqwest::{Method, StatusCode};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::databases::{Database, on_every_database, on_sqlite};
use crate::security::{
    FIREFOX, NEW_PASSWORD, PASSWORD, get_as, log, logged, send, sign_up, status,
};
use crate::support::{Answer, TestPlayer, TestServer, unlimited};

const ORIGIN: &str = "https://chivalry.example.org";
const SITE: &str = "chivalry.example.org";

/// Flags of authenticator data: the user is present and verified; and it has a credential.
const VERIFIED: u8 = 0x05;
const CREDENTIAL: u8 = 0x40;

/// An authenticator with one credential.
struct Authenticator {
    id: Vec<u8>,
    key: EcdsaKeyPair,
    count: u32,
}

impl Authenticator {
    fn new(id: &[u8]) -> Authenticator {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
        Authenticator { id: id.to_vec(), key, count: 0 }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let count = self.count.to_be_bytes();
        [Sha256::digest(SITE).as_slice(), &[flags], &count].concat()
    }

    /// The answer to the options of a registration.
    fn register(&self, options: &Value, origin: &str) -> Value {
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        let length = (self.id.len() as u16).to_be_bytes();
        let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        let mut data = self.data(VERIFIED | CREDENTIAL);
        for part in [&[0; 16], &length[..], &self.id, &head, x, &[0x22, 0x58, 0x20], y] {
            data.extend_from_slice(part);
        }
        let client_data = client_data("webauthn.create", &options["challenge"], origin);
        json!({"id": text(&self.id), "type": "public-key", "response": {
            "clientDataJSON": text(client_data.as_bytes()), "authenticatorData": text(&data)}})
    }

    /// The answer to the options of a sign-in.
    fn sign(&mut self, options: &Value, flags: u8) -> Value {
        self.count += 1;
        let client_data = client_data("webauthn.get", &options["challenge"], ORIGIN);
        let data = self.data(flags);
        let message = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        json!({"id": text(&self.id), "type": "public-key", "response": {
            "clientDataJSON": text(client_data.as_bytes()), "authenticatorData": text(&data),
            "signature": text(signature.as_ref())}})
    }
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn client_data(step: &str, challenge: &Value, origin: &str) -> String {
    json!({"type": step, "challenge": challenge, "origin": origin}).to_string()
}

async fn start(database: &Database) -> TestServer {
    let options = HttpOptions { public_url: Some(ORIGIN.to_owned()), ..unlimited() };
    TestServer::start_with(database, options).await
}

async fn options(server: &TestServer, player: &TestPlayer) -> Value {
    let password = json!({"password": PASSWORD});
    let answer = send(server, player, (Method::POST, "/passkeys/options"), password).await;
    answer.json(StatusCode::OK)
}

async fn add(server: &TestServer, player: &TestPlayer, body: Value) -> Answer {
    send(server, player, (Method::POST, "/passkeys"), body).await
}

async fn sign_in_options(server: &TestServer) -> Value {
    server.post("/sessions/passkey/options", json!({})).await.json(StatusCode::OK)
}

#[tokio::test]
async fn a_passkey_signs_in_until_it_is_removed() {
    on_every_database(|database| async move {
        let server = start(&database).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let mut authenticator = Authenticator::new(b"credential");
        let made = options(&server, &arthur).await;
        assert_eq!((&made["rp"]["id"], &made["user"]["name"]), (&json!(SITE), &json!("Arthur")));
        let algorithms = made["pubKeyCredParams"].as_array().unwrap().iter();
        assert_eq!(algorithms.map(|it| it["alg"].clone()).collect::<Vec<_>>(), [-7, -8, -257]);
        let added = add(&server, &arthur, authenticator.register(&made, ORIGIN)).await;
        let added = added.json(StatusCode::CREATED);
        assert_eq!(
            (&added["client"]["browser"], &added["used_on"]),
            (&json!("Firefox"), &Value::Null)
        );
        let again = options(&server, &arthur).await;
        assert_eq!(again["excludeCredentials"], json!([{"type": "public-key", "id": added["id"]}]));

        let asked = sign_in_options(&server).await;
        assert_eq!(
            (&asked["rpId"], &asked["userVerification"]),
            (&json!(SITE), &json!("required"))
        );
        let signed = authenticator.sign(&asked, VERIFIED);
        let session = server.post("/sessions/passkey", signed.clone()).await;
        let session = TestPlayer::of(&session.json(StatusCode::CREATED));
        assert_eq!((&session.id, status(&server, &session).await), (&arthur.id, StatusCode::OK));
        // The same answer signs in once.
        server.post("/sessions/passkey", signed).await.problem(401, "unauthorized");
        let listed = get_as(&server, &arthur, "/passkeys").await.json(StatusCode::OK);
        assert_eq!(listed["items"].as_array().unwrap().len(), 1);
        assert!(listed["items"][0]["used_on"].is_string(), "{listed}");

        let (kay, _) = sign_up(&server, "Kay").await;
        let path = format!("/passkeys/{}", added["id"].as_str().unwrap());
        let foreign = send(&server, &kay, (Method::DELETE, &path), json!({})).await;
        foreign.problem(404, "not_found");
        let removed = send(&server, &arthur, (Method::DELETE, &path), json!({})).await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT);
        let signed = authenticator.sign(&sign_in_options(&server).await, VERIFIED);
        server.post("/sessions/passkey", signed).await.problem(401, "unauthorized");
        assert_eq!(status(&server, &session).await, StatusCode::OK);
        logged(&server, &arthur, "sign_in_failed", 1).await;
        let kinds: Vec<String> =
            log(&server, &arthur).await.into_iter().map(|(kind, ..)| kind).collect();
        for kind in ["passkey_added", "signed_in_by_passkey", "passkey_removed"] {
            assert!(kinds.iter().any(|found| found == kind), "{kind}: {kinds:?}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn answers_that_are_not_of_this_player_page_and_moment_are_refused() {
    on_sqlite(|database| async move {
        let server = start(&database).await;
        let [(arthur, _), (kay, _)] =
            [sign_up(&server, "Arthur").await, sign_up(&server, "Kay").await];
        let mut authenticator = Authenticator::new(b"credential");
        let made = options(&server, &arthur).await;
        let answer = authenticator.register(&made, ORIGIN);
        let elsewhere = authenticator.register(&made, "https://example.org");
        let for_sign_in = authenticator.register(&sign_in_options(&server).await, ORIGIN);
        let mut renamed = answer.clone();
        renamed["id"] = json!(text(b"another"));
        let mut broken = answer.clone();
        broken["response"]["authenticatorData"] = json!("not base64!");
        for body in [elsewhere, for_sign_in, renamed, broken] {
            add(&server, &arthur, body).await.bad_field("response");
        }
        add(&server, &kay, answer.clone()).await.bad_field("response");
        add(&server, &arthur, answer.clone()).await.json(StatusCode::CREATED);
        add(&server, &arthur, answer).await.bad_field("response");
        let wrong = json!({"password": NEW_PASSWORD});
        let refused = send(&server, &arthur, (Method::POST, "/passkeys/options"), wrong).await;
        assert_eq!(refused.problem(401, "unauthorized")["reason"], "password_wrong");
        let guest = server.guest().await;
        let password = json!({"password": PASSWORD});
        let refused = send(&server, &guest, (Method::POST, "/passkeys/options"), password).await;
        refused.problem(403, "forbidden");

        // A user who was not verified, another key, another player, and a smaller count.
        let asked = sign_in_options(&server).await;
        let unverified = authenticator.sign(&asked, 0x01);
        let mut copy = Authenticator::new(b"credential");
        let forged = copy.sign(&asked, VERIFIED);
        let mut of_kay = authenticator.sign(&asked, VERIFIED);
        of_kay["response"]["userHandle"] = json!(text(b"another player"));
        for body in [unverified, forged, of_kay] {
            server.post("/sessions/passkey", body).await.problem(401, "unauthorized");
        }
        let signed = authenticator.sign(&asked, VERIFIED);
        server.post("/sessions/passkey", signed).await.json(StatusCode::CREATED);
        authenticator.count -= 1;
        let earlier = authenticator.sign(&sign_in_options(&server).await, VERIFIED);
        server.post("/sessions/passkey", earlier).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_server_without_a_host_name_offers_no_passkeys() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let refused = server.post("/sessions/passkey/options", json!({})).await;
        assert_eq!(refused.problem(403, "forbidden")["reason"], "passkeys_need_domain");
        let request = server.request(Method::GET, "/passkeys").header("user-agent", FIREFOX);
        Answer::to(request).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}
