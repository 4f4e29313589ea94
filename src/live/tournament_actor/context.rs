//! State shared by all tournament actors.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use chivalry_play::player::PlayerId;
use chivalry_tournament::TournamentId;

use crate::live::cluster::nodes::Entity;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::registry::Live;
use crate::live::tournament_actor::message::Message;
use crate::scheduling::Tasks;
use crate::store::Store;

/// The sending side of a tournament actor's mailbox.
pub(crate) type TournamentSender = mpsc::Sender<Message>;

/// Starts the actor of a tournament. The handle supplies it: the context must not depend on the
/// actors, which depend on the context.
pub(crate) type StartActor = fn(&Arc<TournamentContext>, TournamentId) -> TournamentSender;

/// State shared by all tournament actors.
#[derive(Debug)]
pub(crate) struct TournamentContext {
    pub(crate) live: Live,
    pub(crate) store: Store,
    pub(crate) lobby: LobbyHandle,
    start_actor: StartActor,
    /// The senders of the actors in memory.
    /// The lock is held for one lookup, never across an await.
    actors: Mutex<HashMap<TournamentId, TournamentSender>>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: Tasks,
}

impl TournamentContext {
    /// Returns a context without tournaments.
    pub(crate) fn new(
        live: Live,
        store: Store,
        lobby: LobbyHandle,
        start_actor: StartActor,
    ) -> TournamentContext {
        TournamentContext {
            live,
            store,
            lobby,
            start_actor,
            actors: Mutex::default(),
            shutdown: CancellationToken::new(),
            tasks: Tasks::default(),
        }
    }

    /// Returns the sender of the tournament actor, which is started if necessary.
    pub(crate) fn start(self: &Arc<TournamentContext>, id: TournamentId) -> TournamentSender {
        let mut actors = self.actors.lock();
        actors.entry(id).or_insert_with(|| (self.start_actor)(self, id)).clone()
    }

    /// Calls [`TournamentContext::start`], unless another node owns the tournament. That node is
    /// asked to check its games.
    pub(crate) async fn start_unless_owned(
        self: &Arc<TournamentContext>,
        id: TournamentId,
    ) -> Option<TournamentSender> {
        let about = Entity::Tournament(id);
        if let Some(nodes) = self.live.nodes()
            && !self.is_in_memory(id)
            && nodes.somebody_has(about).await
        {
            nodes.publish_change(about).await;
            return None;
        }
        Some(self.start(id))
    }

    /// True if this node has the tournament in memory.
    pub(crate) fn is_in_memory(&self, id: TournamentId) -> bool {
        self.actors.lock().contains_key(&id)
    }

    /// Removes the cached name of a player.
    pub(crate) async fn remove_player(&self, player: PlayerId) {
        let senders: Vec<TournamentSender> = {
            let actors = self.actors.lock();
            actors.values().cloned().collect()
        };
        for sender in senders {
            // A retiring actor loads the names again on its return.
            let _ = sender.send(Message::Forget { player }).await;
        }
    }

    /// Removes the actor of a tournament that has ended.
    pub(crate) fn unregister(&self, id: TournamentId) {
        self.actors.lock().remove(&id);
    }
}
