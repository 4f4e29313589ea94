//! The computer players, one per level. They take seats like any other player.

use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::live::compute::computer_seat::ComputerSeat;
use crate::live::compute::cpu_pool::CpuPool;
use crate::live::player_feed::{MatchNoticeKind, PlayerNotice};
use crate::live::registry::Live;
use crate::store::{MatchFilter, MatchStatus, Store, StoreError};
use chivalry_engine::Level;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};

/// Page size of match lists.
const LISTED_AT_ONCE: u32 = 100;

/// Delay before a failed turn is retried.
const AGAIN: Duration = Duration::from_secs(1);

/// Base of the computer players' ids. The level is added.
const FIRST_ID: u128 = 0x6368_6976_616c_7279_8000_0000_0000_0000;

/// The computer players of all levels, weakest first.
#[derive(Clone, Debug)]
pub(crate) struct ComputerPlayers(Vec<Player>);

impl ComputerPlayers {
    /// Creates the computer players in the store on the first start.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(crate) async fn open(store: &Store, live: &Live) -> Result<ComputerPlayers, StoreError> {
        let mut players = Vec::new();
        for level in Level::ALL {
            let id = PlayerId(Uuid::from_u128(FIRST_ID + u128::from(level.number())));
            // Names chosen by players contain no space.
            let name = format!("Computer {}", level.number());
            players.push(store.players().create_house_player(id, &name, live.time().now()).await?);
        }
        Ok(ComputerPlayers(players))
    }

    /// Returns the computer player of a level.
    #[must_use]
    pub(crate) fn of_level(&self, level: Level) -> Option<&Player> {
        self.0.get(usize::from(level.number()) - 1)
    }

    /// Plays for all computer players until `shutdown`.
    pub(crate) async fn run(
        self,
        live: Live,
        store: Store,
        pool: CpuPool,
        shutdown: CancellationToken,
    ) {
        let mut seats = JoinSet::new();
        for (level, player) in Level::ALL.into_iter().zip(self.0) {
            let seat = ComputerPlayer {
                level,
                notices: live.listen(player.id),
                acquired: live.acquired(),
                player,
                live: live.clone(),
                store: store.clone(),
                pool: pool.clone(),
                thinking: JoinSet::new(),
            };
            seats.spawn(seat.run(shutdown.clone()));
        }
        while seats.join_next().await.is_some() {}
    }
}

/// The computer player of one level.
struct ComputerPlayer {
    level: Level,
    player: Player,
    notices: broadcast::Receiver<PlayerNotice>,
    acquired: broadcast::Receiver<MatchId>,
    live: Live,
    store: Store,
    pool: CpuPool,
    thinking: JoinSet<()>,
}

impl ComputerPlayer {
    async fn run(mut self, shutdown: CancellationToken) {
        let mut look_at = Some(Instant::now());
        loop {
            tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                () = sleep_until(look_at.unwrap_or_else(Instant::now)), if look_at.is_some() => {
                    look_at = match self.resume_matches().await {
                        Ok(()) => None,
                        Err(error) => {
                            tracing::warn!(%error, "could not read a computer player's matches");
                            Some(Instant::now() + AGAIN)
                        }
                    };
                }
                taken = self.acquired.recv() => match taken {
                    Ok(id) => self.play(id),
                    Err(RecvError::Lagged(_)) => look_at = Some(Instant::now()),
                    Err(RecvError::Closed) => return,
                },
                notice = self.notices.recv() => match notice {
                    Ok(notice) => self.on_notice(&notice),
                    Err(RecvError::Lagged(_)) => look_at = Some(Instant::now()),
                    Err(RecvError::Closed) => return,
                },
                // The tasks log their own errors.
                Some(_) = self.thinking.join_next() => {}
            }
        }
    }

    /// Resumes every running match, in case the computer player is to move.
    async fn resume_matches(&mut self) -> Result<(), StoreError> {
        let filter = MatchFilter {
            player: Some(self.player.id),
            status: Some(MatchStatus::Playing),
            ..MatchFilter::default()
        };
        let mut cursor = None;
        loop {
            let page = self.store.matches().page(&filter, LISTED_AT_ONCE, cursor).await?;
            for row in &page.items {
                // Other nodes play in the matches that they own.
                if self.live.nodes().is_none() || self.live.is_in_memory(row.id) {
                    self.play(row.id);
                }
            }
            cursor = page.next;
            if cursor.is_none() {
                return Ok(());
            }
        }
    }

    fn on_notice(&mut self, notice: &PlayerNotice) {
        match notice {
            PlayerNotice::Match { notice, update } if notice.kind == MatchNoticeKind::Turn => {
                self.play(update.match_id);
            }
            PlayerNotice::Offer(offer) => self.answer_offers(offer.match_id),
            PlayerNotice::Match { .. }
            | PlayerNotice::Challenge { .. }
            | PlayerNotice::Said { .. }
            | PlayerNotice::Arranged { .. }
            | PlayerNotice::Called(_)
            | PlayerNotice::Erased => {}
        }
    }

    /// Answers the offers in a match, and plays one turn if the computer player is to move.
    fn play(&mut self, id: MatchId) {
        let seat = self.seat_in(id);
        self.thinking.spawn(async move {
            while let Err(error) = seat.play().await {
                tracing::debug!(%error, %id, "could not play a turn; retrying");
                sleep_until(Instant::now() + AGAIN).await;
            }
        });
    }

    /// Answers the offers in a match. A draw offer in the computer player's turn is answered before
    /// its move.
    fn answer_offers(&mut self, id: MatchId) {
        let seat = self.seat_in(id);
        self.thinking.spawn(async move {
            while let Err(error) = seat.answer_offers().await {
                tracing::debug!(%error, %id, "could not answer an offer; retrying");
                sleep_until(Instant::now() + AGAIN).await;
            }
        });
    }

    fn seat_in(&self, id: MatchId) -> ComputerSeat {
        ComputerSeat {
            id,
            level: self.level,
            player: self.player.clone(),
            live: self.live.clone(),
            pool: self.pool.clone(),
        }
    }
}
