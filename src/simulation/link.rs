//! The connection of a simulated client to its node: frames arrive in order and late, and the
//! connection can break or fall silent.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Message;
use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::http::Transport;
use crate::live::cluster::simulation::world::World;

/// Number of frames in flight beyond which the sender waits.
const WINDOW: usize = 512;

/// One direction of a connection.
#[derive(Debug)]
struct Direction {
    world: World,
    queue: Mutex<VecDeque<(Instant, Message)>>,
    changed: Notify,
    cut: CancellationToken,
    is_silent: Arc<AtomicBool>,
}

impl Direction {
    /// Sends a message. Returns false if the connection is broken.
    async fn send(&self, message: Message) -> bool {
        loop {
            if self.cut.is_cancelled() {
                return false;
            }
            if self.is_silent.load(Ordering::Relaxed) {
                return true;
            }
            {
                let mut queue = self.queue.lock();
                if queue.len() < WINDOW {
                    let slowly = self.world.chance(0.02);
                    let delay = self.world.millis(if slowly { 20..120 } else { 0..6 });
                    let at = Instant::now() + delay;
                    let at = queue.back().map_or(at, |(last_at, _)| at.max(*last_at));
                    queue.push_back((at, message));
                    break;
                }
            }
            self.changed.notified().await;
        }
        self.changed.notify_waiters();
        true
    }

    /// Receives the next message; `None` after the connection broke. Cancel-safe.
    async fn recv(&self) -> Option<Message> {
        loop {
            let changed = self.changed.notified();
            let next = self.queue.lock().front().map(|(at, _)| *at);
            match next {
                Some(at) if at <= Instant::now() => {
                    let (_, message) = self.queue.lock().pop_front()?;
                    self.changed.notify_waiters();
                    return Some(message);
                }
                next => tokio::select! {
                    biased;
                    () = self.cut.cancelled() => return None,
                    () = changed => {}
                    () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {}
                },
            }
        }
    }
}

/// The client's end. Dropping it breaks the connection.
#[derive(Debug)]
pub(crate) struct ClientEnd {
    up: Arc<Direction>,
    down: Arc<Direction>,
}

/// The server's end, which sends.
#[derive(Debug)]
pub(crate) struct ServerEnd {
    down: Arc<Direction>,
    pending: Vec<Message>,
}

/// The server's end, which receives. It answers pings, as the WebSocket library does.
#[derive(Debug)]
pub(crate) struct ServerReceiver {
    up: Arc<Direction>,
    down: Arc<Direction>,
}

/// Opens a connection.
pub(crate) fn open(world: &World) -> (ClientEnd, ServerEnd, ServerReceiver) {
    let (cut, is_silent) = (CancellationToken::new(), Arc::new(AtomicBool::new(false)));
    let direction = || {
        Arc::new(Direction {
            world: world.clone(),
            queue: Mutex::default(),
            changed: Notify::new(),
            cut: cut.clone(),
            is_silent: Arc::clone(&is_silent),
        })
    };
    let (up, down) = (direction(), direction());
    let server = ServerEnd { down: Arc::clone(&down), pending: Vec::new() };
    let receiver = ServerReceiver { up: Arc::clone(&up), down: Arc::clone(&down) };
    (ClientEnd { up, down }, server, receiver)
}

impl ClientEnd {
    pub(crate) async fn send(&self, text: &str) {
        self.up.send(Message::Text(text.into())).await;
    }

    pub(crate) async fn ping(&self) {
        self.up.send(Message::Ping(Bytes::new())).await;
    }

    /// Receives the next message; `None` after the connection broke. Cancel-safe.
    pub(crate) async fn recv(&self) -> Option<Message> {
        match self.down.recv().await {
            Some(Message::Ping(payload)) => {
                self.up.send(Message::Pong(payload.clone())).await;
                Some(Message::Ping(payload))
            }
            other => other,
        }
    }

    /// Loses all messages from now on. Neither end notices.
    pub(crate) fn silence(&self) {
        self.up.is_silent.store(true, Ordering::Relaxed);
    }

    /// True if the connection lost its messages.
    pub(crate) fn is_silent(&self) -> bool {
        self.up.is_silent.load(Ordering::Relaxed)
    }
}

impl Drop for ClientEnd {
    fn drop(&mut self) {
        self.up.cut.cancel();
    }
}

impl Drop for ServerReceiver {
    fn drop(&mut self) {
        // Frames on their way still arrive.
        let (down, cut) = (Arc::clone(&self.down), self.up.cut.clone());
        let last_at = down.queue.lock().back().map(|(at, _)| *at);
        let world = down.world.clone();
        world.at(last_at.unwrap_or_else(Instant::now), move || cut.cancel());
    }
}

impl Transport for ServerEnd {
    type Receiver = ServerReceiver;

    async fn recv(
        &mut self,
        receiver: &mut ServerReceiver,
    ) -> Option<Result<Message, axum::Error>> {
        ServerEnd::recv_early(receiver).await
    }

    async fn recv_early(receiver: &mut ServerReceiver) -> Option<Result<Message, axum::Error>> {
        let message = receiver.up.recv().await?;
        if let Message::Ping(payload) = &message {
            receiver.down.send(Message::Pong(payload.clone())).await;
        }
        Some(Ok(message))
    }

    async fn feed(&mut self, message: Message) -> Result<(), axum::Error> {
        self.pending.push(message);
        Ok(())
    }

    async fn flush(&mut self, _owner_changed: bool) -> Result<(), axum::Error> {
        for message in std::mem::take(&mut self.pending) {
            if !self.down.send(message).await {
                return Err(axum::Error::new("the connection broke"));
            }
        }
        Ok(())
    }
}
