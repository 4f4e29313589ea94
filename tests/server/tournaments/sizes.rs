//! The sizes of what clients fetch of a tournament with 2,000 entrants.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING};

use super::*;
use crate::databases::on_sqlite;

const ENTRANTS: usize = 2_000;
const ROUNDS: usize = 5;
/// The goal for each response as it is sent.
const MOST_BYTES: usize = 100_000;

/// A report in which the upper half meets the lower half, each round with other opponents.
fn report() -> String {
    let half = ENTRANTS / 2;
    // The side and the half points of the upper player.
    let game = |upper: usize, round: usize| {
        ((upper + round).is_multiple_of(2), (upper * 7 + round * 3) % 3)
    };
    let mut text = format!("012 Open\nXXR {}\n", ROUNDS + 1);
    for rank in 0..ENTRANTS {
        let (mut points, mut rounds) = (0, String::new());
        for round in 0..ROUNDS {
            let upper = if rank < half { rank } else { (rank + ENTRANTS - round) % half };
            let opponent = if rank < half { half + (rank + round) % half } else { upper };
            let (is_white, half_points) = game(upper, round);
            let (is_white, own) = match rank < half {
                true => (is_white, half_points),
                false => (!is_white, 2 - half_points),
            };
            points += own;
            let (side, result) = (if is_white { 'w' } else { 'b' }, ["0", "=", "1"][own]);
            write!(rounds, "  {:>4} {side} {result}", opponent + 1).unwrap();
        }
        let (name, rating) = (format!("Player {rank}"), 2_400 - rank / 2);
        let points = format!("{}.{}", points / 2, 5 * (points % 2));
        let number = rank + 1;
        writeln!(
            text,
            "001 {number:>4}      {name:<33} {rating:>4}{:28}{points:>4} {number:>4}{rounds}",
            ""
        )
        .unwrap();
    }
    text
}

#[tokio::test]
async fn pages_of_a_tournament_with_two_thousand_entrants_stay_small() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let by = server.guest().await;
        let import = server.request(Method::POST, "/tournaments/import?variant=camette");
        let made = Answer::to(by.sign(import).body(report())).await.json(StatusCode::CREATED);
        let path = format!("/tournaments/{}", made["tournament"].as_str().unwrap());
        let mut entries = BTreeMap::new();
        for (name, list) in [("standings", "items"), ("crosstable", "rows"), ("events", "items")] {
            let (mut next, mut count) = (json!("0"), 0);
            while let Some(from) = next.as_str() {
                let page = format!("{path}/{name}?limit=1000&cursor={from}");
                assert_small(&server, &page).await;
                let page = server.get(&page).await.json(StatusCode::OK);
                count += page[list].as_array().unwrap().len();
                next = page["next"].clone();
            }
            let whole = server.get(&format!("{path}/{name}")).await;
            let whole = whole.json(StatusCode::OK);
            assert_eq!(whole[list].as_array().unwrap().len(), count, "{name}");
            assert_eq!(whole["next"], Value::Null);
            entries.insert(name, count);
        }
        assert_eq!((entries["standings"], entries["crosstable"]), (ENTRANTS, ENTRANTS));
        assert!(entries["events"] > ENTRANTS);
        for name in ["", "/rounds", "/rounds/1"] {
            assert_small(&server, &format!("{path}{name}")).await;
        }
        server.shutdown().await;
    })
    .await;
}

/// Checks the size of a response as it is sent to a browser.
async fn assert_small(server: &TestServer, path: &str) {
    let request = server.request(Method::GET, path).header(ACCEPT_ENCODING, "gzip, br, zstd");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    assert_eq!(response.headers()[CONTENT_ENCODING], "zstd", "{path}");
    let size = response.bytes().await.unwrap().len();
    assert!(size < MOST_BYTES, "{path} has {size} bytes");
}
