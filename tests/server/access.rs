//! Permissions: tries every cell of the tables in `docs/access.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use chivalry::http::{HttpOptions, MailOptions};
use chivalry_play::clock::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;
use crate::databases::{Database, on_sqlite};
use crate::security::issuer::Issuer;
use crate::support::{Answer, TestPlayer, TestServer, unlimited};

const DOCUMENT: &str = "docs/access.md";

/// The columns. The last five are tokens of the seated player with one scope each. Columns are
/// tried in order, so that refused callers come before those who change something.
const COLUMNS: [&str; 12] = [
    "nobody",
    "guest",
    "player",
    "moderator",
    "director",
    "opponent",
    "seat",
    "read",
    "records",
    "account",
    "challenge",
    "play",
];

/// A player to be muted, challenged or timed out.
const OTHER: &str = "Gawain";

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// The callers of the tables and the players they act on.
struct Callers {
    server: TestServer,
    /// `None` for a caller without a token.
    tokens: Vec<Option<String>>,
    seat: TestPlayer,
    opponent: TestPlayer,
    director: TestPlayer,
    newcomers: AtomicUsize,
    /// The folder of the e-mails, and the provider of sign-ins.
    _services: (TempDir, Issuer),
}

#[tokio::test]
async fn every_cell_of_the_permission_tables_is_as_documented() {
    on_sqlite(|database| async move {
        let court = Callers::create(&database).await;
        let asyncapi = court.server.get("/api/v1/asyncapi.json").await.json(StatusCode::OK);
        let openapi = court.server.get("/api/v1/openapi.json").await.json(StatusCode::OK);
        let mut rows = Vec::new();
        for name in asyncapi["components"]["messages"].as_object().expect("messages").keys() {
            if let Some(t) = name.strip_prefix("client.") {
                rows.push(court.frame_row(t).await);
            }
        }
        let mut operations = Vec::new();
        for (path, item) in openapi["paths"].as_object().expect("paths") {
            for method in METHODS.iter().filter(|method| item.get(**method).is_some()) {
                operations.push((path.as_str(), method.to_uppercase()));
            }
        }
        for (path, method) in operations {
            rows.push(court.route_row(&method, path).await);
        }
        court.server.shutdown().await;

        let written = fs::read_to_string(DOCUMENT).expect("the tables");
        let documented: BTreeSet<&str> =
            written.lines().filter(|line| line.starts_with("| `")).collect();
        let found: BTreeSet<&str> = rows.iter().map(String::as_str).collect();
        let wrong: Vec<_> = found.symmetric_difference(&documented).collect();
        assert!(wrong.is_empty(), "{wrong:#?}\n{DOCUMENT} would be\n{}", rows.join("\n"));
        assert!(rows.len() * COLUMNS.len() > 1_500, "{} rows", rows.len());
    })
    .await;
}

impl Callers {
    async fn create(database: &Database) -> Callers {
        // Passkeys need a host name.
        let public_url = Some("https://chivalry.example.org".to_owned());
        let mails = tempfile::tempdir().expect("a folder");
        let mail = MailOptions {
            mail_folder: Some(mails.path().to_owned()),
            mail_from: Some("chivalry@example.org".to_owned()),
            ..MailOptions::default()
        };
        let issuer = Issuer::start().await;
        let provider = issuer.options().provider;
        let options = HttpOptions { public_url, mail, provider, ..unlimited() };
        let server = TestServer::start_with(database, options).await;
        let guest = server.guest().await;
        let mut accounts = BTreeMap::new();
        for name in ["Arthur", "Lancelot", "Merlin", "Bedivere", "Percival", OTHER] {
            accounts.insert(name, server.account(name).await);
        }
        let store = database.open().await;
        let moderator =
            store.store.moderation().set_moderator("bedivere", Some(Timestamp(1))).await;
        assert!(moderator.expect("a database"));
        store.stop().await;
        let [seat, opponent, director] =
            ["Arthur", "Lancelot", "Merlin"].map(|name| accounts[name].clone());
        let sessions = [&accounts["Percival"], &accounts["Bedivere"], &director, &opponent, &seat];
        let mut tokens = vec![None, Some(guest.token)];
        tokens.extend(sessions.map(|player| Some(player.token.clone())));
        for scope in &COLUMNS[7..] {
            let made = server.post_as(&seat, "/tokens", json!({"scopes": [scope]})).await;
            let made = made.json(StatusCode::CREATED);
            tokens.push(Some(made["token"].as_str().expect("a token").to_owned()));
        }
        let newcomers = AtomicUsize::new(1);
        let services = (mails, issuer);
        Callers { server, tokens, seat, opponent, director, newcomers, _services: services }
    }

    async fn route_row(&self, method: &str, path: &str) -> String {
        let about = self.about(method, path).await;
        let verb: Method = method.parse().expect("a method");
        let mut cells = Vec::new();
        for (who, token) in COLUMNS.iter().zip(&self.tokens) {
            let mut token = token.clone();
            // The request may revoke the token, erase the player or turn them into a bot.
            let is_last = ["/sessions/current", "/me/bot"].iter().any(|end| path.ends_with(end))
                || (method == "DELETE" && ["/me", "/sessions"].iter().any(|it| path.ends_with(it)));
            if is_last && token.is_some() {
                token = Some(self.newcomer(who).await);
            }
            let mut request = self.server.request(verb.clone(), &about);
            if verb == Method::POST || verb == Method::PUT {
                request = request.body(body(path));
            }
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            // Streams do not end, so only the status is read.
            let status = request.send().await.expect("an answer").status().as_u16();
            assert!(status < 500, "{method} {path} by {who}: {status}");
            cells.push(verdict(status));
        }
        row(&format!("{method} {}", path.trim_start_matches("/api/v1")), &cells)
    }

    /// The token of a fresh player of the same kind.
    async fn newcomer(&self, who: &str) -> String {
        if who == "guest" {
            return self.server.guest().await.token;
        }
        let number = self.newcomers.fetch_add(1, Ordering::Relaxed);
        let account = self.server.account(&format!("Knight-{number}")).await;
        if !COLUMNS[7..].contains(&who) {
            return account.token;
        }
        let made = self.server.post_as(&account, "/tokens", json!({"scopes": [who]})).await;
        made.json(StatusCode::CREATED)["token"].as_str().expect("a token").to_owned()
    }

    async fn frame_row(&self, t: &str) -> String {
        let match_id = self.new_match().await;
        let mut cells = Vec::new();
        for token in &self.tokens {
            let token = token.as_deref().unwrap_or("nobody's");
            let mut client =
                Client::connect(self.server.url(), Some(token)).await.expect("a connection");
            let answer = client.ask(frame(t, &match_id)).await.expect("an answer");
            cells.push(verdict(match answer["code"].as_str() {
                Some("unauthorized") => 401,
                Some("forbidden") => 403,
                Some("internal" | "unavailable") => panic!("{t}: {answer}"),
                _ => 200,
            }));
        }
        row(t, &cells)
    }

    async fn new_match(&self) -> String {
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let wish = json!({"variant": "camette", "time": time});
        let id = self.server.start_match(&self.seat, &self.opponent, wish).await;
        // Matches that are aborted before the first moves would bar the players from further ones.
        self.server.play(&self.seat, &id, 1, "B3-B2").await;
        self.server.play(&self.opponent, &id, 2, "D5-D6").await;
        id
    }

    /// The path of a newly created resource.
    async fn about(&self, method: &str, path: &str) -> String {
        let id = match path.split('/').nth(3) {
            _ if !path.contains("{id}") => String::new(),
            Some("matches") => self.new_match().await,
            Some("tournaments") => {
                let plan = json!({"plan": plan()});
                let made = self.server.post_as(&self.director, "/tournaments", plan).await;
                id_in(&made, "tournament")
            }
            Some("schedules") => {
                let request = self.server.request(Method::POST, "/schedules");
                let request = self.director.sign(request).header("Idempotency-Key", "access");
                let made = Answer::to(request.body(schedule().to_string())).await;
                id_in(&made, "schedule")
            }
            Some("challenges") => {
                let challenge = json!({"to": "Lancelot", "variant": "camette"});
                let made = self.server.post_as(&self.seat, "/challenges", challenge).await;
                id_in(&made, "challenge")
            }
            Some("seeks") => {
                let seek = json!({"variant": "camette", "time": {"kind": "unlimited"}});
                id_in(&self.server.post_as(&self.seat, "/seeks", seek).await, "seek")
            }
            // No such resource is needed.
            _ => "01a202c8-9dcb-744f-b2e6-5291fb92482f".to_owned(),
        };
        let named = [
            ("{id}", id.as_str()),
            ("{variant}", "camette"),
            ("{speed}", "blitz"),
            ("{name}", OTHER),
            ("{other}", "Arthur"),
            ("{room}", "players"),
            ("{line}", "1"),
            ("{seat}", "B"),
            ("{n}", "1"),
        ];
        let path = named.iter().fold(path.to_owned(), |path, (name, is)| path.replace(name, is));
        match path.as_str() {
            path if path.ends_with("/chat") && method == "GET" => format!("{path}?room=players"),
            path if path.ends_with("/position") && path.contains("/matches/") => {
                format!("{path}?ply=0")
            }
            _ => path,
        }
    }
}

fn id_in(made: &Answer, field: &str) -> String {
    let body: Value = serde_json::from_str(&made.text).expect("JSON");
    let id = body[field].as_str().or(body["id"].as_str());
    id.unwrap_or_else(|| panic!("no {field}: {body}")).to_owned()
}

fn plan() -> Value {
    json!({"name": "Round Table", "variant": "camette", "time": {"kind": "unlimited"},
           "stages": [{"name": "All", "format": {"kind": "round_robin"},
                       "series": {"best_of": 1}, "start": {"by": "director"}}]})
}

fn schedule() -> Value {
    json!({"plan": plan(), "recurrence": {"days": ["friday"], "time": "20:00"}})
}

/// A valid body whose effect changes no permissions.
fn body(path: &str) -> String {
    let body = match path.trim_start_matches("/api/v1") {
        "/accounts" => json!({"name": "x", "password": "short"}),
        "/sessions" => json!({"name": OTHER, "password": "excalibur"}),
        "/tokens" => json!({"scopes": ["account"]}),
        "/recoveries" => json!({"name": OTHER, "code": "none", "password": "short"}),
        "/me/password" => json!({"password": "excalibur", "new_password": "short"}),
        "/me/mail" => json!({"address": "knight@example.org", "password": "excalibur"}),
        "/me/notifications/read" => json!({}),
        "/me/notifications/settings" => {
            json!({"page": [], "push": [], "email": [], "quiet_hours": null, "time_zone": "UTC",
                   "language": "en"})
        }
        "/me/push" => {
            json!({"endpoint": "https://push.example.org/1", "keys": {"p256dh": "", "auth": ""}})
        }
        "/me/mail/subscription" => json!({"subscribed": true}),
        "/recoveries/mail" => json!({"address": "nobody@example.org"}),
        "/identities/options" | "/me/recovery-codes" | "/passkeys/options" => {
            json!({"password": "excalibur"})
        }
        "/passkeys" => {
            json!({"id": "", "response": {"clientDataJSON": "", "authenticatorData": ""}})
        }
        "/oauth/device/decision" => json!({"user_code": "none"}),
        "/webhooks" => json!({"url": "https://example.org/hook", "events": ["ended"]}),
        "/analysis/position" => {
            json!({"variant": "camette", "position": "1/3/2w2/4b/5/3/1 w 0,0", "nodes": 100})
        }
        "/analysis/game" => json!({"record": "[Variant \"camette\"]\n\n1. C2-B2 *", "nodes": 100}),
        "/challenges" => json!({"to": OTHER, "variant": "camette"}),
        "/seeks" | "/matches" => json!({"variant": "camette", "time": {"kind": "unlimited"}}),
        "/tournaments" => json!({"plan": plan()}),
        "/schedules" => schedule(),
        "/tournaments/{id}/actions" => json!({"do": "pair"}),
        "/matches/{id}/moves" => json!({"ply": 1, "move": "C2-B2"}),
        "/matches/{id}/premove" => json!({"ply": 2, "line": "C6-B6"}),
        "/matches/{id}/chat" => json!({"room": "players", "text": "good luck"}),
        "/matches/{id}/draw"
        | "/matches/{id}/takeback"
        | "/matches/{id}/rematch"
        | "/matches/{id}/adjourn"
        | "/matches/{id}/resume" => json!({"say": "offer"}),
        "/arrangements" => json!({"to": OTHER, "variant": "camette", "times": [],
                                  "time": {"kind": "fischer", "initial_ms": 1, "increment_ms": 1}}),
        "/arrangements/{id}/times" => json!({"times": []}),
        "/arrangements/{id}/agree" => json!({"at": "2001-01-01T00:00:00Z"}),
        "/me/vacation" => json!({"until": "2001-01-01T00:00:00Z"}),
        "/matches/{id}/claim" => json!({"for": "win"}),
        "/matches/{id}/add-time" => json!({"ms": 1_000}),
        "/players/{name}/timeout" => json!({"minutes": 1, "reason": "spam"}),
        _ => json!({}),
    };
    body.to_string()
}

fn frame(t: &str, match_id: &str) -> Value {
    let mut frame = match t {
        "create" => json!({"variant": "camette"}),
        "seek" => json!({"variant": "camette", "time": {"kind": "unlimited"}}),
        "challenge" => json!({"to": OTHER, "variant": "camette"}),
        "analyse" => json!({"stop": true}),
        "channel" => json!({"on": false}),
        "lobby" => json!({"on": true}),
        "auth" | "ping" | "watch" | "unwatch" | "join" | "resign" | "abort" => json!({}),
        "move" => json!({"ply": 1, "move": "C2-B2"}),
        "premove" => json!({"ply": 2, "line": "C6-B6"}),
        "chat" => json!({"room": "players", "text": "good luck"}),
        "draw" | "takeback" | "rematch" | "adjourn" | "resume" => json!({"say": "offer"}),
        "claim" => json!({"for": "win"}),
        "add_time" => json!({"ms": 1_000}),
        "tournament" => json!({"tournament": match_id, "on": true}),
        "accept" | "unseek" => json!({"seek": match_id}),
        "answer" => json!({"challenge": match_id, "say": "decline"}),
        other => panic!("a frame that nobody has thought of: {other}"),
    };
    frame["t"] = json!(t);
    let is_about_a_match = [
        "watch", "unwatch", "join", "resign", "abort", "move", "premove", "chat", "draw",
        "takeback", "rematch", "adjourn", "resume", "claim", "add_time",
    ];
    if is_about_a_match.contains(&t) {
        frame["match"] = json!(match_id);
    }
    frame
}

fn verdict(status: u16) -> &'static str {
    match status {
        401 => "401",
        403 => "403",
        _ => "yes",
    }
}

fn row(what: &str, cells: &[&str]) -> String {
    format!("| `{what}` | {} |", cells.join(" | "))
}
