//! Presence of the players of a match. It is not logged: after a restart every player counts as
//! just seen.

use std::borrow::Cow;
use std::mem;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Command, Match};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};

/// Absence before the others are notified. Reloading a page takes less time.
const REPORT_AFTER: Duration = Duration::from_secs(2);

/// Interval of presence checks for players whose connections are not reported, such as readers of
/// `/me/events`.
const CHECK_EVERY: Duration = Duration::from_secs(2);

/// The presence of the players of a match in progress.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    seats: PerSeat<LastSeen>,
    checked_at: Option<Timestamp>,
    /// True if the directors of a tournament had paused the match at the last check. An absence
    /// during a pause does not count.
    was_held: bool,
}

/// The last sign of a seat's player.
#[derive(Clone, Copy, Debug, Default)]
enum LastSeen {
    /// Not checked yet.
    #[default]
    Unknown,
    /// The player has an open connection.
    Here,
    /// The player has no connection.
    Away {
        since: Timestamp,
        /// Time of the next notification. The first reports the absence, the second that the match
        /// can be claimed.
        report_at: Option<Timestamp>,
        is_reported: bool,
    },
}

impl Presence {
    /// Records if the player of `seat` has a connection. Returns true if the others are to be
    /// notified of the player's return.
    fn update_connection(
        &mut self,
        seat: Seat,
        is_here: bool,
        grace: Duration,
        now: Timestamp,
    ) -> bool {
        let seen = &mut self.seats[seat];
        let before = *seen;
        *seen = match before {
            _ if is_here => LastSeen::Here,
            LastSeen::Unknown => away(now, grace / 2),
            LastSeen::Here => away(now, REPORT_AFTER),
            LastSeen::Away { .. } => before,
        };
        is_here && matches!(before, LastSeen::Away { is_reported: true, .. })
    }

    /// Records a request by the player of `seat`, which restarts the grace of a player without a
    /// connection. Returns the same as [`Presence::update_connection`].
    fn record_activity(&mut self, seat: Seat, grace: Duration, now: Timestamp) -> bool {
        let LastSeen::Away { is_reported, .. } = self.seats[seat] else { return false };
        self.seats[seat] = away(now, grace / 2);
        is_reported
    }

    /// Returns true once per notification that is due: of the absence, or of the end of the grace.
    fn take_due_notice(&mut self, seat: Seat, grace: Duration, now: Timestamp) -> bool {
        let LastSeen::Away { since, report_at, is_reported } = &mut self.seats[seat] else {
            return false;
        };
        if report_at.is_none_or(|at| at > now) {
            return false;
        }
        *is_reported = true;
        *report_at = Some(*since + grace).filter(|at| *at > now);
        true
    }

    /// Returns [`Presence::gone_at`] for a player whose absence was reported.
    fn reported_gone_at(&self, seat: Seat, grace: Duration) -> Option<Timestamp> {
        let is_reported = matches!(self.seats[seat], LastSeen::Away { is_reported: true, .. });
        self.gone_at(seat, grace).filter(|_| is_reported)
    }

    /// Returns the time at which the absence of the player has lasted the whole grace.
    fn gone_at(&self, seat: Seat, grace: Duration) -> Option<Timestamp> {
        match self.seats[seat] {
            LastSeen::Away { since, .. } => Some(since + grace),
            LastSeen::Unknown | LastSeen::Here => None,
        }
    }

    /// Restarts the grace of every absent player. Returns the seats whose absence was reported.
    fn restart_absences(
        &mut self,
        match_state: &Match,
        grace: Duration,
        now: Timestamp,
    ) -> Vec<Seat> {
        let mut reported = Vec::new();
        for seat in match_state.variant().seats() {
            if let LastSeen::Away { since, report_at, is_reported } = &mut self.seats[seat] {
                *since = now;
                *report_at = Some(now + if *is_reported { grace } else { grace / 2 });
                reported.extend(is_reported.then_some(seat));
            }
        }
        reported
    }

    /// Returns the time of the next check.
    fn due_at(&self, seats: impl Iterator<Item = Seat>) -> Option<Timestamp> {
        let next_check = self.checked_at.map(|at| at + CHECK_EVERY);
        let due = seats.filter_map(|seat| match self.seats[seat] {
            LastSeen::Unknown => Some(Timestamp(0)),
            LastSeen::Away { report_at, .. } => report_at,
            LastSeen::Here => None,
        });
        due.chain(next_check).min()
    }
}

fn away(since: Timestamp, report_after: Duration) -> LastSeen {
    LastSeen::Away { since, report_at: Some(since + report_after), is_reported: false }
}

/// Connections of a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connections {
    /// True if the player subscribes to the match.
    pub(crate) to_match: bool,
    /// True if the player reads their own feed.
    pub(crate) to_feed: bool,
}

impl Presence {
    /// Checks the players of a match. Returns the seats whose presence is to be reported.
    pub(crate) fn check(
        &mut self,
        match_state: &Match,
        connections: impl Fn(PlayerId) -> Connections,
        now: Timestamp,
    ) -> Vec<Seat> {
        let Some(grace) = match_state.presence_grace() else {
            // Absence no longer matters.
            *self = Presence::default();
            return Vec::new();
        };
        let (mut changed, mut has_unconnected) = (Vec::new(), false);
        if mem::replace(&mut self.was_held, match_state.is_held()) != match_state.is_held() {
            changed = self.restart_absences(match_state, grace, now);
        }
        for (seat, player) in match_state.players().iter() {
            // The absence of an eliminated player does not matter.
            let Some(player) = player.filter(|_| match_state.seats_out()[seat].is_none()) else {
                continue;
            };
            let connections = connections(player);
            has_unconnected |= !connections.to_match;
            let is_here = connections.to_match || connections.to_feed;
            let is_notice_due = self.update_connection(seat, is_here, grace, now)
                || self.take_due_notice(seat, grace, now);
            if is_notice_due && !changed.contains(&seat) {
                changed.push(seat);
            }
        }
        self.checked_at = has_unconnected.then_some(now);
        changed
    }

    /// Records a request by a player. Returns their seat if the others are to be notified of the
    /// player's return.
    pub(crate) fn record_request(
        &mut self,
        match_state: &Match,
        by: PlayerId,
        now: Timestamp,
    ) -> Option<Seat> {
        let (seat, grace) = (match_state.seat_of(by)?, match_state.presence_grace()?);
        self.record_activity(seat, grace, now).then_some(seat)
    }

    /// Returns the time of the next check.
    pub(crate) fn check_at(&self, match_state: &Match) -> Option<Timestamp> {
        if match_state.presence_grace().is_none() {
            return self.checked_at;
        }
        if self.was_held != match_state.is_held() {
            return Some(Timestamp(0));
        }
        let plays_on = |seat: &Seat| match_state.seats_out()[*seat].is_none();
        self.due_at(match_state.variant().seats().filter(plays_on))
    }

    /// Returns the claim times of players whose absence was reported. No match is claimed during a
    /// pause.
    pub(crate) fn gone(&self, match_state: &Match) -> PerSeat<Option<Timestamp>> {
        let grace = match_state.presence_grace();
        PerSeat::from_fn(|seat| self.reported_gone_at(seat, grace?))
    }

    /// Adds the absence of the opponents to a claim. Other commands are unchanged.
    pub(crate) fn with_absences<'c>(
        &self,
        match_state: &Match,
        by: PlayerId,
        command: &'c Command,
    ) -> Cow<'c, Command> {
        match command {
            Command::Claim { draw, .. } => {
                let gone_at = self.opponents_gone_at(match_state, by);
                Cow::Owned(Command::Claim { draw: *draw, gone_at })
            }
            other => Cow::Borrowed(other),
        }
    }

    /// Returns the time at which the absence of the whole other side has lasted the grace.
    fn opponents_gone_at(&self, match_state: &Match, by: PlayerId) -> Option<Timestamp> {
        let (seat, grace) = (match_state.seat_of(by)?, match_state.grace()?);
        // The absences are from the time of a pause.
        if self.was_held {
            return None;
        }
        let mut gone_at = Timestamp(0);
        for opponent in match_state.active_enemies(seat) {
            gone_at = gone_at.max(self.gone_at(opponent, grace)?);
        }
        Some(gone_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_secs(30);
    const SEAT: Seat = Seat::FIRST;

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1_000)
    }

    #[test]
    fn reloading_a_page_is_not_reported_as_absence() {
        let mut presence = Presence::default();
        assert!(!presence.update_connection(SEAT, true, GRACE, at(0)));
        assert!(!presence.update_connection(SEAT, false, GRACE, at(10)));
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(12)));
        assert!(!presence.take_due_notice(SEAT, GRACE, Timestamp(11_999)));
        assert!(!presence.update_connection(SEAT, true, GRACE, Timestamp(11_999)));
        assert!(!presence.take_due_notice(SEAT, GRACE, at(99)));
        assert_eq!(presence.gone_at(SEAT, GRACE), None);
    }

    #[test]
    fn absence_and_return_of_a_player_are_each_reported_once() {
        let mut presence = Presence::default();
        presence.update_connection(SEAT, true, GRACE, at(0));
        presence.update_connection(SEAT, false, GRACE, at(10));
        assert!(presence.take_due_notice(SEAT, GRACE, at(12)));
        assert!(!presence.take_due_notice(SEAT, GRACE, at(13)));
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(40)));
        assert!(!presence.update_connection(SEAT, false, GRACE, at(14)));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(40)), "since the connection went");
        assert!(presence.update_connection(SEAT, true, GRACE, at(15)));
        assert!(!presence.update_connection(SEAT, true, GRACE, at(16)));
        presence.update_connection(SEAT, false, GRACE, at(20));
        assert_eq!(
            [22, 49].map(|now| presence.take_due_notice(SEAT, GRACE, at(now))),
            [true, false]
        );
        assert!(presence.take_due_notice(SEAT, GRACE, at(50)), "it can be claimed");
        assert_eq!(presence.due_at([SEAT].into_iter()), None);
    }

    #[test]
    fn a_player_without_a_connection_has_half_the_grace_before_a_report() {
        let mut presence = Presence::default();
        assert!(!presence.update_connection(SEAT, false, GRACE, at(0)));
        assert!(!presence.take_due_notice(SEAT, GRACE, Timestamp(14_999)));
        assert!(!presence.record_activity(SEAT, GRACE, at(14)));
        assert!(!presence.take_due_notice(SEAT, GRACE, at(28)));
        assert!(presence.take_due_notice(SEAT, GRACE, at(29)));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(44)));
        assert!(presence.record_activity(SEAT, GRACE, at(43)), "a sign of life");
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(73)));
    }

    #[test]
    fn after_a_restart_everybody_counts_as_just_seen() {
        let mut presence = Presence::default();
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(0)), "look at once");
        presence.update_connection(SEAT, false, GRACE, at(100));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(130)));
    }
}
