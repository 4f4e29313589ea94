//! Series: the games that two entrants play in one pairing.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::TimeControl;
use chivalry_rules::Team;

#[cfg(feature = "schema")]
use super::places;
use super::places::Places;
use crate::color;

/// The length of a series and its tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeriesPlan {
    /// The number of games. The majority wins.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 99))]
    pub best_of: u16,
    /// True if draws count as games. Otherwise a drawn game adds half a point
    /// for both, and is replayed.
    #[serde(default = "yes")]
    pub draws_count: bool,
    /// True if all games are played even after the series is decided.
    #[serde(default)]
    pub all_games: bool,
    /// The tie-break of a level series.
    #[serde(default)]
    pub decider: SeriesTieBreak,
}

/// The tie-break of a level series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Decider))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeriesTieBreak {
    /// None: the series is drawn.
    Drawn {},
    /// Further games until one is won.
    Replay {},
    /// One further game in which a draw wins for the second side, and the first
    /// side has more time.
    Armageddon {
        /// The time control of the second side.
        time: TimeControl,
        /// The additional time of the first side, in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 86_400_000))]
        first_extra_ms: u64,
    },
}

impl Default for SeriesTieBreak {
    fn default() -> SeriesTieBreak {
        SeriesTieBreak::Drawn {}
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "how", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameResult {
    /// A side won.
    Won {
        /// The winning side.
        #[serde(with = "color")]
        #[cfg_attr(feature = "schema", schema(schema_with = color::schema))]
        side: Team,
    },
    /// Nobody won.
    Drawn {},
    /// The players of a table have places.
    Placed {
        /// The place of each seat, in turn order. Equal places are shared.
        #[cfg_attr(feature = "schema", schema(schema_with = places::schema))]
        places: Places,
    },
    /// One side was absent and loses the point. At a table, the others share the
    /// first place.
    Forfeit {
        /// The absent side.
        #[serde(with = "color")]
        #[cfg_attr(feature = "schema", schema(schema_with = color::schema))]
        absent: Team,
    },
    /// All were absent. They lose the whole series.
    BothAbsent {},
    /// The game was aborted. It does not count, and is replayed.
    Void {},
}

impl GameResult {
    /// True if the game was played.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, GameResult::Won { .. } | GameResult::Drawn {} | GameResult::Placed { .. })
    }

    /// Returns the half points of the two sides. A table has none.
    #[must_use]
    pub const fn half_points(self) -> [u32; 2] {
        match self {
            GameResult::Won { side: Team::First }
            | GameResult::Forfeit { absent: Team::Second | Team::Third | Team::Fourth } => [2, 0],
            GameResult::Won { .. } | GameResult::Forfeit { absent: Team::First } => [0, 2],
            GameResult::Drawn {} => [1, 1],
            GameResult::BothAbsent {} | GameResult::Void {} | GameResult::Placed { .. } => [0, 0],
        }
    }
}

/// The state of a series. Sides are those of the first game, and alternate with
/// each game. A table has no points and wins of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The half points of the games, by side.
    pub half_points: [u32; 2],
    /// Games won.
    pub wins: [u32; 2],
    /// The next game, or the end.
    pub state: SeriesState,
}

/// The progress of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesState {
    /// Another game follows.
    Next(NextGame),
    /// The series has ended.
    Over(SeriesEnd),
}

/// The next game of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// True if the sides are reversed in relation to the first game.
    pub swapped: bool,
    /// True for an armageddon game, in which a draw wins for the second side.
    pub armageddon: bool,
}

/// The end of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// Won by that side of the first game.
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

    /// True if the series can end in a draw.
    #[must_use]
    pub const fn can_be_drawn(&self) -> bool {
        self.draws_count && matches!(self.decider, SeriesTieBreak::Drawn {})
    }

    /// Wins that are enough.
    #[must_use]
    pub const fn wins_needed(&self) -> u32 {
        self.best_of as u32 / 2 + 1
    }

    /// Evaluates the finished games, in order.
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
            // The regular games were level, so that the tie-break games decide.
            return match (leader, self.decider) {
                (Some(leader), _) => SeriesState::Over(SeriesEnd::Won(leader)),
                (None, SeriesTieBreak::Drawn {}) => SeriesState::Over(SeriesEnd::Drawn),
                (None, SeriesTieBreak::Replay {}) => SeriesState::Next(next),
                (None, SeriesTieBreak::Armageddon { .. }) => {
                    SeriesState::Next(NextGame { armageddon: true, ..next })
                }
            };
        }
        match Team::TWO.into_iter().find(|side| has_won(*side as usize)) {
            Some(side) if !self.all_games => SeriesState::Over(SeriesEnd::Won(side)),
            _ => SeriesState::Next(next),
        }
    }
}

impl SeriesState {
    /// Returns the end, if the series has ended.
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
    fn a_series_ends_when_the_other_side_cannot_catch_up() {
        let plan = best_of(3);
        assert_eq!(plan.evaluate(&[]).state, next(false));
        // Sides alternate: the second side of game two is the first side of
        // game one.
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
    fn draws_that_do_not_count_are_replayed() {
        let plan = SeriesPlan { draws_count: false, ..best_of(3) };
        assert_eq!(plan.evaluate(&[DRAW, DRAW, DRAW, DRAW, FIRST]).state, next(true));
        let won = plan.evaluate(&[DRAW, DRAW, DRAW, DRAW, FIRST, SECOND]);
        assert_eq!(won.state.end(), Some(SeriesEnd::Won(Team::First)));
        assert_eq!((won.half_points, won.wins), ([8, 4], [2, 0]));
    }

    #[test]
    fn a_level_series_is_replayed_or_decided_by_armageddon() {
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
        // The second side of game two is the first side of game one.
        assert_eq!(plan.evaluate(&[DRAW, DRAW]).state.end(), Some(SeriesEnd::Won(Team::First)));
        assert_eq!(plan.evaluate(&[DRAW, FIRST]).state.end(), Some(SeriesEnd::Won(Team::Second)));
    }

    #[test]
    fn forfeits_and_void_games_in_a_series() {
        let plan = best_of(3);
        let absent = GameResult::Forfeit { absent: Team::Second };
        let void = GameResult::Void {};
        assert_eq!(plan.evaluate(&[void, absent]).state, next(true));
        let neither = plan.evaluate(&[absent, GameResult::BothAbsent {}]);
        assert_eq!(neither.state.end(), Some(SeriesEnd::Neither));
    }
}
