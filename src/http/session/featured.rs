//! A connection that follows the best of the matches that are being played.

use std::future;

use tokio::sync::watch;

use crate::live::{Featured, FeaturedSnapshot};
use crate::protocol::{ChannelRequest, ChannelView, Done, FeaturedFrame};
use chivalry_play::lobby::FeaturedChannel;
use chivalry_play::matches::MatchId;

use crate::http::session::session::{GO_ON, Session, Step};

/// A channel that is followed, and what the client was told last.
pub(crate) struct Following {
    programme: watch::Receiver<FeaturedSnapshot>,
    channel: FeaturedChannel,
    told: Option<MatchId>,
}

/// Waits until something changes on any channel; without one that is followed,
/// for ever.
pub(crate) async fn changed(following: &mut Option<Following>) {
    let is_there = match following {
        Some(following) => following.programme.changed().await.is_ok(),
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
        let programme = self.app.channels.follow();
        let following = Following { programme, channel, told: None };
        self.following = Some(following).filter(|_| request.on);
        self.report(id.as_deref(), Ok(Done::default())).await?;
        self.show().await
    }

    /// Says what is shown, if the client does not know.
    pub(crate) async fn show(&mut self) -> Step {
        let Some(following) = &mut self.following else { return GO_ON };
        let featured = following.programme.borrow_and_update().get(&following.channel).cloned();
        let Some(featured) = featured.filter(|it| following.told != Some(it.show.id)) else {
            return GO_ON;
        };
        following.told = Some(featured.show.id);
        self.send_bytes(featured.frame(written)).await
    }
}

fn written(featured: &Featured) -> Vec<u8> {
    FeaturedFrame::of(ChannelView::of(featured.channel, &featured.show)).into_bytes()
}
