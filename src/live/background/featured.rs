//! The channels of the best live matches. One task owns them; matches tell it
//! when they begin and end, and it reads no match.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{broadcast, watch};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::store::{MatchFilter, MatchRow, MatchStatus, Store, StoreError};
use chivalry_play::lobby::{FeaturedChannel, FeaturedMatch, FeaturedMatches};
use chivalry_play::matches::{MatchId, Status};
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Pool, PublicRating};
use chivalry_rules::{PerSeat, Variant};

use crate::live::background::ratings;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::{Live, LiveContext};

/// Matches read from a list at once.
const LISTED_AT_ONCE: u32 = 100;

/// What a match tells the channels, as everybody may see it.
#[derive(Clone, Debug)]
pub(crate) enum FeaturedChange {
    /// It is being played.
    Begins(Arc<MatchSnapshot>),
    /// So many watch it.
    Watched(MatchId, u32),
    /// It is over.
    Ends(MatchId),
}

/// What is shown on a channel.
#[derive(Debug)]
pub struct Featured {
    /// The channel.
    pub channel: FeaturedChannel,
    /// The match.
    pub show: Arc<FeaturedMatch>,
    frame: OnceLock<Bytes>,
}

/// What is shown on each channel that shows anything.
pub type FeaturedSnapshot = Arc<BTreeMap<FeaturedChannel, Arc<Featured>>>;

/// How often one of several nodes looks at what the others play.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The way to the channels. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct FeaturedHandle {
    programme: watch::Receiver<FeaturedSnapshot>,
}

/// The task that owns the channels.
#[derive(Debug)]
pub(crate) struct FeaturedActor {
    changes: broadcast::Receiver<FeaturedChange>,
    erased: broadcast::Receiver<PlayerId>,
    live: Live,
    store: Store,
    channels: FeaturedMatches,
    programme: watch::Sender<FeaturedSnapshot>,
}

/// The channels, as the matches that are being played make them. The actor is
/// for the caller to spawn.
///
/// # Errors
/// When the database fails.
pub(crate) async fn channel(
    live: Live,
    store: Store,
) -> Result<(FeaturedHandle, FeaturedActor), StoreError> {
    let (programme, reader) = watch::channel(FeaturedSnapshot::default());
    // What happens while the store is read is then known from here.
    let (changes, erased) = (live.shared.shows.subscribe(), live.erased());
    let channels = FeaturedMatches::default();
    let mut actor = FeaturedActor { changes, erased, live, store, channels, programme };
    actor.reload().await?;
    Ok((FeaturedHandle { programme: reader }, actor))
}

impl FeaturedHandle {
    /// What is shown now, and whatever follows.
    #[must_use]
    pub(crate) fn follow(&self) -> watch::Receiver<FeaturedSnapshot> {
        self.programme.clone()
    }

    /// What is shown now.
    #[must_use]
    pub(crate) fn look(&self) -> FeaturedSnapshot {
        Arc::clone(&self.programme.borrow())
    }
}

impl Featured {
    /// It written out, by `write` the first time it is asked for.
    pub fn frame(&self, write: impl FnOnce(&Featured) -> Vec<u8>) -> Bytes {
        self.frame.get_or_init(|| Bytes::from(write(self))).clone()
    }
}

impl FeaturedActor {
    /// Keeps the channels until `shutdown`.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let change = tokio::select! {
                change = self.changes.recv() => change,
                // What other nodes play is known by the store alone.
                _ = looks.tick(), if self.live.nodes().is_some() => {
                    Err(broadcast::error::RecvError::Lagged(0))
                }
                erased = self.erased.recv() => {
                    // One that is missed is shown until another match begins.
                    if let Ok(player) = erased {
                        self.channels.remove_player(player);
                        self.publish();
                    }
                    continue;
                }
                () = shutdown.cancelled() => return,
            };
            match change {
                Ok(FeaturedChange::Begins(room)) => {
                    let id = room.contest.id();
                    self.channels.add(show_of(&room), self.live.watchers(id));
                }
                Ok(FeaturedChange::Watched(id, count)) => self.channels.set_spectators(id, count),
                Ok(FeaturedChange::Ends(id)) => self.channels.remove(id),
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    if let Err(error) = self.reload().await {
                        tracing::error!(%error, "the matches being played could not be read");
                    }
                }
                Err(broadcast::error::RecvError::Closed) => return,
            }
            self.publish();
        }
    }

    /// Reads which matches are being played, as everybody may see it.
    async fn reload(&mut self) -> Result<(), StoreError> {
        let filter = MatchFilter {
            status: Some(MatchStatus::Playing),
            timed: Some(true),
            seen_at: Some(self.live.time().now()),
            ..MatchFilter::default()
        };
        let (mut shows, mut cursor) = (Vec::new(), None);
        loop {
            let page = self.store.matches(&filter, LISTED_AT_ONCE, cursor).await?;
            cursor = page.next;
            let public = page.items.into_iter().filter(|row| !row.private);
            let rows: Vec<(Option<Pool>, MatchRow)> =
                public.map(|row| (pool_of(&row), row)).collect();
            let keys = |(pool, row): &(Option<Pool>, MatchRow)| {
                pool.map(|pool| ratings::keys(pool, &row.seats)).unwrap_or_default()
            };
            let wanted: Vec<(PlayerId, Pool)> = rows.iter().flat_map(keys).collect();
            let strengths = self.store.strengths(&wanted, self.live.time().now()).await?;
            shows.extend(rows.into_iter().filter_map(|(pool, row)| {
                let of_seats = |pool| ratings::of_players(pool, &row.seats, &strengths);
                let strengths = pool.map(of_seats).unwrap_or_default();
                let watchers = self.live.watchers(row.id);
                Some((show_of_row(row, strengths)?, watchers))
            }));
            if cursor.is_none() {
                break;
            }
        }
        self.channels.replace(shows);
        self.publish();
        Ok(())
    }

    /// Makes what is shown known, if it is not what was shown before.
    fn publish(&self) {
        self.programme.send_if_modified(|programme| {
            let shown = self.channels.shown().map(|(channel, show)| {
                let before = programme.get(&channel);
                let same = before.filter(|before| before.show.id == show.id).cloned();
                let featured = same.unwrap_or_else(|| {
                    let show = Arc::clone(show);
                    Arc::new(Featured { channel, show, frame: OnceLock::new() })
                });
                (channel, featured)
            });
            let next: BTreeMap<FeaturedChannel, Arc<Featured>> = shown.collect();
            let is_same = next.len() == programme.len()
                && next.iter().all(|(name, it)| {
                    programme.get(name).is_some_and(|before| Arc::ptr_eq(before, it))
                });
            if !is_same {
                *programme = Arc::new(next);
            }
            !is_same
        });
    }
}

impl LiveContext {
    /// Tells the channels how a match stands, as everybody may see it.
    pub(crate) fn tell_show(&self, room: &Arc<MatchSnapshot>) {
        let contest = &room.contest;
        if contest.is_private() || !contest.time().is_real_time() {
            return;
        }
        self.tell_change(match contest.status() {
            Status::Open => return,
            Status::Playing => FeaturedChange::Begins(Arc::clone(room)),
            Status::Ended { .. } => FeaturedChange::Ends(contest.id()),
        });
    }

    pub(crate) fn tell_change(&self, change: FeaturedChange) {
        // Nobody may be listening.
        let _ = self.shows.send(change);
    }
}

fn show_of(room: &MatchSnapshot) -> FeaturedMatch {
    let contest = &room.contest;
    FeaturedMatch {
        id: contest.id(),
        variant: contest.variant(),
        seats: room.players.clone(),
        time: contest.time(),
        rated: contest.is_rated(),
        strengths: PerSeat::from_fn(|seat| room.ratings[seat].map(|rating| rating.before)),
    }
}

fn show_of_row(row: MatchRow, strengths: PerSeat<Option<PublicRating>>) -> Option<FeaturedMatch> {
    let variant = Variant::named(&row.variant)?;
    let MatchRow { id, time, rated, seats, .. } = row;
    Some(FeaturedMatch { id, variant, time, rated, strengths, seats })
}

/// Where a match that was begun here counts, if it does.
fn pool_of(row: &MatchRow) -> Option<Pool> {
    let variant = Variant::named(&row.variant).filter(|_| row.position.is_none())?;
    let (speed, bots) = (row.time.speed(), ratings::has_bot(&row.seats));
    Some(Pool { variant: variant.name(), speed, rated: row.rated, bots })
}
