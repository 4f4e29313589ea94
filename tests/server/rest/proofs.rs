//! `/matches/{id}/proof` and `/keys`: proofs can be verified by anybody, and an
//! alteration is located.

use chivalry::protocol::proofs::{ProofEvent, ProofFault, ProofView, PublicKey, Signer};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CHAIN_START, CommandRef, StoredEvent};
use chivalry_play::player::PlayerId;
use reqwest::header::IF_NONE_MATCH;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::databases::on_every_database;
use crate::support::{Answer, TestServer, on_every_server};

use super::{nearly_won, win, won};

async fn proof(server: &TestServer, id: &str) -> ProofView {
    let document = server.get(&format!("/matches/{id}/proof")).await.json(StatusCode::OK);
    serde_json::from_value(document).expect("a proof")
}

async fn keys(server: &TestServer) -> Vec<PublicKey> {
    PublicKey::read(&server.get("/keys").await.text).expect("keys")
}

#[tokio::test]
async fn the_proof_of_an_ended_match_never_changes() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (id, players) = won(&server).await;
        let path = format!("/matches/{id}/proof");
        let answer = server.get(&path).await;
        assert_eq!(answer.header("content-type"), "application/json");
        let proof: ProofView = serde_json::from_str(&answer.text).unwrap();
        let keys = keys(&server).await;
        let sound = proof.verify(&keys).unwrap();
        assert_eq!((sound.plies, sound.chained_from, keys.len()), (3, 1, 1));
        assert_eq!(sound.key, keys[0]);
        assert_eq!(proof.verify(&[]).unwrap(), sound);
        let record = server.get(&format!("/matches/{id}/record")).await.text;
        assert_eq!(proof.record, record);
        assert_eq!(proof.players[&'B'], players[1].name);
        let secret = Signer::from_secret(&[0; 32]).public();
        assert!(matches!(proof.verify(&[secret]), Err(ProofFault::OtherKey(_))));

        let again = server.request(Method::GET, &path).header(IF_NONE_MATCH, answer.header("etag"));
        assert_eq!(Answer::to(again).await.status, StatusCode::NOT_MODIFIED);
        // Rematch events follow the end and are no part of the proof.
        let say = json!({"say": "offer"});
        for player in &players {
            let rematch = format!("/matches/{id}/rematch");
            server.post_as(player, &rematch, say.clone()).await.json(StatusCode::OK);
        }
        assert_eq!(server.get(&path).await.text, answer.text);

        let (other, _) = nearly_won(&server).await;
        server.get(&format!("/matches/{other}/proof")).await.problem(409, "too_soon");
        let unknown = "/matches/01990000-0000-7000-8000-000000000000/proof";
        server.get(unknown).await.problem(404, "not_found");
        server.shutdown().await;

        // The key survives a restart, and an altered log is not signed.
        let server = TestServer::start(&database).await;
        assert_eq!(self::keys(&server).await, keys);
        let moves = r#"update match_events set at = at - 1 where body like '{"t":"moved"%'"#;
        database.execute(moves).await;
        server.get(&path).await.problem(500, "internal");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_proof_of_a_delayed_match_is_delayed() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "options": {"watch_delay_ms": 900_000}});
        let id = server.start_match(&white, &black, wish).await;
        let resign = format!("/matches/{id}/resign");
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);
        let path = format!("/matches/{id}/proof");
        server.get(&path).await.problem(409, "too_soon");
        let request = server.request(Method::GET, &path);
        let stranger = server.guest().await;
        Answer::to(stranger.sign(request)).await.problem(409, "too_soon");
        let request = server.request(Method::GET, &path);
        let own = Answer::to(black.sign(request)).await.json(StatusCode::OK);
        let own: ProofView = serde_json::from_value(own).unwrap();
        assert_eq!(own.verify(&keys(&server).await).unwrap().plies, 0);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn imported_games_have_proofs() {
    on_every_server(async |server: TestServer| {
        let (id, [white, _]) = won(&server).await;
        let record = server.get(&format!("/matches/{id}/record")).await.text;
        let import = server.request(Method::POST, "/records").body(record);
        let imported = Answer::to(white.sign(import)).await.json(StatusCode::OK);
        let id = imported["items"][0]["match"].as_str().unwrap().to_owned();
        let proof = proof(&server, &id).await;
        assert_eq!(proof.verify(&keys(&server).await).unwrap().plies, 3);
        server.shutdown().await;
    })
    .await;
}

/// The ply and the version of the event that a fault names.
fn named(proof: &ProofView) -> Result<(u32, u32), ProofFault> {
    match proof.verify(&[]).expect_err("a proof that was altered") {
        ProofFault::Event { ply, v, .. } => Ok((ply, v)),
        other => Err(other),
    }
}

/// The ply of each event: creation, joins, start, three moves, end.
fn plies(proof: &ProofView) -> Vec<u32> {
    let mut made = 0;
    let ply = |(at, event): (usize, &ProofEvent)| {
        made += u32::from(event.body.contains(r#""t":"moved""#));
        match at {
            0 => 0,
            _ if event.body.contains(r#""t":"moved""#) => made,
            _ if at + 1 == proof.events.len() => made,
            _ => made + 1,
        }
    };
    proof.events.iter().enumerate().map(ply).collect()
}

/// Copies of the text, each with another byte changed.
fn altered(text: &str) -> impl Iterator<Item = String> {
    assert!(text.is_ascii());
    (0..text.len()).map(|at| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] ^= 1;
        String::from_utf8(bytes).expect("letters of ASCII")
    })
}

#[tokio::test]
async fn every_altered_byte_is_located_by_its_ply() {
    on_every_server(async |server: TestServer| {
        let (id, _) = won(&server).await;
        let proof = proof(&server, &id).await;
        let plies = plies(&proof);
        assert_eq!((plies.first(), plies.last()), (Some(&0), Some(&3)));
        assert!([1, 2, 3].iter().all(|ply| plies.contains(ply)), "{plies:?}");
        let mut tried = 0;
        for (at, ply) in plies.iter().enumerate() {
            let expected = Ok((*ply, at as u32 + 1));
            let mut check = |change: &dyn Fn(&mut ProofEvent)| {
                let mut forged = proof.clone();
                change(&mut forged.events[at]);
                assert_eq!(named(&forged), expected, "{:?}", forged.events[at]);
                tried += 1;
            };
            let event = &proof.events[at];
            for body in altered(&event.body) {
                check(&|event| event.body.clone_from(&body));
            }
            for hash in altered(&event.hash) {
                check(&|event| event.hash.clone_from(&hash));
            }
            for bit in 0..63 {
                check(&|event| event.at ^= 1 << bit);
            }
            for bit in 0..32 {
                check(&|event| event.v ^= 1 << bit);
            }
            for command in altered(event.command.as_deref().unwrap_or_default()) {
                check(&|event| event.command = Some(command.clone()));
            }
            check(&|event| {
                let caused = event.command.is_some();
                event.command = (!caused).then(|| "x".to_owned());
                event.player = (!caused).then(Uuid::now_v7);
            });
            check(&|event| event.player = Some(Uuid::from_u128(1)));
        }
        assert!(tried > 1_000, "{tried}");
        server.shutdown().await;
    })
    .await;
}

/// Recomputes the hashes over altered events, as a forger without the key could.
fn rehash_chain(proof: &mut ProofView) {
    let mut before = CHAIN_START;
    for event in &mut proof.events {
        let cause = event.player.map(PlayerId).zip(event.command.clone());
        let written = StoredEvent {
            v: event.v,
            at: Timestamp(event.at),
            cause: cause.map(|(player, id)| CommandRef { player, id }),
            body: event.body.clone(),
            hash: None,
        };
        before = written.link(proof.match_id).hash(&before);
        event.hash = before.iter().map(|byte| format!("{byte:02x}")).collect();
    }
}

#[tokio::test]
async fn other_alterations_of_a_proof_are_detected() {
    on_every_server(async |server: TestServer| {
        let (id, _) = won(&server).await;
        let proof = proof(&server, &id).await;
        let last = proof.events.len() - 1;
        let forged = |change: &dyn Fn(&mut ProofView)| {
            let mut forged = proof.clone();
            change(&mut forged);
            forged
        };
        let fault = |change: &dyn Fn(&mut ProofView)| {
            forged(change).verify(&[]).expect_err("a proof that was altered")
        };
        // Events that are missing, repeated or swapped.
        let plies = plies(&proof);
        for (at, ply) in plies.iter().enumerate().take(last) {
            let v = at as u32 + 1;
            let gone = named(&forged(&|proof| drop(proof.events.remove(at))));
            assert_eq!(gone.map(|(_, v)| v), Ok(v));
            let swapped = named(&forged(&|proof| proof.events.swap(at, at + 1)));
            assert_eq!(swapped, Ok((*ply, v)));
            let twice = |proof: &mut ProofView| proof.events.insert(at, proof.events[at].clone());
            assert_eq!(named(&forged(&twice)).map(|(_, v)| v), Ok(v + 1));
        }
        let short = named(&forged(&|proof| drop(proof.events.pop())));
        assert_eq!(short, Ok((3, last as u32 + 1)));
        let none = named(&forged(&|proof| proof.events.clear()));
        assert_eq!(none, Ok((0, 1)));
        // Each byte of the record and of the signature.
        for (at, line) in altered(&proof.record).zip(lines(&proof.record)) {
            let fault = fault(&|proof| proof.record.clone_from(&at));
            assert_eq!(fault, ProofFault::Record { line }, "{at}");
        }
        for text in altered(&proof.signature) {
            let fault = fault(&|proof| proof.signature.clone_from(&text));
            assert_eq!(fault, ProofFault::Signature);
        }
        // Consistent proofs that were never signed.
        let renamed = |proof: &mut ProofView| {
            let name = proof.players[&'W'].clone();
            proof.record = proof.record.replace(&name, "Mordred");
            proof.players.insert('W', "Mordred".to_owned());
        };
        assert_eq!(fault(&renamed), ProofFault::Signature);
        let later = |proof: &mut ProofView| {
            proof.events[last].at += 1;
            rehash_chain(proof);
        };
        assert_eq!(fault(&later), ProofFault::Signature);
        assert_eq!(fault(&|proof| proof.variant = Some(String::new())), ProofFault::Signature);
        let elsewhere = |proof: &mut ProofView| {
            proof.record = proof.record.replace(&proof.site, "https://example.org");
            proof.site = "https://example.org".to_owned();
        };
        assert_eq!(fault(&elsewhere), ProofFault::Signature);
        let key = Signer::from_secret(&[7; 32]).public();
        let other_key = |proof: &mut ProofView| {
            proof.key.id = key.name();
            proof.key.public = key.text();
        };
        assert_eq!(fault(&other_key), ProofFault::Signature);
        let moved_on = |proof: &mut ProofView| proof.chained_from = 3;
        assert!(matches!(fault(&moved_on), ProofFault::Event { v: 3, .. }));
        let past = |proof: &mut ProofView| proof.chained_from = 99;
        assert_eq!(fault(&past), ProofFault::Signature);
        for change in [
            (|proof| proof.format.push('1')) as fn(&mut ProofView),
            |proof| proof.key.id.make_ascii_uppercase(),
            |proof| proof.key.public.clear(),
        ] {
            assert!(matches!(fault(&change), ProofFault::Unreadable(_)));
        }
        server.shutdown().await;
    })
    .await;
}

/// The line number of each byte of a text, from 1.
fn lines(text: &str) -> impl Iterator<Item = usize> {
    text.bytes().scan(1, |line, byte| {
        let at = *line;
        *line += usize::from(byte == b'\n');
        Some(at)
    })
}

#[tokio::test]
async fn a_match_older_than_hashing_is_proved_from_its_first_hash() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (whole, _) = won(&server).await;
        let (id, players) = nearly_won(&server).await;
        server.shutdown().await;
        database.execute("update match_events set hash = null").await;

        // Removing hashes does not make a recent match pass for an old one.
        let server = TestServer::start(&database).await;
        server.get(&format!("/matches/{whole}/proof")).await.problem(500, "internal");
        let later = "update signing_keys set made_at = made_at + 86400000";
        database.execute(later).await;
        win(&server, &id, &players, 1).await;
        let keys = keys(&server).await;
        for (id, is_whole) in [(id, false), (whole, true)] {
            let proof = proof(&server, &id).await;
            let events = proof.events.len() as u32;
            let sound = proof.verify(&keys).unwrap();
            assert_eq!(sound.plies, 3);
            assert_eq!(is_whole, sound.chained_from == events + 1, "{}", sound.chained_from);
            assert!(sound.chained_from > 4);
            // The signature also covers the events before the first hash.
            for (at, ply) in plies(&proof).into_iter().enumerate() {
                let mut forged = proof.clone();
                forged.events[at].body.push(' ');
                assert_eq!(named(&forged), Ok((ply, at as u32 + 1)));
            }
            let mut forged = proof.clone();
            forged.events[1].at += 1;
            let mut before = forged.clone();
            rehash_chain(&mut before);
            for (event, forger) in forged.events.iter_mut().zip(before.events) {
                if event.v < proof.chained_from {
                    event.hash = forger.hash;
                }
            }
            assert_eq!(forged.verify(&[]), Err(ProofFault::Signature));
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn proofs_and_keys_match_the_openapi_document() {
    on_every_server(async |server: TestServer| {
        let (id, _) = won(&server).await;
        let document = server.get("/openapi.json").await.json(StatusCode::OK);
        let fields = |schema: &str| -> Vec<String> {
            let properties = &document["components"]["schemas"][schema]["properties"];
            properties.as_object().unwrap().keys().cloned().collect()
        };
        let proof = server.get(&format!("/matches/{id}/proof")).await.json(StatusCode::OK);
        let described = fields("ProofView");
        let sent: Vec<&String> = proof.as_object().unwrap().keys().collect();
        assert!(sent.iter().all(|field| described.contains(field)), "{sent:?}");
        let key: Value = server.get("/keys").await.json(StatusCode::OK)["items"][0].clone();
        assert!(key.as_object().unwrap().keys().all(|field| fields("KeyView").contains(field)));
        assert_eq!(proof["key"]["id"], key["id"]);
        server.shutdown().await;
    })
    .await;
}
