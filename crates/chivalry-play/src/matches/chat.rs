//! Talk around a match: who says and hears what, in which room.

use crate::clock::Timestamp;
use crate::player::{Player, PlayerId};

use super::match_state::state::Match;
use super::status::Status;

/// Where something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChatRoom {
    /// Among those who sit in the match.
    Players,
    /// Among those who watch it.
    Spectators,
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Where.
    pub room: ChatRoom,
    /// Its number in that room, contiguous from 1.
    pub line: u32,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub player: Player,
    /// What; nothing once a moderator has hidden it.
    pub text: Option<String>,
}

/// Why a player may not talk for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeoutReason {
    /// Insulting others.
    Insult,
    /// Threatening others.
    Threat,
    /// What is not fit to be read.
    Indecency,
    /// Saying the same again and again, or advertising.
    Spam,
    /// Helping those who play.
    Help,
    /// Something else.
    Other,
}

impl ChatRoom {
    /// Every room.
    pub const ALL: [ChatRoom; 2] = [ChatRoom::Players, ChatRoom::Spectators];

    /// The room's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ChatRoom::Players => "players",
            ChatRoom::Spectators => "watchers",
        }
    }
}

impl TimeoutReason {
    /// Every reason.
    pub const ALL: [TimeoutReason; 6] = [
        TimeoutReason::Insult,
        TimeoutReason::Threat,
        TimeoutReason::Indecency,
        TimeoutReason::Spam,
        TimeoutReason::Help,
        TimeoutReason::Other,
    ];

    /// The reason's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TimeoutReason::Insult => "insult",
            TimeoutReason::Threat => "threat",
            TimeoutReason::Indecency => "indecency",
            TimeoutReason::Spam => "spam",
            TimeoutReason::Help => "help",
            TimeoutReason::Other => "other",
        }
    }
}

impl Match {
    /// Whether the player may say something in the room: players among
    /// themselves, and watchers among themselves, joined by the players once
    /// the match is over.
    #[must_use]
    pub fn can_send_chat(&self, player: PlayerId, room: ChatRoom) -> bool {
        let sits = self.seat_of(player).is_some();
        match room {
            ChatRoom::Players => sits,
            ChatRoom::Spectators => !sits || self.is_over(),
        }
    }

    /// Whether the viewer may hear what is said in the room: their own, and
    /// once the match is over both. Until then watchers could help players.
    #[must_use]
    pub fn can_read_chat(&self, viewer: Option<PlayerId>, room: ChatRoom) -> bool {
        let sits = viewer.is_some_and(|viewer| self.seat_of(viewer).is_some());
        self.is_over() || sits == (room == ChatRoom::Players)
    }

    fn is_over(&self) -> bool {
        matches!(self.status(), Status::Ended { .. })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::clock::TimeControl;
    use crate::matches::{Command, MatchId, NewMatch, RecordedEvent};
    use chivalry_rules::{Seat, Variant};

    use super::*;

    const ANNA: PlayerId = PlayerId(Uuid::from_u128(1));
    const BEN: PlayerId = PlayerId(Uuid::from_u128(2));
    const CLIO: PlayerId = PlayerId(Uuid::from_u128(3));

    fn playing() -> Match {
        let new = NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {});
        let seated = [(Seat::FIRST, ANNA), (Seat::SECOND, BEN)];
        let events = Match::creation_with(&new, ANNA, &seated, String::new);
        let record = |(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event };
        Match::fold(MatchId(Uuid::nil()), (1..).zip(events).map(record).collect()).unwrap()
    }

    #[test]
    fn each_side_of_the_board_talks_for_itself_until_the_match_is_over() {
        use ChatRoom::{Players, Spectators};
        let mut match_state = playing();
        for (player, own, other) in [(ANNA, Players, Spectators), (CLIO, Spectators, Players)] {
            assert!(
                match_state.can_send_chat(player, own) && !match_state.can_send_chat(player, other)
            );
            assert!(
                match_state.can_read_chat(Some(player), own)
                    && !match_state.can_read_chat(Some(player), other)
            );
        }
        assert!(
            match_state.can_read_chat(None, Spectators)
                && !match_state.can_read_chat(None, Players)
        );
        for event in match_state.decide(BEN, &Command::Resign, Timestamp(1)).unwrap().events {
            let v = match_state.v() + 1;
            match_state.apply(RecordedEvent { v, at: Timestamp(1), cause: None, event }).unwrap();
        }
        for room in ChatRoom::ALL {
            assert!(match_state.can_send_chat(ANNA, room));
            assert!(
                [Some(BEN), Some(CLIO), None]
                    .iter()
                    .all(|who| match_state.can_read_chat(*who, room))
            );
        }
        assert!(
            match_state.can_send_chat(CLIO, Spectators)
                && !match_state.can_send_chat(CLIO, Players)
        );
    }
}
