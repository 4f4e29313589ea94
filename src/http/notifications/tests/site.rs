//! A simulated server with receivers of every channel, which can be killed at any time.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::http::extract::token::Token;
use crate::http::notifications::push::sender;
use crate::http::notifications::task;
use crate::http::notifications::tests::receivers::{Hook, MailServer, PushService};
use crate::http::webhooks::worker;
use crate::http::{AppState, HttpOptions, MailOptions, MailTls, Services, mail};
use crate::live::Time;
use crate::live::cluster::simulation::world::World;
use crate::random;
use crate::scheduling;
use crate::simulation::database::Database;
use crate::simulation::process::Process;
use crate::simulation::world;
use crate::store::{
    ClientInfo, MailKind, NewAddress, NewMail, NewToken, SecurityEvent, SecurityEventKind,
};

pub(crate) const HOUR: Duration = Duration::from_secs(60 * 60);

/// The time at which the simulation begins.
const BEGIN: &str = "2027-01-15T08:00:00Z";

/// The time for which the server runs after an event.
pub(crate) const RUN: Duration = Duration::from_secs(25 * 60);

/// Runs a test on a site, in simulated time.
pub(crate) fn on_a_site(seed: u64, test: impl AsyncFnOnce(&mut Site)) {
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        world::set_seed(Some(seed));
        let simulated = World::new(seed, false);
        let mut resumed = JoinSet::new();
        resumed.spawn(simulated.clone().resume());
        let mut site = Site {
            database: Database::new(&simulated),
            world: simulated.clone(),
            began: Instant::now(),
            mail: MailServer::start().await,
            push: [PushService::start(1).await, PushService::start(2).await],
            hooks: [Hook::start().await, Hook::start().await],
            running: None,
            kills: 0,
        };
        test(&mut site).await;
        simulated.end();
    });
    world::set_seed(None);
}

/// The receivers, the database, and the running server.
pub(crate) struct Site {
    pub(crate) world: World,
    database: Database,
    pub(crate) began: Instant,
    pub(crate) mail: MailServer,
    /// The browsers of two players.
    pub(crate) push: [Arc<PushService>; 2],
    /// The programs of two players.
    pub(crate) hooks: [Arc<Hook>; 2],
    running: Option<Running>,
    pub(crate) kills: usize,
}

pub(crate) struct Running {
    process: Process,
    pub(crate) app: AppState,
    router: Router,
}

impl Site {
    pub(crate) fn now(&self) -> Timestamp {
        let begin: jiff::Timestamp = BEGIN.parse().unwrap();
        Timestamp(begin.as_millisecond()) + self.began.elapsed()
    }

    /// Starts the server, if it does not run.
    pub(crate) async fn start(&mut self) {
        if self.running.is_none() {
            let process = Process::new(&self.world);
            let opened: Arc<OnceLock<(AppState, Router)>> = Arc::default();
            let (_, store) = self.database.connect();
            let mail = MailOptions {
                mail_server: Some("127.0.0.1".to_owned()),
                mail_port: Some(self.mail.port),
                mail_tls: MailTls::None,
                mail_from: Some("Chivalry <play@example.net>".to_owned()),
                ..MailOptions::default()
            };
            let http = HttpOptions { webhooks_to_private: true, mail, ..HttpOptions::local() };
            let (time, cell) = (Time::starting_at(self.now()), Arc::clone(&opened));
            process.spawn(async move {
                let shutdown = CancellationToken::new();
                let services =
                    Services::open("http://localhost", time, http, &store, None, shutdown).await;
                let services = services.unwrap();
                let app = services.app.clone();
                tokio::spawn(scheduling::task(task::run(app.clone())));
                tokio::spawn(scheduling::task(sender::run(app.clone())));
                tokio::spawn(scheduling::task(worker::run(app.clone())));
                tokio::spawn(scheduling::task(mail::worker::run(app.clone())));
                // There is one value.
                let _ = cell.set((app, services.router.clone()));
                std::future::pending::<()>().await;
                drop(services);
            });
            while opened.get().is_none() {
                sleep(Duration::from_millis(1)).await;
            }
            let (app, router) = opened.get().unwrap().clone();
            self.running = Some(Running { process, app, router });
        }
    }

    /// The running server.
    pub(crate) fn running(&self) -> &Running {
        self.running.as_ref().expect("a running server")
    }

    /// Signs the players up. The server runs.
    pub(crate) async fn sign_up(&self, wanted: [Wanted<'_>; 2]) -> [Player; 2] {
        let [first, second] = wanted;
        [sign_up(self, 0, first).await, sign_up(self, 1, second).await]
    }

    /// Sends a request of a player to the running server.
    pub(crate) async fn ask(&self, index: usize, route: (&str, &str), body: Value) -> Value {
        request(self.running(), route, NAMES[index], body).await
    }

    /// The pushes to a player by title: the notification of each by the id of its message.
    pub(crate) fn pushed(&self, index: usize, title: &str) -> BTreeMap<String, String> {
        let received = self.push[index].received();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let titled = received.iter().filter(|it| text(&it["title"]).starts_with(title));
        titled.map(|it| (text(&it["id"]), text(&it["notifications"][0]))).collect()
    }

    /// The mails to a player by subject, by their ids.
    pub(crate) fn mailed(&self, index: usize, subject: &str) -> BTreeMap<String, String> {
        let to = format!("{}@example.org", NAMES[index]);
        let received = self.mail.received();
        let found = received.iter().filter(|it| it.to == to && it.subject.starts_with(subject));
        found.map(|it| (it.id.clone(), it.subject.clone())).collect()
    }

    /// The deliveries of an event to the webhook of a player, by their ids.
    pub(crate) fn posted(&self, index: usize, event: &str) -> BTreeMap<String, Value> {
        let received = self.hooks[index].received();
        received.into_iter().filter(|(_, body)| body["type"] == event).collect()
    }

    /// Kills the server: all of its tasks end at once, wherever they are.
    pub(crate) fn kill(&mut self) {
        let running = self.running.take().expect("a running server");
        running.process.end();
        self.kills += 1;
    }

    /// Waits until a time after the beginning.
    pub(crate) async fn sleep_until(&self, hours: f64) {
        let at = self.began + HOUR.mul_f64(hours);
        tokio::time::sleep_until(at).await;
    }

    /// Starts the server at a time after the beginning, lets it run, and stops it there.
    pub(crate) async fn visit(&mut self, hours: f64) {
        self.sleep_until(hours).await;
        self.start().await;
        sleep(RUN).await;
        self.kill();
    }
}

async fn request(
    running: &Running,
    (method, path): (&str, &str),
    token: &str,
    body: Value,
) -> Value {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    let response = running.router.clone().oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    assert!(status.is_success(), "{path}: {status} {bytes:?}");
    match status {
        StatusCode::NO_CONTENT => Value::Null,
        _ => serde_json::from_slice(&bytes).unwrap(),
    }
}

/// The names of the players.
const NAMES: [&str; 2] = ["Arthur", "Morgan"];

/// The settings of a player: the events of a webhook, the kinds of the other channels, and the quiet
/// hours in Berlin.
pub(crate) struct Wanted<'a> {
    pub(crate) events: &'a [&'a str],
    pub(crate) kinds: &'a [&'a str],
    pub(crate) quiet_hours: Value,
}

/// Signs an account up, with a verified address, a browser, a webhook and settings.
async fn sign_up(site: &Site, index: usize, wanted: Wanted<'_>) -> Player {
    let Wanted { events, kinds, quiet_hours } = wanted;
    let (name, push, hook) = (NAMES[index], &site.push[index], &site.hooks[index]);
    let running = site.running();
    let (store, now) = (&running.app.store, running.app.live.time().now());
    let id = PlayerId(random::new_id());
    let player = store.players().create_account(id, name, "hash", now).await.unwrap();
    let token = NewToken {
        hash: Token::hash(name),
        player: id,
        scopes: "*".to_owned(),
        created_at: now,
        expires_at: None,
        app: None,
    };
    store.tokens().create(&token).await.unwrap();
    let mail = NewMail {
        id: format!("verify-{name}"),
        player: id,
        kind: MailKind::Verification,
        subject: "Verify".to_owned(),
        text: "Verify".to_owned(),
        html: "Verify".to_owned(),
        at: now,
    };
    let new = NewAddress {
        address: &format!("{name}@example.org"),
        verification: &Token::hash("verification"),
        expires_at: now + HOUR,
        mail: &mail,
        notice: &mail,
    };
    let event = SecurityEvent::new(id, SecurityEventKind::MailChanged, ClientInfo::default(), now);
    assert!(store.mail_addresses().set(new, &event).await.unwrap());
    let client = ClientInfo::default();
    store.mail_addresses().verify(&Token::hash("verification"), client, now).await.unwrap();
    let pushes = request(running, ("GET", "/me/push"), name, Value::Null).await;
    let subscription = push.subscription(pushes["key"].as_str().unwrap());
    request(running, ("POST", "/me/push"), name, subscription).await;
    let webhook = json!({ "url": hook.url, "events": events });
    request(running, ("POST", "/webhooks"), name, webhook).await;
    let settings = json!({
        "page": kinds, "push": kinds, "email": kinds, "quiet_hours": quiet_hours,
        "time_zone": "Europe/Berlin", "language": "en",
    });
    request(running, ("PUT", "/me/notifications/settings"), name, settings).await;
    player
}
