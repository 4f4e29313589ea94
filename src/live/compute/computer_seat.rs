//! The computer player in one match: its moves and its answers to offers.

use std::sync::Arc;
use std::time::Duration;

use crate::live::compute::cpu_pool::{CpuPool, QueueFull};
use crate::live::error::LiveError;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::Live;
use chivalry_engine::{Level, line_text};
use chivalry_play::matches::{Command, Match, MatchId, Offer, OfferAction, Status};
use chivalry_play::player::Player;
use chivalry_rules::{Game, Seat};

/// The computer player declines a draw with a better score than this, in hundredths of a man.
const BEST_SCORE_FOR_DRAW: i32 = 25;

/// The computer player declines a draw in a rated match before this number of plies. Otherwise
/// players would gain rating by draws at the start.
const MIN_PLIES_OF_RATED_DRAW: u32 = 40;

/// The computer player of one level in one match.
pub(crate) struct ComputerSeat {
    pub(crate) id: MatchId,
    pub(crate) level: Level,
    pub(crate) player: Player,
    pub(crate) live: Live,
    pub(crate) pool: CpuPool,
}

/// The reason for which a turn or an answer was not possible now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ComputerError {
    #[error(transparent)]
    QueueFull(#[from] QueueFull),
    #[error(transparent)]
    Live(#[from] LiveError),
}

impl ComputerSeat {
    /// Answers the offers to the player, and moves in the player's turn.
    pub(crate) async fn play(&self) -> Result<(), ComputerError> {
        let Some(snapshot) = self.accept_offers().await? else { return Ok(()) };
        if !self.is_to_move(&snapshot.match_state) {
            return self.answer_draw(snapshot).await;
        }
        let game = snapshot.match_state.game().clone();
        drop(snapshot);
        let (level, seed, searched) = (self.level, self.id.0.as_u64_pair().1, game.clone());
        let job = self.pool.submit(move |cancel_flag| {
            best_move(level, seed, &searched, &mut || cancel_flag.yield_and_check_cancelled())
        })?;
        let Some(Some(text)) = job.done().await else { return Ok(()) };
        let Some(snapshot) = self.snapshot().await? else { return Ok(()) };
        let now = snapshot.match_state.game();
        if now.plies() != game.plies() || now.position() != game.position() {
            // The turn after a takeback has its own notice.
            return Ok(());
        }
        // The move would make the offer lapse.
        self.answer_draw(snapshot).await?;
        let turn = text.parse().expect("a move that was written by the rules");
        let command = Command::Move { ply: game.plies() + 1, turn, lag: Duration::ZERO };
        self.command(command).await.map(drop)
    }

    /// Answers the offers to the player. In the player's turn a draw offer is left to
    /// [`ComputerSeat::play`].
    pub(crate) async fn answer_offers(&self) -> Result<(), ComputerError> {
        match self.accept_offers().await? {
            Some(snapshot) if !self.is_to_move(&snapshot.match_state) => {
                self.answer_draw(snapshot).await
            }
            _ => Ok(()),
        }
    }

    /// Accepts takebacks, rematches, adjournments and resumptions, and returns the match afterwards. Declines an offer that
    /// cannot be accepted.
    async fn accept_offers(&self) -> Result<Option<Arc<MatchSnapshot>>, ComputerError> {
        let mut current = self.snapshot().await?;
        for offer in [Offer::Takeback, Offer::Rematch, Offer::Adjournment, Offer::Resumption] {
            let awaits = |it: &Arc<MatchSnapshot>| self.awaited(&it.match_state, offer).is_some();
            if !current.as_ref().is_some_and(awaits) {
                continue;
            }
            drop(current);
            if !self.command(Command::Offer(offer, OfferAction::Accept)).await? {
                self.command(Command::Offer(offer, OfferAction::Decline)).await?;
            }
            current = self.snapshot().await?;
        }
        Ok(current)
    }

    /// Accepts a pending draw offer, unless the player is ahead or the rated match has just begun.
    async fn answer_draw(&self, snapshot: Arc<MatchSnapshot>) -> Result<(), ComputerError> {
        let Some(seat) = self.awaited(&snapshot.match_state, Offer::Draw) else { return Ok(()) };
        let (level, game) = (self.level, snapshot.match_state.game().clone());
        if snapshot.match_state.is_rated() && game.plies() < MIN_PLIES_OF_RATED_DRAW {
            return self.command(Command::Offer(Offer::Draw, OfferAction::Decline)).await.map(drop);
        }
        drop(snapshot);
        let job = self.pool.submit(move |cancel_flag| {
            score_for(seat, level, &game, &mut || cancel_flag.yield_and_check_cancelled())
        })?;
        let Some(score) = job.done().await else { return Ok(()) };
        let is_ahead = score.is_none_or(|score| score > BEST_SCORE_FOR_DRAW);
        let action = if is_ahead { OfferAction::Decline } else { OfferAction::Accept };
        self.command(Command::Offer(Offer::Draw, action)).await.map(drop)
    }

    /// Returns the player's seat if its answer to `offer` is awaited.
    fn awaited(&self, match_state: &Match, offer: Offer) -> Option<Seat> {
        let seat = match_state.seat_of(self.player.id)?;
        match_state.awaits_answer(offer, seat).then_some(seat)
    }

    fn is_to_move(&self, match_state: &Match) -> bool {
        match_state.status() == Status::Playing
            && match_state.adjourned_until().is_none()
            && match_state.seat_of(self.player.id) == Some(match_state.game().position().turn())
    }

    /// Returns the match. `None` if it does not exist or the server is shutting down.
    async fn snapshot(&self) -> Result<Option<Arc<MatchSnapshot>>, ComputerError> {
        match self.live.snapshot(self.id, Some(self.player.id)).await {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(LiveError::Draining | LiveError::NotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns false if the match has changed, so that the command is refused. The events in
    /// between cause their own notices.
    async fn command(&self, command: Command) -> Result<bool, ComputerError> {
        match self.live.command(self.id, &self.player, None, command).await {
            Ok(_) => Ok(true),
            Err(LiveError::Refused(_) | LiveError::Draining) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the move of a level. `None` if the game is over or the seat must pass. Matches have
/// different seeds, so that the player does not repeat its games.
fn best_move(
    level: Level,
    seed: u64,
    game: &Game,
    halt: &mut impl FnMut() -> bool,
) -> Option<String> {
    let handicap = level.handicap(game.position().variant());
    let mut search = handicap.search_in(game, seed);
    let found = search.run(game, &handicap.limits(), halt, &mut |_| {})?;
    line_text(game.position(), found.pv.get(..1)?).pop()
}

/// Returns the score for `seat` at a level, in hundredths of a man. `None` if the game is over or
/// the seat to move must pass.
fn score_for(
    seat: Seat,
    level: Level,
    game: &Game,
    halt: &mut impl FnMut() -> bool,
) -> Option<i32> {
    let variant = game.position().variant();
    let handicap = level.handicap(variant);
    let mut search = handicap.new_search(variant);
    let score = search.run(game, &handicap.limits(), halt, &mut |_| {})?.score.hundredths();
    let is_own_turn = variant.team_of(game.position().turn()) == variant.team_of(seat);
    match is_own_turn {
        true => Some(score),
        // The score of one player against all others is not the negative of another's.
        false => (!variant.is_free_for_all()).then_some(-score),
    }
}
