//! Ratings: Glicko-2 in pools by variant, speed and kind of player.
//!
//! Glicko-2 rates by periods (Mark Glickman, "Example of the Glicko-2 system"). Each match is a
//! period of its own. The time between two matches of a player counts as periods without
//! matches, in fractions of a [`RATING_PERIOD`]. A [`RatedGame`] is read from the log of a match
//! and computes the changes of its players' ratings.

mod glicko;
mod pool;
mod rated_game;

pub use glicko::{
    ACTIVE_FOR, PROVISIONAL_ABOVE, PublicRating, RATING_PERIOD, Rating, RatingRecord, Score,
};
pub use pool::Pool;
pub use rated_game::{RatedAccount, RatedGame, RatingChange, SeatRating, seat_places};
