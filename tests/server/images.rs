//! Images of positions, and what other sites show of a page: previews, frames, oEmbed.

use reqwest::header::{ACCEPT_LANGUAGE, IF_NONE_MATCH};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::databases::{on_every_database, on_sqlite};
use crate::support::{Answer, TestPlayer, TestServer};

/// A match that is under way for longer than any test.
fn camette() -> Value {
    json!({"variant": "camette"})
}

async fn fetch(server: &TestServer, path: &str) -> Response {
    server.client().get(format!("{}{path}", server.url())).send().await.unwrap()
}

/// An image of the API as its bytes, with the content type and the cache policy.
async fn image(server: &TestServer, path: &str) -> (Vec<u8>, String, String) {
    let response = fetch(server, &format!("/api/v1{path}")).await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    let (kind, policy) = (header("content-type"), header("cache-control"));
    (response.bytes().await.unwrap().to_vec(), kind, policy)
}

/// The width and height in the head of a PNG.
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

async fn resign(server: &TestServer, player: &TestPlayer, id: &str) {
    let path = format!("/matches/{id}/resign");
    server.post_as(player, &path, json!({})).await.json(StatusCode::OK);
}

#[tokio::test]
async fn a_match_is_drawn_in_three_formats_after_any_ply() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette()).await;
        let path = format!("/matches/{id}/image");
        let (start, kind, policy) = image(&server, &format!("{path}.svg")).await;
        assert_eq!((kind.as_str(), policy.as_str()), ("image/svg+xml", "no-cache"));
        assert!(start.starts_with(b"<svg xmlns=\"http://www.w3.org/2000/svg\" width="));
        server.play(&white, &id, 1, "C2-B2").await;
        let (after, ..) = image(&server, &format!("{path}.svg")).await;
        assert_ne!(start, after);
        assert_eq!(image(&server, &format!("{path}.svg?ply=0")).await.0, start);
        assert_eq!(image(&server, &format!("{path}.svg?ply=1")).await.0, after);

        let (png, kind, _) = image(&server, &format!("{path}.png?size=256")).await;
        assert_eq!((kind.as_str(), png_size(&png).1), ("image/png", 256));
        let (card, ..) = image(&server, &format!("{path}.png?layout=card")).await;
        assert_eq!(png_size(&card), (1_200, 630));
        let (gif, kind, _) = image(&server, &format!("{path}.gif?size=128&delay=500")).await;
        assert_eq!((kind.as_str(), &gif[..6]), ("image/gif", &b"GIF89a"[..]));

        // Every option changes the image.
        let small = image(&server, &format!("{path}.png?size=128")).await.0;
        for more in
            ["board=slate", "theme=dark", "orientation=B", "orientation=black", "layout=names"]
        {
            let other = image(&server, &format!("{path}.png?size=128&{more}")).await.0;
            assert_ne!(small, other, "{more}");
        }

        // The image of an ended match cannot change, unless it has names.
        resign(&server, &black, &id).await;
        let policy = image(&server, &format!("{path}.png?size=128")).await.2;
        assert_eq!(policy, "public, max-age=31536000, immutable");
        let policy = image(&server, &format!("{path}.png?size=128&layout=names")).await.2;
        assert_eq!(policy, "public, max-age=300");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_client_with_a_current_image_gets_no_other() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette()).await;
        let path = format!("/matches/{id}/image.png?size=64");
        let first = fetch(&server, &format!("/api/v1{path}")).await;
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = || server.request(Method::GET, &path).header(IF_NONE_MATCH, &tag);
        assert_eq!(Answer::to(again()).await.status, StatusCode::NOT_MODIFIED);
        server.play(&white, &id, 1, "C2-B2").await;
        assert_eq!(again().send().await.unwrap().status(), StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn sizes_plies_and_positions_out_of_range_are_refused() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette()).await;
        let path = format!("/matches/{id}/image");
        for (more, field) in [
            (".png?size=63", "size"),
            (".png?size=1201", "size"),
            (".png?size=99999999999999999999", "size"),
            (".svg?size=-1", "size"),
            (".gif?size=721", "size"),
            (".gif?delay=99", "delay"),
            (".gif?delay=5001", "delay"),
            (".png?ply=1", "ply"),
            (".png?ply=4294967295", "ply"),
            (".png?board=marble", "board"),
            (".png?theme=auto", "theme"),
            (".png?layout=poster", "layout"),
            (".png?orientation=red", "orientation"),
            (".gif?ply=0", "ply"),
        ] {
            server.get(&format!("{path}{more}")).await.bad_field(field);
        }
        let position = "/variants/camette/image.png?position=nonsense";
        server.get(position).await.bad_field("position");
        server.get("/variants/chess/image.png").await.problem(404, "not_found");
        let unknown = "/matches/01a1fd75-0000-7000-8000-000000000000/image.png";
        server.get(unknown).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_image_of_a_delayed_match_shows_what_its_viewer_may_see() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "options": {"watch_delay_ms": 900_000}});
        let id = server.start_match(&white, &black, wish).await;
        let path = format!("/matches/{id}/image.svg");
        let start = image(&server, &path).await.0;
        server.play(&white, &id, 1, "C2-B2").await;
        assert_eq!(image(&server, &path).await.0, start);
        server.get(&format!("{path}?ply=1")).await.bad_field("ply");
        let own = white.sign(server.request(Method::GET, &path)).send().await.unwrap();
        assert_eq!(own.headers()["cache-control"], "private, no-cache");
        assert_ne!(own.bytes().await.unwrap().to_vec(), start);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn positions_are_drawn_without_a_match() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let array = image(&server, "/variants/camette/image.svg").await.0;
        let position = "1%2F3%2F2w2%2F4b%2F5%2F3%2F1%20w%200%2C0";
        let other = format!("/variants/camette/image.svg?position={position}");
        assert_ne!(image(&server, &other).await.0, array);
        let png = image(&server, "/variants/grand-camelot/image.png?size=300").await.0;
        assert_eq!(png_size(&png).0.max(png_size(&png).1), 300);
        server.shutdown().await;
    })
    .await;
}

/// The content of a property in the head of a shell.
fn property(html: &str, name: &str) -> String {
    let start = format!("=\"{name}\" content=\"");
    let (_, rest) = html.split_once(&start).expect(name);
    rest.split_once('"').expect(name).0.replace("&amp;", "&")
}

async fn shell(server: &TestServer, path: &str, language: &str) -> String {
    let request = server.client().get(format!("{}{path}", server.url()));
    let answer = Answer::to(request.header(ACCEPT_LANGUAGE, language)).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    answer.text
}

#[tokio::test]
async fn shared_links_have_a_title_in_the_language_of_the_visitor_and_an_image() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        let kay = server.account("Kay").await;
        let id = server.start_match(&arthur, &kay, camette()).await;
        let stage = json!({
            "name": "All", "format": {"kind": "swiss", "rounds": 3},
            "series": {"best_of": 1, "decider": {"kind": "drawn"}}, "tie_breaks": []
        });
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let plan = json!({"name": "Cup", "variant": "camette", "time": time, "stages": [stage]});
        let made = server.post_as(&arthur, "/tournaments", json!({"plan": plan})).await;
        let made = made.json(StatusCode::CREATED);
        let puzzles = server.get("/puzzles?limit=1").await.json(StatusCode::OK);
        let puzzle = puzzles["items"][0]["puzzle"].as_str().unwrap();
        let cup = made["tournament"].as_str().unwrap();
        for (path, language, title) in [
            (format!("/m/{id}"), "en", "Arthur against Kay: Camette"),
            (format!("/m/{id}"), "pt-PT", "Arthur contra Kay: Camette"),
            (format!("/tournaments/{cup}"), "en", "Cup: Camette tournament"),
            (format!("/tournaments/{cup}"), "pt-BR", "Cup: torneio de Camette"),
            ("/players/arthur".to_owned(), "en", "Arthur on Chivalry"),
            ("/players/arthur".to_owned(), "de-CH", "Arthur bei Chivalry"),
            ("/players/arthur".to_owned(), "it", "Arthur su Chivalry"),
            (format!("/m/{id}"), "es-MX", "Arthur contra Kay: Camette"),
            (format!("/m/{id}"), "fr", "Arthur contre Kay\u{a0}: Camette"),
            (format!("/puzzles/{puzzle}"), "en", "puzzle"),
        ] {
            let html = shell(&server, &path, language).await;
            for name in ["og:title", "twitter:title"] {
                assert!(property(&html, name).ends_with(title), "{path}: {html}");
            }
            assert_eq!(property(&html, "twitter:card"), "summary_large_image");
            let address = property(&html, "og:image");
            let own = address.strip_prefix(server.url()).expect("an image of the server");
            let response = fetch(&server, own).await;
            assert_eq!(response.status(), StatusCode::OK, "{own}");
            let png = response.bytes().await.unwrap();
            assert_eq!(png_size(&png), (1_200, 630), "{own}");
            // The description of the link is found from the page.
            let (_, rest) = html.split_once("application/json+oembed\" href=\"").expect(&path);
            let link = rest.split_once('"').unwrap().0.replace("&amp;", "&");
            let link = link.strip_prefix(server.url()).unwrap();
            let answer = server.client().get(format!("{}{link}", server.url()));
            let found = Answer::to(answer.header(ACCEPT_LANGUAGE, language)).await;
            let found = found.json(StatusCode::OK);
            assert!(found["title"].as_str().unwrap().ends_with(title), "{found}");
            assert_eq!(found["thumbnail_url"], json!(address));
            assert_eq!(found["type"] == "rich", path.starts_with("/m/"), "{found}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn oembed_describes_public_matches_of_this_server_only() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette()).await;
        let private = json!({"variant": "camette", "private": true, "seats": {"W": "me"}});
        let private = server.post_as(&white, "/matches", private).await;
        let private = private.json(StatusCode::CREATED)["match"].as_str().unwrap().to_owned();
        let ask = async |query: &str| {
            Answer::to(server.client().get(format!("{}/oembed?{query}", server.url()))).await
        };
        let base = server.url();
        let found = ask(&format!("url={base}/m/{id}&maxwidth=400&maxheight=10")).await;
        let found = found.json(StatusCode::OK);
        assert_eq!((&found["version"], &found["type"]), (&json!("1.0"), &json!("rich")));
        assert_eq!((&found["width"], &found["height"]), (&json!(400), &json!(240)));
        let src = format!("src=\"{base}/embed/matches/{id}\"");
        assert!(found["html"].as_str().unwrap().contains(&src), "{found}");
        for url in [
            format!("{base}/m/{private}"),
            format!("{base}/m/nothing"),
            format!("{base}/rules/camelot"),
            format!("https://example.org/m/{id}"),
        ] {
            ask(&format!("url={url}")).await.problem(404, "not_found");
        }
        ask("maxwidth=1").await.bad_field("url");
        ask(&format!("url={base}/m/{id}&format=xml")).await.bad_field("format");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn only_embedded_pages_may_be_shown_in_frames() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette()).await;
        for (path, ancestors) in [
            (format!("/embed/matches/{id}?theme=dark&board=slate"), "frame-ancestors *;"),
            (format!("/overlay/matches/{id}"), "frame-ancestors 'none';"),
            ("/overlay/channel/all".to_owned(), "frame-ancestors 'none';"),
            ("/overlay/channel/camette".to_owned(), "frame-ancestors 'none';"),
            (format!("/m/{id}"), "frame-ancestors 'none';"),
        ] {
            let page = fetch(&server, &path).await;
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
            assert!(policy.contains(ancestors), "{path}: {policy}");
            assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
            let html = page.text().await.unwrap();
            assert!(!html.contains("{theme}") && !html.contains("{view}"), "{html}");
            if path.contains("slate") {
                let look = "data-view=\"embed\" data-theme=\"dark\" data-board=\"slate\"";
                assert!(html.contains(look), "{html}");
            }
        }
        for path in ["/embed/matches/nothing", "/overlay/channel/chess"] {
            assert_eq!(fetch(&server, path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
        server.shutdown().await;
    })
    .await;
}
