//! Talk around a match: who says and hears what, in which room.

use crate::clock::Timestamp;
use crate::player::{Player, PlayerId};

use super::{Match, Status};

/// Where something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TalkRoom {
    /// Among those who sit in the match.
    Players,
    /// Among those who watch it.
    Watchers,
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkLine {
    /// Where.
    pub room: TalkRoom,
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

impl TalkRoom {
    /// Every room.
    pub const ALL: [TalkRoom; 2] = [TalkRoom::Players, TalkRoom::Watchers];

    /// The room's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TalkRoom::Players => "players",
            TalkRoom::Watchers => "watchers",
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
    pub fn may_say(&self, player: PlayerId, room: TalkRoom) -> bool {
        let sits = self.seat_of(player).is_some();
        match room {
            TalkRoom::Players => sits,
            TalkRoom::Watchers => !sits || self.is_over(),
        }
    }

    /// Whether the viewer may hear what is said in the room: their own, and
    /// once the match is over both. Until then watchers could help players.
    #[must_use]
    pub fn may_hear(&self, viewer: Option<PlayerId>, room: TalkRoom) -> bool {
        let sits = viewer.is_some_and(|viewer| self.seat_of(viewer).is_some());
        self.is_over() || sits == (room == TalkRoom::Players)
    }

    fn is_over(&self) -> bool {
        matches!(self.status(), Status::Ended { .. })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::clock::TimeControl;
    use crate::matches::{Command, MatchId, NewMatch, Recorded};
    use chivalry_rules::{Seat, Variant};

    use super::*;

    const ANNA: PlayerId = PlayerId(Uuid::from_u128(1));
    const BEN: PlayerId = PlayerId(Uuid::from_u128(2));
    const CLIO: PlayerId = PlayerId(Uuid::from_u128(3));

    fn playing() -> Match {
        let new = NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {});
        let seated = [(Seat::FIRST, ANNA), (Seat::SECOND, BEN)];
        let events = Match::creation_with(&new, ANNA, &seated, String::new);
        let record = |(v, event)| Recorded { v, at: Timestamp(0), cause: None, event };
        Match::fold(MatchId(Uuid::nil()), (1..).zip(events).map(record).collect()).unwrap()
    }

    #[test]
    fn each_side_of_the_board_talks_for_itself_until_the_match_is_over() {
        use TalkRoom::{Players, Watchers};
        let mut contest = playing();
        for (player, own, other) in [(ANNA, Players, Watchers), (CLIO, Watchers, Players)] {
            assert!(contest.may_say(player, own) && !contest.may_say(player, other));
            assert!(contest.may_hear(Some(player), own) && !contest.may_hear(Some(player), other));
        }
        assert!(contest.may_hear(None, Watchers) && !contest.may_hear(None, Players));
        for event in contest.decide(BEN, &Command::Resign, Timestamp(1)).unwrap() {
            let v = contest.v() + 1;
            contest.apply(Recorded { v, at: Timestamp(1), cause: None, event }).unwrap();
        }
        for room in TalkRoom::ALL {
            assert!(contest.may_say(ANNA, room));
            assert!([Some(BEN), Some(CLIO), None].iter().all(|who| contest.may_hear(*who, room)));
        }
        assert!(contest.may_say(CLIO, Watchers) && !contest.may_say(CLIO, Players));
    }
}
