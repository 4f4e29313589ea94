//! The text and the data of announcements, read when they are delivered. Names are therefore
//! current, and events that are gone are not announced.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;
use chivalry_tournament::TournamentId;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::http::announcements::target::AnnouncementFormat;
use crate::http::state::AppState;
use crate::http::web::previews::{Words, time_text, title_of};
use crate::protocol::{record_result, rfc3339};
use crate::store::{Announcement, AnnouncementKind, StoreError};

/// The most lines of one message. The others are counted.
const MOST_LINES: usize = 10;

/// An announcement as it is delivered.
#[derive(Debug, Serialize)]
pub(crate) struct AnnouncedEvent {
    /// The id, which is the same in each message that repeats the event.
    id: String,
    /// The kind.
    kind: &'static str,
    /// The time of the event.
    at: String,
    /// One line of text.
    text: String,
    /// The address of the page about it.
    url: String,
}

/// Describes an event. `None` if it is gone, or may not be seen.
pub(crate) async fn describe(
    app: &AppState,
    words: &Words,
    announcement: &Announcement,
) -> Result<Option<AnnouncedEvent>, StoreError> {
    let Announcement { kind, subject, at } = announcement;
    let described = match kind {
        AnnouncementKind::Result | AnnouncementKind::Featured => {
            match_text(app, words, *kind, subject).await?
        }
        AnnouncementKind::Tournament | AnnouncementKind::Round => {
            tournament_text(app, words, subject).await?
        }
        AnnouncementKind::Seek => seek_text(app, words, subject).await,
    };
    Ok(described.map(|(text, path)| AnnouncedEvent {
        id: event_id(announcement),
        kind: kind.as_str(),
        at: rfc3339(*at),
        text,
        url: format!("{}{path}", app.public_url),
    }))
}

fn event_id(Announcement { kind, subject, .. }: &Announcement) -> String {
    let hash = Sha256::digest(format!("{} {subject}", kind.as_str()));
    format!("evt_{}", URL_SAFE_NO_PAD.encode(&hash[..16]))
}

/// The text about a match, and the path of its page.
async fn match_text(
    app: &AppState,
    words: &Words,
    kind: AnnouncementKind,
    subject: &str,
) -> Result<Option<(String, String)>, StoreError> {
    let Ok(id) = Uuid::try_parse(subject).map(MatchId) else { return Ok(None) };
    let Some(row) = app.store.matches().row(id).await?.filter(|row| !row.private) else {
        return Ok(None);
    };
    let title = title_of(&row, words);
    let result = row.result.zip(Variant::named(&row.variant));
    let result = result.map(|(result, variant)| record_result(result, variant).as_str());
    let text = title.map(|title| match (kind, result) {
        (AnnouncementKind::Result, Some(result)) => format!("{title}: {result}"),
        _ => title,
    });
    Ok(text.map(|text| (text, format!("/m/{id}"))))
}

/// The text about a tournament or one of its rounds, and the path of its page.
async fn tournament_text(
    app: &AppState,
    words: &Words,
    subject: &str,
) -> Result<Option<(String, String)>, StoreError> {
    let mut parts = subject.split(' ');
    let id = parts.next().and_then(|id| Uuid::try_parse(id).ok()).map(TournamentId);
    let Some(id) = id else { return Ok(None) };
    let Some(row) = app.store.tournaments().row(id).await? else { return Ok(None) };
    let path = format!("/tournaments/{id}");
    let name = row.plan.name.as_str();
    let text = match (parts.next(), parts.next()) {
        (Some(stage), Some(round)) => {
            let stage = stage.parse::<usize>().ok().and_then(|at| row.plan.stages.get(at));
            let stage = stage.filter(|_| row.plan.stages.len() > 1).map(|stage| &stage.name);
            let name = stage.map_or_else(|| name.to_owned(), |stage| format!("{name}, {stage}"));
            words.text("round", &[("name", &name), ("n", round)])
        }
        _ => {
            let game = Variant::named(&row.plan.variant).map_or("", |variant| variant.title());
            words.text("tournament", &[("name", name), ("game", game)])
        }
    };
    Ok(Some((text, path)))
}

/// The text about a seek, and the path of the lobby. `None` if it was accepted or withdrawn.
async fn seek_text(app: &AppState, words: &Words, subject: &str) -> Option<(String, String)> {
    let lobby = app.lobby.snapshot().await.ok()?;
    let seek = lobby.seeks.iter().find(|seek| seek.id.0.to_string() == subject)?;
    let host = &seek.parties.first()?.players.first()?.player.name;
    let title = seek.terms.variant.title();
    let time = time_text(seek.terms.time, words).map(|time| format!(", {time}"));
    let game = format!("{title}{}", time.unwrap_or_default());
    Some((words.text("seeks", &[("host", host), ("game", &game)]), "/lobby".to_owned()))
}

/// The body of a message with these events.
pub(crate) fn body(
    format: AnnouncementFormat,
    events: &[AnnouncedEvent],
    words: &Words,
    at: &str,
) -> String {
    let text = || {
        let shown = events.iter().take(MOST_LINES);
        let mut lines: Vec<String> =
            shown.map(|event| format!("{}\n{}", event.text, event.url)).collect();
        if let Some(more) = events.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
            lines.push(words.text("more", &[("n", &more.to_string())]));
        }
        lines.join("\n")
    };
    let body = match format {
        // Names cannot mention anybody.
        AnnouncementFormat::Discord => {
            json!({"content": text(), "allowed_mentions": {"parse": []}})
        }
        AnnouncementFormat::Text => json!({"text": text()}),
        AnnouncementFormat::Json => {
            json!({"type": "announcements", "timestamp": at, "data": events})
        }
    };
    body.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(count: usize) -> Vec<AnnouncedEvent> {
        let event = |number| AnnouncedEvent {
            id: format!("evt_{number}"),
            kind: "result",
            at: "2026-11-21T02:34:04.005Z".to_owned(),
            text: format!("Game {number}"),
            url: format!("https://example.org/m/{number}"),
        };
        (1..=count).map(event).collect()
    }

    #[test]
    fn a_flood_of_events_is_one_message_with_a_count() {
        let words = Words::of(&[("more", "and {n} more")]);
        let few = body(AnnouncementFormat::Text, &events(2), &words, "");
        let expected = "Game 1\nhttps://example.org/m/1\nGame 2\nhttps://example.org/m/2";
        assert_eq!(few, json!({"text": expected}).to_string());
        let many = body(AnnouncementFormat::Discord, &events(57), &words, "");
        let many: serde_json::Value = serde_json::from_str(&many).unwrap();
        let content = many["content"].as_str().unwrap();
        assert_eq!(content.lines().count(), 2 * MOST_LINES + 1);
        assert!(content.ends_with("and 47 more"), "{content}");
        assert_eq!(many["allowed_mentions"], json!({"parse": []}));
        let all = body(AnnouncementFormat::Json, &events(57), &words, "now");
        let all: serde_json::Value = serde_json::from_str(&all).unwrap();
        assert_eq!(all["data"].as_array().unwrap().len(), 57);
    }
}
