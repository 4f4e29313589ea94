//! The engine correlation report.

use chivalry_engine::analysis::{AnalysisKey, analysis_search};
use chivalry_rules::{Game, Position, Variant};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::databases::on_every_database;
use crate::programs::streams::{Lines, NDJSON};
use crate::support::{TestPlayer, TestServer};

/// Plies played before the match is resigned.
const PLIES: u32 = 24;

/// The engine's move, requested by `friend`, because players of a running match may not ask.
async fn ask(server: &TestServer, friend: &TestPlayer, position: &Position) -> String {
    let body = json!({"variant": "cam", "position": position.to_string(), "nodes": 20_000});
    let request = server.request(Method::POST, "/analysis/position").body(body.to_string());
    let mut said = Lines::to(friend.sign(request), NDJSON).await;
    let mut best = Value::Null;
    while let Some(opinion) = said.next().await {
        best = opinion["line"][0].clone();
    }
    best.as_str().expect("a move").to_owned()
}

/// Plays a Cam match in which White plays the engine's moves and Black searches shallowly.
async fn play(
    server: &TestServer,
    players: [&TestPlayer; 2],
    friend: &TestPlayer,
    seed: u64,
) -> String {
    let wish = json!({"variant": "cam", "rated": false,
                      "time": {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}});
    let id = server.start_match(players[0], players[1], wish).await;
    let variant = Variant::named("cam").unwrap();
    let mut game = Game::new(Position::start(variant));
    let mut rng = StdRng::seed_from_u64(seed);
    for ply in 1..=PLIES {
        if game.ending().is_some() {
            return id;
        }
        let text = if ply % 2 == 1 {
            ask(server, friend, game.position()).await
        } else {
            let nodes = rng.random_range(500..1_000);
            let (question, mut search) =
                (AnalysisKey::of(&game).unwrap(), analysis_search(variant, nodes));
            let opinion = question.evaluate(&mut search, nodes, &mut || false, &mut |_| {});
            opinion.unwrap().pv[0].clone()
        };
        server.play(players[(ply as usize + 1) % 2], &id, ply, &text).await;
        game.play(&game.check(&text.parse().unwrap()).unwrap());
    }
    let resign = format!("/matches/{id}/resign");
    server.post_as(players[1], &resign, json!({})).await.json(StatusCode::OK);
    id
}

async fn report(server: &TestServer, by: &TestPlayer, about: &TestPlayer) -> Vec<Value> {
    let path = format!("/players/{}/engine-use?limit=5", about.name);
    let mut lines = Lines::to(by.sign(server.request(Method::GET, &path)), NDJSON).await;
    let mut said = Vec::new();
    while let Some(line) = lines.next().await {
        said.push(line);
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderators_see_which_players_choose_the_engines_moves() {
    on_every_database(async |database| {
        let (server, moderator) = TestServer::moderated(&database).await;
        let [cheat, honest] = [server.account("Mordred").await, server.account("Kay").await];
        let mut played = Vec::new();
        for seed in 0..2 {
            played.push(play(&server, [&cheat, &honest], &moderator, seed).await);
        }
        played.reverse();

        let of_cheat = report(&server, &moderator, &cheat).await;
        let (all, each) = of_cheat.split_last().unwrap();
        let named: Vec<&str> = each.iter().map(|said| said["match"].as_str().unwrap()).collect();
        assert_eq!(named, played, "the last ones first: {of_cheat:?}");
        assert!(each.iter().all(|said| said["seat"] == "W"), "{of_cheat:?}");
        assert_eq!((&all["done"], &all["matches"]), (&json!(true), &json!(2)));
        let choices: u64 = each.iter().map(|said| said["choices"].as_u64().unwrap()).sum();
        assert!(choices > 0 && all["choices"] == choices, "{of_cheat:?}");
        assert_eq!((&all["agreement"], &all["lost"]), (&json!(1.0), &json!(0.0)), "{all}");
        assert!(all["took_ms"].is_u64() && all["unevenness"].is_f64(), "{all}");
        assert_eq!(all["striking"], false, "so few choices say nothing: {all}");

        let of_honest = report(&server, &moderator, &honest).await;
        let all = of_honest.last().unwrap();
        assert!(all["agreement"].as_f64().unwrap() < 1.0, "{all}");
        assert!(all["lost"].as_f64().unwrap() > 0.0, "{all}");

        // A player without games has an empty report, and only moderators may read reports.
        let nothing = report(&server, &moderator, &moderator).await;
        assert_eq!(nothing, [json!({"matches": 0, "choices": 0, "striking": false, "done": true})]);
        server.get("/players/Mordred/engine-use").await.problem(401, "unauthorized");
        let path = "/players/Mordred/engine-use?limit=51";
        server.get(path).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}
