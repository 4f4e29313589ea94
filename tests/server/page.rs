//! The web page as served to browsers: shell, assets and caching.

use std::io::Read as _;

use flate2::read::GzDecoder;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, IF_NONE_MATCH};
use reqwest::{Client, StatusCode};

use super::databases::on_sqlite;
use super::support::{Answer, TestServer};

async fn fetch(server: &TestServer, path: &str) -> Answer {
    Answer::to(server.client().get(format!("{}{path}", server.url()))).await
}

/// The asset URLs that a text contains.
fn named(html: &str) -> Vec<String> {
    let parts = html.split('"').filter(|part| part.starts_with("/assets/"));
    parts.map(str::to_owned).collect()
}

#[tokio::test]
async fn every_page_url_serves_the_shell() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let shell = fetch(&server, "/").await;
        assert_eq!(shell.status, StatusCode::OK);
        for path in [
            "/lobby",
            "/m/01a1fd75-0000-7000-8000-000000000000?key=abc",
            "/study",
            "/study/01a1fd75-0000-7000-8000-000000000000",
            "/study?variant=cam&moves=C4-A6",
            "/puzzles",
            "/puzzles?variant=camette&moves=3",
            "/puzzles/00000000-0000-8000-8000-000000000000",
            "/tournaments",
            "/tournaments/new",
            "/tournaments/01a1fd75-0000-7000-8000-000000000000",
            "/players/Lancelot",
            "/rules",
            "/rules/camelot",
            "/rules/inside-moves",
            "/account",
        ] {
            let page = fetch(&server, path).await;
            assert_eq!((page.status, &page.text), (StatusCode::OK, &shell.text), "{path}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(page.header("cache-control"), "no-cache");
            assert_eq!(page.header("referrer-policy"), "no-referrer");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn unknown_urls_are_reported_to_people_and_programs() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for path in ["/nowhere", "/m", "/rules/chess", "/players/a/b", "/src/main.js"] {
            let request = server.client().get(format!("{}{path}", server.url()));
            let page = Answer::to(request.header(ACCEPT, "text/html,*/*;q=0.8")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        }
        fetch(&server, "/nowhere").await.problem(404, "not_found");
        fetch(&server, "/api/v1/nowhere").await.problem(404, "not_found");
        fetch(&server, "/assets/other/src/main.js").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_shell_forbids_inline_and_foreign_content() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let shell = fetch(&server, "/").await;
        let policy = shell.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        for part in ["frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
            assert!(policy.contains(part), "{part}: {policy}");
        }
        for forbidden in ["unsafe", "http:", "https:", "*", "nonce"] {
            assert!(!policy.contains(forbidden), "{forbidden}: {policy}");
        }
        for forbidden in ["style=", "<style", "onclick", "//", "{folder}"] {
            assert!(!shell.text.contains(forbidden), "{forbidden}");
        }
        assert_eq!(shell.text.matches("<script").count(), shell.text.matches("src=\"/").count());
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn assets_are_cached_permanently_under_urls_that_change_with_them() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let files = named(&fetch(&server, "/").await.text);
        assert!(files.len() > 5, "{files:?}");
        for path in &files {
            let file = fetch(&server, path).await;
            assert_eq!(file.status, StatusCode::OK, "{path}");
            assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
            assert_eq!(file.header("x-content-type-options"), "nosniff");
            let kind = match path.rsplit('.').next() {
                Some("js") => "text/javascript; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                Some("svg") => "image/svg+xml",
                _ => "application/manifest+json",
            };
            assert_eq!(file.header("content-type"), kind, "{path}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn cached_files_are_revalidated_and_text_is_compressed() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let shell = fetch(&server, "/").await;
        let url = format!("{}/", server.url());
        let again = Client::new().get(&url).header(IF_NONE_MATCH, shell.header("etag"));
        let again = Answer::to(again).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));

        let plain = fetch(&server, "/").await;
        assert_eq!(plain.header("content-encoding"), "");
        let packed = Client::new().get(&url).header(ACCEPT_ENCODING, "br, gzip");
        let packed = packed.send().await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "gzip");
        assert_eq!(packed.headers()["vary"], "accept, accept-encoding");
        let packed = packed.bytes().await.unwrap();
        assert!(packed.len() < plain.text.len());
        let mut text = String::new();
        GzDecoder::new(&*packed).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain.text);
        server.shutdown().await;
    })
    .await;
}
