//! Requests for engine analysis (`docs/protocol.md`, "Analysis").

use std::num::NonZeroUsize;

use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{Object, ObjectBuilder};

use chivalry_engine::analysis::threat_position;
use chivalry_play::matches::{MatchId, StartPositionError};
use chivalry_rules::Position;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::rules::{position_of, variant_named};

/// Minimum number of nodes per position.
const MIN_NODES: u64 = 1_000;

/// Nodes for a single position: the default and the maximum.
const POSITION_NODES: (u64, u64) = (200_000, 5_000_000);

/// Nodes for each ply of a game: the default and the maximum.
const PLY_NODES: (u64, u64) = (20_000, 100_000);

/// Maximum number of lines of an analysis.
pub(crate) const MAX_LINES: usize = 5;

/// A position to analyse.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AnalyseRequest {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position; defaults to the variant's array.
    pub position: Option<String>,
    /// Number of nodes to search: 1,000 to 5,000,000. The default is 200,000.
    #[schema(minimum = 1_000, maximum = 5_000_000)]
    pub nodes: Option<u64>,
    /// Number of lines: 1 to 5. The default is 1. All lines share the nodes.
    #[schema(minimum = 1, maximum = 5)]
    pub lines: Option<usize>,
    /// True to search what the next seat would do if the seat to move passed: its threat.
    /// Refused if the seat to move must capture, leave its own castle, place trees or pass.
    #[serde(default)]
    pub threat: bool,
}

/// A resolved request.
#[derive(Clone, Copy, Debug)]
pub struct PositionQuery {
    /// The position of the request.
    pub asked: Position,
    /// The position to search: for a threat, that after a pass.
    pub searched: Position,
    /// Number of nodes to search.
    pub nodes: u64,
    /// Number of lines.
    pub lines: NonZeroUsize,
}

/// A game to analyse: a finished match or a record.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AnalyseGameRequest {
    /// The match.
    #[serde(rename = "match")]
    #[schema(schema_with = optional_match, required = false)]
    pub match_id: Option<MatchId>,
    /// A game record, in place of a match.
    pub record: Option<String>,
    /// The variant, for a record without a variant tag.
    pub variant: Option<String>,
    /// Number of nodes to search for each ply: 1,000 to 100,000. The default is 20,000.
    #[schema(minimum = 1_000, maximum = 100_000)]
    pub nodes: Option<u64>,
}

/// The schema of a match id or `null`. Not all readers of the document reject an empty text by
/// the format alone.
fn optional_match() -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .description(Some("The match."))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .min_length(Some(36))
        .max_length(Some(36))
        .build()
}

impl AnalyseRequest {
    /// Resolves the request.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self) -> Result<PositionQuery, RequestError> {
        let nodes = checked_nodes(self.nodes, POSITION_NODES)?;
        let lines = checked_lines(self.lines)?;
        let variant = variant_named(&self.variant)?;
        let position = position_of(variant, self.position.as_deref())?;
        StartPositionError::check(&position)
            .map_err(|fault| RequestError::unmet("position", &fault))?;
        let searched = if self.threat { threat_position(&position) } else { Some(position) };
        let searched = searched.ok_or_else(|| RequestError::unmet("threat", Reason::NoThreat))?;
        Ok(PositionQuery { asked: position, searched, nodes, lines })
    }
}

impl AnalyseGameRequest {
    /// Resolves the number of nodes for each ply.
    ///
    /// # Errors
    /// `bad_field` if the number is out of range, or unless exactly one of `match` and `record`
    /// is given.
    pub fn nodes(&self) -> Result<u64, RequestError> {
        if self.match_id.is_some() == self.record.is_some() {
            let reason = Reason::MatchOrRecord;
            return Err(RequestError::unmet("match", reason));
        }
        if self.match_id.is_some() && self.variant.is_some() {
            let reason = Reason::MatchHasVariant;
            return Err(RequestError::unmet("variant", reason));
        }
        checked_nodes(self.nodes, PLY_NODES)
    }
}

fn checked_nodes(
    requested: Option<u64>,
    (default, maximum): (u64, u64),
) -> Result<u64, RequestError> {
    let nodes = requested.unwrap_or(default);
    if (MIN_NODES..=maximum).contains(&nodes) {
        return Ok(nodes);
    }
    let params = [("least", MIN_NODES.into()), ("most", maximum.into())];
    Err(RequestError::field("nodes", Reason::NodesRange.with(params)))
}

fn checked_lines(requested: Option<usize>) -> Result<NonZeroUsize, RequestError> {
    let lines = NonZeroUsize::new(requested.unwrap_or(1)).filter(|lines| lines.get() <= MAX_LINES);
    let params = [("least", 1.into()), ("most", MAX_LINES.into())];
    lines.ok_or_else(|| RequestError::field("lines", Reason::LinesRange.with(params)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn invalid_analysis_requests_name_the_field() {
        let position = |request| {
            let request: AnalyseRequest = serde_json::from_value(request).unwrap();
            request.resolve().unwrap_err().more.field.unwrap()
        };
        assert_eq!(position(json!({"variant": "chess"})), "variant");
        assert_eq!(position(json!({"variant": "cam", "position": "x"})), "position");
        assert_eq!(position(json!({"variant": "cam", "nodes": 999})), "nodes");
        assert_eq!(position(json!({"variant": "cam", "nodes": 5_000_001})), "nodes");
        assert_eq!(position(json!({"variant": "cam", "lines": 0})), "lines");
        assert_eq!(position(json!({"variant": "cam", "lines": 6})), "lines");
        let capture = "1/3/5/1wb2/4b/3/1 w 0,0";
        let threat = json!({"variant": "camette", "position": capture, "threat": true});
        assert_eq!(position(threat), "threat");
        let over = "1/3/5/5/5/bB1/1 b 0,0";
        assert_eq!(position(json!({"variant": "camette", "position": over})), "position");

        let game = |request| {
            let request: AnalyseGameRequest = serde_json::from_value(request).unwrap();
            request.nodes().unwrap_err().more.field.unwrap()
        };
        let id = "00000000-0000-7000-8000-000000000000";
        assert_eq!(game(json!({})), "match");
        assert_eq!(game(json!({"match": id, "record": "*"})), "match");
        assert_eq!(game(json!({"match": id, "variant": "cam"})), "variant");
        assert_eq!(game(json!({"record": "*", "nodes": 100_001})), "nodes");
    }
}
