//! What a client follows at other nodes, and how its frames get there.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use crate::live::cluster::nodes::Entity;
use crate::protocol::Scopes;
use chivalry_play::player::PlayerId;

use crate::http::gateway::forwarding::{AnsweredBy, Gateway};
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Caller, MatchCommand};

/// What a connection has to do with other nodes.
#[derive(Debug, Default)]
pub(crate) struct RemoteSubscriptions {
    owners: HashMap<Entity, Owned>,
    /// What was found to have nobody any more, and has to be said again.
    lost: Vec<(Entity, Option<String>)>,
    /// Whether something has another owner by now, who was asked to tell nothing.
    has_moved: bool,
    /// Nodes that told what nobody here had found them to have, and were not heard.
    unheard: HashSet<Uuid>,
}

/// Something that another node owns.
#[derive(Debug)]
struct Owned {
    by: Uuid,
    /// What has to be said again to the next owner.
    again: Option<String>,
}

/// Where a frame has been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forwarded {
    /// By another node.
    There,
    /// Not yet: it is for this node.
    Here,
    /// The others cannot be reached.
    Nowhere,
}

/// Who speaks, over which connection.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    /// Whether this was said before, to an earlier owner.
    pub(crate) is_again: bool,
    pub(crate) connection: u64,
    pub(crate) player: Option<PlayerId>,
    pub(crate) scopes: Scopes,
    pub(crate) lag: Duration,
}

impl Speaker {
    pub(crate) fn as_caller(&self, relay: &Gateway) -> Caller {
        Caller {
            node: relay.me(),
            connection: self.connection,
            player: self.player.map(|player| player.0),
            scopes: self.scopes.iter().collect(),
            lag_us: u64::try_from(self.lag.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

impl RemoteSubscriptions {
    /// Asks the owner of something to answer a frame. `again` says what to keep for the
    /// next owner, if that changes with it.
    pub(crate) async fn pass(
        &mut self,
        relay: &Gateway,
        speaker: &Speaker,
        about: Entity,
        frame: &str,
        again: Option<Option<String>>,
    ) -> Forwarded {
        let caller = speaker.as_caller(relay);
        let asked = if speaker.is_again {
            MatchCommand::Again(caller)
        } else {
            MatchCommand::Frame(caller)
        };
        match relay.ask_owner(about, &wire::write(&asked, frame.as_bytes())).await {
            AnsweredBy::Node(by) => {
                self.note_owner(about, by);
                if let Some((owned, again)) = self.owners.get_mut(&about).zip(again) {
                    owned.again = again;
                }
                Forwarded::There
            }
            nobody @ (AnsweredBy::Nobody | AnsweredBy::NobodyInTime) => {
                let owned = self.owners.remove(&about);
                // Somebody may still tell what they were asked to.
                if owned.is_some() || nobody == AnsweredBy::NobodyInTime {
                    // What the frame itself does need not be done again.
                    let again = owned.and_then(|it| it.again).filter(|_| again.is_none());
                    self.lost.push((about, again));
                }
                Forwarded::Here
            }
            AnsweredBy::OutOfReach => Forwarded::Nowhere,
        }
    }

    /// Notes whose something is.
    pub(crate) fn note_owner(&mut self, about: Entity, by: Uuid) {
        let owned = self.owners.entry(about).or_insert(Owned { by, again: None });
        // What it told before would be missed.
        self.has_moved |= owned.by != by || self.unheard.contains(&by);
        owned.by = by;
    }

    /// Notes that a node told something that the client did not hear.
    pub(crate) fn note_unheard(&mut self, node: Uuid) {
        self.unheard.insert(node);
    }

    /// Whether what was followed is not followed any more where it is, or not from the
    /// beginning.
    pub(crate) fn has_lost(&self) -> bool {
        self.has_moved || !self.lost.is_empty()
    }

    /// Forgets all that other nodes have or had; what is to be said again.
    pub(crate) fn take_all(&mut self) -> Vec<(Entity, Option<String>)> {
        self.has_moved = false;
        self.unheard.clear();
        let owned = self.owners.drain().map(|(about, owned)| (about, owned.again));
        self.lost.drain(..).chain(owned).collect()
    }

    /// Forgets what that node owned, if it did; what is to be said again.
    pub(crate) fn take_from(&mut self, by: Uuid, about: Entity) -> Option<Option<String>> {
        if self.owners.get(&about)?.by != by {
            return None;
        }
        self.owners.remove(&about).map(|owned| owned.again)
    }

    /// Whether that node owns anything of it, or any node if none is named.
    pub(crate) fn has_to_do_with(&self, node: Option<Uuid>) -> bool {
        self.owners.values().any(|owned| node.is_none_or(|node| owned.by == node))
    }

    /// The nodes that the connection has to do with.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Uuid> {
        self.owners.values().map(|owned| owned.by)
    }
}

/// What is said again of a match that was watched.
pub(crate) fn watch_again(about: Entity, legal: bool, chat: bool) -> String {
    let Entity::Match(id) = about else { return String::new() };
    json!({ "t": "watch", "match": id.0, "legal": legal, "chat": chat }).to_string()
}

/// What is said again of the lobby or a tournament that was followed.
pub(crate) fn follow_again(about: Entity, since: Option<u32>) -> String {
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
    fn what_two_nodes_answer_is_heard_of_one_and_anew_when_the_other_keeps_it() {
        let [first, second] = [1, 2].map(Uuid::from_u128);
        let mut elsewhere = RemoteSubscriptions::default();
        elsewhere.note_owner(LOBBY, first);
        assert!(elsewhere.has_to_do_with(Some(first)) && !elsewhere.has_to_do_with(Some(second)));
        elsewhere.note_unheard(second);
        assert!(!elsewhere.has_lost(), "the first has it still");
        // That gives it up, and the second is asked.
        assert_eq!(elsewhere.take_from(first, LOBBY), Some(None));
        elsewhere.note_owner(LOBBY, second);
        assert!(elsewhere.has_lost(), "what the second told already was not heard");
        assert_eq!(elsewhere.take_all(), [(LOBBY, None)]);
        elsewhere.note_owner(LOBBY, second);
        assert!(!elsewhere.has_lost(), "it is heard from the beginning");
    }
}
