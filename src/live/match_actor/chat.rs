//! The last chat lines of a match.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, Match, MatchId, Refusal};
use chivalry_play::player::PlayerId;

use crate::live::error::LiveError;
use crate::store::{Store, StoreError};

/// Lines of a room sent to a new reader.
const LAST_LINES: usize = 50;

/// A stored chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The match's version.
    pub v: u32,
    /// The line's number in its room.
    pub line: u32,
}

/// The last lines of a room.
#[derive(Clone, Debug)]
pub struct LastLines {
    /// The room.
    pub room: ChatRoom,
    /// The match's version.
    pub v: u32,
    /// The lines, oldest first.
    pub lines: Vec<Arc<ChatLine>>,
}

/// The last lines of both rooms, in the order of [`ChatRoom::ALL`].
#[derive(Debug, Default)]
pub(crate) struct ChatHistory([VecDeque<Arc<ChatLine>>; ChatRoom::ALL.len()]);

impl ChatHistory {
    /// Reads the last lines of a match.
    pub(crate) async fn load(store: &Store, id: MatchId) -> Result<ChatHistory, StoreError> {
        let mut history = ChatHistory::default();
        for room in ChatRoom::ALL {
            let lines = store.chat().last_lines(id, room, LAST_LINES as u32).await?;
            history.0[room as usize] = lines.into_iter().map(Arc::new).collect();
        }
        Ok(history)
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, line: Arc<ChatLine>) {
        let lines = &mut self.0[line.room as usize];
        lines.push_back(line);
        if lines.len() > LAST_LINES {
            lines.pop_front();
        }
    }

    /// Removes the text of a line.
    pub(crate) fn hide(&mut self, room: ChatRoom, line: u32) {
        for cached in self.0[room as usize].iter_mut().filter(|cached| cached.line == line) {
            Arc::make_mut(cached).text = None;
        }
    }

    /// True if a line is by the player.
    pub(crate) fn has_lines_of(&self, player: PlayerId) -> bool {
        self.0.iter().flatten().any(|line| line.player.id == player)
    }

    /// Returns the lines of each room that the viewer may read. `v` is the version of the match
    /// that the viewer sees, and `match_state` the public state.
    pub(crate) fn readable_by(
        &self,
        viewer: Option<PlayerId>,
        match_state: &Match,
        store: &Store,
        v: u32,
    ) -> Vec<LastLines> {
        let rooms = ChatRoom::ALL.into_iter().zip(&self.0);
        let readable = rooms.filter(|(room, _)| match_state.can_read_chat(viewer, *room));
        readable
            .map(|(room, lines)| {
                let is_readable = |line: &&Arc<ChatLine>| {
                    may_read(store, match_state, viewer, room, Some(line.player.id))
                };
                LastLines { room, v, lines: lines.iter().filter(is_readable).cloned().collect() }
            })
            .collect()
    }
}

/// True if the viewer may read lines of the author in the room. Frames, histories and REST all use
/// this function.
pub(crate) fn may_read(
    store: &Store,
    match_state: &Match,
    viewer: Option<PlayerId>,
    room: ChatRoom,
    author: Option<PlayerId>,
) -> bool {
    let is_muted = |(viewer, author)| store.chat().is_muted(viewer, author);
    match_state.can_read_chat(viewer, room) && !viewer.zip(author).is_some_and(is_muted)
}

/// Checks that no moderator has imposed a chat timeout on the player.
///
/// # Errors
/// Fails if a timeout is active or the database fails.
pub(crate) async fn check_timeout(
    store: &Store,
    player: PlayerId,
    now: Timestamp,
) -> Result<(), LiveError> {
    match store.moderation().chat_timeout(player, now).await? {
        Some(timeout) => {
            let wait = timeout.until.since(now).max(Duration::from_millis(1));
            Err(Refusal::ChatTimeout { wait }.into())
        }
        None => Ok(()),
    }
}
