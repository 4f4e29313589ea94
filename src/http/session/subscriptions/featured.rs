//! Featured matches over a connection.

use std::future;
use std::ops::ControlFlow;

use tokio::sync::watch;

use crate::live::{Featured, FeaturedSnapshot};
use crate::protocol::{ChannelRequest, ChannelView, Done, FeaturedFrame};
use chivalry_play::lobby::FeaturedChannel;
use chivalry_play::matches::MatchId;

use crate::http::session::connection::Connection;
use crate::http::session::transport::{Step, Transport};

/// The subscription of a client to at most one channel.
#[derive(Default)]
pub(crate) struct FeaturedSubscription(Option<Subscribed>);

/// A subscribed channel and the match last sent.
struct Subscribed {
    snapshots: watch::Receiver<FeaturedSnapshot>,
    channel: FeaturedChannel,
    sent: Option<MatchId>,
}

impl FeaturedSubscription {
    /// Waits for a change on any channel; never completes without a subscription. Cancel-safe.
    pub(crate) async fn changed(&mut self) {
        let is_open = match &mut self.0 {
            Some(subscribed) => subscribed.snapshots.changed().await.is_ok(),
            None => false,
        };
        if !is_open {
            future::pending().await
        }
    }

    /// Follows a channel instead of any earlier one, or stops following.
    pub(crate) async fn follow<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        request: &ChannelRequest,
    ) -> Step {
        let channel = match request.channel() {
            Ok(channel) => channel,
            Err(error) => return connection.refuse(id.as_deref(), &error).await,
        };
        let snapshots = connection.app.featured.follow();
        let subscribed = Subscribed { snapshots, channel, sent: None };
        self.0 = Some(subscribed).filter(|_| request.on);
        connection.report(id.as_deref(), Ok(Done::default())).await?;
        self.send(connection).await
    }

    /// Sends the channel's match if the client does not have it yet.
    pub(crate) async fn send<T: Transport>(&mut self, connection: &mut Connection<T>) -> Step {
        let Some(subscribed) = &mut self.0 else { return ControlFlow::Continue(()) };
        let featured = subscribed.snapshots.borrow_and_update().get(&subscribed.channel).cloned();
        let Some(featured) = featured.filter(|it| subscribed.sent != Some(it.show.id)) else {
            return ControlFlow::Continue(());
        };
        subscribed.sent = Some(featured.show.id);
        connection.send_frame(featured.frame(featured_frame)).await
    }
}

fn featured_frame(featured: &Featured) -> String {
    FeaturedFrame::of(ChannelView::of(featured.channel, &featured.show))
}
