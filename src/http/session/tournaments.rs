//! Tournament subscriptions of a connection.

use std::ops::ControlFlow;

use crate::live::TournamentUpdate;
use crate::protocol::{Code, Done, FollowTournamentRequest, Reason, RequestError};
use chivalry_tournament::TournamentId;

use crate::http::api::tournaments::events::{check_since, missed, written};
use crate::http::api::tournaments::tournaments::tournament_error;
use crate::http::session::session::{Session, Step};
use axum::extract::ws::Message;

/// Maximum tournaments that one connection may follow.
const MAX_FOLLOWED: usize = 16;

impl Session {
    pub(crate) async fn follow_tournament(
        &mut self,
        id: Option<String>,
        request: FollowTournamentRequest,
    ) -> Step {
        let done = self.subscribe_tournament(request).await;
        let is_followed = done.is_ok() && request.on;
        self.report(id.as_deref(), done).await?;
        if is_followed {
            self.catch_up_tournament(request.tournament).await
        } else {
            ControlFlow::Continue(())
        }
    }

    async fn subscribe_tournament(
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
        if !self.followed.contains_key(&tournament) && self.followed.len() >= MAX_FOLLOWED {
            let message = Reason::TooManyFollowed.with([("most", MAX_FOLLOWED.into())]);
            return Err(RequestError::new(Code::RateLimited, message));
        }
        let snapshot = tournaments.look(tournament).await.map_err(refusal)?;
        let v = snapshot.tournament.v();
        if let Some(since) = since {
            check_since(since, &snapshot)?;
        }
        self.followed.insert(tournament, since.unwrap_or(v));
        Ok(Done { tournament: Some(tournament), v: Some(v), ..Done::default() })
    }

    /// Sends the missed events and subscribes to later ones.
    async fn catch_up_tournament(&mut self, id: TournamentId) -> Step {
        let snapshot = match self.app.tournaments.follow(id, &self.subscriber).await {
            Ok(snapshot) => snapshot,
            Err(error) => return self.refuse(None, &tournament_error(&error)).await,
        };
        let Some(had) = self.followed.get(&id).copied() else { return ControlFlow::Continue(()) };
        for (v, frame) in missed(&snapshot, had) {
            self.send(Message::Text(frame.to_json().into())).await?;
            self.followed.insert(id, v);
        }
        ControlFlow::Continue(())
    }

    pub(crate) async fn forward_tournament_event(&mut self, update: &TournamentUpdate) -> Step {
        let (id, v) = (update.room.id, update.recorded.v);
        match self.followed.get(&id).copied() {
            Some(had) if v == had + 1 => {
                self.followed.insert(id, v);
                self.send_bytes(update.frame(written)).await
            }
            Some(had) if v > had => self.catch_up_tournament(id).await,
            // The event was already sent, or the client unsubscribed.
            _ => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes to all followed tournaments after updates were dropped.
    pub(crate) async fn resync_tournaments(&mut self) -> Step {
        let ids: Vec<TournamentId> = self.followed.keys().copied().collect();
        for id in ids {
            self.catch_up_tournament(id).await?;
        }
        ControlFlow::Continue(())
    }
}
