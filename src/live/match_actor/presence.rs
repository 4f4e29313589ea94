//! Presence of the players of a match. It is not logged: after a restart every player counts as
//! just seen.

use std::borrow::Cow;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Command, Match};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat, Team};

use crate::live::match_actor::actor::MatchActor;
use crate::live::match_actor::feed::side_event::SideEventKind;

/// Absence before the others are notified. Reloading a page takes less time.
const QUIET: Duration = Duration::from_secs(2);

/// Interval of presence checks for players whose connections are not reported, such as readers of
/// `/me/events`.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(2);

/// The presence of the players of a match in progress.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    seats: PerSeat<Seen>,
    looked_at: Option<Timestamp>,
}

/// The last sign of a seat's player.
#[derive(Clone, Copy, Debug, Default)]
enum Seen {
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
        tell_at: Option<Timestamp>,
        is_told: bool,
    },
}

impl Presence {
    /// Records if the player of `seat` has a connection. Returns true if the others are to be
    /// notified of the player's return.
    fn see(&mut self, seat: Seat, is_here: bool, grace: Duration, now: Timestamp) -> bool {
        let seen = &mut self.seats[seat];
        let before = *seen;
        *seen = match before {
            _ if is_here => Seen::Here,
            Seen::Unknown => away(now, grace / 2),
            Seen::Here => away(now, QUIET),
            Seen::Away { .. } => before,
        };
        is_here && matches!(before, Seen::Away { is_told: true, .. })
    }

    /// Records a request by the player of `seat`, which restarts the grace of a player without a
    /// connection. Returns the same as [`Presence::see`].
    fn hear(&mut self, seat: Seat, grace: Duration, now: Timestamp) -> bool {
        let Seen::Away { is_told, .. } = self.seats[seat] else { return false };
        self.seats[seat] = away(now, grace / 2);
        is_told
    }

    /// Returns true once per notification that is due: of the absence, or of the end of the grace.
    fn is_missed(&mut self, seat: Seat, grace: Duration, now: Timestamp) -> bool {
        let Seen::Away { since, tell_at, is_told } = &mut self.seats[seat] else { return false };
        if tell_at.is_none_or(|at| at > now) {
            return false;
        }
        *is_told = true;
        *tell_at = Some(*since + grace).filter(|at| *at > now);
        true
    }

    /// Returns [`Presence::gone_at`] for a player whose absence was reported.
    fn told_gone_at(&self, seat: Seat, grace: Duration) -> Option<Timestamp> {
        let is_told = matches!(self.seats[seat], Seen::Away { is_told: true, .. });
        self.gone_at(seat, grace).filter(|_| is_told)
    }

    /// Returns the time at which the absence of the player has lasted the whole grace.
    fn gone_at(&self, seat: Seat, grace: Duration) -> Option<Timestamp> {
        match self.seats[seat] {
            Seen::Away { since, .. } => Some(since + grace),
            Seen::Unknown | Seen::Here => None,
        }
    }

    /// Returns the time of the next check.
    fn due_at(&self, seats: impl Iterator<Item = Seat>) -> Option<Timestamp> {
        let look_again = self.looked_at.map(|at| at + LOOKED_FOR_EVERY);
        let due = seats.filter_map(|seat| match self.seats[seat] {
            Seen::Unknown => Some(Timestamp(0)),
            Seen::Away { tell_at, .. } => tell_at,
            Seen::Here => None,
        });
        due.chain(look_again).min()
    }
}

fn away(since: Timestamp, told_after: Duration) -> Seen {
    Seen::Away { since, tell_at: Some(since + told_after), is_told: false }
}

impl MatchActor {
    /// Returns the time of the next presence check.
    pub(crate) fn look_around_at(&self) -> Option<Timestamp> {
        let contest = &self.known.as_ref()?.contest;
        if contest.grace().is_none() {
            return self.presence.looked_at;
        }
        let plays_on = |seat: &Seat| contest.seats_out()[*seat].is_none();
        self.presence.due_at(contest.variant().seats().filter(plays_on))
    }

    /// Checks the presence of the players and reports changes.
    pub(crate) fn look_around(&mut self) {
        let Some(room) = self.known.clone() else { return };
        let contest = &room.contest;
        let Some(grace) = contest.grace() else {
            // Absence no longer matters.
            self.presence = Presence::default();
            self.change_room(|room| room.gone = PerSeat::default());
            return;
        };
        let now = self.shared.time.now();
        let mut has_silent = false;
        for (seat, player) in contest.players().iter() {
            // The absence of an eliminated player does not matter.
            let Some(player) = player.filter(|_| contest.seats_out()[seat].is_none()) else {
                continue;
            };
            let reads = self.readers.has(player);
            has_silent |= !reads;
            let is_here = reads || self.shared.concerns.is_read_by(player);
            if self.presence.see(seat, is_here, grace, now) {
                self.tell_presence(seat, None);
            } else if self.presence.is_missed(seat, grace, now) {
                self.tell_presence(seat, self.presence.gone_at(seat, grace));
            }
        }
        self.presence.looked_at = has_silent.then_some(now);
    }

    /// Records a request by a player.
    pub(crate) fn hear(&mut self, by: PlayerId) {
        let (Some(room), now) = (self.known.clone(), self.shared.time.now()) else { return };
        let contest = &room.contest;
        if let (Some(seat), Some(grace)) = (contest.seat_of(by), contest.grace())
            && self.presence.hear(seat, grace, now)
        {
            self.tell_presence(seat, None);
        }
    }

    /// Returns the claim times of players whose absence was reported.
    pub(crate) fn gone(&self, contest: &Match) -> PerSeat<Option<Timestamp>> {
        let grace = contest.grace();
        PerSeat::from_fn(|seat| self.presence.told_gone_at(seat, grace?))
    }

    /// Adds the absence of the opponents to a claim. Other commands are unchanged.
    pub(crate) fn informed<'c>(
        &self,
        contest: &Match,
        by: PlayerId,
        command: &'c Command,
    ) -> Cow<'c, Command> {
        match command {
            Command::Claim { draw, .. } => {
                let gone_at = self.enemies_gone_at(contest, by);
                Cow::Owned(Command::Claim { draw: *draw, gone_at })
            }
            other => Cow::Borrowed(other),
        }
    }

    /// Returns the time at which the absence of the whole other side has lasted the grace.
    fn enemies_gone_at(&self, contest: &Match, by: PlayerId) -> Option<Timestamp> {
        let (seat, grace) = (contest.seat_of(by)?, contest.grace()?);
        let mut gone_at = Timestamp(0);
        let enemies = contest.variant().seats_of(Team::of(seat).enemy());
        for enemy in enemies.filter(|enemy| contest.seats_out()[*enemy].is_none()) {
            gone_at = gone_at.max(self.presence.gone_at(enemy, grace)?);
        }
        Some(gone_at)
    }

    fn tell_presence(&mut self, seat: Seat, gone_at: Option<Timestamp>) {
        self.change_room(|room| room.gone[seat] = gone_at);
        self.tell_around(SideEventKind::Presence { seat, gone_at }, |_| true);
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
    fn a_page_that_is_loaded_again_says_nothing() {
        let mut presence = Presence::default();
        assert!(!presence.see(SEAT, true, GRACE, at(0)));
        assert!(!presence.see(SEAT, false, GRACE, at(10)));
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(12)));
        assert!(!presence.is_missed(SEAT, GRACE, Timestamp(11_999)));
        assert!(!presence.see(SEAT, true, GRACE, Timestamp(11_999)));
        assert!(!presence.is_missed(SEAT, GRACE, at(99)));
        assert_eq!(presence.gone_at(SEAT, GRACE), None);
    }

    #[test]
    fn others_are_told_who_has_gone_and_who_is_back_and_each_once() {
        let mut presence = Presence::default();
        presence.see(SEAT, true, GRACE, at(0));
        presence.see(SEAT, false, GRACE, at(10));
        assert!(presence.is_missed(SEAT, GRACE, at(12)));
        assert!(!presence.is_missed(SEAT, GRACE, at(13)));
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(40)));
        assert!(!presence.see(SEAT, false, GRACE, at(14)));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(40)), "since the connection went");
        assert!(presence.see(SEAT, true, GRACE, at(15)));
        assert!(!presence.see(SEAT, true, GRACE, at(16)));
        presence.see(SEAT, false, GRACE, at(20));
        assert_eq!([22, 49].map(|now| presence.is_missed(SEAT, GRACE, at(now))), [true, false]);
        assert!(presence.is_missed(SEAT, GRACE, at(50)), "it can be claimed");
        assert_eq!(presence.due_at([SEAT].into_iter()), None);
    }

    #[test]
    fn a_player_without_a_connection_is_not_missed_at_once() {
        let mut presence = Presence::default();
        assert!(!presence.see(SEAT, false, GRACE, at(0)));
        assert!(!presence.is_missed(SEAT, GRACE, Timestamp(14_999)));
        assert!(!presence.hear(SEAT, GRACE, at(14)));
        assert!(!presence.is_missed(SEAT, GRACE, at(28)));
        assert!(presence.is_missed(SEAT, GRACE, at(29)));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(44)));
        assert!(presence.hear(SEAT, GRACE, at(43)), "a sign of life");
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(73)));
    }

    #[test]
    fn after_a_restart_everybody_counts_as_just_seen() {
        let mut presence = Presence::default();
        assert_eq!(presence.due_at([SEAT].into_iter()), Some(at(0)), "look at once");
        presence.see(SEAT, false, GRACE, at(100));
        assert_eq!(presence.gone_at(SEAT, GRACE), Some(at(130)));
    }
}
