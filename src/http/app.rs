//! What every route can reach.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::live::analysis::Analysts;
use crate::live::channels::ChannelsHandle;
use crate::live::computer::ComputerPlayers;
use crate::live::lobby::LobbyHandle;
use crate::live::nodes::Entity;
use crate::live::tournaments::Tournaments;
use crate::live::{Live, Room};
use crate::protocol::proofs::Signer;
use crate::protocol::{LONGEST_LINE, Limits, LinkView, RequestError, SeatMap, rfc3339};
use crate::store::Store;
use chivalry_play::lobby::{Seeker, Terms};
use chivalry_play::player::Player;
use chivalry_play::rating::PublicRating;

use super::allowances::Allowances;
use super::metrics::Metrics;
use super::options::HttpOptions;
use super::passwords::Passwords;
use super::problem::{live_error, store_error};
use super::relay::Relay;
use super::workbench::Workbench;

/// The largest frame and body taken, in bytes.
pub(super) const LARGEST_REQUEST: usize = 16 * 1024;

/// The state of the edge, which every request and connection holds.
pub(super) type App = Arc<Edge>;

/// The way to everything behind the edge.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) live: Live,
    pub(super) lobby: LobbyHandle,
    /// The way to other nodes' clients, where there may be any.
    pub(super) relay: Option<Arc<Relay>>,
    pub(super) channels: ChannelsHandle,
    pub(super) tournaments: Tournaments,
    pub(super) store: Store,
    /// Who sits where the computer player was asked to.
    pub(super) computers: ComputerPlayers,
    pub(super) analysts: Analysts,
    pub(super) options: HttpOptions,
    pub(super) passwords: Passwords,
    pub(super) metrics: Metrics,
    pub(super) allowances: Arc<Allowances>,
    /// For questions about the rules, whose answers take their time.
    pub(super) questions: Workbench,
    /// Signs records.
    pub(super) signer: Signer,
    /// Without a slash at its end.
    pub(super) public_url: Box<str>,
    /// Cancelled when the server begins to go away.
    pub(super) draining: CancellationToken,
}

impl Edge {
    /// Whether this node has it in memory, and answers for it.
    pub(super) fn has(&self, about: Entity) -> bool {
        match about {
            Entity::Match(id) => self.live.holds(id),
            Entity::Tournament(id) => self.tournaments.holds(id),
            Entity::Lobby => self.lobby.is_here(),
        }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            frame_bytes: LARGEST_REQUEST,
            commands_per_second: self.options.commands_per_second,
            matches_watched: self.options.matches_watched,
            chat_characters: LONGEST_LINE,
        }
    }

    /// The player as the lobby pairs them with whoever comes, to play that.
    pub(super) async fn paired(
        &self,
        player: Player,
        terms: &Terms,
    ) -> Result<Seeker, RequestError> {
        if terms.time.is_real_time() {
            self.live.check_wait(player.id).await.map_err(|error| live_error(&error))?;
        }
        self.seeker(player, terms).await
    }

    /// The player as the lobby pairs them, to play that.
    pub(super) async fn seeker(
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

    /// The links of a match's free seats, for its maker.
    pub(super) fn links(&self, room: &Room) -> SeatMap<LinkView> {
        let contest = &room.contest;
        SeatMap::of(contest.variant(), |seat| {
            let key = contest.invite_key(seat)?.to_owned();
            let url = format!("{}/m/{}?key={key}", self.public_url, contest.id());
            let expires_at = contest.invite_key_expires_at(seat).map(rfc3339);
            Some(LinkView { url, key, expires_at })
        })
    }
}
