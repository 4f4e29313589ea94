//! Seeks in the lobby: opening, joining, merging and leaving.

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::{Seat, Variant};

use super::challenge::Challenge;
use super::ids::{ConnectionId, SeekId};
use super::limits::MAX_SEEKS;
use super::pairing::{Pairing, PairingOrigin, SeekOutcome};
use super::refusal::LobbyRefusal;
use super::seat_assignment::seat_assignments;
use super::seek::{Seek, SeekParty, SeekPreferences, Seeker};

/// The seeks and challenges of all players. Clones are cheap.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// The seeks in order of opening.
    seeks: Vec<Arc<Seek>>,
    /// The connections that keep real-time seeks alive.
    keep_alives: Vec<KeepAlive>,
    /// The seeks to check for new partners.
    dirty: Vec<SeekId>,
    pub(super) challenges: Vec<Arc<Challenge>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeepAlive {
    seek: SeekId,
    player: PlayerId,
    connection: ConnectionId,
}

/// The differences between two states of the lobby.
#[derive(Clone, Debug, Default)]
pub struct SeekChanges {
    /// The seeks that were added or changed.
    pub kept: Vec<Arc<Seek>>,
    /// The seeks that were removed, in their last state.
    pub gone: Vec<Arc<Seek>>,
}

impl Lobby {
    /// Restores a stored seek.
    pub fn restore(&mut self, seek: Seek) {
        if self.find(seek.id).is_none() && !seek.parties.is_empty() {
            self.seeks.push(Arc::new(seek));
        }
    }

    /// Returns the seeks, oldest first.
    #[must_use]
    pub fn seeks(&self) -> &[Arc<Seek>] {
        &self.seeks
    }

    /// Returns the seek with that id.
    #[must_use]
    pub fn find(&self, id: SeekId) -> Option<&Arc<Seek>> {
        self.seeks.iter().find(|seek| seek.id == id)
    }

    /// Opens a seek, or joins the oldest compatible one. A repeated seek returns the open one. A
    /// real-time seek stays open as long as its players' connections.
    ///
    /// # Errors
    /// The reason for which the seek is refused.
    pub fn seek(
        &mut self,
        id: SeekId,
        by: Seeker,
        request: SeekPreferences,
        connection: Option<ConnectionId>,
        now: Timestamp,
        random: u64,
    ) -> Result<SeekOutcome, LobbyRefusal> {
        let player = by.player.id;
        request.terms.admit(&by.player)?;
        request.with.as_ref().map_or(Ok(()), |partner| request.terms.admit(partner))?;
        if let Some(partner) = &request.with
            && (!request.terms.variant.has_partners() || partner.id == player)
        {
            return Err(LobbyRefusal::InvalidPartner);
        }
        let is_same = |seek: &&Arc<Seek>| {
            let mut parties = seek.parties.iter();
            seek.terms == request.terms
                && parties
                    .any(|party| party.players[0].player.id == player && party.is_for(&request))
        };
        let known = self.seeks.iter().find(is_same).map(|seek| seek.id);
        if request.terms.is_persistent() {
            if let Some(seek) = known {
                return Ok(SeekOutcome { seek, pairing: None });
            }
            self.check_seek_limit(player)?;
        } else {
            let connection = connection.ok_or(LobbyRefusal::NeedsConnection)?;
            if known.is_none() {
                self.check_seek_limit(player)?;
            }
            self.keep_alive(known.unwrap_or(id), player, connection);
            if let Some(seek) = known {
                return Ok(SeekOutcome { seek, pairing: None });
            }
        }
        let terms = request.terms.clone();
        let parties = vec![request.party(by, now)];
        self.seeks.push(Arc::new(Seek { id, terms, parties, at: now }));
        Ok(self.merge_compatible(id, now, random))
    }

    /// Joins a given seek regardless of the own range, or accepts an invitation as partner.
    ///
    /// # Errors
    /// The reason for which the seek cannot be joined.
    pub fn accept(
        &mut self,
        id: SeekId,
        by: Seeker,
        seat: Option<Seat>,
        connection: Option<ConnectionId>,
        now: Timestamp,
        random: u64,
    ) -> Result<SeekOutcome, LobbyRefusal> {
        let player = by.player.id;
        let seek = self.find(id).ok_or(LobbyRefusal::NoSuchSeek)?;
        if seek.has(player) {
            return Err(LobbyRefusal::OwnSeek);
        }
        seek.terms.admit(&by.player)?;
        let mut parties = seek.parties.clone();
        if let Some(party) = parties.iter_mut().find(|party| party.invites(player)) {
            party.invited = None;
            party.players.push(by);
        } else {
            let guest = SeekParty::solo(by, seat);
            if !seek.is_open() {
                return Err(LobbyRefusal::NoSuchSeek);
            }
            if !parties.iter().all(|party| party.accepts(&guest, now)) {
                return Err(LobbyRefusal::RatingOutOfRange);
            }
            parties.push(guest);
        }
        let terms = seek.terms.clone();
        if !is_seated(terms.variant, &parties) {
            return Err(LobbyRefusal::SeatConflict);
        }
        let players: usize = parties.iter().map(|party| party.players.len()).sum();
        if players < terms.variant.seat_count() {
            self.check_seek_limit(player)?;
            if !terms.is_persistent() {
                self.keep_alive(id, player, connection.ok_or(LobbyRefusal::NeedsConnection)?);
            }
        }
        self.replace(id, parties);
        Ok(self.merge_compatible(id, now, random))
    }

    /// Lets another connection of one of its players keep a real-time seek alive.
    pub fn attach_connection(&mut self, id: SeekId, player: PlayerId, connection: ConnectionId) {
        if self.find(id).is_some_and(|seek| !seek.terms.is_persistent() && seek.has(player)) {
            self.keep_alive(id, player, connection);
        }
    }

    /// Removes a player and their partner from a seek, or declines an invitation as partner.
    ///
    /// # Errors
    /// The player is not in the seek.
    pub fn leave(&mut self, id: SeekId, player: PlayerId) -> Result<(), LobbyRefusal> {
        let seek = self.find(id).ok_or(LobbyRefusal::NoSuchSeek)?;
        let stays = |party: &&SeekParty| !party.has(player) && !party.invites(player);
        let parties: Vec<SeekParty> = seek.parties.iter().filter(stays).cloned().collect();
        if parties.len() == seek.parties.len() {
            return Err(LobbyRefusal::NoSuchSeek);
        }
        let left = seek.clone();
        self.replace(id, parties);
        let still = self.find(id).cloned();
        let is_in = |player| still.as_ref().is_some_and(|seek| seek.has(player));
        for seeker in left.players().filter(|seeker| !is_in(seeker.player.id)) {
            self.keep_alives.retain(|keep_alive| {
                keep_alive.seek != id || keep_alive.player != seeker.player.id
            });
        }
        if still.is_some() {
            self.dirty.push(id);
        }
        Ok(())
    }

    /// Removes a seek or challenge whose match was created elsewhere.
    pub fn forget(&mut self, origin: PairingOrigin) {
        match origin {
            PairingOrigin::Seek(id) => {
                self.seeks.retain(|seek| seek.id != id);
                self.keep_alives.retain(|keep_alive| keep_alive.seek != id);
            }
            PairingOrigin::Challenge(id) => self.challenges.retain(|challenge| challenge.id != id),
            // The lobby does not contain arrangements.
            PairingOrigin::Arrangement(_) => {}
        }
    }

    /// Returns the seeks that a connection keeps alive.
    #[must_use]
    pub fn seeks_of_connection(&self, connection: ConnectionId) -> Vec<SeekId> {
        let held = self.keep_alives.iter().filter(|keep_alive| keep_alive.connection == connection);
        held.map(|keep_alive| keep_alive.seek).collect()
    }

    /// Removes a connection. Players without another connection leave their real-time seeks.
    pub fn disconnect(&mut self, connection: ConnectionId) {
        let (lost, left) =
            self.keep_alives.iter().partition(|keep_alive| keep_alive.connection == connection);
        self.keep_alives = left;
        let lost: Vec<KeepAlive> = lost;
        for KeepAlive { seek, player, .. } in lost {
            let is_held =
                self.keep_alives.iter().any(|other| other.seek == seek && other.player == player);
            if !is_held {
                // The player may have left with a partner.
                let _ = self.leave(seek, player);
            }
        }
        self.challenges.retain(|challenge| challenge.connection != Some(connection));
    }

    /// True if a seek accepts more players over time.
    #[must_use]
    pub fn is_widening(&self) -> bool {
        self.seeks.len() > 1
            && self.seeks.iter().flat_map(|seek| &seek.parties).any(|p| p.quick_since.is_some())
    }

    /// Marks the quick pairings for another check.
    pub fn widen(&mut self) {
        let is_quick = |seek: &&Arc<Seek>| seek.parties.iter().any(|p| p.quick_since.is_some());
        self.dirty.extend(self.seeks.iter().filter(is_quick).map(|seek| seek.id));
    }

    /// True if [`Lobby::next_pairing`] has seeks to check.
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// Returns the next pairing that results from [`Lobby::leave`], [`Lobby::disconnect`] or
    /// [`Lobby::widen`].
    pub fn next_pairing(&mut self, now: Timestamp, random: u64) -> Option<Pairing> {
        while let Some(id) = self.dirty.pop() {
            if self.find(id).is_some()
                && let SeekOutcome { pairing: Some(pairing), .. } =
                    self.merge_compatible(id, now, random)
            {
                return Some(pairing);
            }
        }
        None
    }

    /// Returns the changes since the lobby was `earlier`.
    #[must_use]
    pub fn changes_since(&self, earlier: &Lobby) -> SeekChanges {
        // Both lists are in the order of opening.
        let mut before = earlier.seeks.iter().peekable();
        let mut changes = SeekChanges::default();
        for seek in &self.seeks {
            while let Some(gone) = before.next_if(|old| old.id != seek.id && !self.is_in(old.id)) {
                changes.gone.push(Arc::clone(gone));
            }
            let same = before.next_if(|old| old.id == seek.id);
            if !same.is_some_and(|old| Arc::ptr_eq(old, seek) || old == seek) {
                changes.kept.push(Arc::clone(seek));
            }
        }
        changes.gone.extend(before.cloned());
        changes
    }

    fn is_in(&self, id: SeekId) -> bool {
        self.find(id).is_some()
    }

    /// Merges a seek with compatible ones until it is full or none is left.
    fn merge_compatible(&mut self, mut id: SeekId, now: Timestamp, random: u64) -> SeekOutcome {
        loop {
            if self.find(id).is_none_or(|seek| seek.is_open() && seek.free_seats() == 0) {
                return SeekOutcome { seek: id, pairing: self.close(id, random) };
            }
            let Some((into, from)) = self.best_partner(id, now) else {
                return SeekOutcome { seek: id, pairing: None };
            };
            self.merge(into, from);
            id = into;
        }
    }

    /// Returns the seek to merge with `id`, together with `id`, older one first. The oldest seek
    /// that fills it is preferred to the oldest compatible one.
    fn best_partner(&self, id: SeekId, now: Timestamp) -> Option<(SeekId, SeekId)> {
        let own = self.find(id).filter(|seek| seek.is_open())?;
        let mut first = None;
        for (index, other) in self.seeks.iter().enumerate() {
            if !are_compatible(own, other, now) {
                continue;
            }
            let fills = own.free_seats() == other.players().count();
            if fills || first.is_none() {
                first = Some(index);
            }
            if fills {
                break;
            }
        }
        let other = &self.seeks[first?];
        let is_older = self.seeks.iter().find(|seek| seek.id == own.id || seek.id == other.id);
        let is_older = is_older.is_some_and(|older| older.id == own.id);
        Some(if is_older { (own.id, other.id) } else { (other.id, own.id) })
    }

    fn merge(&mut self, into: SeekId, from: SeekId) {
        let Some(index) = self.seeks.iter().position(|seek| seek.id == from) else { return };
        let from_seek = self.seeks.remove(index);
        if let Some(seek) = self.seeks.iter_mut().find(|seek| seek.id == into) {
            Arc::make_mut(seek).parties.extend(from_seek.parties.iter().cloned());
        }
        for keep_alive in self.keep_alives.iter_mut().filter(|keep_alive| keep_alive.seek == from) {
            keep_alive.seek = into;
        }
    }

    /// Removes a full seek, and its players from all other real-time seeks.
    fn close(&mut self, id: SeekId, random: u64) -> Option<Pairing> {
        let seek = self.find(id)?.clone();
        let parties: Vec<&SeekParty> = seek.parties.iter().collect();
        let ways = seat_assignments(seek.terms.variant, &parties);
        let seats = ways.get(random as usize % ways.len().max(1))?;
        let players = seek.players().map(|seeker| seeker.player.clone());
        let mut seats: Vec<_> = seats.iter().copied().zip(players).collect();
        let by = seats.first()?.1.clone();
        seats.sort_by_key(|(seat, _)| *seat);
        self.replace(id, Vec::new());
        self.keep_alives.retain(|keep_alive| keep_alive.seek != id);
        for (_, player) in seats.iter().filter(|_| !seek.terms.is_persistent()) {
            self.leave_real_time_seeks(player.id);
        }
        Some(Pairing { origin: PairingOrigin::Seek(id), terms: seek.terms.clone(), seats, by })
    }

    pub(super) fn leave_real_time_seeks(&mut self, player: PlayerId) {
        let is_live = |seek: &&Arc<Seek>| !seek.terms.is_persistent() && seek.has(player);
        let live: Vec<SeekId> = self.seeks.iter().filter(is_live).map(|seek| seek.id).collect();
        for id in live {
            // The player is in each of them.
            let _ = self.leave(id, player);
        }
    }

    /// Replaces the parties of a seek. A seek without parties is removed.
    fn replace(&mut self, id: SeekId, parties: Vec<SeekParty>) {
        if parties.is_empty() {
            self.seeks.retain(|seek| seek.id != id);
        } else if let Some(seek) = self.seeks.iter_mut().find(|seek| seek.id == id) {
            Arc::make_mut(seek).parties = parties;
        }
    }

    fn keep_alive(&mut self, seek: SeekId, player: PlayerId, connection: ConnectionId) {
        let keep_alive = KeepAlive { seek, player, connection };
        if !self.keep_alives.contains(&keep_alive) {
            self.keep_alives.push(keep_alive);
        }
    }

    fn check_seek_limit(&self, player: PlayerId) -> Result<(), LobbyRefusal> {
        let own = self.seeks.iter().filter(|seek| seek.has(player)).count();
        if own < MAX_SEEKS { Ok(()) } else { Err(LobbyRefusal::TooManySeeks) }
    }
}

/// True if the players of two seeks can play together.
pub(super) fn are_compatible(one: &Seek, other: &Seek, now: Timestamp) -> bool {
    if one.id == other.id || one.terms != other.terms || !other.is_open() {
        return false;
    }
    if other.players().count() > one.free_seats() || other.players().any(|s| one.has(s.player.id)) {
        return false;
    }
    let agree = |a: &SeekParty, b: &SeekParty| a.accepts(b, now) && b.accepts(a, now);
    let all_agree = one.parties.iter().all(|a| other.parties.iter().all(|b| agree(a, b)));
    let parties: Vec<SeekParty> = one.parties.iter().chain(&other.parties).cloned().collect();
    all_agree && is_seated(one.terms.variant, &parties)
}

fn is_seated(variant: &Variant, parties: &[SeekParty]) -> bool {
    let parties: Vec<&SeekParty> = parties.iter().collect();
    !seat_assignments(variant, &parties).is_empty()
}
