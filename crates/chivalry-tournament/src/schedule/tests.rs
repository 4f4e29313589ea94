use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use jiff::Timestamp as Moment;
use uuid::Uuid;

use super::error::ScheduleError;
use super::recurrence::{Recurrence, Weekday};
use super::schedule_plan::{SchedulePlan, ScheduleScoring};
use crate::plan::error::PlanConflict;
use crate::plan::stage_plan::Format;
use crate::plan::tournament_plan::TournamentPlan;
use crate::tests::{plan as tournament, stage};

fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<Moment>().unwrap().as_millisecond())
}

fn weekly(days: &[Weekday], time: &str, zone: &str) -> Recurrence {
    Recurrence { days: days.to_vec(), time: time.to_owned(), zone: zone.to_owned() }
}

fn plan() -> SchedulePlan {
    SchedulePlan {
        template: TournamentPlan {
            name: "Tuesday Swiss".to_owned(),
            most: 8,
            ..tournament(vec![stage(Format::Swiss { rounds: 3 })])
        },
        recurrence: weekly(&[Weekday::Tuesday], "20:00", "Europe/Lisbon"),
        lead_ms: 3_600_000,
        scoring: ScheduleScoring::default(),
    }
}

#[test]
fn the_time_of_day_follows_the_time_zone() {
    let tuesdays = weekly(&[Weekday::Tuesday], "20:00", "Europe/Lisbon");
    let mut next = at("2026-10-13T19:00:00Z");
    let mut begins = Vec::new();
    for _ in 0..3 {
        next = tuesdays.next_after(next).unwrap();
        begins.push(next);
    }
    // Daylight saving time ends on October 25.
    let expected = ["2026-10-20T19:00:00Z", "2026-10-27T20:00:00Z", "2026-11-03T20:00:00Z"];
    assert_eq!(begins, expected.map(at));
}

#[test]
fn the_next_time_is_later_the_same_day_or_on_the_next_day_of_the_list() {
    let days = [Weekday::Saturday, Weekday::Wednesday];
    let twice = weekly(&days, "07:30", "Asia/Kathmandu");
    // Kathmandu is 5:45 ahead of UTC. November 25, 2026 is a Wednesday.
    let expected = Some(at("2026-11-25T01:45:00Z"));
    assert_eq!(twice.next_after(at("2026-11-25T01:44:59Z")), expected);
    assert_eq!(twice.next_after(at("2026-11-24T18:15:00Z")), expected);
    let saturday = Some(at("2026-11-28T01:45:00Z"));
    assert_eq!(twice.next_after(at("2026-11-25T01:45:00Z")), saturday);
}

#[test]
fn a_time_that_does_not_exist_is_moved_forward() {
    let nightly = weekly(&[Weekday::Sunday], "01:30", "Europe/Lisbon");
    // The clocks go from 01:00 to 02:00 on March 28, 2027.
    let next = nightly.next_after(at("2027-03-27T12:00:00Z"));
    assert_eq!(next, Some(at("2027-03-28T01:30:00Z")));
}

#[test]
fn invalid_fields_are_reported_by_name() {
    let now = Timestamp(0);
    assert_eq!(plan().check(now), Ok(()));
    let change = |change: fn(&mut SchedulePlan)| {
        let mut plan = plan();
        change(&mut plan);
        plan.check(now).unwrap_err()
    };
    assert_eq!(change(|plan| plan.template.name = "n".repeat(71)), ScheduleError::Name);
    assert_eq!(change(|plan| plan.recurrence.days.clear()), ScheduleError::Days);
    for time in ["", "8:00", "24:00", "20:60", "20:00:00", "+8:00", "２０:00"] {
        let mut plan = plan();
        plan.recurrence.time = time.to_owned();
        assert_eq!(plan.check(now), Err(ScheduleError::Time), "{time}");
    }
    for zone in ["", "Lisbon", "../UTC", "Europe/Atlantis"] {
        let mut plan = plan();
        plan.recurrence.zone = zone.to_owned();
        assert_eq!(plan.check(now), Err(ScheduleError::Zone), "{zone}");
    }
    assert_eq!(change(|plan| plan.lead_ms = u64::MAX).field(), "lead_ms");
    assert_eq!(change(|plan| plan.scoring.points.clear()), ScheduleError::Points);
    assert_eq!(change(|plan| plan.scoring.points[0] = 1_001), ScheduleError::Points);
    assert_eq!(change(|plan| plan.scoring.best = Some(0)).field(), "scoring.best");
    let begins = change(|plan| plan.template.begins_at = Some(Timestamp(1)));
    assert_eq!(begins, ScheduleError::BeginsAt);
    let impossible = change(|plan| plan.template.most = 2);
    assert!(impossible.to_string().contains(&PlanConflict::MoreRoundsThanOpponents.to_string()));
    assert_eq!(impossible.field(), "plan");
}

#[test]
fn each_tournament_has_a_number_and_a_start() {
    let tournament = plan().tournament(12, Timestamp(5_000_000));
    assert_eq!(tournament.name, "Tuesday Swiss 12");
    assert_eq!(tournament.begins_at, Some(Timestamp(5_000_000)));
    assert_eq!(plan().creation_of(Timestamp(5_000_000)), Timestamp(1_400_000));
}

#[test]
fn standings_count_the_best_results() {
    let player = |number| PlayerId(Uuid::from_u128(number));
    let results = [
        (player(1), 1),
        (player(1), 3),
        (player(1), 9),
        (player(2), 1),
        (player(2), 4),
        (player(2), 3),
        (player(3), 2),
        (player(4), 2),
        (player(5), 40),
    ];
    let scoring = ScheduleScoring { points: vec![10, 8, 6, 5], best: Some(2) };
    let standings = scoring.standings(results);
    let rows: Vec<_> =
        standings.iter().map(|it| (it.place, it.player, it.points, it.wins, it.played)).collect();
    let expected = [
        (1, player(1), 16, 1, 3),
        (1, player(2), 16, 1, 3),
        (3, player(3), 8, 0, 1),
        (3, player(4), 8, 0, 1),
        (5, player(5), 0, 0, 1),
    ];
    assert_eq!(rows, expected);
    let all = ScheduleScoring { best: None, ..scoring };
    assert_eq!(all.standings(results)[0].points, 21);
}
