//! Chat of a match: lines are stored, then sent to the subscribers who may read them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::store::{NewLine, Store};
use chivalry_play::matches::{ChatLine, ChatRoom, CommandRef, Match, MatchId, Refusal};
use chivalry_play::player::{Player, PlayerId};

use crate::live::error::LiveError;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::match_actor::feed::side_event::SideEventKind;
use crate::live::registry::Live;

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

/// A chat request to a match actor.
pub(crate) enum ChatRequest {
    Send {
        by: Player,
        cause: Option<CommandRef>,
        room: ChatRoom,
        text: String,
        answer: Answer<Said>,
    },
    Subscribe {
        viewer: Option<PlayerId>,
        subscriber: Subscriber,
        answer: Answer<Vec<LastLines>>,
    },
    Hide {
        by: PlayerId,
        room: ChatRoom,
        line: u32,
        answer: Answer<bool>,
    },
}

type Answer<T> = oneshot::Sender<Result<T, LiveError>>;

impl ChatRequest {
    pub(crate) fn refuse(self, error: LiveError) {
        // The requester may be gone.
        match self {
            ChatRequest::Send { answer, .. } => drop(answer.send(Err(error))),
            ChatRequest::Subscribe { answer, .. } => drop(answer.send(Err(error))),
            ChatRequest::Hide { answer, .. } => drop(answer.send(Err(error))),
        }
    }
}

/// The last lines of both rooms, in the order of [`ChatRoom::ALL`].
pub(crate) type ChatHistory = [VecDeque<Arc<ChatLine>>; ChatRoom::ALL.len()];

impl Live {
    /// Sends a chat line. A repeated command id has no further effect.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn say(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        room: ChatRoom,
        text: &str,
    ) -> Result<Said, LiveError> {
        let now = self.shared.time.now();
        if let Some(timeout) = self.shared.store.chat_timeout(by.id, now).await? {
            let wait = timeout.until.since(now).max(Duration::from_millis(1));
            return Err(Refusal::ChatTimeout { wait }.into());
        }
        let cause = command_id.map(|id| CommandRef { player: by.id, id });
        self.ask(id, |answer| {
            let (by, cause, text) = (by.clone(), cause.clone(), text.to_owned());
            Message::Chat(ChatRequest::Send { by, cause, room, text, answer })
        })
        .await
    }

    /// Returns the last lines of each room that the viewer may read, and subscribes to these rooms.
    /// The subscriber must watch the match.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn listen_in(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Vec<LastLines>, LiveError> {
        self.ask(id, |answer| {
            Message::Chat(ChatRequest::Subscribe { viewer, subscriber: subscriber.clone(), answer })
        })
        .await
    }

    /// Removes the text of a line. Returns false if there is no such text.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn hide(
        &self,
        id: MatchId,
        by: PlayerId,
        room: ChatRoom,
        line: u32,
    ) -> Result<bool, LiveError> {
        self.ask(id, |answer| Message::Chat(ChatRequest::Hide { by, room, line, answer })).await
    }

    /// Returns up to `limit` lines after the line `since` that the viewer may read. The second
    /// value is the number from which to continue, if there are more lines.
    ///
    /// # Errors
    /// Fails if the viewer may not read the room, the match does not exist, or the database fails.
    pub async fn lines(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        room: ChatRoom,
        since: u32,
        limit: u32,
    ) -> Result<(Vec<ChatLine>, Option<u32>), LiveError> {
        // The public view decides, because rooms open after spectators have seen the end.
        let snapshot = self.look(id, None).await?;
        if !snapshot.contest.can_read_chat(viewer, room) {
            return Err(Refusal::WrongChatRoom.into());
        }
        let store = &self.shared.store;
        // Reads one extra line to find out if there are more.
        let mut lines = store.lines_since(id, room, since, limit + 1).await?;
        let has_more = lines.len() > limit as usize;
        lines.truncate(limit as usize);
        let next = lines.last().map(|line| line.line).filter(|_| has_more);
        lines.retain(|line| may_read(store, &snapshot.contest, viewer, room, Some(line.player.id)));
        Ok((lines, next))
    }
}

/// True if the viewer may read lines of the author in the room. Frames, histories and REST all use
/// this function.
fn may_read(
    store: &Store,
    match_state: &Match,
    viewer: Option<PlayerId>,
    room: ChatRoom,
    author: Option<PlayerId>,
) -> bool {
    let is_muted = |(viewer, author)| store.is_muted(viewer, author);
    match_state.can_read_chat(viewer, room) && !viewer.zip(author).is_some_and(is_muted)
}

impl MatchActor {
    pub(crate) async fn on_chat(&mut self, request: ChatRequest) {
        // The requester may be gone.
        match request {
            ChatRequest::Send { by, cause, room, text, answer } => {
                self.record_activity(by.id);
                let _ = answer.send(self.say(by, cause, room, text).await);
            }
            ChatRequest::Subscribe { viewer, subscriber, answer } => {
                let _ = answer.send(self.listen_in(viewer, &subscriber).await);
            }
            ChatRequest::Hide { by, room, line, answer } => {
                let _ = answer.send(self.hide(by, room, line).await);
            }
        }
    }

    async fn say(
        &mut self,
        by: Player,
        cause: Option<CommandRef>,
        room: ChatRoom,
        text: String,
    ) -> Result<Said, LiveError> {
        let snapshot = self.loaded().await?;
        if !self.seen_by(None, &snapshot).contest.can_send_chat(by.id, room) {
            return Err(Refusal::WrongChatRoom.into());
        }
        let (at, v) = (self.shared.time.now(), self.seen_by(Some(by.id), &snapshot).contest.v());
        drop(snapshot);
        self.load_chat_history().await?;
        let (player, command) = (by.id, cause.map(|cause| cause.id));
        let new = NewLine { match_id: self.id, room, player, command, at, text };
        let (line, is_new) = self.shared.store.say(&new).await?;
        if is_new {
            let line = ChatLine { room, line, at, player: by, text: Some(new.text) };
            self.record_line(Arc::new(line));
        }
        Ok(Said { v, line })
    }

    fn record_line(&mut self, line: Arc<ChatLine>) {
        if let Some(chat_history) = &mut self.chat_history {
            let lines = &mut chat_history[line.room as usize];
            lines.push_back(Arc::clone(&line));
            if lines.len() > LAST_LINES {
                lines.pop_front();
            }
        }
        let (room, author) = (line.room, Some(line.player.id));
        self.send_to_chat_readers(SideEventKind::Said(line), room, author);
    }

    async fn listen_in(
        &mut self,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Vec<LastLines>, LiveError> {
        let snapshot = self.loaded().await?;
        self.load_chat_history().await?;
        self.readers.subscribe_to_chat(subscriber);
        let v = self.seen_by(viewer, &snapshot).contest.v();
        let public = self.seen_by(None, &snapshot);
        let (match_state, store) = (&public.contest, &self.shared.store);
        let rooms = ChatRoom::ALL.into_iter().zip(self.chat_history.iter().flatten());
        let readable = rooms.filter(|(room, _)| match_state.can_read_chat(viewer, *room));
        Ok(readable
            .map(|(room, lines)| {
                let is_readable = |line: &&Arc<ChatLine>| {
                    may_read(store, match_state, viewer, room, Some(line.player.id))
                };
                let lines = lines.iter().filter(is_readable).cloned().collect();
                LastLines { room, v, lines }
            })
            .collect())
    }

    async fn hide(&mut self, by: PlayerId, room: ChatRoom, line: u32) -> Result<bool, LiveError> {
        self.loaded().await?;
        self.load_chat_history().await?;
        let at = self.shared.time.now();
        let is_hidden = self.shared.store.hide_line((self.id, room, line), by, at).await?;
        if !is_hidden {
            return Ok(false);
        }
        let lines =
            self.chat_history.iter_mut().flat_map(|chat_history| &mut chat_history[room as usize]);
        for cached in lines.filter(|cached| cached.line == line) {
            Arc::make_mut(cached).text = None;
        }
        self.send_to_chat_readers(SideEventKind::Hidden { room, line }, room, None);
        Ok(true)
    }

    /// Loads the last lines on first use.
    async fn load_chat_history(&mut self) -> Result<(), LiveError> {
        if self.chat_history.is_none() {
            let mut chat_history = ChatHistory::default();
            for room in ChatRoom::ALL {
                let limit = LAST_LINES as u32;
                let lines = self.shared.store.last_lines(self.id, room, limit).await?;
                chat_history[room as usize] = lines.into_iter().map(Arc::new).collect();
            }
            self.chat_history = Some(chat_history);
        }
        Ok(())
    }

    /// Sends a side event to the readers of the room who have not muted `author`.
    fn send_to_chat_readers(
        &mut self,
        what: SideEventKind,
        room: ChatRoom,
        author: Option<PlayerId>,
    ) {
        let Some(snapshot) = &self.snapshot else { return };
        let (public, shared) = (self.seen_by(None, snapshot), Arc::clone(&self.shared));
        let may_read = |viewer| may_read(&shared.store, &public.contest, viewer, room, author);
        self.send_side_event(what, |reader| reader.receives_chat && may_read(reader.viewer));
    }
}
