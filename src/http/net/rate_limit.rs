//! Rate limits and quotas per connection, player and address (`docs/operations.md`, "Limits").

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Once};
use std::time::Duration;

use governor::Quota;
use ipnet::IpNet;

use crate::protocol::{Code, Reason, RequestError};
use chivalry_play::player::{PlayerId, name_key};

use crate::http::net::address::Address;
use crate::http::net::connection_limit::{
    ConnectionLimits, ConnectionPermit, LimitReached, RejectedConnection,
};
use crate::http::net::limiter::{DAY, KeyedLimiter, Limit, Refusals, Refused};
use crate::http::net::origin::AllowedOrigin;

/// The command rate of a player over all connections, as a multiple of one connection's rate.
const PLAYER_FACTOR: u32 = 4;

/// The request rate of an address, as a multiple of one connection's rate.
const ADDRESS_FACTOR: u32 = 4;

/// The burst of an address, in seconds of its rate. Many players who share an address may start
/// together.
const BURST_SECONDS: NonZeroU32 = NonZeroU32::new(5).expect("five");

/// The guests of a network, as a multiple of one address's limit.
const NETWORK_FACTOR: u32 = 4;

/// Sign-ins to one account from unknown addresses, as a multiple of one address's limit.
const ACCOUNT_FACTOR: u32 = 10;

/// The part of the sign-ins from one address that may be to one account.
const ACCOUNT_SHARE: u32 = 3;

/// Interval of the sign-ins from an unknown address to an account beyond the limit of that account.
const SLOW_SIGN_IN: Duration = Duration::from_secs(10 * 60);

/// Chat lines that a player may send in a burst.
const CHAT_BURST: NonZeroU32 = NonZeroU32::new(5).expect("five");

/// Time until the next chat line after a burst.
const CHAT_PERIOD: Duration = Duration::from_secs(2);

/// Minimum and maximum read back-off after a refusal.
const READ_BACKOFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(2)];

/// Delay after which a rejected connection should be retried.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The limits of clients. 0 disables a limit.
#[derive(Clone, Debug, clap::Args)]
pub struct RateLimitOptions {
    /// Maximum open connections from one address
    #[arg(
        long,
        env = "CHIVALRY_CONNECTIONS_PER_ADDRESS",
        default_value_t = 256,
        value_name = "COUNT"
    )]
    pub connections_per_address: u32,
    /// Maximum guests created from one address in an hour
    #[arg(long, env = "CHIVALRY_GUESTS_PER_HOUR", default_value_t = 120, value_name = "COUNT")]
    pub guests_per_hour: u32,
    /// Maximum guests created in a second by all addresses together
    #[arg(long, env = "CHIVALRY_GUESTS_PER_SECOND", default_value_t = 50, value_name = "COUNT")]
    pub guests_per_second: u32,
    /// Maximum accounts created from one address in an hour
    #[arg(long, env = "CHIVALRY_ACCOUNTS_PER_HOUR", default_value_t = 20, value_name = "COUNT")]
    pub accounts_per_hour: u32,
    /// Maximum sign-in attempts from one address in an hour
    #[arg(long, env = "CHIVALRY_SIGN_INS_PER_HOUR", default_value_t = 60, value_name = "COUNT")]
    pub sign_ins_per_hour: u32,
    /// Maximum unfinished matches of a player
    #[arg(long, env = "CHIVALRY_OPEN_MATCHES", default_value_t = 200, value_name = "COUNT")]
    pub open_matches: u32,
    /// Maximum records that a player may import in a day, in MiB
    #[arg(long, env = "CHIVALRY_IMPORTED_PER_DAY", default_value_t = 64, value_name = "MIB")]
    pub imported_per_day: u32,
    /// The networks of the proxies whose `X-Forwarded-For` header is trusted, separated by commas
    #[arg(
        long,
        env = "CHIVALRY_TRUSTED_PROXIES",
        default_value = "127.0.0.0/8,::1/128",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub trusted_proxies: Vec<IpNet>,
    /// Origins besides the server's own whose pages may use the API and open a WebSocket, such as
    /// `https://example.org`, separated by commas; `*` for all, whose pages need a token for a
    /// WebSocket, or `none`
    #[arg(
        long,
        env = "CHIVALRY_ALLOWED_ORIGINS",
        default_value = "*",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    pub allowed_origins: Vec<AllowedOrigin>,
}

impl Default for RateLimitOptions {
    fn default() -> RateLimitOptions {
        RateLimitOptions {
            connections_per_address: 256,
            guests_per_hour: 120,
            guests_per_second: 50,
            accounts_per_hour: 20,
            sign_ins_per_hour: 60,
            open_matches: 200,
            imported_per_day: 64,
            trusted_proxies: vec![
                IpNet::new_assert([127, 0, 0, 0].into(), 8),
                IpNet::new_assert(std::net::Ipv6Addr::LOCALHOST.into(), 128),
            ],
            allowed_origins: vec![AllowedOrigin::Any],
        }
    }
}

/// The state of all limits.
#[derive(Debug)]
pub(crate) struct RateLimits {
    trusted_proxies: Vec<IpNet>,
    open_matches: u32,
    by_address: KeyedLimiter<Address>,
    by_player: KeyedLimiter<PlayerId>,
    guests: KeyedLimiter<Address>,
    guests_by_network: KeyedLimiter<Address>,
    guests_of_all: KeyedLimiter<()>,
    accounts: KeyedLimiter<Address>,
    sign_ins: KeyedLimiter<Address>,
    sign_ins_by_pair: KeyedLimiter<(Address, String)>,
    sign_ins_by_name: KeyedLimiter<String>,
    slow_sign_ins: KeyedLimiter<(Address, String)>,
    imports: KeyedLimiter<PlayerId>,
    talk: KeyedLimiter<PlayerId>,
    connections: Arc<ConnectionLimits>,
    refusals: Refusals,
    missing_address: Once,
}

impl RateLimits {
    pub(crate) fn new(
        options: &RateLimitOptions,
        commands_per_second: u32,
        refusals: Refusals,
    ) -> RateLimits {
        let per_second =
            |times: u32| quota(commands_per_second.saturating_mul(times), Quota::per_second);
        let with_burst =
            |quota: Quota| quota.allow_burst(quota.burst_size().saturating_mul(BURST_SECONDS));
        let per_hour = |count: u32| quota(count, Quota::per_hour);
        let kibibytes = options.imported_per_day.saturating_mul(1_024);
        let talk = Quota::with_period(CHAT_PERIOD).map(|quota| quota.allow_burst(CHAT_BURST));
        // Limits without refusals are reported as 0.
        for limit in Limit::ALL {
            drop(refusals.get_or_create(&Refused { limit: limit.name() }));
        }
        RateLimits {
            trusted_proxies: options.trusted_proxies.clone(),
            open_matches: options.open_matches,
            by_address: KeyedLimiter::new(
                Limit::RequestsByAddress,
                per_second(ADDRESS_FACTOR).map(with_burst),
            ),
            by_player: KeyedLimiter::new(Limit::CommandsByPlayer, per_second(PLAYER_FACTOR)),
            guests: KeyedLimiter::new(Limit::Guests, per_hour(options.guests_per_hour)),
            guests_by_network: KeyedLimiter::new(
                Limit::GuestsByNetwork,
                per_hour(options.guests_per_hour.saturating_mul(NETWORK_FACTOR)),
            ),
            guests_of_all: KeyedLimiter::new(
                Limit::GuestsOfAll,
                quota(options.guests_per_second, Quota::per_second).map(with_burst),
            ),
            accounts: KeyedLimiter::new(Limit::Accounts, per_hour(options.accounts_per_hour)),
            sign_ins: KeyedLimiter::new(Limit::SignIns, per_hour(options.sign_ins_per_hour)),
            sign_ins_by_pair: KeyedLimiter::new(
                Limit::SignInsByPair,
                per_hour(options.sign_ins_per_hour.div_ceil(ACCOUNT_SHARE)),
            ),
            sign_ins_by_name: KeyedLimiter::new(
                Limit::SignInsByName,
                per_hour(options.sign_ins_per_hour.saturating_mul(ACCOUNT_FACTOR)),
            ),
            slow_sign_ins: KeyedLimiter::new(
                Limit::SignInsByName,
                Quota::with_period(SLOW_SIGN_IN).filter(|_| options.sign_ins_per_hour > 0),
            ),
            imports: KeyedLimiter::new(Limit::Imports, quota(kibibytes, per_day)),
            talk: KeyedLimiter::new(Limit::Talk, talk),
            connections: Arc::new(ConnectionLimits::new(options.connections_per_address)),
            refusals,
            missing_address: Once::new(),
        }
    }

    /// Logs once that a request has no client address.
    pub(crate) fn warn_of_missing_address(&self) {
        self.missing_address.call_once(|| {
            tracing::warn!(
                "a request from this machine has no X-Forwarded-For and no limits by address; \
                 a proxy on this machine must send the header"
            );
        });
    }

    /// The networks of the proxies whose `X-Forwarded-For` header is trusted.
    pub(crate) fn trusted_proxies(&self) -> &[IpNet] {
        &self.trusted_proxies
    }

    /// Acquires a permit for a new connection.
    pub(crate) fn admit(
        &self,
        peer: IpAddr,
        is_proxy: bool,
    ) -> Result<ConnectionPermit, RequestError> {
        let address = (!is_proxy).then(|| peer.into());
        ConnectionLimits::acquire(&self.connections, address)
            .map_err(|reached| self.limit_error(reached))
    }

    /// Acquires a permit for a client's connection through a proxy.
    pub(crate) fn admit_proxied(
        &self,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, RequestError> {
        ConnectionLimits::acquire_proxied(&self.connections, address)
            .map_err(|reached| self.limit_error(reached))
    }

    /// Acquires a permit to hold open a connection that [`Self::admit`] rejected, if one is left.
    pub(crate) fn hold_rejected(&self) -> Option<RejectedConnection> {
        self.connections.hold_rejected()
    }

    fn limit_error(&self, reached: LimitReached) -> RequestError {
        match reached {
            LimitReached::OpenFiles => {
                self.count(Limit::Connections);
                let reason = Reason::TooManyConnections;
                let mut error = RequestError::new(Code::Unavailable, reason);
                error.more.retry_after_ms = Some(RETRY_AFTER.as_millis() as u64);
                error
            }
            LimitReached::PerAddress => {
                self.count(Limit::ConnectionsPerAddress);
                RequestError::rate_limited(Reason::TooManyConnectionsFromAddress, RETRY_AFTER)
            }
        }
    }

    /// Charges a request or command to an address.
    pub(crate) fn request(&self, address: Option<Address>) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        self.charge(&self.by_address, &address, Reason::TooManyRequestsFromAddress)
    }

    /// Charges a request or command to a player.
    pub(crate) fn command(&self, player: PlayerId) -> Result<(), RequestError> {
        let reason = Reason::TooManyCommandsOfPlayer;
        self.charge(&self.by_player, &player, reason)
    }

    /// Charges a new guest to its address, to its network and to all addresses together.
    pub(crate) fn guest(&self, address: Option<Address>) -> Result<(), RequestError> {
        if let Some(address) = address {
            let reason = Reason::TooManyGuestsFromAddress;
            self.charge(&self.guests, &address, reason)?;
            self.charge(&self.guests_by_network, &address.network(), reason)?;
        }
        self.charge(&self.guests_of_all, &(), Reason::TooManyGuests)
    }

    pub(crate) fn account(&self, address: Option<Address>) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        self.charge(&self.accounts, &address, Reason::TooManyAccountsFromAddress)
    }

    /// Charges a sign-in to an address. `account` is the name of the account, unless the client
    /// is signed in to it.
    pub(crate) fn sign_in_from(
        &self,
        address: Option<Address>,
        account: Option<&str>,
    ) -> Result<(), RequestError> {
        let Some(address) = address else { return Ok(()) };
        if let Some(name) = account {
            // Charged first, so that guesses at one account do not use up the address's limit.
            let pair = (address, name_key(name));
            self.charge(&self.sign_ins_by_pair, &pair, Reason::TooManySignInsToAccount)?;
        }
        self.charge(&self.sign_ins, &address, Reason::TooManySignInsFromAddress)
    }

    /// Charges a sign-in from an address that never signed in to the account. Beyond the limit of
    /// the account each address is slowed down and none is locked out.
    pub(crate) fn sign_in_from_unknown(
        &self,
        address: Option<Address>,
        name: &str,
    ) -> Result<(), RequestError> {
        let (name, reason) = (name_key(name), Reason::TooManySignInsToAccount);
        match (self.sign_ins_by_name.charge(&name, NonZeroU32::MIN), address) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(address)) => self.charge(&self.slow_sign_ins, &(address, name), reason),
            (Err(wait), None) => {
                self.count(Limit::SignInsByName);
                Err(RequestError::rate_limited(reason, wait))
            }
        }
    }

    pub(crate) fn line_of_talk(&self, player: PlayerId) -> Result<(), RequestError> {
        self.charge(&self.talk, &player, Reason::TooMuchTalk)
    }

    /// Charges an import of `bytes` to a player.
    pub(crate) fn import(&self, player: PlayerId, bytes: usize) -> Result<(), RequestError> {
        let kibibytes = u32::try_from(bytes.div_ceil(1_024)).unwrap_or(u32::MAX);
        let Some(kibibytes) = NonZeroU32::new(kibibytes) else { return Ok(()) };
        let reason = Reason::TooMuchImported;
        self.charge_many(&self.imports, &player, kibibytes, reason)
    }

    /// Checks if a player with `open` unfinished matches may start another.
    pub(crate) fn open_match(&self, open: u32) -> Result<(), RequestError> {
        if self.open_matches == 0 || open < self.open_matches {
            return Ok(());
        }
        self.count(Limit::OpenMatches);
        let message = Reason::TooManyOpenMatches.with([("most", self.open_matches.into())]);
        Err(RequestError::new(Code::RateLimited, message))
    }

    /// Counts a refusal by a limit that is checked elsewhere.
    pub(crate) fn count(&self, limit: Limit) {
        self.refusals.get_or_create(&Refused { limit: limit.name() }).inc();
    }

    fn charge<K: Clone + Eq + Hash>(
        &self,
        limiter: &KeyedLimiter<K>,
        key: &K,
        reason: Reason,
    ) -> Result<(), RequestError> {
        self.charge_many(limiter, key, NonZeroU32::MIN, reason)
    }

    fn charge_many<K: Clone + Eq + Hash>(
        &self,
        limiter: &KeyedLimiter<K>,
        key: &K,
        count: NonZeroU32,
        reason: Reason,
    ) -> Result<(), RequestError> {
        limiter.charge(key, count).map_err(|wait| {
            self.count(limiter.limit);
            let mut error = RequestError::rate_limited(reason, wait);
            error.more.exceeded = limiter.exceeded();
            error
        })
    }
}

/// Returns the jittered read back-off of a rate-limited connection, so that clients of one
/// address do not retry in step.
pub(crate) fn read_backoff() -> Duration {
    let [least, most] = READ_BACKOFF;
    rand::random_range(least..most)
}

/// A quota of `count` per period; `None` for no limit.
fn quota(count: u32, per: impl Fn(NonZeroU32) -> Quota) -> Option<Quota> {
    NonZeroU32::new(count).map(per)
}

fn per_day(count: NonZeroU32) -> Quota {
    let one_every = DAY / count.get();
    Quota::with_period(one_every).unwrap_or(Quota::per_second(count)).allow_burst(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn limits(options: RateLimitOptions) -> RateLimits {
        RateLimits::new(&options, 1, Refusals::default())
    }

    #[test]
    fn a_closed_connection_is_no_longer_counted() {
        let options = RateLimitOptions { connections_per_address: 2, ..Default::default() };
        let limits = limits(options);
        let first = limits.admit(HERE, false).unwrap();
        let second = limits.admit_proxied(Some(HERE.into())).unwrap();
        let refused = limits.admit(HERE, false).unwrap_err();
        assert_eq!(refused.code, Code::RateLimited);
        assert!(refused.more.retry_after_ms.is_some());
        let _elsewhere = limits.admit(IpAddr::from([192, 0, 2, 2]), false).unwrap();
        let _proxy = limits.admit(HERE, true).unwrap();
        drop(first);
        let _third = limits.admit(HERE, false).unwrap();
        limits.admit(HERE, false).unwrap_err();
        drop(second);
        let _fourth = limits.admit(HERE, false).unwrap();
        let met = Refused { limit: Limit::ConnectionsPerAddress.name() };
        assert_eq!(limits.refusals.get_or_create(&met).get(), 2);
    }

    #[test]
    fn every_address_has_its_own_limit_and_the_operator_has_none() {
        let options = RateLimitOptions { guests_per_hour: 2, ..Default::default() };
        let limits = limits(options);
        let (here, there) = (Some(HERE.into()), Some(IpAddr::from([192, 0, 2, 2]).into()));
        assert_eq!([(); 2].map(|()| limits.guest(here).is_ok()), [true; 2]);
        let wait = limits.guest(here).unwrap_err().more.retry_after_ms.unwrap();
        assert!((1_700_000..=1_800_001).contains(&wait), "{wait}");
        assert!(limits.guest(there).is_ok());
        assert_eq!([(); 9].map(|()| limits.guest(None).is_ok()), [true; 9]);
    }

    #[test]
    fn sign_ins_to_one_account_are_slowed_down_over_all_addresses() {
        let options = RateLimitOptions { sign_ins_per_hour: 1, ..Default::default() };
        let limits = limits(options);
        let address = |host| Some(IpAddr::from([192, 0, 2, host]).into());
        for host in 0..10 {
            limits.sign_in_from_unknown(address(host), "Arthur").unwrap();
        }
        // Every further address has one attempt in ten minutes.
        for host in 10..20 {
            limits.sign_in_from_unknown(address(host), "arthur").unwrap();
            let refused = limits.sign_in_from_unknown(address(host), "Arthur").unwrap_err();
            assert_eq!(refused.more.reason, Some(Reason::TooManySignInsToAccount));
            let wait = refused.more.retry_after_ms.unwrap();
            assert!((599_000..=600_001).contains(&wait), "{wait}");
        }
        limits.sign_in_from_unknown(None, "Arthur").unwrap_err();
        limits.sign_in_from_unknown(address(10), "Kay").unwrap();
    }

    #[test]
    fn guesses_at_one_account_leave_sign_ins_of_the_address_to_others() {
        let options = RateLimitOptions { sign_ins_per_hour: 6, ..Default::default() };
        let limits = limits(options);
        let here = Some(HERE.into());
        let reason = |refused: Result<(), RequestError>| refused.unwrap_err().more.reason;
        let guesses = [(); 20].map(|()| limits.sign_in_from(here, Some("Arthur")).is_ok());
        assert_eq!(guesses.iter().filter(|is_allowed| **is_allowed).count(), 2);
        let refused = limits.sign_in_from(here, Some("ARTHUR"));
        assert_eq!(reason(refused), Some(Reason::TooManySignInsToAccount));
        limits.sign_in_from(here, Some("Kay")).unwrap();
        // A client that is signed in to the account is judged by its address alone.
        assert_eq!([(); 3].map(|()| limits.sign_in_from(here, None).is_ok()), [true; 3]);
        assert_eq!(
            reason(limits.sign_in_from(here, None)),
            Some(Reason::TooManySignInsFromAddress)
        );
    }

    #[test]
    fn imports_are_counted_by_their_bytes() {
        let options = RateLimitOptions { imported_per_day: 1, ..Default::default() };
        let limits = limits(options);
        let player = PlayerId(uuid::Uuid::from_u128(1));
        limits.import(player, 1_000_000).unwrap();
        limits.import(player, 1_000_000).unwrap_err();
        limits.import(player, 1_024).unwrap();
        let never = limits.import(player, 2_000_000).unwrap_err();
        assert_eq!(never.more.retry_after_ms, Some(DAY.as_millis() as u64 + 1));
    }

    #[test]
    fn a_limit_of_zero_is_no_limit() {
        let options =
            RateLimitOptions { connections_per_address: 0, open_matches: 0, ..Default::default() };
        let limits = limits(options);
        let _places: Vec<ConnectionPermit> =
            (0..1_000).map(|_| limits.admit(HERE, false).unwrap()).collect();
        assert!(limits.open_match(1_000_000).is_ok());
    }
}
