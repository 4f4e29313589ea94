//! Reasons with parameters and their English sentence.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list::Reason;

/// The parameters of a message by name.
pub type Params = BTreeMap<String, Param>;

/// The parameters of a reason, by name.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described: the schema of `Params`")]
pub struct ParamMap(std::collections::HashMap<String, Param>);

/// A value that a message contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Param {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// A reason with its parameters and its English sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    /// The reason.
    pub reason: Reason,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    #[schema(value_type = ParamMap)]
    pub params: Params,
    /// The English sentence.
    pub detail: String,
}

impl Reason {
    /// The message with these parameters, whose sentence is the reason's own.
    #[must_use]
    pub fn with<const N: usize>(self, params: [(&'static str, Param); N]) -> Message {
        let mut detail = self.template().to_owned();
        debug_assert!(!detail.is_empty(), "{self:?} has no sentence of its own");
        for (name, value) in &params {
            detail = detail.replace(&format!("{{{name}}}"), &value.to_string());
        }
        self.message(params, detail)
    }

    /// The message with these parameters and the sentence of an error.
    #[must_use]
    pub fn message<const N: usize>(
        self,
        params: [(&'static str, Param); N],
        detail: impl ToString,
    ) -> Message {
        debug_assert!(params.iter().map(|(name, _)| name).eq(self.params()), "{self:?}");
        let params = params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Message { reason: self, params, detail: detail.to_string() }
    }
}

impl Message {
    /// The same message with text before its sentence.
    #[must_use]
    pub fn prefixed(mut self, prefix: impl fmt::Display) -> Message {
        self.detail = format!("{prefix}{}", self.detail);
        self
    }
}

impl From<Reason> for Message {
    fn from(reason: Reason) -> Message {
        reason.with([])
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Number(number) => number.fmt(f),
            Param::Text(text) => text.fmt(f),
        }
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Param {
        Param::Text(text.to_owned())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Param {
        Param::Text(text)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Param {
            fn from(number: $number) -> Param {
                Param::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 usize i32 i64 }

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_is_written_with_its_parameters() {
        let message =
            Reason::OtherVariant.with([("variant", "cam".into()), ("named", "camette".into())]);
        let written = json!(message);
        let params = json!({"variant": "cam", "named": "camette"});
        let detail = "the game is one of cam, not of camette";
        assert_eq!(written, json!({"reason": "other_variant", "params": params, "detail": detail}));
    }
}
