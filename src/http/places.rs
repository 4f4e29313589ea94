//! The connections that are open, and from where (`docs/operations.md`, "Limits").

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::entrance::Address;

/// How long the place of a connection stays taken that was closed for what came over it: who
/// does nothing else soon has none left.
const TAKEN_FOR: Duration = Duration::from_secs(60);

/// A connection among those that may be open, for as long as somebody has it.
#[derive(Debug, Default)]
pub(super) struct Place {
    _permit: Option<OwnedSemaphorePermit>,
    counted: Option<Counted>,
}

impl Place {
    pub(super) fn new(permit: Option<OwnedSemaphorePermit>, counted: Option<Counted>) -> Place {
        Place { _permit: permit, counted }
    }

    /// The connection is closed for what came over it: its place stays taken for a while.
    pub(super) fn is_abused(&self) {
        if let Some(counted) = &self.counted {
            counted.is_abused.store(true, Ordering::Relaxed);
        }
    }
}

/// A connection that is refused, until it is told.
#[derive(Debug)]
pub(super) struct Outside {
    _permits: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

impl Outside {
    pub(super) fn new(
        outside: OwnedSemaphorePermit,
        room: Option<OwnedSemaphorePermit>,
    ) -> Outside {
        Outside { _permits: (outside, room) }
    }
}

/// How many connections there are from each address.
#[derive(Debug)]
pub(super) struct Places {
    most: u32,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    counts: HashMap<Address, u32>,
    /// Places that nobody has any more, and when they are free: the earliest first.
    abused: VecDeque<(Instant, Address)>,
}

impl Places {
    /// At most so many from each; 0 for no limit.
    pub(super) fn new(most: u32) -> Places {
        Places { most, taken: Mutex::default() }
    }

    pub(super) fn take(places: &Arc<Places>, address: Address) -> Option<Counted> {
        let mut taken = places.lock();
        taken.free_abused(Instant::now());
        let count = taken.counts.entry(address).or_insert(0);
        if places.most > 0 && *count >= places.most {
            return None;
        }
        *count += 1;
        Some(Counted { places: Arc::clone(places), address, is_abused: AtomicBool::new(false) })
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
pub(super) struct Counted {
    places: Arc<Places>,
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
        let places = Arc::new(Places::new(2));
        let here = Address::from(IpAddr::from([192, 0, 2, 1]));
        let admit = || Places::take(&places, here).map(|counted| Place::new(None, Some(counted)));
        let abused = admit().unwrap();
        abused.is_abused();
        drop(abused);
        drop(admit().unwrap());
        let _other = admit().unwrap();
        assert!(admit().is_none());
        tokio::time::advance(TAKEN_FOR).await;
        let _again = admit().unwrap();
        assert!(admit().is_none());
    }
}
