//! The shell: the HTML of the page, in the language of the visitor.
//!
//! The shell of the home page shows the page as it is on a quiet server, and contains the answers
//! to its first requests. Other pages have a shell with their frame, which names the scripts that
//! they need. `web/bundle.js` draws both with the page's own templates.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, Request, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use parking_lot::Mutex;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;

use crate::http::encoding::Effort;
use crate::http::response::HTML;
use crate::http::web::files::{FILES, File};
use crate::http::web::previews::{Preview, Words, encoded, escaped};

/// The placeholders in the shell: the folder of the files, the public URL of the server, the parts
/// of the preview, the scripts of the page, and the answers to its first requests.
const FOLDER: &str = "{folder}";
const PUBLIC_URL: &str = "{public_url}";
const TITLE: &str = "{title}";
const ABOUT: &str = "{about}";
const IMAGE: &str = "{image}";
const IMAGE_ALT: &str = "{image_alt}";
const LINKS: &str = "{links}";
const PRELOADS: &str = "{preloads}";
const ANSWERS: &str = "{answers}";

/// The placeholders of pages in frames besides.
const VIEW: &str = "{view}";
const THEME: &str = "{theme}";
const BOARD: &str = "{board}";

/// The language of visitors who prefer none of the shell's languages.
const DEFAULT_LANGUAGE: &str = "en";

/// Maximum size of an answer in the shell, in bytes.
const LARGEST_ANSWER: usize = 128 * 1024;

/// The data of the shell that `web/bundle.js` writes.
#[derive(Deserialize)]
struct Data {
    /// The first requests of the home page, as paths below `/api/v1`.
    requests: Vec<String>,
    /// The scripts of each page besides the main one.
    scripts: BTreeMap<String, Vec<String>>,
    /// The texts of previews by language.
    words: BTreeMap<String, Words>,
}

/// The look of a page in a frame, which its address selects.
pub(crate) struct EmbedLook {
    /// `embed` or `overlay`.
    pub(crate) view: &'static str,
    /// `auto`, `light` or `dark`.
    pub(crate) theme: &'static str,
    pub(crate) board: &'static str,
}

/// The shells of one language.
struct Language {
    /// The texts with placeholders for the title, the scripts and the answers.
    home: String,
    page: String,
    /// The shells of the pages by the name of their script, filled in at the first request.
    pages: HashMap<String, OnceLock<File>>,
    /// The shell of pages without a script of their own.
    nowhere: OnceLock<File>,
    words: Words,
    /// The last shell of the home page, which is the same while nothing happens.
    last_home: Mutex<Option<Arc<File>>>,
}

/// The shells of a server with a certain public URL.
pub(crate) struct Shell {
    languages: BTreeMap<String, Language>,
    /// The elements that load the scripts of each page, by the name of its script.
    preloads: BTreeMap<String, String>,
    /// The first requests of the home page, and the routes that answer them.
    requests: Vec<String>,
    api: Router,
    script_hash: String,
    public_url: String,
    /// The shell of pages in frames.
    embed: String,
}

/// The texts of each language.
static WORDS: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| Data::read().words);

/// The texts of a language, or those in English.
pub(crate) fn words_of(language: &str) -> &'static Words {
    let words = WORDS.get(language).or_else(|| WORDS.get(DEFAULT_LANGUAGE));
    words.expect("texts in each language")
}

/// The language of texts for a reader of `language`: the same, or English.
pub(crate) fn language_for(language: &str) -> &str {
    if WORDS.contains_key(language) { language } else { DEFAULT_LANGUAGE }
}

/// The languages of texts.
#[cfg(test)]
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    WORDS.keys().map(String::as_str)
}

/// The texts of previews in English.
pub(crate) fn english_words() -> Words {
    Data::read().words.remove(DEFAULT_LANGUAGE).expect("texts in each language")
}

impl Data {
    fn read() -> Data {
        let data = FILES.text("bundle/shell.json").expect("the data of the shell");
        serde_json::from_str(data).expect("data as it is bundled")
    }
}

impl Shell {
    /// Fills in the shells. `api` has the REST routes.
    pub(crate) fn new(public_url: &str, api: Router) -> Shell {
        let mut data = Data::read();
        let folder = format!("/assets/{}", FILES.hash);
        let text = |path: String| {
            let text = FILES.text(&path).expect("a shell of each language");
            text.replace(FOLDER, &folder).replace(PUBLIC_URL, &escaped(public_url))
        };
        let preload = |script: &String| {
            format!("\n    <link rel=\"modulepreload\" href=\"{folder}/bundle/{script}\" />")
        };
        let preloads: BTreeMap<String, String> = data
            .scripts
            .iter()
            .map(|(page, scripts)| (page.clone(), scripts.iter().map(preload).collect()))
            .collect();
        let languages: BTreeMap<String, Language> = FILES
            .languages()
            .map(|code| {
                let home = text(format!("bundle/home.{code}.html"));
                let page = text(format!("bundle/page.{code}.html"));
                let words = data.words.remove(code).expect("texts in each language");
                (code.to_owned(), Language::new(home, page, words, preloads.keys()))
            })
            .collect();
        let script_hash = inline_script_hash(&languages[DEFAULT_LANGUAGE].page);
        if !cfg!(debug_assertions) {
            FILES.compress_all();
        }
        let (embed, public_url) = (text("bundle/embed.html".to_owned()), public_url.to_owned());
        let requests = data.requests;
        Shell { languages, preloads, requests, api, script_hash, public_url, embed }
    }

    /// The hash of the inline script, as a source of the content security policy.
    pub(crate) fn script_hash(&self) -> &str {
        &self.script_hash
    }

    /// The shell of the home page, with the answers to its first requests.
    pub(crate) async fn home(&self, request_headers: &HeaderMap) -> Arc<File> {
        let answers = self.answers().await;
        let language = self.language(request_headers);
        let text = language.home.replace(PRELOADS, "");
        let text =
            previewed(&text, &Preview::general(&language.words), &language.words, &self.public_url);
        let file = File::new(HTML, text.replace(ANSWERS, &answers).into_bytes(), Effort::Low);
        let mut last = language.last_home.lock();
        match &*last {
            Some(last) if last.etag() == file.etag() => Arc::clone(last),
            _ => Arc::clone(last.insert(Arc::new(file))),
        }
    }

    /// The shell of the page with that script.
    pub(crate) fn page(&self, request_headers: &HeaderMap, script: &str) -> &File {
        let language = self.language(request_headers);
        language.pages.get(script).unwrap_or(&language.nowhere).get_or_init(|| {
            self.previewed(request_headers, script, &Preview::general(&language.words))
        })
    }

    /// The shell of the page with that script and with a preview of its own.
    pub(crate) fn previewed(
        &self,
        request_headers: &HeaderMap,
        script: &str,
        preview: &Preview,
    ) -> File {
        let preloads = self.preloads.get(script).map_or("", String::as_str);
        let language = self.language(request_headers);
        let text = language.page.replace(ANSWERS, "").replace(PRELOADS, preloads);
        let text = previewed(&text, preview, &language.words, &self.public_url);
        File::new(HTML, text.into_bytes(), Effort::Low)
    }

    /// The shell of a page in a frame.
    pub(crate) fn embed(
        &self,
        request_headers: &HeaderMap,
        look: &EmbedLook,
        preview: Option<&Preview>,
    ) -> File {
        let language = self.language(request_headers);
        let general = Preview::general(&language.words);
        let text = self.embed.replace(VIEW, look.view).replace(THEME, look.theme);
        let title = escaped(&preview.unwrap_or(&general).title);
        let text = text.replace(BOARD, look.board).replace(TITLE, &title);
        File::new(HTML, text.into_bytes(), Effort::Low)
    }

    /// The texts of previews in the language of the visitor.
    pub(crate) fn words(&self, request_headers: &HeaderMap) -> &Words {
        &self.language(request_headers).words
    }

    fn language(&self, request_headers: &HeaderMap) -> &Language {
        let accepted = request_headers.get(ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok());
        let codes = self.languages.keys().map(String::as_str);
        let code = preferred_language(accepted.unwrap_or_default(), codes);
        &self.languages[code.unwrap_or(DEFAULT_LANGUAGE)]
    }

    /// The answers to the first requests of the home page, as an element with JSON.
    async fn answers(&self) -> String {
        let answers = join_all(self.requests.iter().map(|path| self.answer(path))).await;
        let mut json = String::new();
        for (path, answer) in self.requests.iter().zip(answers) {
            let Some(answer) = answer else { continue };
            let separator = if json.is_empty() { "" } else { "," };
            write!(json, "{separator}{path:?}:{answer}").expect("a string takes what is written");
        }
        // No text of a player may end the element.
        let json = json.replace('<', "\\u003c");
        format!("\n    <script type=\"application/json\" id=\"answers\">{{{json}}}</script>")
    }

    /// The answer to a request, unless it fails. The page then sends the request itself.
    async fn answer(&self, path: &str) -> Option<String> {
        let request = Request::get(format!("/api/v1{path}")).body(Body::empty()).ok()?;
        let response = self.api.clone().oneshot(request).await.ok()?;
        if response.status() != StatusCode::OK {
            return None;
        }
        let body = to_bytes(response.into_body(), LARGEST_ANSWER).await.ok()?;
        String::from_utf8(body.into()).ok()
    }
}

impl Language {
    fn new<'a>(
        home: String,
        page: String,
        words: Words,
        scripts: impl Iterator<Item = &'a String>,
    ) -> Language {
        let pages = scripts.map(|script| (script.clone(), OnceLock::new())).collect();
        let (nowhere, last_home) = (OnceLock::new(), Mutex::default());
        Language { home, page, pages, nowhere, words, last_home }
    }
}

/// Fills in the preview of a shell.
fn previewed(shell: &str, preview: &Preview, words: &Words, public_url: &str) -> String {
    let mut links = String::new();
    if let Some(page) = &preview.page {
        let page = format!("{public_url}{page}");
        let (shown, query) = (escaped(&page), encoded(&page));
        let (base, title) = (escaped(public_url), escaped(&preview.title));
        links = format!(
            "\n    <link rel=\"canonical\" href=\"{shown}\" />\
             \n    <meta property=\"og:url\" content=\"{shown}\" />\
             \n    <link rel=\"alternate\" type=\"application/json+oembed\" \
             href=\"{base}/oembed?url={query}\" title=\"{title}\" />"
        );
    }
    let image = escaped(&format!("{public_url}{}", preview.image));
    shell
        .replace(TITLE, &escaped(&preview.title))
        .replace(ABOUT, &escaped(&preview.about))
        .replace(IMAGE, &image)
        .replace(IMAGE_ALT, &escaped(&words.text("image", &[])))
        .replace(LINKS, &links)
}

/// The hash of the inline script of a shell, as a source of the content security policy.
fn inline_script_hash(shell: &str) -> String {
    let script = shell.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>"));
    let (script, _) = script.expect("an inline script in the shell");
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script)))
}

/// The offered language with the highest weight in `Accept-Language`: the same tag, or its first
/// part (RFC 4647, 3.4).
fn preferred_language<'a>(
    accepted: &str,
    offered: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let mut best = (None, 0.0);
    for range in accepted.split(',') {
        let (tag, params) = range.split_once(';').unwrap_or((range, ""));
        let weight = params.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        let weight: f32 = weight.unwrap_or(1.0);
        let find = |tag: &str| offered.clone().find(|code| code.eq_ignore_ascii_case(tag));
        let tag = tag.trim();
        let found = find(tag).or_else(|| find(tag.split('-').next().unwrap_or_default()));
        if found.is_some() && weight > best.1 {
            best = (found, weight);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_language_is_selected() {
        let offered = ["en", "pt", "pt-BR"];
        for (accepted, language) in [
            ("pt-BR,pt;q=0.9,en;q=0.8", Some("pt-BR")),
            ("pt-PT,pt;q=0.9", Some("pt")),
            ("de, pt-br;q=0.5, en;q=0.7", Some("en")),
            ("PT", Some("pt")),
            ("de", None),
            ("en;q=0, pt;q=0.1", Some("pt")),
            ("", None),
        ] {
            assert_eq!(preferred_language(accepted, offered.into_iter()), language, "{accepted}");
        }
    }
}
