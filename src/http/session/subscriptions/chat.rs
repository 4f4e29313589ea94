//! Chat over a connection.

use crate::live::{LastLines, SideEvent};
use crate::protocol::{ChatRequest, LineView, PlayerView, TalkFrame, rfc3339};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId};

use crate::http::api::matches::chat::say;
use crate::http::session::connection::Connection;
use crate::http::session::transport::{Step, Transport};

/// The last line sent of each room, in the order of [`ChatRoom::ALL`]; `None` before the room's
/// history was sent.
#[derive(Clone, Copy, Default)]
pub(crate) struct ChatProgress([Option<u32>; ChatRoom::ALL.len()]);

impl ChatProgress {
    /// Marks a line as sent. Returns true if it was not sent before.
    pub(crate) fn mark_sent(&mut self, line: &ChatLine) -> bool {
        let last = &mut self.0[line.room as usize];
        let is_new = last.is_none_or(|last| last < line.line);
        if is_new {
            *last = Some(line.line);
        }
        is_new
    }

    /// The frame with the missed lines of a room, unless there are none.
    pub(crate) fn catch_up(
        &mut self,
        match_id: MatchId,
        room: LastLines,
        now: Timestamp,
    ) -> Option<TalkFrame> {
        let LastLines { room, v, lines } = room;
        let before = self.0[room as usize];
        let last = before.unwrap_or(0);
        let new = lines.iter().filter(|line| line.line > last);
        let lines: Vec<LineView> = new.map(|line| LineView::from(&**line)).collect();
        self.0[room as usize] = Some(lines.last().map_or(last, |line| line.line));
        let (room, now) = (room.into(), rfc3339(now));
        let is_first = before.is_none();
        (is_first || !lines.is_empty()).then_some(TalkFrame::ChatHistory {
            match_id,
            v,
            now,
            room,
            lines,
        })
    }
}

/// Answers a chat command.
pub(crate) async fn command<T: Transport>(
    connection: &mut Connection<T>,
    id: Option<String>,
    match_id: MatchId,
    request: &ChatRequest,
) -> Step {
    let said = match connection.player() {
        Ok(player) => say(&connection.app, player, id.clone(), match_id, request).await,
        Err(error) => Err(error),
    };
    connection.report(id.as_deref(), said).await
}

pub(crate) fn chat_frame(event: &SideEvent, line: &ChatLine) -> String {
    let frame = TalkFrame::Chat {
        match_id: event.match_id,
        v: event.v,
        now: rfc3339(line.at),
        room: line.room.into(),
        line: line.line,
        player: PlayerView::from(&line.player),
        text: line.text.clone(),
    };
    frame.to_json()
}

pub(crate) fn chat_hidden_frame(event: &SideEvent, room: ChatRoom, line: u32) -> String {
    let (match_id, v, now) = (event.match_id, event.v, rfc3339(event.at));
    let frame = TalkFrame::ChatHidden { match_id, v, now, room: room.into(), line };
    frame.to_json()
}
