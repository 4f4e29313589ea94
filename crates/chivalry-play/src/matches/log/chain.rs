//! The hash chain of a match's log. Each hash covers the entry and the previous hash, so that
//! every change, deletion or insertion is detected.
//!
//! The encoding never changes: stored logs depend on it. `docs/protocol.md`, "Proofs", defines
//! it.

use sha2::{Digest as _, Sha256};

use crate::clock::Timestamp;
use crate::player::PlayerId;

use super::event::CommandRef;
use crate::matches::id::MatchId;

/// The domain separator at the start of the hashed bytes.
const DOMAIN: &[u8] = b"chivalry match event 1\n";

/// The SHA-256 hash of an entry and all entries before it.
pub type EntryHash = [u8; 32];

/// The hash that precedes the first entry of a chain.
pub const CHAIN_START: EntryHash = [0; 32];

/// An entry of a match's log in the form that is hashed.
#[derive(Clone, Copy, Debug)]
pub struct ChainEntry<'a> {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match after the event.
    pub v: i64,
    /// The time of the event, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The player and id of the command that caused the event.
    pub cause: Option<(PlayerId, &'a str)>,
    /// The event as stored text.
    pub body: &'a str,
}

impl ChainEntry<'_> {
    /// Returns the hash of the entry after the hash `before`, which is [`CHAIN_START`] for the
    /// first entry.
    #[must_use]
    pub fn hash(&self, before: &EntryHash) -> EntryHash {
        let mut digest = Sha256::new();
        digest.update(DOMAIN);
        digest.update(before);
        digest.update(self.match_id.0.as_bytes());
        digest.update(self.v.to_be_bytes());
        digest.update(self.at.to_be_bytes());
        match self.cause {
            None => digest.update([0]),
            Some((player, command)) => {
                digest.update([1]);
                digest.update(player.0.as_bytes());
                digest.update((command.len() as u64).to_be_bytes());
                digest.update(command);
            }
        }
        digest.update((self.body.len() as u64).to_be_bytes());
        digest.update(self.body);
        digest.finalize().into()
    }
}

/// An entry of a match's log as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// The version of the match after the event.
    pub v: u32,
    /// The time of the event.
    pub at: Timestamp,
    /// The command that caused the event.
    pub cause: Option<CommandRef>,
    /// The event as stored text.
    pub body: String,
    /// The hash; `None` for entries written before logs were chained.
    pub hash: Option<EntryHash>,
}

impl StoredEvent {
    /// True if the entry has no hash although it was written after `since`, the time from which
    /// on entries are hashed.
    #[must_use]
    pub fn lacks_hash(&self, since: Option<Timestamp>) -> bool {
        self.hash.is_none() && since.is_some_and(|since| since < self.at)
    }

    /// Returns the entry in the form that is hashed.
    #[must_use]
    pub fn link(&self, match_id: MatchId) -> ChainEntry<'_> {
        let cause = self.cause.as_ref().map(|cause| (cause.player, cause.id.as_str()));
        ChainEntry { match_id, v: self.v.into(), at: self.at.0, cause, body: &self.body }
    }
}

/// An error in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// An entry is missing, repeated or out of order.
    #[error("version {found} is in the place of version {expected}")]
    Order {
        /// The expected version.
        expected: u32,
        /// The version found.
        found: u32,
    },
    /// An entry has no hash, but an earlier one has.
    #[error("version {0} has no hash")]
    NoHash(u32),
    /// An entry or the hash before it does not match its hash.
    #[error("version {0} does not match its hash")]
    Altered(u32),
}

impl ChainError {
    /// Returns the version at which the error was found.
    #[must_use]
    pub const fn v(&self) -> u32 {
        match *self {
            ChainError::Order { expected, .. } => expected,
            ChainError::NoHash(v) | ChainError::Altered(v) => v,
        }
    }
}

/// Verifies a log from its first entry on.
#[derive(Clone, Copy, Debug)]
pub struct ChainVerifier {
    match_id: MatchId,
    v: u32,
    last: Option<EntryHash>,
    chained_from: Option<u32>,
}

impl ChainVerifier {
    /// Creates a verifier for the log of a match.
    #[must_use]
    pub fn new(match_id: MatchId) -> ChainVerifier {
        ChainVerifier { match_id, v: 0, last: None, chained_from: None }
    }

    /// Verifies the next entry.
    ///
    /// # Errors
    /// The chain is broken at this entry. Verification can continue: the stored hash is used as
    /// the one before the next entry.
    pub fn read(&mut self, event: &StoredEvent) -> Result<(), ChainError> {
        let expected = self.v + 1;
        let before = self.last.unwrap_or(CHAIN_START);
        self.v = event.v;
        let Some(hash) = event.hash else {
            let has_begun = self.last.is_some();
            return if has_begun { Err(ChainError::NoHash(event.v)) } else { Ok(()) };
        };
        self.last = Some(hash);
        self.chained_from.get_or_insert(event.v);
        if event.v != expected {
            return Err(ChainError::Order { expected, found: event.v });
        }
        if event.link(self.match_id).hash(&before) == hash {
            Ok(())
        } else {
            Err(ChainError::Altered(event.v))
        }
    }

    /// Returns the first version with a hash, or the next version if none has one.
    #[must_use]
    pub fn chained_from(&self) -> u32 {
        self.chained_from.unwrap_or(self.v + 1)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const MATCH: MatchId = MatchId(Uuid::from_u128(7));
    const PLAYER: PlayerId = PlayerId(Uuid::from_u128(9));

    fn link<'a>(cause: Option<(PlayerId, &'a str)>, body: &'a str) -> ChainEntry<'a> {
        ChainEntry { match_id: MATCH, v: 2, at: 1_795_228_444_005, cause, body }
    }

    /// Returns a log whose first `unchained` entries have no hash.
    fn log(unchained: u32) -> Vec<StoredEvent> {
        let mut before = CHAIN_START;
        let entry = |v: u32| {
            let cause = (v.is_multiple_of(2))
                .then(|| CommandRef { player: PLAYER, id: format!("command {v}") });
            let at = Timestamp(1_000 + i64::from(v));
            let mut event =
                StoredEvent { v, at, cause, body: format!("{{\"t\":\"{v}\"}}"), hash: None };
            if v > unchained {
                before = event.link(MATCH).hash(&before);
                event.hash = Some(before);
            }
            event
        };
        (1..=6).map(entry).collect()
    }

    fn infractions(log: &[StoredEvent]) -> Vec<ChainError> {
        let mut reader = ChainVerifier::new(MATCH);
        log.iter().filter_map(|event| reader.read(event).err()).collect()
    }

    /// The expected hashes were computed by an independent program (`docs/protocol.md`,
    /// "Proofs").
    #[test]
    fn the_encoding_never_changes() {
        let hex = |hash: EntryHash| hash.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let plain = link(None, r#"{"t":"started"}"#);
        assert_eq!(
            hex(plain.hash(&CHAIN_START)),
            "c97efd6ac2e4769e0e5b32953048771cf03dcd7213f9d3f04d80dbf8247d2822"
        );
        let caused = link(Some((PLAYER, "m\u{e9}-1")), r#"{"t":"started"}"#);
        assert_eq!(
            hex(caused.hash(&[0xab; 32])),
            "75130173052f0a308e0f7333b60f60486aa791e93fc5544197c16202e5b9d45a"
        );
    }

    #[test]
    fn fields_of_an_entry_are_hashed_without_ambiguity() {
        let hashes = [
            link(None, "ab"),
            link(Some((PLAYER, "")), "ab"),
            link(Some((PLAYER, "a")), "b"),
            link(Some((PLAYER, "ab")), ""),
            ChainEntry { v: 3, ..link(None, "ab") },
            ChainEntry { at: 0, ..link(None, "ab") },
            ChainEntry { match_id: MatchId(Uuid::from_u128(8)), ..link(None, "ab") },
        ]
        .map(|link| link.hash(&CHAIN_START));
        for (at, hash) in hashes.iter().enumerate() {
            assert!(!hashes[at + 1..].contains(hash), "{at}");
        }
    }

    #[test]
    fn a_chain_is_sound_from_where_it_begins() {
        for unchained in 0..=6 {
            let mut reader = ChainVerifier::new(MATCH);
            for event in log(unchained) {
                reader.read(&event).unwrap();
            }
            assert_eq!(reader.chained_from(), unchained + 1);
        }
    }

    #[test]
    fn every_change_is_named_by_its_version() {
        for at in 0..6 {
            let v = at as u32 + 1;
            let changes: [fn(&mut StoredEvent); 4] = [
                |event| event.body.push(' '),
                |event| event.at = Timestamp(event.at.0 + 1),
                |event| {
                    let other = CommandRef { player: PLAYER, id: "other".to_owned() };
                    event.cause = Some(other);
                },
                |event| event.body = event.body.replace('t', "T"),
            ];
            for change in changes {
                let mut altered = log(0);
                change(&mut altered[at]);
                assert_eq!(infractions(&altered), [ChainError::Altered(v)]);
            }
            let mut altered = log(0);
            altered[at].hash = Some([1; 32]);
            assert_eq!(infractions(&altered)[0], ChainError::Altered(v));
        }
        let mut bare = log(0);
        bare[3].hash = None;
        assert_eq!(infractions(&bare)[0], ChainError::NoHash(4));
        let mut short = log(0);
        short.remove(2);
        assert_eq!(infractions(&short)[0], ChainError::Order { expected: 3, found: 4 });
        let mut swapped = log(0);
        swapped.swap(2, 3);
        assert_eq!(infractions(&swapped)[0], ChainError::Order { expected: 3, found: 4 });
        let mut twice = log(0);
        twice.insert(2, twice[1].clone());
        assert_eq!(infractions(&twice)[0], ChainError::Order { expected: 3, found: 2 });
    }
}
