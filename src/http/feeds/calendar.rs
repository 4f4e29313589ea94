//! Events as an iCalendar document (RFC 5545).

use std::fmt::Write as _;

use chivalry_play::clock::Timestamp;
use jiff::Timestamp as Moment;

/// The longest line without its end, in bytes (RFC 5545, 3.1).
const LONGEST_LINE: usize = 75;

/// An event of a calendar.
#[derive(Debug)]
pub(crate) struct CalendarEvent {
    /// A permanent id.
    pub(crate) uid: String,
    pub(crate) created_at: Timestamp,
    pub(crate) begins_at: Timestamp,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) url: String,
    pub(crate) is_cancelled: bool,
}

/// The document of a calendar with that name.
pub(crate) fn calendar(name: &str, events: &[CalendarEvent]) -> String {
    let mut lines = Lines::default();
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", concat!("-//Chivalry//Chivalry ", env!("CARGO_PKG_VERSION"), "//EN"));
    lines.add("CALSCALE", "GREGORIAN");
    lines.add_text("X-WR-CALNAME", name);
    for event in events {
        lines.add("BEGIN", "VEVENT");
        lines.add_text("UID", &event.uid);
        lines.add("DTSTAMP", &utc(event.created_at));
        lines.add("DTSTART", &utc(event.begins_at));
        lines.add_text("SUMMARY", &event.summary);
        lines.add_text("DESCRIPTION", &event.description);
        lines.add("URL", &event.url);
        lines.add("STATUS", if event.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
        lines.add("END", "VEVENT");
    }
    lines.add("END", "VCALENDAR");
    lines.0
}

/// The lines of a document, folded.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, name: &str, value: &str) {
        // A value cannot end its line.
        let value = value.replace(char::is_control, "");
        let line = format!("{name}:{value}");
        let mut room = LONGEST_LINE;
        for letter in line.chars() {
            if letter.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LONGEST_LINE - 1;
            }
            self.0.push(letter);
            room -= letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }

    /// A value of the type `TEXT`.
    fn add_text(&mut self, name: &str, value: &str) {
        let mut text = String::with_capacity(value.len());
        for letter in value.chars() {
            match letter {
                '\n' => text.push_str("\\n"),
                '\\' | ';' | ',' => {
                    write!(text, "\\{letter}").expect("a string takes what is written");
                }
                letter => text.push(letter),
            }
        }
        self.add(name, &text);
    }
}

/// A time in UTC, in whole seconds.
fn utc(at: Timestamp) -> String {
    let moment = Moment::from_millisecond(at.0).unwrap_or(Moment::UNIX_EPOCH);
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(summary: &str) -> CalendarEvent {
        CalendarEvent {
            uid: "1@example.org".to_owned(),
            created_at: Timestamp(1_795_228_444_005),
            begins_at: Timestamp(1_795_300_000_000),
            summary: summary.to_owned(),
            description: "Camelot · 5+3\n12 entrants".to_owned(),
            url: "https://example.org/tournaments/1".to_owned(),
            is_cancelled: false,
        }
    }

    /// The lines of a document after unfolding.
    fn unfolded(document: &str) -> Vec<String> {
        document.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn an_event_has_the_times_and_the_escaped_texts() {
        let document = calendar("Cups", &[event("Cup; autumn, \\ 2026\r\nEND:VEVENT")]);
        let lines = unfolded(&document);
        for line in [
            "BEGIN:VCALENDAR",
            "UID:1@example.org",
            "DTSTAMP:20261121T023404Z",
            "DTSTART:20261121T222640Z",
            "SUMMARY:Cup\\; autumn\\, \\\\ 2026\\nEND:VEVENT",
            "DESCRIPTION:Camelot · 5+3\\n12 entrants",
            "STATUS:CONFIRMED",
        ] {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
        }
        assert_eq!(lines.iter().filter(|line| *line == "END:VEVENT").count(), 1);
    }

    #[test]
    fn lines_are_folded_between_letters_after_75_bytes() {
        let long = "Żółć é 🏰 ".repeat(40);
        let document = calendar("Cups", &[event(&long)]);
        assert!(document.ends_with("END:VCALENDAR\r\n"));
        for line in document.split_terminator("\r\n") {
            assert!(line.len() <= LONGEST_LINE, "{} bytes: {line}", line.len());
            assert!(!line.contains('\n'));
        }
        let folded = document.split_terminator("\r\n").filter(|line| line.starts_with(' ')).count();
        assert!(folded > 5, "{folded}");
        assert!(unfolded(&document).contains(&format!("SUMMARY:{long}")));
    }
}
