//! Signed proofs of finished matches: the complete log with its hash chain and an Ed25519
//! signature (`docs/protocol.md`, "Proofs").

pub(crate) mod keys;
pub(crate) mod verify;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    CHAIN_START, ChainError, ChainVerifier, CommandRef, EntryHash, Match, MatchId, RecordedEvent,
    StoredEvent,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::PerSeat;

use crate::protocol::views::games::game_record::game_record;
use crate::protocol::views::seat_map::SeatMap;

pub use crate::protocol::proofs::keys::{KeyFault, KeyView, PublicKey, Signer};
pub use crate::protocol::proofs::verify::{ProofFault, Sound};

/// The value of the `format` field. It changes whenever the signed content changes.
pub const FORMAT: &str = "chivalry-proof-1";

/// Domain separator: the prefix of the signed message of proofs, used for nothing else.
const DOMAIN: &[u8] = b"chivalry proof 1\n";

/// A finished match with all data needed to verify it without the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofView {
    /// `chivalry-proof-1`.
    pub format: String,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    pub match_id: MatchId,
    /// The site of the match: the tag `Site` of the record.
    pub site: String,
    /// The current names of the players by seat letter.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub players: std::collections::BTreeMap<char, String>,
    /// The variant file, for an operator's own variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The record, as returned by `/record`.
    pub record: String,
    /// The first version whose hash was stored with its event. It is 1 unless the match is
    /// older than the hash chain. Hashes of earlier events were computed for this document, and
    /// the chain starts anew at this version.
    pub chained_from: u32,
    /// The complete log, up to the end of the match.
    pub events: Vec<ProofEvent>,
    /// The signing key.
    pub key: ProofKey,
    /// The Ed25519 signature, in base64.
    pub signature: String,
}

/// An event as stored. The keys of seat links are included; they are useless once the match has
/// ended.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofEvent {
    /// The version of the match after the event.
    pub v: u32,
    /// The time of the event, in milliseconds since 1970.
    pub at: i64,
    /// The player who caused the event by a command with an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// The id that the client gave to the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The event: the exact text that is stored and hashed.
    pub body: String,
    /// SHA-256 of this event and the previous hash, in hexadecimal digits.
    pub hash: String,
}

/// The key of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofKey {
    /// The key id: the first 16 bytes of the SHA-256 of the public key, in hexadecimal digits.
    pub id: String,
    /// The public key, 32 bytes in base64.
    pub public: String,
}

impl ProofView {
    /// Creates the proof of a finished match; `log` is its log up to the end.
    ///
    /// # Errors
    /// The log does not match its hashes. Nothing is signed then.
    pub fn of(
        match_state: &Match,
        players: &PerSeat<Option<Player>>,
        site: &str,
        log: Vec<StoredEvent>,
        signer: &Signer,
    ) -> Result<ProofView, ChainError> {
        let match_id = match_state.id();
        let mut reader = ChainVerifier::new(match_id);
        for event in &log {
            reader.read(event)?;
        }
        let chained_from = reader.chained_from();
        let variant = match_state.variant();
        let name = |seat| players[seat].as_ref().map(|player| player.name.clone());
        let variant_text = (!variant.is_built_in()).then(|| variant.source().to_owned());
        let record = game_record(match_state, players, site).to_string();
        let mut before = CHAIN_START;
        let mut hashes = Vec::with_capacity(log.len());
        let event = |event: StoredEvent| {
            before = event.hash.unwrap_or_else(|| event.link(match_id).hash(&before));
            hashes.push(before);
            ProofEvent::of(event, &before)
        };
        let events = log.into_iter().map(event).collect();
        let signed = Signed {
            match_id,
            chained_from,
            hashes: &hashes,
            record: &record,
            variant: variant_text.as_deref(),
        };
        Ok(ProofView {
            format: FORMAT.to_owned(),
            match_id,
            site: site.to_owned(),
            players: SeatMap::of(variant, name).into_iter().collect(),
            signature: STANDARD.encode(signer.sign(&signed.message())),
            key: signer.public().view(),
            variant: variant_text,
            record,
            chained_from,
            events,
        })
    }
}

impl ProofEvent {
    fn of(event: StoredEvent, hash: &EntryHash) -> ProofEvent {
        let (player, command) = event.cause.map(|cause| (cause.player.0, cause.id)).unzip();
        let StoredEvent { v, at, body, .. } = event;
        ProofEvent { v, at: at.0, player, command, body, hash: hex(hash) }
    }

    /// Converts the event to its stored form, without the hash. Returns `None` if only one of
    /// `player` and `command` is given.
    fn to_stored(&self) -> Option<StoredEvent> {
        let cause = match (self.player, &self.command) {
            (None, None) => None,
            (Some(player), Some(id)) => {
                Some(CommandRef { player: PlayerId(player), id: id.clone() })
            }
            _ => return None,
        };
        let (v, at, body) = (self.v, Timestamp(self.at), self.body.clone());
        Some(StoredEvent { v, at, cause, body, hash: None })
    }
}

/// Parses a stored event.
///
/// # Errors
/// The error in the text.
pub fn read_event(event: &StoredEvent) -> Result<RecordedEvent, serde_json::Error> {
    let StoredEvent { v, at, ref cause, ref body, .. } = *event;
    Ok(RecordedEvent { v, at, cause: cause.clone(), event: serde_json::from_str(body)? })
}

/// The signed content.
struct Signed<'a> {
    match_id: MatchId,
    chained_from: u32,
    /// The hashes of all events, in order.
    hashes: &'a [EntryHash],
    record: &'a str,
    variant: Option<&'a str>,
}

impl Signed<'_> {
    fn message(&self) -> Vec<u8> {
        let before = (self.chained_from as usize).checked_sub(2).and_then(|at| self.hashes.get(at));
        let mut message = DOMAIN.to_vec();
        message.extend(self.match_id.0.as_bytes());
        message.extend((self.hashes.len() as u64).to_be_bytes());
        message.extend(u64::from(self.chained_from).to_be_bytes());
        message.extend(before.unwrap_or(&CHAIN_START));
        message.extend(self.hashes.last().unwrap_or(&CHAIN_START));
        message.extend(Sha256::digest(self.record));
        let variant = self.variant.map(|text| Sha256::digest(text).into());
        message.extend(variant.unwrap_or(CHAIN_START));
        message
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
