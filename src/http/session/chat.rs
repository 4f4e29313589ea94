//! Chat over a connection.

use std::ops::ControlFlow;

use crate::live::{LastLines, SideEvent};
use crate::protocol::{ChatRequest, LineView, PlayerView, TalkFrame, rfc3339};
use axum::extract::ws::Message;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId};

use crate::http::api::matches::chat::say;
use crate::http::session::session::{Session, Step, unauthorized};

/// The last line sent of each room, in the order of [`ChatRoom::ALL`]; `None` before the room's
/// history was sent.
pub(crate) type ChatProgress = [Option<u32>; ChatRoom::ALL.len()];

impl Session {
    pub(crate) async fn chat(
        &mut self,
        id: Option<String>,
        match_id: MatchId,
        request: &ChatRequest,
    ) -> Step {
        let Some(player) = &self.player else {
            return self.refuse(id.as_deref(), &unauthorized()).await;
        };
        let said = say(&self.app, player, id.clone(), match_id, request).await;
        self.report(id.as_deref(), said).await
    }

    /// Subscribes the client to the chat of a match that it watches.
    pub(crate) async fn subscribe_chat(&mut self, match_id: MatchId) -> Step {
        if let Some(watched) = self.watched.get_mut(&match_id) {
            watched.chat = Some(ChatProgress::default());
        }
        self.catch_up_chat(match_id).await
    }

    /// Sends the missed lines of the rooms that the client may read, and subscribes to later ones.
    pub(crate) async fn catch_up_chat(&mut self, match_id: MatchId) -> Step {
        if self.chat_progress(match_id).is_none() {
            return ControlFlow::Continue(());
        }
        let (live, viewer) = (self.app.live.clone(), self.viewer());
        // An ended match has no chat left to send.
        let Ok(rooms) = live.listen_in(match_id, viewer, &self.subscriber).await else {
            return ControlFlow::Continue(());
        };
        for LastLines { room, v, lines } in rooms {
            let Some(chat) = self.chat_progress(match_id) else { return ControlFlow::Continue(()) };
            let before = chat[room as usize];
            let last = before.unwrap_or(0);
            let new = lines.iter().filter(|line| line.line > last);
            let new: Vec<LineView> = new.map(|line| LineView::from(&**line)).collect();
            chat[room as usize] = Some(new.last().map_or(last, |line| line.line));
            if before.is_none() || !new.is_empty() {
                let (room, now) = (room.into(), rfc3339(live.time().now()));
                let frame = TalkFrame::ChatHistory { match_id, v, now, room, lines: new };
                self.send(Message::Text(frame.to_json().into())).await?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The chat progress of a match, if the client subscribed to its chat.
    fn chat_progress(&mut self, match_id: MatchId) -> Option<&mut ChatProgress> {
        self.watched.get_mut(&match_id)?.chat.as_mut()
    }

    /// Marks a line as sent. Returns true if the client subscribed to its room and did not receive
    /// the line before.
    pub(crate) fn mark_line_sent(&mut self, match_id: MatchId, line: &ChatLine) -> bool {
        let Some(chat) = self.chat_progress(match_id) else { return false };
        let last = &mut chat[line.room as usize];
        let is_new = last.is_none_or(|last| last < line.line);
        if is_new {
            *last = Some(line.line);
        }
        is_new
    }
}

pub(crate) fn chat_frame(event: &SideEvent, line: &ChatLine) -> Vec<u8> {
    let frame = TalkFrame::Chat {
        match_id: event.match_id,
        v: event.v,
        now: rfc3339(line.at),
        room: line.room.into(),
        line: line.line,
        player: PlayerView::from(&line.player),
        text: line.text.clone(),
    };
    frame.to_json().into_bytes()
}

pub(crate) fn chat_hidden_frame(event: &SideEvent, room: ChatRoom, line: u32) -> Vec<u8> {
    let (match_id, v, now) = (event.match_id, event.v, rfc3339(event.at));
    let frame = TalkFrame::ChatHidden { match_id, v, now, room: room.into(), line };
    frame.to_json().into_bytes()
}
