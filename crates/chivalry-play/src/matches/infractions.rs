//! Infractions against other players, and the waiting time before the next pairing
//! (`docs/protocol.md`, "Waits").

use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::Seat;

use super::log::event::{Event, RecordedEvent};
use super::log::offer::SeatOutReason;
use super::log::result::Termination;
use super::match_state::state::Match;
use super::status::Status;

/// The time for which an infraction counts.
const COUNTED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// The wait in minutes after the last of one, two, three… infractions. Further infractions cost
/// as much as the last.
const WAITS_IN_MINUTES: [u64; 6] = [0, 1, 5, 15, 60, 240];

/// A flagged turn that lasted this many grace periods counts as stalling.
const STALLED_FOR_GRACES: u32 = 2;

/// An infraction against the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infraction {
    /// Aborted a match that had begun.
    Aborted,
    /// Made no first move.
    NoFirstMove,
    /// Was absent for longer than the grace period.
    Abandoned,
    /// Let the clock run out instead of moving or resigning.
    StalledClock,
}

impl Infraction {
    /// Every infraction.
    pub const ALL: [Infraction; 4] = [
        Infraction::Aborted,
        Infraction::NoFirstMove,
        Infraction::Abandoned,
        Infraction::StalledClock,
    ];

    /// The infraction's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Infraction::Aborted => "called_off",
            Infraction::NoFirstMove => "never_began",
            Infraction::Abandoned => "went_away",
            Infraction::StalledClock => "let_it_run",
        }
    }
}

/// Returns the time until which a player with infractions at those times has to wait for a
/// pairing. `None` if the player need not wait at `now`.
#[must_use]
pub fn penalty_until(infractions: &[Timestamp], now: Timestamp) -> Option<Timestamp> {
    let counted = infractions.iter().filter(|at| now.since(**at) < COUNTED_FOR);
    let (count, last) =
        counted.fold((0, None), |(count, last), at| (count + 1, last.max(Some(*at))));
    let most = WAITS_IN_MINUTES.len();
    let minutes = WAITS_IN_MINUTES[usize::min(count, most).checked_sub(1)?];
    Some(last? + Duration::from_secs(minutes * 60)).filter(|until| *until > now)
}

impl Match {
    /// Returns the infractions that `records` show. The records follow the log and answer a
    /// command of `by`. Only real-time matches have infractions.
    #[must_use]
    pub fn infractions(
        &self,
        records: &[RecordedEvent],
        by: Option<PlayerId>,
    ) -> Vec<(Seat, Infraction)> {
        if !self.time().is_real_time() || self.status() != Status::Playing {
            return Vec::new();
        }
        let by = by.and_then(|player| self.seat_of(player));
        records.iter().flat_map(|record| self.infractions_of(record, by)).collect()
    }

    fn infractions_of(
        &self,
        RecordedEvent { at, event, .. }: &RecordedEvent,
        by: Option<Seat>,
    ) -> Vec<(Seat, Infraction)> {
        let running = self.clock().running();
        match event {
            Event::Ended { termination: Termination::Abort, .. } => {
                let never_began = || running.filter(|_| self.clock().has_flagged(*at));
                let called_off = by.map(|seat| (seat, Infraction::Aborted));
                let fault = called_off.or_else(|| Some((never_began()?, Infraction::NoFirstMove)));
                fault.into_iter().collect()
            }
            Event::Ended { termination: Termination::Abandonment, .. } => {
                let Some(by) = by else { return Vec::new() };
                let team = self.variant().team_of(by);
                // If each plays for himself, seats that are out need not be present.
                let counts =
                    |seat: &Seat| !self.variant().is_free_for_all() || self.is_in_play(*seat);
                let gone = self.variant().enemies_of(team).filter(counts);
                gone.map(|seat| (seat, Infraction::Abandoned)).collect()
            }
            Event::Ended { termination: Termination::Time, .. }
            | Event::SeatOut { how: SeatOutReason::Time, .. } => {
                let let_it_run = running.filter(|_| self.is_stalled(*at));
                let_it_run.map(|seat| (seat, Infraction::StalledClock)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_stalled(&self, now: Timestamp) -> bool {
        let lasted = self.clock().turn_duration(now);
        lasted.zip(self.grace()).is_some_and(|(lasted, grace)| lasted >= grace * STALLED_FOR_GRACES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp(minutes * 60_000)
    }

    #[test]
    fn waits_grow_with_infractions_and_end() {
        let infractions: Vec<Timestamp> = (0..8).map(at).collect();
        let wait = |count: usize| {
            let last = at(count as i64 - 1);
            penalty_until(&infractions[..count], last).map(|until| until.since(last).as_secs() / 60)
        };
        assert_eq!(penalty_until(&[], at(0)), None);
        let waits: Vec<Option<u64>> = (1..=8).map(wait).collect();
        assert_eq!(waits[..4], [None, Some(1), Some(5), Some(15)]);
        assert_eq!(waits[4..], [Some(60), Some(240), Some(240), Some(240)]);
        assert_eq!(penalty_until(&infractions[..2], at(2)), None, "the minute is over");
    }

    #[test]
    fn an_infraction_expires_after_a_day() {
        let day = 24 * 60;
        let infractions = [at(0), at(1), at(day + 1)];
        assert_eq!(penalty_until(&infractions, at(day + 1)), None);
        let infractions = [at(2), at(3), at(day + 1)];
        assert_eq!(penalty_until(&infractions, at(day + 1)), Some(at(day + 6)));
    }
}
