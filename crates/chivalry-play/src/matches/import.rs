//! Imported games: a record becomes the log of an ended match, judged by the rules like any
//! other.

use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::commands::forced_events::{by_rules, ended};
use crate::matches::log::event::Event;
use crate::matches::log::imported_record::ImportedRecord;
use crate::matches::log::offer::SeatOutReason;
use crate::matches::log::origin::Origin;
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::match_state::start_position::StartPositionError;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;
use chivalry_rules::notation::record::{GameRecord, RecordResult, ReplayError};
use chivalry_rules::{Outcome, PerSeat, Position, Variant};

/// A match converted from a record.
#[derive(Clone, Debug)]
pub struct ImportedMatch {
    /// The whole log.
    pub events: Vec<Event>,
    /// The record in canonical form, by which a repeated import is detected.
    pub text: String,
}

/// The reason for which a record cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] ReplayError),
    /// The start position is invalid.
    #[error("tag `Position`: {0}")]
    Start(#[from] StartPositionError),
    /// The tag `Termination` contradicts the result or the rules.
    #[error("the record says that the game ended by `{said}`, but {because}")]
    Termination {
        /// The termination in the record.
        said: &'static str,
        /// The contradiction.
        because: String,
    },
}

impl Match {
    /// Converts a record into a match imported by `by`. Without a `Variant` tag the variant is
    /// `default_variant`, and the tag is added so that the stored record can be read again.
    ///
    /// # Errors
    /// The first error in the record.
    pub fn import(
        record: &GameRecord,
        default_variant: Option<&'static Variant>,
        by: PlayerId,
    ) -> Result<ImportedMatch, ImportError> {
        let start = record.start(default_variant)?;
        StartPositionError::check(&start)?;
        let replay = record.replay(default_variant)?;
        let variant = start.variant();
        let mut record = record.clone();
        if record.tag("Variant").is_none() {
            record.tags.push(("Variant".to_owned(), variant.pin().to_owned()));
        }
        let is_from_array = start.to_string() == Position::start(variant).to_string();
        let imported = Origin::Imported(ImportedRecord::of(&record, variant));
        let created = Event::Created {
            variant: variant.pin().to_owned(),
            position: (!is_from_array).then(|| start.to_string()),
            time: TimeControl::Unlimited {},
            rated: false,
            private: false,
            by,
            keys: PerSeat::default(),
            origin: Some(Arc::new(imported)),
            watch_delay_ms: 0,
            partner_plays_on: !replay.withdrawals.is_empty(),
        };
        let mut events = vec![created, Event::Started];
        let mut seat = start.turn();
        let mut outs = replay.withdrawals.iter().peekable();
        let plies = replay.turns.len() as u32;
        let mut out = |plies, events: &mut Vec<Event>| {
            while let Some(out) = outs.next_if(|out| out.plies <= plies) {
                let is_time = out.reason == SeatOutReason::Time.as_str();
                let how = if is_time { SeatOutReason::Time } else { SeatOutReason::Resignation };
                events.push(Event::SeatOut { seat: out.seat, how });
            }
        };
        for (ply, turn) in (0..).zip(&replay.turns) {
            out(ply, &mut events);
            events.push(Event::Moved { seat, text: turn.to_string(), ledger: None });
            seat = variant.next_seat(seat);
        }
        out(plies, &mut events);
        let by_rules = replay.game.ending().map(by_rules);
        events.push(end_of(&record, variant, by_rules)?);
        Ok(ImportedMatch { events, text: record.to_string() })
    }
}

/// Returns the end of the game: by the rules if they ended it, otherwise from the record.
fn end_of(
    record: &GameRecord,
    variant: &Variant,
    by_rules: Option<Event>,
) -> Result<Event, ImportError> {
    let said = termination(record.tag("Termination").unwrap_or_default());
    let fault = |said: Termination, because: String| {
        Err(ImportError::Termination { said: said.as_str(), because })
    };
    if let Some(by_rules) = by_rules {
        return match (&by_rules, said) {
            (Event::Ended { termination, .. }, Some(said)) if *termination != said => {
                let because = format!("by the rules it ended by `{}`", termination.as_str());
                fault(said, because)
            }
            _ => Ok(by_rules),
        };
    }
    let outcome = result(record).outcome(variant);
    let is_possible = match said {
        Some(Termination::Resignation) => matches!(outcome, Some(Outcome::Win(_))),
        Some(Termination::Agreement | Termination::Repetition | Termination::Passes) => {
            outcome == Some(Outcome::Draw)
        }
        Some(Termination::Abort) => outcome.is_none(),
        _ => true,
    };
    match said {
        Some(said) if !is_possible => fault(said, format!("its result is {}", result(record))),
        said => {
            let result = match outcome {
                Some(Outcome::Win(team)) => MatchResult::win(team),
                Some(Outcome::Draw) => MatchResult::Draw,
                None => MatchResult::Aborted,
            };
            Ok(ended(result, said.unwrap_or(Termination::Unknown)))
        }
    }
}

/// Returns the result after the moves, or the result of the tag if that is unknown.
fn result(record: &GameRecord) -> RecordResult {
    let tagged = || record.tag("Result").and_then(|text| text.trim().parse().ok());
    match record.result {
        RecordResult::Unknown => tagged().unwrap_or_default(),
        known => known,
    }
}

/// Parses the tag `Termination`. PGN's "time forfeit" is accepted.
fn termination(text: &str) -> Option<Termination> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("time forfeit") {
        return Some(Termination::Time);
    }
    let is_named = |termination: &Termination| termination.as_str().eq_ignore_ascii_case(text);
    Termination::ALL.into_iter().find(is_named)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::clock::Timestamp;
    use crate::matches::{MatchId, RecordedEvent, Status};

    use super::*;

    const BY: PlayerId = PlayerId(Uuid::from_u128(1));

    fn import(text: &str) -> Result<Match, ImportError> {
        let import = Match::import(&text.parse().unwrap(), None, BY)?;
        let record = |(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event };
        let log = (1..).zip(import.events).map(record).collect();
        let match_state = Match::fold(MatchId(Uuid::nil()), log).unwrap();
        assert_eq!(match_state.imported().unwrap().record().to_string(), import.text);
        Ok(match_state)
    }

    fn end(text: &str) -> (MatchResult, Termination) {
        match import(text).unwrap().status() {
            Status::Ended { result, termination } => (result, termination),
            status => panic!("{status:?}"),
        }
    }

    const CAMETTE: &str = "[Variant \"camette\"]\n";

    #[test]
    fn an_imported_record_is_exported_unchanged() {
        let text = "[Event \"Club\"]\n[White \"Lancelot\"]\n[Black \"?\"]\n[Variant \"camette\"]\n\
            [Annotator \"Merlin\"]\n\n1. C3-C4 {[%clk 0:05:00] sharp} $6 (1. C2-B2 {quiet}) \
            1... C5xC3xC1 0-1\n";
        let match_state = import(text).unwrap();
        let imported = match_state.imported().unwrap();
        assert_eq!(imported.record().to_string(), text);
        let names: Vec<Option<&str>> = imported.names().iter().map(|it| it.1.as_deref()).collect();
        assert_eq!(names, [Some("Lancelot"), None, None, None]);
        assert_eq!(match_state.game().plies(), 2);
        assert_eq!(end(text), (MatchResult::Second, Termination::Castle));
    }

    #[test]
    fn the_end_is_that_of_the_rules_or_of_the_record() {
        let ended = |tags: &str, moves: &str| end(&format!("{CAMETTE}{tags}\n{moves}"));
        assert_eq!(ended("", "C3-C4 C5xC3xC1 *"), (MatchResult::Second, Termination::Castle));
        assert_eq!(ended("", "C2-B2 *"), (MatchResult::Aborted, Termination::Unknown));
        assert_eq!(ended("", "C2-B2 1-0"), (MatchResult::First, Termination::Unknown));
        let resigned = ended("[Termination \"resignation\"]\n", "C2-B2 1-0");
        assert_eq!(resigned, (MatchResult::First, Termination::Resignation));
        let flagged = ended("[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n", "C2-B2");
        assert_eq!(flagged, (MatchResult::Second, Termination::Time));
    }

    #[test]
    fn an_impossible_termination_is_refused() {
        for (tags, moves) in [
            ("[Termination \"castle\"]", "C2-B2 1-0"),
            ("[Termination \"resignation\"]", "C3-C4 C5xC3xC1 0-1"),
            ("[Termination \"capture\"]", "C3-C4 C5xC3xC1 0-1"),
            ("[Termination \"agreement\"]", "C2-B2 1-0"),
            ("[Termination \"resignation\"]", "C2-B2 1/2-1/2"),
            ("[Termination \"abort\"]", "C2-B2 1-0"),
        ] {
            let fault = import(&format!("{CAMETTE}{tags}\n\n{moves}")).unwrap_err();
            let is_termination = matches!(
                fault,
                ImportError::Termination { .. }
                    | ImportError::Record(ReplayError::Termination { .. })
            );
            assert!(is_termination, "{tags} {moves}: {fault}");
        }
        let won = import(&format!("{CAMETTE}\nC3-C4 C5xC3xC1 1-0")).unwrap_err();
        assert!(matches!(won, ImportError::Record(ReplayError::Result { .. })), "{won}");
    }

    #[test]
    fn a_position_that_no_match_starts_from_is_refused() {
        let at = |position: &str| {
            import(&format!("{CAMETTE}[Position \"{position}\"]\n\n*")).unwrap_err()
        };
        let crowded = at("b/bbb/bbbb1/5/1www1/1W1/1 w 0,0 0 1");
        assert_eq!(crowded, ImportError::Start(StartPositionError::Crowded));
        let over = at("w/3/5/4b/5/3/1 b 0,0 0 1");
        assert_eq!(over, ImportError::Start(StartPositionError::Over));
    }

    #[test]
    fn the_rules_that_a_record_names_judge_it() {
        let by = |rules: &str| {
            let text = format!("[Variant \"chivalry\"]\n[Rules \"{rules}\"]\n\n1. E7-E8 *");
            import(&text).map(|match_state| match_state.variant().name())
        };
        assert_eq!(by("WCF"), Ok("chivalry"));
        assert_eq!(by("Parker 1887"), Ok("chivalry-1887"));
        assert!(matches!(by("Hoyle"), Err(ImportError::Record(ReplayError::UnknownRules { .. }))));
    }
}
