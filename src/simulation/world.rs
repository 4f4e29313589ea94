//! The random numbers and the time of the run on this thread.

use std::cell::RefCell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::time::Instant;
use uuid::{Builder, Uuid};

use chivalry_play::clock::Timestamp;

/// The wall clock at the start of each run, in milliseconds since 1970.
pub(crate) const EPOCH_MS: u64 = 1_800_000_000_000;

struct Source {
    random: StdRng,
    began_at: Instant,
}

thread_local! {
    static SOURCE: RefCell<Option<Source>> = const { RefCell::new(None) };
}

/// Seeds the servers of the run on this thread. `None` ends the run.
pub(crate) fn set_seed(seed: Option<u64>) {
    let source =
        seed.map(|seed| Source { random: StdRng::seed_from_u64(seed), began_at: Instant::now() });
    SOURCE.replace(source);
}

/// Calls `f` with the random numbers of the run. `None` outside of a run.
pub(crate) fn seeded<T>(f: impl FnOnce(&mut StdRng) -> T) -> Option<T> {
    SOURCE.with_borrow_mut(|source| source.as_mut().map(|source| f(&mut source.random)))
}

/// Returns a new id. `None` outside of a run.
pub(crate) fn seeded_id() -> Option<Uuid> {
    SOURCE.with_borrow_mut(|source| {
        let source = source.as_mut()?;
        let elapsed = source.began_at.elapsed().as_millis() as u64;
        let bytes: [u8; 10] = source.random.random();
        Some(Builder::from_unix_timestamp_millis(EPOCH_MS + elapsed, &bytes).into_uuid())
    })
}

/// Returns the time of the clock of the database. `None` outside of a run.
pub(crate) fn database_time() -> Option<Timestamp> {
    let is_run = SOURCE.with_borrow(Option::is_some);
    is_run.then(|| Timestamp(EPOCH_MS as i64 + elapsed().as_millis() as i64))
}

/// Returns the time since the start of the run.
pub(crate) fn elapsed() -> Duration {
    SOURCE.with_borrow(|source| source.as_ref().map_or(Duration::ZERO, |it| it.began_at.elapsed()))
}
