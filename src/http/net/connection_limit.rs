//! The connections that are open, and from where (`docs/operations.md`, "Limits").

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::process::most_open_files;

use crate::http::net::client_addr::Address;

/// How long the place of a connection stays taken that was closed for what came over it: who
/// does nothing else soon has none left.
const TAKEN_FOR: Duration = Duration::from_secs(60);

/// Files that are kept from clients, for the database and what the server itself opens.
const RESERVED_FILES: u64 = 128;

/// So many connections that are refused wait to be told at once; others need not wait.
const MOST_OUTSIDE: usize = 1_024;

/// A connection among those that may be open, for as long as somebody has it.
#[derive(Debug, Default)]
pub(crate) struct ConnectionPermit {
    _room: Option<OwnedSemaphorePermit>,
    counted: Option<Counted>,
}

impl ConnectionPermit {
    /// The connection is closed for what came over it: its place stays taken for a while.
    pub(crate) fn is_abused(&self) {
        if let Some(counted) = &self.counted {
            counted.is_abused.store(true, Ordering::Relaxed);
        }
    }
}

/// A connection that is refused, until it is told.
#[derive(Debug)]
pub(crate) struct RejectedConnection {
    _permit: OwnedSemaphorePermit,
    _room: Option<OwnedSemaphorePermit>,
}

/// Of what there is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// Files that the process may have open.
    MatchSnapshot,
    /// Connections from one address.
    Address,
}

/// How many connections there are, and how many from each address.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    /// From one address; 0 for no limit.
    most: u32,
    /// `None` where the system does not say how many files may be open.
    room: Option<Arc<Semaphore>>,
    outside: Arc<Semaphore>,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    counts: HashMap<Address, u32>,
    /// ConnectionLimits that nobody has any more, and when they are free: the earliest first.
    abused: VecDeque<(Instant, Address)>,
}

impl ConnectionLimits {
    pub(crate) fn new(most: u32) -> ConnectionLimits {
        let room = most_open_files().map(|most| {
            let most = usize::try_from(most.saturating_sub(RESERVED_FILES)).unwrap_or(usize::MAX);
            Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS)))
        });
        let outside = Arc::new(Semaphore::new(MOST_OUTSIDE));
        ConnectionLimits { most, room, outside, taken: Mutex::default() }
    }

    /// A place for a new connection; of no address, where those behind it are counted.
    pub(crate) fn take(
        places: &Arc<ConnectionLimits>,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, Full> {
        let room = places.room()?;
        let place = ConnectionLimits::take_carried(places, address)?;
        Ok(ConnectionPermit { _room: room, ..place })
    }

    /// A place for a connection that a proxy has carried here.
    pub(crate) fn take_carried(
        places: &Arc<ConnectionLimits>,
        address: Option<Address>,
    ) -> Result<ConnectionPermit, Full> {
        let counted =
            address.map(|address| ConnectionLimits::count(places, address)).transpose()?;
        Ok(ConnectionPermit { _room: None, counted })
    }

    /// A place to wait in for a connection that is refused, if there is one.
    pub(crate) fn outside(&self) -> Option<RejectedConnection> {
        let permit = Arc::clone(&self.outside).try_acquire_owned().ok()?;
        Some(RejectedConnection { _permit: permit, _room: self.room().ok()? })
    }

    fn room(&self) -> Result<Option<OwnedSemaphorePermit>, Full> {
        let room = self.room.clone().map(Semaphore::try_acquire_owned).transpose();
        room.map_err(|_| Full::MatchSnapshot)
    }

    fn count(places: &Arc<ConnectionLimits>, address: Address) -> Result<Counted, Full> {
        let mut taken = places.lock();
        taken.free_abused(Instant::now());
        let count = taken.counts.entry(address).or_insert(0);
        if places.most > 0 && *count >= places.most {
            return Err(Full::Address);
        }
        *count += 1;
        Ok(Counted { places: Arc::clone(places), address, is_abused: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn free_abused(&mut self, now: Instant) {
        while let Some((_, address)) = self.abused.pop_front_if(|(until, _)| *until <= now) {
            self.free(address);
        }
    }

    fn free(&mut self, address: Address) {
        if let Some(count) = self.counts.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&address);
            }
        }
    }
}

/// One of the connections from an address.
#[derive(Debug)]
struct Counted {
    places: Arc<ConnectionLimits>,
    address: Address,
    is_abused: AtomicBool,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        if *self.is_abused.get_mut() {
            taken.abused.push_back((Instant::now() + TAKEN_FOR, self.address));
        } else {
            taken.free(self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_place_that_was_abused_is_free_again_later() {
        let places = Arc::new(ConnectionLimits::new(2));
        let here = Address::from(IpAddr::from([192, 0, 2, 1]));
        let admit = || ConnectionLimits::take(&places, Some(here));
        let abused = admit().unwrap();
        abused.is_abused();
        drop(abused);
        drop(admit().unwrap());
        let _other = admit().unwrap();
        assert_eq!(admit().unwrap_err(), Full::Address);
        tokio::time::advance(TAKEN_FOR).await;
        let _again = admit().unwrap();
        assert_eq!(admit().unwrap_err(), Full::Address);
    }

    #[test]
    fn so_many_wait_outside() {
        let places = ConnectionLimits::new(0);
        let waiting: Vec<RejectedConnection> = std::iter::from_fn(|| places.outside()).collect();
        assert!((1..=MOST_OUTSIDE).contains(&waiting.len()), "{}", waiting.len());
        drop(waiting);
        assert!(places.outside().is_some());
    }
}
