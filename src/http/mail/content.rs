//! The body of a mail, which is written once for its text and its HTML.

use crate::http::web::previews::escaped;

/// The style of links, because mail programs drop style sheets.
const LINK_STYLE: &str = "color:#7a1f2b;font-weight:bold";

/// A body of paragraphs and links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MailContent {
    text: String,
    html: String,
}

impl MailContent {
    /// Adds a paragraph.
    pub(crate) fn paragraph(mut self, text: &str) -> MailContent {
        self.start_paragraph();
        self.text += text;
        self.html += &format!("<p>{}</p>\n", escaped(text));
        self
    }

    /// Adds a link on a line of its own.
    pub(crate) fn link(mut self, label: &str, url: &str) -> MailContent {
        self.start_paragraph();
        self.text += &format!("{label}:\n{url}");
        let (label, url) = (escaped(label), escaped(url));
        self.html += &format!("<p><a href=\"{url}\" style=\"{LINK_STYLE}\">{label}</a></p>\n");
        self
    }

    fn start_paragraph(&mut self) {
        if !self.text.is_empty() {
            self.text += "\n\n";
        }
    }

    /// Returns the text and the HTML.
    pub(crate) fn into_parts(self) -> (String, String) {
        (self.text, self.html)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_and_the_html_have_the_same_words() {
        let content = MailContent::default().paragraph("A <b> & \"c\".");
        let (text, html) = content.link("Open it", "https://example.org/?a=1&b=2").into_parts();
        assert_eq!(text, "A <b> & \"c\".\n\nOpen it:\nhttps://example.org/?a=1&b=2");
        assert!(html.contains("<p>A &lt;b&gt; &amp; "), "{html}");
        assert!(html.contains("href=\"https://example.org/?a=1&amp;b=2\""), "{html}");
    }
}
