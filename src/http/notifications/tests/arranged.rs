//! Games at an agreed time, about which their players are told an hour before.

use serde_json::{Value, json};
use tokio::time::sleep;

use chivalry_play::clock::Timestamp;

use crate::http::notifications::tests::site::{HOUR, Site, Wanted, on_a_site};
use crate::protocol::rfc3339;
use crate::store::EMAIL_DELAY;

/// The title of pushes and mails.
const TITLE: &str = "Arranged game with";

#[test]
fn an_arranged_game_is_told_once_an_hour_before_by_every_channel_over_kills() {
    on_a_site(27, async |site| {
        site.start().await;
        sign_up(site).await;
        let begin = site.now();
        // The players agree to the later one of two times.
        let times = [begin + HOUR * 5, begin + HOUR * 8];
        let id = propose(site, &times).await;
        agree(site, &id, times[1]).await;
        site.kill();
        // An hour before the time that was not agreed to.
        site.visit(4.1).await;
        assert_eq!(told(site), [[0; 3]; 2], "not for the other time");
        site.visit(6.5).await;
        assert_eq!(told(site), [[0; 3]; 2], "not yet");

        site.sleep_until(6.999).await;
        site.start().await;
        site.sleep_until(7.0).await;
        // The kills hit the reminder, its conversion, and its delivery.
        for _ in 0..8 {
            sleep(site.world.millis(0..60)).await;
            site.kill();
            site.start().await;
        }
        sleep(EMAIL_DELAY).await;
        site.kill();
        assert_eq!(told(site), [[1; 3]; 2], "once by push, mail and webhook");
        site.visit(7.5).await;
        assert_eq!(told(site), [[1; 3]; 2], "once");

        let (_, posted) = site.posted(0, "arrangement.reminder").pop_first().unwrap();
        assert_eq!(posted["data"]["t"], "reminder");
        assert_eq!(
            (&posted["data"]["arrangement"], &posted["data"]["status"]),
            (&json!(id), &json!("agreed"))
        );
        site.visit(8.0).await;
        site.start().await;
        let list = site.ask(0, ("GET", "/me/notifications"), Value::Null).await;
        let item = &list["items"][0];
        assert_eq!((&item["kind"], &item["read"]), (&json!("arranged"), &json!(true)));
        assert!(item["path"].as_str().unwrap().starts_with("/m/"), "the game has begun: {item}");
        assert_eq!(told(site), [[1; 3]; 2], "once");
    });
}

#[test]
fn a_cancelled_game_is_not_told_and_the_one_instead_of_it_is() {
    on_a_site(28, async |site| {
        site.start().await;
        sign_up(site).await;
        let begin = site.now();
        let cancelled = propose(site, &[begin + HOUR * 3]).await;
        agree(site, &cancelled, begin + HOUR * 3).await;
        let path = format!("/arrangements/{cancelled}");
        site.ask(1, ("DELETE", &path), Value::Null).await;
        let moved = propose(site, &[begin + HOUR * 6]).await;
        agree(site, &moved, begin + HOUR * 6).await;
        site.kill();
        site.visit(2.0).await;
        site.visit(3.0).await;
        assert_eq!(told(site), [[0; 3]; 2], "not for the cancelled game");
        site.visit(5.0).await;
        assert_eq!(told(site), [[1; 3]; 2], "for the other one");
        let (_, posted) = site.posted(1, "arrangement.reminder").pop_first().unwrap();
        assert_eq!(posted["data"]["arrangement"], json!(moved));

        // A game that is cancelled after the reminder is not in the list any longer.
        site.start().await;
        site.ask(0, ("DELETE", &format!("/arrangements/{moved}")), Value::Null).await;
        let list = site.ask(1, ("GET", "/me/notifications"), Value::Null).await;
        assert_eq!((&list["items"], &list["unread"]), (&json!([]), &json!(0)));
    });
}

async fn sign_up(site: &Site) {
    let wanted = || Wanted {
        events: &["arrangement.reminder"],
        kinds: &["arranged"],
        quiet_hours: Value::Null,
    };
    site.sign_up([wanted(), wanted()]).await;
}

/// Proposes a game by the first player, and returns its id.
async fn propose(site: &Site, times: &[Timestamp]) -> String {
    let times: Vec<String> = times.iter().copied().map(rfc3339).collect();
    let time = json!({ "kind": "fischer", "initial_ms": 600_000, "increment_ms": 0 });
    let body = json!({ "to": "Morgan", "variant": "camette", "time": time, "times": times });
    let made = site.ask(0, ("POST", "/arrangements"), body).await;
    made["arrangement"].as_str().unwrap().to_owned()
}

/// The second player agrees to a time.
async fn agree(site: &Site, id: &str, at: Timestamp) {
    let path = format!("/arrangements/{id}/agree");
    site.ask(1, ("POST", &path), json!({ "at": rfc3339(at) })).await;
}

/// The numbers of pushes, mails and deliveries to each player.
fn told(site: &Site) -> [[usize; 3]; 2] {
    [0, 1].map(|player| {
        [
            site.pushed(player, TITLE).len(),
            site.mailed(player, TITLE).len(),
            site.posted(player, "arrangement.reminder").len(),
        ]
    })
}
