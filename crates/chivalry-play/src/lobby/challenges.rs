//! Challenges in the lobby: sending, answering, cancelling and expiry.

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::player::PlayerId;

use super::challenge::{Challenge, NewChallenge};
use super::ids::ChallengeId;
use super::limits::{MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES};
use super::pairing::{Pairing, PairingOrigin};
use super::refusal::LobbyRefusal;
use super::seat_assignment::seat_assignments;
use super::seek::SeekParty;
use super::seeks::Lobby;

impl Lobby {
    /// Restores a stored challenge.
    pub fn restore_challenge(&mut self, challenge: Challenge) {
        if self.find_challenge(challenge.id).is_none() {
            self.challenges.push(Arc::new(challenge));
        }
    }

    /// Returns the challenges without an answer, oldest first.
    #[must_use]
    pub fn challenges(&self) -> &[Arc<Challenge>] {
        &self.challenges
    }

    /// Returns the challenge with that id if it has no answer.
    #[must_use]
    pub fn find_challenge(&self, id: ChallengeId) -> Option<&Arc<Challenge>> {
        self.challenges.iter().find(|challenge| challenge.id == id)
    }

    /// Sends a challenge. A repeated challenge returns the pending one.
    ///
    /// # Errors
    /// The reason for which the challenge is refused.
    pub fn challenge(
        &mut self,
        new: NewChallenge,
        now: Timestamp,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        if new.by.player.id == new.to.player.id {
            return Err(LobbyRefusal::SelfChallenge);
        }
        for seeker in [&new.by, &new.to] {
            new.terms.admit(&seeker.player)?;
        }
        if new.terms.variant.seat_count() != 2 {
            return Err(LobbyRefusal::NotTwoPlayers);
        }
        if let Some(known) = self.challenges.iter().find(|challenge| challenge.is_for(&new)) {
            return Ok(Arc::clone(known));
        }
        let count = |of: &dyn Fn(&Challenge) -> bool| {
            self.challenges.iter().filter(|challenge| of(challenge)).count()
        };
        if count(&|challenge| challenge.by.player.id == new.by.player.id) >= MAX_CHALLENGES {
            return Err(LobbyRefusal::TooManyChallenges);
        }
        if count(&|challenge| challenge.to.player.id == new.to.player.id) >= MAX_RECEIVED_CHALLENGES
        {
            return Err(LobbyRefusal::TooManyReceived);
        }
        let challenge = Arc::new(new.at(now));
        self.challenges.push(Arc::clone(&challenge));
        Ok(challenge)
    }

    /// Accepts a challenge and returns the match to create. After a real-time challenge its
    /// players leave their real-time seeks.
    ///
    /// # Errors
    /// The challenge is over, or was not sent to `player`.
    pub fn accept_challenge(
        &mut self,
        id: ChallengeId,
        player: PlayerId,
        random: u64,
    ) -> Result<Pairing, LobbyRefusal> {
        let challenge = self.challenge_to(id, player)?;
        let by = SeekParty::solo(challenge.by.clone(), challenge.seat);
        let to = SeekParty::solo(challenge.to.clone(), None);
        let ways = seat_assignments(challenge.terms.variant, &[&by, &to]);
        let way =
            ways.get(random as usize % ways.len().max(1)).ok_or(LobbyRefusal::NotTwoPlayers)?;
        let players = [challenge.by.player.clone(), challenge.to.player.clone()];
        let mut seats: Vec<_> = way.iter().copied().zip(players).collect();
        seats.sort_by_key(|(seat, _)| *seat);
        self.end_challenge(id);
        if !challenge.terms.is_persistent() {
            self.leave_real_time_seeks(challenge.by.player.id);
            self.leave_real_time_seeks(challenge.to.player.id);
        }
        let (terms, by) = (challenge.terms.clone(), challenge.by.player.clone());
        Ok(Pairing { origin: PairingOrigin::Challenge(id), terms, seats, by })
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// The challenge is over, or was not sent to `player`.
    pub fn decline_challenge(
        &mut self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        let challenge = self.challenge_to(id, player)?;
        self.end_challenge(id);
        Ok(challenge)
    }

    /// Cancels a challenge.
    ///
    /// # Errors
    /// The challenge is over, or was not sent by `player`.
    pub fn cancel_challenge(
        &mut self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        let challenge = self.challenge_involving(id, player)?;
        if challenge.by.player.id != player {
            return Err(LobbyRefusal::NotYourChallenge);
        }
        self.end_challenge(id);
        Ok(challenge)
    }

    /// Removes and returns the challenges that expired by `now`.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Arc<Challenge>> {
        let is_over = |challenge: &mut Arc<Challenge>| challenge.expires_at <= now;
        self.challenges.extract_if(.., is_over).collect()
    }

    /// Returns the time at which the next challenge expires.
    #[must_use]
    pub fn expires_at(&self) -> Option<Timestamp> {
        self.challenges.iter().map(|challenge| challenge.expires_at).min()
    }

    fn challenge_to(
        &self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        let challenge = self.challenge_involving(id, player)?;
        if challenge.to.player.id == player {
            Ok(challenge)
        } else {
            Err(LobbyRefusal::NotYourChallenge)
        }
    }

    /// Returns a challenge of `player`. Challenges are invisible to everybody else.
    fn challenge_involving(
        &self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        let challenge = self.find_challenge(id).filter(|found| found.involves(player));
        challenge.cloned().ok_or(LobbyRefusal::NoSuchChallenge)
    }

    fn end_challenge(&mut self, id: ChallengeId) {
        self.challenges.retain(|challenge| challenge.id != id);
    }
}
