//! State shared by all routes and sessions.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::live::background::featured::FeaturedHandle;
use crate::live::cluster::nodes::Entity;
use crate::live::compute::analysis::Analysts;
use crate::live::compute::bots::ComputerPlayers;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::tournament_actor::handle::Tournaments;
use crate::live::{Live, MatchSnapshot};
use crate::protocol::proofs::keys::Signer;
use crate::protocol::{LONGEST_LINE, Limits, LinkView, RequestError, SeatMap, rfc3339};
use crate::store::Store;
use chivalry_play::lobby::{Seeker, Terms};
use chivalry_play::player::Player;
use chivalry_play::rating::PublicRating;

use crate::http::api::metrics::Metrics;
use crate::http::error::{live_error, store_error};
use crate::http::extract::passwords::Passwords;
use crate::http::gateway::forwarding::Gateway;
use crate::http::net::rate_limit::RateLimits;
use crate::http::options::HttpOptions;
use crate::http::workbench::Workbench;

/// Maximum size of a frame or request body, in bytes.
pub(crate) const LARGEST_REQUEST: usize = 16 * 1024;

/// The state shared by all routes and sessions.
pub(crate) type AppState = Arc<ServerState>;

/// Handles of the services that routes and sessions use.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) live: Live,
    pub(crate) lobby: LobbyHandle,
    /// The gateway to other nodes; `None` on a single node.
    pub(crate) relay: Option<Arc<Gateway>>,
    pub(crate) channels: FeaturedHandle,
    pub(crate) tournaments: Tournaments,
    pub(crate) store: Store,
    /// The computer players.
    pub(crate) computers: ComputerPlayers,
    pub(crate) analysts: Analysts,
    pub(crate) options: HttpOptions,
    pub(crate) passwords: Passwords,
    pub(crate) metrics: Metrics,
    pub(crate) allowances: Arc<RateLimits>,
    /// The pool for rules questions, which take CPU time.
    pub(crate) questions: Workbench,
    /// The key that signs records.
    pub(crate) signer: Signer,
    /// The public URL, without a trailing slash.
    pub(crate) public_url: Box<str>,
    /// Cancelled when the server starts to drain.
    pub(crate) draining: CancellationToken,
}

impl ServerState {
    /// True if this node owns the entity.
    pub(crate) fn has(&self, about: Entity) -> bool {
        match about {
            Entity::Match(id) => self.live.holds(id),
            Entity::Tournament(id) => self.tournaments.holds(id),
            Entity::Lobby => self.lobby.is_here(),
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            frame_bytes: LARGEST_REQUEST,
            commands_per_second: self.options.commands_per_second,
            matches_watched: self.options.matches_watched,
            chat_characters: LONGEST_LINE,
        }
    }

    /// A player for the lobby to pair with anybody who accepts `terms`.
    ///
    /// # Errors
    ///
    /// The refusal, if the player may not start a real-time game now or the store cannot be read.
    pub(crate) async fn paired(
        &self,
        player: Player,
        terms: &Terms,
    ) -> Result<Seeker, RequestError> {
        if terms.time.is_real_time() {
            self.live.check_wait(player.id).await.map_err(|error| live_error(&error))?;
        }
        self.seeker(player, terms).await
    }

    /// A player for the lobby, with their strength at `terms`.
    pub(crate) async fn seeker(
        &self,
        player: Player,
        terms: &Terms,
    ) -> Result<Seeker, RequestError> {
        let key = (player.id, terms.pool(player.kind));
        let strengths = self.store.strengths(&[key], self.live.time().now()).await;
        let strengths = strengths.map_err(|error| store_error(&error))?;
        let strength = strengths.get(&key).copied().unwrap_or(PublicRating::UNKNOWN);
        Ok(Seeker { player, strength })
    }

    /// The invite links of a match's free seats, for its creator.
    pub(crate) fn links(&self, room: &MatchSnapshot) -> SeatMap<LinkView> {
        let match_state = &room.contest;
        SeatMap::of(match_state.variant(), |seat| {
            let key = match_state.invite_key(seat)?.to_owned();
            let url = format!("{}/m/{}?key={key}", self.public_url, match_state.id());
            let expires_at = match_state.invite_key_expires_at(seat).map(rfc3339);
            Some(LinkView { url, key, expires_at })
        })
    }
}
