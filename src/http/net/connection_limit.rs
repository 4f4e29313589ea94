//! Limits on open connections (`docs/operations.md`, "Limits").

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::process::most_open_files;

use crate::http::net::address::Address;

/// Time for which a connection stays counted after it was closed for a protocol violation.
const ABUSE_PENALTY: Duration = Duration::from_secs(60);

/// File descriptors reserved for the database and the server itself.
const RESERVED_FILES: u64 = 128;

/// Maximum rejected connections that are held open for a delayed answer.
const MAX_HELD_REJECTIONS: usize = 1_024;

/// A permit for one open connection.
#[derive(Debug, Default)]
pub(crate) struct ConnectionPermit {
    _file: Option<OwnedSemaphorePermit>,
    counted: Option<Counted>,
}

impl ConnectionPermit {
    /// Keeps the connection counted for a while after it closes.
    pub(crate) fn mark_abusive(&self) {
        if let Some(counted) = &self.counted {
            counted.is_abusive.store(true, Ordering::Relaxed);
        }
    }
}

/// A permit for a rejected connection, held until it is answered.
#[derive(Debug)]
pub(crate) struct RejectedConnection {
    _permit: OwnedSemaphorePermit,
    _file: Option<OwnedSemaphorePermit>,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitReached {
    /// Open files of the process.
    OpenFiles,
    /// Connections from one address.
    PerAddress,
}

/// The limits of open connections, in total and per address.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    /// Maximum connections per address; 0 for no limit.
    per_address: u32,
    /// The files left; `None` if the system reports no limit.
    open_files: Option<Arc<Semaphore>>,
    rejections: Arc<Semaphore>,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    counts: HashMap<Address, u32>,
    /// Closed connections that are still counted, and the time when each is released. The earliest
    /// comes first.
    abusive: VecDeque<(Instant, Address)>,
}

impl ConnectionLimits {
    pub(crate) fn new(per_address: u32) -> ConnectionLimits {
        let open_files = most_open_files().map(|most| {
            let most = usize::try_from(most.saturating_sub(RESERVED_FILES)).unwrap_or(usize::MAX);
            Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS)))
        });
        let rejections = Arc::new(Semaphore::new(MAX_HELD_REJECTIONS));
        ConnectionLimits { per_address, open_files, rejections, open: Mutex::default() }
    }

    /// Acquires a permit for a new connection. A proxy's connection has no address, because its
    /// clients are counted instead.
    pub(crate) fn acquire(
        limits: &Arc<ConnectionLimits>,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, LimitReached> {
        let open_files = limits.open_files()?;
        let permit = ConnectionLimits::acquire_proxied(limits, address)?;
        Ok(ConnectionPermit { _file: open_files, ..permit })
    }

    /// Acquires a permit for a client's connection through a proxy.
    pub(crate) fn acquire_proxied(
        limits: &Arc<ConnectionLimits>,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, LimitReached> {
        let counted =
            address.map(|address| ConnectionLimits::count(limits, address)).transpose()?;
        Ok(ConnectionPermit { _file: None, counted })
    }

    /// Acquires a permit to hold a rejected connection open; `None` if too many are held.
    pub(crate) fn hold_rejected(&self) -> Option<RejectedConnection> {
        let permit = Arc::clone(&self.rejections).try_acquire_owned().ok()?;
        Some(RejectedConnection { _permit: permit, _file: self.open_files().ok()? })
    }

    fn open_files(&self) -> Result<Option<OwnedSemaphorePermit>, LimitReached> {
        let open_files = self.open_files.clone().map(Semaphore::try_acquire_owned).transpose();
        open_files.map_err(|_| LimitReached::OpenFiles)
    }

    fn count(limits: &Arc<ConnectionLimits>, address: Address) -> Result<Counted, LimitReached> {
        let mut open = limits.lock();
        open.release_expired(Instant::now());
        let count = open.counts.entry(address).or_insert(0);
        if limits.per_address > 0 && *count >= limits.per_address {
            return Err(LimitReached::PerAddress);
        }
        *count += 1;
        Ok(Counted { limits: Arc::clone(limits), address, is_abusive: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock()
    }
}

impl OpenConnections {
    fn release_expired(&mut self, now: Instant) {
        while let Some((_, address)) = self.abusive.pop_front_if(|(until, _)| *until <= now) {
            self.release(address);
        }
    }

    fn release(&mut self, address: Address) {
        if let Some(count) = self.counts.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&address);
            }
        }
    }
}

/// One counted connection of an address.
#[derive(Debug)]
struct Counted {
    limits: Arc<ConnectionLimits>,
    address: Address,
    is_abusive: AtomicBool,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.limits.lock();
        if *self.is_abusive.get_mut() {
            open.abusive.push_back((Instant::now() + ABUSE_PENALTY, self.address));
        } else {
            open.release(self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_abusive_connection_stays_counted_for_a_while() {
        let limits = Arc::new(ConnectionLimits::new(2));
        let here = Address::from(IpAddr::from([192, 0, 2, 1]));
        let admit = || ConnectionLimits::acquire(&limits, Some(here));
        let abusive = admit().unwrap();
        abusive.mark_abusive();
        drop(abusive);
        drop(admit().unwrap());
        let _other = admit().unwrap();
        assert_eq!(admit().unwrap_err(), LimitReached::PerAddress);
        tokio::time::advance(ABUSE_PENALTY).await;
        let _again = admit().unwrap();
        assert_eq!(admit().unwrap_err(), LimitReached::PerAddress);
    }

    #[test]
    fn the_number_of_held_rejections_is_limited() {
        let limits = ConnectionLimits::new(0);
        let waiting: Vec<RejectedConnection> =
            std::iter::from_fn(|| limits.hold_rejected()).collect();
        assert!((1..=MAX_HELD_REJECTIONS).contains(&waiting.len()), "{}", waiting.len());
        drop(waiting);
        assert!(limits.hold_rejected().is_some());
    }
}
