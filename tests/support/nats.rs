//! The NATS that tests need.

use std::io::Write as _;
use std::sync::Once;

/// The address of a NATS that answers, as `NATS_URL` says or where it usually is. With
/// `CHIVALRY_REQUIRE_NATS=1`, its absence is a failure.
pub(crate) async fn nats_url(answers: impl AsyncFn(&str) -> bool) -> Option<String> {
    let given = std::env::var("NATS_URL").ok().filter(|url| !url.is_empty());
    let url = given.unwrap_or_else(|| "nats://localhost:4222".to_owned());
    if answers(&url).await {
        return Some(url);
    }
    static ONCE: Once = Once::new();
    let required = std::env::var("CHIVALRY_REQUIRE_NATS").is_ok_and(|value| value == "1");
    assert!(!required, "no NATS answers, and CHIVALRY_REQUIRE_NATS=1");
    // Straight to the stream: the test harness keeps what `eprintln!` writes.
    ONCE.call_once(|| {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no NATS answers");
    });
    None
}
