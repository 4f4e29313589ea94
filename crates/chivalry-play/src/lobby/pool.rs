//! The state of the lobby: who waits, and who fits whom.

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::{Seat, Variant};

use super::challenge::Challenge;
use super::seating::seatings;
use super::seek::{Party, Seek, Seeker, Wish};
use super::{ConnectionId, LobbyRefusal, MOST_SEEKS, Origin, Pairing, Placed, SeekId};

/// Everybody who looks for a game. Clones are cheap.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// In the order of their opening.
    seeks: Vec<Arc<Seek>>,
    /// The connections with which players in seeks by a clock live.
    holds: Vec<Hold>,
    /// Seeks to be looked at again, because something around them changed.
    restless: Vec<SeekId>,
    pub(super) challenges: Vec<Arc<Challenge>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hold {
    seek: SeekId,
    player: PlayerId,
    connection: ConnectionId,
}

/// What became of seeks between two states of the lobby.
#[derive(Clone, Debug, Default)]
pub struct SeekChanges {
    /// The seeks that are new, or not what they were.
    pub kept: Vec<Arc<Seek>>,
    /// The seeks that are no more, as they were last.
    pub gone: Vec<Arc<Seek>>,
}

impl Lobby {
    /// Takes up a seek that was kept, as it is.
    pub fn restore(&mut self, seek: Seek) {
        if self.find(seek.id).is_none() && !seek.parties.is_empty() {
            self.seeks.push(Arc::new(seek));
        }
    }

    /// Every seek, oldest first.
    #[must_use]
    pub fn seeks(&self) -> &[Arc<Seek>] {
        &self.seeks
    }

    /// The seek of that id.
    #[must_use]
    pub fn find(&self, id: SeekId) -> Option<&Arc<Seek>> {
        self.seeks.iter().find(|seek| seek.id == id)
    }

    /// Opens a seek, or joins the oldest that fits. What the player seeks
    /// already is not opened a second time. A seek by a clock lives with its
    /// connections: with `home`, and with that of its other seekers.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn seek(
        &mut self,
        id: SeekId,
        by: Seeker,
        wish: Wish,
        home: Option<ConnectionId>,
        now: Timestamp,
        random: u64,
    ) -> Result<Placed, LobbyRefusal> {
        let player = by.player.id;
        wish.terms.admit(&by.player)?;
        wish.with.as_ref().map_or(Ok(()), |partner| wish.terms.admit(partner))?;
        if let Some(partner) = &wish.with
            && (wish.terms.variant.seat_count() != 4 || partner.id == player)
        {
            return Err(LobbyRefusal::NoPartner);
        }
        let is_same = |seek: &&Arc<Seek>| {
            let mut parties = seek.parties.iter();
            seek.terms == wish.terms
                && parties.any(|party| party.players[0].player.id == player && party.is_for(&wish))
        };
        let known = self.seeks.iter().find(is_same).map(|seek| seek.id);
        if wish.terms.stays() {
            if let Some(seek) = known {
                return Ok(Placed { seek, pairing: None });
            }
            self.check_room(player)?;
        } else {
            let home = home.ok_or(LobbyRefusal::NeedsConnection)?;
            if known.is_none() {
                self.check_room(player)?;
            }
            self.hold(known.unwrap_or(id), player, home);
            if let Some(seek) = known {
                return Ok(Placed { seek, pairing: None });
            }
        }
        let terms = wish.terms.clone();
        let parties = vec![wish.party(by, now)];
        self.seeks.push(Arc::new(Seek { id, terms, parties, at: now }));
        Ok(self.settle(id, now, random))
    }

    /// Joins a particular seek, whatever the own range would be; or agrees to
    /// be a partner in it.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn accept(
        &mut self,
        id: SeekId,
        by: Seeker,
        seat: Option<Seat>,
        home: Option<ConnectionId>,
        now: Timestamp,
        random: u64,
    ) -> Result<Placed, LobbyRefusal> {
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
            let guest = Party::of(by, seat);
            if !seek.is_open() {
                return Err(LobbyRefusal::NoSuchSeek);
            }
            if !parties.iter().all(|party| party.takes(&guest, now)) {
                return Err(LobbyRefusal::NotWanted);
            }
            parties.push(guest);
        }
        let terms = seek.terms.clone();
        if !is_seated(terms.variant, &parties) {
            return Err(LobbyRefusal::SeatWanted);
        }
        let players: usize = parties.iter().map(|party| party.players.len()).sum();
        if players < terms.variant.seat_count() {
            self.check_room(player)?;
            if !terms.stays() {
                self.hold(id, player, home.ok_or(LobbyRefusal::NeedsConnection)?);
            }
        }
        self.replace(id, parties);
        Ok(self.settle(id, now, random))
    }

    /// Has a seek by a clock live with one more connection of a player who is
    /// in it.
    pub fn live_with(&mut self, id: SeekId, player: PlayerId, home: ConnectionId) {
        if self.find(id).is_some_and(|seek| !seek.terms.stays() && seek.has(player)) {
            self.hold(id, player, home);
        }
    }

    /// Takes a player out of a seek, and the partner with them; or declines to
    /// be the partner.
    ///
    /// # Errors
    /// When the player is not in it.
    pub fn leave(&mut self, id: SeekId, player: PlayerId) -> Result<(), LobbyRefusal> {
        let seek = self.find(id).ok_or(LobbyRefusal::NoSuchSeek)?;
        let stays = |party: &&Party| !party.has(player) && !party.invites(player);
        let parties: Vec<Party> = seek.parties.iter().filter(stays).cloned().collect();
        if parties.len() == seek.parties.len() {
            return Err(LobbyRefusal::NoSuchSeek);
        }
        let left = seek.clone();
        self.replace(id, parties);
        let still = self.find(id).cloned();
        let is_in = |player| still.as_ref().is_some_and(|seek| seek.has(player));
        for seeker in left.players().filter(|seeker| !is_in(seeker.player.id)) {
            self.holds.retain(|hold| hold.seek != id || hold.player != seeker.player.id);
        }
        if still.is_some() {
            self.restless.push(id);
        }
        Ok(())
    }

    /// Drops a seek or challenge of which a match was made unseen.
    pub fn forget(&mut self, origin: Origin) {
        match origin {
            Origin::Seek(id) => {
                self.seeks.retain(|seek| seek.id != id);
                self.holds.retain(|hold| hold.seek != id);
            }
            Origin::Challenge(id) => self.challenges.retain(|challenge| challenge.id != id),
        }
    }

    /// The seeks that live with a connection.
    #[must_use]
    pub fn held_by(&self, connection: ConnectionId) -> Vec<SeekId> {
        let held = self.holds.iter().filter(|hold| hold.connection == connection);
        held.map(|hold| hold.seek).collect()
    }

    /// Lets go of what lived with a connection: players whom no other holds
    /// leave their seeks by a clock.
    pub fn disconnect(&mut self, connection: ConnectionId) {
        let (lost, left) = self.holds.iter().partition(|hold| hold.connection == connection);
        self.holds = left;
        let lost: Vec<Hold> = lost;
        for Hold { seek, player, .. } in lost {
            let is_held =
                self.holds.iter().any(|other| other.seek == seek && other.player == player);
            if !is_held {
                // A partner may have taken the player along.
                let _ = self.leave(seek, player);
            }
        }
        self.challenges.retain(|challenge| challenge.home != Some(connection));
    }

    /// Whether a seek takes more players the longer it waits.
    #[must_use]
    pub fn is_widening(&self) -> bool {
        self.seeks.len() > 1
            && self.seeks.iter().flat_map(|seek| &seek.parties).any(|p| p.quick_since.is_some())
    }

    /// Looks again at the seeks that widen with time.
    pub fn widen(&mut self) {
        let is_quick = |seek: &&Arc<Seek>| seek.parties.iter().any(|p| p.quick_since.is_some());
        self.restless.extend(self.seeks.iter().filter(is_quick).map(|seek| seek.id));
    }

    /// Whether [`Lobby::next_pairing`] has seeks to look at.
    #[must_use]
    pub fn is_restless(&self) -> bool {
        !self.restless.is_empty()
    }

    /// The next match that comes about without anybody asking, after
    /// [`Lobby::leave`], [`Lobby::disconnect`] or [`Lobby::widen`].
    pub fn next_pairing(&mut self, now: Timestamp, random: u64) -> Option<Pairing> {
        while let Some(id) = self.restless.pop() {
            if self.find(id).is_some()
                && let Placed { pairing: Some(pairing), .. } = self.settle(id, now, random)
            {
                return Some(pairing);
            }
        }
        None
    }

    /// What became of seeks since the lobby was `earlier`.
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

    /// Brings a seek together with others until it is full or nothing fits.
    fn settle(&mut self, mut id: SeekId, now: Timestamp, random: u64) -> Placed {
        loop {
            if self.find(id).is_none_or(|seek| seek.is_open() && seek.free() == 0) {
                return Placed { seek: id, pairing: self.close(id, random) };
            }
            let Some((into, from)) = self.company(id, now) else {
                return Placed { seek: id, pairing: None };
            };
            self.merge(into, from);
            id = into;
        }
    }

    /// The seek to bring `id` together with, older one first: the oldest with
    /// which it is full, or else the oldest that fits.
    fn company(&self, id: SeekId, now: Timestamp) -> Option<(SeekId, SeekId)> {
        let own = self.find(id).filter(|seek| seek.is_open())?;
        let mut first = None;
        for (index, other) in self.seeks.iter().enumerate() {
            if !fit(own, other, now) {
                continue;
            }
            let fills = own.free() == other.players().count();
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
        for hold in self.holds.iter_mut().filter(|hold| hold.seek == from) {
            hold.seek = into;
        }
    }

    /// Takes a full seek out of the lobby, and its players out of every other
    /// seek by a clock: they are about to play.
    fn close(&mut self, id: SeekId, random: u64) -> Option<Pairing> {
        let seek = self.find(id)?.clone();
        let parties: Vec<&Party> = seek.parties.iter().collect();
        let ways = seatings(seek.terms.variant, &parties);
        let seats = ways.get(random as usize % ways.len().max(1))?;
        let players = seek.players().map(|seeker| seeker.player.clone());
        let mut seats: Vec<_> = seats.iter().copied().zip(players).collect();
        let by = seats.first()?.1.clone();
        seats.sort_by_key(|(seat, _)| *seat);
        self.replace(id, Vec::new());
        self.holds.retain(|hold| hold.seek != id);
        for (_, player) in seats.iter().filter(|_| !seek.terms.stays()) {
            self.leave_all_live(player.id);
        }
        Some(Pairing { origin: Origin::Seek(id), terms: seek.terms.clone(), seats, by })
    }

    pub(super) fn leave_all_live(&mut self, player: PlayerId) {
        let is_live = |seek: &&Arc<Seek>| !seek.terms.stays() && seek.has(player);
        let live: Vec<SeekId> = self.seeks.iter().filter(is_live).map(|seek| seek.id).collect();
        for id in live {
            // The player is in each of them.
            let _ = self.leave(id, player);
        }
    }

    /// Gives a seek other parties; without any it is gone.
    fn replace(&mut self, id: SeekId, parties: Vec<Party>) {
        if parties.is_empty() {
            self.seeks.retain(|seek| seek.id != id);
        } else if let Some(seek) = self.seeks.iter_mut().find(|seek| seek.id == id) {
            Arc::make_mut(seek).parties = parties;
        }
    }

    fn hold(&mut self, seek: SeekId, player: PlayerId, connection: ConnectionId) {
        let hold = Hold { seek, player, connection };
        if !self.holds.contains(&hold) {
            self.holds.push(hold);
        }
    }

    fn check_room(&self, player: PlayerId) -> Result<(), LobbyRefusal> {
        let own = self.seeks.iter().filter(|seek| seek.has(player)).count();
        if own < MOST_SEEKS { Ok(()) } else { Err(LobbyRefusal::TooManySeeks) }
    }
}

/// Whether the players of two seeks can play together.
pub(super) fn fit(one: &Seek, other: &Seek, now: Timestamp) -> bool {
    if one.id == other.id || one.terms != other.terms || !other.is_open() {
        return false;
    }
    if other.players().count() > one.free() || other.players().any(|s| one.has(s.player.id)) {
        return false;
    }
    let agree = |a: &Party, b: &Party| a.takes(b, now) && b.takes(a, now);
    let all_agree = one.parties.iter().all(|a| other.parties.iter().all(|b| agree(a, b)));
    let parties: Vec<Party> = one.parties.iter().chain(&other.parties).cloned().collect();
    all_agree && is_seated(one.terms.variant, &parties)
}

fn is_seated(variant: &Variant, parties: &[Party]) -> bool {
    let parties: Vec<&Party> = parties.iter().collect();
    !seatings(variant, &parties).is_empty()
}
