//! Lobby commands of a connection, and the notices that it receives.

use std::ops::ControlFlow;

use tokio::sync::mpsc;

use crate::live::lobby_actor::message::{ChallengeTerms, LobbyCommand, LobbyError};
use crate::live::{FeedChange, Live, LiveError, Notice, Notifier};
use crate::protocol::{
    AcceptRequest, ChallengeView, Done, LobbyFrame, LobbyMessage, PlayingView, RequestError,
    SeekView, TalkFrame, TimeoutView, TournamentFrame, lobby_frame, rfc3339, seek_views,
};
use chivalry_play::lobby::{ConnectionId, PairingOrigin};
use chivalry_play::matches::CommandRef;
use chivalry_play::player::Player;

use crate::http::api::lobby::{answer_of, done_of, lobby_error, player_called};
use crate::http::session::connection::{Connection, OUTBOX_CAPACITY};
use crate::http::session::transport::{Step, Transport};
use crate::http::stream::player_events::called;

/// The registration of a client with the lobby, and its queue of notices.
pub(crate) struct LobbySubscription {
    /// The lobby's id of the connection, set after authentication.
    connection_id: Option<ConnectionId>,
    notifier: Notifier,
    notices: mpsc::Receiver<Box<Notice>>,
    /// The lobby version last sent, while the client follows the lobby.
    v: Option<u64>,
}

impl LobbySubscription {
    pub(crate) fn new() -> LobbySubscription {
        let (notifier, notices) = Notifier::new(OUTBOX_CAPACITY);
        LobbySubscription { connection_id: None, notifier, notices, v: None }
    }

    /// Receives the next notice. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<Box<Notice>> {
        self.notices.recv().await
    }

    /// Registers the connection with the lobby, which then sends the player's notices.
    pub(crate) async fn connect<T: Transport>(&mut self, connection: &mut Connection<T>) {
        if self.connection_id.is_none() {
            let lobby = &connection.app.lobby;
            let id = lobby.connect(connection.viewer(), self.notifier.clone()).await;
            self.connection_id = Some(id);
        }
    }

    pub(crate) async fn disconnect<T: Transport>(&mut self, connection: &mut Connection<T>) {
        if let Some(id) = self.connection_id.take() {
            connection.app.lobby.disconnect(id).await;
        }
    }

    /// Ends the subscription after this node released the lobby. Returns true if the client
    /// followed the lobby.
    pub(crate) fn unfollow(&mut self) -> bool {
        self.v.take().is_some()
    }

    /// Answers a lobby command.
    pub(crate) async fn command<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        message: LobbyMessage,
    ) -> Step {
        if let LobbyMessage::Follow(on) = message {
            return self.follow(connection, id.as_deref(), on).await;
        }
        let player = match connection.player_now().await {
            Ok(player) => player,
            Err(error) => return connection.refuse(id.as_deref(), &error).await,
        };
        let cause = id.clone().map(|id| CommandRef { player: player.id, id });
        let done = self.send_command(connection, player, cause, message).await;
        connection.report(id.as_deref(), done).await
    }

    async fn send_command<T: Transport>(
        &self,
        connection: &mut Connection<T>,
        player: Player,
        cause: Option<CommandRef>,
        message: LobbyMessage,
    ) -> Result<Done, RequestError> {
        let by = player.id;
        let command = match message {
            LobbyMessage::Follow(_) => return Ok(Done::default()),
            LobbyMessage::Seek(request) => {
                let with = match &request.with {
                    Some(name) => Some(player_called(&connection.app.store, "with", name).await?),
                    None => None,
                };
                let wish = request.resolve(with)?;
                LobbyCommand::Seek { by: connection.app.paired(player, &wish.terms).await?, wish }
            }
            LobbyMessage::Unseek(seek) => LobbyCommand::Leave { seek, by },
            LobbyMessage::Accept(seek, AcceptRequest { seat }) => {
                let known = match connection.app.lobby.find(seek).await {
                    Ok(known) => known,
                    Err(error @ LobbyError::Live(LiveError::TimedOut)) => {
                        return Err(lobby_error(&error));
                    }
                    // An earlier attempt of the same command may have ended the seek.
                    Err(error) => {
                        let answered = connection.app.lobby.answered(cause).await;
                        let answered = answered.map_err(|error| lobby_error(&error))?;
                        let answered = answered.filter(|outcome| outcome.seek == Some(seek));
                        let answered = answered.as_ref().map(done_of);
                        return answered.ok_or_else(|| lobby_error(&error));
                    }
                };
                let by = connection.app.paired(player, &known.terms).await?;
                LobbyCommand::Accept { seek, by, seat }
            }
            LobbyMessage::Challenge(request) => {
                let (terms, seat, expires_in) = request.resolve()?;
                let to = player_called(&connection.app.store, "to", &request.to).await?;
                let to = connection.app.seeker(to, &terms).await?;
                let by = connection.app.seeker(player, &terms).await?;
                let wish = ChallengeTerms { to, terms, seat, expires_in };
                LobbyCommand::Challenge { by, wish }
            }
            LobbyMessage::Answer(challenge, say) => {
                LobbyCommand::Answer { challenge, by, say: answer_of(say) }
            }
        };
        let outcome = connection.app.lobby.command(command, cause, self.connection_id).await;
        outcome.map(|outcome| done_of(&outcome)).map_err(|error| lobby_error(&error))
    }

    async fn follow<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<&str>,
        on: bool,
    ) -> Step {
        let Some(connection_id) = self.connection_id else { return ControlFlow::Continue(()) };
        if !on {
            self.v = None;
            let done = connection.app.lobby.unfollow(connection_id).await;
            let done = done.map(|()| Done::default()).map_err(|error| lobby_error(&error));
            return connection.report(id, done).await;
        }
        self.v = Some(0);
        connection.report(id, Ok(Done::default())).await?;
        self.send_snapshot(connection).await
    }

    /// Sends the lobby's snapshot. Changes follow it.
    async fn send_snapshot<T: Transport>(&mut self, connection: &mut Connection<T>) -> Step {
        let Some(connection_id) = self.connection_id else { return ControlFlow::Continue(()) };
        match connection.app.lobby.follow(connection_id).await {
            Ok(snapshot) => {
                self.v = Some(snapshot.v);
                let frame = snapshot.frame(|it| {
                    lobby_frame(it.v, it.at, &it.seeks, &it.matches, &it.playing).to_json()
                });
                connection.send_frame(frame).await
            }
            Err(error) => connection.refuse(None, &lobby_error(&error)).await,
        }
    }

    /// Forwards a notice to the client.
    pub(crate) async fn notify<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        notice: &Notice,
    ) -> Step {
        match notice {
            Notice::Feed(change) => return self.forward_change(connection, change).await,
            Notice::Erased => return connection.close_erased().await,
            _ => {}
        }
        if let Some(frame) = notice_frame(&connection.app.live, notice) {
            connection.send_text(frame).await?;
        }
        self.resync(connection).await
    }

    async fn forward_change<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        change: &FeedChange,
    ) -> Step {
        match self.v {
            Some(had) if change.v == had + 1 => {
                self.v = Some(change.v);
                connection.send_frame(change.frame(lobby_changed_frame)).await?;
            }
            Some(had) if change.v > had => return self.send_snapshot(connection).await,
            // The snapshot included the change, or the client unsubscribed.
            _ => {}
        }
        self.resync(connection).await
    }

    /// Sends a snapshot if changes were dropped.
    pub(crate) async fn resync<T: Transport>(&mut self, connection: &mut Connection<T>) -> Step {
        let is_behind = self.notices.is_empty() && self.notifier.take_lagged();
        if is_behind && self.v.is_some() {
            self.send_snapshot(connection).await
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Encodes a notice for any connection of a player; `None` for notices that depend on the
/// connection.
pub(crate) fn notice_frame(live: &Live, notice: &Notice) -> Option<String> {
    let frame = match notice {
        Notice::Feed(_) | Notice::Moved | Notice::Erased => return None,
        Notice::Paired { match_id, seat, origin } => {
            let (seek, challenge, arrangement) = match *origin {
                PairingOrigin::Seek(id) => (Some(id), None, None),
                PairingOrigin::Challenge(id) => (None, Some(id), None),
                PairingOrigin::Arrangement(id) => (None, None, Some(id)),
            };
            LobbyFrame::Paired { match_id: *match_id, seat: *seat, seek, challenge, arrangement }
        }
        Notice::Called(call) => return Some(TournamentFrame::Called(called(call)).to_json()),
        Notice::ChatTimeout(timeout) => {
            let timeout = timeout.map(|it| TimeoutView::of(it.until, it.reason));
            let now = rfc3339(live.time().now());
            return Some(TalkFrame::ChatTimeout { timeout, now }.to_json());
        }
        Notice::Seeking(seek) => LobbyFrame::Seeking(SeekView::from(&**seek)),
        Notice::Invited(seek) => LobbyFrame::Invited(SeekView::from(&**seek)),
        Notice::SeekEnded(seek) => LobbyFrame::SeekEnded { seek: *seek },
        Notice::Challenge { challenge, end, match_id } => {
            LobbyFrame::Challenge(ChallengeView::of(challenge, *end, *match_id))
        }
    };
    Some(frame.to_json())
}

fn lobby_changed_frame(change: &FeedChange) -> String {
    let frame = LobbyFrame::LobbyChanged {
        v: change.v,
        now: rfc3339(change.at),
        seeks: seek_views(&change.seeks),
        seeks_gone: change.seeks_gone.clone(),
        matches: change.matches.iter().map(Into::into).collect(),
        matches_gone: change.matches_gone.clone(),
        playing: change.playing.as_ref().map(|it| it.iter().map(PlayingView::from).collect()),
    };
    frame.to_json()
}
