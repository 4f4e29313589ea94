//! Sealing of messages between nodes: encryption, authentication, and detection of replays.
//!
//! A sealed message is a header, a ciphertext and a tag. ChaCha20-Poly1305 also authenticates the
//! header and the [`Address`] of the message. Each sender has a key of its own, and the number of
//! the message is its nonce.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use parking_lot::Mutex;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce};
use uuid::Uuid;

use crate::cluster::keys::{ClusterKeys, KEY_ID_LENGTH};
use crate::cluster::rejection::Rejection;
use crate::cluster::replay_window::ReplayWindow;

/// The version of the header. Another layout needs another version.
const VERSION: u8 = 1;

/// Maximum difference between the time of a message and the clock of its receiver, in milliseconds.
/// It includes the difference of their clocks.
const MAX_AGE_MS: u64 = 30_000;

/// Maximum number of senders that are remembered. The one that was silent for the longest time is
/// forgotten.
const MAX_SENDERS: usize = 1_024;

/// The place of a message, which a replay in another place does not have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Address<'a> {
    /// A request or message on a subject.
    Subject(&'a str),
    /// The answer to a request.
    AnswerTo(MessageId),
}

/// The sender and the number of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MessageId {
    sender: Uuid,
    number: u64,
}

/// The clear part of a sealed message.
#[derive(Clone, Copy)]
struct Header {
    key: [u8; KEY_ID_LENGTH],
    id: MessageId,
    /// Milliseconds since 1970.
    sent_at: u64,
}

const HEADER_LENGTH: usize = 1 + KEY_ID_LENGTH + 16 + 8 + 8;

impl Header {
    fn write(&self) -> Vec<u8> {
        let MessageId { sender, number } = self.id;
        let [sent_at, number] = [self.sent_at, number].map(u64::to_be_bytes);
        [&[VERSION][..], &self.key, sender.as_bytes(), &sent_at, &number].concat()
    }

    fn read(sealed: &[u8]) -> Result<(Header, &[u8]), Rejection> {
        let (version, rest) = sealed.split_first().ok_or(Rejection::Malformed)?;
        if *version != VERSION {
            return Err(Rejection::Version);
        }
        let fields = || {
            let (key, rest) = rest.split_first_chunk::<KEY_ID_LENGTH>()?;
            let (sender, rest) = rest.split_first_chunk::<16>()?;
            let (sent_at, rest) = rest.split_first_chunk::<8>()?;
            let (number, rest) = rest.split_first_chunk::<8>()?;
            let number = u64::from_be_bytes(*number);
            let id = MessageId { sender: Uuid::from_bytes(*sender), number };
            Some((Header { key: *key, id, sent_at: u64::from_be_bytes(*sent_at) }, rest))
        };
        let (header, rest) = fields().ok_or(Rejection::Malformed)?;
        if rest.len() < CHACHA20_POLY1305.tag_len() {
            return Err(Rejection::Malformed);
        }
        Ok((header, rest))
    }

    /// Returns the authenticated bytes that are not encrypted.
    fn context(&self, address: Address<'_>) -> Aad<Vec<u8>> {
        let mut context = self.write();
        match address {
            Address::Subject(subject) => {
                context.push(b's');
                context.extend(subject.as_bytes());
            }
            Address::AnswerTo(MessageId { sender, number }) => {
                context.push(b'a');
                context.extend(sender.as_bytes());
                context.extend(number.to_be_bytes());
            }
        }
        Aad::from(context)
    }

    /// Returns the nonce, which is unique for the key of the sender.
    fn nonce(&self) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[NONCE_LEN - 8..].copy_from_slice(&self.id.number.to_be_bytes());
        Nonce::assume_unique_for_key(nonce)
    }
}

/// The sealing end of a node. Each start of a node is another sender.
#[derive(Debug)]
pub(super) struct Sealer {
    sender: Uuid,
    key_id: [u8; KEY_ID_LENGTH],
    key: LessSafeKey,
    last_number: AtomicU64,
}

impl Sealer {
    pub(super) fn new(keys: &ClusterKeys) -> Sealer {
        let (sender, key) = (Uuid::from_bytes(rand::random()), keys.sealing());
        let last_number = AtomicU64::new(0);
        Sealer { sender, key_id: key.id, key: key.of_sender(sender.as_bytes()), last_number }
    }

    /// Seals a message. Returns it with its id, which its answer names.
    pub(super) fn seal(
        &self,
        address: Address<'_>,
        payload: &[u8],
        now: u64,
    ) -> (Bytes, MessageId) {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let id = MessageId { sender: self.sender, number };
        let header = Header { key: self.key_id, id, sent_at: now };
        let mut sealed = header.write();
        sealed.extend(payload);
        let text = &mut sealed[HEADER_LENGTH..];
        let tag =
            self.key.seal_in_place_separate_tag(header.nonce(), header.context(address), text);
        sealed.extend(tag.expect("a message is shorter than 64 GiB").as_ref());
        (sealed.into(), id)
    }
}

/// The opening end of a node.
#[derive(Debug)]
pub(super) struct Opener {
    keys: ClusterKeys,
    /// The lock is held for one look-up and never across an await.
    senders: Mutex<HashMap<Uuid, Sender>>,
    late: AtomicU64,
}

/// A sender whose messages were authentic.
#[derive(Debug)]
struct Sender {
    key_id: [u8; KEY_ID_LENGTH],
    key: LessSafeKey,
    window: ReplayWindow,
    /// The receiver's time of the last message.
    last_at: u64,
    /// True if the last new message was too old.
    is_late: bool,
}

impl Opener {
    pub(super) fn new(keys: ClusterKeys) -> Opener {
        Opener { keys, senders: Mutex::default(), late: AtomicU64::new(0) }
    }

    /// Opens a message on a subject. Each message is opened once.
    pub(super) fn open(
        &self,
        subject: &str,
        sealed: &[u8],
        now: u64,
    ) -> Result<(Bytes, MessageId), Rejection> {
        let (header, key, payload) = self.authenticate(Address::Subject(subject), sealed)?;
        let is_stale = now.abs_diff(header.sent_at) > MAX_AGE_MS;
        let mut senders = self.senders.lock();
        if !senders.contains_key(&header.id.sender) && senders.len() >= MAX_SENDERS {
            let oldest = senders.iter().min_by_key(|(_, sender)| sender.last_at);
            let oldest = oldest.map(|(id, _)| *id);
            if let Some(id) = oldest {
                senders.remove(&id);
            }
        }
        let sender = senders.entry(header.id.sender).or_insert_with(|| {
            let window = ReplayWindow::new();
            Sender { key_id: header.key, key, window, last_at: now, is_late: false }
        });
        if is_stale {
            if sender.window.is_newest(header.id.number) {
                sender.window.insert(header.id.number);
                if !std::mem::replace(&mut sender.is_late, true) {
                    self.late.fetch_add(1, Ordering::Relaxed);
                }
            }
            return Err(Rejection::Stale);
        }
        if !sender.window.insert(header.id.number) {
            return Err(Rejection::Replayed);
        }
        (sender.last_at, sender.is_late) = (now, false);
        Ok((payload, header.id))
    }

    /// Opens the answer to a request. A request takes one answer, so replays need no check.
    pub(super) fn open_answer(&self, to: MessageId, sealed: &[u8]) -> Result<Bytes, Rejection> {
        self.authenticate(Address::AnswerTo(to), sealed).map(|(_, _, payload)| payload)
    }

    /// Counts the occasions on which new messages of a sender arrived too late.
    pub(super) fn late(&self) -> u64 {
        self.late.load(Ordering::Relaxed)
    }

    fn authenticate(
        &self,
        address: Address<'_>,
        sealed: &[u8],
    ) -> Result<(Header, LessSafeKey, Bytes), Rejection> {
        let (header, text) = Header::read(sealed)?;
        let known = {
            let senders = self.senders.lock();
            let sender = senders.get(&header.id.sender).filter(|it| it.key_id == header.key);
            sender.map(|sender| sender.key.clone())
        };
        let key = match known {
            Some(key) => key,
            None => {
                let key = self.keys.named(header.key).ok_or(Rejection::UnknownKey)?;
                key.of_sender(header.id.sender.as_bytes())
            }
        };
        let mut text = text.to_vec();
        let length = key
            .open_in_place(header.nonce(), header.context(address), &mut text)
            .map_err(|_| Rejection::Forged)?
            .len();
        text.truncate(length);
        Ok((header, key, text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_800_000_000_000;

    fn keys(bytes: &[u8]) -> ClusterKeys {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}").repeat(32)).collect();
        ClusterKeys::read(&hex.join(",")).unwrap()
    }

    fn sealed(sealer: &Sealer, subject: &str, payload: &str, now: u64) -> Bytes {
        sealer.seal(Address::Subject(subject), payload.as_bytes(), now).0
    }

    fn open(opener: &Opener, subject: &str, sealed: &[u8], now: u64) -> Result<Bytes, Rejection> {
        opener.open(subject, sealed, now).map(|(payload, _)| payload)
    }

    #[test]
    fn a_sealed_message_is_opened_once_on_its_own_subject_and_hides_its_text() {
        let (sealer, opener) = (Sealer::new(&keys(&[1])), Opener::new(keys(&[1])));
        let message = sealed(&sealer, "match.1", "move C3-C4", NOW);
        let is_clear = |window: &[u8]| window == b"C3-C4";
        assert!(!message.windows(5).any(is_clear), "the text is encrypted");
        assert_eq!(open(&opener, "match.2", &message, NOW), Err(Rejection::Forged));
        assert_eq!(open(&opener, "match.1", &message, NOW).unwrap(), "move C3-C4");
        assert_eq!(open(&opener, "match.1", &message, NOW), Err(Rejection::Replayed));
    }

    #[test]
    fn every_altered_byte_is_detected() {
        let (sealer, opener) = (Sealer::new(&keys(&[1])), Opener::new(keys(&[1])));
        let message = sealed(&sealer, "lobby", "seek", NOW);
        for at in 0..message.len() {
            let mut altered = message.to_vec();
            altered[at] ^= 1;
            let expected = match at {
                0 => Rejection::Version,
                1..=4 => Rejection::UnknownKey,
                _ => Rejection::Forged,
            };
            assert_eq!(open(&opener, "lobby", &altered, NOW), Err(expected), "byte {at}");
            let cut = open(&opener, "lobby", &message[..at], NOW);
            assert!(matches!(cut, Err(Rejection::Malformed | Rejection::Forged)), "{at} bytes");
        }
        assert!(open(&opener, "lobby", &message, NOW).is_ok(), "the window is unchanged");
    }

    #[test]
    fn a_message_that_is_too_old_or_too_new_is_refused() {
        let (sealer, opener) = (Sealer::new(&keys(&[1])), Opener::new(keys(&[1])));
        let at = |sent_at| sealed(&sealer, "lobby", "seek", sent_at);
        assert!(open(&opener, "lobby", &at(NOW - MAX_AGE_MS), NOW).is_ok());
        assert!(open(&opener, "lobby", &at(NOW + MAX_AGE_MS), NOW).is_ok());
        let future = at(NOW + MAX_AGE_MS + 1);
        assert_eq!(open(&opener, "lobby", &future, NOW), Err(Rejection::Stale));
        assert_eq!(opener.late(), 1);
        let old = at(NOW - MAX_AGE_MS - 1);
        assert_eq!(open(&opener, "lobby", &old, NOW), Err(Rejection::Stale));
        assert_eq!(open(&opener, "lobby", &old, NOW), Err(Rejection::Stale));
        assert_eq!(opener.late(), 1, "one occasion");
    }

    #[test]
    fn an_answer_opens_for_its_request_only() {
        let (asker, owner) = (Sealer::new(&keys(&[1])), Sealer::new(&keys(&[1])));
        let opener = Opener::new(keys(&[1]));
        let [first, second] =
            ["a", "b"].map(|text| asker.seal(Address::Subject("lobby"), text.as_bytes(), NOW).1);
        let (answer, _) = owner.seal(Address::AnswerTo(first), b"done", NOW);
        assert_eq!(opener.open_answer(first, &answer).unwrap(), "done");
        assert_eq!(opener.open_answer(second, &answer), Err(Rejection::Forged));
        assert_eq!(open(&opener, "lobby", &answer, NOW), Err(Rejection::Forged));
    }

    #[test]
    fn nodes_with_different_keys_refuse_each_other_and_a_key_can_be_rotated() {
        let old = Sealer::new(&keys(&[1]));
        let new = Sealer::new(&keys(&[2, 1]));
        let message = |sealer: &Sealer| sealed(sealer, "lobby", "seek", NOW);
        let first = Opener::new(keys(&[1]));
        assert_eq!(open(&first, "lobby", &message(&new), NOW), Err(Rejection::UnknownKey));
        // A node with both keys, in either order, opens the messages of both.
        for both in [[1, 2], [2, 1]] {
            let opener = Opener::new(keys(&both));
            assert!(open(&opener, "lobby", &message(&old), NOW).is_ok());
            assert!(open(&opener, "lobby", &message(&new), NOW).is_ok());
        }
    }

    #[test]
    fn remembered_senders_are_bounded_and_forged_ones_are_not_remembered() {
        let opener = Opener::new(keys(&[1]));
        let forged = sealed(&Sealer::new(&keys(&[2])), "lobby", "seek", NOW);
        assert!(open(&opener, "lobby", &forged, NOW).is_err());
        assert_eq!(opener.senders.lock().len(), 0);
        for time in 0..MAX_SENDERS as u64 + 2 {
            let message = sealed(&Sealer::new(&keys(&[1])), "lobby", "seek", NOW + time);
            assert!(open(&opener, "lobby", &message, NOW + time).is_ok());
        }
        let senders = opener.senders.lock();
        assert_eq!(senders.len(), MAX_SENDERS);
        assert!(senders.values().all(|sender| sender.last_at >= NOW + 2), "the oldest are gone");
    }
}
