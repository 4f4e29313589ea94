//! How much of everything one client, one player and one address may have
//! (`docs/operations.md`, "Limits").

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use ipnet::IpNet;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use crate::protocol::{Code, Reason, RequestError};
use chivalry_play::player::PlayerId;

use crate::http::net::client_addr::Address;
use crate::http::net::connection_limit::{
    ConnectionLimits, ConnectionPermit, Full, RejectedConnection,
};

/// Commands that one player may send over all connections, in those of one connection.
const PLAYER: u32 = 4;

/// Commands and requests that may come from one address, in the commands of one connection.
const ADDRESS: u32 = 4;

/// How many seconds' worth of those may come at once: many who share an address begin together.
const SECONDS_AT_ONCE: NonZeroU32 = NonZeroU32::new(5).expect("five");

/// Sign-ins to one account from everywhere, in those of one address.
const NAME: u32 = 10;

/// Lines of talk that a player may say at once.
const LINES: NonZeroU32 = NonZeroU32::new(5).expect("five");

/// How long it takes until another may follow.
const ONE_MORE_EVERY: Duration = Duration::from_secs(2);

/// So many are counted before those who do nothing are forgotten for the first time.
const MANY: usize = 1_024;

/// How long nothing is read of a connection that was refused something, at least and at most.
const UNREAD_FOR: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(2)];

/// When a connection that there was no room for may be tried again.
const ROOM_AGAIN_AFTER: Duration = Duration::from_secs(5);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What clients may do at most. An option of 0 is no limit.
#[derive(Clone, Debug, clap::Args)]
pub struct RateLimitOptions {
    /// How many connections may be open from one address
    #[arg(
        long,
        env = "CHIVALRY_CONNECTIONS_PER_ADDRESS",
        default_value_t = 256,
        value_name = "COUNT"
    )]
    pub connections_per_address: u32,
    /// How many guests may be made from one address in an hour
    #[arg(long, env = "CHIVALRY_GUESTS_PER_HOUR", default_value_t = 120, value_name = "COUNT")]
    pub guests_per_hour: u32,
    /// How many accounts may be made from one address in an hour
    #[arg(long, env = "CHIVALRY_ACCOUNTS_PER_HOUR", default_value_t = 20, value_name = "COUNT")]
    pub accounts_per_hour: u32,
    /// How many sign-ins may be tried from one address in an hour
    #[arg(long, env = "CHIVALRY_SIGN_INS_PER_HOUR", default_value_t = 60, value_name = "COUNT")]
    pub sign_ins_per_hour: u32,
    /// How many matches a player may have that are not over
    #[arg(long, env = "CHIVALRY_OPEN_MATCHES", default_value_t = 200, value_name = "COUNT")]
    pub open_matches: u32,
    /// How much a player may import in a day, in MiB of records
    #[arg(long, env = "CHIVALRY_IMPORTED_PER_DAY", default_value_t = 64, value_name = "MIB")]
    pub imported_per_day: u32,
    /// The networks of the proxies that are believed when they say for whom they speak
    /// (`X-Forwarded-For`), with commas between them
    #[arg(
        long,
        env = "CHIVALRY_TRUSTED_PROXIES",
        default_value = "127.0.0.0/8,::1/128",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub trusted_proxies: Vec<IpNet>,
    /// The origins besides the server's own whose pages may open a WebSocket, such as
    /// `https://example.org`, with commas between them
    #[arg(long, env = "CHIVALRY_ALLOWED_ORIGINS", value_delimiter = ',', value_name = "ORIGIN")]
    pub allowed_origins: Vec<String>,
}

impl Default for RateLimitOptions {
    fn default() -> RateLimitOptions {
        RateLimitOptions {
            connections_per_address: 256,
            guests_per_hour: 120,
            accounts_per_hour: 20,
            sign_ins_per_hour: 60,
            open_matches: 200,
            imported_per_day: 64,
            trusted_proxies: vec![
                IpNet::new_assert([127, 0, 0, 0].into(), 8),
                IpNet::new_assert(std::net::Ipv6Addr::LOCALHOST.into(), 128),
            ],
            allowed_origins: Vec::new(),
        }
    }
}

/// The limits whose refusals are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    CommandsPerSecond,
    CommandsByPlayer,
    RequestsByAddress,
    ConnectionsPerAddress,
    Connections,
    Guests,
    Accounts,
    SignIns,
    SignInsByName,
    OpenMatches,
    Imports,
    Talk,
}

impl Limit {
    const ALL: [Limit; 12] = [
        Limit::CommandsPerSecond,
        Limit::CommandsByPlayer,
        Limit::RequestsByAddress,
        Limit::ConnectionsPerAddress,
        Limit::Connections,
        Limit::Guests,
        Limit::Accounts,
        Limit::SignIns,
        Limit::SignInsByName,
        Limit::OpenMatches,
        Limit::Imports,
        Limit::Talk,
    ];

    /// By which the metric and the documentation tell it.
    const fn name(self) -> &'static str {
        match self {
            Limit::CommandsPerSecond => "commands_per_second",
            Limit::CommandsByPlayer => "commands_by_player",
            Limit::RequestsByAddress => "requests_by_address",
            Limit::ConnectionsPerAddress => "connections_per_address",
            Limit::Connections => "connections",
            Limit::Guests => "guests",
            Limit::Accounts => "accounts",
            Limit::SignIns => "sign_ins",
            Limit::SignInsByName => "sign_ins_by_name",
            Limit::OpenMatches => "open_matches",
            Limit::Imports => "imports",
            Limit::Talk => "talk",
        }
    }
}

/// What is counted of refusals.
#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
pub(crate) struct Refused {
    limit: &'static str,
}

/// How often each limit was met.
pub(crate) type Refusals = Family<Refused, Counter>;

/// How much everybody still may.
#[derive(Debug)]
pub(crate) struct RateLimits {
    open_matches: u32,
    by_address: Allowance<Address>,
    by_player: Allowance<PlayerId>,
    guests: Allowance<Address>,
    accounts: Allowance<Address>,
    sign_ins: Allowance<Address>,
    sign_ins_by_name: Allowance<String>,
    imports: Allowance<PlayerId>,
    talk: Allowance<PlayerId>,
    places: Arc<ConnectionLimits>,
    refusals: Refusals,
}

impl RateLimits {
    pub(crate) fn new(
        options: &RateLimitOptions,
        commands_per_second: u32,
        refusals: Refusals,
    ) -> RateLimits {
        let per_second =
            |times: u32| quota(commands_per_second.saturating_mul(times), Quota::per_second);
        let together =
            |quota: Quota| quota.allow_burst(quota.burst_size().saturating_mul(SECONDS_AT_ONCE));
        let per_hour = |count: u32| quota(count, Quota::per_hour);
        let kibibytes = options.imported_per_day.saturating_mul(1_024);
        let talk = Quota::with_period(ONE_MORE_EVERY).map(|quota| quota.allow_burst(LINES));
        // Those that nobody has met yet are 0.
        for limit in Limit::ALL {
            drop(refusals.get_or_create(&Refused { limit: limit.name() }));
        }
        RateLimits {
            open_matches: options.open_matches,
            by_address: Allowance::new(Limit::RequestsByAddress, per_second(ADDRESS).map(together)),
            by_player: Allowance::new(Limit::CommandsByPlayer, per_second(PLAYER)),
            guests: Allowance::new(Limit::Guests, per_hour(options.guests_per_hour)),
            accounts: Allowance::new(Limit::Accounts, per_hour(options.accounts_per_hour)),
            sign_ins: Allowance::new(Limit::SignIns, per_hour(options.sign_ins_per_hour)),
            sign_ins_by_name: Allowance::new(
                Limit::SignInsByName,
                per_hour(options.sign_ins_per_hour.saturating_mul(NAME)),
            ),
            imports: Allowance::new(Limit::Imports, quota(kibibytes, per_day)),
            talk: Allowance::new(Limit::Talk, talk),
            places: Arc::new(ConnectionLimits::new(options.connections_per_address)),
            refusals,
        }
    }

    /// A place for a new connection from there.
    pub(crate) fn admit(
        &self,
        peer: IpAddr,
        is_proxy: bool,
    ) -> Result<ConnectionPermit, RequestError> {
        let address = (!is_proxy).then(|| peer.into());
        ConnectionLimits::take(&self.places, address).map_err(|full| self.full(full))
    }

    /// A place for a connection that a proxy has carried here.
    pub(crate) fn admit_proxied(
        &self,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, RequestError> {
        ConnectionLimits::take_carried(&self.places, address).map_err(|full| self.full(full))
    }

    /// A place to wait in for a connection that [`Self::admit`] has refused, if there is one.
    pub(crate) fn outside(&self) -> Option<RejectedConnection> {
        self.places.outside()
    }

    fn full(&self, full: Full) -> RequestError {
        match full {
            Full::MatchSnapshot => {
                self.count(Limit::Connections);
                let reason = Reason::TooManyConnections;
                let mut error = RequestError::new(Code::Unavailable, reason);
                error.more.retry_after_ms = Some(ROOM_AGAIN_AFTER.as_millis() as u64);
                error
            }
            Full::Address => {
                self.count(Limit::ConnectionsPerAddress);
                RequestError::rate_limited(Reason::TooManyConnectionsFromAddress, ROOM_AGAIN_AFTER)
            }
        }
    }

    /// A request, or a command, from there.
    pub(crate) fn request(&self, address: Option<Address>) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        self.take(&self.by_address, &address, Reason::TooManyRequestsFromAddress)
    }

    /// A request, or a command, of that player's.
    pub(crate) fn command(&self, player: PlayerId) -> Result<(), RequestError> {
        let reason = Reason::TooManyCommandsOfPlayer;
        self.take(&self.by_player, &player, reason)
    }

    pub(crate) fn guest(&self, address: Option<Address>) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        self.take(&self.guests, &address, Reason::TooManyGuestsFromAddress)
    }

    pub(crate) fn account(&self, address: Option<Address>) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        self.take(&self.accounts, &address, Reason::TooManyAccountsFromAddress)
    }

    pub(crate) fn sign_in(&self, address: Option<Address>, name: &str) -> Result<(), RequestError> {
        if let Some(address) = address {
            self.take(&self.sign_ins, &address, Reason::TooManySignInsFromAddress)?;
        }
        let reason = Reason::TooManySignInsToAccount;
        self.take(&self.sign_ins_by_name, &name.to_lowercase(), reason)
    }

    pub(crate) fn line_of_talk(&self, player: PlayerId) -> Result<(), RequestError> {
        self.take(&self.talk, &player, Reason::TooMuchTalk)
    }

    /// An import of so many bytes.
    pub(crate) fn import(&self, player: PlayerId, bytes: usize) -> Result<(), RequestError> {
        let kibibytes = u32::try_from(bytes.div_ceil(1_024)).unwrap_or(u32::MAX);
        let Some(kibibytes) = NonZeroU32::new(kibibytes) else { return Ok(()) };
        let reason = Reason::TooMuchImported;
        self.take_many(&self.imports, &player, kibibytes, reason)
    }

    /// Whether a player with so many matches that are not over may have another.
    pub(crate) fn open_match(&self, open: u32) -> Result<(), RequestError> {
        if self.open_matches == 0 || open < self.open_matches {
            return Ok(());
        }
        self.count(Limit::OpenMatches);
        let message = Reason::TooManyOpenMatches.with([("most", self.open_matches.into())]);
        Err(RequestError::new(Code::RateLimited, message))
    }

    /// Counts a refusal by a limit that is kept elsewhere.
    pub(crate) fn count(&self, limit: Limit) {
        self.refusals.get_or_create(&Refused { limit: limit.name() }).inc();
    }

    fn take<K: Clone + Eq + Hash>(
        &self,
        allowance: &Allowance<K>,
        key: &K,
        reason: Reason,
    ) -> Result<(), RequestError> {
        self.take_many(allowance, key, NonZeroU32::MIN, reason)
    }

    fn take_many<K: Clone + Eq + Hash>(
        &self,
        allowance: &Allowance<K>,
        key: &K,
        count: NonZeroU32,
        reason: Reason,
    ) -> Result<(), RequestError> {
        allowance.take(key, count).map_err(|wait| {
            self.count(allowance.limit);
            RequestError::rate_limited(reason, wait)
        })
    }
}

/// How long nothing is read of a connection that was refused something: of each another time,
/// as otherwise those of one address, which are refused together, would all be back together.
pub(crate) fn read_backoff() -> Duration {
    let [least, most] = UNREAD_FOR;
    rand::random_range(least..most)
}

/// So much at once, and as much again in that time; `None` for no limit.
fn quota(count: u32, per: impl Fn(NonZeroU32) -> Quota) -> Option<Quota> {
    NonZeroU32::new(count).map(per)
}

fn per_day(count: NonZeroU32) -> Quota {
    let one_every = DAY / count.get();
    Quota::with_period(one_every).unwrap_or(Quota::per_second(count)).allow_burst(count)
}

/// How much each of many may.
#[derive(Debug)]
struct Allowance<K: Clone + Eq + Hash> {
    limit: Limit,
    /// `None` for no limit.
    limiter: Option<RateLimiter<K, HashMapStateStore<K>, DefaultClock>>,
    /// Those who do nothing are forgotten when there are more than this: twice as many as were
    /// left the last time, so that looking at all of them is rare however many there are.
    most: AtomicUsize,
}

impl<K: Clone + Eq + Hash> Allowance<K> {
    fn new(limit: Limit, quota: Option<Quota>) -> Allowance<K> {
        Allowance { limit, limiter: quota.map(RateLimiter::hashmap), most: AtomicUsize::new(MANY) }
    }

    /// Takes so much of it, or says after how long there is enough; what is never enough is
    /// as long as a day.
    fn take(&self, key: &K, count: NonZeroU32) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        if limiter.len() > self.most.load(Ordering::Relaxed) {
            limiter.retain_recent();
            self.most.store(MANY.max(2 * limiter.len()), Ordering::Relaxed);
        }
        match limiter.check_key_n(key, count) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(early)) => Err(early.wait_time_from(DefaultClock::default().now())),
            Err(_) => Err(DAY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn allowances(options: RateLimitOptions) -> RateLimits {
        RateLimits::new(&options, 1, Refusals::default())
    }

    #[test]
    fn a_place_is_free_again_when_the_connection_ends() {
        let options = RateLimitOptions { connections_per_address: 2, ..Default::default() };
        let allowances = allowances(options);
        let first = allowances.admit(HERE, false).unwrap();
        let second = allowances.admit_proxied(Some(HERE.into())).unwrap();
        let refused = allowances.admit(HERE, false).unwrap_err();
        assert_eq!(refused.code, Code::RateLimited);
        assert!(refused.more.retry_after_ms.is_some());
        let _elsewhere = allowances.admit(IpAddr::from([192, 0, 2, 2]), false).unwrap();
        let _a_proxy = allowances.admit(HERE, true).unwrap();
        drop(first);
        let _third = allowances.admit(HERE, false).unwrap();
        allowances.admit(HERE, false).unwrap_err();
        drop(second);
        let _fourth = allowances.admit(HERE, false).unwrap();
        let met = Refused { limit: Limit::ConnectionsPerAddress.name() };
        assert_eq!(allowances.refusals.get_or_create(&met).get(), 2);
    }

    #[test]
    fn each_has_an_allowance_of_their_own_and_nobody_has_none() {
        let options = RateLimitOptions { guests_per_hour: 2, ..Default::default() };
        let allowances = allowances(options);
        let (here, there) = (Some(HERE.into()), Some(IpAddr::from([192, 0, 2, 2]).into()));
        assert_eq!([(); 2].map(|()| allowances.guest(here).is_ok()), [true; 2]);
        let wait = allowances.guest(here).unwrap_err().more.retry_after_ms.unwrap();
        assert!((1_700_000..=1_800_001).contains(&wait), "{wait}");
        assert!(allowances.guest(there).is_ok());
        assert_eq!([(); 9].map(|()| allowances.guest(None).is_ok()), [true; 9]);
    }

    #[test]
    fn an_account_is_guarded_from_everywhere() {
        let options = RateLimitOptions { sign_ins_per_hour: 1, ..Default::default() };
        let allowances = allowances(options);
        for host in 0..10 {
            let address = Some(IpAddr::from([192, 0, 2, host]).into());
            allowances.sign_in(address, "Arthur").unwrap();
        }
        let elsewhere = Some(IpAddr::from([198, 51, 100, 1]).into());
        let refused = allowances.sign_in(elsewhere, "arthur").unwrap_err();
        assert!(refused.detail.contains("to this account"), "{refused:?}");
    }

    #[test]
    fn imports_are_counted_by_their_bytes() {
        let options = RateLimitOptions { imported_per_day: 1, ..Default::default() };
        let allowances = allowances(options);
        let player = PlayerId(uuid::Uuid::from_u128(1));
        allowances.import(player, 1_000_000).unwrap();
        allowances.import(player, 1_000_000).unwrap_err();
        allowances.import(player, 1_024).unwrap();
        let never = allowances.import(player, 2_000_000).unwrap_err();
        assert_eq!(never.more.retry_after_ms, Some(DAY.as_millis() as u64 + 1));
    }

    #[test]
    fn no_limit_is_none() {
        let options =
            RateLimitOptions { connections_per_address: 0, open_matches: 0, ..Default::default() };
        let allowances = allowances(options);
        let _places: Vec<ConnectionPermit> =
            (0..1_000).map(|_| allowances.admit(HERE, false).unwrap()).collect();
        assert!(allowances.open_match(1_000_000).is_ok());
    }
}
