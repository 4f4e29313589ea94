//! The tags of imported records, and the form in which names are searched.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::ImportedRecord;
use chivalry_play::player::name_key;

/// The searchable tags of an imported game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ImportedTags {
    pub(crate) date: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) round: Option<String>,
}

impl ImportedTags {
    pub(crate) fn of(record: &ImportedRecord) -> ImportedTags {
        let tag = |name: &str| record.tag(name).map(str::to_owned);
        ImportedTags { date: tag("Date"), event: tag("Event"), round: tag("Round") }
    }

    /// Returns the first millisecond of the date. An unknown month or day counts as the first.
    pub(crate) fn played_at(&self) -> Option<Timestamp> {
        let mut parts = self.date.as_deref()?.split(['.', '-', '/']);
        let year = parts.next()?.trim().parse().ok()?;
        let mut next = || parts.next().and_then(|part| part.trim().parse().ok()).unwrap_or(1);
        let date = jiff::civil::Date::new(year, next(), next()).ok()?;
        let midnight = date.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(Timestamp(midnight.timestamp().as_millisecond()))
    }
}

/// Returns the form in which names and events are compared.
pub(crate) fn search_key(text: &str) -> String {
    name_key(text.trim())
}

/// Returns a text after all texts that begin with `prefix`.
pub(crate) fn after_prefix(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_may_be_known_in_part() {
        let day = |text: &str| {
            let tags = ImportedTags { date: Some(text.to_owned()), ..ImportedTags::default() };
            tags.played_at().map(|at| at.0 / 86_400_000)
        };
        assert_eq!(day("1970.01.02"), Some(1));
        assert_eq!(day("1931.02.07"), Some(-14_208));
        assert_eq!(day("1970.02.??"), Some(31));
        assert_eq!(day("1971"), Some(365));
        for unknown in ["????.??.??", "1970.13.01", "today", ""] {
            assert_eq!(day(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_prefix_ends_after_everything_that_begins_with_it() {
        assert!(search_key(" Lancelot du Lac") < after_prefix(&search_key("LANC")));
        assert!(search_key("Lanf") > after_prefix(&search_key("lanc")));
    }
}
