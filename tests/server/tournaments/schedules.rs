//! Schedules: tournaments that the server creates from one plan.

use chivalry::http::{HouseTournamentOptions, HttpOptions};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{TestTournament, stage, swiss};
use crate::databases::{Database, on_every_database};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A daily schedule whose tournaments of the next three days exist.
fn daily() -> Value {
    let recurrence = json!({"days": DAYS, "time": "20:00"});
    let scoring = json!({"points": [5, 3], "best": 1});
    let lead_ms = 3 * 24 * 3_600_000;
    json!({"plan": swiss(1), "recurrence": recurrence, "lead_ms": lead_ms, "scoring": scoring})
}

async fn create(server: &TestServer, by: &TestPlayer, body: &Value, key: &str) -> Answer {
    let request = by.sign(server.request(Method::POST, "/schedules"));
    Answer::to(request.header("Idempotency-Key", key).body(body.to_string())).await
}

async fn items(server: &TestServer, path: &str) -> Vec<Value> {
    let list = server.get(path).await.json(StatusCode::OK);
    list["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_schedule_creates_its_tournaments_and_counts_their_results() {
    on_every_server(async |server: TestServer| {
        let director = server.account("Arthur").await;
        let made = create(&server, &director, &daily(), "1").await.json(StatusCode::CREATED);
        let id = made["schedule"].as_str().unwrap().to_owned();
        assert_eq!((&made["tournaments"], &made["recurrence"]["zone"]), (&json!(3), &json!("UTC")));
        assert_eq!(made["by"]["name"], "Arthur");
        let again = create(&server, &director, &daily(), "1").await.json(StatusCode::CREATED);
        assert_eq!(again, made);
        let mut other = daily();
        other["lead_ms"] = json!(0);
        create(&server, &director, &other, "1").await.problem(422, "bad_field");
        assert_eq!(items(&server, "/schedules").await, std::slice::from_ref(&made));

        let path = format!("/schedules/{id}");
        let tournaments = items(&server, &format!("{path}/tournaments")).await;
        let names: Vec<&Value> = tournaments.iter().map(|it| &it["plan"]["name"]).collect();
        assert_eq!(names, ["Evening 3", "Evening 2", "Evening 1"]);
        let starts = tournaments.iter().map(|it| it["plan"]["begins_at"].as_str().unwrap());
        assert!(starts.clone().all(|at| at.ends_with("T20:00:00.000Z")), "{tournaments:?}");
        assert!(starts.rev().is_sorted());
        let page = server.get(&format!("{path}/tournaments?limit=2")).await.json(StatusCode::OK);
        let next = page["next"].as_str().unwrap();
        let rest = items(&server, &format!("{path}/tournaments?cursor={next}")).await;
        assert_eq!(rest, [tournaments[2].clone()]);
        let of_first = tournaments[2]["tournament"].as_str().unwrap();
        let found = items(&server, &format!("/schedules?tournament={of_first}")).await;
        assert_eq!(found, std::slice::from_ref(&made));

        assert_eq!(items(&server, &format!("{path}/standings")).await, Vec::<Value>::new());
        let players = vec![server.account("Lancelot").await, server.account("Morgan").await];
        let mut server = server;
        for tournament in &tournaments[1..] {
            let id = tournament["tournament"].as_str().unwrap().to_owned();
            let mut event =
                TestTournament { server, id, director: director.clone(), players: players.clone() };
            for player in &event.players {
                event.ask(player, "join", json!({})).await.json(StatusCode::OK);
            }
            event.start().await;
            event.begin_round().await;
            event.resign_all(1).await;
            event.direct(json!({"do": "end"})).await;
            server = event.server;
            event.players.clear();
        }
        let standings = items(&server, &format!("{path}/standings")).await;
        let counts = |it: &Value| {
            (it["place"].clone(), it["points"].clone(), it["wins"].clone(), it["played"].clone())
        };
        // The better result of each player counts.
        let rows: Vec<_> = standings.iter().map(counts).collect();
        let won_twice = standings[0]["wins"] == 2;
        let second = if won_twice { (json!(2), json!(3)) } else { (json!(1), json!(5)) };
        let wins = if won_twice { [2, 0] } else { [1, 1] };
        assert_eq!(rows[0], (json!(1), json!(5), json!(wins[0]), json!(2)), "{standings:?}");
        assert_eq!(rows[1], (second.0, second.1, json!(wins[1]), json!(2)), "{standings:?}");

        let ended = server.post_as(&players[0], &format!("{path}/end"), json!({})).await;
        assert_eq!(ended.problem(403, "forbidden")["reason"], "not_your_schedule");
        let ended = server.post_as(&director, &format!("{path}/end"), json!({})).await;
        assert_eq!(ended.json(StatusCode::OK)["next_begins_at"], Value::Null);
        assert_eq!(items(&server, "/schedules").await, Vec::<Value>::new());
        assert_eq!(items(&server, &format!("{path}/tournaments")).await.len(), 3);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn invalid_schedules_are_refused_by_field() {
    on_every_server(async |server: TestServer| {
        let director = server.account("Arthur").await;
        let arena = json!({"kind": "arena", "length_ms": 60_000, "wave_ms": 2_000});
        let wrong = [
            ("recurrence", json!({"days": [], "time": "20:00"}), "recurrence.days"),
            ("recurrence", json!({"days": ["friday"], "time": "8:00"}), "recurrence.time"),
            (
                "recurrence",
                json!({"days": ["friday"], "time": "20:00", "zone": "Europe/Atlantis"}),
                "recurrence.zone",
            ),
            ("lead_ms", json!(1_209_600_001), "lead_ms"),
            ("scoring", json!({"points": []}), "scoring.points"),
            ("scoring", json!({"points": [1], "best": 0}), "scoring.best"),
        ];
        for (name, value, field) in wrong {
            let mut body = daily();
            body[name] = value;
            create(&server, &director, &body, field).await.bad_field(field);
        }
        let in_plan = [
            ("begins_at", json!("2100-01-01T00:00:00Z"), "plan.begins_at"),
            ("name", json!("n".repeat(71)), "plan.name"),
            ("variant", json!("go"), "plan.variant"),
            (
                "stages",
                json!([stage(arena), stage(json!({"kind": "swiss", "rounds": 99}))]),
                "plan.stages[1].format.rounds",
            ),
        ];
        for (name, value, field) in in_plan {
            let mut body = daily();
            body["plan"][name] = value;
            create(&server, &director, &body, field).await.bad_field(field);
        }
        let guest = server.guest().await;
        let refused = create(&server, &guest, &daily(), "1").await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "schedules_for_accounts");
        for number in 1..=5 {
            create(&server, &director, &daily(), &format!("{number}"))
                .await
                .json(StatusCode::CREATED);
        }
        let refused = create(&server, &director, &daily(), "6").await.problem(429, "rate_limited");
        assert_eq!(refused["reason"], "too_many_schedules");
        let unknown = "/schedules/0198b000-0000-7000-8000-000000000000";
        assert_eq!(
            server.get(unknown).await.problem(404, "not_found")["reason"],
            "no_such_schedule"
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_server_holds_tournaments_of_its_own_with_one_option() {
    on_every_database(async |database: Database| {
        let zone = Some("Europe/Lisbon".to_owned());
        let house_tournaments = HouseTournamentOptions { house_tournaments: zone };
        let options = HttpOptions { house_tournaments, ..unlimited() };
        // The second start creates nothing.
        for _ in 0..2 {
            let server = TestServer::start_with(&database, options.clone()).await;
            check_house_tournaments(&server).await;
            server.shutdown().await;
        }
    })
    .await;
}

async fn check_house_tournaments(server: &TestServer) {
    let schedules = items(server, "/schedules").await;
    let mut names: Vec<&str> =
        schedules.iter().map(|it| it["plan"]["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Evening Arena", "Sunday Swiss"]);
    let arenas = items(server, "/tournaments?status=open").await;
    let arena = arenas.iter().find(|it| it["plan"]["name"] == "Evening Arena 1").unwrap();
    assert_eq!(arena["entrants"], 2, "two computer players");
}
