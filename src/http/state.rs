//! State shared by all routes and sessions.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use crate::live::background::arrangements::ArrangedGames;
use crate::live::background::featured::FeaturedHandle;
use crate::live::cluster::nodes::Entity;
use crate::live::compute::analysis::Analysts;
use crate::live::compute::bots::ComputerPlayers;
use crate::live::compute::cpu_pool::CpuPool;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::tournament_actor::handle::Tournaments;
use crate::live::tournament_actor::schedules::Schedules;
use crate::live::{Live, MatchSnapshot};
use crate::protocol::proofs::keys::Signer;
use crate::protocol::{
    LONGEST_LINE, Limits, LinkView, PresenceView, RequestError, SeatMap, rfc3339,
};
use crate::store::{Store, TokenHash};
use chivalry_play::lobby::{Seeker, Terms};
use chivalry_play::matches::MatchId;
use chivalry_play::player::Player;
use chivalry_play::rating::PublicRating;

use crate::http::error::{live_error, store_error};
use crate::http::extract::guests::GuestTokens;
use crate::http::extract::passwords::Passwords;
use crate::http::failed_attempts::FailedAttempts;
use crate::http::images::cache::ImageCache;
use crate::http::mail::mailer::Mailer;
use crate::http::metrics::Metrics;
use crate::http::net::rate_limit::RateLimits;
use crate::http::net::scheduling::work_limits::WorkLimits;
use crate::http::notifications::push::vapid::VapidKey;
use crate::http::open_tokens::OpenTokens;
use crate::http::options::HttpOptions;
use crate::http::owner_router::OwnerRouter;
use crate::http::passkeys::ceremony::RelyingParty;
use crate::http::passkeys::challenge::Challenges;
use crate::http::provider::client::Provider;

/// Maximum size of a frame or request body, in bytes.
pub(crate) const LARGEST_REQUEST: usize = 16 * 1024;

/// The state shared by all routes and sessions. Handlers extract the parts that they need.
#[derive(Clone, Debug)]
pub(crate) struct AppState(Arc<ServerState>);

/// Handles of the services that routes and sessions use.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) live: Live,
    pub(crate) lobby: LobbyHandle,
    /// The routes to other nodes; `None` on a single node.
    pub(crate) owner_router: Option<Arc<dyn OwnerRouter>>,
    pub(crate) featured: FeaturedHandle,
    pub(crate) tournaments: Tournaments,
    pub(crate) schedules: Schedules,
    pub(crate) arranged_games: ArrangedGames,
    pub(crate) store: Store,
    /// The computer players.
    pub(crate) computers: ComputerPlayers,
    pub(crate) analysts: Analysts,
    pub(crate) options: HttpOptions,
    pub(crate) passwords: Passwords,
    pub(crate) failed_attempts: FailedAttempts,
    pub(crate) metrics: Metrics,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) work_limits: Arc<WorkLimits>,
    /// The pool for requests that take CPU time.
    pub(crate) cpu_pool: CpuPool,
    /// The key that signs records.
    pub(crate) signer: Signer,
    /// The key by which push services identify this site.
    pub(crate) vapid: VapidKey,
    pub(crate) guest_tokens: GuestTokens,
    /// The challenges of passkeys.
    pub(crate) challenges: Challenges,
    /// The site of passkeys; `None` if browsers offer none at the public URL.
    pub(crate) relying_party: Option<RelyingParty>,
    /// The way to send e-mails; `None` if the operator sends none.
    pub(crate) mailer: Option<Mailer>,
    /// The provider of sign-ins; `None` if the operator has none.
    pub(crate) provider: Option<Provider>,
    /// The images drawn last.
    pub(crate) images: ImageCache,
    /// The public URL, without a trailing slash.
    pub(crate) public_url: Box<str>,
    /// The connections of each token.
    pub(crate) open_tokens: OpenTokens,
    /// Cancelled when the server starts to drain.
    pub(crate) draining: CancellationToken,
}

impl AppState {
    pub(crate) fn new(state: ServerState) -> AppState {
        AppState(Arc::new(state))
    }
}

impl Deref for AppState {
    type Target = ServerState;

    fn deref(&self) -> &ServerState {
        &self.0
    }
}

/// Lets handlers extract single fields of the state.
macro_rules! parts {
    ($($field:ident: $part:ty),+ $(,)?) => {
        $(impl FromRef<AppState> for $part {
            fn from_ref(state: &AppState) -> $part {
                state.$field.clone()
            }
        })+
    };
}

parts! {
    live: Live,
    lobby: LobbyHandle,
    featured: FeaturedHandle,
    tournaments: Tournaments,
    schedules: Schedules,
    store: Store,
    computers: ComputerPlayers,
    analysts: Analysts,
    passwords: Passwords,
    cpu_pool: CpuPool,
    signer: Signer,
    rate_limits: Arc<RateLimits>,
}

impl ServerState {
    /// True if this node owns the entity.
    pub(crate) fn has(&self, about: Entity) -> bool {
        match about {
            Entity::Match(id) => self.live.is_in_memory(id),
            Entity::Tournament(id) => self.tournaments.is_in_memory(id),
            Entity::Lobby => self.lobby.is_here(),
        }
    }

    /// Closes the connections of deleted tokens on every node.
    pub(crate) async fn close_connections_of(&self, tokens: Vec<TokenHash>) {
        for token in &tokens {
            self.open_tokens.end(token);
        }
        if let Some(router) = &self.owner_router
            && !tokens.is_empty()
        {
            router.end_tokens(tokens).await;
        }
    }

    /// Returns the presence of the players of a match that another node owns, by the letters of
    /// their seats. `None` if that node does not answer.
    pub(crate) async fn presence_elsewhere(
        &self,
        id: MatchId,
    ) -> Option<BTreeMap<char, PresenceView>> {
        #[derive(Deserialize)]
        struct WithPresence {
            presence: BTreeMap<char, PresenceView>,
        }
        let router = self.owner_router.as_ref()?;
        let path = format!("/api/v1/matches/{id}");
        let body = router.read(Entity::Match(id), path).await?;
        let view: WithPresence = serde_json::from_slice(&body).ok()?;
        Some(view.presence)
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
        let strengths = self.store.ratings().strengths(&[key], self.live.time().now()).await;
        let strengths = strengths.map_err(|error| store_error(&error))?;
        let strength = strengths.get(&key).copied().unwrap_or(PublicRating::UNKNOWN);
        Ok(Seeker { player, strength })
    }

    /// The invite links of a match's free seats, for its creator.
    pub(crate) fn links(&self, room: &MatchSnapshot) -> SeatMap<LinkView> {
        let match_state = &room.match_state;
        SeatMap::of(match_state.variant(), |seat| {
            let key = match_state.invite_key(seat)?.to_owned();
            let url = format!("{}/m/{}?key={key}", self.public_url, match_state.id());
            let expires_at = match_state.invite_key_expires_at(seat).map(rfc3339);
            Some(LinkView { url, key, expires_at })
        })
    }
}
