//! Quiet hours, in the time zone of the player.

use std::time::Duration;

use jiff::civil::Time as CivilTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp as Moment, Zoned};

use chivalry_play::clock::Timestamp;
use chivalry_tournament::time_zone;

use crate::protocol::{NotificationSettings, read_time};

/// The least time between a postponed reminder and the end of the player's time.
const LEAST_REST: Duration = Duration::from_secs(60 * 60);

/// The time before quiet hours at which a reminder is sent that would be too late after them.
const BEFORE_QUIET: Duration = Duration::from_secs(5 * 60);

/// The quiet hours of a player.
#[derive(Clone, Debug)]
pub(crate) struct Quiet {
    hours: Option<(CivilTime, CivilTime)>,
    zone: TimeZone,
}

impl Quiet {
    /// Reads the settings. Hours that cannot be read are not quiet.
    pub(crate) fn of(settings: &NotificationSettings) -> Quiet {
        let hours = settings.quiet_hours.as_ref();
        let hours = hours.and_then(|it| read_time(&it.from).zip(read_time(&it.until)));
        Quiet { hours, zone: time_zone(&settings.time_zone).unwrap_or(TimeZone::UTC) }
    }

    /// Returns the quiet time that contains `at`: its beginning and its end.
    pub(crate) fn around(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let (from, until) = self.hours?;
        let local = Moment::from_millisecond(at.0).ok()?.to_zoned(self.zone.clone());
        // A quiet time may have begun on the day before.
        let today = local.date();
        let days = [today.yesterday().ok()?, today];
        days.into_iter().find_map(|day| {
            let last = if from < until { day } else { day.tomorrow().ok()? };
            let begin = milliseconds(&day.to_datetime(from).to_zoned(self.zone.clone()).ok()?);
            let end = milliseconds(&last.to_datetime(until).to_zoned(self.zone.clone()).ok()?);
            (begin <= at && at < end).then_some((begin, end))
        })
    }

    /// Returns the time of a reminder that is wanted at `wanted`: that time, the end of the quiet
    /// hours, or the time before them if the player's time would run out.
    pub(crate) fn reminder_at(
        &self,
        wanted: Timestamp,
        deadline: Timestamp,
        now: Timestamp,
    ) -> Timestamp {
        let wanted = wanted.max(now);
        let Some((begin, end)) = self.around(wanted) else { return wanted };
        if end + LEAST_REST <= deadline {
            return end;
        }
        let before = Timestamp(begin.0 - BEFORE_QUIET.as_millis() as i64);
        match self.around(now) {
            // It is quiet already. The list on the page has the reminder at once.
            Some(_) => wanted,
            None => before.max(now),
        }
    }
}

fn milliseconds(zoned: &Zoned) -> Timestamp {
    Timestamp(zoned.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::QuietHours;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<Moment>().unwrap().as_millisecond())
    }

    fn quiet(from: &str, until: &str, zone: &str) -> Quiet {
        Quiet::of(&NotificationSettings {
            quiet_hours: Some(QuietHours { from: from.to_owned(), until: until.to_owned() }),
            time_zone: zone.to_owned(),
            ..NotificationSettings::default()
        })
    }

    #[test]
    fn quiet_hours_follow_the_clocks_of_the_zone() {
        let night = quiet("22:00", "07:00", "Europe/Berlin");
        for (now, until) in [
            ("2026-01-10T20:59:59Z", None),
            ("2026-01-10T21:00:00Z", Some("2026-01-11T06:00:00Z")),
            ("2026-01-11T05:59:00Z", Some("2026-01-11T06:00:00Z")),
            ("2026-01-11T06:00:00Z", None),
            // Summer time.
            ("2026-07-10T20:00:00Z", Some("2026-07-11T05:00:00Z")),
            // The night in which the clocks go forward has eight hours.
            ("2026-03-28T21:00:00Z", Some("2026-03-29T05:00:00Z")),
            ("2026-03-29T05:00:00Z", None),
        ] {
            let end = night.around(at(now)).map(|(_, end)| end);
            assert_eq!(end, until.map(at), "{now}");
        }
        let noon = quiet("12:00", "13:30", "UTC");
        assert_eq!(noon.around(at("2026-01-10T11:59:00Z")), None);
        let around = noon.around(at("2026-01-10T12:00:00Z"));
        assert_eq!(around, Some((at("2026-01-10T12:00:00Z"), at("2026-01-10T13:30:00Z"))));
        assert_eq!(noon.around(at("2026-01-10T13:30:00Z")), None);
        assert_eq!(
            Quiet::of(&NotificationSettings::default()).around(at("2026-01-10T12:00:00Z")),
            None
        );
    }

    #[test]
    fn a_reminder_in_quiet_hours_is_sent_after_them_or_before_if_that_is_too_late() {
        let night = quiet("22:00", "07:00", "UTC");
        let (now, wanted) = (at("2026-01-10T10:00:00Z"), at("2026-01-11T01:00:00Z"));
        let late = night.reminder_at(wanted, at("2026-01-11T20:00:00Z"), now);
        assert_eq!(late, at("2026-01-11T07:00:00Z"));
        let early = night.reminder_at(wanted, at("2026-01-11T07:30:00Z"), now);
        assert_eq!(early, at("2026-01-10T21:55:00Z"));
        let outside = at("2026-01-10T15:00:00Z");
        assert_eq!(night.reminder_at(outside, at("2026-01-11T07:30:00Z"), now), outside);
    }
}
