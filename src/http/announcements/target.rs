//! The targets of announcements, as an operator configures them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::http::webhooks::client::WebhookUrl;
use crate::store::{AnnouncementKind, AnnouncementTarget as StoredTarget};

/// The least time between two messages to a target.
const MESSAGE_EVERY: Duration = Duration::from_secs(10);

/// The form of the body that a target receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementFormat {
    /// `{"content": TEXT}`, for Discord.
    Discord,
    /// `{"text": TEXT}`, for Slack, Mattermost and bridges to Matrix.
    Text,
    /// All data as JSON.
    Json,
}

/// A target of announcements. Its `Debug` form has no URL, because that may contain a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct AnnouncementTarget {
    pub(crate) format: AnnouncementFormat,
    pub(crate) kinds: Vec<AnnouncementKind>,
    pub(crate) url: String,
}

/// The targets of announcements.
#[derive(Clone, clap::Args)]
pub struct AnnouncementOptions {
    /// Receivers of announcements, each as `FORMAT:KINDS:URL`, separated by spaces. A format is
    /// `discord`, `text` or `json`. The kinds are `seek`, `tournament`, `round`, `result` and
    /// `featured`, joined by `+`, or `all`
    #[arg(
        long = "announce",
        env = "CHIVALRY_ANNOUNCE",
        hide_env_values = true,
        value_delimiter = ' ',
        value_name = "TARGET"
    )]
    pub targets: Vec<AnnouncementTarget>,
    /// The secret that signs announcements in the format `json`: `whsec_` and a key in base64
    #[arg(
        long = "announce-secret",
        env = "CHIVALRY_ANNOUNCE_SECRET",
        hide_env_values = true,
        value_name = "SECRET"
    )]
    pub secret: Option<String>,
    /// The least time between two messages to a target. Events in between share the next message.
    #[arg(skip = MESSAGE_EVERY)]
    pub interval: Duration,
}

impl fmt::Debug for AnnouncementOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnnouncementOptions { targets, secret: _, interval } = self;
        f.debug_struct("AnnouncementOptions")
            .field("targets", targets)
            .field("interval", interval)
            .finish_non_exhaustive()
    }
}

impl Default for AnnouncementOptions {
    fn default() -> AnnouncementOptions {
        AnnouncementOptions { targets: Vec::new(), secret: None, interval: MESSAGE_EVERY }
    }
}

impl AnnouncementOptions {
    /// The targets as the store identifies them.
    pub(crate) fn stored_targets(&self) -> Vec<StoredTarget> {
        self.targets.iter().map(|target| (target.key(), target.kinds.clone())).collect()
    }
}

impl AnnouncementTarget {
    /// The key of the target in the store, which does not reveal its URL.
    pub(crate) fn key(&self) -> String {
        let hash = Sha256::digest(format!("{:?} {}", self.format, self.url));
        URL_SAFE_NO_PAD.encode(&hash[..12])
    }
}

impl FromStr for AnnouncementTarget {
    type Err = String;

    /// Reads `FORMAT:KIND+KIND:URL`, or `FORMAT:all:URL`.
    fn from_str(text: &str) -> Result<AnnouncementTarget, String> {
        let mut parts = text.trim().splitn(3, ':');
        let (Some(format), Some(kinds), Some(url)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err("a target is FORMAT:KINDS:URL".to_owned());
        };
        let format = match format {
            "discord" => AnnouncementFormat::Discord,
            "text" => AnnouncementFormat::Text,
            "json" => AnnouncementFormat::Json,
            _ => return Err("a format is discord, text or json".to_owned()),
        };
        let named = |name: &str| {
            let kind = AnnouncementKind::ALL.into_iter().find(|kind| kind.as_str() == name);
            kind.ok_or("a kind is seek, tournament, round, result or featured".to_owned())
        };
        let kinds: Vec<AnnouncementKind> = match kinds {
            "all" => AnnouncementKind::ALL.to_vec(),
            kinds => kinds.split('+').map(named).collect::<Result<_, String>>()?,
        };
        WebhookUrl::read(url, true).map_err(|error| error.to_string())?;
        Ok(AnnouncementTarget { format, kinds, url: url.to_owned() })
    }
}

impl fmt::Debug for AnnouncementTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnnouncementTarget { format, kinds, url: _ } = self;
        f.debug_struct("AnnouncementTarget")
            .field("format", format)
            .field("kinds", kinds)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_a_format_kinds_and_a_url() {
        let target: AnnouncementTarget =
            "discord:result+featured:https://discord.example/api/1/secret".parse().unwrap();
        assert_eq!(target.format, AnnouncementFormat::Discord);
        assert_eq!(target.kinds, [AnnouncementKind::Result, AnnouncementKind::Featured]);
        assert_eq!(target.url, "https://discord.example/api/1/secret");
        assert!(!format!("{target:?} {}", target.key()).contains("secret"));
        let all: AnnouncementTarget = "json:all:http://127.0.0.1:1/".parse().unwrap();
        assert_eq!(all.kinds.len(), 5);
        for text in ["", "discord:all", "irc:all:http://a", "text:chess:http://a", "text:all:a"] {
            assert!(text.parse::<AnnouncementTarget>().is_err(), "{text}");
        }
    }
}
