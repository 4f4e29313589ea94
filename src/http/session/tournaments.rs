//! A connection that follows tournaments.

use crate::live::TournamentUpdate;
use crate::protocol::{Code, Done, FollowTournamentRequest, Reason, RequestError};
use chivalry_tournament::TournamentId;

use crate::http::api::tournaments::events::{check_since, missed, written};
use crate::http::api::tournaments::tournaments::tournament_error;
use crate::http::session::session::{GO_ON, Session, Step};
use axum::extract::ws::Message;

/// Tournaments that one connection may follow.
const MOST_FOLLOWED: usize = 16;

impl Session {
    pub(crate) async fn follow_tournament(
        &mut self,
        id: Option<String>,
        request: FollowTournamentRequest,
    ) -> Step {
        let done = self.begin_to_follow(request).await;
        let is_followed = done.is_ok() && request.on;
        self.report(id.as_deref(), done).await?;
        if is_followed { self.tell_missed(request.tournament).await } else { GO_ON }
    }

    async fn begin_to_follow(
        &mut self,
        request: FollowTournamentRequest,
    ) -> Result<Done, RequestError> {
        let FollowTournamentRequest { tournament, on, since } = request;
        let refusal = |error| tournament_error(&error);
        let tournaments = self.app.tournaments.clone();
        if !on {
            if self.followed.remove(&tournament).is_some() {
                tournaments.unfollow(tournament, &self.subscriber).await.map_err(refusal)?;
            }
            return Ok(Done { tournament: Some(tournament), ..Done::default() });
        }
        if !self.followed.contains_key(&tournament) && self.followed.len() >= MOST_FOLLOWED {
            let message = Reason::TooManyFollowed.with([("most", MOST_FOLLOWED.into())]);
            return Err(RequestError::new(Code::RateLimited, message));
        }
        let room = tournaments.look(tournament).await.map_err(refusal)?;
        let v = room.tournament.v();
        if let Some(since) = since {
            check_since(since, &room)?;
        }
        self.followed.insert(tournament, since.unwrap_or(v));
        Ok(Done { tournament: Some(tournament), v: Some(v), ..Done::default() })
    }

    /// Sends what the client has not been told, and from then on what follows.
    async fn tell_missed(&mut self, id: TournamentId) -> Step {
        let room = match self.app.tournaments.follow(id, &self.subscriber).await {
            Ok(room) => room,
            Err(error) => return self.refuse(None, &tournament_error(&error)).await,
        };
        let Some(had) = self.followed.get(&id).copied() else { return GO_ON };
        for (v, frame) in missed(&room, had) {
            self.send(Message::Text(frame.to_json().into())).await?;
            self.followed.insert(id, v);
        }
        GO_ON
    }

    pub(crate) async fn pass_on_tournament(&mut self, update: &TournamentUpdate) -> Step {
        let (id, v) = (update.room.id, update.recorded.v);
        match self.followed.get(&id).copied() {
            Some(had) if v == had + 1 => {
                self.followed.insert(id, v);
                self.send_bytes(update.frame(written)).await
            }
            Some(had) if v > had => self.tell_missed(id).await,
            // It was told already, or the client follows it no more.
            _ => GO_ON,
        }
    }

    /// Follows every tournament again that it followed, after it was cut off.
    pub(crate) async fn follow_again(&mut self) -> Step {
        let ids: Vec<TournamentId> = self.followed.keys().copied().collect();
        for id in ids {
            self.tell_missed(id).await?;
        }
        GO_ON
    }
}
