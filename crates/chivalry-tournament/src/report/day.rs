//! Dates of reports.

use chivalry_play::clock::Timestamp;

const DAY_MS: i64 = 86_400_000;

/// Returns noon of a day, such as `2026/11/26` or `26/11/26`. `None` if the text
/// is not a day of the calendar.
pub(super) fn noon(text: &str) -> Option<Timestamp> {
    let mut parts = text.split('/');
    let mut number = || {
        let part = parts.next()?;
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse::<i64>().ok() } else { None }
    };
    let (year, month, day) = (number()?, number()?, number()?);
    let year = if year < 100 { year + 2_000 } else { year };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days_of = |month| match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_valid = (1_000..10_000).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_of(month)).contains(&day)
        && parts.next().is_none();
    let before: i64 = (1..month).map(days_of).sum();
    let years = year - 1;
    let days = years * 365 + years / 4 - years / 100 + years / 400 + before + day - 1;
    // The days from the first day of year 1 to 1970.
    is_valid.then(|| Timestamp((days - 719_162) * DAY_MS + DAY_MS / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        let day = |text| noon(text).map(|at| at.0.div_euclid(DAY_MS));
        assert_eq!(day("1970/01/01"), Some(0));
        assert_eq!(day("2000/03/01"), Some(11_017));
        assert_eq!(day("2026/11/26"), Some(20_783));
        assert_eq!(day("26/11/26"), Some(20_783));
        for wrong in
            ["", "2026/11", "2026/13/01", "2026/02/29", "2026-11-26", "2026/1/1/1", "+26/1/1"]
        {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }
}
