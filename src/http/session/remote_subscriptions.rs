//! Subscriptions of a client at other nodes, and forwarding of its frames.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::live::cluster::nodes::Entity;

use crate::http::owner_router::{ClientIdentity, OwnerResponse, OwnerRouter};

/// The entities of other nodes that a connection uses.
#[derive(Debug, Default)]
pub(crate) struct RemoteSubscriptions {
    owners: BTreeMap<Entity, RemoteOwner>,
    /// Entities that lost their owner, with the frame that subscribes again.
    lost: Vec<(Entity, Option<String>)>,
    /// True if another node acquired an entity after the connection subscribed.
    owner_changed: bool,
    /// Nodes whose frames were dropped because they were not known as owners.
    dropped_from: BTreeSet<Uuid>,
}

/// The remote owner of an entity.
#[derive(Debug)]
struct RemoteOwner {
    by: Uuid,
    /// The frame that subscribes again at the next owner.
    resubscribe: Option<String>,
}

/// The result of forwarding a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forwarded {
    /// Another node answered.
    Remote,
    /// No other node owns the entity; this node answers.
    Local,
    /// The owner cannot be reached.
    Unreachable,
}

impl RemoteSubscriptions {
    /// Forwards a frame to the owner of `about`. `resubscribe` replaces the frame stored for the
    /// next owner.
    pub(crate) async fn forward(
        &mut self,
        router: &dyn OwnerRouter,
        identity: &ClientIdentity,
        about: Entity,
        frame: &str,
        resubscribe: Option<Option<String>>,
    ) -> Forwarded {
        match router.forward(identity, about, frame).await {
            OwnerResponse::Answered(by) => {
                self.note_owner(about, by);
                if let Some((owner, resubscribe)) = self.owners.get_mut(&about).zip(resubscribe) {
                    owner.resubscribe = resubscribe;
                }
                Forwarded::Remote
            }
            absent @ (OwnerResponse::Unowned | OwnerResponse::TimedOut) => {
                // The previous owner may still send events for the subscription.
                if !self.lose(about, resubscribe.is_some()) && absent == OwnerResponse::TimedOut {
                    self.lost.push((about, None));
                }
                Forwarded::Local
            }
            OwnerResponse::Unreachable => Forwarded::Unreachable,
        }
    }

    /// Records that an entity, which this node owns now, has lost its other owner. Returns false if
    /// no other owner was known. A frame that subscribes itself replaces the stored one.
    pub(crate) fn lose(&mut self, about: Entity, subscribes: bool) -> bool {
        let Some(owner) = self.owners.remove(&about) else { return false };
        self.lost.push((about, owner.resubscribe.filter(|_| !subscribes)));
        true
    }

    /// Records the owner of an entity.
    pub(crate) fn note_owner(&mut self, about: Entity, by: Uuid) {
        let owner = self.owners.entry(about).or_insert(RemoteOwner { by, resubscribe: None });
        // Earlier frames of the new owner were dropped.
        self.owner_changed |= owner.by != by || self.dropped_from.contains(&by);
        owner.by = by;
    }

    /// Records that a frame of `node` was dropped.
    pub(crate) fn note_dropped(&mut self, node: Uuid) {
        self.dropped_from.insert(node);
    }

    /// True if a subscription ended, or missed its first events.
    pub(crate) fn needs_resubscribe(&self) -> bool {
        self.owner_changed || !self.lost.is_empty()
    }

    /// True if an entity lost its owner.
    pub(crate) fn has_lost_owner(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Removes all subscriptions. Returns the frames that subscribe again.
    pub(crate) fn take_all(&mut self) -> Vec<(Entity, Option<String>)> {
        self.owner_changed = false;
        self.dropped_from.clear();
        let owners = std::mem::take(&mut self.owners).into_iter();
        let owner = owners.map(|(about, owner)| (about, owner.resubscribe));
        self.lost.drain(..).chain(owner).collect()
    }

    /// Removes a subscription at `by`. Returns the frame that subscribes again.
    pub(crate) fn remove_from(&mut self, by: Uuid, about: Entity) -> Option<Option<String>> {
        if self.owners.get(&about)?.by != by {
            return None;
        }
        self.owners.remove(&about).map(|owner| owner.resubscribe)
    }

    /// True if `node`, or any node if `None`, owns a subscribed entity.
    pub(crate) fn involves(&self, node: Option<Uuid>) -> bool {
        self.owners.values().any(|owner| node.is_none_or(|node| owner.by == node))
    }

    /// True if `node` owns the entity that a frame is about, as far as that is known. The node may
    /// own another entity, and still carry out a frame that its next owner has answered.
    pub(crate) fn accepts(&self, node: Uuid, frame: &[u8]) -> bool {
        let is_only_owner = self.owners.values().all(|owner| owner.by == node);
        let owner = || self.owner_of(FrameSubject::read(frame)?.entity()?);
        is_only_owner || owner().is_none_or(|owner| owner == node)
    }

    /// The owner of an entity, if the connection uses it.
    pub(crate) fn owner_of(&self, about: Entity) -> Option<Uuid> {
        self.owners.get(&about).map(|owner| owner.by)
    }

    /// True if `node` owns every match that the connection uses at other nodes.
    pub(crate) fn owns_all_matches(&self, node: Uuid) -> bool {
        let mut matches = self.owners.iter().filter(|(about, _)| matches!(about, Entity::Match(_)));
        matches.all(|(_, owner)| owner.by == node)
    }

    /// The nodes that own subscribed entities.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Uuid> {
        self.owners.values().map(|owner| owner.by)
    }
}

/// The entity that a frame for a client names.
#[derive(Debug, Deserialize)]
struct FrameSubject {
    #[serde(rename = "match")]
    match_id: Option<Uuid>,
    tournament: Option<Uuid>,
}

impl FrameSubject {
    fn read(frame: &[u8]) -> Option<FrameSubject> {
        serde_json::from_slice(frame).ok()
    }

    fn entity(&self) -> Option<Entity> {
        let of_match = self.match_id.map(|id| Entity::Match(MatchId(id)));
        of_match.or(self.tournament.map(|id| Entity::Tournament(TournamentId(id))))
    }
}

/// The frame that watches a match again.
pub(crate) fn watch_frame(about: Entity, legal: bool, chat: bool) -> String {
    let Entity::Match(id) = about else { return String::new() };
    json!({ "t": "watch", "match": id.0, "legal": legal, "chat": chat }).to_string()
}

/// The frame that follows the lobby or a tournament again.
pub(crate) fn follow_frame(about: Entity, since: Option<u32>) -> String {
    let Entity::Tournament(id) = about else {
        return json!({ "t": "lobby", "on": true }).to_string();
    };
    let mut frame = json!({ "t": "tournament", "tournament": id.0, "on": true });
    if let Some(since) = since {
        frame["since"] = since.into();
    }
    frame.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOBBY: Entity = Entity::Lobby;

    #[test]
    fn frames_of_a_match_come_from_its_owner_and_other_frames_from_any_owner() {
        let [first, second, id] = [1, 2, 3].map(Uuid::from_u128);
        let frame = |id: Uuid| json!({ "t": "moved", "match": id }).to_string();
        let mut subscriptions = RemoteSubscriptions::default();
        subscriptions.note_owner(LOBBY, first);
        subscriptions.note_owner(Entity::Match(MatchId(id)), second);
        assert!(subscriptions.accepts(second, frame(id).as_bytes()));
        assert!(!subscriptions.accepts(first, frame(id).as_bytes()));
        assert!(subscriptions.accepts(first, frame(first).as_bytes()));
        assert!(subscriptions.accepts(first, br#"{"t": "seeks"}"#));
    }

    #[test]
    fn a_lobby_on_two_nodes_is_followed_on_one_and_again_when_the_other_keeps_it() {
        let [first, second] = [1, 2].map(Uuid::from_u128);
        let mut subscriptions = RemoteSubscriptions::default();
        subscriptions.note_owner(LOBBY, first);
        assert!(subscriptions.involves(Some(first)) && !subscriptions.involves(Some(second)));
        subscriptions.note_dropped(second);
        assert!(!subscriptions.needs_resubscribe(), "the first node still owns it");
        // The first node releases the lobby and the second acquires it.
        assert_eq!(subscriptions.remove_from(first, LOBBY), Some(None));
        subscriptions.note_owner(LOBBY, second);
        assert!(
            subscriptions.needs_resubscribe(),
            "the first frames of the second node were dropped"
        );
        assert_eq!(subscriptions.take_all(), [(LOBBY, None)]);
        subscriptions.note_owner(LOBBY, second);
        assert!(!subscriptions.needs_resubscribe(), "all its frames were received");
    }
}
