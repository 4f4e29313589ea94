//! Tournament subscriptions of a connection.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::live::TournamentUpdate;
use crate::protocol::{Code, Done, FollowTournamentRequest, Reason, RequestError};
use chivalry_tournament::TournamentId;

use crate::http::api::tournaments::tournaments::tournament_error;
use crate::http::session::connection::Connection;
use crate::http::session::transport::{Step, Transport};
use crate::http::stream::tournament_events::{check_since, missed, written};

/// Maximum tournaments that one connection may follow.
const MAX_FOLLOWED: usize = 16;

/// The tournaments that a client follows, each with the version last sent.
#[derive(Default)]
pub(crate) struct TournamentSubscriptions(BTreeMap<TournamentId, u32>);

impl TournamentSubscriptions {
    /// Follows a tournament, or stops following it.
    pub(crate) async fn follow<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        request: FollowTournamentRequest,
    ) -> Step {
        let done = self.subscribe(connection, request).await;
        let is_followed = done.is_ok() && request.on;
        connection.report(id.as_deref(), done).await?;
        if is_followed {
            self.catch_up(connection, request.tournament).await
        } else {
            ControlFlow::Continue(())
        }
    }

    async fn subscribe<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        request: FollowTournamentRequest,
    ) -> Result<Done, RequestError> {
        let FollowTournamentRequest { tournament, on, since } = request;
        let refusal = |error| tournament_error(&error);
        let tournaments = &connection.app.tournaments;
        if !on {
            if self.0.remove(&tournament).is_some() {
                let subscriber = &connection.subscriber;
                tournaments.unfollow(tournament, subscriber).await.map_err(refusal)?;
            }
            return Ok(Done { tournament: Some(tournament), ..Done::default() });
        }
        if !self.0.contains_key(&tournament) && self.0.len() >= MAX_FOLLOWED {
            let message = Reason::TooManyFollowed.with([("most", MAX_FOLLOWED.into())]);
            return Err(RequestError::new(Code::RateLimited, message));
        }
        let snapshot = tournaments.snapshot(tournament).await.map_err(refusal)?;
        let v = snapshot.tournament.v();
        if let Some(since) = since {
            check_since(since, &snapshot)?;
        }
        self.0.insert(tournament, since.unwrap_or(v));
        Ok(Done { tournament: Some(tournament), v: Some(v), ..Done::default() })
    }

    /// Sends the missed events and subscribes to later ones.
    async fn catch_up<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: TournamentId,
    ) -> Step {
        let followed = connection.app.tournaments.follow(id, &connection.subscriber).await;
        let snapshot = match followed {
            Ok(snapshot) => snapshot,
            Err(error) => return connection.refuse(None, &tournament_error(&error)).await,
        };
        let Some(had) = self.0.get(&id).copied() else { return ControlFlow::Continue(()) };
        for (v, frame) in missed(&snapshot, had) {
            connection.send_text(frame.to_json()).await?;
            self.0.insert(id, v);
        }
        ControlFlow::Continue(())
    }

    pub(crate) async fn forward<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        update: &TournamentUpdate,
    ) -> Step {
        let (id, v) = (update.snapshot.id, update.recorded.v);
        match self.0.get(&id).copied() {
            Some(had) if v == had + 1 => {
                self.0.insert(id, v);
                connection.send_frame(update.frame(written)).await
            }
            Some(had) if v > had => self.catch_up(connection, id).await,
            // The event was already sent, or the client unsubscribed.
            _ => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes to all followed tournaments after updates were dropped.
    pub(crate) async fn resync<T: Transport>(&mut self, connection: &mut Connection<T>) -> Step {
        let ids: Vec<TournamentId> = self.0.keys().copied().collect();
        for id in ids {
            self.catch_up(connection, id).await?;
        }
        ControlFlow::Continue(())
    }

    /// Removes a tournament that this node released. Returns the version last sent.
    pub(crate) fn remove(&mut self, id: TournamentId) -> Option<u32> {
        self.0.remove(&id)
    }
}
