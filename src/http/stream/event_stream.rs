//! A stream of a match's events over HTTP, from a version to the end of the match.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::live::{Broadcast, FrameVariant, LiveError, MatchUpdate, Subscriber};
use crate::protocol::event_frame;
use chivalry_play::matches::{Event, MatchId, Status};
use chivalry_play::player::PlayerId;

use crate::http::error::ApiResult;
use crate::http::state::AppState;
use crate::http::stream::match_events::check_since;

/// Capacity of a reader's queue. A reader that falls further behind catches up from the
/// log.
const OUTBOX: usize = 64;

/// Interval between keepalives on a silent connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// The format of an event stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamFormat {
    /// One JSON object a line.
    Lines,
    /// Server-sent events (HTML, 9.2).
    ServerSent,
}

impl StreamFormat {
    /// Encodes an event, with its `id` if it has one.
    pub(crate) fn write(self, id: Option<u32>, frame: &[u8]) -> Bytes {
        let (before, after) = match (self, id) {
            (StreamFormat::Lines, _) => (String::new(), "\n"),
            (StreamFormat::ServerSent, None) => ("data: ".to_owned(), "\n\n"),
            (StreamFormat::ServerSent, Some(id)) => (format!("id: {id}\ndata: "), "\n\n"),
        };
        [before.as_bytes(), frame, after.as_bytes()].concat().into()
    }

    /// An empty message that keeps the connection open.
    pub(crate) fn keepalive(self) -> Bytes {
        Bytes::from_static(match self {
            StreamFormat::Lines => b"\n",
            StreamFormat::ServerSent => b":\n\n",
        })
    }
}

/// A reader of a match's events, with its pending output.
pub(crate) struct EventStream {
    state: AppState,
    match_id: MatchId,
    frame_variant: FrameVariant,
    format: StreamFormat,
    viewer: Option<PlayerId>,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was queued.
    v: u32,
    pending: VecDeque<Bytes>,
    has_ended: bool,
    keepalive: Interval,
    erased: broadcast::Receiver<PlayerId>,
}

impl EventStream {
    /// Subscribes `viewer` to the events after version `since`.
    pub(crate) async fn start(
        state: AppState,
        match_id: MatchId,
        viewer: Option<PlayerId>,
        since: u32,
        frame_variant: FrameVariant,
        format: StreamFormat,
    ) -> ApiResult<EventStream> {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let mut keepalive = interval_at(Instant::now() + KEEPALIVE, KEEPALIVE);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let erased = state.live.erased();
        let mut event_stream = EventStream {
            state,
            match_id,
            frame_variant,
            format,
            viewer,
            subscriber,
            updates,
            v: since,
            pending: VecDeque::new(),
            has_ended: false,
            keepalive,
            erased,
        };
        let v = event_stream.catch_up().await?;
        check_since(since, v)?;
        Ok(event_stream)
    }

    /// True if nothing remains to be sent.
    pub(crate) fn is_over(&self) -> bool {
        self.has_ended && self.pending.is_empty()
    }

    /// The encoded events. The stream ends when the match has ended or the server drains.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        stream::unfold(self, |mut event_stream| async move {
            let piece = event_stream.next().await?;
            Some((Ok(piece), event_stream))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(piece) = self.pending.pop_front() {
                return Some(piece);
            }
            if self.has_ended {
                return None;
            }
            tokio::select! {
                () = self.state.draining.cancelled() => return None,
                // A stream with a player's private view ends when the player is erased.
                erased = self.erased.recv() => if erased.ok() == self.viewer && self.viewer.is_some() {
                    return None;
                },
                Some(broadcast) = self.updates.recv() => match broadcast {
                    Broadcast::Event(update) => self.on_update(&update).await.ok()?,
                    // Streams contain logged events only.
                    Broadcast::SideEvent(_) | Broadcast::Tournament(_) => {}
                    // The client reconnects to the new owner and resumes from its version.
                    Broadcast::Moved(_) => return None,
                },
                _ = self.keepalive.tick() => {
                    // The subscriber may have been marked as lagged after the last update.
                    if self.subscriber.take_lagged() {
                        self.catch_up().await.ok()?;
                    }
                    self.pending.push_back(self.format.keepalive());
                }
            }
        }
    }

    /// Queues the event of an update, after events that were missed before it.
    async fn on_update(&mut self, update: &MatchUpdate) -> Result<(), LiveError> {
        let v = update.occurrence.recorded.v;
        if v == self.v + 1 {
            let frame = update.frame(self.frame_variant, |update| {
                let seated = update.seated.as_ref();
                let legal = self.frame_variant == FrameVariant::WithLegalMoves;
                event_frame(update.match_id, update.variant, &update.occurrence, seated, legal)
            });
            self.enqueue(v, &frame);
            self.has_ended = matches!(update.occurrence.recorded.event, Event::Ended { .. });
        }
        let is_cut_off = self.updates.is_empty() && self.subscriber.take_lagged();
        if v > self.v || is_cut_off {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Queues every missing event of the log, subscribes to the following ones, and returns
    /// the version of the match.
    ///
    /// The subscription precedes the read of the log. Events in between occur in both and
    /// are recognised by their version.
    async fn catch_up(&mut self) -> Result<u32, LiveError> {
        let live = self.state.live.clone();
        live.watch(self.match_id, self.viewer, &self.subscriber).await?;
        let (occurrences, snapshot) = live.history(self.match_id, self.viewer).await?;
        let legal = self.frame_variant == FrameVariant::WithLegalMoves;
        for occurrence in &occurrences {
            let recorded = &occurrence.recorded;
            if recorded.v > self.v {
                let seated = snapshot.seated_by(&recorded.event);
                let variant = snapshot.contest.variant();
                let frame = event_frame(self.match_id, variant, occurrence, seated, legal);
                self.enqueue(recorded.v, &frame);
            }
        }
        self.has_ended = matches!(snapshot.contest.status(), Status::Ended { .. });
        Ok(snapshot.contest.v())
    }

    fn enqueue(&mut self, v: u32, frame: &[u8]) {
        self.pending.push_back(self.format.write(Some(v), frame));
        self.v = v;
    }
}

impl Drop for EventStream {
    /// Removes the subscriber, which also updates the number of watchers.
    fn drop(&mut self) {
        self.state.live.leave(self.match_id, &self.subscriber);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use serde_json::Value;
    use tokio_util::sync::CancellationToken;

    use crate::store::StoreOptions;
    use chivalry_play::clock::TimeControl;
    use chivalry_play::matches::{Command, NewMatch, Offer, OfferAction};
    use chivalry_rules::{Seat, Variant};

    use super::*;
    use crate::http::extract::auth;
    use crate::http::options::HttpOptions;
    use crate::http::server::{Server, bind};

    #[tokio::test]
    async fn a_slow_reader_receives_every_missed_event() {
        let directory = tempfile::tempdir().unwrap();
        let (options, store) = (HttpOptions::local(), StoreOptions::sqlite(directory.path()));
        let listener = bind(&options).await.unwrap();
        let shutdown = CancellationToken::new();
        let server = Server::open(listener, options, &store, shutdown).await.unwrap();
        let (state, live) = (server.app.clone(), server.app.live.clone());

        let (white, _) = auth::new_guest(&state, None).await.unwrap();
        let (black, _) = auth::new_guest(&state, None).await.unwrap();
        let new = NewMatch {
            seat: Some(Seat::FIRST),
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let snapshot = live.create(&new, &white, None, auth::secret::<16>).await.unwrap();
        let id = snapshot.contest.id();
        let join = Command::Join { seat: None, key: None };
        live.command(id, &black, None, join).await.unwrap();

        let format = StreamFormat::Lines;
        let event_stream =
            EventStream::start(state, id, None, 1, FrameVariant::Plain, format).await.ok().unwrap();
        for _ in 0..OUTBOX {
            live.command(id, &white, None, Command::Offer(Offer::Draw, OfferAction::Offer))
                .await
                .unwrap();
            live.command(id, &black, None, Command::Offer(Offer::Draw, OfferAction::Decline))
                .await
                .unwrap();
        }
        live.command(id, &white, None, Command::Resign).await.unwrap();

        let pieces: Vec<_> = event_stream.into_stream().collect().await;
        let version = |piece: &Bytes| serde_json::from_slice::<Value>(piece).unwrap()["v"].as_u64();
        let versions: Vec<_> = pieces.iter().flatten().filter_map(version).collect();
        let last = live.look(id, None).await.unwrap().contest.v();
        assert!(versions.iter().copied().eq(2..=u64::from(last)), "{versions:?}");
        assert_eq!(last as usize, 5 + 2 * OUTBOX);
    }
}
