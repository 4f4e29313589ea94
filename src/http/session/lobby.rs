//! What a connection asks of the lobby, and what it is told.

use crate::live::cluster::nodes::Entity;
use crate::live::lobby_actor::handle::{ChallengeWish, LobbyCommand};
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
use crate::http::session::session::{GO_ON, Session, Step};
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
        let done = self.ask_lobby(player, cause, message).await;
        self.report(id.as_deref(), done).await
    }

    async fn ask_lobby(
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
                    // It may be gone because of this very command.
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
        let Some(connection) = self.connection else { return GO_ON };
        if !on {
            self.lobby_v = None;
            let done = self.app.lobby.unfollow(connection).await;
            let done = done.map(|()| Done::default()).map_err(|error| lobby_error(&error));
            return self.report(id, done).await;
        }
        self.lobby_v = Some(0);
        self.report(id, Ok(Done::default())).await?;
        self.whole_lobby().await
    }

    /// Sends all that waits for players; changes of it follow.
    async fn whole_lobby(&mut self) -> Step {
        let Some(connection) = self.connection else { return GO_ON };
        match self.app.lobby.follow(connection).await {
            Ok(whole) => {
                self.lobby_v = Some(whole.v);
                let frame = whole.frame(|it| {
                    lobby_frame(it.v, it.at, &it.seeks, &it.matches).to_json().into_bytes()
                });
                self.send_bytes(frame).await
            }
            Err(error) => self.refuse(None, &lobby_error(&error)).await,
        }
    }

    pub(crate) async fn notify(&mut self, notice: &Notice) -> Step {
        match notice {
            Notice::Feed(change) => return self.pass_on_change(change).await,
            Notice::Moved => return self.moved(Entity::Lobby).await,
            Notice::Erased => return self.end_for_nobody().await,
            _ => {}
        }
        if let Some(frame) = notice_frame(&self.app, notice) {
            self.send(Message::Text(frame.into())).await?;
        }
        self.catch_up_with_lobby().await
    }

    async fn pass_on_change(&mut self, change: &FeedChange) -> Step {
        match self.lobby_v {
            Some(had) if change.v == had + 1 => {
                self.lobby_v = Some(change.v);
                self.send_bytes(change.frame(written)).await?;
            }
            Some(had) if change.v > had => return self.whole_lobby().await,
            // The snapshot had it, or the client follows no more.
            _ => {}
        }
        self.catch_up_with_lobby().await
    }

    pub(crate) async fn catch_up_with_lobby(&mut self) -> Step {
        let is_behind = self.notices.is_empty() && self.notifier.take_lagged();
        if is_behind && self.lobby_v.is_some() { self.whole_lobby().await } else { GO_ON }
    }
}

/// What a player is told over a connection, whichever it is; `None` for what
/// depends on the connection.
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

fn written(change: &FeedChange) -> Vec<u8> {
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
