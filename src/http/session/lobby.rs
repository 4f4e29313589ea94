//! Lobby commands of a connection, and the notices that it receives.

use std::ops::ControlFlow;

use crate::live::cluster::nodes::Entity;
use crate::live::lobby_actor::message::{ChallengeWish, LobbyCommand};
use crate::live::{FeedChange, Notice};
use crate::protocol::{
    AcceptRequest, ChallengeView, Done, LobbyFrame, LobbyMessage, RequestError, SeekView,
    TalkFrame, TimeoutView, TournamentFrame, lobby_frame, rfc3339, seek_views,
};
use chivalry_play::lobby::PairingOrigin;
use chivalry_play::matches::CommandRef;
use chivalry_play::player::Player;

use crate::http::api::lobby::{answer_of, done_of, lobby_error, player_called};
use crate::http::api::tournaments::tournaments::called;
use crate::http::session::session::{Session, Step};
use crate::http::state::AppState;
use axum::extract::ws::Message;

impl Session {
    pub(crate) async fn lobby(&mut self, id: Option<String>, message: LobbyMessage) -> Step {
        if let LobbyMessage::Follow(on) = message {
            return self.follow_lobby(id.as_deref(), on).await;
        }
        let player = match self.player_now().await {
            Ok(player) => player,
            Err(error) => return self.refuse(id.as_deref(), &error).await,
        };
        let cause = id.clone().map(|id| CommandRef { player: player.id, id });
        let done = self.send_lobby_command(player, cause, message).await;
        self.report(id.as_deref(), done).await
    }

    async fn send_lobby_command(
        &mut self,
        player: Player,
        cause: Option<CommandRef>,
        message: LobbyMessage,
    ) -> Result<Done, RequestError> {
        let by = player.id;
        let command = match message {
            LobbyMessage::Follow(_) => return Ok(Done::default()),
            LobbyMessage::Seek(request) => {
                let with = match &request.with {
                    Some(name) => Some(player_called(&self.app, "with", name).await?),
                    None => None,
                };
                let wish = request.resolve(with)?;
                LobbyCommand::Seek { by: self.app.paired(player, &wish.terms).await?, wish }
            }
            LobbyMessage::Unseek(seek) => LobbyCommand::Leave { seek, by },
            LobbyMessage::Accept(seek, AcceptRequest { seat }) => {
                let known = match self.app.lobby.find(seek).await {
                    Ok(known) => known,
                    // An earlier attempt of the same command may have ended the seek.
                    Err(error) => {
                        let answered = self.app.lobby.answered(cause).await;
                        let answered = answered.map_err(|error| lobby_error(&error))?;
                        let answered = answered.as_ref().map(done_of);
                        return answered.ok_or_else(|| lobby_error(&error));
                    }
                };
                let by = self.app.paired(player, &known.terms).await?;
                LobbyCommand::Accept { seek, by, seat }
            }
            LobbyMessage::Challenge(request) => {
                let (terms, seat, stands_for) = request.resolve()?;
                let to = player_called(&self.app, "to", &request.to).await?;
                let to = self.app.seeker(to, &terms).await?;
                let by = self.app.seeker(player, &terms).await?;
                let wish = ChallengeWish { to, terms, seat, stands_for };
                LobbyCommand::Challenge { by, wish }
            }
            LobbyMessage::Answer(challenge, say) => {
                LobbyCommand::Answer { challenge, by, say: answer_of(say) }
            }
        };
        let outcome = self.app.lobby.command(command, cause, self.connection).await;
        outcome.map(|outcome| done_of(&outcome)).map_err(|error| lobby_error(&error))
    }

    async fn follow_lobby(&mut self, id: Option<&str>, on: bool) -> Step {
        let Some(connection) = self.connection else { return ControlFlow::Continue(()) };
        if !on {
            self.lobby_v = None;
            let done = self.app.lobby.unfollow(connection).await;
            let done = done.map(|()| Done::default()).map_err(|error| lobby_error(&error));
            return self.report(id, done).await;
        }
        self.lobby_v = Some(0);
        self.report(id, Ok(Done::default())).await?;
        self.send_lobby_snapshot().await
    }

    /// Sends the lobby's snapshot. Changes follow it.
    async fn send_lobby_snapshot(&mut self) -> Step {
        let Some(connection) = self.connection else { return ControlFlow::Continue(()) };
        match self.app.lobby.follow(connection).await {
            Ok(snapshot) => {
                self.lobby_v = Some(snapshot.v);
                let frame = snapshot.frame(|it| {
                    lobby_frame(it.v, it.at, &it.seeks, &it.matches).to_json().into_bytes()
                });
                self.send_bytes(frame).await
            }
            Err(error) => self.refuse(None, &lobby_error(&error)).await,
        }
    }

    pub(crate) async fn notify(&mut self, notice: &Notice) -> Step {
        match notice {
            Notice::Feed(change) => return self.forward_lobby_change(change).await,
            Notice::Moved => return self.on_moved(Entity::Lobby).await,
            Notice::Erased => return self.close_erased().await,
            _ => {}
        }
        if let Some(frame) = notice_frame(&self.app, notice) {
            self.send(Message::Text(frame.into())).await?;
        }
        self.resync_lobby().await
    }

    async fn forward_lobby_change(&mut self, change: &FeedChange) -> Step {
        match self.lobby_v {
            Some(had) if change.v == had + 1 => {
                self.lobby_v = Some(change.v);
                self.send_bytes(change.frame(lobby_changed_frame)).await?;
            }
            Some(had) if change.v > had => return self.send_lobby_snapshot().await,
            // The snapshot included the change, or the client unsubscribed.
            _ => {}
        }
        self.resync_lobby().await
    }

    pub(crate) async fn resync_lobby(&mut self) -> Step {
        let is_behind = self.notices.is_empty() && self.notifier.take_lagged();
        if is_behind && self.lobby_v.is_some() {
            self.send_lobby_snapshot().await
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Encodes a notice for any connection of a player; `None` for notices that depend on the
/// connection.
pub(crate) fn notice_frame(app: &AppState, notice: &Notice) -> Option<String> {
    let frame = match notice {
        Notice::Feed(_) | Notice::Moved | Notice::Erased => return None,
        Notice::Paired { match_id, seat, origin } => {
            let (seek, challenge) = match *origin {
                PairingOrigin::Seek(id) => (Some(id), None),
                PairingOrigin::Challenge(id) => (None, Some(id)),
            };
            LobbyFrame::Paired { match_id: *match_id, seat: *seat, seek, challenge }
        }
        Notice::Called(call) => return Some(TournamentFrame::Called(called(call)).to_json()),
        Notice::ChatTimeout(timeout) => {
            let timeout = timeout.map(|it| TimeoutView::of(it.until, it.reason));
            let now = rfc3339(app.live.time().now());
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

fn lobby_changed_frame(change: &FeedChange) -> Vec<u8> {
    let frame = LobbyFrame::LobbyChanged {
        v: change.v,
        now: rfc3339(change.at),
        seeks: seek_views(&change.seeks),
        seeks_gone: change.seeks_gone.clone(),
        matches: change.matches.iter().map(Into::into).collect(),
        matches_gone: change.matches_gone.clone(),
    };
    frame.to_json().into_bytes()
}
