//! The stored settings of a player.

use serde_json::Value;

use crate::protocol::NotificationSettings;
use crate::store::StoredSettings;

/// The settings of a player. Those that are not stored, or cannot be read, are the defaults.
pub(crate) fn read_settings(stored: &StoredSettings) -> NotificationSettings {
    let defaults = NotificationSettings::default();
    let Some(text) = &stored.settings else { return defaults };
    let Ok(Value::Object(stored)) = serde_json::from_str(text) else { return defaults };
    let mut settings = serde_json::to_value(&defaults).expect("settings of strings");
    for (name, value) in stored {
        settings[name.as_str()] = value;
    }
    serde_json::from_value(settings).unwrap_or(defaults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_alone_leaves_the_other_settings_at_their_defaults() {
        let read = |text: &str| {
            let mut stored = StoredSettings::default();
            stored.settings = Some(text.to_owned());
            read_settings(&stored)
        };
        let german =
            NotificationSettings { language: "de".to_owned(), ..NotificationSettings::default() };
        assert_eq!(read(r#"{"language":"de"}"#), german);
        let saved = NotificationSettings { page: vec![], ..german };
        assert_eq!(read(&serde_json::to_string(&saved).unwrap()), saved);
        for unreadable in ["", "[]", r#"{"page":7}"#] {
            assert_eq!(read(unreadable), NotificationSettings::default());
        }
    }
}
