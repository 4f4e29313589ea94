//! The view of a tournament's directors: the games of the rounds under way.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{
    EntrantId, Event, Pairing, PairingId, Penalty, RecordedPenalty, Tournament, TournamentId,
};

use crate::protocol::tournaments::views::{PairingView, PauseView};
use crate::protocol::views::match_view::{MatchView, PlayerView, rfc3339};

/// The number of penalties in the view of the desk.
const MAX_PENALTIES: usize = 100;

/// The desk of a tournament's directors.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskView {
    /// The tournament.
    #[schema(value_type = Uuid)]
    pub tournament: TournamentId,
    /// The version of the tournament.
    pub v: u32,
    /// The time of the view.
    pub now: String,
    /// The pause of the rounds under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<PauseView>,
    /// Undecided pairings of the rounds under way, by round and table.
    pub games: Vec<DeskGameView>,
    /// The number of all undecided pairings of the rounds under way.
    pub open: usize,
    /// The last penalties, newest first: up to 100.
    pub penalties: Vec<PenaltyView>,
    /// The last action of a director that counts. It is undone by its `action`, unless a game has
    /// begun since or the action has changed games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_action: Option<DirectorActionView>,
}

/// An undecided pairing on the desk.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskGameView {
    /// The pairing.
    pub pairing: PairingView,
    /// The time since which the pairing waits for entrants who are not ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_since: Option<String>,
    /// The time at which entrants who are not ready forfeit. It is later by the duration of a
    /// pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeits_at: Option<String>,
    /// The match of the game under way. Its `presence` is missing if the speed is `correspondence`,
    /// and if the node of the match does not answer.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<MatchView>>,
}

/// A penalty.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PenaltyView {
    /// The version of the first event of the director's action.
    pub action: u32,
    /// The time.
    pub at: String,
    /// The director.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerView>,
    /// The pairing.
    pub pairing: PairingId,
    /// The number of the game in the pairing.
    pub game: u16,
    /// The entrant.
    pub entrant: EntrantId,
    /// The penalty.
    pub penalty: Penalty,
    /// The reason.
    pub reason: String,
}

/// An action of a director.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DirectorActionView {
    /// The version of its first event.
    pub action: u32,
    /// The time.
    pub at: String,
    /// The director.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerView>,
    /// The type of its first event.
    pub event: String,
}

impl DeskView {
    /// The desk of a tournament at `now`, with the given pairings of all undecided ones.
    #[must_use]
    pub fn of(
        id: TournamentId,
        tournament: &Tournament,
        players: &HashMap<PlayerId, Player>,
        games: Vec<DeskGameView>,
        open: usize,
        now: Timestamp,
    ) -> DeskView {
        let penalties: Vec<RecordedPenalty<'_>> = tournament.penalties().collect();
        let by = |by: Option<PlayerId>| by.and_then(|by| players.get(&by)).map(PlayerView::from);
        let penalty = |it: &RecordedPenalty<'_>| PenaltyView {
            action: it.recorded.action,
            at: rfc3339(it.recorded.at),
            by: by(it.recorded.by),
            pairing: it.pairing,
            game: it.number,
            entrant: it.entrant,
            penalty: it.penalty,
            reason: it.reason.to_owned(),
        };
        let last_action = tournament.last_director_action().map(|recorded| DirectorActionView {
            action: recorded.action,
            at: rfc3339(recorded.at),
            by: by(recorded.by),
            event: kind(&recorded.event),
        });
        DeskView {
            tournament: id,
            v: tournament.v(),
            now: rfc3339(now),
            pause: tournament.pause().map(PauseView::from),
            games,
            open,
            penalties: penalties.iter().rev().take(MAX_PENALTIES).map(penalty).collect(),
            last_action,
        }
    }
}

/// Returns the type of an event in frames and in the log.
fn kind(event: &Event) -> String {
    let json = serde_json::to_value(event).unwrap_or_default();
    json["t"].as_str().unwrap_or_default().to_owned()
}

impl DeskGameView {
    /// The view of an undecided pairing, whose game is played in the given match.
    #[must_use]
    pub fn of(
        tournament: &Tournament,
        pairing: &Pairing,
        forfeits_at: Option<Timestamp>,
        game: Option<MatchView>,
    ) -> DeskGameView {
        let stages = tournament.stages();
        let round = stages.get(pairing.stage).and_then(|stage| stage.round(pairing.round));
        let waits = pairing.began_at.is_none();
        DeskGameView {
            pairing: PairingView::of(tournament, pairing),
            waits_since: round.and_then(|it| it.began_at).filter(|_| waits).map(rfc3339),
            forfeits_at: forfeits_at.map(rfc3339),
            game: game.map(Box::new),
        }
    }
}
