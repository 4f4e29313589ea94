//! Featured matches over a connection.

use std::future;
use std::ops::ControlFlow;

use tokio::sync::watch;

use crate::live::{Featured, FeaturedSnapshot};
use crate::protocol::{ChannelRequest, ChannelView, Done, FeaturedFrame};
use chivalry_play::lobby::FeaturedChannel;
use chivalry_play::matches::MatchId;

use crate::http::session::session::{Session, Step};

/// A subscribed channel and the match last sent.
pub(crate) struct FeaturedSubscription {
    snapshots: watch::Receiver<FeaturedSnapshot>,
    channel: FeaturedChannel,
    sent: Option<MatchId>,
}

/// Waits for a change on any channel; never completes without a subscription.
pub(crate) async fn changed(subscription: &mut Option<FeaturedSubscription>) {
    let is_there = match subscription {
        Some(subscription) => subscription.snapshots.changed().await.is_ok(),
        None => false,
    };
    if !is_there {
        future::pending().await
    }
}

impl Session {
    pub(crate) async fn follow_channel(
        &mut self,
        id: Option<String>,
        request: &ChannelRequest,
    ) -> Step {
        let channel = match request.channel() {
            Ok(channel) => channel,
            Err(error) => return self.refuse(id.as_deref(), &error).await,
        };
        let snapshots = self.app.channels.follow();
        let subscription = FeaturedSubscription { snapshots, channel, sent: None };
        self.featured = Some(subscription).filter(|_| request.on);
        self.report(id.as_deref(), Ok(Done::default())).await?;
        self.send_featured().await
    }

    /// Sends the channel's match if the client does not have it yet.
    pub(crate) async fn send_featured(&mut self) -> Step {
        let Some(subscription) = &mut self.featured else { return ControlFlow::Continue(()) };
        let featured =
            subscription.snapshots.borrow_and_update().get(&subscription.channel).cloned();
        let Some(featured) = featured.filter(|it| subscription.sent != Some(it.show.id)) else {
            return ControlFlow::Continue(());
        };
        subscription.sent = Some(featured.show.id);
        self.send_bytes(featured.frame(featured_frame)).await
    }
}

fn featured_frame(featured: &Featured) -> Vec<u8> {
    FeaturedFrame::of(ChannelView::of(featured.channel, &featured.show)).into_bytes()
}
