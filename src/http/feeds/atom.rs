//! Entries as an Atom feed (RFC 4287).

use std::fmt::Write as _;

use chivalry_play::clock::Timestamp;

use crate::http::web::previews::escaped;
use crate::protocol::rfc3339;

/// An entry of a feed.
#[derive(Debug)]
pub(crate) struct FeedEntry {
    /// A permanent URI.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) updated_at: Timestamp,
    pub(crate) author: String,
    pub(crate) summary: String,
    pub(crate) url: String,
}

/// A feed with that title. `url` is its own address, and `page` that of the page about it.
pub(crate) fn feed(title: &str, url: &str, page: &str, entries: &[FeedEntry]) -> String {
    let updated_at = entries.iter().map(|entry| entry.updated_at).max();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    let mut write = |text: std::fmt::Arguments<'_>| {
        xml.write_fmt(text).expect("a string takes what is written");
    };
    write(format_args!("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"));
    write(format_args!("<id>{}</id>\n<title>{}</title>\n", text(url), text(title)));
    write(format_args!("<updated>{}</updated>\n", rfc3339(updated_at.unwrap_or(Timestamp(0)))));
    write(format_args!("<link rel=\"self\" href=\"{}\"/>\n", text(url)));
    write(format_args!("<link rel=\"alternate\" href=\"{}\"/>\n", text(page)));
    for entry in entries {
        write(format_args!(
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
             <author><name>{}</name></author>\n<link href=\"{}\"/>\n<summary>{}</summary>\n</entry>\n",
            text(&entry.id),
            text(&entry.title),
            rfc3339(entry.updated_at),
            text(&entry.author),
            text(&entry.url),
            text(&entry.summary),
        ));
    }
    write(format_args!("</feed>\n"));
    xml
}

/// A text without the characters that XML forbids.
fn text(text: &str) -> String {
    let is_allowed =
        |letter: &char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    escaped(&text.chars().filter(is_allowed).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_of_a_name_do_not_break_a_feed() {
        let entry = FeedEntry {
            id: "urn:uuid:1".to_owned(),
            title: "</title><b>\u{1}Cup & \"more\"".to_owned(),
            updated_at: Timestamp(1_795_228_444_005),
            author: "Łukasz".to_owned(),
            summary: String::new(),
            url: "https://example.org/?a=1&b=2".to_owned(),
        };
        let xml = feed("Cups", "https://example.org/f", "https://example.org/", &[entry]);
        assert!(xml.contains("<title>&lt;/title&gt;&lt;b&gt;Cup &amp; &quot;more&quot;</title>"));
        assert!(xml.contains("<link href=\"https://example.org/?a=1&amp;b=2\"/>"));
        assert_eq!(xml.matches("2026-11-21T02:34:04.005Z").count(), 2, "{xml}");
        assert_eq!(feed("", "", "", &[]).matches("<entry>").count(), 0);
    }
}
