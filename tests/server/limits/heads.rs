//! Heads of requests: their size, their host and the end of their bodies.

use crate::databases::on_sqlite;
use crate::limits::raw;
use crate::support::TestServer;

#[tokio::test]
async fn a_request_head_that_is_too_large_is_refused() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let long = format!("GET /healthz HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(20_000));
        assert!(raw(&server, &long).await.starts_with("HTTP/1.1 431"));
        let many = format!("GET /healthz HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(70));
        assert!(raw(&server, &many).await.starts_with("HTTP/1.1 431"));
        assert!(raw(&server, "nonsense\r\n\r\n").await.starts_with("HTTP/1.1 400"));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_request_head_with_an_ambiguous_end_or_host_is_refused_and_closes_the_connection() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let smuggled = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
        let post = "POST /api/v1/rules/moves HTTP/1.1\r\nhost: x\r\n";
        let (length, chunked) = ("content-length: 5\r\n", "transfer-encoding: chunked\r\n");
        for (head, reason) in [
            (format!("{post}{length}{chunked}\r\n0\r\n\r\n"), "body_length_twice"),
            (format!("{post}{chunked}{length}\r\n0\r\n\r\n"), "body_length_twice"),
            ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), "host_header"),
            ("GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n".to_owned(), "host_header"),
        ] {
            let answer = raw(&server, &format!("{head}{smuggled}")).await;
            assert!(answer.starts_with("HTTP/1.1 400"), "{head}: {answer}");
            assert!(answer.contains(&format!("\"reason\":\"{reason}\"")), "{head}: {answer}");
            assert!(answer.contains("\"code\":\"bad_frame\""), "{head}: {answer}");
            assert_eq!(answer.matches("\r\ndate: ").count(), 1, "{head}: {answer}");
        }
        // Requests with bodies share a connection. A chunked body is the last of one.
        let body = r#"{"variant":"camette"}"#;
        let known = format!("{post}content-length: {}\r\n\r\n{body}", body.len());
        let chunks = format!("{post}{chunked}\r\n{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        let answer = raw(&server, &format!("{known}{smuggled}{known}{chunks}{smuggled}")).await;
        assert_eq!(answer.matches("HTTP/1.1 200").count(), 4, "{answer}");
        let old = raw(&server, "GET /healthz HTTP/1.0\r\n\r\n").await;
        assert!(old.starts_with("HTTP/1.0 200"), "{old}");
        server.shutdown().await;
    })
    .await;
}
