//! Orders of the directors of a tournament to one of its games.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::matches::log::event::Event;
use crate::matches::log::offer::SeatOutReason;
use crate::matches::log::serde_seats::team_index;
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use chivalry_rules::Team;

/// The time that a penalty leaves on a clock, in milliseconds. A loss is a decision of its own.
const LEAST_LEFT_MS: u64 = 1_000;

/// An order to a game. A match carries out each order once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectorOrder {
    /// The version of the tournament that contains the order. Orders are carried out in this
    /// sequence.
    pub number: u32,
    /// The content.
    #[serde(flatten)]
    pub kind: DirectorOrderKind,
}

/// The content of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum DirectorOrderKind {
    /// Stops the clocks, until the order to resume or that time.
    Pause {
        /// The time at which the match continues at the latest.
        until: Timestamp,
    },
    /// Ends a pause.
    Resume,
    /// Takes time from the clock of each seat of a side. At least a second is left.
    TakeTime {
        /// The side.
        #[serde(with = "team_index")]
        team: Team,
        /// The time in milliseconds.
        ms: u64,
    },
    /// Ends the game of each seat of a side, like a resignation. Where each plays for himself, the
    /// others play on.
    Eliminate {
        /// The side.
        #[serde(with = "team_index")]
        team: Team,
    },
    /// Aborts the match, because its result no longer counts.
    Cancel,
}

impl Match {
    /// Returns the events by which the match carries out an order. Empty if it has carried out the
    /// order before, is over, or needs no change. An open match carries out a cancellation only.
    #[must_use]
    pub fn decide_order(&self, order: &DirectorOrder, now: Timestamp) -> Vec<Event> {
        if order.kind == DirectorOrderKind::Cancel {
            return self.decide_cancellation();
        }
        if self.status != Status::Playing || order.number <= self.last_order {
            return Vec::new();
        }
        let number = Some(order.number);
        match order.kind {
            DirectorOrderKind::Pause { until } => {
                vec![Event::Adjourned { until: until.max(now), order: number }]
            }
            DirectorOrderKind::Resume => {
                let Some(hold) = self.hold else { return Vec::new() };
                let mut events = vec![Event::AdjournmentEnded { order: number }];
                // The players had adjourned the match before.
                let players = hold.players_until.filter(|until| *until > now);
                events.extend(players.map(|until| Event::Adjourned { until, order: None }));
                events
            }
            DirectorOrderKind::TakeTime { team, ms } => {
                let taken = |seat| {
                    let left_ms = self.clock.left_ms(seat, now)?;
                    let ms = ms.min(left_ms.saturating_sub(LEAST_LEFT_MS));
                    Some(Event::TimeTaken { seat, ms, order: order.number })
                };
                let seats = self.active_seats(team).filter(|seat| self.is_in_play(*seat));
                seats.filter_map(taken).filter(takes_time).collect()
            }
            DirectorOrderKind::Eliminate { team } => {
                let mut seats = self.active_seats(team).filter(|seat| self.is_in_play(*seat));
                let out = |seat| self.decide_seat_out(seat, SeatOutReason::Resignation);
                seats.next().map(out).unwrap_or_default()
            }
            DirectorOrderKind::Cancel => self.decide_cancellation(),
        }
    }

    /// True while the directors of the tournament have paused the match.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.hold.is_some()
    }
}

fn takes_time(event: &Event) -> bool {
    matches!(event, Event::TimeTaken { ms, .. } if *ms > 0)
}
