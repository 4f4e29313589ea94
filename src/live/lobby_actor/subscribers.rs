//! Connections of the lobby by player, and the subscribers of its feed.

use std::collections::BTreeMap;
use std::sync::Arc;

use chivalry_play::lobby::{
    Challenge, ChallengeEnd, ConnectionId, Lobby, Pairing, PairingOrigin, Seek, SeekChanges,
};
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::live::lobby_actor::notification::{FeedChange, Notice, Notifier};

/// The open connections.
#[derive(Debug, Default)]
pub(crate) struct LobbySubscribers {
    connections: BTreeMap<ConnectionId, Connection>,
    players: BTreeMap<PlayerId, Vec<ConnectionId>>,
    followers: Vec<ConnectionId>,
}

#[derive(Debug)]
struct Connection {
    player: Option<PlayerId>,
    notifier: Notifier,
}

impl LobbySubscribers {
    /// Adds a connection and sends its player the open requests.
    pub(crate) fn connect(
        &mut self,
        connection: ConnectionId,
        player: Option<PlayerId>,
        notifier: Notifier,
        lobby: &Lobby,
    ) {
        if let Some(player) = player {
            LobbySubscribers::send_pending(lobby, player, &notifier);
            self.players.entry(player).or_default().push(connection);
        }
        self.connections.insert(connection, Connection { player, notifier });
    }

    pub(crate) fn disconnect(&mut self, connection: ConnectionId) {
        self.unfollow(connection);
        let gone = self.connections.remove(&connection);
        if let Some(player) = gone.and_then(|connection| connection.player)
            && let Some(others) = self.players.get_mut(&player)
        {
            others.retain(|other| *other != connection);
            if others.is_empty() {
                self.players.remove(&player);
            }
        }
    }

    /// True if the player has a connection to the server.
    pub(crate) fn has_connection(&self, player: PlayerId) -> bool {
        self.players.contains_key(&player)
    }

    pub(crate) fn has_followers(&self) -> bool {
        !self.followers.is_empty()
    }

    pub(crate) fn follow(&mut self, connection: ConnectionId) {
        if !self.followers.contains(&connection) {
            self.followers.push(connection);
        }
    }

    pub(crate) fn unfollow(&mut self, connection: ConnectionId) {
        self.followers.retain(|follower| *follower != connection);
    }

    /// Sends a change to all subscribers of the feed. Removes those that lag.
    pub(crate) fn send_change(&mut self, change: &Arc<FeedChange>) {
        let connections = &self.connections;
        self.followers.retain(|follower| {
            connections.get(follower).is_some_and(|it| it.notifier.send_change(change))
        });
    }

    pub(crate) fn send_challenge(
        &self,
        challenge: &Arc<Challenge>,
        end: Option<ChallengeEnd>,
        match_id: Option<MatchId>,
    ) {
        for player in [challenge.by.player.id, challenge.to.player.id] {
            let challenge = Arc::clone(challenge);
            self.send(player, &Notice::Challenge { challenge, end, match_id });
        }
    }

    /// Sends the challenges and invitations that wait for an answer of the player.
    fn send_pending(lobby: &Lobby, player: PlayerId, notifier: &Notifier) {
        for challenge in lobby.challenges().iter().filter(|it| it.to.player.id == player) {
            let challenge = Arc::clone(challenge);
            notifier.send(Notice::Challenge { challenge, end: None, match_id: None });
        }
        let invites = |seek: &&Arc<Seek>| seek.invited().is_some_and(|it| it.id == player);
        for seek in lobby.seeks().iter().filter(invites) {
            notifier.send(Notice::Invited(Arc::clone(seek)));
        }
    }

    pub(crate) fn send_paired(&self, pairing: &Pairing, match_id: MatchId) {
        for (seat, player) in &pairing.seats {
            let seat = pairing.terms.variant.seat_name(*seat).letter();
            self.send(player.id, &Notice::Paired { match_id, seat, origin: pairing.origin });
        }
    }

    /// Sends the players of changed seeks the new state of their seek.
    pub(crate) fn send_seekers(
        &self,
        before: &Lobby,
        changes: &SeekChanges,
        pairing: Option<&Pairing>,
    ) {
        for seek in &changes.kept {
            if seek.players().count() > 1 {
                for seeker in seek.players() {
                    self.send(seeker.player.id, &Notice::Seeking(Arc::clone(seek)));
                }
            }
            if let Some(invited) = seek.invited() {
                self.send(invited.id, &Notice::Invited(Arc::clone(seek)));
            }
        }
        let touched = changes.kept.iter().filter_map(|seek| before.find(seek.id));
        for seek in touched.chain(&changes.gone) {
            let is_paired =
                pairing.is_some_and(|pairing| pairing.origin == PairingOrigin::Seek(seek.id));
            let goes_on = |player| {
                let is_same = |other: &Seek| other.terms == seek.terms && other.has(player);
                changes.kept.iter().any(|other| is_same(other))
                    || (is_paired && pairing.is_some_and(|p| p.seat_of(player).is_some()))
            };
            let players = seek.players().map(|seeker| seeker.player.id);
            for player in players.chain(seek.invited().map(|invited| invited.id)) {
                if !goes_on(player) {
                    self.send(player, &Notice::SeekEnded(seek.id));
                }
            }
        }
    }

    /// Sends a notice to all connections.
    pub(crate) fn send_all(&self, notice: &Notice) {
        for connection in self.connections.values() {
            connection.notifier.send(notice.clone());
        }
    }

    /// Sends a notice to every connection of a player.
    pub(crate) fn send(&self, player: PlayerId, notice: &Notice) {
        let connections = self.players.get(&player).into_iter().flatten();
        for connection in connections.filter_map(|id| self.connections.get(id)) {
            connection.notifier.send(notice.clone());
        }
    }
}
