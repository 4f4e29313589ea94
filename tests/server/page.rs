//! The web page as served to browsers: shell, assets and caching.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, IF_NONE_MATCH};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::databases::{on_every_database, on_sqlite};
use super::support::{Answer, TestPlayer, TestServer};

async fn fetch(server: &TestServer, path: &str) -> Answer {
    Answer::to(server.client().get(format!("{}{path}", server.url()))).await
}

/// The asset URLs that a text contains.
fn named(html: &str) -> Vec<String> {
    let parts = html.split('"').filter(|part| part.starts_with("/assets/"));
    parts.map(str::to_owned).collect()
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

#[tokio::test]
async fn every_page_url_serves_a_shell_with_the_script_of_the_page() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for (path, script) in [
            ("/", "main"),
            ("/lobby", "main"),
            ("/m/01a1fd75-0000-7000-8000-000000000000?key=abc", "match"),
            ("/study", "study"),
            ("/study/01a1fd75-0000-7000-8000-000000000000", "study"),
            ("/study?variant=cam&moves=C4-A6", "study"),
            ("/puzzles", "puzzles"),
            ("/puzzles?variant=camette&moves=3", "puzzles"),
            ("/puzzles/00000000-0000-8000-8000-000000000000", "puzzles"),
            ("/tournaments", "tournaments"),
            ("/tournaments/new", "make"),
            ("/tournaments/01a1fd75-0000-7000-8000-000000000000", "tournament"),
            ("/players", "leaders"),
            ("/players/Lancelot", "player"),
            ("/rules", "rules"),
            ("/rules/camelot", "rules"),
            ("/rules/inside-moves", "rules"),
            ("/variants", "gallery"),
            ("/variants/camelot", "gallery"),
            ("/account", "account"),
            ("/moderation", "moderation"),
        ] {
            let page = fetch(&server, path).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(page.header("cache-control"), "no-cache");
            assert_eq!(page.header("referrer-policy"), "no-referrer");
            assert!(page.text.contains("<header class=\"top\">"), "{path}");
            assert!(page.text.contains(&format!("/bundle/{script}.js\"")), "{path}: {script}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_shell_of_the_home_page_shows_the_game_before_any_script() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for (languages, code, start) in [
            ("nl", "en", "Play now"),
            ("en-GB,en;q=0.9", "en", "Play now"),
            ("de-AT,nl;q=0.9", "de", "Gegner finden"),
            ("nl,es-419;q=0.5", "es", "Buscar rival"),
            ("fr-CA,fr;q=0.8,en;q=0.5", "fr", "Trouver un adversaire"),
            ("it", "it", "Trova un avversario"),
            ("pt-PT,pt;q=0.9,en;q=0.8", "pt", "Jogar"),
            ("pt-BR", "pt-BR", "Jogar"),
        ] {
            let request = server.client().get(server.url()).header(ACCEPT_LANGUAGE, languages);
            let shell = Answer::to(request).await;
            assert_eq!(between(&shell.text, "<html lang=\"", "\""), code, "{languages}");
            for part in ["<nav ", "<h1>", "class=\"lead\"", "data-variant=\"camelot\"", start] {
                assert!(shell.text.contains(part), "{languages}: {part}");
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_shell_of_the_home_page_has_the_answers_to_its_first_requests() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let scribe = server.guest().await;
        let game = "[White \"</script><b>Ann {title}\"]\n[Black \"Bea\"]\n[Variant \"camette\"]\n\
                    [Result \"1-0\"]\n\n1. C3-C4 1-0\n";
        let request = scribe.sign(server.request(Method::POST, "/records")).body(game);
        Answer::to(request).await.json(StatusCode::OK);
        let shell = fetch(&server, "/").await;
        let start = "<script type=\"application/json\" id=\"answers\">";
        let answers: Value =
            serde_json::from_str(between(&shell.text, start, "</script>")).unwrap();
        let paths = answers.as_object().unwrap();
        assert!(paths.len() > 3, "{paths:?}");
        for (path, answer) in paths {
            let own = server.get(path).await.json(StatusCode::OK);
            assert_eq!(*answer, own, "{path}");
        }
        assert_eq!(answers["/variants"]["items"][0]["name"], "chivalry");
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
        let script = between(&shell.text, "<script>", "</script>");
        let hash = STANDARD.encode(Sha256::digest(script));
        let start = format!("default-src 'none'; script-src 'self' 'sha256-{hash}'; ");
        assert!(policy.starts_with(&start), "{start} {policy}");
        for part in ["frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
            assert!(policy.contains(part), "{part}: {policy}");
        }
        for forbidden in ["unsafe", "http:", "https:", "*", "nonce", "{"] {
            assert!(!policy.contains(forbidden), "{forbidden}: {policy}");
        }
        // The image of link previews has the server's own URL.
        let text = shell.text.replace(server.url(), "");
        for forbidden in ["style=", "<style", "onclick", "//", "{folder}", "{title}", "{public"] {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
        // One inline script, the data, and the module.
        assert_eq!(shell.text.matches("<script").count(), 3);
        assert_eq!(shell.text.matches("<script type=\"module\" ").count(), 1);
        assert_eq!(shell.text.matches("<script type=\"application/json\"").count(), 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn assets_are_cached_permanently_under_urls_that_change_with_them() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let files = named(&fetch(&server, "/").await.text);
        assert!(files.len() > 3, "{files:?}");
        for path in &files {
            let file = fetch(&server, path).await;
            assert_eq!(file.status, StatusCode::OK, "{path}");
            assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
            assert_eq!(file.header("x-content-type-options"), "nosniff");
            let kind = match path.rsplit('.').next() {
                Some("js") => "text/javascript; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                Some("svg") => "image/svg+xml",
                Some("woff2") => "font/woff2",
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
        for (accepted, coding) in [
            ("gzip, br, zstd", "br"),
            ("gzip, zstd", "zstd"),
            ("gzip", "gzip"),
            ("br;q=0, gzip", "gzip"),
        ] {
            let packed = packed(&url, accepted).await;
            assert_eq!(packed.coding, coding, "{accepted}");
            assert_eq!(packed.varies_by, "accept, accept-encoding, accept-language");
            assert!(packed.size * 3 < plain.text.len(), "{accepted}: {} bytes", packed.size);
            assert_eq!(packed.text, plain.text, "{accepted}");
        }
        let script = named(&plain.text).into_iter().find(|path| path.ends_with(".js")).unwrap();
        let script = packed(&format!("{}{script}", server.url()), "br").await;
        assert_eq!((&*script.coding, &*script.varies_by), ("br", "accept-encoding"));
        server.shutdown().await;
    })
    .await;
}

/// A compressed response.
struct Packed {
    coding: String,
    varies_by: String,
    etag: String,
    size: usize,
    /// The content after decompression.
    text: String,
}

async fn packed(url: &str, accepted: &str) -> Packed {
    let response = Client::new().get(url).header(ACCEPT_ENCODING, accepted).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{url}");
    let header = |name| {
        let value = response.headers().get(name).map(|value| value.to_str().unwrap());
        value.unwrap_or_default().to_owned()
    };
    let (coding, varies_by, etag) = (header("content-encoding"), header("vary"), header("etag"));
    let body = response.bytes().await.unwrap();
    let mut text = Vec::new();
    match &*coding {
        "br" => brotli::BrotliDecompress(&mut &*body, &mut text).unwrap(),
        "zstd" => zstd::stream::copy_decode(&*body, &mut text).unwrap(),
        "gzip" => {
            GzDecoder::new(&*body).read_to_end(&mut text).unwrap();
        }
        _ => text.extend_from_slice(&body),
    }
    let text = String::from_utf8(text).unwrap();
    Packed { coding, varies_by, etag, size: body.len(), text }
}

#[tokio::test]
async fn large_json_is_compressed_for_clients_that_accept_it() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let url = format!("{}/api/v1/variants", server.url());
        let plain = fetch(&server, "/api/v1/variants").await;
        assert_eq!(plain.header("content-encoding"), "");
        assert_eq!(plain.header("vary"), "accept-encoding");
        for (accepted, coding) in [("br", "br"), ("gzip", "gzip"), ("gzip, br, zstd", "zstd")] {
            let packed = packed(&url, accepted).await;
            assert_eq!(packed.coding, coding);
            assert_eq!(packed.varies_by, "accept-encoding");
            // The tag identifies the content, whatever its coding.
            assert_eq!(packed.etag, format!("W/{}", plain.header("etag")));
            assert!(packed.size * 4 < plain.text.len(), "{coding}: {} bytes", packed.size);
            assert_eq!(packed.text, plain.text, "{coding}");
            let again = Client::new().get(&url).header(ACCEPT_ENCODING, accepted);
            let again = Answer::to(again.header(IF_NONE_MATCH, packed.etag)).await;
            assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{coding}");
        }
        let small = packed(&format!("{}/api/v1/channels", server.url()), "br").await;
        assert_eq!((&*small.coding, &*small.varies_by), ("", ""));
        server.shutdown().await;
    })
    .await;
}

/// The texts of the title in the shell at `path`: the element and the preview of a link.
async fn titles(server: &TestServer, path: &str) -> [String; 2] {
    let shell = fetch(server, path).await;
    assert_eq!(shell.status, StatusCode::OK, "{path}");
    assert_eq!(shell.header("cache-control"), "no-cache");
    let property = "<meta property=\"og:title\" content=\"";
    let texts = [("<title>", "</title>"), (property, "\"")];
    texts.map(|(start, end)| between(&shell.text, start, end).to_owned())
}

async fn create(server: &TestServer, by: &TestPlayer, wish: Value) -> Value {
    server.post_as(by, "/matches", wish).await.json(StatusCode::CREATED)
}

#[tokio::test]
async fn the_title_of_a_match_link_names_the_players_and_the_game() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let time = json!({"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000});
        let wish = json!({"variant": "camelot", "time": time, "seats": {"W": "me"}});
        let made = create(&server, &white, wish).await;
        let path = format!("/m/{}", made["match"].as_str().unwrap());
        let invitation = format!("{} invites you to Camelot, 10+5", white.name);
        assert_eq!(titles(&server, &path).await, [&*invitation, &*invitation]);
        let join = format!("/matches/{}/join", made["match"].as_str().unwrap());
        server.post_as(&black, &join, json!({})).await.json(StatusCode::OK);
        let pairing = format!("{} against {}: Camelot", white.name, black.name);
        assert_eq!(titles(&server, &path).await, [&*pairing, &*pairing]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_title_of_a_private_match_is_shown_to_holders_of_its_link_only() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let general = titles(&server, "/").await;
        assert!(general[0].starts_with("Chivalry: "), "{general:?}");
        let (white, black) = (server.guest().await, server.guest().await);
        let time = json!({"kind": "correspondence", "days": 3});
        let seats = json!({"W": "me"});
        let wish = json!({"variant": "cam", "time": time, "seats": seats, "private": true});
        let made = create(&server, &white, wish).await;
        let id = made["match"].as_str().unwrap();
        let key = made["links"]["B"]["key"].as_str().unwrap();
        let invitation = format!("{} invites you to Cam, 3 days", white.name);
        let link = format!("/m/{id}?key={key}");
        assert_eq!(titles(&server, &link).await, [&*invitation, &*invitation]);
        let unknown = "/m/01a1fd75-0000-7000-8000-000000000000?key=abc".to_owned();
        let twice = format!("/m/{id}?key={key}&key={key}");
        let without = [format!("/m/{id}"), format!("/m/{id}?key=abc"), format!("/m/{id}?key=")];
        for path in without.iter().chain([&unknown, &twice, &"/m/camelot".to_owned()]) {
            assert_eq!(titles(&server, path).await, general, "{path}");
        }
        let join = format!("/matches/{id}/join");
        server.post_as(&black, &join, json!({"key": key})).await.json(StatusCode::OK);
        for path in [&link, &without[0]] {
            assert_eq!(titles(&server, path).await, general, "{path}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn names_from_imported_games_are_escaped_in_titles() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let scribe = server.guest().await;
        let game = "[White \"<b>Ann & Bob</b>\"]\n[Black \"O'Neil\"]\n[Variant \"camette\"]\n\n\
                    1. C3-C4 *\n";
        let request = scribe.sign(server.request(Method::POST, "/records")).body(game);
        let imported = Answer::to(request).await.json(StatusCode::OK);
        let id = imported["items"][0]["match"].as_str().unwrap();
        let [title, preview] = titles(&server, &format!("/m/{id}")).await;
        assert_eq!(title, "&lt;b&gt;Ann &amp; Bob&lt;/b&gt; against O&#39;Neil: Camette");
        assert_eq!(preview, title);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn icons_and_robots_are_at_the_usual_addresses() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for (path, kind, most) in [
            ("/favicon.ico", "image/x-icon", 6_000),
            ("/apple-touch-icon.png", "image/png", 12_000),
            ("/preview.png", "image/png", 60_000),
            ("/robots.txt", "text/plain; charset=utf-8", 1_000),
        ] {
            let response = server.client().get(format!("{}{path}", server.url())).send().await;
            let response = response.unwrap();
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()["content-type"], kind, "{path}");
            assert_eq!(response.headers()["cache-control"], "public, max-age=86400", "{path}");
            let bytes = response.bytes().await.unwrap();
            assert!((50..=most).contains(&bytes.len()), "{path}: {} bytes", bytes.len());
        }
        let shell = fetch(&server, "/").await;
        let image = format!("\"og:image\" content=\"{}/preview.png\"", server.url());
        assert!(shell.text.contains(&image), "{image}");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_service_worker_names_the_files_of_one_version() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let worker = fetch(&server, "/worker.js").await;
        assert_eq!(worker.status, StatusCode::OK);
        assert_eq!(worker.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(worker.header("cache-control"), "no-cache");
        let page = between(&worker.text, "self.PAGE=", ";");
        let page: Value = serde_json::from_str(page).expect("the files as JSON");
        let folder = page["folder"].as_str().expect("a folder");
        let shell = fetch(&server, "/rules").await;
        assert!(shell.text.contains(&format!("{folder}/bundle/main.js")), "{folder}");
        let files = page["files"].as_array().expect("a list of files");
        for name in ["bundle/main.js", "bundle/match.js", "bundle/style.css"] {
            assert!(files.contains(&json!(name)), "{name}");
        }
        // Translations are copied for the languages that the player uses.
        let languages = page["languages"].as_array().expect("a list of files");
        for name in ["bundle/de.js", "bundle/pt-BR-tournaments.js", "bundle/fr-letter.js"] {
            assert!(languages.contains(&json!(name)) && !files.contains(&json!(name)), "{name}");
        }
        assert!(files.contains(&json!("bundle/en-tournaments.js")));
        for file in files.iter().chain(languages) {
            let path = format!("{folder}/{}", file.as_str().expect("a path"));
            let url = format!("{}{path}", server.url());
            let response = server.client().get(url).send().await.expect("a response");
            assert_eq!(response.status(), StatusCode::OK, "{path}");
        }
        server.shutdown().await;
    })
    .await;
}
