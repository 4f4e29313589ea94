//! The weekly times of a schedule.

use jiff::civil::{self, Date, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Span, Timestamp as Moment};
use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;

use super::error::ScheduleError;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    /// Monday.
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

impl Weekday {
    fn of_date(date: Date) -> Weekday {
        match date.weekday() {
            civil::Weekday::Monday => Weekday::Monday,
            civil::Weekday::Tuesday => Weekday::Tuesday,
            civil::Weekday::Wednesday => Weekday::Wednesday,
            civil::Weekday::Thursday => Weekday::Thursday,
            civil::Weekday::Friday => Weekday::Friday,
            civil::Weekday::Saturday => Weekday::Saturday,
            civil::Weekday::Sunday => Weekday::Sunday,
        }
    }
}

/// Times that repeat each week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recurrence {
    /// The days of the week.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 7))]
    pub days: Vec<Weekday>,
    /// The time of day, as `20:00`. A time that the change to daylight saving
    /// time skips is moved forward.
    #[cfg_attr(feature = "schema", schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub time: String,
    /// The time zone of the IANA database, such as `Europe/Lisbon`.
    #[serde(default = "utc")]
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 64))]
    pub zone: String,
}

impl Recurrence {
    /// Validates every field.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn check(&self) -> Result<(), ScheduleError> {
        if self.days.is_empty() || self.days.len() > 7 {
            return Err(ScheduleError::Days);
        }
        self.time_of_day().ok_or(ScheduleError::Time)?;
        time_zone(&self.zone).ok_or(ScheduleError::Zone)?;
        Ok(())
    }

    /// Returns the first time after `at`, or `None` if a field is invalid.
    #[must_use]
    pub fn next_after(&self, at: Timestamp) -> Option<Timestamp> {
        let (time, zone) = (self.time_of_day()?, time_zone(&self.zone)?);
        let now = Moment::from_millisecond(at.0).ok()?.to_zoned(zone.clone());
        // The same day of the next week is the last candidate.
        (0..=7).find_map(|days| {
            let date = now.date().checked_add(Span::new().days(days)).ok()?;
            if !self.days.contains(&Weekday::of_date(date)) {
                return None;
            }
            let begins = date.to_datetime(time).to_zoned(zone.clone()).ok()?;
            let begins = Timestamp(begins.timestamp().as_millisecond());
            (begins > at).then_some(begins)
        })
    }

    fn time_of_day(&self) -> Option<Time> {
        let (hour, minute) = self.time.split_once(':')?;
        let number = |text: &str, most: i8| {
            let is_number = text.len() == 2 && text.bytes().all(|digit| digit.is_ascii_digit());
            text.parse().ok().filter(|number| is_number && *number <= most)
        };
        Time::new(number(hour, 23)?, number(minute, 59)?, 0, 0).ok()
    }
}

/// Returns a time zone by its name in the IANA database. The database is part of
/// the program, so that it is the same on all nodes.
#[must_use]
pub fn time_zone(name: &str) -> Option<TimeZone> {
    TimeZoneDatabase::bundled().get(name).ok()
}

fn utc() -> String {
    "UTC".to_owned()
}
