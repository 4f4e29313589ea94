//! The server's own schedules of tournaments.

use chivalry_play::clock::TimeControl;
use chivalry_tournament::{
    Edition, Format, Recurrence, ScheduleError, SchedulePlan, ScheduleScoring, Scoring, SeriesPlan,
    StagePlan, StartPlan, TournamentPlan, Weekday,
};

use crate::live::tournament_actor::schedules::{ScheduleCreationError, Schedules};
use crate::store::StoreError;

/// The options of the server's own tournaments.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct HouseTournamentOptions {
    /// Hold tournaments in the evenings of this time zone of the IANA database, such as
    /// Europe/Lisbon: an arena on each day, and a Swiss on Sundays. Two computer players enter
    #[arg(long, env = "CHIVALRY_HOUSE_TOURNAMENTS", value_name = "ZONE", value_parser = parse_zone)]
    pub house_tournaments: Option<String>,
}

fn parse_zone(zone: &str) -> Result<String, ScheduleError> {
    evening(&EVERY_DAY, "20:00", zone).check()?;
    Ok(zone.to_owned())
}

const EVERY_DAY: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

const MINUTE: u64 = 60_000;

/// The most schedules of the server.
const MOST: u32 = 16;

/// Creates the schedules on the first start with the option. They stay when the option is removed.
///
/// # Errors
/// Fails if the database fails.
pub(crate) async fn create(
    options: &HouseTournamentOptions,
    schedules: &Schedules,
) -> Result<(), StoreError> {
    let Some(zone) = &options.house_tournaments else { return Ok(()) };
    let Some(director) = schedules.house_director() else { return Ok(()) };
    for (command, plan) in plans(zone) {
        match schedules.create(plan, director, Some(command), MOST).await {
            Ok(_) => {}
            Err(ScheduleCreationError::Store(error)) => return Err(error),
            Err(ScheduleCreationError::Plan(error)) => {
                tracing::error!(%error, command, "could not create a schedule of the server");
            }
        }
    }
    Ok(())
}

fn plans(zone: &str) -> [(&'static str, SchedulePlan); 2] {
    let arena = Format::Arena { length_ms: 60 * MINUTE, wave_ms: 10_000 };
    let swiss = Format::Swiss { rounds: 5 };
    let blitz = TimeControl::Fischer { initial_ms: 3 * MINUTE, increment_ms: 2_000 };
    let rapid = TimeControl::Fischer { initial_ms: 5 * MINUTE, increment_ms: 3_000 };
    let daily = evening(&EVERY_DAY, "20:00", zone);
    let sundays = evening(&[Weekday::Sunday], "18:00", zone);
    [
        ("house arena", plan("Evening Arena", "cam", blitz, arena, daily)),
        ("house swiss", plan("Sunday Swiss", "camelot", rapid, swiss, sundays)),
    ]
}

fn evening(days: &[Weekday], time: &str, zone: &str) -> Recurrence {
    Recurrence { days: days.to_vec(), time: time.to_owned(), zone: zone.to_owned() }
}

fn plan(
    name: &str,
    variant: &str,
    time: TimeControl,
    format: Format,
    recurrence: Recurrence,
) -> SchedulePlan {
    let stage = StagePlan {
        name: name.to_owned(),
        format,
        best_of_each_group: 0,
        series: SeriesPlan::one_game(),
        scoring: Scoring::default(),
        tie_breaks: format.tie_breaks(),
        start: StartPlan::Clock { pause_ms: 30_000 },
        no_show_ms: None,
        time: None,
    };
    let template = TournamentPlan {
        name: name.to_owned(),
        variant: variant.to_owned(),
        position: None,
        time,
        rated: false,
        entry: Vec::new(),
        most: 200,
        late: None,
        byes: None,
        begins_at: None,
        adjournment: false,
        edition: Edition::NEWEST,
        stages: vec![stage],
    };
    let lead_ms = 24 * 60 * MINUTE;
    SchedulePlan { template, recurrence, lead_ms, scoring: ScheduleScoring::default() }
}

#[cfg(test)]
mod tests {
    use chivalry_play::clock::Timestamp;

    use super::*;

    #[test]
    fn the_plans_are_valid_and_the_zone_is_checked() {
        for (command, plan) in plans("Europe/Lisbon") {
            assert_eq!(plan.check(Timestamp(0)), Ok(()), "{command}");
        }
        assert_eq!(parse_zone("Europe/Atlantis"), Err(ScheduleError::Zone));
    }
}
