//! Chat around a match: rooms, lines, and permissions to send and to read.

use crate::clock::Timestamp;
use crate::player::{Player, PlayerId};

use super::match_state::state::Match;
use super::status::Status;

/// A chat room of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChatRoom {
    /// The room of the players.
    Players,
    /// The room of the spectators.
    Spectators,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The room.
    pub room: ChatRoom,
    /// The line's number in the room, contiguous from 1.
    pub line: u32,
    /// The time at which the line was sent.
    pub at: Timestamp,
    /// The sender.
    pub player: Player,
    /// The text; `None` once a moderator has hidden the line.
    pub text: Option<String>,
}

/// The reason for a chat timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeoutReason {
    /// Insults.
    Insult,
    /// Threats.
    Threat,
    /// Obscene content.
    Indecency,
    /// Repeated messages or advertising.
    Spam,
    /// Help for a player of the match.
    Help,
    /// Another reason.
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
    /// True if the player may send chat to the room. Players use the players' room, and
    /// spectators the spectators' room. Players may join the spectators' room after the end.
    #[must_use]
    pub fn can_send_chat(&self, player: PlayerId, room: ChatRoom) -> bool {
        let sits = self.seat_of(player).is_some();
        match room {
            ChatRoom::Players => sits,
            ChatRoom::Spectators => !sits || self.is_over(),
        }
    }

    /// True if the viewer may read the room. During the match each group reads its own room
    /// only, because spectators could help players. After the end everybody reads both rooms.
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
    fn players_and_spectators_chat_apart_until_the_match_is_over() {
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
