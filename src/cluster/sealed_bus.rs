//! A bus whose messages are sealed with the keys of the cluster.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::cluster::bus::{Bus, BusError, Delivery, Inbox, ReplyTo};
use crate::cluster::keys::ClusterKeys;
use crate::cluster::rejection::{RejectionCounter, Rejections};
use crate::cluster::seal::{Address, MessageId, Opener, Sealer};

/// Wraps a bus. Only nodes with a common key read the messages, and messages of others are dropped
/// and counted. Each node needs a wrapper of its own, and has one inbox per subject.
#[must_use]
pub fn sealed(bus: Arc<dyn Bus>, keys: ClusterKeys) -> Arc<dyn Bus> {
    let seal = Seal {
        sealer: Sealer::new(&keys),
        opener: Opener::new(keys),
        rejections: RejectionCounter::default(),
    };
    Arc::new(SealedBus { bus, seal: Arc::new(seal) })
}

#[derive(Debug)]
struct SealedBus {
    bus: Arc<dyn Bus>,
    seal: Arc<Seal>,
}

#[derive(Debug)]
struct Seal {
    sealer: Sealer,
    opener: Opener,
    rejections: RejectionCounter,
}

impl Seal {
    /// Opens a message, or counts the refusal.
    fn open(self: &Arc<Self>, subject: &str, delivery: Delivery) -> Option<Delivery> {
        let Delivery { payload, reply_to } = delivery;
        let now = now_ms();
        match self.opener.open(subject, &payload, now) {
            Ok((payload, request)) => {
                let seal = |reply_to| -> Arc<dyn ReplyTo> {
                    Arc::new(SealedReply { reply_to, seal: Arc::clone(self), request })
                };
                Some(Delivery::new(payload, reply_to.map(seal)))
            }
            Err(rejection) => {
                self.rejections.add(rejection, subject, now);
                None
            }
        }
    }
}

/// The time in milliseconds since 1970.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Bus for SealedBus {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        async move {
            let address = Address::Subject(&subject);
            let (sealed, id) = self.seal.sealer.seal(address, &payload, now_ms());
            let answer = self.bus.request(subject.clone(), sealed, within).await?;
            self.seal.opener.open_answer(id, &answer).map_err(|rejection| {
                self.seal.rejections.add(rejection, &subject, now_ms());
                // No timeout, after which this node would take over from a living owner.
                BusError::Down("the answer was not sealed by a node of the cluster".into())
            })
        }
        .boxed()
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        let (sealed, _) = self.seal.sealer.seal(Address::Subject(&subject), &payload, now_ms());
        self.bus.publish(subject, sealed)
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        async move {
            let inbox = self.bus.listen(subject.clone()).await?;
            let seal = Arc::clone(&self.seal);
            Ok(inbox.filter_map(move |delivery| seal.open(&subject, delivery)))
        }
        .boxed()
    }

    fn is_up(&self) -> bool {
        self.bus.is_up()
    }

    fn losses(&self) -> u64 {
        self.bus.losses() + self.seal.opener.late()
    }

    fn rejections(&self) -> Rejections {
        self.seal.rejections.counts()
    }
}

/// The sealed way back to the sender of a request.
#[derive(Debug)]
struct SealedReply {
    reply_to: Arc<dyn ReplyTo>,
    seal: Arc<Seal>,
    request: MessageId,
}

impl ReplyTo for SealedReply {
    fn reply(&self, payload: Bytes) -> BoxFuture<'_, ()> {
        let address = Address::AnswerTo(self.request);
        self.reply_to.reply(self.seal.sealer.seal(address, &payload, now_ms()).0)
    }
}
