//! Leaderboards, histories, scores between two players, and pairing by ratings.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchResult;
use chivalry_play::player::PlayerId;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::databases::{Database, on_every_database};
use crate::finished::Finished;
use crate::support::{TestPlayer, TestServer};

use super::{blitz, connect, get_json};

/// Games of each pair of a [`ladder`].
const GAMES: i64 = 24;

/// One game in this number is won by the weaker player.
const UPSET_EVERY: i64 = 4;

/// Players with established ratings. Each has won most games against each of those
/// after them.
async fn ladder(database: &Database, names: &[&str]) -> (TestServer, Vec<TestPlayer>) {
    let server = TestServer::start(database).await;
    let mut players = Vec::new();
    for name in names {
        players.push(server.account(name).await);
    }
    let mut at = server.live().time().now();
    server.shutdown().await;
    let running = database.open().await;
    let id = |player: &TestPlayer| PlayerId(player.id.parse::<Uuid>().unwrap());
    for game in 0..GAMES {
        for (rank, better) in players.iter().enumerate() {
            for worse in &players[rank + 1..] {
                at = Timestamp(at.0 + 1);
                let (winner, loser) =
                    if game % UPSET_EVERY == 0 { (worse, better) } else { (better, worse) };
                let (result, seats) = match game % 2 {
                    0 => (MatchResult::First, [id(winner), id(loser)]),
                    _ => (MatchResult::Second, [id(loser), id(winner)]),
                };
                let append = Finished { result, ..Finished::at(at) }.between(&seats);
                running.store.log().append(append).await.unwrap();
            }
        }
    }
    while running.store.rated_matches().rate_due(at, 64).await.unwrap().is_some() {}
    running.stop().await;
    (TestServer::start(database).await, players)
}

fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["player"]["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn leaderboards_are_sorted_and_paginated() {
    on_every_database(|database| async move {
        let order = ["Arthur", "Kay", "Gawain", "Lancelot"];
        let (server, _) = ladder(&database, &order).await;
        let board = "/leaderboards/cam/blitz";
        let whole = get_json(&server, board).await;
        assert_eq!((names(&whole), &whole["next"]), (order.to_vec(), &Value::Null));
        let mut ratings = Vec::new();
        for (rank, leader) in (1..).zip(whole["items"].as_array().unwrap()) {
            assert_eq!((&leader["rank"], &leader["provisional"]), (&json!(rank), &json!(false)));
            assert_eq!(leader["games"], GAMES * 3);
            ratings.push(leader["rating"].as_u64().unwrap());
            let path = format!("/players/{}/ratings", leader["player"]["name"].as_str().unwrap());
            let own = get_json(&server, &path).await["items"][0].clone();
            assert_eq!((&own["rank"], &own["rating"]), (&json!(rank), &leader["rating"]));
        }
        assert!(ratings.is_sorted_by(|better, worse| better > worse), "{ratings:?}");
        let first = get_json(&server, &format!("{board}?limit=3")).await;
        let rest = format!("{board}?limit=3&cursor={}", first["next"].as_str().unwrap());
        let rest = get_json(&server, &rest).await;
        assert_eq!((names(&first), names(&rest)), (order[..3].to_vec(), order[3..].to_vec()));
        assert_eq!((&rest["items"][0]["rank"], &rest["next"]), (&json!(4), &Value::Null));
        for other in ["?rated=false", "?bots=true"] {
            assert_eq!(get_json(&server, &format!("{board}{other}")).await["items"], json!([]));
        }
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("cursor=x", "cursor"),
            ("bots=1", "bots"),
        ] {
            server.get(&format!("{board}?{query}")).await.bad_field(field);
        }
        server.get("/leaderboards/go/blitz").await.problem(404, "not_found");
        server.get("/leaderboards/cam/slow").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn rating_histories_and_scores_cover_every_match() {
    on_every_database(|database| async move {
        let (server, _) = ladder(&database, &["Arthur", "Kay", "Gawain"]).await;
        let path = "/players/kay/ratings/cam/blitz/history";
        let whole = get_json(&server, path).await;
        let points = whole["items"].as_array().unwrap();
        assert_eq!((points.len() as i64, &whole["next"]), (GAMES * 2, &Value::Null));
        let mut earlier = 1500;
        for point in points.iter().rev() {
            let (rating, change) = (&point["rating"], point["change"].as_i64().unwrap());
            assert_eq!(rating.as_i64().unwrap(), earlier + change, "{point}");
            let id = point["match"].as_str().unwrap();
            let seats = get_json(&server, &format!("/matches/{id}")).await["seats"].clone();
            let own = ["W", "B"].map(|seat| &seats[seat]);
            let own = own.into_iter().find(|seat| seat["name"] == "Kay").unwrap();
            assert_eq!(
                (own["rating"].as_i64(), own["change"].as_i64()),
                (Some(earlier), Some(change))
            );
            earlier += change;
        }
        let now = get_json(&server, "/players/kay/ratings").await["items"][0]["rating"].clone();
        assert_eq!(now, earlier);
        let mut seen = Vec::new();
        let mut query = format!("{path}?limit=10");
        loop {
            let part = get_json(&server, &query).await;
            seen.extend(part["items"].as_array().unwrap().clone());
            let Some(next) = part["next"].as_str() else { break };
            query = format!("{path}?limit=10&cursor={next}");
        }
        assert_eq!(&seen, points);
        assert_eq!(get_json(&server, &format!("{path}?rated=false")).await["items"], json!([]));

        let (few, most) = (GAMES / UPSET_EVERY, GAMES - GAMES / UPSET_EVERY);
        for (path, wins, losses) in
            [("/players/Kay/against/gawain", most, few), ("/players/kay/against/ARTHUR", few, most)]
        {
            let score = json!({"variant": "cam", "wins": wins, "losses": losses, "draws": 0});
            assert_eq!(get_json(&server, path).await["items"], json!([score]));
        }
        assert_eq!(get_json(&server, "/players/kay/against/kay").await["items"], json!([]));
        for path in ["/players/kay/against/nobody", "/players/nobody/ratings"] {
            server.get(path).await.problem(404, "not_found");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn seeks_pair_players_by_rating_and_show_it() {
    on_every_database(|database| async move {
        let (server, players) = ladder(&database, &["Arthur", "Kay"]).await;
        let stranger = server.account("Gawain").await;
        let [mut arthur, mut kay, mut gawain] = [
            connect(&server, &players[0]).await,
            connect(&server, &players[1]).await,
            connect(&server, &stranger).await,
        ];
        let seek = |more: Value| {
            let mut seek = json!({"t": "seek", "variant": "cam", "time": blitz(), "rated": true});
            seek.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            seek
        };
        let rating = async |name: &str| {
            get_json(&server, &format!("/players/{name}/ratings")).await["items"][0]["rating"]
                .clone()
        };
        let ratings = [rating("arthur").await, rating("kay").await];
        assert!(ratings[0].as_u64().unwrap() > ratings[1].as_u64().unwrap() + 200, "{ratings:?}");

        let sought = arthur.ok(seek(json!({"quick": true}))).await;
        let seeks = server.get("/seeks").await.json(StatusCode::OK);
        let shown = &seeks["items"][0]["parties"][0]["players"][0];
        assert_eq!((&shown["rating"], &shown["provisional"]), (&ratings[0], &json!(false)));
        // Kay is out of range for one seek, and asks for another range in the other.
        let range = json!({"rating": [1400, 1600]});
        let waiting = kay.ok(seek(range)).await;
        assert_eq!(waiting.get("match"), None, "{waiting}");
        let accept = json!({"t": "accept", "seek": waiting["seek"]});
        arthur.refused(accept, "forbidden").await;
        // In the other pool all players are unrated.
        let casual = seek(json!({"rated": false, "rating": [1400, 1600]}));
        assert_eq!(arthur.ok(casual.clone()).await.get("match"), None);
        let paired = kay.ok(casual).await;
        let id = paired["match"].as_str().expect("a match").to_owned();
        let seats = get_json(&server, &format!("/matches/{id}")).await["seats"].clone();
        for seat in ["W", "B"] {
            let shown = (&seats[seat]["rating"], &seats[seat]["provisional"]);
            assert_eq!(shown, (&json!(1500), &json!(true)));
        }
        // A paired player leaves the other seeks by a clock.
        assert_eq!(arthur.next_of("seek_ended").await.unwrap()["seek"], sought["seek"]);
        kay.ok(seek(json!({"rating": [1400, 1600]}))).await;
        let paired = gawain.ok(seek(json!({}))).await;
        let id = paired["match"].as_str().expect("of 1500, and known to be").to_owned();

        // A channel adds the ratings of the seats, and challenges show them.
        let mut watcher = connect(&server, &players[0]).await;
        watcher.ok(json!({"t": "channel", "on": true, "variant": "cam"})).await;
        watcher.next_of("featured").await.unwrap();
        let sum = 1500 + ratings[1].as_u64().unwrap();
        let seats = get_json(&server, &format!("/matches/{id}")).await["seats"].clone();
        let shown: u64 = ["W", "B"].iter().map(|it| seats[it]["rating"].as_u64().unwrap()).sum();
        assert_eq!(shown, sum);
        let challenge = json!({"t": "challenge", "to": "kay", "variant": "cam", "time": blitz(),
                               "rated": true});
        arthur.ok(challenge).await;
        let sent = kay.next_of("challenge").await.unwrap();
        let [by, to] = [&sent["by"], &sent["to"]];
        assert_eq!((&by["rating"], &to["rating"]), (&ratings[0], &ratings[1]), "{sent}");
        assert_eq!((&by["provisional"], &to["name"]), (&json!(false), &json!("Kay")));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_channel_shows_the_match_with_the_highest_ratings() {
    on_every_database(|database| async move {
        let (server, players) = ladder(&database, &["Arthur", "Kay"]).await;
        let [one, other] = [server.guest().await, server.guest().await];
        let casual = json!({"variant": "cam", "time": blitz()});
        let first = server.start_match(&one, &other, casual).await;
        let mut watcher = connect(&server, &players[1]).await;
        watcher.ok(json!({"t": "channel", "on": true})).await;
        assert_eq!(watcher.next_of("featured").await.unwrap()["match"], first);
        let stranger = server.account("Gawain").await;
        let strong = server.start_match(&players[0], &stranger, super::rated("cam")).await;
        server.start_match(&one, &other, json!({"variant": "cam", "time": blitz()})).await;
        super::resign(&server, &first, &one).await;
        let shown = watcher.next_of("featured").await.unwrap();
        assert_eq!(shown["match"], strong, "not the newest");
        let best = get_json(&server, "/players/arthur/ratings").await["items"][0]["rating"].clone();
        assert_eq!(
            (&shown["seats"]["W"]["rating"], &shown["seats"]["W"]["provisional"]),
            (&best, &json!(false))
        );
        assert_eq!(shown["rating"], best.as_u64().unwrap() + 1500);
        // The same holds for channels that are read from the store.
        server.shutdown().await;
        let server = TestServer::start(&database).await;
        let again = get_json(&server, "/channels").await["items"][0].clone();
        assert_eq!((&again["match"], &again["rating"]), (&shown["match"], &shown["rating"]));
        assert_eq!(again["seats"], shown["seats"]);
        server.shutdown().await;
    })
    .await;
}
