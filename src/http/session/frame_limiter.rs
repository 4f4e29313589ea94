//! The rate limits of a connection's frames, and the priority of its task.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant as StdInstant};

use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::time::Instant;

use crate::live::time::until;
use crate::protocol::{Reason, RequestError};
use chivalry_play::player::PlayerId;

use crate::http::net::address::Address;
use crate::http::net::connection_limit::ConnectionPermit;
use crate::http::net::limiter::{Limit, ServerClock};
use crate::http::net::rate_limit::{RateLimits, read_backoff};
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::session::play_priority::PlayPriority;
use crate::http::state::AppState;

/// The address of a connection, its permits, its rate and its priority.
pub(crate) struct FrameLimiter {
    /// The client's address, or `None` if address limits do not apply.
    pub(crate) address: Option<Address>,
    /// The permits of the connection itself and of the client behind a proxy.
    pub(crate) permits: [Option<Arc<ConnectionPermit>>; 2],
    pub(crate) priority: PlayPriority,
    limiter: RateLimiter<NotKeyed, InMemoryState, ServerClock, NoOpMiddleware<StdInstant>>,
    /// The end of the read back-off after a refusal.
    backoff_until: Option<Instant>,
}

impl FrameLimiter {
    /// The limiter of a client that is connected to this node.
    pub(crate) fn local(
        app: &AppState,
        address: Option<Address>,
        permits: [Option<Arc<ConnectionPermit>>; 2],
        priority: TaskPriority,
    ) -> FrameLimiter {
        let per_second = app.options.commands_per_second;
        let per_second = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
        FrameLimiter {
            address,
            permits,
            priority: PlayPriority::new(priority),
            limiter: RateLimiter::direct_with_clock(Quota::per_second(per_second), ServerClock),
            backoff_until: None,
        }
    }

    /// The limiter of a client that is connected to another node, which limits its frames.
    pub(crate) fn remote(app: &AppState) -> FrameLimiter {
        FrameLimiter::local(app, None, [None, None], TaskPriority::new(Priority::Play))
    }

    /// Charges a frame to the connection, its address and its player. A refusal starts the read
    /// back-off, so that an abusive client cannot make the server answer every frame.
    ///
    /// # Errors
    ///
    /// `rate_limited`, with the time until the next attempt.
    pub(crate) fn check(
        &mut self,
        limits: &RateLimits,
        player: Option<PlayerId>,
    ) -> Result<(), RequestError> {
        self.priority.on_frame();
        let checked = self.check_rate(limits);
        let checked = checked.and_then(|()| limits.request(self.address));
        let checked = checked.and_then(|()| player.map_or(Ok(()), |player| limits.command(player)));
        checked.map_err(|mut error| {
            let read_backoff = self.back_off();
            let wait = error.more.retry_after_ms.unwrap_or_default();
            error.more.retry_after_ms = Some(wait.max(read_backoff.as_millis() as u64));
            error
        })
    }

    /// Charges a ping to the connection. Pings are answered by the library, so an excess one only
    /// starts the read back-off.
    pub(crate) fn check_ping(&mut self, limits: &RateLimits) {
        if self.check_rate(limits).is_err() {
            self.back_off();
        }
    }

    fn check_rate(&self, limits: &RateLimits) -> Result<(), RequestError> {
        self.limiter.check().map_err(|early| {
            limits.count(Limit::CommandsPerSecond);
            let wait = early.wait_time_from(ServerClock.now());
            RequestError::rate_limited(Reason::TooManyCommands, wait)
        })
    }

    /// Starts the read back-off and ends the priority of players.
    fn back_off(&mut self) -> Duration {
        let read_backoff = read_backoff();
        self.backoff_until = Some(Instant::now() + read_backoff);
        self.priority.lower();
        read_backoff
    }

    /// True while frames of the connection may be read.
    pub(crate) fn may_read(&self) -> bool {
        self.backoff_until.is_none()
    }

    /// Completes at the end of the read back-off; never completes without one.
    pub(crate) async fn backoff_ended(&mut self) {
        until(self.backoff_until).await;
        self.backoff_until = None;
    }

    /// Charges a protocol violation to the permits.
    pub(crate) fn mark_abusive(&self) {
        self.permits.iter().flatten().for_each(|permit| permit.mark_abusive());
    }
}
