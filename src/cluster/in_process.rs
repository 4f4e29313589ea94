//! A message bus inside one process.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, Stream};
use parking_lot::Mutex;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

use crate::cluster::bus::{Bus, BusError, Delivery, INBOX, Inbox, ReplyTo};

/// Creates a bus inside this process, which several nodes of the process may share.
#[must_use]
pub fn in_process() -> Arc<dyn Bus> {
    Arc::new(InProcess::default())
}

#[derive(Clone, Debug, Default)]
struct InProcess {
    subjects: Arc<Mutex<Subjects>>,
}

#[derive(Debug, Default)]
struct Subjects {
    listeners: HashMap<String, Vec<Listener>>,
    last_number: u64,
    losses: u64,
}

#[derive(Debug)]
struct Listener {
    number: u64,
    deliveries: mpsc::Sender<Delivery>,
}

impl InProcess {
    // The lock is never held across an await, and no operation under it panics midway.
    fn with_subjects<T>(&self, f: impl FnOnce(&mut Subjects) -> T) -> T {
        f(&mut self.subjects.lock())
    }

    /// Delivers a message to all subscribers under one lock, which keeps the order. Returns the
    /// number of subscribers.
    fn deliver(
        &self,
        subject: &str,
        payload: &Bytes,
        reply_to: Option<&Arc<dyn ReplyTo>>,
    ) -> usize {
        self.with_subjects(|Subjects { listeners, losses, .. }| {
            let listeners = listeners.get(subject).map_or(&[][..], Vec::as_slice);
            for Listener { deliveries, .. } in listeners {
                let delivery = Delivery::new(payload.clone(), reply_to.cloned());
                if let Err(TrySendError::Full(_)) = deliveries.try_send(delivery) {
                    tracing::warn!(subject, "inbox full, message dropped");
                    *losses += 1;
                }
            }
            listeners.len()
        })
    }

    fn subscribe(&self, subject: String) -> Subscription {
        let (sender, deliveries) = mpsc::channel(INBOX);
        let number = self.with_subjects(|subjects| {
            subjects.last_number += 1;
            let listener = Listener { number: subjects.last_number, deliveries: sender };
            subjects.listeners.entry(subject.clone()).or_default().push(listener);
            subjects.last_number
        });
        Subscription { deliveries, bus: self.clone(), subject, number }
    }

    fn unsubscribe(&self, subject: &str, number: u64) {
        self.with_subjects(|subjects| {
            let Some(listeners) = subjects.listeners.get_mut(subject) else { return };
            listeners.retain(|listener| listener.number != number);
            if listeners.is_empty() {
                subjects.listeners.remove(subject);
            }
        });
    }
}

impl Bus for InProcess {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        async move {
            let (answer_sender, mut answers) = mpsc::channel(1);
            let answer_sender: Arc<dyn ReplyTo> = Arc::new(answer_sender);
            if self.deliver(&subject, &payload, Some(&answer_sender)) == 0 {
                return Err(BusError::NobodyThere);
            }
            // From here on only the subscribers hold the sender. When they drop it, the request
            // fails at once.
            drop(answer_sender);
            timeout(within, answers.recv()).await.ok().flatten().ok_or(BusError::TimedOut)
        }
        .boxed()
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        async move {
            self.deliver(&subject, &payload, None);
            Ok(())
        }
        .boxed()
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        async move { Ok(Inbox::new(self.subscribe(subject))) }.boxed()
    }

    fn is_up(&self) -> bool {
        true
    }

    fn losses(&self) -> u64 {
        self.with_subjects(|subjects| subjects.losses)
    }
}

/// A subscription to a subject. Dropping it unsubscribes.
#[derive(Debug)]
struct Subscription {
    deliveries: mpsc::Receiver<Delivery>,
    bus: InProcess,
    subject: String,
    number: u64,
}

impl Stream for Subscription {
    type Item = Delivery;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Delivery>> {
        self.deliveries.poll_recv(cx)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.bus.unsubscribe(&self.subject, self.number);
    }
}
