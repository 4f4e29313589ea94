//! The priority of a connection whose player makes moves.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::time::Instant;

use crate::http::net::scheduling::priority::{Priority, TaskPriority};

/// Time after a move during which a connection has the priority of players.
const PLAY_TIME: Duration = Duration::from_secs(10 * 60);

/// Frames per second, and at once, of a connection with the priority of players. A client above
/// this rate loses the priority until its next move.
const PLAY_RATE: NonZeroU32 = NonZeroU32::new(10).expect("ten");
const PLAY_BURST: NonZeroU32 = NonZeroU32::new(30).expect("thirty");

/// Raises the priority of a connection's task after each move, and lowers it again.
pub(crate) struct PlayPriority {
    task: TaskPriority,
    /// The end of the time after the last move, and the limit of frames in that time.
    play: Option<Box<(Instant, DefaultDirectRateLimiter)>>,
}

impl PlayPriority {
    pub(crate) fn new(task: TaskPriority) -> PlayPriority {
        PlayPriority { task, play: None }
    }

    /// The priority of the connection's task.
    pub(crate) fn task(&self) -> &TaskPriority {
        &self.task
    }

    /// Gives the connection the priority of players.
    pub(crate) fn on_move(&mut self) {
        let until = Instant::now() + PLAY_TIME;
        match &mut self.play {
            Some(play) => play.0 = until,
            None => {
                let quota = Quota::per_second(PLAY_RATE).allow_burst(PLAY_BURST);
                self.play = Some(Box::new((until, RateLimiter::direct(quota))));
            }
        }
        self.task.set(Priority::Play);
    }

    /// Ends the priority of players a long time after the last move, or above the rate.
    pub(crate) fn on_frame(&self) {
        if self.task.is_play()
            && let Some((until, limiter)) = self.play.as_deref()
            && (*until <= Instant::now() || limiter.check().is_err())
        {
            self.lower();
        }
    }

    /// Ends the priority of players until the next move.
    pub(crate) fn lower(&self) {
        self.task.set(Priority::Ordinary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_a_move() -> PlayPriority {
        let mut priority = PlayPriority::new(TaskPriority::new(Priority::Ordinary));
        priority.on_frame();
        assert!(!priority.task().is_play());
        priority.on_move();
        priority
    }

    #[tokio::test(start_paused = true)]
    async fn the_priority_of_a_player_ends_ten_minutes_after_the_last_move() {
        let mut priority = after_a_move();
        for _ in 0..2 {
            tokio::time::advance(PLAY_TIME - Duration::from_secs(1)).await;
            priority.on_frame();
            assert!(priority.task().is_play());
            priority.on_move();
        }
        tokio::time::advance(PLAY_TIME).await;
        priority.on_frame();
        assert!(!priority.task().is_play());
    }

    #[test]
    fn a_player_who_floods_loses_the_priority_until_the_next_move() {
        let mut priority = after_a_move();
        let sent = (0..1_000).take_while(|_| {
            priority.on_frame();
            priority.task().is_play()
        });
        assert!(sent.count() >= PLAY_BURST.get() as usize);
        assert!(!priority.task().is_play());
        priority.on_move();
        assert!(priority.task().is_play());
    }
}
