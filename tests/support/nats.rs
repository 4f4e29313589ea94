//! The NATS server for tests.

use std::io::Write as _;
use std::sync::Once;

/// Returns the address of a reachable NATS server, from `NATS_URL` or the default. With
/// `CHIVALRY_REQUIRE_NATS=1`, a missing server is a failure.
pub(crate) async fn nats_url(answers: impl AsyncFn(&str) -> bool) -> Option<String> {
    let given = std::env::var("NATS_URL").ok().filter(|url| !url.is_empty());
    let url = given.unwrap_or_else(|| "nats://localhost:4222".to_owned());
    if answers(&url).await {
        return Some(url);
    }
    static ONCE: Once = Once::new();
    let required = std::env::var("CHIVALRY_REQUIRE_NATS").is_ok_and(|value| value == "1");
    assert!(!required, "no NATS answers, and CHIVALRY_REQUIRE_NATS=1");
    // Writes to the stream directly, because the test harness captures `eprintln!`.
    ONCE.call_once(|| {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no NATS answers");
    });
    None
}
