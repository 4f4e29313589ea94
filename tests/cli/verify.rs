//! Tests of `chivalry verify`, which needs only the proof and a key.

use std::fs;

use chivalry::protocol::proofs::{ProofView, Signer};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CHAIN_START, Match, StoredEvent};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::Seat;
use serde_json::json;
use uuid::Uuid;

use super::finished::Finished;
use super::{run, run_with};

/// The proof of a game of cam with one ply by each seat.
fn proof(signer: &Signer) -> ProofView {
    proof_of(&Finished::at(Timestamp(1_795_228_444_005)), signer)
}

fn proof_of(finished: &Finished, signer: &Signer) -> ProofView {
    let players = [1, 2].map(|number| PlayerId(Uuid::from_u128(number)));
    let append = finished.between(&players);
    let mut before = CHAIN_START;
    let written = append.records.iter().map(|record| {
        let body = serde_json::to_string(&record.event).unwrap();
        let (v, at, cause) = (record.v, record.at, record.cause.clone());
        let mut event = StoredEvent { v, at, cause, body, hash: None };
        before = event.link(append.match_id).hash(&before);
        event.hash = Some(before);
        event
    });
    let log = written.collect();
    let contest = Match::fold(append.match_id, append.records.clone()).unwrap();
    let mut seats = chivalry_rules::PerSeat::default();
    for (seat, name) in [(Seat::FIRST, "Arthur"), (Seat::SECOND, "Mordred")] {
        let id = contest.players()[seat].unwrap();
        seats[seat] = Some(Player { id, name: name.to_owned(), kind: PlayerKind::Account });
    }
    ProofView::of(&contest, &seats, "https://chivalry.example.org", log, signer).unwrap()
}

#[test]
fn verify_accepts_a_sound_proof_and_names_the_first_fault() {
    let signer = Signer::from_secret(&[3; 32]);
    let proof = proof(&signer);
    let text = serde_json::to_string(&proof).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let path = file("proof.json", &text);
    let own = run(&["verify", &path]);
    assert_eq!(own.status, 0, "{}{}", own.out, own.err);
    let sound = format!(
        "sound: match {}, 2 plies, ended at 2026-11-21T02:34:04.005Z, signed by the key {}",
        proof.match_id,
        signer.public().name()
    );
    assert_eq!(own.lines()[0], sound);
    assert!(own.lines()[1].starts_with("The key is the document's own"), "{}", own.out);

    let listed = json!({"items": [{"id": "x", "public": signer.public().text()}], "next": null});
    let keys = [signer.public().text(), file("keys.json", &listed.to_string())];
    for key in &keys {
        let checked = run_with(&["verify", "-", "--key", key], &text);
        assert_eq!((checked.status, checked.lines()), (0, vec![sound.as_str()]), "{key}");
    }
    let other = Signer::from_secret(&[4; 32]).public().text();
    let refused = run(&["verify", &path, "--key", &other]);
    assert_eq!(refused.status, 1);
    assert!(refused.out.contains("is not the given key"), "{}", refused.out);
    for key in ["no such file", &path] {
        assert_eq!(run(&["verify", &path, "--key", key]).status, 2, "{key}");
    }

    let mut forged = proof.clone();
    let moved = forged.events.iter().rposition(|event| event.body.contains("moved")).unwrap();
    forged.events[moved].body.push(' ');
    let forged_path = file("forged.json", &serde_json::to_string(&forged).unwrap());
    let found = run(&["verify", &forged_path]);
    let v = moved + 1;
    assert_eq!(found.status, 1);
    let fault = format!("ply 2 (version {v}) is not what was signed: its hash is another");
    assert_eq!(found.lines(), [format!("not sound: {fault}")]);
    let output = run(&["verify", &forged_path, "--json"]).json();
    assert_eq!(output, [json!({"sound": false, "fault": fault, "ply": 2, "v": v})]);
    let output = &run(&["verify", &path, "--json"]).json()[0];
    assert_eq!((&output["sound"], &output["plies"]), (&json!(true), &json!(2)));

    for text in ["", "{}", "[]", &text[..text.len() / 2]] {
        let unreadable = run_with(&["verify", "-"], text);
        assert_eq!(unreadable.status, 1, "{text}");
        assert!(unreadable.out.starts_with("not sound: this version cannot"), "{}", unreadable.out);
    }
    assert_eq!(run(&["verify", "no such file"]).status, 2);
}

#[test]
fn a_proof_contains_its_variant() {
    let text = super::EXAMPLE.replace("name: chivalry-on-camelot", "name: proved-by-text");
    let variant = chivalry_rules::read_variant_file(text.leak()).unwrap();
    let pin = variant.pin();
    variant.register(pin);
    let signer = Signer::from_secret(&[3; 32]);
    let finished = Finished { variant: pin, ..Finished::at(Timestamp(5)) };
    let proof = proof_of(&finished, &signer);
    let text = serde_json::to_string(&proof).unwrap();
    let checked = run_with(&["verify", "-"], &text);
    assert_eq!(checked.status, 0, "{}", checked.out);
    let mut forged = proof.clone();
    forged.variant =
        forged.variant.map(|text| text.replacen("castle_moves: ", "castle_moves: 1", 1));
    let forged = run_with(&["verify", "-"], &serde_json::to_string(&forged).unwrap());
    assert_eq!(forged.status, 1, "{}", forged.out);
    let mut without = proof;
    without.variant = None;
    let without = run_with(&["verify", "-"], &serde_json::to_string(&without).unwrap());
    assert_eq!(without.status, 1, "{}", without.out);
    assert!(without.out.contains("is not known"), "{}", without.out);
}
