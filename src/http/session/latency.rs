//! The lag of a client's line, measured by the server's own pings: what a
//! client says of it does not matter.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

/// Round trips remembered.
const KEPT: usize = 4;

/// How old the last ping is before a move is a reason for the next.
const FRESH: Duration = Duration::from_secs(1);

/// Measures round trips by pings that carry a time stamp. One ping is under
/// way at a time, and only its very stamp counts as an answer to it.
#[derive(Debug)]
pub(crate) struct LatencyMeter {
    began: Instant,
    /// When the last ping was sent, since `began`.
    asked: Option<Duration>,
    awaited: Option<Duration>,
    trips: [Option<Duration>; KEPT],
    next: usize,
}

impl LatencyMeter {
    pub(crate) fn new(now: Instant) -> LatencyMeter {
        LatencyMeter { began: now, asked: None, awaited: None, trips: [None; KEPT], next: 0 }
    }

    /// Whether it is time for another ping: none is under way, and the last is
    /// not of just now.
    pub(crate) fn is_stale(&self, now: Instant) -> bool {
        let age = |asked| now.duration_since(self.began).saturating_sub(asked);
        self.awaited.is_none() && self.asked.is_none_or(|asked| age(asked) >= FRESH)
    }

    /// The payload of a ping sent now. An earlier one that was not answered
    /// counts no more.
    pub(crate) fn ping(&mut self, now: Instant) -> Bytes {
        let stamp = now.duration_since(self.began);
        (self.asked, self.awaited) = (Some(stamp), Some(stamp));
        Bytes::copy_from_slice(&stamp.as_nanos().to_be_bytes())
    }

    /// A pong came now.
    pub(crate) fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some(sent) = self.awaited.filter(|sent| sent.as_nanos().to_be_bytes() == *payload)
        else {
            return;
        };
        self.awaited = None;
        self.trips[self.next] = Some(now.duration_since(self.began).saturating_sub(sent));
        self.next = (self.next + 1) % KEPT;
    }

    /// What the line costs a move, there and back: the quickest of the last
    /// round trips, so that one slow answer, be it on purpose, gains nothing.
    pub(crate) fn lag(&self) -> Duration {
        self.trips.iter().flatten().min().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn lag_is_the_quickest_of_the_last_round_trips() {
        let began = Instant::now();
        let mut meter = LatencyMeter::new(began);
        assert_eq!(meter.lag(), Duration::ZERO);
        let mut lags = Vec::new();
        for (index, trip) in [90, 50, 300, 300, 300, 300].into_iter().enumerate() {
            let sent = began + ms(1_000 * index as u64);
            let payload = meter.ping(sent);
            assert!(!meter.is_stale(sent + ms(5_000)));
            meter.pong(&payload, sent + ms(trip));
            assert!(!meter.is_stale(sent + ms(999)));
            assert!(meter.is_stale(sent + ms(1_000)));
            lags.push(meter.lag().as_millis());
        }
        assert_eq!(lags, [90, 50, 50, 50, 50, 300]);
    }

    #[test]
    fn a_pong_that_answers_no_ping_counts_for_nothing() {
        let began = Instant::now();
        let mut meter = LatencyMeter::new(began);
        meter.pong(&[], began + ms(400));
        meter.pong(&0_u128.to_be_bytes(), began + ms(400));
        let first = meter.ping(began + ms(500));
        let second = meter.ping(began + ms(600));
        meter.pong(&first, began + ms(900));
        meter.pong(b"600000000", began + ms(900));
        assert_eq!(meter.lag(), Duration::ZERO);
        meter.pong(&second, began + ms(620));
        meter.pong(&second, began + ms(5_000));
        assert_eq!(meter.lag(), ms(20));
    }
}
