//! Matches as game records (`docs/notation.md`, "Game records").

use jiff::Timestamp as Moment;
use jiff::tz::TimeZone;

use chivalry_play::clock::{DelayStyle, Stage, TimeControl, Timestamp};
use chivalry_play::matches::{Match, Status};
use chivalry_play::player::Player;
use chivalry_rules::PerSeat;
use chivalry_rules::notation::record::{GameRecord, RecordBuilder, RecordResult};

use crate::protocol::views::match_view::record_result;

/// Builds the record of a match in its current state; `site` is the value of the tag `Site`. An
/// imported match keeps its own record.
#[must_use]
pub fn game_record(
    match_state: &Match,
    players: &PerSeat<Option<Player>>,
    site: &str,
) -> GameRecord {
    if let Some(imported) = match_state.imported() {
        return imported.record();
    }
    let variant = match_state.variant();
    let usual = if match_state.is_rated() { "Rated match" } else { "Casual match" };
    let fixture = match_state.tournament_game();
    let event = fixture.map_or(usual, |fixture| fixture.name.as_str());
    // The PGN form of the round: the stage if there are several, the round, the game.
    let round = fixture.map_or("-".to_owned(), |fixture| match (fixture.stage, fixture.number) {
        (0, 1) => fixture.round.to_string(),
        (0, game) => format!("{}.{game}", fixture.round),
        (stage, game) => format!("{}.{}.{game}", stage + 1, fixture.round),
    });
    let mut builder = RecordBuilder::new(variant)
        .tag("Event", event)
        .tag("Site", site)
        .tag("Date", &date(match_state.created_at()))
        .tag("Round", &round)
        .start(match_state.start())
        .tag("TimeControl", &time_control(match_state.time()))
        .tag("Id", &match_state.id().to_string());
    for seat in variant.seats() {
        let name = players[seat].as_ref().map_or("?", |player| player.name.as_str());
        builder = builder.tag(variant.seat_name(seat).as_str(), name);
    }
    let mut ended = RecordResult::Unknown;
    if let Status::Ended { result, termination } = match_state.status() {
        builder = builder.tag("Termination", termination.as_str());
        ended = record_result(result, variant);
    }
    let out = |builder: &mut RecordBuilder, ply: u32| {
        for (seat, left) in match_state.seats_out().iter() {
            if let Some(left) = left.filter(|left| left.ply == ply) {
                builder.withdrawal(variant.seat_name(seat).letter(), left.how.as_str());
            }
        }
    };
    for (ply, played) in (0..).zip(match_state.moves().iter()) {
        out(&mut builder, ply);
        builder
            .text(played.text, played.left_ms)
            .expect("moves that were read when they were played");
    }
    out(&mut builder, match_state.game().plies());
    builder.finish(ended)
}

/// Formats the UTC date: `2009.02.07`.
fn date(at: Timestamp) -> String {
    let moment = Moment::from_millisecond(at.0).unwrap_or(Moment::UNIX_EPOCH);
    moment.to_zoned(TimeZone::UTC).strftime("%Y.%m.%d").to_string()
}

/// Formats a time control in seconds, similar to PGN (`docs/notation.md`, "Game records").
fn time_control(time: TimeControl) -> String {
    match time {
        TimeControl::Unlimited {} => "-".to_owned(),
        TimeControl::Fischer { initial_ms, increment_ms: 0 } => seconds(initial_ms),
        TimeControl::Fischer { initial_ms, increment_ms } => {
            format!("{}+{}", seconds(initial_ms), seconds(increment_ms))
        }
        TimeControl::Delay { initial_ms, delay_ms, style } => {
            let mark = match style {
                DelayStyle::Simple => 'd',
                DelayStyle::Bronstein => 'b',
            };
            format!("{}{mark}{}", seconds(initial_ms), seconds(delay_ms))
        }
        TimeControl::Byoyomi { initial_ms, period_ms, periods } => {
            format!("{}+{periods}x{}", seconds(initial_ms), seconds(period_ms))
        }
        TimeControl::Stages { stages } => {
            stages.iter().map(stage).collect::<Vec<String>>().join(":")
        }
        TimeControl::Correspondence { days, .. } => format!("1/{}", u64::from(days) * 86_400),
    }
}

fn stage(stage: &Stage) -> String {
    let moves = stage.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
    let increment = Some(stage.increment_ms).filter(|ms| *ms > 0);
    let increment = increment.map(|ms| format!("+{}", seconds(ms))).unwrap_or_default();
    format!("{moves}{}{increment}", seconds(stage.ms))
}

/// Formats seconds, with a fraction only if it is not zero.
fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_written_in_seconds() {
        let fischer = |initial_ms, increment_ms| TimeControl::Fischer { initial_ms, increment_ms };
        assert_eq!(time_control(fischer(300_000, 3_000)), "300+3");
        assert_eq!(time_control(fischer(9_000_000, 0)), "9000");
        assert_eq!(time_control(fischer(0, 1_500)), "0+1.5");
        assert_eq!(time_control(TimeControl::Unlimited {}), "-");
        for (json, text) in [
            (r#"{"kind":"delay","initial_ms":300000,"delay_ms":5000}"#, "300d5"),
            (
                r#"{"kind":"delay","initial_ms":300000,"delay_ms":2500,"style":"bronstein"}"#,
                "300b2.5",
            ),
            (r#"{"kind":"byoyomi","initial_ms":600000,"period_ms":30000,"periods":5}"#, "600+5x30"),
            (
                r#"{"kind":"stages","stages":[{"moves":40,"ms":9000000},{"ms":3600000,"increment_ms":30000}]}"#,
                "40/9000:3600+30",
            ),
            (r#"{"kind":"correspondence","days":3}"#, "1/259200"),
        ] {
            assert_eq!(time_control(serde_json::from_str(json).unwrap()), text);
        }
        assert_eq!(date(Timestamp(1_795_228_444_005)), "2026.11.21");
    }
}
