//! Random numbers and ids. A simulated server takes both from its seed.

use rand::distr::{Distribution, StandardUniform};
use uuid::Uuid;

/// Returns a new id, which contains the time of its creation and is unique.
pub(crate) fn new_id() -> Uuid {
    #[cfg(test)]
    if let Some(id) = crate::simulation::world::seeded_id() {
        return id;
    }
    Uuid::now_v7()
}

/// Returns a random value.
pub(crate) fn value<T>() -> T
where
    StandardUniform: Distribution<T>,
{
    #[cfg(test)]
    if let Some(value) = crate::simulation::world::seeded(|random| rand::RngExt::random(random)) {
        return value;
    }
    rand::random()
}

/// Returns a random number less than `limit`.
pub(crate) fn below(limit: u32) -> u32 {
    #[cfg(test)]
    if let Some(number) =
        crate::simulation::world::seeded(|random| rand::RngExt::random_range(random, 0..limit))
    {
        return number;
    }
    rand::random_range(0..limit)
}
