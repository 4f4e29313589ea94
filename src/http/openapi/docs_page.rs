//! The OpenAPI document as an HTML page without scripts.

use std::fmt::Write as _;
use std::sync::OnceLock;

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

use crate::http::openapi::document::{OpenApiDocument, Published};
use crate::http::openapi::html::{escaped, line, page, page_response, prose};
use crate::http::openapi::schemas;
use crate::http::response::{CSS, Document, HTML, MAX_AGE_5_MINUTES, cached};

const STYLE: &str = include_str!("docs.css");

static DOCS_PAGE: OnceLock<Document> = OnceLock::new();

/// Get this page
#[utoipa::path(get, path = "/api/docs", tag = "service",
    responses((status = 200, description = "the page", body = String, content_type = "text/html")))]
pub(crate) async fn docs(
    Extension(document): Extension<Published>,
    headers: HeaderMap,
) -> Response {
    let render = || Document::new(HTML, page("Chivalry: API reference", &body_of(document)));
    page_response(&headers, DOCS_PAGE.get_or_init(render))
}

/// Get the style sheet of the documentation page
#[utoipa::path(get, path = "/api/docs.css", tag = "service",
    responses((status = 200, description = "the style sheet",
        body = String, content_type = "text/css")))]
pub(crate) async fn style(headers: HeaderMap) -> Response {
    cached(&headers, CSS, MAX_AGE_5_MINUTES, STYLE)
}

/// The sections of the page, in order, with the tag of each.
const TAGS: [(&str, &str); 18] = [
    ("identity", "Players and tokens"),
    ("oauth", "Sign-in from other programs"),
    ("lobby", "Finding a game"),
    ("matches", "Matches"),
    ("play", "Playing"),
    ("live", "Following matches"),
    ("notifications", "Notifications"),
    ("tournaments", "Tournaments"),
    ("talk", "Chat"),
    ("records", "Game records"),
    ("explorer", "Opening explorer"),
    ("images", "Images and frames"),
    ("ratings", "Ratings"),
    ("analysis", "Analysis"),
    ("puzzles", "Puzzles"),
    ("rules", "The rules of the game"),
    ("moderation", "Moderation"),
    ("service", "The server"),
];

fn body_of(document: &OpenApiDocument) -> String {
    let info = &document.value["info"];
    let mut html = String::from("<header>\n<h1>Chivalry: API reference</h1>\n");
    html.push_str(&prose(info["description"].as_str().unwrap_or_default()));
    let _ = writeln!(
        html,
        "<p>Version {}. For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>, and for the \
         frames of the WebSocket <a href=\"/api/v1/asyncapi.json\">asyncapi.json</a>. <a href=\"/\">Start page</a>.</p>",
        text(&info["version"])
    );
    html.push_str(
        "<p>Every route can also answer with a <a href=\"#Problem\">Problem</a> and a status \
         from 400 to 599. Its <a href=\"#Code\">code</a> states the error.</p>\n</header>\n",
    );
    html.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
    for (tag, title) in TAGS {
        let _ = writeln!(html, "<li><a href=\"#{tag}\">{title}</a></li>");
    }
    html.push_str("<li><a href=\"#bodies\">Bodies</a></li>\n</ul>\n</nav>\n<main>\n");
    for (tag, title) in TAGS {
        let _ = writeln!(html, "<section id=\"{tag}\">\n<h2>{title}</h2>");
        for (path, method, operation) in document.operations() {
            if operation["tags"][0] == tag {
                html.push_str(&route(&path, &method, operation));
            }
        }
        html.push_str("</section>\n");
    }
    html.push_str("<section id=\"bodies\">\n<h2>Bodies</h2>\n");
    for (name, schema) in document.value["components"]["schemas"].as_object().into_iter().flatten()
    {
        html.push_str(&schemas::article(name, schema));
    }
    html + "</section>\n</main>\n"
}

fn route(path: &str, method: &str, operation: &Value) -> String {
    let mut html = format!(
        "<article>\n<h3>{}</h3>\n<p class=\"route\"><code>{} {}</code>{}</p>\n",
        text(&operation["summary"]),
        method.to_uppercase(),
        escaped(path),
        token(operation)
    );
    html.push_str(&prose(operation["description"].as_str().unwrap_or_default()));
    let params: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
    if !params.is_empty() {
        html.push_str(
            "<table>\n<thead><tr><th scope=\"col\">Parameter</th><th scope=\"col\">In</th>\
             <th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
        );
        for param in params {
            let _ = writeln!(
                html,
                "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td></tr>",
                text(&param["name"]),
                text(&param["in"]),
                schemas::kind(&param["schema"]),
                line(param["description"].as_str().unwrap_or_default())
            );
        }
        html.push_str("</tbody>\n</table>\n");
    }
    if let Some(content) = operation["requestBody"]["content"].as_object() {
        let _ = writeln!(html, "<p>Body: {}</p>", contents(content));
    }
    html.push_str("<dl>\n");
    let responses = operation["responses"].as_object().into_iter().flatten();
    // Errors that every route may return are documented once, at the top.
    for (status, response) in responses.filter(|(status, _)| !status.ends_with("XX")) {
        let content = response["content"].as_object().map(contents).unwrap_or_default();
        let _ = writeln!(
            html,
            "<dt>{}</dt><dd>{}{}</dd>",
            escaped(status),
            line(response["description"].as_str().unwrap_or_default()),
            if content.is_empty() { String::new() } else { format!(": {content}") }
        );
    }
    html + "</dl>\n</article>\n"
}

/// The note on the token that the route needs.
fn token(operation: &Value) -> &'static str {
    match operation["security"].as_array() {
        None => "",
        Some(ways) if ways.is_empty() => "",
        Some(ways) if ways.iter().any(|way| *way == json!({})) => {
            " <span>with or without a token</span>"
        }
        Some(_) => " <span>token</span>",
    }
}

/// The media types of a body and their schemas.
fn contents(content: &serde_json::Map<String, Value>) -> String {
    let one = |(media_type, body): (&String, &Value)| {
        format!("{} (<code>{}</code>)", schemas::kind(&body["schema"]), escaped(media_type))
    };
    content.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn text(value: &Value) -> String {
    line(value.as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::http::router::DOCUMENT;

    #[test]
    fn the_page_shows_every_operation_and_has_no_dead_links() {
        let html = body_of(&DOCUMENT);
        for (path, method, _) in DOCUMENT.operations() {
            let shown = format!("<code>{} {}</code>", method.to_uppercase(), escaped(&path));
            assert!(html.contains(&shown), "{shown}");
        }
        for link in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(html.contains(&format!("id=\"{link}\"")), "{link}");
        }
        for forbidden in ["<script", "style=", "onclick", "javascript:"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
    }
}
