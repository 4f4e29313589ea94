//! What a connection says around matches, and what it hears.

use crate::live::{LastLines, SideEvent};
use crate::protocol::{ChatRequest, LineView, PlayerView, TalkFrame, rfc3339};
use axum::extract::ws::Message;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId};

use crate::http::api::matches::chat::say;
use crate::http::session::session::{GO_ON, Session, Step, unauthorized};

/// The last line of each room that the client was told, in the order of
/// [`ChatRoom::ALL`]; `None` before it has been told of the room.
pub(crate) type Heard = [Option<u32>; ChatRoom::ALL.len()];

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

    /// Lets the client hear what is said around a match that it watches.
    pub(crate) async fn begin_to_hear(&mut self, match_id: MatchId) -> Step {
        if let Some(watched) = self.watched.get_mut(&match_id) {
            watched.heard = Some(Heard::default());
        }
        self.listen_in(match_id).await
    }

    /// Tells the client what was said in the rooms that it may hear and was
    /// not told before, and lets it hear what follows.
    pub(crate) async fn listen_in(&mut self, match_id: MatchId) -> Step {
        if self.heard(match_id).is_none() {
            return GO_ON;
        }
        let (live, viewer) = (self.app.live.clone(), self.viewer());
        // A match that is gone has nothing to say.
        let Ok(rooms) = live.listen_in(match_id, viewer, &self.subscriber).await else {
            return GO_ON;
        };
        for LastLines { room, v, lines } in rooms {
            let Some(heard) = self.heard(match_id) else { return GO_ON };
            let before = heard[room as usize];
            let last = before.unwrap_or(0);
            let new = lines.iter().filter(|line| line.line > last);
            let new: Vec<LineView> = new.map(|line| LineView::from(&**line)).collect();
            heard[room as usize] = Some(new.last().map_or(last, |line| line.line));
            if before.is_none() || !new.is_empty() {
                let (room, now) = (room.into(), rfc3339(live.time().now()));
                let frame = TalkFrame::ChatHistory { match_id, v, now, room, lines: new };
                self.send(Message::Text(frame.to_json().into())).await?;
            }
        }
        GO_ON
    }

    /// What the client was told of talk around a match, when it hears it.
    fn heard(&mut self, match_id: MatchId) -> Option<&mut Heard> {
        self.watched.get_mut(&match_id)?.heard.as_mut()
    }

    /// Whether the client hears the room and was not told the line before.
    pub(crate) fn is_unheard(&mut self, match_id: MatchId, line: &ChatLine) -> bool {
        let Some(heard) = self.heard(match_id) else { return false };
        let last = &mut heard[line.room as usize];
        let is_new = last.is_none_or(|last| last < line.line);
        if is_new {
            *last = Some(line.line);
        }
        is_new
    }
}

pub(crate) fn said(around: &SideEvent, line: &ChatLine) -> Vec<u8> {
    let frame = TalkFrame::Chat {
        match_id: around.match_id,
        v: around.v,
        now: rfc3339(line.at),
        room: line.room.into(),
        line: line.line,
        player: PlayerView::from(&line.player),
        text: line.text.clone(),
    };
    frame.to_json().into_bytes()
}

pub(crate) fn hidden(around: &SideEvent, room: ChatRoom, line: u32) -> Vec<u8> {
    let (match_id, v, now) = (around.match_id, around.v, rfc3339(around.at));
    let frame = TalkFrame::ChatHidden { match_id, v, now, room: room.into(), line };
    frame.to_json().into_bytes()
}
