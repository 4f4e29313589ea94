//! Rematches of a match.

use std::sync::Arc;

use chivalry_play::matches::{Event, Match};
use chivalry_play::player::Player;
use chivalry_rules::Seat;

use crate::live::context::LiveContext;
use crate::live::creation;
use crate::live::error::LiveError;
use crate::live::match_actor::snapshot::MatchSnapshot;

/// Creates the rematch of `snapshot`. The creating command is named after the match, which makes it
/// idempotent even across a crash.
pub(crate) async fn create(
    context: &Arc<LiveContext>,
    snapshot: &MatchSnapshot,
) -> Result<Event, LiveError> {
    let (new, seats) = snapshot.match_state.rematch_of_this();
    let sits = |id| snapshot.players.iter().find_map(|(_, p)| p.as_ref().filter(|p| p.id == id));
    let seated: Vec<(Seat, Player)> = seats
        .into_iter()
        .filter_map(|(seat, player)| Some((seat, sits(player)?.clone())))
        .collect();
    let by = &seated.first().ok_or(LiveError::NotFound)?.1;
    let command = Some(command_of(&snapshot.match_state));
    let made = creation::create(context, &new, by, &seated, command, String::new).await?;
    Ok(Event::Rematched { to: made.id() })
}

/// Returns the id of the creating command. It is longer than any id that a client can send.
fn command_of(match_state: &Match) -> String {
    let mut command = format!("rematch:{}", match_state.id());
    for player in match_state.players().iter().filter_map(|(_, player)| *player) {
        command.push_str(&format!(":{}", player.0));
    }
    command
}

#[cfg(test)]
mod tests {
    use crate::live::test_support::TestLive;
    use chivalry_play::clock::TimeControl;
    use chivalry_play::matches::{Command, NewMatch, Offer, OfferAction};
    use chivalry_rules::Variant;

    use super::*;

    #[tokio::test]
    async fn a_crash_between_creation_and_acceptance_makes_no_second_rematch() {
        let unserved = TestLive::open().await;
        let live = &unserved.live;
        let players = unserved.guests(&["one", "two"]).await;
        let new = NewMatch::plain(Variant::named("camette").unwrap(), TimeControl::Unlimited {});
        let seats: Vec<(Seat, Player)> = Seat::ALL.into_iter().zip(players.clone()).collect();
        let snapshot =
            live.create_with(&new, &players[0], &seats, None, String::new).await.unwrap();
        let id = snapshot.match_state.id();
        let [white, black] = &players[..] else { unreachable!("two players") };
        let ask = async |by: &Player, command| live.command(id, by, None, command).await;
        ask(white, Command::Resign).await.unwrap();
        ask(white, Command::Offer(Offer::Rematch, OfferAction::Offer)).await.unwrap();

        // The rematch is made, and the server dies before it says so.
        let snapshot = live.snapshot(id, None).await.unwrap();
        let (again, _) = snapshot.match_state.rematch_of_this();
        let swapped = [(Seat::SECOND, white.clone()), (Seat::FIRST, black.clone())];
        let command = command_of(&snapshot.match_state);
        assert!(command.len() > 64, "no client can name its command so");
        let made = live.create_with(&again, white, &swapped, Some(command), String::new).await;
        let made = made.unwrap().match_state.id();

        ask(black, Command::Offer(Offer::Rematch, OfferAction::Accept)).await.unwrap();
        let snapshot: Arc<MatchSnapshot> = live.snapshot(id, None).await.unwrap();
        assert_eq!(snapshot.match_state.rematch(), Some(made));
        unserved.close().await;
    }
}
