//! The layout of a table file.
//!
//! ```text
//! magic | compressed blocks | footer | footer length | SHA-256 of the footer | magic
//! ```
//!
//! Each block holds [`BLOCK_BYTES`] values of one slice, and the last block of a
//! slice the rest. A block is a zstd frame with a checksum. The footer contains
//! the SHA-256 of all blocks, so the hash of the footer identifies the file.
//! Numbers are little-endian.

use crate::tables::material::{Army, Material};
use crate::tables::position::opponents::Opponents;

pub(crate) const MAGIC: &[u8; 8] = b"CHVTAB01";

/// The number of values of a full block.
pub(crate) const BLOCK_BYTES: usize = 1 << 15;

/// The bytes after the footer.
pub(crate) const TRAILER_BYTES: usize = 8 + 32 + MAGIC.len();

/// The largest footer that a reader accepts.
pub(crate) const MAX_FOOTER_BYTES: u64 = 1 << 26;

/// One slice of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SliceEntry {
    pub(crate) material: Material,
    /// The number of values.
    pub(crate) len: u64,
    pub(crate) first_block: usize,
}

impl SliceEntry {
    pub(crate) fn blocks(&self) -> usize {
        self.len.div_ceil(BLOCK_BYTES as u64) as usize
    }
}

/// The directory of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Footer {
    pub(crate) variant: String,
    /// The hash of the rules ([`chivalry_rules::Variant::hash`]).
    pub(crate) rules: String,
    pub(crate) slices: Vec<SliceEntry>,
    /// The offset of the end of each block.
    pub(crate) block_ends: Vec<u64>,
    pub(crate) data_hash: [u8; 32],
}

impl Footer {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [&self.variant, &self.rules] {
            bytes.push(text.len() as u8);
            bytes.extend(text.bytes());
        }
        bytes.extend((BLOCK_BYTES as u32).to_le_bytes());
        bytes.extend((self.slices.len() as u32).to_le_bytes());
        for SliceEntry { material: Material { opponents, own, enemy }, len, .. } in &self.slices {
            let mut armies = [army_bytes(own), army_bytes(enemy)];
            if *opponents == Opponents::Adjacent {
                armies[0][0] |= ADJACENT;
            }
            bytes.extend(armies.concat());
            bytes.extend(len.to_le_bytes());
        }
        for end in &self.block_ends {
            bytes.extend(end.to_le_bytes());
        }
        bytes.extend(self.data_hash);
        bytes
    }

    /// Reads a footer. `None` if it is malformed.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Footer> {
        let mut rest = Reader(bytes);
        let mut text = || {
            let len = usize::from(*rest.take(1)?.first()?);
            String::from_utf8(rest.take(len)?.to_vec()).ok()
        };
        let (variant, rules) = (text()?, text()?);
        if rest.number(4)? != BLOCK_BYTES as u64 {
            return None;
        }
        let count = rest.number(4)?;
        let mut slices = Vec::new();
        let mut first_block = 0;
        for _ in 0..count {
            let mut army = || rest.take(2)?.try_into().ok();
            let [mut own, enemy]: [[u8; 2]; 2] = [army()?, army()?];
            let is_adjacent = own[0] & ADJACENT != 0;
            own[0] &= !ADJACENT;
            let opponents = if is_adjacent { Opponents::Adjacent } else { Opponents::Opposite };
            let material = Material { opponents, own: army_of(own), enemy: army_of(enemy) };
            let entry = SliceEntry { material, len: rest.number(8)?, first_block };
            first_block += entry.blocks();
            slices.push(entry);
        }
        let mut block_ends = Vec::new();
        for _ in 0..first_block {
            block_ends.push(rest.number(8)?);
        }
        let data_hash = rest.take(32)?.try_into().ok()?;
        let is_ascending = block_ends.is_sorted();
        (rest.0.is_empty() && is_ascending).then_some(Footer {
            variant,
            rules,
            slices,
            block_ends,
            data_hash,
        })
    }
}

/// The bit of the first byte of a slice with adjacent seats.
const ADJACENT: u8 = 1 << 7;

/// The Knights, and the Men with the castle moves in the upper four bits.
fn army_bytes(army: &Army) -> [u8; 2] {
    [army.knights, army.men | army.castle_moves << 4]
}

fn army_of([knights, men]: [u8; 2]) -> Army {
    Army { knights, men: men & 15, castle_moves: men >> 4 }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, len: usize) -> Option<u64> {
        let taken = self.take(len)?;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footer_is_read_back() {
        let entry = |material: &str, len, first_block| SliceEntry {
            material: material.parse().unwrap(),
            len,
            first_block,
        };
        let footer = Footer {
            variant: "camelot".to_owned(),
            rules: "0123456789abcdef".to_owned(),
            slices: vec![entry("K1M3C2-K0M2C1", 40_000, 0), entry("K1M0-K0M1-adjacent", 100, 2)],
            block_ends: vec![100, 180, 200],
            data_hash: [7; 32],
        };
        let bytes = footer.to_bytes();
        assert_eq!(Footer::from_bytes(&bytes), Some(footer));
        assert_eq!(Footer::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Footer::from_bytes(&[&bytes[..], &[0]].concat()), None);
    }
}
