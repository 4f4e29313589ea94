//! Premove requests and views (`docs/protocol.md`, "Premoves").

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use chivalry_play::matches::{MatchId, Premove, PremoveTree};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

/// A premove to set.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PremoveRequest {
    /// The number of the player's own next ply. Optional only if `line` is `null`.
    pub ply: Option<u32>,
    /// One of: a move, played whatever the others play; a list of branches, each with `if`,
    /// `then` and `next`; or `null`, which removes the premove.
    #[serde(deserialize_with = "present")]
    #[schema(required = true)]
    pub line: Option<PremoveTree>,
}

/// The premove of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PremoveView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// The premove.
    #[serde(flatten)]
    pub ready: ReadyView,
}

/// A premove tree and its ply.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadyView {
    /// The number of the ply that the premove is for.
    pub ply: u32,
    /// A move, or a list of branches.
    pub line: PremoveTree,
}

impl From<&Premove> for ReadyView {
    fn from(premove: &Premove) -> ReadyView {
        ReadyView { ply: premove.ply, line: premove.tree.clone() }
    }
}

impl PremoveRequest {
    /// Rejects a premove without a ply.
    ///
    /// # Errors
    /// `bad_field`.
    pub fn checked(self) -> Result<PremoveRequest, RequestError> {
        if self.line.is_some() && self.ply.is_none() {
            return Err(RequestError::unmet("ply", Reason::LineNeedsPly));
        }
        Ok(self)
    }
}

/// Deserializes a field that may be `null` but not missing, so that an omitted field does not
/// remove a premove.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PremoveTree>, D::Error> {
    Option::deserialize(from)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::protocol::codec::error::Code;
    use crate::protocol::codec::fields::read_fields;

    fn fault(text: &str) -> String {
        let error = read_fields::<PremoveRequest>(text).and_then(PremoveRequest::checked);
        let error = error.unwrap_err();
        assert_eq!(error.code, Code::BadField, "{error:?}");
        error.more.field.unwrap()
    }

    #[test]
    fn invalid_premoves_name_the_branch() {
        assert_eq!(fault(r#"{"ply": 2}"#), "line");
        assert_eq!(fault(r#"{"line": "A1-A2"}"#), "ply");
        assert_eq!(fault(r#"{"ply": 2, "line": "A1"}"#), "line");
        assert_eq!(fault(r#"{"ply": 2, "line": 7}"#), "line");
        let tree = |branch: &str| format!(r#"{{"ply": 2, "line": [{branch}]}}"#);
        assert_eq!(fault(&tree(r#"{"then": "A1-A2"}"#)), "line[0].if");
        assert_eq!(fault(&tree(r#"{"if": "A1-"}"#)), "line[0].if");
        let next = r#"{"if": "A1-A2", "then": "B1-B2", "next": [{"if": "A2-A3"}, {"if": "A2-A3", "then": 1}]}"#;
        assert_eq!(fault(&tree(next)), "line[0].next[1].then");
    }

    #[test]
    fn premove_trees_survive_a_round_trip() {
        for line in [
            json!("A1-A2"),
            json!([{"if": "A1-A2", "then": "B1xD3",
                    "next": [{"if": "A2-A3", "next": [{"if": "C1-C2", "then": "D3-D4"}]}]}]),
        ] {
            let request = json!({"ply": 6, "line": line}).to_string();
            let request: PremoveRequest = read_fields(&request).unwrap();
            assert_eq!(serde_json::to_value(request.line).unwrap(), line);
        }
    }
}
