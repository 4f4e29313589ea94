//! A correspondence match over five days, during which the server is killed again and again.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{Command, MatchId, NewMatch};
use chivalry_play::player::Player;
use chivalry_rules::{Seat, Variant};

use crate::http::notifications::tests::site::{HOUR, RUN, Site, Wanted, on_a_site};
use crate::protocol::{legal_moves, read_turn};
use crate::store::EMAIL_DELAY;

/// The number of times that the server is killed.
const KILLS: usize = 20;

/// Makes a move at a time after the beginning. The server is killed shortly after its answer,
/// and when the e-mail about it is due, and started again.
async fn make_move(site: &mut Site, hours: f64, id: MatchId, players: &[Player; 2]) {
    site.sleep_until(hours).await;
    site.start().await;
    let app = &site.running().app;
    let (_, snapshot) = app.live.history(id, Some(players[0].id)).await.unwrap();
    let game = snapshot.match_state.game();
    let text = legal_moves(game.position(), true).into_iter().next().unwrap();
    let turn = game.position().turn();
    let by = players.iter().find(|it| snapshot.match_state.seat_of(it.id) == Some(turn));
    let (ply, turn) = (game.plies() + 1, read_turn(&text).unwrap());
    let command = Command::Move { ply, turn, lag: Duration::ZERO };
    app.live.command(id, by.unwrap(), None, command).await.unwrap();
    // The kill hits the conversion, the push, or the record of its result.
    sleep(site.world.millis(0..120)).await;
    site.kill();
    site.start().await;
    // This one hits those of the e-mail.
    sleep(EMAIL_DELAY + site.world.millis(0..120)).await;
    site.kill();
    site.start().await;
    sleep(RUN).await;
    site.kill();
}

#[test]
fn each_turn_of_five_days_is_told_once_by_every_channel_however_often_the_server_is_killed() {
    on_a_site(26, async |site| play(site).await);
}

async fn play(site: &mut Site) {
    site.start().await;
    let wanted = |quiet_hours| Wanted {
        events: &["match.turn", "match.reminder"],
        kinds: &["turn", "reminder", "offer", "ended", "message"],
        quiet_hours,
    };
    let night = json!({ "from": "18:00", "until": "03:00" });
    let players = site.sign_up([wanted(night), wanted(Value::Null)]).await;
    let [arthur, morgan] = &players;
    let new = NewMatch::plain(
        Variant::named("camelot").unwrap(),
        TimeControl::Correspondence { days: 1, vacation: false, rest: None },
    );
    let mut seats = new.variant.seats();
    let seats: [(Seat, Player); 2] =
        [(seats.next().unwrap(), arthur.clone()), (seats.next().unwrap(), morgan.clone())];
    let created =
        site.running().app.live.create_with(&new, arthur, &seats, None, String::new).await;
    let id = created.unwrap().match_state.id();
    site.kill();
    site.visit(0.1).await;
    // The match begins at 09:00 in Berlin. Arthur is quiet from 18:00 to 03:00, which is from hour 9
    // to hour 18 of each day.
    make_move(site, 2.0, id, &players).await;
    make_move(site, 11.0, id, &players).await;
    assert_eq!(site.pushed(0, "Your turn").len(), 1, "nothing in the night");
    assert_eq!(site.mailed(0, "Your turn").len(), 1, "nothing in the night");
    site.visit(14.0).await;
    assert_eq!(site.pushed(0, "Your turn").len(), 1, "nothing in the night");
    site.visit(18.0).await;
    assert_eq!(site.pushed(0, "Your turn").len(), 2, "told after the night");
    assert_eq!(site.mailed(0, "Your turn").len(), 2);
    // Morgan lets almost a day pass. Her reminder is due at hour 43.2.
    make_move(site, 24.0, id, &players).await;
    site.visit(42.0).await;
    assert!(site.pushed(1, "Little time").is_empty(), "no reminder yet");
    site.visit(43.5).await;
    assert_eq!(site.pushed(1, "Little time").len(), 1);
    // Arthur's reminder is wanted at hour 63.7, which is in the night until hour 66.
    make_move(site, 44.5, id, &players).await;
    site.visit(64.0).await;
    assert!(site.pushed(0, "Little time").is_empty(), "no reminder in the night");
    site.visit(66.0).await;
    assert_eq!(site.pushed(0, "Little time").len(), 1);
    for hours in [67.5, 73.0, 80.0, 92.0, 97.0, 103.0, 119.0] {
        make_move(site, hours, id, &players).await;
    }
    // A restart without an event tells nobody anything.
    site.visit(121.0).await;
    assert!(site.kills >= KILLS, "{}", site.kills);
    assert!(site.began.elapsed() >= HOUR * 24 * 5, "five days");
    check(site);
}

/// Checks that each turn was told once by each channel. Arthur was to move at the beginning and
/// after each move of Morgan, and Morgan after each move of Arthur.
fn check(site: &Site) {
    for (player, turns) in [(0, 6), (1, 6)] {
        let messages = site.pushed(player, "Your turn");
        let mut notifications: Vec<&String> = messages.values().collect();
        notifications.sort();
        notifications.dedup();
        assert_eq!((messages.len(), notifications.len()), (turns, turns), "{player}");
        let letters = site.mailed(player, "Your turn");
        assert_eq!(letters.len(), turns, "{letters:?}");
        assert_eq!(site.pushed(player, "Little time").len(), 1, "{player}");
        assert_eq!(site.mailed(player, "Little time").len(), 1, "{player}");
        let posted = site.posted(player, "match.turn");
        assert_eq!(posted.len(), turns, "{posted:?}");
        let reminders = site.posted(player, "match.reminder");
        assert_eq!(reminders.len(), 1, "{reminders:?}");
        for data in reminders.values().map(|body| &body["data"]) {
            assert_eq!((&data["t"], &data["my_turn"]), (&json!("turn"), &json!(true)), "{data}");
        }
    }
}
