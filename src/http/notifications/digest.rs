//! One message about several notifications.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use uuid::Uuid;

use crate::http::mail::content::MailContent;
use crate::http::notifications::push::encryption::MAX_PAYLOAD;
use crate::http::notifications::text::NotificationLine;
use crate::http::web::previews::Words;
use crate::protocol::NotificationKind;
use crate::store::{Notification, PushMessage};

/// The most lines of one message. The others are counted.
const MOST_LINES: usize = 20;

/// The most lines of a push.
const MOST_PUSH_LINES: usize = 5;

/// The most ids of a push, and the most characters of a line.
const MOST_IDS: usize = 20;
const MOST_CHARACTERS: usize = 120;

/// A message about one or several notifications, which are not empty.
pub(crate) struct Digest<'a> {
    pub(crate) id: Uuid,
    pub(crate) words: &'a Words,
    pub(crate) items: &'a [(Notification, NotificationLine)],
}

impl Digest<'_> {
    /// The line of the only notification, or the number of them.
    pub(crate) fn title(&self) -> String {
        let turns = |(_, line): &(Notification, NotificationLine)| {
            matches!(line.kind, NotificationKind::Turn)
        };
        let count = self.items.len().to_string();
        match self.items {
            [(_, line)] => line.text.clone(),
            items if items.iter().all(turns) => self.words.text("notify_turns", &[("n", &count)]),
            _ => self.words.text("notify_many", &[("n", &count)]),
        }
    }

    /// The lines, and the number of those that are left out.
    fn lines(&self, most: usize) -> (impl Iterator<Item = &NotificationLine>, Option<String>) {
        let rest = self.items.len().checked_sub(most).filter(|rest| *rest > 0);
        let more = rest.map(|rest| self.words.text("more", &[("n", &rest.to_string())]));
        (self.items.iter().take(most).map(|(_, line)| line), more)
    }

    /// The message to the browsers of the player, who is to move in `turns` matches.
    pub(crate) fn push(&self, turns: u32) -> PushMessage {
        let is_alone = self.items.len() == 1;
        let (lines, more) = self.lines(MOST_PUSH_LINES);
        let mut body: Vec<String> = lines.map(|line| shortened(&line.text)).collect();
        body.extend(more);
        let path = match self.items {
            [(_, line)] => line.path.as_str(),
            _ => "/",
        };
        let topic = match self.items {
            [(notification, _)] => URL_SAFE_NO_PAD.encode(notification.subject.as_bytes()),
            _ => "several".to_owned(),
        };
        let ids: Vec<Uuid> =
            self.items.iter().take(MOST_IDS).map(|(notification, _)| notification.id).collect();
        let payload = json!({
            "id": self.id,
            "title": shortened(&self.title()),
            "body": if is_alone { String::new() } else { body.join("\n") },
            "path": path,
            "tag": topic,
            "turns": turns,
            "notifications": ids,
        });
        let payload = payload.to_string();
        debug_assert!(payload.len() <= MAX_PAYLOAD, "{}", payload.len());
        let is_urgent = |(_, line): &(Notification, NotificationLine)| {
            use NotificationKind::{Arranged, Challenge, Reminder, Round};
            matches!(line.kind, Arranged | Challenge | Reminder | Round)
        };
        PushMessage { id: self.id, payload, topic, is_urgent: self.items.iter().any(is_urgent) }
    }

    /// The body of an e-mail as text and as HTML, with links to `public_url`.
    pub(crate) fn email(&self, public_url: &str) -> (String, String) {
        let (lines, more) = self.lines(MOST_LINES);
        let add = |content: MailContent, line: &NotificationLine| {
            content.link(&line.text, &format!("{public_url}{}", line.path))
        };
        let content = lines.fold(MailContent::default(), add);
        match more {
            Some(more) => content.paragraph(&more).into_parts(),
            None => content.into_parts(),
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
