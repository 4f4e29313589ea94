//! Verification of a proof by its document and a trusted key alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CHAIN_START, EntryHash, Event, Match, RecordedEvent, Status};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::{PerSeat, Variant, read_variant_file};

use crate::protocol::proofs::keys::PublicKey;
use crate::protocol::proofs::{FORMAT, ProofView, Signed, hex, read_event};
use crate::protocol::views::games::game_record::game_record;

/// The result of a successful verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    /// Plies played, pass-turns included.
    pub plies: u32,
    /// The time at which the match ended.
    pub ended_at: Timestamp,
    /// The first version whose hash was stored with its event.
    pub chained_from: u32,
    /// The signing key.
    pub key: PublicKey,
}

/// The first fault of a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// The document is not a proof that this version can read.
    #[error("this version cannot read the proof: {0}")]
    Unreadable(String),
    /// An event was altered. `ply` is the ply that the event made or preceded: 0 for the first
    /// event, and the last ply for the end.
    #[error("ply {ply} (version {v}) {what}")]
    Event {
        /// The ply.
        ply: u32,
        /// The match's version with the event.
        v: u32,
        /// The fault.
        what: String,
    },
    /// The record differs from that of the match.
    #[error("line {line} of the record contradicts the events")]
    Record {
        /// The first line that differs, from 1.
        line: usize,
    },
    /// The signing key is not trusted.
    #[error("the signing key {0} is not the given key")]
    OtherKey(String),
    /// The signature does not verify.
    #[error("the signature does not match: the record was altered, or another key signed it")]
    Signature,
}

impl ProofView {
    /// Verifies the chain, the events, the record and the signature. One of the keys in
    /// `trusted` must have signed; if `trusted` is empty, the key of the document is accepted.
    ///
    /// # Errors
    /// The first fault.
    pub fn verify(&self, trusted: &[PublicKey]) -> Result<Sound, ProofFault> {
        let unreadable = |what: &str| ProofFault::Unreadable(what.to_owned());
        if self.format != FORMAT {
            return Err(unreadable(&format!("its format is {:?}", self.format)));
        }
        let key = PublicKey::of_base64(&self.key.public);
        let key = key.ok_or_else(|| unreadable("its key is no key"))?;
        if key.view() != self.key {
            return Err(unreadable("its key is called by another's name"));
        }
        if !trusted.is_empty() && !trusted.contains(&key) {
            return Err(ProofFault::OtherKey(key.name()));
        }
        let (log, hashes) = self.check_chain()?;
        self.register_variant(&log)?;
        let match_state = self.fold(&log)?;
        self.check_record(&match_state)?;
        let signed = Signed {
            match_id: self.match_id,
            chained_from: self.chained_from,
            hashes: &hashes,
            record: &self.record,
            variant: self.variant.as_deref(),
        };
        let signature = STANDARD.decode(&self.signature).ok();
        let signature: Option<[u8; 64]> = signature.and_then(|bytes| bytes.try_into().ok());
        if !signature.is_some_and(|signature| key.has_signed(&signed.message(), &signature)) {
            return Err(ProofFault::Signature);
        }
        Ok(Sound {
            plies: match_state.game().plies(),
            ended_at: match_state.last_at(),
            chained_from: self.chained_from,
            key,
        })
    }

    /// Returns the events and their hashes if each event matches its hash.
    fn check_chain(&self) -> Result<(Vec<RecordedEvent>, Vec<EntryHash>), ProofFault> {
        let mut log = Vec::with_capacity(self.events.len());
        let mut hashes = Vec::with_capacity(self.events.len());
        let mut before = CHAIN_START;
        let mut played = 0;
        for (expected, event) in (1..).zip(&self.events) {
            let is_last = self.events.len() == expected as usize;
            let ply = played + u32::from(expected > 1 && !is_last);
            let fault = |what: &str| ProofFault::Event { ply, v: expected, what: what.to_owned() };
            if event.v != expected {
                let what = format!("is missing: version {} stands in its place", event.v);
                return Err(fault(&what));
            }
            if expected == self.chained_from {
                before = CHAIN_START;
            }
            let stored = event.to_stored();
            let stored = stored.ok_or_else(|| fault("has a command without a player"))?;
            before = stored.link(self.match_id).hash(&before);
            if hex(&before) != event.hash {
                return Err(fault("is not what was signed: its hash is another"));
            }
            hashes.push(before);
            let recorded = read_event(&stored);
            let recorded = recorded.map_err(|error| fault(&format!("cannot be read: {error}")))?;
            played = plies_after(played, &recorded);
            log.push(recorded);
        }
        let has_ended = log.last().is_some_and(|last| matches!(last.event, Event::Ended { .. }));
        if has_ended {
            return Ok((log, hashes));
        }
        let what = "is missing: the events do not come to the end of the match".to_owned();
        Err(ProofFault::Event { ply: played, v: self.events.len() as u32 + 1, what })
    }

    /// Registers the variant that the document contains.
    fn register_variant(&self, log: &[RecordedEvent]) -> Result<(), ProofFault> {
        let Some(Event::Created { variant: pin, .. }) = log.first().map(|first| &first.event)
        else {
            return Ok(());
        };
        let (None, Some(text)) = (Variant::named(pin), &self.variant) else { return Ok(()) };
        let unreadable = |what: &str| ProofFault::Unreadable(format!("its variant {what}"));
        // Positions refer to their variant for the lifetime of the process.
        let variant = read_variant_file(text.clone().leak());
        let variant = variant.map_err(|faults| {
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            unreadable(&format!("cannot be read: {fault}"))
        })?;
        if variant.pin() != pin {
            return Err(unreadable("is not the one that the match was made of"));
        }
        variant.register(pin);
        Ok(())
    }

    fn fold(&self, log: &[RecordedEvent]) -> Result<Match, ProofFault> {
        let match_state = Match::fold(self.match_id, log.to_vec());
        let match_state = match_state.map_err(|error| {
            let before = log.iter().take_while(|record| record.v < error.v);
            let played = before.fold(0, plies_after);
            let what = format!("cannot follow what is before it: {}", error.fault);
            ProofFault::Event { ply: played + 1, v: error.v, what }
        })?;
        match match_state.status() {
            Status::Ended { .. } => Ok(match_state),
            Status::Open | Status::Playing => {
                Err(ProofFault::Unreadable("the match is not over".to_owned()))
            }
        }
    }

    fn check_record(&self, match_state: &Match) -> Result<(), ProofFault> {
        let variant = match_state.variant();
        let mut players = PerSeat::default();
        for seat in variant.seats() {
            players[seat] =
                self.players.get(&variant.seat_name(seat).letter()).map(|name| Player {
                    id: match_state.players()[seat].unwrap_or(PlayerId(uuid::Uuid::nil())),
                    name: name.clone(),
                    kind: PlayerKind::Guest,
                });
        }
        let expected = game_record(match_state, &players, &self.site).to_string();
        if expected == self.record {
            return Ok(());
        }
        let same =
            expected.lines().zip(self.record.lines()).take_while(|(one, other)| one == other);
        Err(ProofFault::Record { line: same.count() + 1 })
    }
}

/// Returns the number of plies after an event, given the number before it.
fn plies_after(played: u32, recorded: &RecordedEvent) -> u32 {
    match recorded.event {
        Event::Moved { .. } => played + 1,
        Event::TookBack { ply } => ply,
        _ => played,
    }
}
