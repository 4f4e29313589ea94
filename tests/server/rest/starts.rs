//! Matches from a handicap array, over REST and WebSocket.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{TestServer, on_every_server};

#[tokio::test]
async fn a_handicap_start_is_played_and_recorded() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "handicap": ["c2"]});
        let id = server.start_match(&white, &black, wish).await;
        let view = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        let start = "1/1B1/1bbb1/5/1www1/3/1 w 0,0 0 1";
        assert_eq!((&view["start"], &view["handicap"]), (&json!(start), &json!(["C2"])));
        let moves = json!({"variant": "camette", "position": start});
        let moves = server.post("/rules/moves", moves).await.json(StatusCode::OK);
        let first = moves["moves"][0].as_str().unwrap();
        server.play(&white, &id, 1, first).await;

        let record = server.get(&format!("/matches/{id}/record")).await.text;
        assert!(record.contains(&format!("[Position \"{start}\"]")), "{record}");
        assert!(record.contains("[Handicap \"W: C2\"]"), "{record}");
        let again = server.request(reqwest::Method::POST, "/rules/record").body(record);
        let again = crate::support::Answer::to(again).await.json(StatusCode::OK);
        assert_eq!((&again["variant"], &again["error"]), (&json!("camette"), &Value::Null));

        let mut client = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        let create =
            |handicap: Value| json!({"t": "create", "variant": "cam", "handicap": handicap});
        let made = client.ok(create(json!(["B9", "E10"]))).await["match"].clone();
        client.ok(json!({"t": "watch", "match": made})).await;
        let snapshot = client.next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["handicap"], json!(["B9", "E10"]));
        for wrong in [json!(["A1"]), json!(["B9", "B5"]), json!(["B9", "B9"])] {
            assert_eq!(client.refused(create(wrong), "bad_field").await["field"], "handicap");
        }
        let mut rated = create(json!(["B9"]));
        rated["rated"] = json!(true);
        rated["time"] = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
        assert_eq!(client.refused(rated, "bad_field").await["field"], "rated");
        // The usual array is not recorded as a start of its own.
        let array = "1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 0 1";
        let usual = json!({"variant": "camette", "position": array, "seats": {}});
        let made = server.post_as(&white, "/matches", usual).await.json(StatusCode::CREATED);
        let path = format!("/matches/{}", made["match"].as_str().unwrap());
        let view = server.get(&path).await.json(StatusCode::OK);
        assert_eq!((&view["start"], &view["handicap"]), (&Value::Null, &Value::Null));
        server.shutdown().await;
    })
    .await;
}
