//! Protocol coverage of the transcripts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use chivalry::protocol::{ClientType, Code};
use chivalry_rules::Variant;
use serde_json::Value;

/// The outcome of a command in a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Accepted,
    Refused,
    /// Repeated with its id and answered equally.
    Resent,
}

/// The message types shown, with their outcomes and the number of seats.
#[derive(Default)]
pub(super) struct Coverage {
    shown: BTreeSet<(String, How, usize)>,
    told: BTreeSet<String>,
    codes: BTreeSet<String>,
    /// Unanswered commands, by speaker and id.
    said: HashMap<(String, String), Value>,
    /// Answers so far, by player and command.
    answered: HashMap<(String, String), Value>,
    /// The number of seats of each match.
    seats: BTreeMap<String, usize>,
}

impl Coverage {
    pub(super) fn say(&mut self, who: &str, frame: &Value) {
        if let Some(id) = frame["id"].as_str() {
            self.said.insert((who.to_owned(), id.to_owned()), frame.clone());
        }
    }

    pub(super) fn tell(&mut self, who: &str, frame: &Value) {
        self.told.extend(frame["t"].as_str().map(str::to_owned));
        self.codes.extend(frame["code"].as_str().map(str::to_owned));
        let seated = frame["match"].as_str().zip(frame["seats"].as_object());
        if let Some((id, seats)) = seated {
            self.seats.insert(id.to_owned(), seats.len());
        }
        let id = frame["re"].as_str().unwrap_or_default();
        let Some(said) = self.said.remove(&(who.to_owned(), id.to_owned())) else { return };
        let kind = said["t"].as_str().unwrap_or_default().to_owned();
        if let Some(variant) = said["variant"].as_str().and_then(Variant::named)
            && let Some(made) = frame["match"].as_str()
        {
            self.seats.insert(made.to_owned(), variant.seat_count());
        }
        let seats = match said["match"].as_str() {
            Some(id) => self.seats.get(id).copied(),
            None => said["variant"].as_str().and_then(Variant::named).map(Variant::seat_count),
        };
        let seats = seats.unwrap_or(0);
        let how = if frame["t"] == "err" { How::Refused } else { How::Accepted };
        self.shown.insert((kind.clone(), how, seats));
        let player = who.split('/').next().unwrap_or(who).to_owned();
        let before = self.answered.insert((player, said.to_string()), frame.clone());
        if before.is_some_and(|before| before == *frame && how == How::Accepted) {
            self.shown.insert((kind, How::Resent, seats));
        }
    }

    pub(super) fn answer(&mut self, body: &Value) {
        self.codes.extend(body["code"].as_str().map(str::to_owned));
    }

    pub(super) fn add(&mut self, other: Coverage) {
        self.shown.extend(other.shown);
        self.told.extend(other.told);
        self.codes.extend(other.codes);
    }

    /// Asserts that the transcripts cover the whole protocol.
    pub(super) fn check(&self, database: &str) {
        let mut missing = Vec::new();
        for kind in ClientType::ALL {
            for (how, seats) in asked_of(kind) {
                let shown = |(name, other, of): &(String, How, usize)| {
                    name == kind.as_str() && *other == how && seats.is_none_or(|n| n == *of)
                };
                if !self.shown.iter().any(shown) {
                    let seats = seats.map(|n| format!(" for {n}")).unwrap_or_default();
                    missing.push(format!("{} {how:?}{seats}", kind.as_str()));
                }
            }
        }
        let document = chivalry::protocol::asyncapi();
        let messages = document["components"]["messages"].as_object().expect("messages");
        for key in messages.keys() {
            let (group, name) = key.split_once('.').expect("a group");
            let is_shown = group == "client" || group == "player" || self.told.contains(name);
            if !is_shown && frame_shown_elsewhere(name).is_none() {
                missing.push(format!("told of {name}"));
            }
        }
        let codes = Code::ALL.map(Code::as_str).into_iter();
        missing.extend(
            codes
                .filter(|code| !self.codes.contains(*code))
                .filter(|code| code_shown_elsewhere(code).is_none() && !is_of_the_last_moment(code))
                .map(|code| format!("refused as {code}")),
        );
        assert!(
            missing.is_empty(),
            "{database}: no conversation shows:\n  {}",
            missing.join("\n  ")
        );
    }
}

/// The outcomes and numbers of seats that each type requires.
fn asked_of(kind: ClientType) -> Vec<(How, Option<usize>)> {
    const EVERY_WAY: [How; 3] = [How::Accepted, How::Refused, How::Resent];
    let for_two_and_four = |ways: &[How]| -> Vec<(How, Option<usize>)> {
        ways.iter().flat_map(|how| [(*how, Some(2)), (*how, Some(4))]).collect()
    };
    match kind {
        ClientType::Create
        | ClientType::Join
        | ClientType::Watch
        | ClientType::Move
        | ClientType::Premove
        | ClientType::Chat
        | ClientType::Resign
        | ClientType::Abort
        | ClientType::Draw
        | ClientType::Takeback
        | ClientType::Rematch
        | ClientType::AddTime
        | ClientType::Seek => for_two_and_four(&EVERY_WAY),
        ClientType::Adjourn | ClientType::Resume => {
            EVERY_WAY.into_iter().map(|how| (how, Some(2))).collect()
        }
        // Claims need real time, as in the test
        // `presence::a_match_can_be_claimed_after_the_other_side_disconnected`.
        ClientType::Claim => for_two_and_four(&[How::Refused]),
        ClientType::Unwatch
        | ClientType::Unseek
        | ClientType::Accept
        | ClientType::Challenge
        | ClientType::Answer
        | ClientType::Lobby
        | ClientType::Channel
        | ClientType::Tournament
        | ClientType::Analyse => EVERY_WAY.map(|how| (how, None)).into(),
        // Accepted as the first frame only, as in the test `origins::the_first_frame_names_the_player`.
        ClientType::Auth => vec![(How::Refused, None)],
        // `ping` cannot be refused, and its answer is the time.
        ClientType::Ping => vec![(How::Accepted, None)],
    }
}

/// Frames that need more than a transcript, with the test that shows each.
fn frame_shown_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "bye" | "paused" | "resumed" => "sockets::a_shutdown_sends_bye_and_pauses_the_clocks",
        "vacation" => {
            "calendar::a_vacation_stops_the_clock_over_a_restart_until_the_player_returns"
        }
        "presence" => "presence::a_match_can_be_claimed_after_the_other_side_disconnected",
        "time_taken" => "tournaments::desk::penalties_take_time_or_the_game_and_state_their_reason",
        "chat_hidden" => "chat::moderation::a_hidden_line_loses_its_text_and_moderation_is_logged",
        "chat_timeout" => "chat::moderation::a_timeout_silences_a_player_across_restarts",
        _ => return None,
    })
}

/// Error codes that need more than a transcript, with the test that shows each.
fn code_shown_elsewhere(code: &str) -> Option<&'static str> {
    Some(match code {
        "too_large" => "sockets::an_oversized_frame_is_answered_and_closes_the_connection",
        "rate_limited" => "sockets::too_many_commands_are_refused_with_a_time_to_wait",
        "internal" => "rest::records::an_export_names_damaged_games_in_its_last_line",
        "unavailable" => "sockets::a_command_that_was_not_stored_can_be_repeated_with_its_id",
        _ => return None,
    })
}

/// True for the code of a request that races with a shutdown. Before and after that moment, clients
/// receive `bye`.
fn is_of_the_last_moment(code: &str) -> bool {
    code == Code::ServerDraining.as_str()
}

/// True if the server tests contain a test of that name.
fn is_test(name: &str) -> bool {
    let Some((module, test)) = name.rsplit_once("::") else { return false };
    let file = format!("tests/server/{}.rs", module.replace("::", "/"));
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    source.is_ok_and(|source| source.contains(&format!("#[tokio::test]\nasync fn {test}()")))
}

#[test]
fn every_coverage_exception_names_an_existing_test() {
    let document = chivalry::protocol::asyncapi();
    let messages = document["components"]["messages"].as_object().expect("messages");
    let names = messages.keys().filter_map(|key| key.split_once('.'));
    let frames = names.filter_map(|(_, name)| frame_shown_elsewhere(name));
    let codes = Code::ALL.into_iter().filter_map(|code| code_shown_elsewhere(code.as_str()));
    for test in frames.chain(codes) {
        assert!(is_test(test), "{test}");
    }
    assert!(!is_test("sockets::two_at_camette") && !is_test("lobby::nothing"));
}
