//! Vacations of a player, counted in days of a calendar year.

use std::time::Duration;

use crate::clock::Timestamp;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A time in which the correspondence clocks of a player do not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// Its beginning.
    pub began_at: Timestamp,
    /// Its end, which a player may move to an earlier time.
    pub until: Timestamp,
}

/// The vacations that a player may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationAllowance {
    /// The days of a calendar year in UTC.
    pub days_per_year: u32,
}

impl VacationAllowance {
    /// Returns the time left in the year of `now` after the vacations `taken`.
    #[must_use]
    pub fn left(self, taken: &[Vacation], now: Timestamp) -> Duration {
        let year = year_of(now);
        let left_ms = self.left_ms(taken, year_start(year), year_start(year + 1));
        Duration::from_millis(u64::try_from(left_ms).unwrap_or(0))
    }

    /// Returns the latest end of a vacation that begins at `now`. A vacation that lasts until
    /// the end of the year continues with the days of the next one.
    #[must_use]
    pub fn latest_end(self, taken: &[Vacation], now: Timestamp) -> Timestamp {
        let year = year_of(now);
        let (mut until, mut begin) = (now.0, now.0);
        for year in year..=year + 1 {
            let year_end = year_start(year + 1);
            until = begin + self.left_ms(taken, year_start(year), year_end).min(year_end - begin);
            if until < year_end {
                break;
            }
            begin = year_end;
        }
        Timestamp(until)
    }

    fn left_ms(self, taken: &[Vacation], from: i64, to: i64) -> i64 {
        let within = |it: &Vacation| (it.until.0.min(to) - it.began_at.0.max(from)).max(0);
        let used_ms: i64 = taken.iter().map(within).sum();
        (i64::from(self.days_per_year) * DAY_MS - used_ms).max(0)
    }
}

/// Returns the calendar year of a time in UTC.
fn year_of(at: Timestamp) -> i64 {
    // The estimate is exact or one year too late.
    let estimate = 1970 + at.0.div_euclid(365 * DAY_MS);
    (estimate - 20..=estimate).rev().find(|year| year_start(*year) <= at.0).unwrap_or(estimate)
}

/// Returns the first millisecond of a year.
fn year_start(year: i64) -> i64 {
    let before = year - 1;
    let leap_days = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    // 477 leap days precede 1970.
    ((year - 1970) * 365 + leap_days - 477) * DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW_YEAR_2026: i64 = 1_767_225_600_000;
    const ALLOWANCE: VacationAllowance = VacationAllowance { days_per_year: 10 };

    fn day(day: i64) -> Timestamp {
        Timestamp(NEW_YEAR_2026 + day * DAY_MS)
    }

    fn days(from: i64, until: i64) -> Vacation {
        Vacation { began_at: day(from), until: day(until) }
    }

    #[test]
    fn years_begin_on_the_first_of_january() {
        assert_eq!(year_start(1970), 0);
        assert_eq!(year_start(2000), 946_684_800_000);
        assert_eq!(year_start(2026), NEW_YEAR_2026);
        assert_eq!(year_start(2101), 4_133_980_800_000);
        for (at, year) in [(0, 1970), (-1, 1969), (NEW_YEAR_2026 - 1, 2025), (NEW_YEAR_2026, 2026)]
        {
            assert_eq!(year_of(Timestamp(at)), year);
        }
        assert_eq!(year_of(Timestamp(year_start(2400) - 1)), 2399);
        assert_eq!(year_of(Timestamp(year_start(2400))), 2400);
    }

    #[test]
    fn days_are_counted_within_their_year() {
        assert_eq!(ALLOWANCE.latest_end(&[], day(20)), day(30));
        assert_eq!(ALLOWANCE.latest_end(&[days(3, 7)], day(20)), day(26));
        assert_eq!(ALLOWANCE.latest_end(&[days(3, 7), days(8, 14)], day(20)), day(20), "used up");
        assert_eq!(ALLOWANCE.latest_end(&[days(-9, 2)], day(20)), day(28), "two in this year");
        let left = |taken: &[Vacation], at| ALLOWANCE.left(taken, at).as_secs() / 86_400;
        assert_eq!([left(&[], day(9)), left(&[days(3, 7)], day(9))], [10, 6]);
        assert_eq!([left(&[days(3, 20)], day(9)), left(&[days(3, 20)], day(370))], [0, 10]);
    }

    #[test]
    fn a_vacation_over_new_year_uses_the_days_of_both_years() {
        let christmas = day(358);
        assert_eq!(ALLOWANCE.latest_end(&[], christmas), day(375), "seven and ten days");
        assert_eq!(
            ALLOWANCE.latest_end(&[days(1, 6)], christmas),
            day(363),
            "five, before it ends"
        );
        let none = VacationAllowance { days_per_year: 0 };
        assert_eq!(none.latest_end(&[], christmas), christmas);
        let all = VacationAllowance { days_per_year: 366 };
        assert_eq!(all.latest_end(&[], christmas), day(730), "not for longer than two years");
    }
}
