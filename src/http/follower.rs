//! One reader of a match's events, from a version on until the match has
//! ended, over plain HTTP.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::live::{Flavour, LiveError, Subscriber, Update};
use crate::matches::{Event, MatchId, Status};
use crate::protocol::event_frame;

use super::app::App;
use super::events::check_since;
use super::problem::Answer;

/// Updates that may wait for a reader; one that is further behind is told
/// what it missed from the log.
const OUTBOX: usize = 64;

/// How often a silent connection is shown to be alive.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// How events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One JSON object a line.
    Lines,
    /// Server-sent events (HTML, 9.2).
    ServerSent,
}

/// A reader and what it is still to be sent.
pub(super) struct Follower {
    app: App,
    match_id: MatchId,
    flavour: Flavour,
    form: Form,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Arc<Update>>,
    /// The version of the last event that was made ready.
    v: u32,
    ready: VecDeque<Bytes>,
    has_ended: bool,
    keepalive: Interval,
}

impl Follower {
    /// A reader that has the events up to version `since`.
    pub(super) async fn start(
        app: App,
        match_id: MatchId,
        since: u32,
        flavour: Flavour,
        form: Form,
    ) -> Answer<Follower> {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let mut keepalive = interval_at(Instant::now() + KEEPALIVE, KEEPALIVE);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut follower = Follower {
            app,
            match_id,
            flavour,
            form,
            subscriber,
            updates,
            v: since,
            ready: VecDeque::new(),
            has_ended: false,
            keepalive,
        };
        let v = follower.catch_up().await?;
        check_since(since, v)?;
        Ok(follower)
    }

    /// Whether there is nothing more to send.
    pub(super) fn is_over(&self) -> bool {
        self.has_ended && self.ready.is_empty()
    }

    /// The events as they are written. It ends when the match has ended, or
    /// the server goes away.
    pub(super) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        stream::unfold(self, |mut follower| async move {
            let piece = follower.next().await?;
            Some((Ok(piece), follower))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.has_ended {
                return None;
            }
            tokio::select! {
                () = self.app.draining.cancelled() => return None,
                Some(update) = self.updates.recv() => self.take(&update).await.ok()?,
                _ = self.keepalive.tick() => {
                    // Being cut off may have been noted after the last update was taken.
                    if self.subscriber.take_lagged() {
                        self.catch_up().await.ok()?;
                    }
                    self.ready.push_back(self.sign_of_life());
                }
            }
        }
    }

    /// Makes ready what just happened, and what was missed before it.
    async fn take(&mut self, update: &Update) -> Result<(), LiveError> {
        let v = update.occurrence.recorded.v;
        if v == self.v + 1 {
            let frame = update.frame(self.flavour, |update| {
                let seated = update.seated.as_ref();
                let legal = self.flavour == Flavour::WithLegalMoves;
                event_frame(update.match_id, update.variant, &update.occurrence, seated, legal)
            });
            self.make_ready(v, &frame);
            self.has_ended = matches!(update.occurrence.recorded.event, Event::Ended { .. });
        }
        let is_cut_off = self.updates.is_empty() && self.subscriber.take_lagged();
        if v > self.v || is_cut_off {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Makes ready every event of the log that is not yet, and asks to be
    /// told what follows. The version of the match is given back.
    ///
    /// Updates are asked for before the log is read: what comes between is in
    /// both, and is known by its version.
    async fn catch_up(&mut self) -> Result<u32, LiveError> {
        let live = self.app.live.clone();
        live.watch(self.match_id, &self.subscriber).await?;
        let (occurrences, room) = live.history(self.match_id).await?;
        let legal = self.flavour == Flavour::WithLegalMoves;
        for occurrence in &occurrences {
            let recorded = &occurrence.recorded;
            if recorded.v > self.v {
                let seated = room.seated_by(&recorded.event);
                let variant = room.contest.variant();
                let frame = event_frame(self.match_id, variant, occurrence, seated, legal);
                self.make_ready(recorded.v, &frame);
            }
        }
        self.has_ended = matches!(room.contest.status(), Status::Ended { .. });
        Ok(room.contest.v())
    }

    fn make_ready(&mut self, v: u32, frame: &[u8]) {
        let (before, after) = match self.form {
            Form::Lines => (String::new(), "\n"),
            Form::ServerSent => (format!("id: {v}\ndata: "), "\n\n"),
        };
        self.ready.push_back([before.as_bytes(), frame, after.as_bytes()].concat().into());
        self.v = v;
    }

    fn sign_of_life(&self) -> Bytes {
        Bytes::from_static(match self.form {
            Form::Lines => b"\n",
            Form::ServerSent => b":\n\n",
        })
    }
}
