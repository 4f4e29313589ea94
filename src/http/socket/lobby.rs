//! What a connection asks of the lobby, and what it is told.

use crate::live::lobby::{ChallengeWish, Standing};
use crate::live::{FeedChange, Notice};
use crate::lobby::Origin;
use crate::player::Player;
use crate::protocol::{
    ChallengeRequest, ChallengeView, Done, LobbyFrame, LobbyMessage, RequestError, SeekRequest,
    SeekView, lobby_frame, seek_views, wanted_seat,
};

use super::super::lobby::{answer_of, done_of, lobby_error, player_called};
use super::{GO_ON, Session, Step};
use axum::extract::ws::Message;

impl Session {
    pub(super) async fn lobby(&mut self, id: Option<String>, message: LobbyMessage) -> Step {
        let id = id.as_deref();
        if let LobbyMessage::Follow(on) = message {
            return self.follow_lobby(id, on).await;
        }
        let player = match self.player_now().await {
            Ok(player) => player,
            Err(error) => return self.refuse(id, &error).await,
        };
        let done = self.ask_lobby(&player, message).await;
        self.report(id, done).await
    }

    async fn ask_lobby(
        &mut self,
        player: &Player,
        message: LobbyMessage,
    ) -> Result<Done, RequestError> {
        let home = self.connection;
        let lobby = &self.app.lobby;
        match message {
            LobbyMessage::Follow(_) => Ok(Done::default()),
            LobbyMessage::Seek(request) => self.seek(player, &request).await,
            LobbyMessage::Unseek(seek) => {
                lobby.leave(seek, player.id, home).await.map_err(|error| lobby_error(&error))?;
                Ok(Done { seek, ..Done::default() })
            }
            LobbyMessage::Accept(seek, request) => {
                let known = lobby.find(seek).await.map_err(|error| lobby_error(&error))?;
                let seat = wanted_seat(known.terms.variant, request.seat)?;
                let by = self.app.seeker(player.clone(), &known.terms).await?;
                let standing = lobby.accept(seek, by, seat, home).await;
                standing.map(|standing| done_of(&standing)).map_err(|error| lobby_error(&error))
            }
            LobbyMessage::Challenge(request) => self.challenge(player, &request).await,
            LobbyMessage::Answer(challenge, say) => {
                let made = lobby.answer(challenge, player.id, answer_of(say)).await;
                let made = made.map_err(|error| lobby_error(&error))?;
                Ok(Done {
                    challenge: Some(challenge),
                    match_id: made.map(|made| made.match_id),
                    seat: made.map(|made| made.seat),
                    ..Done::default()
                })
            }
        }
    }

    async fn seek(&mut self, player: &Player, request: &SeekRequest) -> Result<Done, RequestError> {
        let with = match &request.with {
            Some(name) => Some(player_called(&self.app, "with", name).await?),
            None => None,
        };
        let wish = request.resolve(with)?;
        let seeker = self.app.seeker(player.clone(), &wish.terms).await?;
        let standing: Result<Standing, _> =
            self.app.lobby.seek(seeker, wish, self.connection).await;
        standing.map(|standing| done_of(&standing)).map_err(|error| lobby_error(&error))
    }

    async fn challenge(
        &mut self,
        player: &Player,
        request: &ChallengeRequest,
    ) -> Result<Done, RequestError> {
        let (terms, seat, stands_for) = request.resolve()?;
        let to = player_called(&self.app, "to", &request.to).await?;
        let to = self.app.seeker(to, &terms).await?;
        let by = self.app.seeker(player.clone(), &terms).await?;
        let wish = ChallengeWish { to, terms, seat, stands_for };
        let sent = self.app.lobby.challenge(by, wish, self.connection).await;
        let sent = sent.map_err(|error| lobby_error(&error))?;
        Ok(Done { challenge: Some(sent.id), ..Done::default() })
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

    pub(super) async fn notify(&mut self, notice: &Notice) -> Step {
        let frame = match notice {
            Notice::Feed(change) => return self.pass_on_change(change).await,
            Notice::Paired { match_id, seat, origin } => {
                let (seek, challenge) = match *origin {
                    Origin::Seek(id) => (Some(id), None),
                    Origin::Challenge(id) => (None, Some(id)),
                };
                LobbyFrame::Paired { match_id: *match_id, seat: *seat, seek, challenge }
            }
            Notice::ChatTimeout(timeout) => return self.pass_on_timeout(*timeout).await,
            Notice::Seeking(seek) => LobbyFrame::Seeking(SeekView::from(&**seek)),
            Notice::Invited(seek) => LobbyFrame::Invited(SeekView::from(&**seek)),
            Notice::SeekEnded(seek) => LobbyFrame::SeekEnded { seek: *seek },
            Notice::Challenge { challenge, end, match_id } => {
                LobbyFrame::Challenge(ChallengeView::of(challenge, *end, *match_id))
            }
        };
        self.send(Message::Text(frame.to_json().into())).await?;
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

    pub(super) async fn catch_up_with_lobby(&mut self) -> Step {
        let is_behind = self.notices.is_empty() && self.notifier.take_lagged();
        if is_behind && self.lobby_v.is_some() { self.whole_lobby().await } else { GO_ON }
    }
}

fn written(change: &FeedChange) -> Vec<u8> {
    let frame = LobbyFrame::LobbyChanged {
        v: change.v,
        now: crate::protocol::rfc3339(change.at),
        seeks: seek_views(&change.seeks),
        seeks_gone: change.seeks_gone.clone(),
        matches: change.matches.iter().map(Into::into).collect(),
        matches_gone: change.matches_gone.clone(),
    };
    frame.to_json().into_bytes()
}
