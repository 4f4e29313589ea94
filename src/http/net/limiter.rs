//! The limits by name, the metric of their refusals, and the limiter of one of them.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use crate::protocol::ExceededLimit;

/// Number of keys that a limiter keeps before it evicts idle ones for the first time.
const MIN_EVICTION_SIZE: usize = 1_024;

/// Charges between two counts of the keys, which lock every shard of the map.
const CHARGES_PER_COUNT: usize = 256;

/// The wait after a charge that exceeds a whole quota.
pub(crate) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The clock of the limits, which tests may pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock;

impl Clock for ServerClock {
    type Instant = std::time::Instant;

    fn now(&self) -> std::time::Instant {
        tokio::time::Instant::now().into_std()
    }
}

/// A limit whose refusals are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    CommandsPerSecond,
    CommandsByPlayer,
    RequestsByAddress,
    ConnectionsPerAddress,
    Connections,
    Guests,
    GuestsByNetwork,
    GuestsOfAll,
    Accounts,
    SignIns,
    SignInsByPair,
    SignInsByName,
    OpenMatches,
    Imports,
    Talk,
}

impl Limit {
    pub(crate) const ALL: [Limit; 15] = [
        Limit::CommandsPerSecond,
        Limit::CommandsByPlayer,
        Limit::RequestsByAddress,
        Limit::ConnectionsPerAddress,
        Limit::Connections,
        Limit::Guests,
        Limit::GuestsByNetwork,
        Limit::GuestsOfAll,
        Limit::Accounts,
        Limit::SignIns,
        Limit::SignInsByPair,
        Limit::SignInsByName,
        Limit::OpenMatches,
        Limit::Imports,
        Limit::Talk,
    ];

    /// The name in the metric and in the documentation.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Limit::CommandsPerSecond => "commands_per_second",
            Limit::CommandsByPlayer => "commands_by_player",
            Limit::RequestsByAddress => "requests_by_address",
            Limit::ConnectionsPerAddress => "connections_per_address",
            Limit::Connections => "connections",
            Limit::Guests => "guests",
            Limit::GuestsByNetwork => "guests_by_network",
            Limit::GuestsOfAll => "guests_of_all",
            Limit::Accounts => "accounts",
            Limit::SignIns => "sign_ins",
            Limit::SignInsByPair => "sign_ins_by_address_and_name",
            Limit::SignInsByName => "sign_ins_by_name",
            Limit::OpenMatches => "open_matches",
            Limit::Imports => "imports",
            Limit::Talk => "talk",
        }
    }
}

/// The labels of the refusal metric.
#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
pub(crate) struct Refused {
    pub(crate) limit: &'static str,
}

/// The number of refusals by each limit.
pub(crate) type Refusals = Family<Refused, Counter>;

/// A limiter with one quota per key. Its map has a lock per shard, so that charges of different
/// keys rarely wait for each other.
#[derive(Debug)]
pub(crate) struct KeyedLimiter<K: Clone + Eq + Hash> {
    pub(crate) limit: Limit,
    /// `None` for no limit.
    limiter: Option<RateLimiter<K, DashMapStateStore<K>, ServerClock>>,
    quota: Option<Quota>,
    /// The number of keys at which idle ones are evicted. It is twice the number left by the last
    /// eviction, which keeps evictions rare.
    evict_above: AtomicUsize,
    /// Charges so far.
    charges: AtomicUsize,
}

impl<K: Clone + Eq + Hash> KeyedLimiter<K> {
    pub(crate) fn new(limit: Limit, quota: Option<Quota>) -> KeyedLimiter<K> {
        KeyedLimiter {
            limit,
            limiter: quota.map(|quota| RateLimiter::dashmap_with_clock(quota, ServerClock)),
            quota,
            evict_above: AtomicUsize::new(MIN_EVICTION_SIZE),
            charges: AtomicUsize::new(0),
        }
    }

    /// Describes the limit for the client that exceeded it.
    pub(crate) fn exceeded(&self) -> Option<ExceededLimit> {
        let quota = self.quota?;
        let count = quota.burst_size().get();
        let window = quota.replenish_interval().saturating_mul(count);
        let window_s = window.as_secs_f64().ceil() as u64;
        Some(ExceededLimit { name: self.limit.name(), quota: count, window_s })
    }

    /// Charges `count` to `key`, or returns the time until enough is available. A count above the
    /// quota returns one day.
    pub(crate) fn charge(&self, key: &K, count: NonZeroU32) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        let charges = self.charges.fetch_add(1, Ordering::Relaxed);
        if charges.is_multiple_of(CHARGES_PER_COUNT)
            && limiter.len() > self.evict_above.load(Ordering::Relaxed)
        {
            limiter.retain_recent();
            self.evict_above.store(MIN_EVICTION_SIZE.max(2 * limiter.len()), Ordering::Relaxed);
        }
        match limiter.check_key_n(key, count) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(early)) => Err(early.wait_time_from(ServerClock.now())),
            Err(_) => Err(DAY),
        }
    }
}
