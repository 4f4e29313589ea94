//! Time controls.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::rest_hours::{DAY_MIN, RestFault, RestHours};
use super::stages::{Stage, Stages};
use super::timestamp::millis;

/// A time control (`protocol.md`, "Clocks"). Every seat gets the same time.
///
/// Under a start timer ([`TimeControl::start_timer`]) the first move of a seat is not charged
/// and adds no time. It counts in its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    Unlimited {},
    /// A budget for the game and an increment after each move. Without a budget, the increment
    /// is available from the start.
    Fischer {
        /// The budget in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
        initial_ms: u64,
        /// The increment in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
        increment_ms: u64,
    },
    /// A budget for the game and a delay for each move.
    Delay {
        /// The budget in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
        initial_ms: u64,
        /// The delay in milliseconds.
        #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
        delay_ms: u64,
        /// The kind of delay.
        #[serde(default)]
        style: DelayStyle,
    },
    /// A budget, followed by periods. Each move made within a period restores it. An overrun
    /// period is lost and the next begins.
    Byoyomi {
        /// The budget in milliseconds; may be 0.
        #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
        initial_ms: u64,
        /// The length of a period in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2_592_000_000_u64))]
        period_ms: u64,
        /// The number of periods. The seat flags when the last is overrun.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
        periods: u32,
    },
    /// Stages with a number of moves and a time each. Unused time carries over, and the last
    /// stage continues to the end.
    Stages {
        /// The stages in order, up to four.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Stage>, min_items = 1, max_items = 4))]
        stages: Stages,
    },
    /// A number of days for each move.
    Correspondence {
        /// The days for each move.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 30))]
        days: u32,
        /// True if the clock of a player on vacation stops.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        vacation: bool,
        /// The hours of the week in which the clocks stop.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<RestHours>,
    },
}

/// The kind of a delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DelayStyle {
    /// The clock starts after the delay.
    #[default]
    Simple,
    /// The clock starts at once. After the move the time used is restored, up to the delay.
    Bronstein,
}

/// The maximum of each duration: 30 days.
pub const MAX_DURATION: Duration = Duration::from_secs(30 * DAY.as_secs());

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MOST_PERIODS: u32 = 100;
const MOST_MOVES: u32 = 1_000;
const MOST_DAYS: u32 = 30;

/// A field of a time control, as clients write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeField {
    name: &'static str,
    stage: Option<usize>,
}

/// An invalid time control, with the invalid field. Each message begins with the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// No budget and no time per move, so that a seat would flag at once.
    #[error("{0} gives a seat no time")]
    NoTime(TimeField),
    /// A duration of more than [`MAX_DURATION`].
    #[error("{0} is longer than 30 days")]
    TooLong(TimeField),
    /// A number out of range.
    #[error("{field} must be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: TimeField,
        /// The minimum.
        least: u32,
        /// The maximum.
        most: u32,
    },
    /// A stage other than the last has no number of moves.
    #[error("{0} is missing: only the last stage has no limit")]
    NoMoves(TimeField),
    /// The last stage has a number of moves.
    #[error("{0} is not allowed for the last stage, which has no limit")]
    LastStage(TimeField),
    /// An offset from UTC of more than 14 hours.
    #[error("{0} is more than 14 hours")]
    OffsetTooLarge(TimeField),
    /// More than five days of the week are off.
    #[error("{0} leaves less than two days of the week")]
    TooManyDaysOff(TimeField),
    /// The rest of a day is longer than 16 hours.
    #[error("{0} makes the rest of a day longer than 16 hours")]
    RestTooLong(TimeField),
    /// Rest hours without any hours.
    #[error("{0} names no hours and no days")]
    NoRest(TimeField),
}

impl TimeControlError {
    /// True if the field is invalid regardless of other fields.
    #[must_use]
    pub const fn is_range_error(&self) -> bool {
        matches!(
            self,
            TimeControlError::TooLong(_)
                | TimeControlError::OutOfRange { .. }
                | TimeControlError::OffsetTooLarge(_)
                | TimeControlError::TooManyDaysOff(_)
        )
    }
}

impl TimeControl {
    /// Returns the time control with that number of days for each move, without vacations and
    /// rest hours.
    #[must_use]
    pub const fn days(days: u32) -> TimeControl {
        TimeControl::Correspondence { days, vacation: false, rest: None }
    }

    /// Returns the hours of the week in which the clocks stop.
    #[must_use]
    pub const fn rest(&self) -> Option<RestHours> {
        match self {
            TimeControl::Correspondence { rest, .. } => *rest,
            _ => None,
        }
    }

    /// True if the clock of a player on vacation stops.
    #[must_use]
    pub const fn allows_vacation(&self) -> bool {
        matches!(self, TimeControl::Correspondence { vacation: true, .. })
    }

    /// True if clocks can stand still in a turn: by vacations, or by the hours of the week.
    #[must_use]
    pub const fn has_rests(&self) -> bool {
        self.allows_vacation() || self.rest().is_some()
    }

    /// Validates the time control.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn validated(self) -> Result<TimeControl, TimeControlError> {
        match self {
            TimeControl::Unlimited {} => {}
            TimeControl::Fischer { initial_ms, increment_ms } => {
                some_time("initial_ms", initial_ms, increment_ms)?;
                not_too_long("initial_ms", initial_ms)?;
                not_too_long("increment_ms", increment_ms)?;
            }
            TimeControl::Delay { initial_ms, delay_ms, style: _ } => {
                some_time("initial_ms", initial_ms, delay_ms)?;
                not_too_long("initial_ms", initial_ms)?;
                not_too_long("delay_ms", delay_ms)?;
            }
            TimeControl::Byoyomi { initial_ms, period_ms, periods } => {
                some_time("period_ms", period_ms, 0)?;
                not_too_long("initial_ms", initial_ms)?;
                not_too_long("period_ms", period_ms)?;
                in_range(TimeField::named("periods"), periods, MOST_PERIODS)?;
            }
            TimeControl::Stages { stages } => check_stages(&stages)?,
            TimeControl::Correspondence { days, vacation: _, rest } => {
                in_range(TimeField::named("days"), days, MOST_DAYS)?;
                rest.as_ref().map_or(Ok(()), check_rest)?;
            }
        }
        Ok(self)
    }

    /// True if a seat can run out of time.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        !matches!(self, TimeControl::Unlimited {})
    }

    /// True if the clock requires the players' presence. It stops while the server is down; a
    /// correspondence clock does not.
    #[must_use]
    pub const fn is_real_time(&self) -> bool {
        self.is_timed() && !matches!(self, TimeControl::Correspondence { .. })
    }

    /// Returns the time for a seat's first move, which is not charged to its clock. `None` if
    /// the first move is timed like the others.
    #[must_use]
    pub fn start_timer(&self) -> Option<Duration> {
        self.speed().start_timer()
    }

    pub(super) fn start_ms(&self) -> Option<u64> {
        self.start_timer().map(millis)
    }
}

/// Converts days to milliseconds.
pub(super) fn days_ms(days: u32) -> u64 {
    millis(DAY) * u64::from(days)
}

fn check_stages(stages: &[Stage]) -> Result<(), TimeControlError> {
    let last = stages.len() - 1;
    for (index, stage) in stages.iter().enumerate() {
        let field = |name| TimeField { name, stage: Some(index) };
        // The first stage needs a budget. A later stage may consist of increments.
        if stage.ms == 0 && (index == 0 || stage.increment_ms == 0) {
            return Err(TimeControlError::NoTime(field("ms")));
        }
        for (name, ms) in [("ms", stage.ms), ("increment_ms", stage.increment_ms)] {
            if ms > millis(MAX_DURATION) {
                return Err(TimeControlError::TooLong(field(name)));
            }
        }
        match stage.moves {
            None if index < last => return Err(TimeControlError::NoMoves(field("moves"))),
            Some(_) if index == last => return Err(TimeControlError::LastStage(field("moves"))),
            Some(moves) => in_range(field("moves"), moves, MOST_MOVES)?,
            None => {}
        }
    }
    Ok(())
}

fn check_rest(rest: &RestHours) -> Result<(), TimeControlError> {
    rest.check().map_err(|fault| match fault {
        RestFault::Offset => {
            TimeControlError::OffsetTooLarge(TimeField::named("rest.utc_offset_min"))
        }
        RestFault::Minute(name) => TimeControlError::OutOfRange {
            field: TimeField::named(name),
            least: 0,
            most: u32::from(DAY_MIN) - 1,
        },
        RestFault::TooManyDays => {
            TimeControlError::TooManyDaysOff(TimeField::named("rest.days_off"))
        }
        RestFault::TooLong => TimeControlError::RestTooLong(TimeField::named("rest.until_min")),
        RestFault::Nothing => TimeControlError::NoRest(TimeField::named("rest")),
    })
}

fn some_time(name: &'static str, budget: u64, each_move: u64) -> Result<(), TimeControlError> {
    if budget == 0 && each_move == 0 {
        return Err(TimeControlError::NoTime(TimeField::named(name)));
    }
    Ok(())
}

fn not_too_long(name: &'static str, ms: u64) -> Result<(), TimeControlError> {
    if ms > millis(MAX_DURATION) {
        return Err(TimeControlError::TooLong(TimeField::named(name)));
    }
    Ok(())
}

fn in_range(field: TimeField, number: u32, most: u32) -> Result<(), TimeControlError> {
    if (1..=most).contains(&number) {
        Ok(())
    } else {
        Err(TimeControlError::OutOfRange { field, least: 1, most })
    }
}

impl TimeField {
    const fn named(name: &'static str) -> TimeField {
        TimeField { name, stage: None }
    }
}

impl fmt::Display for TimeField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stage {
            None => write!(f, "time.{}", self.name),
            Some(stage) => write!(f, "time.stages[{stage}].{}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> TimeControl {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn controls_are_written_as_the_protocol_says() {
        for json in [
            r#"{"kind":"unlimited"}"#,
            r#"{"kind":"fischer","initial_ms":300000,"increment_ms":3000}"#,
            r#"{"kind":"delay","initial_ms":300000,"delay_ms":5000,"style":"simple"}"#,
            r#"{"kind":"delay","initial_ms":300000,"delay_ms":5000,"style":"bronstein"}"#,
            r#"{"kind":"byoyomi","initial_ms":600000,"period_ms":30000,"periods":5}"#,
            r#"{"kind":"stages","stages":[{"moves":40,"ms":9000000},{"ms":3600000,"increment_ms":30000}]}"#,
            r#"{"kind":"correspondence","days":3}"#,
            r#"{"kind":"correspondence","days":3,"vacation":true}"#,
            r#"{"kind":"correspondence","days":3,"rest":{"utc_offset_min":-180,"days_off":["saturday","sunday"],"from_min":1380,"until_min":420}}"#,
        ] {
            let control = read(json).validated().unwrap();
            assert_eq!(serde_json::to_string(&control).unwrap(), json);
        }
        let simple = read(r#"{"kind":"delay","initial_ms":1,"delay_ms":1}"#);
        assert!(matches!(simple, TimeControl::Delay { style: DelayStyle::Simple, .. }));
        for json in [
            r#"{"kind":"hourglass","ms":1}"#,
            r#"{"kind":"unlimited","initial_ms":1}"#,
            r#"{"kind":"fischer","initial_ms":1}"#,
            r#"{"kind":"delay","initial_ms":1,"delay_ms":1,"style":"andante"}"#,
            r#"{"kind":"correspondence","days":3,"rest":{"days_off":["someday"]}}"#,
            r#"{"kind":"stages","stages":[]}"#,
            r#"{"kind":"stages","stages":[{"ms":1},{"ms":1},{"ms":1},{"ms":1},{"ms":1}]}"#,
        ] {
            assert!(serde_json::from_str::<TimeControl>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn invalid_controls_name_the_field() {
        for (json, message) in [
            (
                r#"{"kind":"fischer","initial_ms":0,"increment_ms":0}"#,
                "time.initial_ms gives a seat no time",
            ),
            (
                r#"{"kind":"fischer","initial_ms":18446744073709551615,"increment_ms":0}"#,
                "time.initial_ms is longer than 30 days",
            ),
            (
                r#"{"kind":"delay","initial_ms":1,"delay_ms":2592000001}"#,
                "time.delay_ms is longer than 30 days",
            ),
            (
                r#"{"kind":"byoyomi","initial_ms":1,"period_ms":0,"periods":1}"#,
                "time.period_ms gives a seat no time",
            ),
            (
                r#"{"kind":"byoyomi","initial_ms":1,"period_ms":1,"periods":0}"#,
                "time.periods must be 1 to 100",
            ),
            (
                r#"{"kind":"stages","stages":[{"ms":1},{"ms":1}]}"#,
                "time.stages[0].moves is missing: only the last stage has no limit",
            ),
            (
                r#"{"kind":"stages","stages":[{"moves":4,"ms":1}]}"#,
                "time.stages[0].moves is not allowed for the last stage, which has no limit",
            ),
            (
                r#"{"kind":"stages","stages":[{"moves":0,"ms":1},{"ms":1}]}"#,
                "time.stages[0].moves must be 1 to 1000",
            ),
            (
                r#"{"kind":"stages","stages":[{"moves":4,"ms":1},{"ms":0}]}"#,
                "time.stages[1].ms gives a seat no time",
            ),
            (r#"{"kind":"correspondence","days":31}"#, "time.days must be 1 to 30"),
            (
                r#"{"kind":"correspondence","days":3,"rest":{}}"#,
                "time.rest names no hours and no days",
            ),
            (
                r#"{"kind":"correspondence","days":3,"rest":{"utc_offset_min":-841}}"#,
                "time.rest.utc_offset_min is more than 14 hours",
            ),
            (
                r#"{"kind":"correspondence","days":3,"rest":{"from_min":1440}}"#,
                "time.rest.from_min must be 0 to 1439",
            ),
            (
                r#"{"kind":"correspondence","days":3,"rest":{"from_min":1,"until_min":962}}"#,
                "time.rest.until_min makes the rest of a day longer than 16 hours",
            ),
            (
                r#"{"kind":"correspondence","days":3,"rest":{"days_off":["monday","tuesday","wednesday","thursday","friday","saturday"]}}"#,
                "time.rest.days_off leaves less than two days of the week",
            ),
        ] {
            assert_eq!(read(json).validated().unwrap_err().to_string(), message);
        }
    }
}
