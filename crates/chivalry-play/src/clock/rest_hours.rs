//! Hours of the week in which the clocks of a correspondence match do not run.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::timestamp::Timestamp;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
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
    /// Every day, Monday first.
    pub const ALL: [Weekday; 7] = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];
}

/// A set of days of the week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Weekday>", into = "Vec<Weekday>")]
pub struct Weekdays(u8);

impl From<Vec<Weekday>> for Weekdays {
    fn from(days: Vec<Weekday>) -> Weekdays {
        Weekdays(days.into_iter().fold(0, |set, day| set | 1 << day as u8))
    }
}

impl From<Weekdays> for Vec<Weekday> {
    fn from(days: Weekdays) -> Vec<Weekday> {
        Weekday::ALL.into_iter().filter(|day| days.contains(*day)).collect()
    }
}

impl Weekdays {
    fn contains(self, day: Weekday) -> bool {
        self.0 & 1 << day as u8 != 0
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// The hours in which the clocks of a match stand still: whole days, and hours of every other
/// day. They have a fixed offset from UTC, so that later rules of a time zone change no game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RestHours {
    /// The offset of the hours from UTC in minutes, positive to the east.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = -840, maximum = 840))]
    pub utc_offset_min: i16,
    /// The days without play; up to five.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Weekday>, max_items = 5))]
    pub days_off: Weekdays,
    /// The beginning of the rest of each day, in minutes after midnight.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 1_439))]
    pub from_min: u16,
    /// Its end, in minutes after midnight. An earlier time is that of the next morning, and the
    /// same time means no rest. It lasts up to 16 hours.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 1_439))]
    pub until_min: u16,
}

/// The most days without play in a week.
const MOST_DAYS_OFF: u32 = 5;

/// The longest rest of a day, in minutes.
const LONGEST_REST_MIN: u16 = 16 * 60;

/// The largest offset from UTC in minutes.
const LARGEST_OFFSET_MIN: u16 = 14 * 60;

const MINUTE_MS: i64 = 60_000;
pub(super) const DAY_MIN: u16 = 24 * 60;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
const WEEK_MS: i64 = 7 * DAY_MS;

/// The first Monday after the Unix epoch, which was a Thursday.
const FIRST_MONDAY_MS: i64 = 4 * DAY_MS;

/// The reason for which [`RestHours`] are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestFault {
    /// The offset from UTC is more than 14 hours.
    Offset,
    /// A time of the day, by the name of its field, is not before midnight.
    Minute(&'static str),
    /// More than five days are off.
    TooManyDays,
    /// The rest of a day is longer than 16 hours.
    TooLong,
    /// There are no days and no hours.
    Nothing,
}

impl RestHours {
    /// Validates the hours.
    pub(super) fn check(&self) -> Result<(), RestFault> {
        if self.utc_offset_min.unsigned_abs() > LARGEST_OFFSET_MIN {
            return Err(RestFault::Offset);
        }
        if self.from_min >= DAY_MIN {
            return Err(RestFault::Minute("rest.from_min"));
        }
        if self.until_min >= DAY_MIN {
            return Err(RestFault::Minute("rest.until_min"));
        }
        if self.days_off.count() > MOST_DAYS_OFF {
            return Err(RestFault::TooManyDays);
        }
        let rest_min = (DAY_MIN + self.until_min - self.from_min) % DAY_MIN;
        if rest_min > LONGEST_REST_MIN {
            return Err(RestFault::TooLong);
        }
        if rest_min == 0 && self.days_off.count() == 0 {
            return Err(RestFault::Nothing);
        }
        Ok(())
    }

    /// Returns the time from `from` to `to` in which the clocks run, in milliseconds. Zero if
    /// `to` is earlier.
    pub(super) fn running_ms(&self, from: Timestamp, to: Timestamp) -> u64 {
        u64::try_from(self.run_until(to) - self.run_until(from)).unwrap_or(0)
    }

    /// Returns the first time at which the clocks have run for `ms` since `from`.
    pub(super) fn after_running(&self, from: Timestamp, ms: u64) -> Timestamp {
        if ms == 0 {
            return from;
        }
        let week_ms = self.run_ms_of_week();
        let goal = self.run_until(from).saturating_add(i64::try_from(ms).unwrap_or(i64::MAX));
        // From 1 to the whole of a week, so that the result is the end of an hour and not the
        // beginning of the next.
        let weeks = (goal - 1).div_euclid(week_ms);
        let mut left = goal - weeks * week_ms;
        let mut at = WEEK_MS;
        for hours in self.running_hours() {
            let length = hours.end - hours.start;
            if left <= length {
                at = hours.start + left;
                break;
            }
            left -= length;
        }
        Timestamp(weeks * WEEK_MS + at + FIRST_MONDAY_MS - self.offset_ms())
    }

    /// Returns the end of the rest that contains `at`, or `None` while the clocks run.
    pub(super) fn rest_until(&self, at: Timestamp) -> Option<Timestamp> {
        let next = self.after_running(at, 1);
        // One millisecond of running time ends directly after a beginning.
        (next.0 > at.0 + 1).then_some(Timestamp(next.0 - 1))
    }

    /// Returns the time in which the clocks run from the first Monday until `at`.
    fn run_until(&self, at: Timestamp) -> i64 {
        let local = at.0.saturating_add(self.offset_ms() - FIRST_MONDAY_MS);
        let (weeks, in_week) = (local.div_euclid(WEEK_MS), local.rem_euclid(WEEK_MS));
        let run = |hours: Range<i64>| (in_week.min(hours.end) - hours.start).max(0);
        weeks * self.run_ms_of_week() + self.running_hours().map(run).sum::<i64>()
    }

    fn run_ms_of_week(&self) -> i64 {
        self.running_hours().map(|hours| hours.end - hours.start).sum()
    }

    /// Returns the hours of a week in which the clocks run, in order, in milliseconds since the
    /// Monday.
    fn running_hours(&self) -> impl Iterator<Item = Range<i64>> {
        let (from, until) = (i64::from(self.from_min), i64::from(self.until_min));
        let day_min = i64::from(DAY_MIN);
        let hours = match from <= until {
            true => [0..from, until..day_min],
            false => [until..from, day_min..day_min],
        };
        let days_off = self.days_off;
        Weekday::ALL.into_iter().filter(move |day| !days_off.contains(*day)).flat_map(move |day| {
            let midnight = i64::from(day as u8) * DAY_MS;
            hours.clone().map(|it| midnight + it.start * MINUTE_MS..midnight + it.end * MINUTE_MS)
        })
    }

    fn offset_ms(&self) -> i64 {
        i64::from(self.utc_offset_min) * MINUTE_MS
    }
}
