//! Invite links: each free seat can be taken by a link with a secret key.

use crate::matches::commands::command::InviteLinkChange;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;

impl Match {
    pub(in crate::matches) fn decide_invite_link(
        &self,
        player: PlayerId,
        seat: char,
        change: &InviteLinkChange,
    ) -> Result<Vec<Event>, Refusal> {
        if player != self.created_by {
            return Err(Refusal::NotTheCreator);
        }
        let seat = self.variant.seat_of_letter(seat).ok_or(Refusal::NoSuchSeat)?;
        if self.players[seat].is_some() {
            return Err(Refusal::SeatTaken("the seat is taken"));
        }
        Ok(vec![match change.clone() {
            InviteLinkChange::Renew { key, expires_at } => {
                Event::LinkRenewed { seat, key, expires_at }
            }
            InviteLinkChange::Revoke => Event::LinkRevoked { seat },
        }])
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::clock::{TimeControl, Timestamp};
    use crate::matches::{Command, MatchId, NewMatch, RecordedEvent, Status};
    use chivalry_rules::{Seat, Variant};

    use super::*;

    const MAKER: PlayerId = PlayerId(Uuid::from_u128(1));
    const OTHER: PlayerId = PlayerId(Uuid::from_u128(2));

    /// A match whose events are applied as they are decided.
    struct Log(Match);

    impl Log {
        fn do_at(&mut self, now: i64, by: PlayerId, command: &Command) -> Result<(), Refusal> {
            let at = Timestamp(now);
            for event in self.0.decide(by, command, at)?.events {
                let v = self.0.v() + 1;
                self.0.apply(RecordedEvent { v, at, cause: None, event }).unwrap();
            }
            Ok(())
        }

        fn link(
            &mut self,
            by: PlayerId,
            seat: char,
            change: InviteLinkChange,
        ) -> Result<(), Refusal> {
            self.do_at(1, by, &Command::ChangeInviteLink { seat, change })
        }

        fn join(&mut self, now: i64, key: &str) -> Result<(), Refusal> {
            self.do_at(now, OTHER, &Command::Join { seat: None, key: Some(key.to_owned()) })
        }
    }

    fn made(seat: Option<Seat>) -> Log {
        let new = NewMatch {
            private: true,
            seat,
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let events = Match::creation(&new, MAKER, || "first".to_owned());
        let record = |(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event };
        let log = (1..).zip(events).map(record).collect();
        Log(Match::fold(MatchId(Uuid::nil()), log).unwrap())
    }

    fn renew(key: &str, expires_at: Option<i64>) -> InviteLinkChange {
        let expires_at = expires_at.map(Timestamp);
        InviteLinkChange::Renew { key: key.to_owned(), expires_at }
    }

    #[test]
    fn an_invite_link_is_changed_by_the_creator_while_the_seat_is_free() {
        let mut log = made(Some(Seat::FIRST));
        assert_eq!(log.link(OTHER, 'B', InviteLinkChange::Revoke), Err(Refusal::NotTheCreator));
        assert_eq!(log.link(MAKER, 'X', InviteLinkChange::Revoke), Err(Refusal::NoSuchSeat));
        let taken = log.link(MAKER, 'W', InviteLinkChange::Revoke);
        assert!(matches!(taken, Err(Refusal::SeatTaken(_))));

        log.link(MAKER, 'b', InviteLinkChange::Revoke).unwrap();
        assert_eq!(log.0.invite_key(Seat::SECOND), None);
        assert_eq!(log.join(2, "first"), Err(Refusal::WrongKey));
        log.link(MAKER, 'B', renew("second", None)).unwrap();
        assert_eq!(log.join(2, "first"), Err(Refusal::WrongKey));
        log.join(2, "second").unwrap();
        assert_eq!(log.0.status(), Status::Playing);
    }

    #[test]
    fn an_invite_link_expires() {
        let mut log = made(Some(Seat::FIRST));
        log.link(MAKER, 'B', renew("short", Some(10))).unwrap();
        assert_eq!(log.join(10, "short"), Err(Refusal::LinkExpired));
        assert_eq!(log.0.invite_key_expires_at(Seat::SECOND), Some(Timestamp(10)));
        log.join(9, "short").unwrap();
    }

    #[test]
    fn a_match_with_everybody_seated_begins_at_once() {
        let new = NewMatch {
            rated: true,
            ..NewMatch::plain(Variant::named("grand-cam").unwrap(), TimeControl::Unlimited {})
        };
        let player = |seat: Seat| PlayerId(Uuid::from_u128(seat.index() as u128));
        let seated = Seat::ALL.map(|seat| (seat, player(seat)));
        let events = Match::creation_with(&new, MAKER, &seated, || panic!("no seat is free"));
        assert_eq!((events.len(), events.last()), (6, Some(&Event::Started)));
        let few = Match::creation_with(&new, MAKER, &seated[..3], || "key".to_owned());
        assert_eq!(few.len(), 4);
    }
}
