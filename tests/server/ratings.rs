//! Ratings: changes after a match, and their visibility.

mod crashes;
mod lists;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

fn blitz() -> Value {
    json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0})
}

fn rated(variant: &str) -> Value {
    json!({"variant": variant, "time": blitz(), "rated": true})
}

async fn get_json(server: &TestServer, path: &str) -> Value {
    server.get(path).await.json(StatusCode::OK)
}

async fn connect(server: &TestServer, player: &TestPlayer) -> Client {
    Client::connect(server.url(), Some(&player.token)).await.unwrap()
}

/// A guest who watches a match.
async fn watch(server: &TestServer, id: &str) -> Client {
    let mut watcher = Client::guest(server.url()).await;
    watcher.ok(json!({"t": "watch", "match": id})).await;
    watcher
}

/// The rating changes of a match, once it has been rated.
async fn changes(watcher: &mut Client) -> Value {
    let has_change = |frame: &Value| {
        let mut ratings = frame["ratings"].as_object().into_iter().flatten();
        frame["t"] == "rated" && ratings.any(|(_, rating)| rating.get("change").is_some())
    };
    watcher.next_where(has_change).await.unwrap()["ratings"].take()
}

/// Plays one move for each seat. `players` are in turn order.
async fn move_each(server: &TestServer, id: &str, players: &[&TestPlayer]) {
    for (ply, player) in (1..).zip(players) {
        let view = get_json(server, &format!("/matches/{id}?legal=true")).await;
        server.play(player, id, ply, view["legal"][0].as_str().unwrap()).await;
    }
}

async fn resign(server: &TestServer, id: &str, player: &TestPlayer) {
    let path = format!("/matches/{id}/resign");
    server.post_as(player, &path, json!({})).await.json(StatusCode::OK);
}

/// A match that `white` wins against `black`.
async fn won(server: &TestServer, white: &TestPlayer, black: &TestPlayer, wish: Value) -> String {
    let id = server.start_match(white, black, wish).await;
    move_each(server, &id, &[white, black]).await;
    resign(server, &id, black).await;
    id
}

/// Plays a match like [`won`] and waits until it is rated.
async fn won_and_rated(server: &TestServer, white: &TestPlayer, black: &TestPlayer, wish: Value) {
    let id = server.start_match(white, black, wish).await;
    let mut watcher = watch(server, &id).await;
    move_each(server, &id, &[white, black]).await;
    resign(server, &id, black).await;
    changes(&mut watcher).await;
}

/// The names of a player's rating pools, with the points of each.
async fn pools(server: &TestServer, player: &TestPlayer) -> Vec<(String, u64)> {
    let ratings = get_json(server, &format!("/players/{}/ratings", player.name)).await;
    let word = |value: &Value, yes: &str, no: &str| {
        if value.as_bool().unwrap() { yes.to_owned() } else { no.to_owned() }
    };
    let pool = |it: &Value| {
        let (rated, bots) =
            (word(&it["rated"], "rated", "casual"), word(&it["bots"], "bots", "people"));
        let [variant, speed] = ["variant", "speed"].map(|name| it[name].as_str().unwrap());
        (format!("{variant}/{speed}/{rated}/{bots}"), it["rating"].as_u64().unwrap())
    };
    ratings["items"].as_array().unwrap().iter().map(pool).collect()
}

#[tokio::test]
async fn a_rated_match_updates_both_ratings_and_shows_the_changes() {
    on_every_server(|server| async move {
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let mut wish = rated("cam");
        wish["seats"] = json!({"W": "me"});
        let made = server.post_as(&arthur, "/matches", wish).await.json(StatusCode::CREATED);
        let id = made["match"].as_str().unwrap();
        let mut watcher = watch(&server, id).await;
        let snapshot = watcher.next_of("snapshot").await.unwrap();
        let unknown = json!({"rating": 1500, "provisional": true});
        for (field, value) in unknown.as_object().unwrap() {
            assert_eq!(&snapshot["seats"]["W"][field], value);
        }
        // A player who takes a seat is shown with a rating too.
        let join = format!("/matches/{id}/join");
        server.post_as(&kay, &join, json!({})).await.json(StatusCode::OK);
        let seated = watcher.next_of("rated").await.unwrap();
        assert_eq!(seated["ratings"], json!({"W": unknown, "B": unknown}));
        assert_eq!(seated["v"], get_json(&server, &format!("/matches/{id}")).await["v"]);

        move_each(&server, id, &[&arthur, &kay]).await;
        let tag = |answer: &Answer| answer.header("etag").to_owned();
        resign(&server, id, &kay).await;
        // Glicko-2 for two players without earlier results.
        let (won, lost) = (162, -162);
        let expected = json!({
            "W": {"rating": 1500, "provisional": true, "change": won},
            "B": {"rating": 1500, "provisional": true, "change": lost}});
        assert_eq!(changes(&mut watcher).await, expected);
        let answer = server.get(&format!("/matches/{id}")).await;
        assert!(tag(&answer).contains("+162"), "a kept copy without it is old");
        let view = answer.json(StatusCode::OK);
        for (seat, change) in [("W", won), ("B", lost)] {
            assert_eq!(
                (&view["seats"][seat]["rating"], &view["seats"][seat]["change"]),
                (&json!(1500), &json!(change)),
                "{view}"
            );
        }
        assert_eq!(pools(&server, &arthur).await, [("cam/blitz/rated/people".to_owned(), 1662)]);
        assert_eq!(pools(&server, &kay).await, [("cam/blitz/rated/people".to_owned(), 1338)]);
        let own = get_json(&server, "/players/kay/ratings").await["items"][0].clone();
        assert_eq!((&own["games"], &own["provisional"]), (&json!(1), &json!(true)));
        assert_eq!((&own["deviation"], own.get("rank")), (&json!(290), None));
        // The next match begins with the new ratings.
        let next = server.start_match(&kay, &arthur, rated("cam")).await;
        let seats = get_json(&server, &format!("/matches/{next}")).await["seats"].clone();
        assert_eq!((&seats["W"]["rating"], &seats["B"]["rating"]), (&json!(1338), &json!(1662)));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn pools_are_separate_and_uncounted_matches_change_nothing() {
    on_every_server(|server| async move {
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let merlin = server.account("Merlin").await;
        server.post_as(&merlin, "/me/bot", json!({})).await.json(StatusCode::OK);
        let guest = server.guest().await;
        let casual = json!({"variant": "cam", "time": blitz()});

        // Matches with a guest, aborted, resigned before every seat moved, or started from
        // another position.
        let with_a_guest = won(&server, &arthur, &guest, casual.clone()).await;
        let aborted = server.start_match(&arthur, &kay, rated("cam")).await;
        let path = format!("/matches/{aborted}/abort");
        server.post_as(&arthur, &path, json!({})).await.json(StatusCode::OK);
        let short = server.start_match(&arthur, &kay, rated("cam")).await;
        move_each(&server, &short, &[&arthur]).await;
        resign(&server, &short, &kay).await;
        let position = "1/3/2w2/4b/5/3/1 w 0,0 0 1";
        let elsewhere = json!({"variant": "camette", "position": position, "time": blitz()});
        won(&server, &arthur, &kay, elsewhere).await;
        assert_eq!(get_json(&server, &format!("/matches/{with_a_guest}")).await["status"], "ended");

        // These matches are rated after all of those.
        won_and_rated(&server, &kay, &arthur, casual).await;
        won_and_rated(&server, &arthur, &kay, json!({"variant": "cam"})).await;
        won_and_rated(&server, &arthur, &merlin, rated("cam")).await;
        let names = [
            ("cam/blitz/casual/people".to_owned(), 1338),
            ("cam/blitz/rated/bots".to_owned(), 1662),
            ("cam/unlimited/casual/people".to_owned(), 1662),
        ];
        assert_eq!(pools(&server, &arthur).await, names);
        assert_eq!(pools(&server, &merlin).await, [("cam/blitz/rated/bots".to_owned(), 1338)]);
        assert_eq!(pools(&server, &guest).await, []);
        let seats = get_json(&server, &format!("/matches/{with_a_guest}")).await["seats"].clone();
        assert!(["W", "B"].iter().all(|seat| seats[seat].get("change").is_none()), "{seats}");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn matches_for_four_are_rated_by_team() {
    on_every_server(|server| async move {
        let mut players = Vec::new();
        for name in ["Arthur", "Kay", "Gawain", "Lancelot"] {
            players.push(server.account(name).await);
        }
        let mut wish = rated("grand-cam");
        wish["seats"] = json!({"R": "me"});
        let made = server.post_as(&players[0], "/matches", wish).await.json(StatusCode::CREATED);
        let id = made["match"].as_str().unwrap();
        for (player, seat) in players[1..].iter().zip(["G", "B", "Y"]) {
            let join = format!("/matches/{id}/join");
            let wish = json!({"seat": seat});
            server.post_as(player, &join, wish).await.json(StatusCode::OK);
        }
        let mut watcher = watch(&server, id).await;
        move_each(&server, id, &players.iter().collect::<Vec<_>>()).await;
        resign(&server, id, &players[1]).await;
        let changes = changes(&mut watcher).await;
        let change = |seat: &str| changes[seat]["change"].as_i64().unwrap();
        assert_eq!((change("R"), change("G")), (162, -162), "{changes}");
        assert_eq!((change("B"), change("Y")), (162, -162), "{changes}");
        for player in &players {
            assert_eq!(pools(&server, player).await[0].0, "grand-cam/blitz/rated/people");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn rated_matches_require_accounts_and_a_clock_and_forbid_takebacks() {
    on_every_server(|server| async move {
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let guest = server.guest().await;
        let mut wish = rated("cam");
        server.post_as(&guest, "/matches", wish.clone()).await.problem(403, "forbidden");
        wish["seats"] = json!({"W": "me"});
        for slow in [
            json!({"variant": "cam", "rated": true}),
            json!({"to": "kay", "variant": "cam", "rated": true}),
        ] {
            let path = if slow.get("to").is_some() { "/challenges" } else { "/matches" };
            server.post_as(&arthur, path, slow.clone()).await.bad_field("rated");
        }
        let days = json!({"kind": "correspondence", "days": 3});
        let seek = json!({"variant": "cam", "rated": true, "time": days});
        server.post_as(&guest, "/seeks", seek.clone()).await.problem(403, "forbidden");
        server
            .post_as(&arthur, "/seeks", json!({"variant": "cam", "rated": true}))
            .await
            .bad_field("rated");
        let sought = server.post_as(&arthur, "/seeks", seek).await.json(StatusCode::CREATED);
        let accept = format!("/seeks/{}/accept", sought["seek"].as_str().unwrap());
        server.post_as(&guest, &accept, json!({})).await.problem(403, "forbidden");
        let mut challenge = rated("cam");
        challenge["to"] = json!(guest.name);
        server.post_as(&arthur, "/challenges", challenge).await.problem(403, "forbidden");

        let made = server.post_as(&arthur, "/matches", wish).await.json(StatusCode::CREATED);
        let join = format!("/matches/{}/join", made["match"].as_str().unwrap());
        let key = json!({"key": made["links"]["B"]["key"]});
        server.post(&join, key.clone()).await.problem(401, "unauthorized");
        let refused = server.post_as(&guest, &join, key).await.problem(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("account"), "{refused}");
        // A guest who signs up may join over the existing connection.
        let mut open = connect(&server, &guest).await;
        let join = json!({"t": "join", "match": made["match"], "key": made["links"]["B"]["key"]});
        open.refused(join.clone(), "forbidden").await;
        let credentials = json!({"name": "Gawain", "password": "excalibur"}).to_string();
        let sign_up = guest.sign(server.request(Method::POST, "/accounts")).body(credentials);
        Answer::to(sign_up).await.json(StatusCode::CREATED);
        assert_eq!(open.ok(join).await["seat"], "B");

        let id = server.start_match(&arthur, &kay, rated("cam")).await;
        move_each(&server, &id, &[&arthur, &kay]).await;
        let takeback = format!("/matches/{id}/takeback");
        let offer = json!({"say": "offer"});
        server.post_as(&arthur, &takeback, offer).await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn delayed_spectators_see_rating_changes_after_the_end() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let mut wish = rated("cam");
        wish["options"] = json!({"watch_delay_ms": 400});
        let id = server.start_match(&arthur, &kay, wish).await;
        let mut watcher = watch(&server, &id).await;
        let mut player = connect(&server, &arthur).await;
        player.ok(json!({"t": "watch", "match": id})).await;
        move_each_as_players(&server, &id, [&arthur, &kay]).await;
        resign(&server, &id, &kay).await;
        for client in [&mut watcher, &mut player] {
            let told = client
                .next_where(|frame| frame["t"] == "ended" || frame["t"] == "rated")
                .await
                .unwrap();
            assert_eq!(told["t"], "ended", "first of all");
            assert_eq!(changes(client).await["W"]["change"], 162);
        }
        server.shutdown().await;
    })
    .await;
}

/// [`move_each`] in a match whose moves others see late.
async fn move_each_as_players(server: &TestServer, id: &str, players: [&TestPlayer; 2]) {
    for (ply, player) in (1..).zip(players) {
        let request = server.request(Method::GET, &format!("/matches/{id}?legal=true"));
        let view = Answer::to(player.sign(request)).await.json(StatusCode::OK);
        server.play(player, id, ply, view["legal"][0].as_str().unwrap()).await;
    }
}
