//! Matches in which each plays for himself (`rules.md 6.5`, `8.15`), with a client for each seat.

use std::collections::BTreeMap;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::play;
use crate::offers::TestMatch;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

const SINGLES: &str = "chivalry-four-singles";

/// Red can capture Green's last Knight. Blue and Yellow have one Knight each, far away.
const CONTACT: &str = "2/8/10/12/14/13B/14/14/14/4G9/4R9/Y13/12/10/8/2 r 0,0,0,0";

/// Two Knights of each seat in the middle of the board.
const MIDDLE: &str = "2/8/10/12/14/14/5G2B5/5G2B5/5R2Y5/5R2Y5/14/14/12/10/8/2 r 0,0,0,0";

async fn four(server: &TestServer, more: Value) -> TestMatch {
    let mut create = json!({"variant": SINGLES});
    for (name, value) in more.as_object().into_iter().flatten() {
        create[name] = value.clone();
    }
    TestMatch::new(server, "RGBY", create).await
}

/// Makes the first legal move of the seat to move, which is that of `by`.
async fn move_on(server: &TestServer, table: &mut TestMatch, by: usize) {
    let view = table.look(server).await;
    let text = view["legal"][0].as_str().unwrap().to_owned();
    let ply = view["ply"].as_u64().unwrap() as u32 + 1;
    table.play(by, ply, &text).await;
    table.event("moved").await;
}

/// The result and the termination of the `ended` event.
fn ending(ended: &Value) -> [&str; 2] {
    ["result", "termination"].map(|name| ended[name].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_resign_while_the_others_play_on_and_the_last_one_wins() {
    on_every_server(|server| async move {
        let mut table = four(&server, json!({"time": {"kind": "unlimited"}})).await;
        for by in 0..4 {
            move_on(&server, &mut table, by).await;
        }
        table.twice(&server, 2, "resign", json!({})).await;
        let out = table.event("seat_out").await;
        assert_eq!((&out["seat"], &out["how"]), (&json!("B"), &json!("resignation")));
        let view = table.look(&server).await;
        let how = &view["seats"]["B"]["out"];
        assert_eq!((&view["status"], how), (&json!("playing"), &json!("resignation")));
        for (command, more) in [
            ("resign", json!({})),
            ("draw", json!({"say": "offer"})),
            ("premove", json!({"ply": 7, "line": "N11-N10"})),
        ] {
            table.refused(2, command, more, "forbidden").await;
        }
        move_on(&server, &mut table, 0).await;
        move_on(&server, &mut table, 1).await;
        let pass = table.event("moved").await;
        assert_eq!((&pass["move"], &pass["seat"]), (&json!("pass"), &json!("B")));
        // Yellow resigns in its turn, and Red is to move.
        table.ok(3, "resign", json!({})).await;
        assert_eq!(table.event("seat_out").await["seat"], "Y");
        assert_eq!(table.event("moved").await["move"], "pass");
        move_on(&server, &mut table, 0).await;
        table.ok(1, "resign", json!({})).await;
        assert_eq!(ending(&table.event("ended").await), ["Red", "resignation"]);

        let record = server.get(&table.path("/record")).await.text;
        for part in ["[Result \"Red\"]", "{[%out B resignation]}", "{[%out Y resignation]}"] {
            assert!(record.contains(part), "{part} in {record}");
        }
        let read = server.request(Method::POST, "/rules/record").body(record.clone());
        assert_eq!(Answer::to(read).await.json(StatusCode::OK)["sound"], true);
        let importer = server.guest().await;
        let request = importer.sign(server.request(Method::POST, "/records")).body(record.clone());
        let made = Answer::to(request).await.json(StatusCode::OK);
        let copy = format!("/matches/{}/record", made["items"][0]["match"].as_str().unwrap());
        assert_eq!(server.get(&copy).await.text, record);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_player_with_pieces_wins_a_whole_game() {
    on_every_server(|server| async move {
        let mut table = four(&server, json!({"position": MIDDLE})).await;
        let id = table.id.as_str().unwrap().to_owned();
        let mut playing = tokio::task::JoinSet::new();
        for (index, (player, seat)) in table.players.drain(..).zip(["R", "G", "B", "Y"]).enumerate()
        {
            let (id, rng) = (id.clone(), StdRng::seed_from_u64(index as u64));
            playing.spawn(async move { play(player, &id, seat, rng).await });
        }
        let ends = playing.join_all().await;
        assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
        let view = table.look(&server).await;
        let pieces = view["position"].as_str().unwrap().split(' ').next().unwrap();
        let left: Vec<&str> = [("R", "Red"), ("G", "Green"), ("B", "Blue"), ("Y", "Yellow")]
            .into_iter()
            .filter(|(letter, _)| pieces.contains(letter))
            .map(|(_, name)| name)
            .collect();
        match view["termination"].as_str().unwrap() {
            "capture" => assert_eq!(left, [view["result"].as_str().unwrap()]),
            _ => assert_eq!(view["result"], "1/2-1/2"),
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_captured_player_passes_and_is_asked_nothing() {
    on_every_server(|server| async move {
        let mut table = four(&server, json!({"position": CONTACT})).await;
        table.ok(2, "premove", json!({"ply": 3, "line": "N11-N10"})).await;
        table.play(0, 1, "E6xE8").await;
        let moves: Vec<Value> =
            [table.event("moved").await, table.event("moved").await, table.event("moved").await]
                .map(|moved| moved["move"].clone())
                .into();
        assert_eq!(moves, ["E6xE8", "pass", "N11-N10"], "Green passes, and Blue's premove follows");
        table.refused(1, "resign", json!({}), "forbidden").await;
        table.refused(1, "draw", json!({"say": "offer"}), "forbidden").await;

        // A draw needs Red, Blue and Yellow. One refusal ends the offer.
        let say = |word: &str| json!({"say": word});
        table.ok(0, "draw", say("offer")).await;
        table.ok(2, "draw", say("accept")).await;
        assert_eq!(table.look(&server).await["status"], "playing");
        table.ok(3, "draw", say("decline")).await;
        assert_eq!(table.event("offer_ended").await["how"], "declined");
        table.ok(3, "draw", say("offer")).await;
        table.ok(0, "draw", say("accept")).await;
        table.ok(2, "draw", say("accept")).await;
        assert_eq!(ending(&table.event("ended").await), ["1/2-1/2", "agreement"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_seat_that_flags_is_out_until_one_is_left() {
    on_every_server(|server| async move {
        let time = json!({"kind": "fischer", "initial_ms": 60, "increment_ms": 0});
        let mut table = four(&server, json!({"time": time})).await;
        for by in 0..4 {
            move_on(&server, &mut table, by).await;
        }
        for seat in ["R", "G"] {
            let out = table.event("seat_out").await;
            assert_eq!((&out["seat"], &out["how"]), (&json!(seat), &json!("time")));
        }
        assert_eq!(ending(&table.event("ended").await), ["Yellow", "time"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_computers_play_to_the_end_also_without_the_player() {
    on_every_server(|server| async move {
        for resigns in [false, true] {
            let mut player = Client::guest(server.url()).await;
            let seats = json!({"R": "me", "G": "computer:1", "B": "computer:2", "Y": "computer:3"});
            let create = json!({"t": "create", "variant": SINGLES, "seats": seats,
                                "position": MIDDLE});
            let id = player.ok(create).await["match"].as_str().unwrap().to_owned();
            player.ok(json!({"t": "watch", "match": id})).await;
            if resigns {
                player.ok(json!({"t": "resign", "match": id})).await;
                let ended = player.next_of("ended").await.unwrap();
                assert_ne!(ended["result"], "Red", "{ended}");
                assert_ne!(ended["result"], "*", "{ended}");
            } else {
                let end = play(player, &id, "R", StdRng::seed_from_u64(7)).await;
                assert_ne!(end.result, "*", "{end:?}");
            }
            let path = format!("/matches/{id}/record");
            let record = server.get(&path).await.text;
            let read = server.request(Method::POST, "/rules/record").body(record.clone());
            let sound = Answer::to(read).await.json(StatusCode::OK);
            assert_eq!(sound["sound"], true, "{record}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn four_seeks_become_a_match_and_nobody_has_a_partner() {
    on_every_server(|server| async move {
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        let seek = json!({"t": "seek", "variant": SINGLES, "time": time});
        let mut clients = Vec::new();
        for _ in 0..4 {
            clients.push(Client::guest(server.url()).await);
        }
        let other = clients[1].hello["player"]["name"].clone();
        let mut with = seek.clone();
        with["with"] = other.clone();
        assert_eq!(clients[0].refused(with, "bad_field").await["field"], "with");
        let challenge = json!({"t": "challenge", "to": other, "variant": SINGLES, "time": time});
        clients[0].refused(challenge, "bad_field").await;
        let create = json!({"t": "create", "variant": SINGLES,
                            "options": {"partner_plays_on": true}});
        let refused = clients[0].refused(create, "bad_field").await;
        assert_eq!(refused["field"], "options.partner_plays_on");

        for client in &mut clients {
            client.ok(seek.clone()).await;
        }
        let mut seats = Vec::new();
        let mut matches = Vec::new();
        for client in &mut clients {
            let paired = client.next_of("paired").await.unwrap();
            matches.push(paired["match"].clone());
            seats.push(paired["seat"].as_str().unwrap().to_owned());
        }
        seats.sort();
        assert_eq!(seats, ["B", "G", "R", "Y"]);
        assert!(matches.iter().all(|id| *id == matches[0]));
        server.shutdown().await;
    })
    .await;
}

/// A rated match between the players, in turn order, in which each made a move.
async fn rated_match(server: &TestServer, players: &[TestPlayer]) -> String {
    let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
    let wish = json!({"variant": SINGLES, "time": time, "rated": true, "seats": {"R": "me"}});
    let made = server.post_as(&players[0], "/matches", wish).await.json(StatusCode::CREATED);
    let id = made["match"].as_str().unwrap().to_owned();
    for (player, seat) in players[1..].iter().zip(["G", "B", "Y"]) {
        let join = format!("/matches/{id}/join");
        server.post_as(player, &join, json!({"seat": seat})).await.json(StatusCode::OK);
    }
    for (ply, player) in (1..).zip(players) {
        let view = server.get(&format!("/matches/{id}?legal=true")).await.json(StatusCode::OK);
        server.play(player, &id, ply, view["legal"][0].as_str().unwrap()).await;
    }
    id
}

#[tokio::test]
async fn four_accounts_are_rated_in_pairs_by_their_places() {
    on_every_server(|server| async move {
        let mut players = Vec::new();
        for name in ["Arthur", "Kay", "Gawain", "Lancelot"] {
            players.push(server.account(name).await);
        }
        let id = rated_match(&server, &players).await;
        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": id})).await;
        for by in [2, 0, 3] {
            let resign = format!("/matches/{id}/resign");
            server.post_as(&players[by], &resign, json!({})).await.json(StatusCode::OK);
        }
        let is_rated =
            |frame: &Value| frame["t"] == "rated" && frame["ratings"]["R"].get("change").is_some();
        let rated = watcher.next_where(is_rated).await.unwrap();
        let changes: BTreeMap<&str, i64> = ["R", "G", "B", "Y"]
            .into_iter()
            .map(|seat| (seat, rated["ratings"][seat]["change"].as_i64().unwrap()))
            .collect();
        let places = ["G", "Y", "R", "B"].map(|seat| changes[seat]);
        assert!(places.is_sorted_by(|better, worse| better > worse), "{changes:?}");
        assert_eq!((places[0] + places[3], places[1] + places[2]), (0, 0), "{changes:?}");

        // Lists count a win for the winner, and losses for all others.
        let won = |outcome: &str, name: &str| {
            let path = format!("/matches?player={name}&outcome={outcome}");
            let server = &server;
            async move { server.get(&path).await.json(StatusCode::OK)["items"].clone() }
        };
        for (name, outcome) in
            [("Arthur", "lost"), ("Kay", "won"), ("Gawain", "lost"), ("Lancelot", "lost")]
        {
            let listed = won(outcome, name).await;
            assert_eq!((&listed[0]["match"], listed.as_array().unwrap().len()), (&json!(id), 1));
        }
        assert_eq!(won("won", "Gawain").await, json!([]), "Gawain is no partner of Kay");
        let green = server.get("/matches?result=Green").await.json(StatusCode::OK);
        assert_eq!(green["items"][0]["match"], json!(id));
        let red = server.get("/matches?result=Red").await.json(StatusCode::OK);
        assert_eq!(red["items"], json!([]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_rematch_needs_all_four() {
    on_every_server(|server| async move {
        let mut table = four(&server, json!({})).await;
        for by in 0..3 {
            table.ok(by, "resign", json!({})).await;
        }
        table.event("ended").await;
        let say = |word: &str| json!({"say": word});
        table.ok(0, "rematch", say("offer")).await;
        table.ok(1, "rematch", say("accept")).await;
        table.ok(2, "rematch", say("accept")).await;
        assert_eq!(table.look(&server).await["rematch"], Value::Null);
        table.ok(3, "rematch", say("accept")).await;
        table.event("rematched").await;
        server.shutdown().await;
    })
    .await;
}
