//! Functions that write escaped HTML.

use std::fmt::Write as _;

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::http::response::{Document, MAX_AGE_5_MINUTES};

/// The content security policy: the server's own styles only; no script, frame or form.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// A complete page. `body` is HTML.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"/api/docs.css\">\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}

/// Responds with a page.
pub(crate) fn page_response(request_headers: &HeaderMap, page: &Document) -> Response {
    let mut response = page.cached(request_headers, MAX_AGE_5_MINUTES);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Text escaped for use between and inside tags.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Paragraphs separated by empty lines, with `code` and links to other pages of this
/// server, `[words](/path)`.
pub(crate) fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    paragraphs.fold(String::new(), |mut html, paragraph| {
        let _ = writeln!(html, "<p>{}</p>", line(paragraph));
        html
    })
}

/// Text with `code` and links such as `[words](/path)` as HTML.
pub(crate) fn line(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            let _ = write!(html, "<code>{}</code>", escaped(part));
        } else {
            html.push_str(&linked(part));
        }
    }
    html
}

fn linked(text: &str) -> String {
    let link = || {
        let (before, rest) = text.split_once('[')?;
        let (words, rest) = rest.split_once("](/")?;
        let (path, after) = rest.split_once(')')?;
        let (before, words, path) = (escaped(before), escaped(words), escaped(path));
        Some(format!("{before}<a href=\"/{path}\">{words}</a>{}", linked(after)))
    };
    link().unwrap_or_else(|| escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_outside_markup_is_escaped() {
        assert_eq!(escaped("<a href=\"'&'\">"), "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;");
        assert_eq!(
            prose("Say `a<b` or [look](/x?y=\"z\").\n\n[no](http://x) `open"),
            "<p>Say <code>a&lt;b</code> or <a href=\"/x?y=&quot;z&quot;\">look</a>.</p>\n\
             <p>[no](http://x) <code>open</code></p>\n"
        );
    }
}
