//! `GET /explorer/{variant}` and the games of a position.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

use super::won;

/// Two imported games, of which one is the mirror image of the other up to its third ply.
const RECORDS: &str = "[White \"Lancelot\"]\n[Black \"Kay\"]\n[Date \"1931.02.07\"]\n\
    [Variant \"camette\"]\n\n1. B3-A3 B5-A5 2. C2-B2 1-0\n\n\
    [White \"Gareth\"]\n[Black \"Bors\"]\n[Date \"1962.??.??\"]\n[Variant \"camette\"]\n\n\
    1. D3-E3 D5-E5 2. C2-B2 0-1\n";

/// Imports the records, and returns their matches.
async fn import(server: &TestServer, player: &TestPlayer) -> [String; 2] {
    let request = player.sign(server.request(Method::POST, "/records")).body(RECORDS);
    let kept = Answer::to(request).await.json(StatusCode::OK);
    [0, 1].map(|at| kept["items"][at]["match"].as_str().unwrap().to_owned())
}

/// Asks until the explorer has `games` games at the position of the query.
async fn explored(server: &TestServer, query: &str, games: u64) -> Value {
    loop {
        let view = server.get(&format!("/explorer/{query}")).await.json(StatusCode::OK);
        if view["games"] == games {
            return view;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn the_explorer_counts_finished_games_with_their_mirror_images() {
    on_every_server(async |server: TestServer| {
        let scribe = server.guest().await;
        let [lancelot, gareth] = import(&server, &scribe).await;
        let view = explored(&server, "camette", 2).await;
        assert_eq!(
            (&view["first"], &view["second"], &view["draws"]),
            (&json!(1), &json!(1), &json!(0))
        );
        assert_eq!((&view["mirrored"], &view["truncated"]), (&json!(true), &json!(false)));
        assert_eq!(view.get("opening"), None);
        let moves: Vec<&Value> = view["moves"].as_array().unwrap().iter().collect();
        assert_eq!(moves.len(), 2);
        assert!(moves.iter().all(|it| it["games"] == 1));
        let newest = view["newest"].as_array().unwrap();
        assert_eq!((&newest[0]["match"], &newest[1]["match"]), (&json!(gareth), &json!(lancelot)));

        // The position after two plies is reached by both, each in its own image.
        let view = explored(&server, "camette?moves=B3-A3%20B5-A5", 2).await;
        assert_eq!(view["opening"], "Flank Sidestep, Symmetrical Defense");
        // A draw by repetition does not end the line.
        let there_and_back = "B3-A3%20B5-A5%20A3-B3%20A5-B5%20".repeat(2);
        explored(&server, &format!("camette?moves={there_and_back}B3-A3"), 2).await;
        let games = view["moves"].as_array().unwrap().iter();
        let games: Vec<_> = games.map(|it| (it["move"].clone(), it["game"].clone())).collect();
        let expected = [(json!("C2-B2"), json!(lancelot)), (json!("C2-D2"), json!(gareth))];
        assert!(games.len() == 2 && expected.iter().all(|it| games.contains(it)), "{games:?}");
        let position = view["position"].as_str().unwrap().replace(' ', "%20");
        let list = format!("/matches?variant=camette&position={position}");
        let listed = async |path: String| {
            let list = server.get(&path).await.json(StatusCode::OK);
            let ids = list["items"].as_array().unwrap().iter();
            let ids: Vec<String> =
                ids.map(|item| item["match"].as_str().unwrap().to_owned()).collect();
            (ids, list["next"].clone())
        };
        assert_eq!(listed(list.clone()).await.0, [gareth.as_str(), &lancelot]);
        assert_eq!(listed(format!("{list}&order=oldest")).await.0, [lancelot.as_str(), &gareth]);
        assert_eq!(listed(format!("{list}&result=1-0")).await.0, [lancelot.as_str()]);
        assert_eq!(listed(format!("{list}&imported_name=bors")).await.0, [gareth.as_str()]);
        let (first, next) = listed(format!("{list}&limit=1")).await;
        let rest = listed(format!("{list}&limit=1&cursor={}", next.as_str().unwrap())).await.0;
        assert_eq!((first, rest), (vec![gareth.clone()], vec![lancelot.clone()]));

        for (filter, games) in [
            ("played_since=1931-02-07T00:00:00Z&played_until=1931-02-08T00:00:00Z", 1),
            ("played_since=1931-02-08T00:00:00Z", 1),
            ("speed=unlimited", 2),
            ("speed=blitz", 0),
            ("rated=false", 2),
            ("rated=true", 0),
            ("min_rating=1000", 0),
        ] {
            explored(&server, &format!("camette?{filter}"), games).await;
        }
        explored(&server, "cam", 0).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_erased_player_is_a_ghost_in_the_explorer() {
    on_every_server(async |server: TestServer| {
        let (id, [white, _]) = won(&server).await;
        let start = super::NEARLY_WON.replace(' ', "%20");
        let of_player =
            |name: &str, seat: &str| format!("camette?position={start}&player={name}&seat={seat}");
        let view = explored(&server, &of_player(&white.name, "W"), 1).await;
        assert_eq!(view["newest"][0]["match"], id.as_str());
        assert_eq!(view["newest"][0]["seats"]["W"]["name"], white.name.as_str());
        assert_eq!(view["moves"][0]["move"], "C5-C6");
        explored(&server, &of_player(&white.name, "B"), 0).await;

        let request = white.sign(server.request(Method::DELETE, "/me"));
        let erased = Answer::to(request.body("{}")).await;
        assert!(erased.status.is_success(), "{}", erased.text);
        let view = explored(&server, &format!("camette?position={start}"), 1).await;
        let name = view["newest"][0]["seats"]["W"]["name"].as_str().unwrap();
        assert!(name.starts_with("ghost-"), "{name}");
        explored(&server, &of_player(name, "W"), 1).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn invalid_queries_of_the_explorer_are_refused_by_field() {
    on_every_server(async |server: TestServer| {
        let start = super::NEARLY_WON.replace(' ', "%20");
        for (query, field) in [
            ("position=nonsense", "position"),
            ("moves=C2-C3%20nonsense", "moves"),
            ("moves=C2-C1", "moves"),
            ("moves=pass", "moves"),
            (&format!("position={start}&moves=C5-C6%20E4-E5%20C6-C7%20E5-E4"), "moves"),
            ("speed=warp", "speed"),
            ("rated=perhaps", "rated"),
            ("min_rating=-1", "min_rating"),
            ("played_since=yesterday", "played_since"),
            ("player=nobody", "player"),
            ("seat=W", "seat"),
        ] {
            server.get(&format!("/explorer/camette?{query}")).await.bad_field(field);
        }
        server.get("/explorer/go").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}
