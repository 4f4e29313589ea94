//! The tournament game that a match belongs to.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use chivalry_play::matches::TournamentGame;

/// The tournament game that a match belongs to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FixtureView {
    /// The tournament.
    pub id: Uuid,
    /// The tournament's name.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: u32,
    /// The number of the game in the pairing, from 1.
    pub game: u16,
}

impl From<&TournamentGame> for FixtureView {
    fn from(fixture: &TournamentGame) -> FixtureView {
        FixtureView {
            id: fixture.tournament,
            name: fixture.name.clone(),
            stage: fixture.stage,
            round: fixture.round,
            pairing: fixture.pairing,
            game: fixture.number,
        }
    }
}
