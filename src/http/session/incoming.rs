//! Reading the frames of a client, also while one of them is answered.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::pin::Pin;

use axum::extract::ws::Message;
use tokio::time::Instant;

use crate::http::session::transport::{Step, Transport};
use crate::http::state::AppState;
use crate::live::ANSWER_WITHIN;
use crate::planted::{Planted, is_planted};

/// A received message, or `None` after the client disconnected.
type Received = Option<Result<Message, axum::Error>>;

/// Number of messages that are read before the current frame is answered. Pings behind them wait.
const MAX_EARLY: usize = 16;

/// Maximum pings that are answered while a frame is answered. Further ones wait in the socket.
const MAX_EARLY_PINGS: u32 = 16;

/// The receiving half of a connection.
pub(crate) struct Incoming<T: Transport> {
    receiver: T::Receiver,
    app: AppState,
    /// The last pong, if it arrived while a frame was answered. It is rare, and boxed to keep idle
    /// connections small.
    pong: Option<Box<(Message, Instant)>>,
    /// The messages that arrived while a frame was answered, oldest first.
    early: VecDeque<(Received, Instant)>,
}

impl<T: Transport> Incoming<T> {
    pub(crate) fn new(receiver: T::Receiver, app: AppState) -> Incoming<T> {
        Incoming { receiver, app, pong: None, early: VecDeque::new() }
    }

    /// Returns the next message and the time of its arrival. Cancel-safe.
    pub(crate) async fn next(&mut self, transport: &mut T) -> (Received, Instant) {
        if let Some(pong) = self.pong.take() {
            let (pong, at) = *pong;
            return (Some(Ok(pong)), at);
        }
        if let Some(early) = self.early.pop_front() {
            return early;
        }
        let received = transport.recv(&mut self.receiver).await;
        self.count(&received);
        (received, Instant::now())
    }

    /// The time by which work has to end that is no answer, so that the messages behind it are
    /// answered in time.
    pub(crate) fn answer_deadline(&self) -> Instant {
        let oldest = self.early.front().map(|(_, at)| *at);
        oldest.unwrap_or_else(Instant::now) + ANSWER_WITHIN
    }

    /// Completes `work`, unless the client disconnects before. The library answers pings that
    /// arrive meanwhile.
    pub(crate) async fn during(
        &mut self,
        mut work: Pin<&mut (impl Future<Output = Step> + ?Sized)>,
    ) -> Step {
        if is_planted(Planted::AnswersNoPings) {
            return work.await;
        }
        let mut pings = 0;
        loop {
            tokio::select! {
                biased;
                step = &mut work => return step,
                received = T::recv_early(&mut self.receiver),
                    if self.early.len() < MAX_EARLY && pings < MAX_EARLY_PINGS =>
                {
                    self.count(&received);
                    match received {
                        // Reading on sends the pong.
                        Some(Ok(Message::Ping(_))) => pings += 1,
                        Some(Ok(pong @ Message::Pong(_))) => {
                            self.pong = Some(Box::new((pong, Instant::now())));
                        }
                        // Nobody waits for the answer any more.
                        None => return ControlFlow::Break(()),
                        received => self.early.push_back((received, Instant::now())),
                    }
                }
            }
        }
    }

    fn count(&self, received: &Received) {
        if matches!(received, Some(Ok(_))) {
            self.app.metrics.frame_received();
        }
    }
}
