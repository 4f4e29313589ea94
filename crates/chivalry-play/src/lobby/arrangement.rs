//! Games at a time on which two players agree.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::MatchId;
use crate::player::{Player, PlayerId};
use chivalry_rules::Seat;

use super::ids::ArrangementId;
use super::seek::Terms;

/// The most times that a player proposes at once.
pub const MAX_PROPOSED_TIMES: usize = 8;

/// The most games of a player that are proposed or agreed at a time.
pub const MAX_ARRANGEMENTS: u32 = 32;

/// The time within which a game is arranged.
pub const ARRANGED_WITHIN: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The time before an agreed game at which its players are reminded.
pub const REMINDED_BEFORE: Duration = Duration::from_secs(60 * 60);

/// The time after an agreed game within which it still begins. A server that was down longer lets
/// it expire.
pub const BEGINS_WITHIN: Duration = Duration::from_secs(10 * 60);

/// A game at a time on which its players agree, or have agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The identifier.
    pub id: ArrangementId,
    /// The player who proposed the game.
    pub proposer: Player,
    /// The other player.
    pub invited: Player,
    /// The terms of the match.
    pub terms: Terms,
    /// The proposer's seat; `None` for a random one.
    pub seat: Option<Seat>,
    /// The time of the first proposal.
    pub created_at: Timestamp,
    /// The proposed times, in order.
    pub times: Vec<Timestamp>,
    /// The player who proposed them.
    pub times_by: PlayerId,
    /// The agreed time, or the last of the proposed ones.
    pub due_at: Timestamp,
    /// The status.
    pub status: ArrangementStatus,
    /// The match, once it has begun.
    pub match_id: Option<MatchId>,
}

/// The status of an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrangementStatus {
    /// Times are proposed.
    Open,
    /// The players agreed on a time.
    Agreed,
    /// The match has begun.
    Begun,
    /// A player declined the proposal.
    Declined,
    /// A player cancelled the agreed game, or withdrew the own proposal.
    Cancelled,
    /// No time was agreed on, or the game could not begin.
    Expired,
}

impl ArrangementStatus {
    /// Every status.
    pub const ALL: [ArrangementStatus; 6] = [
        ArrangementStatus::Open,
        ArrangementStatus::Agreed,
        ArrangementStatus::Begun,
        ArrangementStatus::Declined,
        ArrangementStatus::Cancelled,
        ArrangementStatus::Expired,
    ];

    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ArrangementStatus::Open => "open",
            ArrangementStatus::Agreed => "agreed",
            ArrangementStatus::Begun => "begun",
            ArrangementStatus::Declined => "declined",
            ArrangementStatus::Cancelled => "cancelled",
            ArrangementStatus::Expired => "expired",
        }
    }
}

/// The reason for which a request about an arrangement is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrangementRefusal {
    /// The player is not one of both.
    #[error("the arrangement is not yours")]
    NotYours,
    /// The arrangement has ended, or a time was agreed on.
    #[error("the arrangement is not open any more")]
    NotOpen,
    /// The times are those of the player.
    #[error("the other player answers these times")]
    OwnTimes,
    /// The time was not proposed.
    #[error("the time is not one of the proposed ones")]
    NotProposed,
    /// There are no times, or more than [`MAX_PROPOSED_TIMES`].
    #[error("1 to 8 times are proposed")]
    TimeCount,
    /// A time is not in the next 90 days.
    #[error("a game is arranged for the next 90 days")]
    TimeRange,
    /// The match has no clock that needs both players.
    #[error("a game at an agreed time is played in real time")]
    NotRealTime,
    /// The player would play alone.
    #[error("a player does not play against themselves")]
    AgainstThemselves,
    /// The variant is not for two players.
    #[error("a game is arranged between two players")]
    NotTwoPlayers,
}

/// Returns the proposed times in order.
///
/// # Errors
/// The times are too many, or not in the next 90 days.
pub fn proposed_times(
    mut times: Vec<Timestamp>,
    now: Timestamp,
) -> Result<Vec<Timestamp>, ArrangementRefusal> {
    times.sort_unstable();
    times.dedup();
    if times.is_empty() || times.len() > MAX_PROPOSED_TIMES {
        return Err(ArrangementRefusal::TimeCount);
    }
    if times.iter().any(|time| *time <= now || *time > now + ARRANGED_WITHIN) {
        return Err(ArrangementRefusal::TimeRange);
    }
    Ok(times)
}

impl Arrangement {
    /// Checks that the game can be arranged.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check(&self) -> Result<(), ArrangementRefusal> {
        if self.proposer.id == self.invited.id {
            return Err(ArrangementRefusal::AgainstThemselves);
        }
        if self.terms.variant.seat_count() != 2 {
            return Err(ArrangementRefusal::NotTwoPlayers);
        }
        if !self.terms.time.is_real_time() {
            return Err(ArrangementRefusal::NotRealTime);
        }
        Ok(())
    }

    /// Returns both players.
    #[must_use]
    pub fn players(&self) -> [&Player; 2] {
        [&self.proposer, &self.invited]
    }

    /// Returns the arrangement with other times, proposed by `by` instead of an answer.
    ///
    /// # Errors
    /// The reason why the player cannot propose them.
    pub fn propose(
        &self,
        by: PlayerId,
        times: Vec<Timestamp>,
        now: Timestamp,
    ) -> Result<Arrangement, ArrangementRefusal> {
        self.check_open(by, now)?;
        let times = proposed_times(times, now)?;
        let due_at = times.last().copied().unwrap_or(now);
        Ok(Arrangement { times, times_by: by, due_at, ..self.clone() })
    }

    /// Returns the arrangement after `by` agreed to one of the times. A repeated agreement changes
    /// nothing.
    ///
    /// # Errors
    /// The reason why the player cannot agree.
    pub fn agree(
        &self,
        by: PlayerId,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<Arrangement, ArrangementRefusal> {
        if self.status == ArrangementStatus::Agreed && self.is_of(by) && self.due_at == at {
            return Ok(self.clone());
        }
        self.check_open(by, now)?;
        if by == self.times_by {
            return Err(ArrangementRefusal::OwnTimes);
        }
        if !self.times.contains(&at) || at <= now {
            return Err(ArrangementRefusal::NotProposed);
        }
        Ok(Arrangement { due_at: at, status: ArrangementStatus::Agreed, ..self.clone() })
    }

    /// Returns the arrangement after `by` declined or cancelled it. A repetition changes nothing.
    ///
    /// # Errors
    /// The reason why the player cannot do so.
    pub fn cancel(&self, by: PlayerId) -> Result<Arrangement, ArrangementRefusal> {
        if !self.is_of(by) {
            return Err(ArrangementRefusal::NotYours);
        }
        let status = match self.status {
            ArrangementStatus::Open if by != self.times_by => ArrangementStatus::Declined,
            ArrangementStatus::Open | ArrangementStatus::Agreed => ArrangementStatus::Cancelled,
            ArrangementStatus::Declined | ArrangementStatus::Cancelled => self.status,
            ArrangementStatus::Begun | ArrangementStatus::Expired => {
                return Err(ArrangementRefusal::NotOpen);
            }
        };
        Ok(Arrangement { status, ..self.clone() })
    }

    fn is_of(&self, player: PlayerId) -> bool {
        self.players().iter().any(|it| it.id == player)
    }

    fn check_open(&self, by: PlayerId, now: Timestamp) -> Result<(), ArrangementRefusal> {
        if !self.is_of(by) {
            return Err(ArrangementRefusal::NotYours);
        }
        if self.status != ArrangementStatus::Open || self.due_at <= now {
            return Err(ArrangementRefusal::NotOpen);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::clock::TimeControl;
    use crate::player::PlayerKind;
    use chivalry_rules::Variant;

    const HOUR: i64 = 3_600_000;

    fn player(number: u128) -> Player {
        let id = PlayerId(Uuid::from_u128(number));
        Player { id, name: format!("player {number}"), kind: PlayerKind::Account }
    }

    fn open() -> Arrangement {
        let time = TimeControl::Fischer { initial_ms: 300_000, increment_ms: 3_000 };
        let variant = Variant::named("camette").unwrap();
        Arrangement {
            id: ArrangementId(Uuid::from_u128(7)),
            proposer: player(1),
            invited: player(2),
            terms: Terms { variant, time, rated: false },
            seat: None,
            created_at: Timestamp(0),
            times: vec![Timestamp(HOUR), Timestamp(2 * HOUR)],
            times_by: player(1).id,
            due_at: Timestamp(2 * HOUR),
            status: ArrangementStatus::Open,
            match_id: None,
        }
    }

    #[test]
    fn the_other_player_agrees_to_one_of_the_times_or_proposes_others() {
        let (arrangement, now) = (open(), Timestamp(5));
        let [by, to, stranger] = [1, 2, 3].map(|number| player(number).id);
        let agree = |by, at| arrangement.agree(by, Timestamp(at), now).map(|it| it.due_at);
        assert_eq!(agree(by, HOUR), Err(ArrangementRefusal::OwnTimes));
        assert_eq!(agree(stranger, HOUR), Err(ArrangementRefusal::NotYours));
        assert_eq!(agree(to, HOUR + 1), Err(ArrangementRefusal::NotProposed));
        let agreed = arrangement.agree(to, Timestamp(HOUR), now).unwrap();
        assert_eq!((agreed.due_at, agreed.status), (Timestamp(HOUR), ArrangementStatus::Agreed));
        assert_eq!(agreed.agree(to, Timestamp(HOUR), now).unwrap(), agreed, "again");
        let late = agreed.propose(by, vec![Timestamp(9 * HOUR)], now);
        assert_eq!(late.unwrap_err(), ArrangementRefusal::NotOpen);

        let other = arrangement.propose(to, vec![Timestamp(9 * HOUR)], now).unwrap();
        assert_eq!((other.times_by, other.due_at), (to, Timestamp(9 * HOUR)));
        assert!(other.agree(by, Timestamp(9 * HOUR), now).is_ok());
        let over = arrangement.agree(to, Timestamp(2 * HOUR), Timestamp(2 * HOUR));
        assert_eq!(over.unwrap_err(), ArrangementRefusal::NotOpen, "every time has passed");
        let passed = arrangement.agree(to, Timestamp(HOUR), Timestamp(HOUR));
        assert_eq!(passed.unwrap_err(), ArrangementRefusal::NotProposed);
    }

    #[test]
    fn either_player_ends_an_arrangement() {
        let [by, to, stranger] = [1, 2, 3].map(|number| player(number).id);
        let status = |arrangement: Arrangement, by| arrangement.cancel(by).map(|it| it.status);
        assert_eq!(status(open(), to), Ok(ArrangementStatus::Declined));
        assert_eq!(status(open(), by), Ok(ArrangementStatus::Cancelled));
        assert_eq!(status(open(), stranger), Err(ArrangementRefusal::NotYours));
        let agreed = Arrangement { status: ArrangementStatus::Agreed, ..open() };
        assert_eq!(status(agreed, to), Ok(ArrangementStatus::Cancelled));
        let declined = Arrangement { status: ArrangementStatus::Declined, ..open() };
        assert_eq!(status(declined, by), Ok(ArrangementStatus::Declined));
        let begun = Arrangement { status: ArrangementStatus::Begun, ..open() };
        assert_eq!(status(begun, to), Err(ArrangementRefusal::NotOpen));
    }

    #[test]
    fn games_and_times_that_cannot_be_arranged_are_refused() {
        let now = Timestamp(5);
        let times =
            |times: Vec<i64>| proposed_times(times.into_iter().map(Timestamp).collect(), now);
        assert_eq!(times(vec![9, 7, 9]).unwrap(), [Timestamp(7), Timestamp(9)]);
        assert_eq!(times(vec![]), Err(ArrangementRefusal::TimeCount));
        assert_eq!(times((10..19).collect()), Err(ArrangementRefusal::TimeCount));
        assert_eq!(times(vec![5]), Err(ArrangementRefusal::TimeRange));
        assert_eq!(times(vec![91 * 24 * HOUR]), Err(ArrangementRefusal::TimeRange));
        assert_eq!(open().check(), Ok(()));
        let alone = Arrangement { invited: player(1), ..open() };
        assert_eq!(alone.check(), Err(ArrangementRefusal::AgainstThemselves));
        let mut slow = open();
        slow.terms.time = TimeControl::days(1);
        assert_eq!(slow.check(), Err(ArrangementRefusal::NotRealTime));
        let mut four = open();
        four.terms.variant = Variant::named("grand-cam").unwrap();
        assert_eq!(four.check(), Err(ArrangementRefusal::NotTwoPlayers));
    }
}
