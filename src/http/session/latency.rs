//! Connection latency, measured by the server's own pings. Values reported by clients are not used.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

/// Number of round trips kept.
const SAMPLES: usize = 4;

/// Minimum age of the last ping before a move triggers another.
const MIN_PING_AGE: Duration = Duration::from_secs(1);

/// Measures round trips with time-stamped pings. At most one ping is pending, and only a pong with
/// exactly its payload completes it.
#[derive(Debug)]
pub(crate) struct LatencyMeter {
    began: Instant,
    /// The time of the last ping, measured from `began`.
    last_ping: Option<Duration>,
    pending_ping: Option<Duration>,
    round_trips: [Option<Duration>; SAMPLES],
    next: usize,
}

impl LatencyMeter {
    pub(crate) fn new(now: Instant) -> LatencyMeter {
        LatencyMeter {
            began: now,
            last_ping: None,
            pending_ping: None,
            round_trips: [None; SAMPLES],
            next: 0,
        }
    }

    /// True if no ping is pending and the last one is older than one second.
    pub(crate) fn is_ping_due(&self, now: Instant) -> bool {
        let age = |last_ping| now.duration_since(self.began).saturating_sub(last_ping);
        self.pending_ping.is_none()
            && self.last_ping.is_none_or(|last_ping| age(last_ping) >= MIN_PING_AGE)
    }

    /// Returns the payload of a ping sent at `now`. The ping replaces an unanswered one.
    pub(crate) fn ping(&mut self, now: Instant) -> Bytes {
        let stamp = now.duration_since(self.began);
        (self.last_ping, self.pending_ping) = (Some(stamp), Some(stamp));
        Bytes::copy_from_slice(&stamp.as_nanos().to_be_bytes())
    }

    /// Records a pong received at `now`.
    pub(crate) fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some(sent) = self.pending_ping.filter(|sent| sent.as_nanos().to_be_bytes() == *payload)
        else {
            return;
        };
        self.pending_ping = None;
        self.round_trips[self.next] = Some(now.duration_since(self.began).saturating_sub(sent));
        self.next = (self.next + 1) % SAMPLES;
    }

    /// The latency credited to a move: the shortest of the last round trips. Delaying one pong on
    /// purpose therefore gains nothing.
    pub(crate) fn lag(&self) -> Duration {
        self.round_trips.iter().flatten().min().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn lag_is_the_shortest_of_the_last_round_trips() {
        let began = Instant::now();
        let mut meter = LatencyMeter::new(began);
        assert_eq!(meter.lag(), Duration::ZERO);
        let mut lags = Vec::new();
        for (index, trip) in [90, 50, 300, 300, 300, 300].into_iter().enumerate() {
            let sent = began + ms(1_000 * index as u64);
            let payload = meter.ping(sent);
            assert!(!meter.is_ping_due(sent + ms(5_000)));
            meter.pong(&payload, sent + ms(trip));
            assert!(!meter.is_ping_due(sent + ms(999)));
            assert!(meter.is_ping_due(sent + ms(1_000)));
            lags.push(meter.lag().as_millis());
        }
        assert_eq!(lags, [90, 50, 50, 50, 50, 300]);
    }

    #[test]
    fn a_pong_that_answers_no_ping_is_ignored() {
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
