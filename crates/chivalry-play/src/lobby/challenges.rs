//! Challenges in the lobby: sent, answered, taken back, run out.

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::player::PlayerId;

use super::challenge::{Challenge, NewChallenge};
use super::seat_assignment::seat_assignments;
use super::seek::SeekParty;
use super::{
    ChallengeId, Lobby, LobbyRefusal, MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, Pairing,
    PairingOrigin,
};

impl Lobby {
    /// Takes up a challenge that was kept, as it is.
    pub fn restore_challenge(&mut self, challenge: Challenge) {
        if self.find_challenge(challenge.id).is_none() {
            self.challenges.push(Arc::new(challenge));
        }
    }

    /// Every challenge that waits for its answer, oldest first.
    #[must_use]
    pub fn challenges(&self) -> &[Arc<Challenge>] {
        &self.challenges
    }

    /// The challenge of that id, if it waits for its answer.
    #[must_use]
    pub fn find_challenge(&self, id: ChallengeId) -> Option<&Arc<Challenge>> {
        self.challenges.iter().find(|challenge| challenge.id == id)
    }

    /// Sends a challenge; one that waits already is not sent a second time.
    ///
    /// # Errors
    /// Why it cannot be sent.
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

    /// Accepts a challenge: the match to be made. Its players leave their
    /// seeks by a clock, if it is by one.
    ///
    /// # Errors
    /// When it is over, or not for `player` to accept.
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
    /// When it is over, or not for `player` to decline.
    pub fn decline_challenge(
        &mut self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Arc<Challenge>, LobbyRefusal> {
        let challenge = self.challenge_to(id, player)?;
        self.end_challenge(id);
        Ok(challenge)
    }

    /// Takes a challenge back.
    ///
    /// # Errors
    /// When it is over, or was not made by `player`.
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

    /// Ends the challenges that nobody has answered in time, and gives them.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Arc<Challenge>> {
        let is_over = |challenge: &mut Arc<Challenge>| challenge.expires_at <= now;
        self.challenges.extract_if(.., is_over).collect()
    }

    /// When the next challenge runs out.
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

    /// A challenge is the affair of its two players: to others there is none.
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
