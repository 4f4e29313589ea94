//! Mini-matches: the games that two entrants play for one pairing.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::TimeControl;
use chivalry_rules::Team;

use crate::color;

/// How many games a pairing is, and what decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeriesPlan {
    /// The games of which the most are to be won.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 99))]
    pub best_of: u16,
    /// Whether a draw is one of those games. Where it is not, draws are
    /// played on from, though each still is half a point for both.
    #[serde(default = "yes")]
    pub draws_count: bool,
    /// Whether all games are played, also once it is decided.
    #[serde(default)]
    pub all_games: bool,
    /// What happens when all are played and both have as much.
    #[serde(default)]
    pub decider: SeriesTieBreak,
}

/// What happens when a mini-match is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Decider))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeriesTieBreak {
    /// It is drawn.
    Drawn {},
    /// Games are added until one is won.
    Replay {},
    /// One game is added, and a draw is enough for the second side; the first
    /// side has more time.
    Armageddon {
        /// The time of the second side.
        time: TimeControl,
        /// What the first side has more, in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 86_400_000))]
        first_extra_ms: u64,
    },
}

impl Default for SeriesTieBreak {
    fn default() -> SeriesTieBreak {
        SeriesTieBreak::Drawn {}
    }
}

/// What came of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "how", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameResult {
    /// A side won.
    Won {
        /// The side of the game.
        #[serde(with = "color")]
        #[cfg_attr(feature = "schema", schema(schema_with = color::schema))]
        side: Team,
    },
    /// Nobody won.
    Drawn {},
    /// A side did not come, and the other has the point.
    Forfeit {
        /// The side that did not come.
        #[serde(with = "color")]
        #[cfg_attr(feature = "schema", schema(schema_with = color::schema))]
        absent: Team,
    },
    /// Neither came: the whole mini-match is lost for both.
    BothAbsent {},
    /// It was called off, and does not count: it is played again.
    Void {},
}

impl GameResult {
    /// Whether anybody played.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, GameResult::Won { .. } | GameResult::Drawn {})
    }

    /// The half points of the two sides of the game.
    #[must_use]
    pub const fn half_points(self) -> [u32; 2] {
        match self {
            GameResult::Won { side: Team::First }
            | GameResult::Forfeit { absent: Team::Second } => [2, 0],
            GameResult::Won { side: Team::Second }
            | GameResult::Forfeit { absent: Team::First } => [0, 2],
            GameResult::Drawn {} => [1, 1],
            GameResult::BothAbsent {} | GameResult::Void {} => [0, 0],
        }
    }
}

/// A mini-match as far as it was played. Its sides are those of its first
/// game; they change with each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The half points of its games.
    pub half_points: [u32; 2],
    /// Games won.
    pub wins: [u32; 2],
    /// What comes next.
    pub state: SeriesState,
}

/// How far a mini-match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesState {
    /// A game is to be played.
    Next(NextGame),
    /// It is over.
    Over(SeriesEnd),
}

/// The game that is to be played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// Whether the sides are other than in the first game.
    pub swapped: bool,
    /// Whether a draw is enough for the second side, and the clocks differ.
    pub armageddon: bool,
}

/// How a mini-match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// A side of its first game won it.
    Won(Team),
    /// Nobody did.
    Drawn,
    /// Both have lost it.
    Neither,
}

impl SeriesPlan {
    /// One game.
    #[must_use]
    pub const fn one_game() -> SeriesPlan {
        SeriesPlan {
            best_of: 1,
            draws_count: true,
            all_games: false,
            decider: SeriesTieBreak::Drawn {},
        }
    }

    /// Whether it can end with nobody having won.
    #[must_use]
    pub const fn can_be_drawn(&self) -> bool {
        self.draws_count && matches!(self.decider, SeriesTieBreak::Drawn {})
    }

    /// Wins that are enough.
    #[must_use]
    pub const fn wins_needed(&self) -> u32 {
        self.best_of as u32 / 2 + 1
    }

    /// Follows the games that have ended, in their order.
    #[must_use]
    pub fn evaluate(&self, games: &[GameResult]) -> Series {
        let mut series = Series {
            half_points: [0, 0],
            wins: [0, 0],
            state: SeriesState::Next(NextGame { swapped: false, armageddon: false }),
        };
        let (mut counted, mut played) = (0, 0_u32);
        for result in games.iter().filter(|result| **result != GameResult::Void {}) {
            let SeriesState::Next(game) = series.state else { break };
            let mut half_points = result.half_points();
            if game.swapped {
                half_points.reverse();
            }
            for (at, own) in half_points.into_iter().enumerate() {
                series.half_points[at] += own;
                series.wins[at] += u32::from(own == 2);
            }
            played += 1;
            counted += u32::from(self.draws_count || *result != GameResult::Drawn {});
            let next = NextGame { swapped: !played.is_multiple_of(2), armageddon: false };
            series.state = match *result {
                GameResult::BothAbsent {} => SeriesState::Over(SeriesEnd::Neither),
                GameResult::Drawn {} if game.armageddon => {
                    let second = if game.swapped { Team::First } else { Team::Second };
                    SeriesState::Over(SeriesEnd::Won(second))
                }
                _ => self.state_after(&series, counted, next),
            };
        }
        series
    }

    fn state_after(&self, series: &Series, counted: u32, next: NextGame) -> SeriesState {
        let of = u32::from(self.best_of);
        let has_won = |own: usize| match self.draws_count {
            true => series.half_points[own] > of,
            false => series.wins[own] >= self.wins_needed(),
        };
        let leader = match series.half_points[0].cmp(&series.half_points[1]) {
            std::cmp::Ordering::Greater => Some(Team::First),
            std::cmp::Ordering::Less => Some(Team::Second),
            std::cmp::Ordering::Equal => None,
        };
        if counted >= of {
            // What is won in games added decides, since they began even.
            return match (leader, self.decider) {
                (Some(leader), _) => SeriesState::Over(SeriesEnd::Won(leader)),
                (None, SeriesTieBreak::Drawn {}) => SeriesState::Over(SeriesEnd::Drawn),
                (None, SeriesTieBreak::Replay {}) => SeriesState::Next(next),
                (None, SeriesTieBreak::Armageddon { .. }) => {
                    SeriesState::Next(NextGame { armageddon: true, ..next })
                }
            };
        }
        match Team::ALL.into_iter().find(|side| has_won(*side as usize)) {
            Some(side) if !self.all_games => SeriesState::Over(SeriesEnd::Won(side)),
            _ => SeriesState::Next(next),
        }
    }
}

impl SeriesState {
    /// How it ended, if it did.
    #[must_use]
    pub const fn end(self) -> Option<SeriesEnd> {
        match self {
            SeriesState::Over(end) => Some(end),
            SeriesState::Next(_) => None,
        }
    }
}

const fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: GameResult = GameResult::Won { side: Team::First };
    const SECOND: GameResult = GameResult::Won { side: Team::Second };
    const DRAW: GameResult = GameResult::Drawn {};

    fn best_of(best_of: u16) -> SeriesPlan {
        SeriesPlan { best_of, ..SeriesPlan::one_game() }
    }

    fn next(swapped: bool) -> SeriesState {
        SeriesState::Next(NextGame { swapped, armageddon: false })
    }

    #[test]
    fn it_ends_when_the_other_side_cannot_come_up_any_more() {
        let plan = best_of(3);
        assert_eq!(plan.evaluate(&[]).state, next(false));
        // Sides change, so that the second game's second side is the first's first.
        assert_eq!(plan.evaluate(&[FIRST]).state, next(true));
        let won = plan.evaluate(&[FIRST, SECOND]);
        assert_eq!((won.state.end(), won.half_points), (Some(SeriesEnd::Won(Team::First)), [4, 0]));
        assert_eq!(plan.evaluate(&[FIRST, DRAW]).state, next(false));
        assert_eq!(plan.evaluate(&[DRAW, DRAW, DRAW]).state.end(), Some(SeriesEnd::Drawn));
        let all = SeriesPlan { all_games: true, ..plan };
        assert_eq!(all.evaluate(&[FIRST, SECOND]).state, next(false));
        let last = all.evaluate(&[FIRST, SECOND, SECOND]);
        assert_eq!(
            (last.state.end(), last.half_points),
            (Some(SeriesEnd::Won(Team::First)), [4, 2])
        );
    }

    #[test]
    fn draws_that_do_not_count_are_played_on_from() {
        let plan = SeriesPlan { draws_count: false, ..best_of(3) };
        assert_eq!(plan.evaluate(&[DRAW, DRAW, DRAW, DRAW, FIRST]).state, next(true));
        let won = plan.evaluate(&[DRAW, DRAW, DRAW, DRAW, FIRST, SECOND]);
        assert_eq!(won.state.end(), Some(SeriesEnd::Won(Team::First)));
        assert_eq!((won.half_points, won.wins), ([8, 4], [2, 0]));
    }

    #[test]
    fn what_is_even_is_replayed_or_decided_by_clock_odds() {
        let replay = SeriesPlan { decider: SeriesTieBreak::Replay {}, ..best_of(2) };
        assert_eq!(replay.evaluate(&[FIRST, FIRST]).state, next(false));
        assert_eq!(replay.evaluate(&[FIRST, FIRST, DRAW]).state, next(true));
        let won = replay.evaluate(&[FIRST, FIRST, DRAW, SECOND]).state.end();
        assert_eq!(won, Some(SeriesEnd::Won(Team::First)));
        let time = TimeControl::Fischer { initial_ms: 240_000, increment_ms: 0 };
        let decider = SeriesTieBreak::Armageddon { time, first_extra_ms: 60_000 };
        let plan = SeriesPlan { decider, ..best_of(1) };
        let last = NextGame { swapped: true, armageddon: true };
        assert_eq!(plan.evaluate(&[DRAW]).state, SeriesState::Next(last));
        // In the second game the second side is who had the first in the first.
        assert_eq!(plan.evaluate(&[DRAW, DRAW]).state.end(), Some(SeriesEnd::Won(Team::First)));
        assert_eq!(plan.evaluate(&[DRAW, FIRST]).state.end(), Some(SeriesEnd::Won(Team::Second)));
    }

    #[test]
    fn games_without_players() {
        let plan = best_of(3);
        let absent = GameResult::Forfeit { absent: Team::Second };
        let void = GameResult::Void {};
        assert_eq!(plan.evaluate(&[void, absent]).state, next(true));
        let neither = plan.evaluate(&[absent, GameResult::BothAbsent {}]);
        assert_eq!(neither.state.end(), Some(SeriesEnd::Neither));
    }
}
