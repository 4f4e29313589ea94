//! Settings of a new match, and the events that create it.

use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::commands::forced_events::append_forced_events;
use crate::matches::log::event::Event;
use crate::matches::log::origin::{Origin, TournamentGame};
use crate::matches::match_state::start_position::StartPosition;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Seat, Team, Variant};

/// The settings of a new match.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The variant.
    pub variant: &'static Variant,
    /// The start position; `None` for the variant's array.
    pub position: Option<StartPosition>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match is rated.
    pub rated: bool,
    /// True if the match is unlisted and joined by link only.
    pub private: bool,
    /// True if a partner plays on after the other resigns or flags (`rules.md 6.4`). For
    /// four-player variants.
    pub partner_plays_on: bool,
    /// The creator's seat; `None` if the creator takes no seat.
    pub seat: Option<Seat>,
    /// The spectator delay in milliseconds, up to
    /// [`MAX_SPECTATOR_DELAY`](crate::matches::MAX_SPECTATOR_DELAY).
    pub watch_delay_ms: u32,
    /// The tournament game that the match belongs to.
    pub tournament_game: Option<TournamentGame>,
    /// True if the match begins at a time on which its players agreed. Such a match starts from
    /// the array and is no tournament game.
    pub arranged: bool,
}

impl NewMatch {
    /// Returns the settings of a public casual game from the array, with every seat free and no
    /// spectator delay.
    #[must_use]
    pub fn plain(variant: &'static Variant, time: TimeControl) -> NewMatch {
        NewMatch {
            variant,
            position: None,
            time,
            rated: false,
            private: false,
            partner_plays_on: false,
            seat: None,
            watch_delay_ms: 0,
            tournament_game: None,
            arranged: false,
        }
    }
}

impl Match {
    /// Returns the events that create a match and seat its creator. `key` returns a new secret
    /// for each free seat.
    #[must_use]
    pub fn creation(new: &NewMatch, by: PlayerId, key: impl FnMut() -> String) -> Vec<Event> {
        let seated = new.seat.map(|seat| (seat, by));
        Match::creation_with(new, by, seated.as_slice(), key)
    }

    /// Returns the events that create a match with the players `seated`. With every seat taken
    /// the match starts at once. `key` returns a new secret for each free seat.
    #[must_use]
    pub fn creation_with(
        new: &NewMatch,
        by: PlayerId,
        seated: &[(Seat, PlayerId)],
        mut key: impl FnMut() -> String,
    ) -> Vec<Event> {
        let is_free = |seat: &Seat| seated.iter().all(|(taken, _)| taken != seat);
        let mut keys = PerSeat::default();
        for seat in new.variant.seats().filter(is_free) {
            keys[seat] = Some(key());
        }
        let created = Event::Created {
            variant: new.variant.pin().to_owned(),
            position: new.position.as_ref().map(|opening| opening.position().to_string()),
            time: new.time,
            rated: new.rated,
            private: new.private,
            by,
            keys,
            origin: match &new.tournament_game {
                Some(game) => Some(Arc::new(Origin::TournamentGame(game.clone()))),
                None if new.arranged => Some(Arc::new(Origin::Arranged)),
                None => new.position.as_ref().and_then(StartPosition::origin),
            },
            watch_delay_ms: new.watch_delay_ms,
            partner_plays_on: new.partner_plays_on,
        };
        let mut events = vec![created];
        events.extend(seated.iter().map(|&(seat, player)| Event::Seated { seat, player }));
        if !new.variant.seats().any(|seat| is_free(&seat)) {
            events.push(Event::Started);
            events.extend(time_handicap(new));
            let usual = || Game::new(Position::start(new.variant));
            let game = new.position.as_ref().map_or_else(usual, |start| start.game().clone());
            append_forced_events(&game, &mut events);
        }
        events
    }
}

/// Returns the extra time of the first side in a tournament game.
fn time_handicap(new: &NewMatch) -> impl Iterator<Item = Event> {
    let ms = new.tournament_game.as_ref().map_or(0, |game| game.first_extra_ms);
    let seats = new.variant.seats_of(Team::First).filter(move |_| ms > 0);
    seats.map(move |seat| Event::TimeAdded { seat, ms })
}
