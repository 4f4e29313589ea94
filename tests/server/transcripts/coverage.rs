//! What of the protocol the conversations have shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chivalry::protocol::{ClientType, Code};
use chivalry::rules::Variant;
use serde_json::Value;

/// How a command was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Accepted,
    Refused,
    /// Sent again with its id, and answered the same.
    Resent,
}

/// What was shown: of each type, how, and in games for how many.
#[derive(Default)]
pub(super) struct Coverage {
    shown: BTreeSet<(String, How, usize)>,
    told: BTreeSet<String>,
    codes: BTreeSet<String>,
    /// What was said and is not yet answered, by speaker and id.
    said: HashMap<(String, String), Value>,
    /// The answers so far, by player and command.
    answered: HashMap<(String, String), Value>,
    /// For how many each match is.
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

    /// Asserts that nothing of the protocol is left out.
    pub(super) fn check(&self) {
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
            if !is_shown && !shown_elsewhere(name) {
                missing.push(format!("told of {name}"));
            }
        }
        let codes = Code::ALL.map(Code::as_str).into_iter();
        missing.extend(
            codes
                .filter(|code| !self.codes.contains(*code) && !code_shown_elsewhere(code))
                .map(|code| format!("refused as {code}")),
        );
        assert!(missing.is_empty(), "no conversation shows:\n  {}", missing.join("\n  "));
    }
}

/// How each type has to be shown, and in games for how many.
fn asked_of(kind: ClientType) -> Vec<(How, Option<usize>)> {
    let both = |ways: &[How]| -> Vec<(How, Option<usize>)> {
        ways.iter().flat_map(|how| [(*how, Some(2)), (*how, Some(4))]).collect()
    };
    match kind {
        // What changes a match is done once for each id.
        ClientType::Create
        | ClientType::Join
        | ClientType::Move
        | ClientType::Premove
        | ClientType::Chat
        | ClientType::Resign
        | ClientType::Abort
        | ClientType::Draw
        | ClientType::Takeback
        | ClientType::Rematch
        | ClientType::AddTime => both(&[How::Accepted, How::Refused, How::Resent]),
        // When the other side may be claimed against depends on the clock: see
        // `presence.rs`.
        ClientType::Claim => both(&[How::Refused]),
        ClientType::Watch | ClientType::Seek => both(&[How::Accepted, How::Refused]),
        ClientType::Unwatch
        | ClientType::Unseek
        | ClientType::Accept
        | ClientType::Challenge
        | ClientType::Answer
        | ClientType::Lobby
        | ClientType::Channel => vec![(How::Accepted, None), (How::Refused, None)],
        ClientType::Ping => vec![(How::Accepted, None)],
    }
}

/// What takes more than a conversation, and the test that shows it.
fn shown_elsewhere(name: &str) -> bool {
    let test = match name {
        "bye" | "paused" | "resumed" => "sockets::clients_are_told_when_the_server_goes_away",
        "presence" => "presence::a_match_whose_other_side_has_gone_can_be_claimed",
        "chat_hidden" => "talk::moderation::a_hidden_line_says_nothing_any_more",
        "chat_timeout" => "talk::moderation::a_timeout_silences_a_player",
        _ => "",
    };
    !test.is_empty()
}

/// Refusals that take more than a conversation, and the test that shows them.
fn code_shown_elsewhere(code: &str) -> bool {
    let test = match code {
        "too_large" => "sockets::a_frame_too_large_is_answered_and_closes_the_connection",
        "rate_limited" => "sockets::more_commands_than_allowed_are_refused_with_a_time_to_wait",
        // The server has to be at fault, or its database away.
        "internal" | "unavailable" | "server_draining" => "crashes",
        _ => "",
    };
    !test.is_empty()
}
