//! Seeks, challenges and invite links against the real server.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

fn blitz() -> Value {
    json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000})
}

fn seek(variant: &str, more: Value) -> Value {
    let mut seek = json!({"t": "seek", "variant": variant, "time": blitz()});
    for (name, value) in more.as_object().expect("fields") {
        seek[name] = value.clone();
    }
    seek
}

fn name(client: &Client) -> String {
    client.hello["player"]["name"].as_str().expect("a name").to_owned()
}

/// Follows the lobby and returns its snapshot.
async fn follow(client: &mut Client) -> Value {
    client.ok(json!({"t": "lobby", "on": true})).await;
    client.next_of("lobby").await.expect("a snapshot")
}

async fn changed(client: &mut Client) -> Value {
    client.next_of("lobby_changed").await.expect("a change")
}

async fn match_of(server: &TestServer, id: &Value) -> Value {
    let path = format!("/matches/{}", id.as_str().expect("a match"));
    server.get(&path).await.json(StatusCode::OK)
}

#[tokio::test]
async fn two_matching_seeks_are_paired_at_once() {
    on_every_server(|server| async move {
        let mut one = Client::guest(server.url()).await;
        let mut two = Client::guest(server.url()).await;
        let opened = one.ok(seek("cam", json!({"seat": "B"}))).await;
        assert_eq!(opened.get("match"), None);
        let joined = two.ok(seek("cam", json!({}))).await;
        assert_eq!((&joined["seek"], &joined["seat"]), (&opened["seek"], &json!("W")));
        for (client, seat) in [(&mut one, "B"), (&mut two, "W")] {
            let paired = client.next_of("paired").await.unwrap();
            assert_eq!((&paired["match"], &paired["seat"]), (&joined["match"], &json!(seat)));
            assert_eq!(paired["seek"], opened["seek"]);
        }
        let made = match_of(&server, &joined["match"]).await;
        assert_eq!((&made["status"], &made["v"]), (&json!("playing"), &json!(4)));
        assert_eq!(made["seats"]["B"]["name"], name(&one));
        assert_eq!(made["clock"]["running"], "W");
        let first = json!({"t": "move", "match": joined["match"], "ply": 1, "move": "C4-B4"});
        let answer = two.ask(first).await.unwrap();
        assert_ne!(answer["code"], "not_your_turn", "it is being played");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn seeks_without_a_match_wait_and_end_with_their_connection() {
    on_every_server(|server| async move {
        let mut watcher = Client::guest(server.url()).await;
        assert_eq!(follow(&mut watcher).await["seeks"], json!([]));
        let mut clients = Vec::new();
        let longer = json!({"time": {"kind": "fischer", "initial_ms": 180_001, "increment_ms": 0}});
        for more in [
            json!({"seat": "W"}),
            json!({"seat": "W"}),
            json!({"variant": "camette"}),
            json!({"rating": [1600, 2000]}),
            longer,
        ] {
            let mut client = Client::guest(server.url()).await;
            let answer = client.ok(seek("cam", more)).await;
            assert_eq!(answer.get("match"), None);
            assert_eq!(changed(&mut watcher).await["seeks"][0]["seek"], answer["seek"]);
            clients.push((client, answer["seek"].clone()));
        }
        let listed = server.get("/seeks").await.json(StatusCode::OK);
        assert_eq!(listed["items"].as_array().unwrap().len(), 5);

        let mut again = Client::connect(server.url(), Some(&clients[0].0.token())).await.unwrap();
        let same = again.ok(seek("cam", json!({"seat": "W"}))).await;
        assert_eq!(same["seek"], clients[0].1, "one player's seek is one");
        again.refused(json!({"t": "accept", "seek": same["seek"]}), "forbidden").await;
        again.refused(json!({"t": "accept", "seek": clients[3].1}), "forbidden").await;
        let taken = json!({"t": "accept", "seek": clients[1].1, "seat": "W"});
        again.refused(taken, "seat_taken").await;

        let (first, seek_of_first) = clients.remove(0);
        drop(first);
        let (second, seek_of_second) = clients.remove(0);
        drop(second);
        assert_eq!(changed(&mut watcher).await["seeks_gone"], json!([seek_of_second]));
        again.ok(json!({"t": "unseek"})).await;
        assert_eq!(again.next_of("seek_ended").await.unwrap()["seek"], seek_of_first);
        assert_eq!(changed(&mut watcher).await["seeks_gone"], json!([seek_of_first]));
        again.refused(json!({"t": "unseek", "seek": seek_of_first}), "not_found").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_correspondence_seek_survives_restarts_and_is_accepted_while_its_player_is_away() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let away = server.guest().await;
        let wish = json!({"variant": "camelot", "seat": "W"});
        let opened = server.post_as(&away, "/seeks", wish.clone()).await.json(StatusCode::CREATED);
        let again = server.post_as(&away, "/seeks", wish).await.json(StatusCode::CREATED);
        assert_eq!(again, opened);
        let other = server.post_as(&away, "/seeks", json!({"variant": "cam"})).await;
        let other = other.json(StatusCode::CREATED);
        let fast = json!({"variant": "camelot", "time": blitz()});
        server.post_as(&away, "/seeks", fast).await.bad_field("time");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut here = Client::guest(server.url()).await;
        let seeks = follow(&mut here).await["seeks"].clone();
        assert_eq!((&seeks[0]["seek"], &seeks[0]["stays"]), (&opened["seek"], &json!(true)));
        assert_eq!(seeks[0]["parties"][0]["players"][0]["name"], away.name);
        assert_eq!(seeks[0]["parties"][0]["seat"], "W");
        let gone = server.request(Method::DELETE, &format!("/seeks/{}", text(&other["seek"])));
        let gone = Answer::to(away.sign(gone)).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        let joined = here.ok(json!({"t": "accept", "seek": opened["seek"]})).await;
        assert_eq!(joined["seat"], "B");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let made = match_of(&server, &joined["match"]).await;
        assert_eq!(
            (&made["status"], &made["seats"]["W"]["id"]),
            (&json!("playing"), &json!(away.id))
        );
        assert_eq!(server.get("/seeks").await.json(StatusCode::OK)["items"], json!([]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn four_seats_fill_up_and_partners_sit_in_one_team() {
    on_every_server(|server| async move {
        let mut clients = Vec::new();
        for _ in 0..5 {
            clients.push(Client::guest(server.url()).await);
        }
        let names: Vec<String> = clients.iter().map(name).collect();
        let mut watcher = clients.pop().unwrap();
        follow(&mut watcher).await;

        let opened =
            clients[0].ok(seek("grand-cam", json!({"with": names[1]}))).await["seek"].clone();
        let invited = clients[1].next_of("invited").await.unwrap();
        assert_eq!((&invited["seek"], &invited["free"]), (&opened, &json!(3)));
        let accept = json!({"t": "accept", "seek": opened});
        clients[2].refused(accept.clone(), "not_found").await;
        clients[1].ok(accept.clone()).await;
        let shown = changed(&mut watcher).await["seeks"][0].clone();
        assert_eq!((&shown["seek"], &shown["free"]), (&opened, &json!(2)));
        assert_eq!(clients[0].next_of("seeking").await.unwrap()["free"], 2);

        clients[2].ok(seek("grand-cam", json!({}))).await;
        assert_eq!(changed(&mut watcher).await["seeks"][0]["free"], 1);
        let full = clients[3].ok(accept).await;
        assert_eq!(changed(&mut watcher).await["seeks_gone"], json!([opened]));
        let mut seats = Vec::new();
        for client in &mut clients {
            let paired = client.next_of("paired").await.unwrap();
            assert_eq!(paired["match"], full["match"]);
            seats.push(text(&paired["seat"]));
        }
        let team = |index: usize| "RB".contains(seats[index].as_str());
        assert_eq!((team(0), team(2)), (team(1), team(3)), "{seats:?}");
        assert_ne!(team(0), team(2), "{seats:?}");
        let made = match_of(&server, &full["match"]).await;
        assert_eq!((&made["status"], &made["v"]), (&json!("playing"), &json!(6)));

        // A partner who refuses ends the match for the team.
        let opened =
            clients[0].ok(seek("grand-cam", json!({"with": names[1]}))).await["seek"].clone();
        clients[1].next_of("invited").await.unwrap();
        clients[1].ok(json!({"t": "unseek", "seek": opened})).await;
        assert_eq!(clients[0].next_of("seek_ended").await.unwrap()["seek"], opened);
        let nobody = seek("grand-cam", json!({"with": "Mordred"}));
        assert_eq!(clients[0].refused(nobody, "bad_field").await["field"], "with");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn two_quick_seeks_are_paired() {
    on_every_server(|server| async move {
        let mut one = Client::guest(server.url()).await;
        let mut two = Client::guest(server.url()).await;
        one.ok(seek("camette", json!({"quick": true}))).await;
        let paired = two.ok(seek("camette", json!({"quick": true}))).await;
        assert_eq!(one.next_of("paired").await.unwrap()["match"], paired["match"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn challenges_can_be_declined_with_a_reason_accepted_and_cancelled() {
    on_every_server(|server| async move {
        let mut knight = Client::guest(server.url()).await;
        let mut squire = Client::guest(server.url()).await;
        let to = name(&squire);
        let challenge = json!({"t": "challenge", "to": to, "variant": "cam", "time": blitz(),
                               "seat": "W"});
        let sent = knight.ok(challenge.clone()).await["challenge"].clone();
        assert_eq!(knight.ok(challenge.clone()).await["challenge"], sent, "one is enough");
        let asked = squire.next_of("challenge").await.unwrap();
        assert_eq!((&asked["challenge"], &asked["status"]), (&sent, &json!("open")));
        assert_eq!((&asked["by"]["name"], &asked["seat"]), (&json!(name(&knight)), &json!("W")));

        let say = |say: &str| json!({"t": "answer", "challenge": sent, "say": say});
        knight.refused(say("accept"), "forbidden").await;
        squire.refused(say("cancel"), "forbidden").await;
        let mut because = say("decline");
        because["reason"] = json!("too_fast");
        squire.ok(because).await;
        let open = knight.next_of("challenge").await.unwrap();
        assert_eq!(open["status"], "open");
        let declined = knight.next_of("challenge").await.unwrap();
        assert_eq!(
            (&declined["status"], &declined["reason"]),
            (&json!("declined"), &json!("too_fast"))
        );
        squire.refused(say("accept"), "not_found").await;

        let sent = knight.ok(challenge.clone()).await["challenge"].clone();
        let say = |say: &str| json!({"t": "answer", "challenge": sent, "say": say});
        let made = squire.ok(say("accept")).await;
        assert_eq!(made["seat"], "B");
        let paired = knight.next_of("paired").await.unwrap();
        assert_eq!((&paired["match"], &paired["seat"]), (&made["match"], &json!("W")));
        assert_eq!(paired["challenge"], sent);

        let sent = knight.ok(challenge).await["challenge"].clone();
        knight.ok(json!({"t": "answer", "challenge": sent, "say": "cancel"})).await;
        let mine = server.request(Method::GET, "/challenges").bearer_auth(squire.token());
        let mine = Answer::to(mine).await.json(StatusCode::OK);
        let ends: Vec<&Value> =
            mine["items"].as_array().unwrap().iter().map(|it| &it["status"]).collect();
        assert_eq!(ends, ["cancelled", "accepted", "declined"]);
        assert_eq!(mine["items"][1]["match"], made["match"]);
        let own = json!({"t": "challenge", "to": name(&knight), "variant": "cam"});
        assert_eq!(knight.refused(own, "bad_field").await["field"], "to");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn challenges_survive_restarts_and_wait_for_absent_players() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (knight, squire) = (server.guest().await, server.guest().await);
        let wish = json!({"to": squire.name, "variant": "cam"});
        let sent = server.post_as(&knight, "/challenges", wish).await.json(StatusCode::CREATED);
        let over = json!({"to": squire.name, "variant": "camelot", "expires_ms": 0});
        let over = server.post_as(&knight, "/challenges", over).await.json(StatusCode::CREATED);
        let path = |challenge: &Value, verb: &str| {
            format!("/challenges/{}/{verb}", text(&challenge["challenge"]))
        };
        server.post_as(&squire, &path(&over, "accept"), json!({})).await.problem(404, "not_found");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut back = Client::connect(server.url(), Some(&squire.token)).await.unwrap();
        assert_eq!(back.next_of("challenge").await.unwrap()["challenge"], sent["challenge"]);
        let odd = json!({"reason": "because"});
        server.post_as(&squire, &path(&sent, "decline"), odd).await.bad_field("reason");
        server.post_as(&knight, &path(&sent, "decline"), json!({})).await.problem(403, "forbidden");
        let made = server.post_as(&squire, &path(&sent, "accept"), json!({})).await;
        let made = made.json(StatusCode::OK);
        assert_eq!(match_of(&server, &made["match"]).await["status"], "playing");
        let sent =
            server.post_as(&knight, "/challenges", json!({"to": squire.name, "variant": "cam"}));
        let sent = sent.await.json(StatusCode::CREATED);
        let cancelled = server.post_as(&knight, &path(&sent, "cancel"), json!({})).await;
        assert_eq!(cancelled.status, StatusCode::NO_CONTENT);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_follower_receives_each_lobby_change_once_and_in_order() {
    on_every_server(|server| async move {
        let mut early = Client::guest(server.url()).await;
        let mut lobby = follow(&mut early).await;
        let mut maker = Client::guest(server.url()).await;
        let mut other = Client::guest(server.url()).await;
        let public = json!({"t": "create", "variant": "cam", "seats": {"W": "me"}});
        let id = maker.ok(public).await["match"].clone();
        let private = json!({"t": "create", "variant": "cam", "private": true});
        maker.ok(private).await;
        maker.ok(seek("cam", json!({}))).await;
        other.ok(seek("camelot", json!({}))).await;
        other.ok(json!({"t": "join", "match": id})).await;
        maker.ok(seek("camelot", json!({}))).await;

        // Five changes: the match opens, two seeks appear, the match fills, and the pairing removes
        // both players' seeks.
        let mut versions = Vec::new();
        loop {
            let change = changed(&mut early).await;
            versions.push(change["v"].as_u64().unwrap());
            apply(&mut lobby, &change);
            if versions.len() == 5 {
                break;
            }
        }
        let first = versions[0];
        assert_eq!(versions, (first..first + 5).collect::<Vec<_>>());
        let mut late = Client::guest(server.url()).await;
        let whole = follow(&mut late).await;
        assert_eq!((&whole["seeks"], &whole["matches"]), (&lobby["seeks"], &lobby["matches"]));
        assert_eq!((&whole["seeks"], &whole["matches"]), (&json!([]), &json!([])));

        early.ok(json!({"t": "lobby", "on": false})).await;
        late.ok(seek("chivalry", json!({}))).await;
        changed(&mut late).await;
        assert_eq!(early.ask(json!({"t": "ping"})).await.unwrap()["t"], "pong");
        let mut nobody = Client::connect(server.url(), Some("guess")).await.unwrap();
        assert_eq!(follow(&mut nobody).await["seeks"].as_array().unwrap().len(), 1);
        nobody.refused(seek("cam", json!({})), "unauthorized").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_lobby_counts_the_people_who_play_public_matches() {
    on_every_server(|server| async move {
        let mut early = Client::guest(server.url()).await;
        assert_eq!(follow(&mut early).await["playing"], json!([]));
        let guests = [server.guest().await, server.guest().await];
        let wish = json!({"variant": "cam", "time": blitz()});
        server.start_match(&guests[0], &guests[1], wish.clone()).await;
        let mut private = wish;
        private["private"] = json!(true);
        server.start_match(&guests[0], &guests[1], private).await;
        let computer = json!({"t": "create", "variant": "camette", "time": {"kind": "unlimited"},
            "seats": {"W": "me", "B": "computer:1"}});
        early.ok(computer).await;

        let unlimited = json!({"kind": "unlimited"});
        let expected = json!([
            {"variant": "cam", "time": blitz(), "players": 2},
            {"variant": "camette", "time": unlimited, "players": 1},
        ]);
        let is_complete = |frame: &Value| frame["playing"] == expected;
        early.next_where(is_complete).await.expect("the numbers");
        let mut late = Client::guest(server.url()).await;
        assert_eq!(follow(&mut late).await["playing"], expected);
        server.shutdown().await;
    })
    .await;
}

/// Applies a change as a client does.
fn apply(lobby: &mut Value, change: &Value) {
    for (kind, id) in [("seeks", "seek"), ("matches", "match")] {
        let items = lobby[kind].as_array_mut().unwrap();
        let gone = change[format!("{kind}_gone")].as_array().cloned().unwrap_or_default();
        items.retain(|item| !gone.contains(&item[id]));
        for new in change[kind].as_array().into_iter().flatten() {
            items.retain(|item| item[id] != new[id]);
            items.push(new.clone());
        }
    }
}

#[tokio::test]
async fn invite_links_can_be_renewed_and_revoked_and_expire() {
    on_every_server(|server| async move {
        let maker = server.guest().await;
        let wish = json!({"variant": "cam", "private": true, "seats": {"W": "me"}});
        let made = server.post_as(&maker, "/matches", wish).await.json(StatusCode::CREATED);
        let id = text(&made["match"]);
        let old = made["links"]["B"]["key"].clone();
        let path = format!("/matches/{id}/links");
        let links = async |player: &TestPlayer| {
            Answer::to(player.sign(server.request(Method::GET, &path))).await
        };
        assert_eq!(links(&maker).await.json(StatusCode::OK)["links"], made["links"]);
        links(&server.guest().await).await.problem(403, "forbidden");

        let revoke = server.request(Method::DELETE, &format!("{path}/B"));
        assert_eq!(Answer::to(maker.sign(revoke)).await.status, StatusCode::NO_CONTENT);
        assert_eq!(links(&maker).await.json(StatusCode::OK)["links"], json!({}));
        let join = format!("/matches/{id}/join");
        server.post(&join, json!({"key": old})).await.problem(403, "forbidden");

        let renew = format!("{path}/B");
        let brief = server.post_as(&maker, &renew, json!({"expires_ms": 0})).await;
        let brief = brief.json(StatusCode::OK)["links"]["B"].clone();
        assert!(brief["expires_at"].is_string());
        server.post(&join, json!({"key": brief["key"]})).await.problem(409, "too_late");
        let new = server.post_as(&maker, &renew, json!({})).await.json(StatusCode::OK);
        let key = new["links"]["B"]["key"].clone();
        let stranger = server.guest().await;
        server.post_as(&stranger, &renew, json!({})).await.problem(403, "forbidden");
        server.post(&join, json!({})).await.problem(401, "unauthorized");

        // The link works without an account.
        let joined = server.post(&join, json!({"key": key})).await.json(StatusCode::OK);
        let mut guest = Client::connect(server.url(), joined["token"].as_str()).await.unwrap();
        assert_eq!(guest.hello["player"]["kind"], "guest");
        let resigned = guest.ok(json!({"t": "resign", "match": id})).await;
        assert_eq!(resigned["seat"], "B");
        server.post_as(&maker, &renew, json!({})).await.problem(409, "match_over");

        let log = server.get(&format!("/matches/{id}/events")).await;
        assert!(!log.text.contains(text(&key).as_str()), "keys are the maker's alone");
        assert!(log.text.contains("revoked") && log.text.contains("renewed"), "{}", log.text);
        server.shutdown().await;
    })
    .await;
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_seek_left_in_the_store_by_a_crash_creates_one_match() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (away, here) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "cam"});
        let opened = server.post_as(&away, "/seeks", wish).await.json(StatusCode::CREATED);
        let kept = database.open().await;
        let seeks = kept.store.seeks().all().await.unwrap();
        kept.stop().await;
        let accept = format!("/seeks/{}/accept", text(&opened["seek"]));
        server.post_as(&here, &accept, json!({})).await.json(StatusCode::OK);
        server.shutdown().await;

        // Simulates a crash between the two commits.
        let kept = database.open().await;
        assert_eq!(kept.store.seeks().all().await.unwrap(), []);
        kept.store.seeks().change(&[&seeks[0]], &[], &[], &[]).await.unwrap();
        kept.stop().await;
        let server = TestServer::start(&database).await;
        assert_eq!(server.get("/seeks").await.json(StatusCode::OK)["items"], json!([]));
        server.post_as(&here, &accept, json!({})).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn many_simultaneous_seeks_are_paired_two_by_two() {
    on_every_server(|server| async move {
        let mut crowd = JoinSet::new();
        for _ in 0..40 {
            let url = server.url().to_owned();
            crowd.spawn(async move {
                let mut client = Client::guest(&url).await;
                client.ok(seek("camette", json!({}))).await;
                let paired = client.next_of("paired").await.unwrap();
                let ping = client.ask(json!({"t": "ping"})).await.unwrap();
                assert_eq!(ping["t"], "pong");
                (text(&paired["match"]), text(&paired["seat"]))
            });
        }
        let mut seats = crowd.join_all().await;
        seats.sort();
        for pair in seats.chunks(2) {
            let [(first, black), (second, white)] = pair else { panic!("two by two") };
            assert_eq!((first, black.as_str(), white.as_str()), (second, "B", "W"));
        }
        seats.dedup_by_key(|(id, _)| id.clone());
        assert_eq!(seats.len(), 20);
        server.shutdown().await;
    })
    .await;
}
