//! The service worker, by which the page opens without a network. It keeps copies of the files of
//! one version.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

use crate::http::encoding::Effort;
use crate::http::response::REVALIDATE;
use crate::http::web::files::{FILES, File};

/// The script in the folder of the page.
const SCRIPT: &str = "bundle/worker.js";

/// The files of which the browser keeps no copy, because only pages in frames and previews of links
/// use them.
const NOT_COPIED: [&str; 2] = ["bundle/embed.js", "icons/preview.png"];

/// The ends of the names of scripts with translations, after the code of the language. The browser
/// keeps copies of those that the player uses.
const TRANSLATIONS: [&str; 3] = [".js", "-tournaments.js", "-letter.js"];

static WORKER: LazyLock<File> = LazyLock::new(|| {
    let is_copied = |path: &&str| {
        let is_of_page = ["bundle/", "fonts/", "icons/"].iter().any(|it| path.starts_with(it));
        let is_further_font = path.starts_with("fonts/") && !path.ends_with("-latin.woff2");
        is_of_page && !is_further_font && !NOT_COPIED.contains(path)
    };
    let codes: Vec<&str> = FILES.languages().filter(|code| *code != "en").collect();
    let is_translation = |path: &&str| {
        let name = path.strip_prefix("bundle/").unwrap_or_default();
        let mut rest = codes.iter().filter_map(|code| name.strip_prefix(code));
        rest.any(|rest| TRANSLATIONS.contains(&rest))
    };
    let mut copied: Vec<&str> = FILES.served().filter(is_copied).collect();
    copied.sort_unstable();
    let (languages, files): (Vec<&str>, Vec<&str>) = copied.into_iter().partition(is_translation);
    let folder = format!("/assets/{}", FILES.hash);
    let page = json!({ "folder": folder, "files": files, "languages": languages });
    let script = FILES.text(SCRIPT).expect("the script of the service worker");
    let script = format!("self.PAGE={page};{script}");
    File::new("text/javascript; charset=utf-8", script.into_bytes(), Effort::Low)
});

/// Responds with the script, which browsers compare with theirs at each visit.
pub(crate) async fn worker(request_headers: HeaderMap) -> Response {
    WORKER.response(&request_headers, REVALIDATE, "accept-encoding")
}
