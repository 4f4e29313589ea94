//! TODO-DOC

use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::commands::forced_events::append_forced_events;
use crate::matches::log::event::Event;
use crate::matches::log::origin::{Origin, TournamentGame};
use crate::matches::match_state::start_position::StartPosition;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Seat, Team, Variant};

/// A match made by a player.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The variant.
    pub variant: &'static Variant,
    /// Where it starts, when not from the usual array.
    pub position: Option<StartPosition>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it is kept out of lists and joined by link only.
    pub private: bool,
    /// Whether a partner plays on when the other resigns or flags
    /// (`rules.md 6.4`): in games for four.
    pub partner_plays_on: bool,
    /// The seat that its maker takes, if any.
    pub seat: Option<Seat>,
    /// By how many milliseconds everybody but the players sees it late: up to
    /// [`MAX_SPECTATOR_DELAY`](super::MAX_SPECTATOR_DELAY).
    pub watch_delay_ms: u32,
    /// The game of a tournament that it is, if it is one.
    pub tournament_game: Option<TournamentGame>,
}

impl NewMatch {
    /// A casual game from the usual array, for everybody to see as it is
    /// played, with every seat free.
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
        }
    }
}

impl Match {
    /// The events that make a match: its creation, and its maker's seat.
    /// `key` gives a fresh secret for each seat left free.
    #[must_use]
    pub fn creation(new: &NewMatch, by: PlayerId, key: impl FnMut() -> String) -> Vec<Event> {
        let seated = new.seat.map(|seat| (seat, by));
        Match::creation_with(new, by, seated.as_slice(), key)
    }

    /// The events that make a match in which `seated` sit from the first; with
    /// a player in every seat, it begins at once. `key` gives a fresh secret
    /// for each seat left free.
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

/// Returns the time that the first side gets in advance in a tournament game.
fn time_handicap(new: &NewMatch) -> impl Iterator<Item = Event> {
    let ms = new.tournament_game.as_ref().map_or(0, |game| game.first_extra_ms);
    let seats = new.variant.seats_of(Team::First).filter(move |_| ms > 0);
    seats.map(move |seat| Event::TimeAdded { seat, ms })
}
