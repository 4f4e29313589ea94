//! The entries of the index: one for each game that reached a position.
//!
//! An entry has 14 bytes, little-endian: the number of the game within its block (2), the code of
//! the next move (4), the ply (2), the average rating (2), and the facts of the game (4). The facts
//! are the day (17 bits), the result (2), the speed (3), the flag of rated games (1), and the high bit
//! of the result (1), which is set in games of three and four teams.

use chivalry_play::clock::{Speed, Timestamp};
use chivalry_play::matches::MatchResult;
use chivalry_rules::{Position, Seat};

/// The number of games in a block.
pub(crate) const BLOCK: i64 = 512;

/// The bytes of an entry.
pub(crate) const ENTRY_BYTES: usize = 14;

/// The bytes of a game in the list of a player.
pub(crate) const PLAYER_GAME_BYTES: usize = 2;

/// The code of a game that ended in the position.
pub(crate) const NO_MOVE: u32 = 0;

/// The first day that an entry can state, in days since 1970. It is in the year 1696.
const FIRST_DAY: i64 = -100_000;

/// The bits of a day. The last day is in the year 2055.
const DAY_BITS: u32 = 17;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The key of a position in the index. A position and its mirror image share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionKey {
    pub(crate) key: i64,
    /// True if the index has the mirror image of the position.
    is_mirrored: bool,
}

impl PositionKey {
    pub(crate) fn of(position: &Position) -> PositionKey {
        let own = position.hash();
        let mirrored = position.mirrored().map(|mirrored| mirrored.hash());
        let hash = mirrored.map_or(own, |mirrored| mirrored.min(own));
        let pin = position.variant().pin();
        PositionKey { key: (hash ^ text_hash(pin)) as i64, is_mirrored: hash != own }
    }

    /// The code of the move from the position to `next`. Moves with the same result have one code.
    pub(crate) fn move_code(self, next: &Position) -> u32 {
        let mirrored = next.mirrored().filter(|_| self.is_mirrored);
        let hash = mirrored.map_or(next.hash(), |mirrored| mirrored.hash());
        // Zero is the code of a game without another move.
        (hash as u32).max(1)
    }
}

/// FNV-1a.
fn text_hash(text: &str) -> u64 {
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The facts of a game in its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameFacts {
    /// The day of play in days since 1970, as far as known.
    pub(crate) day: Option<i64>,
    pub(crate) result: MatchResult,
    pub(crate) speed: Speed,
    pub(crate) is_rated: bool,
    /// The average rating of the players before the game.
    pub(crate) rating: Option<u16>,
}

/// Returns the day of a time, in days since 1970.
pub(crate) fn day_of(at: Timestamp) -> i64 {
    at.0.div_euclid(DAY_MS)
}

/// One visit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The number of the game.
    pub(crate) number: i64,
    pub(crate) move_code: u32,
    pub(crate) ply: u16,
    pub(crate) facts: GameFacts,
}

impl Entry {
    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        let Entry { number, move_code, ply, facts } = self;
        to.extend(offset_in_block(*number).to_le_bytes());
        to.extend(move_code.to_le_bytes());
        to.extend(ply.to_le_bytes());
        to.extend(facts.rating.unwrap_or(0).to_le_bytes());
        to.extend(facts.packed().to_le_bytes());
    }

    /// Reads an entry of a block.
    pub(crate) fn read(block: i64, bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let [n0, n1, m0, m1, m2, m3, p0, p1, r0, r1, f0, f1, f2, f3] = *bytes;
        let rating = u16::from_le_bytes([r0, r1]);
        let facts = GameFacts::unpacked(u32::from_le_bytes([f0, f1, f2, f3]));
        Entry {
            number: block * BLOCK + i64::from(u16::from_le_bytes([n0, n1])),
            move_code: u32::from_le_bytes([m0, m1, m2, m3]),
            ply: u16::from_le_bytes([p0, p1]),
            facts: GameFacts { rating: Some(rating).filter(|rating| *rating > 0), ..facts },
        }
    }
}

impl GameFacts {
    fn packed(self) -> u32 {
        let last = (1 << DAY_BITS) - 1;
        // Zero is an unknown day.
        let day = self.day.map_or(0, |day| (day - FIRST_DAY).clamp(1, last) as u32);
        let result = MatchResult::ALL.iter().position(|it| *it == self.result).unwrap_or(0) as u32;
        let speed = Speed::ALL.iter().position(|it| *it == self.speed).unwrap_or(0) as u32;
        day | (result & 3) << DAY_BITS
            | speed << (DAY_BITS + 2)
            | u32::from(self.is_rated) << (DAY_BITS + 5)
            | (result >> 2) << (DAY_BITS + 6)
    }

    /// Reads the facts without the rating.
    fn unpacked(packed: u32) -> GameFacts {
        let day = i64::from(packed & ((1 << DAY_BITS) - 1));
        let high = packed >> (DAY_BITS + 6) & 1;
        let result = (packed >> DAY_BITS & 3 | high << 2) as usize % MatchResult::ALL.len();
        let speed = (packed >> (DAY_BITS + 2)) as usize & 7;
        GameFacts {
            day: (day > 0).then_some(day + FIRST_DAY),
            result: MatchResult::ALL[result],
            speed: Speed::ALL[speed % Speed::ALL.len()],
            is_rated: packed >> (DAY_BITS + 5) & 1 == 1,
            rating: None,
        }
    }
}

/// Returns the block of a game.
pub(crate) fn block_of(number: i64) -> i64 {
    number / BLOCK
}

fn offset_in_block(number: i64) -> u16 {
    (number % BLOCK) as u16
}

/// Returns the number of an entry's game within its block.
pub(crate) fn offset_of(entry: &[u8; ENTRY_BYTES]) -> usize {
    usize::from(u16::from_le_bytes([entry[0], entry[1]])) % BLOCK as usize
}

/// Writes a game of a player: its number and the seat.
pub(crate) fn write_player_game(number: i64, seat: Seat, to: &mut Vec<u8>) {
    to.extend((offset_in_block(number) | (seat.index() as u16) << 9).to_le_bytes());
}

/// Reads a game of a player in a block.
pub(crate) fn read_player_game(block: i64, bytes: &[u8; PLAYER_GAME_BYTES]) -> (i64, Seat) {
    let packed = u16::from_le_bytes(*bytes);
    let seat = Seat::new(usize::from(packed >> 9)).unwrap_or(Seat::FIRST);
    (block * BLOCK + i64::from(packed) % BLOCK, seat)
}

#[cfg(test)]
mod tests {
    use chivalry_rules::Variant;

    use super::*;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        let mut written = Vec::new();
        for (at, result) in MatchResult::ALL.into_iter().enumerate() {
            for speed in Speed::ALL {
                let day = [Some(-14_208), Some(20_000), None][at % 3];
                let rating = [None, Some(1_500), Some(4_000)][at % 3];
                let facts = GameFacts { day, result, speed, is_rated: at % 2 == 0, rating };
                let number = 3 * BLOCK + written.len() as i64 * 13;
                written.push(Entry { number, move_code: u32::MAX - 5, ply: 900, facts });
            }
        }
        for entry in &written {
            entry.write(&mut bytes);
        }
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        assert!(rest.is_empty());
        let read: Vec<Entry> = entries.iter().map(|bytes| Entry::read(3, bytes)).collect();
        assert_eq!(read, written);
    }

    #[test]
    fn a_game_of_a_player_has_a_number_and_a_seat() {
        for seat in Seat::ALL {
            let mut bytes = Vec::new();
            write_player_game(7 * BLOCK + 511, seat, &mut bytes);
            assert_eq!(read_player_game(7, &[bytes[0], bytes[1]]), (7 * BLOCK + 511, seat));
        }
    }

    #[test]
    fn mirror_images_share_a_key_and_the_codes_of_their_moves() {
        let variant = Variant::named("camette").unwrap();
        let start = Position::start(variant);
        let after = |position: &Position, text: &str| {
            position.after(&position.check(&text.parse().unwrap()).unwrap())
        };
        let (left, right) = (after(&start, "B3-A3"), after(&start, "D3-E3"));
        assert_ne!(left, right);
        let [left_key, right_key] = [left, right].map(|position| PositionKey::of(&position));
        assert_eq!(left_key.key, right_key.key);
        assert_ne!(left_key.is_mirrored, right_key.is_mirrored);
        let answers = [("B5-A5", "D5-E5"), ("D5-E5", "B5-A5")];
        let codes = answers.map(|(answer, mirrored)| {
            let code = left_key.move_code(&after(&left, answer));
            assert_eq!(code, right_key.move_code(&after(&right, mirrored)));
            code
        });
        assert_ne!(codes[0], codes[1]);
        let other = Position::start(Variant::named("camelot").unwrap());
        let knights = Position::start(Variant::named("camelot-1931").unwrap());
        assert_ne!(PositionKey::of(&other).key, PositionKey::of(&knights).key);
    }
}
