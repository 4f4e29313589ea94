//! Reading the frames of a client, also while one of them is answered.

use std::pin::Pin;

use axum::extract::ws::Message;
use tokio::time::Instant;

use crate::http::session::transport::{Step, Transport};
use crate::http::state::AppState;

/// A received message, or `None` after the client disconnected.
type Received = Option<Result<Message, axum::Error>>;

/// Maximum pings that are answered while a frame is answered. Further ones wait in the socket.
const MAX_EARLY_PINGS: u32 = 16;

/// The receiving half of a connection.
pub(crate) struct Incoming<T: Transport> {
    receiver: T::Receiver,
    app: AppState,
    /// The last pong and the next message, if they arrived while a frame was answered. Nothing is
    /// read after that message until the answer is sent. Both are rare, and boxed to keep idle
    /// connections small.
    pong: Option<Box<(Message, Instant)>>,
    early: Option<Box<(Received, Instant)>>,
}

impl<T: Transport> Incoming<T> {
    pub(crate) fn new(receiver: T::Receiver, app: AppState) -> Incoming<T> {
        Incoming { receiver, app, pong: None, early: None }
    }

    /// Returns the next message and the time of its arrival. Cancel-safe.
    pub(crate) async fn next(&mut self, transport: &mut T) -> (Received, Instant) {
        if let Some(pong) = self.pong.take() {
            let (pong, at) = *pong;
            return (Some(Ok(pong)), at);
        }
        if let Some(early) = self.early.take() {
            return *early;
        }
        let received = transport.recv(&mut self.receiver).await;
        self.count(&received);
        (received, Instant::now())
    }

    /// Completes `work`. The library answers pings that arrive meanwhile.
    pub(crate) async fn during(
        &mut self,
        mut work: Pin<&mut (impl Future<Output = Step> + ?Sized)>,
    ) -> Step {
        let mut pings = 0;
        loop {
            tokio::select! {
                biased;
                step = &mut work => return step,
                received = T::recv_early(&mut self.receiver),
                    if self.early.is_none() && pings < MAX_EARLY_PINGS =>
                {
                    self.count(&received);
                    match received {
                        // Reading on sends the pong.
                        Some(Ok(Message::Ping(_))) => pings += 1,
                        Some(Ok(pong @ Message::Pong(_))) => {
                            self.pong = Some(Box::new((pong, Instant::now())));
                        }
                        received => self.early = Some(Box::new((received, Instant::now()))),
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
