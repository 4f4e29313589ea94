//! Records that prove themselves: a finished match with its whole log, hash by
//! hash, signed (`docs/protocol.md`, "Proofs").

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

use crate::protocol::views::game_record::game_record;
use crate::protocol::views::seat_map::SeatMap;

pub use crate::protocol::proofs::keys::{KeyFault, KeyView, PublicKey, Signer};
pub use crate::protocol::proofs::verify::{ProofFault, Sound};

/// What the first field of a proof says. It is changed with what is signed.
pub const FORMAT: &str = "chivalry-proof-1";

/// What stands before everything that is signed for a proof, and nowhere else.
const DOMAIN: &[u8] = b"chivalry proof 1\n";

/// A finished match with all that it takes to check it, without the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofView {
    /// `chivalry-proof-1`.
    pub format: String,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    pub match_id: MatchId,
    /// Where it was played: the tag `Site` of the record.
    pub site: String,
    /// Who sat where, by the seat's letter, by the names that they have now.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub players: std::collections::BTreeMap<char, String>,
    /// The text of the variant, where it is an operator's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The record, as `/record` gives it.
    pub record: String,
    /// The first version whose hash was kept with the event: 1, but in matches
    /// that are older than hashes. The hashes before it were made for this
    /// document, and the chain begins anew at it.
    pub chained_from: u32,
    /// The whole log, up to the end of the match.
    pub events: Vec<ProofEvent>,
    /// The key that signs.
    pub key: ProofKey,
    /// The signature (Ed25519), in base64.
    pub signature: String,
}

/// An event as it is kept. What seats' links said is in it: it opened seats of
/// a match that is over.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofEvent {
    /// The match's version with it.
    pub v: u32,
    /// When it was decided, in milliseconds since 1970.
    pub at: i64,
    /// Who caused it by a command that had an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Uuid>,
    /// The id that the client gave that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The event: the exact text that is kept and hashed.
    pub body: String,
    /// SHA-256 over this event and the hash before it, in hexadecimal digits.
    pub hash: String,
}

/// The key of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofKey {
    /// The key's name: the first 16 bytes of the SHA-256 of its public half, in
    /// hexadecimal digits.
    pub id: String,
    /// The public half, 32 bytes in base64.
    pub public: String,
}

impl ProofView {
    /// The proof of a match that is over; `log` is its log up to its end.
    ///
    /// # Errors
    /// Where the log is not what its hashes were made of: then nothing is signed.
    pub fn of(
        contest: &Match,
        players: &PerSeat<Option<Player>>,
        site: &str,
        log: Vec<StoredEvent>,
        signer: &Signer,
    ) -> Result<ProofView, ChainError> {
        let match_id = contest.id();
        let mut reader = ChainVerifier::new(match_id);
        for event in &log {
            reader.read(event)?;
        }
        let chained_from = reader.chained_from();
        let variant = contest.variant();
        let name = |seat| players[seat].as_ref().map(|player| player.name.clone());
        let variant_text = (!variant.is_built_in()).then(|| variant.source().to_owned());
        let record = game_record(contest, players, site).to_string();
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

    /// As the store has it, but for its hash; `None` when it is half caused.
    fn written(&self) -> Option<StoredEvent> {
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

/// Reads an event as it is kept.
///
/// # Errors
/// What is wrong with its text.
pub fn read_event(event: &StoredEvent) -> Result<RecordedEvent, serde_json::Error> {
    let StoredEvent { v, at, ref cause, ref body, .. } = *event;
    Ok(RecordedEvent { v, at, cause: cause.clone(), event: serde_json::from_str(body)? })
}

/// What a signature is over.
struct Signed<'a> {
    match_id: MatchId,
    chained_from: u32,
    /// Of every event, in order.
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
