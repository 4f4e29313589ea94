//! `/variants` and `/rules`.

use reqwest::header::IF_NONE_MATCH;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::databases::on_sqlite;
use crate::support::{Answer, TestServer};

use super::{NEARLY_WON, WINNING};

#[tokio::test]
async fn variants_describe_their_boards_and_are_cacheable() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let list = server.get("/variants").await;
        let variants = list.json(StatusCode::OK);
        assert_eq!(variants["items"].as_array().unwrap().len(), 14);
        assert_eq!(variants["next"], json!(null));

        let camelot = server.get("/variants/camelot").await;
        let view = camelot.json(StatusCode::OK);
        assert_eq!((&view["teams"], &view["files"]), (&json!(["W", "B"]), &json!(12)));
        assert_eq!(view["ranks"][0], json!({"rank": 1, "from": "F1", "to": "G1"}));
        assert_eq!(view["goals"]["W"], view["castles"]["B"]);
        assert_eq!(view["switches"]["pieces_in_castle_to_win"], 2);
        assert!(variants["items"].as_array().unwrap().contains(&view));
        let four = server.get("/variants/chivalry-four-handed").await.json(StatusCode::OK);
        assert_eq!(four["teams"], json!(["RB", "GY"]));
        let singles = server.get("/variants/chivalry-four-singles").await.json(StatusCode::OK);
        assert_eq!(singles["teams"], json!(["R", "G", "B", "Y"]));
        let alias = view["aliases"][0].as_str().map_or("camelot", |alias| alias);
        assert_eq!(server.get(&format!("/variants/{alias}")).await.text, camelot.text);
        server.get("/variants/chess").await.problem(404, "not_found");

        for (path, answer) in [("/variants", &list), ("/variants/camelot", &camelot)] {
            let etag = answer.header("etag");
            assert!(etag.starts_with('"'), "{etag}");
            // The operator may change the variants, so copies are revalidated.
            assert_eq!(answer.header("cache-control"), "no-cache");
            let again = server.request(Method::GET, path).header(IF_NONE_MATCH, etag);
            let again = Answer::to(again).await;
            assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
            assert_eq!(again.header("etag"), etag);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_variant_has_a_rules_document() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let variants = server.get("/variants").await.json(StatusCode::OK);
        for variant in variants["items"].as_array().unwrap() {
            let name = variant["name"].as_str().unwrap();
            let book = server.get(&format!("/variants/{name}/rules")).await;
            let book = book.json(StatusCode::OK);
            assert_eq!(&book["variant"], variant);
            assert_eq!(book["about"]["section"], variant["section"]);
            for lesson in book["lessons"].as_array().unwrap() {
                let question = json!({"variant": name, "position": lesson["position"]});
                let judged = server.post("/rules/moves", question).await.json(StatusCode::OK);
                let legal = judged["moves"].as_array().unwrap();
                assert_eq!(lesson["results"], legal.len(), "{name} {lesson}");
                let listed = lesson["moves"].as_array().unwrap();
                assert!(!listed.is_empty() && listed.iter().all(|text| legal.contains(text)));
            }
        }
        server.get("/variants/chess/rules").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn legal_moves_are_listed_and_moves_are_checked() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let question = json!({"variant": "camette", "position": NEARLY_WON});
        let moves = server.post("/rules/moves", question).await.json(StatusCode::OK);
        assert_eq!(moves["moves"].as_array().unwrap().len(), 8);
        let start = server.post("/rules/moves", json!({"variant": "cam"})).await;
        assert!(!start.json(StatusCode::OK)["moves"].as_array().unwrap().is_empty());

        let check = async |text: &str| {
            let question = json!({"variant": "camette", "position": NEARLY_WON, "move": text});
            server.post("/rules/check", question).await
        };
        let legal = check("C5-C6").await.json(StatusCode::OK);
        assert_eq!(legal["position"], "1/1w1/5/4b/5/3/1 b 0,0 1 1");
        let illegal = check("C5-C7").await.json(StatusCode::OK);
        assert!(illegal["rule"].is_string() && illegal["section"].is_string(), "{illegal}");
        check("C5").await.bad_field("move");

        server.post("/rules/moves", json!({})).await.bad_field("variant");
        server.post("/rules/moves", json!({"variant": "go"})).await.bad_field("variant");
        // A value of the wrong type, and an unknown variant.
        for (variant, status) in [(json!(7), 400), (json!(null), 400), (json!("go"), 422)] {
            let refused = server.post("/rules/moves", json!({"variant": variant})).await;
            assert_eq!(refused.problem(status, "bad_field")["field"], "variant");
        }
        let broken = json!({"variant": "camette", "position": "1/3/2q2/5/5/3/1 w"});
        let broken = server.post("/rules/moves", broken).await;
        broken.bad_field("position");
        assert_eq!(broken.problem(422, "bad_field")["column"], 6);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_record_check_reports_the_first_illegal_ply() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let replay = async |path: &str, text: String| {
            Answer::to(server.request(Method::POST, path).body(text)).await
        };
        let [first, second, third] = WINNING;
        let tags = format!("[Variant \"camette\"]\n[Position \"{NEARLY_WON}\"]\n\n");
        let record = format!("{tags}1. {first} {second} 2. {third} 1-0\n");
        let sound = replay("/rules/record", record.clone()).await.json(StatusCode::OK);
        assert_eq!((&sound["sound"], &sound["plies"]), (&json!(true), &json!(3)));
        let wrong = format!("{tags}1. {first} {second} 2. C6-C4 *\n");
        let wrong = replay("/rules/record", wrong).await.json(StatusCode::OK);
        assert_eq!((&wrong["sound"], &wrong["ply"]), (&json!(false), &json!(3)));
        assert_eq!(wrong["fault"], "illegal_move");

        let bare = "1. E6-E5 *";
        let unnamed = replay("/rules/record", bare.to_owned()).await.json(StatusCode::OK);
        assert_eq!(unnamed["fault"], "no_variant");
        let named = replay("/rules/record?variant=camelot", bare.to_owned()).await;
        assert_eq!(named.json(StatusCode::OK)["sound"], true);
        replay("/rules/record?variant=go", bare.to_owned()).await.bad_field("variant");

        replay("/rules/record", String::new()).await.problem(422, "bad_frame");
        let two = format!("{record}\n{record}");
        replay("/rules/record", two).await.problem(422, "bad_frame");
        let long = format!("{tags}{{{}}} 1. {first} *\n", "word ".repeat(100_000));
        assert_eq!(replay("/rules/record", long).await.json(StatusCode::OK)["sound"], true);
        let too_long = "x".repeat(1024 * 1024 + 1);
        replay("/rules/record", too_long).await.problem(413, "too_large");
        server.shutdown().await;
    })
    .await;
}
