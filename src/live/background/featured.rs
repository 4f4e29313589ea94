//! Featured matches: the best live match of each channel. One actor owns the channels and is
//! notified by the matches.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

use crate::live::frame::Frame;
use crate::store::{MatchFilter, MatchRow, MatchStatus, Store, StoreError};
use chivalry_play::lobby::{FeaturedChannel, FeaturedMatch, FeaturedMatches};
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Pool, PublicRating};
use chivalry_rules::{PerSeat, Variant};

use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::seat_ratings;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::Live;
use crate::live::time::ticks;

/// Page size of match lists.
const LISTED_AT_ONCE: u32 = 100;

/// The featured match of a channel.
#[derive(Debug)]
pub struct Featured {
    /// The channel.
    pub channel: FeaturedChannel,
    /// The match.
    pub show: Arc<FeaturedMatch>,
    frame: OnceLock<Frame>,
}

/// The featured match of each channel that has one.
pub type FeaturedSnapshot = Arc<BTreeMap<FeaturedChannel, Arc<Featured>>>;

/// Interval at which a node of a cluster reads the matches of the others.
const RELOAD_EVERY: Duration = Duration::from_secs(2);

/// Handle of the featured matches. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct FeaturedHandle {
    featured: watch::Receiver<FeaturedSnapshot>,
}

/// The actor that owns the featured matches.
#[derive(Debug)]
pub(crate) struct FeaturedActor {
    changes: broadcast::Receiver<FeaturedChange>,
    erased: broadcast::Receiver<PlayerId>,
    live: Live,
    store: Store,
    channels: FeaturedMatches,
    featured: watch::Sender<FeaturedSnapshot>,
}

/// Returns the handle and the actor, with the channels of the current matches. The caller spawns
/// the actor.
///
/// # Errors
/// Fails if the database fails.
pub(crate) async fn channel(
    live: Live,
    store: Store,
) -> Result<(FeaturedHandle, FeaturedActor), StoreError> {
    let (featured, reader) = watch::channel(FeaturedSnapshot::default());
    // Subscribing first catches changes that happen during the reads.
    let (changes, erased) = (live.featured_changes(), live.erased());
    let channels = FeaturedMatches::default();
    let mut actor = FeaturedActor { changes, erased, live, store, channels, featured };
    actor.reload().await?;
    Ok((FeaturedHandle { featured: reader }, actor))
}

impl FeaturedHandle {
    /// Subscribes to the featured matches.
    #[must_use]
    pub(crate) fn follow(&self) -> watch::Receiver<FeaturedSnapshot> {
        self.featured.clone()
    }

    /// Returns the current featured matches.
    #[must_use]
    pub(crate) fn snapshot(&self) -> FeaturedSnapshot {
        Arc::clone(&self.featured.borrow())
    }
}

impl Featured {
    /// Returns the encoded match. `write` encodes it on the first call.
    pub fn frame(&self, write: impl FnOnce(&Featured) -> String) -> Frame {
        self.frame.get_or_init(|| Frame::from(write(self))).clone()
    }
}

impl FeaturedActor {
    /// Updates the channels until `shutdown`.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        let mut reloads = ticks(RELOAD_EVERY);
        loop {
            let change = tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                // Only the store has the matches of other nodes.
                _ = reloads.tick(), if self.live.nodes().is_some() => {
                    Err(broadcast::error::RecvError::Lagged(0))
                }
                erased = self.erased.recv() => {
                    // A missed erasure is corrected by the next change of the channel.
                    if let Ok(player) = erased {
                        self.channels.remove_player(player);
                        self.publish();
                    }
                    continue;
                }
                change = self.changes.recv() => change,
            };
            match change {
                Ok(FeaturedChange::Begins(snapshot)) => {
                    let id = snapshot.match_state.id();
                    self.channels.add(featured_match(&snapshot), self.live.watchers(id));
                }
                Ok(FeaturedChange::Watched(id, count)) => self.channels.set_spectators(id, count),
                Ok(FeaturedChange::Ends(id)) => self.channels.remove(id),
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    if let Err(error) = self.reload().await {
                        tracing::error!(%error, "could not read the running matches");
                    }
                }
                Err(broadcast::error::RecvError::Closed) => return,
            }
            self.publish();
        }
    }

    /// Reads the running matches, as spectators see them.
    async fn reload(&mut self) -> Result<(), StoreError> {
        let filter = MatchFilter {
            status: Some(MatchStatus::Playing),
            timed: Some(true),
            seen_at: Some(self.live.time().now()),
            ..MatchFilter::default()
        };
        let (mut matches, mut cursor) = (Vec::new(), None);
        loop {
            let page = self.store.matches().page(&filter, LISTED_AT_ONCE, cursor).await?;
            cursor = page.next;
            let public = page.items.into_iter().filter(|row| !row.private);
            let rows: Vec<(Option<Pool>, MatchRow)> =
                public.map(|row| (pool_of(&row), row)).collect();
            let keys = |(pool, row): &(Option<Pool>, MatchRow)| {
                pool.map(|pool| seat_ratings::keys(pool, &row.seats)).unwrap_or_default()
            };
            let wanted: Vec<(PlayerId, Pool)> = rows.iter().flat_map(keys).collect();
            let strengths = self.store.ratings().strengths(&wanted, self.live.time().now()).await?;
            matches.extend(rows.into_iter().filter_map(|(pool, row)| {
                let of_seats = |pool| seat_ratings::of_players(pool, &row.seats, &strengths);
                let strengths = pool.map(of_seats).unwrap_or_default();
                let watchers = self.live.watchers(row.id);
                Some((featured_match_row(row, strengths)?, watchers))
            }));
            if cursor.is_none() {
                break;
            }
        }
        self.channels.replace(matches);
        self.publish();
        Ok(())
    }

    /// Publishes the featured matches if they changed.
    fn publish(&self) {
        self.featured.send_if_modified(|featured| {
            let shown = self.channels.shown().map(|(channel, show)| {
                let before = featured.get(&channel);
                let same = before.filter(|before| before.show.id == show.id).cloned();
                let featured = same.unwrap_or_else(|| {
                    let show = Arc::clone(show);
                    Arc::new(Featured { channel, show, frame: OnceLock::new() })
                });
                (channel, featured)
            });
            let next: BTreeMap<FeaturedChannel, Arc<Featured>> = shown.collect();
            let is_same = next.len() == featured.len()
                && next.iter().all(|(name, it)| {
                    featured.get(name).is_some_and(|before| Arc::ptr_eq(before, it))
                });
            if !is_same {
                *featured = Arc::new(next);
            }
            !is_same
        });
    }
}

fn featured_match(snapshot: &MatchSnapshot) -> FeaturedMatch {
    let match_state = &snapshot.match_state;
    FeaturedMatch {
        id: match_state.id(),
        variant: match_state.variant(),
        seats: snapshot.players.clone(),
        time: match_state.time(),
        rated: match_state.is_rated(),
        strengths: PerSeat::from_fn(|seat| snapshot.ratings[seat].map(|rating| rating.before)),
    }
}

fn featured_match_row(
    row: MatchRow,
    strengths: PerSeat<Option<PublicRating>>,
) -> Option<FeaturedMatch> {
    let variant = Variant::named(&row.variant)?;
    let MatchRow { id, time, rated, seats, .. } = row;
    Some(FeaturedMatch { id, variant, time, rated, strengths, seats })
}

/// Returns the rating pool of a match, if it counts in one.
fn pool_of(row: &MatchRow) -> Option<Pool> {
    let variant = Variant::named(&row.variant).filter(|_| row.position.is_none())?;
    let (speed, bots) = (row.time.speed(), seat_ratings::has_bot(&row.seats));
    Some(Pool { variant: variant.name(), speed, rated: row.rated, bots })
}
