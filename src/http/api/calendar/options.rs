//! Options of the calendar.

use chivalry_play::vacation::VacationAllowance;

/// The vacations that players may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CalendarOptions {
    /// Refuse vacations, rest hours, adjournments, arranged games, and pauses and time penalties of
    /// directors, whose events nodes of the previous release cannot read
    #[arg(long, env = "CHIVALRY_NO_CALENDAR")]
    pub no_calendar: bool,
    /// Days of vacation from correspondence matches in a calendar year; 0 for none
    #[arg(long, env = "CHIVALRY_VACATION_DAYS", default_value_t = 28, value_name = "DAYS",
          value_parser = clap::value_parser!(u32).range(..=366))]
    pub vacation_days: u32,
}

impl Default for CalendarOptions {
    fn default() -> CalendarOptions {
        CalendarOptions { no_calendar: false, vacation_days: 28 }
    }
}

impl CalendarOptions {
    pub(crate) fn allowance(self) -> VacationAllowance {
        VacationAllowance { days_per_year: self.vacation_days }
    }
}
