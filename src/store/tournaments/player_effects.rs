//! The effects of a tournament's events on its players: notifications and deliveries of webhooks.

use chivalry_play::player::PlayerId;
use chivalry_tournament::{Event, Format, Pairing, RecordedEvent, Tournament};

use crate::store::log::append::{Due, Reach};
use crate::store::webhooks::Webhooks;

/// Added to the version of a tournament in the number of a director's message. The numbers of
/// rounds are lower.
pub const FIRST_ANNOUNCEMENT: u32 = 1 << 30;

/// Returns the effects of an entry of the log of a tournament, which is `after` with it.
pub(crate) fn effects(
    webhooks: Webhooks<'_>,
    after: &Tournament,
    recorded: &RecordedEvent,
) -> Vec<Due> {
    let (players, number, event) = match recorded.event {
        // The players of an arena wait for its waves on the page.
        Event::RoundBegan { stage, .. } if matches!(after.format(stage), Format::Arena { .. }) => {
            return Vec::new();
        }
        Event::RoundBegan { stage, round } => {
            let players = players_of_round(after, stage, round);
            (players, round_number(stage, round), "tournament.round")
        }
        Event::Announced { .. } => {
            let number = FIRST_ANNOUNCEMENT + recorded.v;
            (readers(after, recorded.by), number, "tournament.announcement")
        }
        _ => return Vec::new(),
    };
    let event = (number, event, recorded.at);
    let due = |player| webhooks.due(player, event, Reach::Away);
    players.into_iter().filter_map(due).collect()
}

/// The number of a round in notifications: its stage, and its number in the last 16 bits.
fn round_number(stage: usize, round: u16) -> u32 {
    (u32::try_from(stage).unwrap_or(u32::MAX) << 16) | u32::from(round)
}

fn players_of_round(after: &Tournament, stage: usize, round: u16) -> Vec<PlayerId> {
    let is_in = |pairing: &&Pairing| pairing.stage == stage && pairing.round == round;
    let entrants = after.pairings().filter(is_in).flat_map(Pairing::entrants);
    entrants.filter_map(|id| after.entrant(id)).flat_map(|it| it.players.clone()).collect()
}

/// The players of the entrants who have not withdrawn, except the author of a message.
fn readers(after: &Tournament, author: Option<PlayerId>) -> Vec<PlayerId> {
    let entrants = after.entrants().iter().filter(|entrant| !entrant.withdrawn);
    let players = entrants.flat_map(|entrant| entrant.players.iter().copied());
    players.filter(|player| author != Some(*player)).collect()
}
