//! Reads table files, one block at a time.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use chivalry_rules::Variant;
use sha2::{Digest as _, Sha256};

use crate::tables::file::format::{
    BLOCK_BYTES, Footer, MAGIC, MAX_FOOTER_BYTES, SliceEntry, TRAILER_BYTES,
};
use crate::tables::file::writer::hash_text;
use crate::tables::material::Material;

/// Blocks in memory: 16 MiB.
const CACHED_BLOCKS: usize = 512;

/// Bytes with random access.
pub trait TableSource: Send + Sync + fmt::Debug {
    /// The number of bytes.
    ///
    /// # Errors
    /// The medium fails.
    fn len(&self) -> io::Result<u64>;

    /// Returns true if there are no bytes.
    ///
    /// # Errors
    /// The medium fails.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Fills `buffer` with the bytes from `offset`.
    ///
    /// # Errors
    /// The medium fails or has fewer bytes.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl TableSource for Vec<u8> {
    fn len(&self) -> io::Result<u64> {
        Ok(<[u8]>::len(self) as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self.get(start..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A table file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The medium failed.
    #[error("the table file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The bytes are not a complete table file.
    #[error("this is no complete table file: {0}")]
    Malformed(&'static str),
    /// The bytes differ from those that were written.
    #[error("the table file is damaged: {0}")]
    Damaged(&'static str),
    /// The tables belong to other rules.
    #[error("the tables are of {found}, which this version does not have")]
    OtherRules {
        /// The variant and the hash of its rules.
        found: String,
    },
}

impl TableFileError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            TableFileError::Io(_) => "table_file_unreadable",
            TableFileError::Malformed(_) => "table_file_malformed",
            TableFileError::Damaged(_) => "table_file_damaged",
            TableFileError::OtherRules { .. } => "table_file_of_other_rules",
        }
    }
}

/// An open table file with a cache of decompressed blocks.
#[derive(Debug)]
pub struct TableFile {
    source: Box<dyn TableSource>,
    footer: Footer,
    hash: [u8; 32],
    cache: Mutex<BlockCache>,
}

#[derive(Debug, Default)]
struct BlockCache {
    blocks: BTreeMap<usize, Arc<[u8]>>,
    /// Oldest first.
    order: VecDeque<usize>,
}

impl TableFile {
    /// Opens a file and checks its directory. [`TableFile::check_data`] checks
    /// the blocks.
    ///
    /// # Errors
    /// The source fails, or is no complete table file.
    pub fn open(source: Box<dyn TableSource>) -> Result<TableFile, TableFileError> {
        let total = source.len()?;
        let trailer_start = total
            .checked_sub(TRAILER_BYTES as u64)
            .ok_or(TableFileError::Malformed("it is too short"))?;
        let mut trailer = [0; TRAILER_BYTES];
        source.read_at(trailer_start, &mut trailer)?;
        let mut magic = [0; MAGIC.len()];
        source.read_at(0, &mut magic)?;
        if magic != *MAGIC || !trailer.ends_with(MAGIC) {
            return Err(TableFileError::Malformed("it does not begin and end as one"));
        }
        let mut len = [0; 8];
        len.copy_from_slice(&trailer[..8]);
        let mut hash = [0; 32];
        hash.copy_from_slice(&trailer[8..40]);
        let len = u64::from_le_bytes(len);
        let footer_start = trailer_start
            .checked_sub(len)
            .filter(|_| len <= MAX_FOOTER_BYTES)
            .ok_or(TableFileError::Malformed("its directory is too long"))?;
        let mut footer = vec![0; len as usize];
        source.read_at(footer_start, &mut footer)?;
        if <[u8; 32]>::from(Sha256::digest(&footer)) != hash {
            return Err(TableFileError::Damaged("the hash of the directory differs"));
        }
        let footer = Footer::from_bytes(&footer)
            .filter(|footer| footer.block_ends.last().is_none_or(|&end| end == footer_start))
            .ok_or(TableFileError::Malformed("its directory is unreadable"))?;
        Ok(TableFile { source, footer, hash, cache: Mutex::default() })
    }

    /// The hash that identifies the file, in hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        hash_text(&self.hash)
    }

    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &str {
        &self.footer.variant
    }

    /// The hash of the rules of the variant.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.footer.rules
    }

    /// The variant with the rules of the tables.
    ///
    /// # Errors
    /// This version does not have the variant, or has other rules for it.
    pub fn checked_variant(&self) -> Result<&'static Variant, TableFileError> {
        Variant::named(self.variant()).filter(|variant| variant.hash() == self.rules()).ok_or_else(
            || TableFileError::OtherRules {
                found: format!("{} with the rules {}", self.variant(), self.rules()),
            },
        )
    }

    /// The slices with the number of values of each.
    pub fn slices(&self) -> impl Iterator<Item = (Material, u64)> {
        self.footer.slices.iter().map(|entry| (entry.material, entry.len))
    }

    /// The bytes of the source.
    ///
    /// # Errors
    /// The medium fails.
    pub fn size(&self) -> Result<u64, TableFileError> {
        Ok(self.source.len()?)
    }

    /// Reads all blocks and compares their hash with the directory.
    ///
    /// # Errors
    /// The source fails, or the hash differs.
    pub fn check_data(&self) -> Result<(), TableFileError> {
        let mut hash = Sha256::new();
        for block in 0..self.footer.block_ends.len() {
            hash.update(self.compressed(block)?);
        }
        let is_same = <[u8; 32]>::from(hash.finalize()) == self.footer.data_hash;
        is_same.then_some(()).ok_or(TableFileError::Damaged("the hash of the values differs"))
    }

    /// The byte of a placement.
    pub(crate) fn byte(&self, slice: usize, number: u64) -> Result<u8, TableFileError> {
        let block = (number / BLOCK_BYTES as u64) as usize;
        let within = (number % BLOCK_BYTES as u64) as usize;
        let block = self.block(self.footer.slices[slice].first_block + block)?;
        block.get(within).copied().ok_or(TableFileError::Damaged("a block is too short"))
    }

    /// All bytes of the slice of `material`, if the file has it.
    ///
    /// # Errors
    /// The source fails, or a block is damaged.
    pub fn slice_bytes(&self, material: Material) -> Result<Option<Vec<u8>>, TableFileError> {
        let is_slice = |entry: &&SliceEntry| entry.material == material;
        let Some(entry) = self.footer.slices.iter().find(is_slice) else { return Ok(None) };
        let mut bytes = Vec::with_capacity(entry.len as usize);
        for block in entry.first_block..entry.first_block + entry.blocks() {
            bytes.extend(self.decompressed(block)?);
        }
        let is_complete = bytes.len() as u64 == entry.len;
        is_complete.then_some(Some(bytes)).ok_or(TableFileError::Damaged("a block is too short"))
    }

    fn block(&self, block: usize) -> Result<Arc<[u8]>, TableFileError> {
        let cached = |cache: &BlockCache| cache.blocks.get(&block).cloned();
        if let Some(bytes) = cached(&self.cache.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(bytes);
        }
        let bytes: Arc<[u8]> = self.decompressed(block)?.into();
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.blocks.insert(block, bytes.clone()).is_none() {
            cache.order.push_back(block);
        }
        if cache.order.len() > CACHED_BLOCKS
            && let Some(oldest) = cache.order.pop_front()
        {
            cache.blocks.remove(&oldest);
        }
        Ok(bytes)
    }

    fn compressed(&self, block: usize) -> Result<Vec<u8>, TableFileError> {
        let ends = &self.footer.block_ends;
        let start = block.checked_sub(1).map_or(MAGIC.len() as u64, |before| ends[before]);
        let len = ends[block].checked_sub(start);
        let len = len.ok_or(TableFileError::Damaged("a block ends before it starts"))?;
        let mut bytes = vec![0; len as usize];
        self.source.read_at(start, &mut bytes)?;
        Ok(bytes)
    }

    fn decompressed(&self, block: usize) -> Result<Vec<u8>, TableFileError> {
        let compressed = self.compressed(block)?;
        zstd::bulk::decompress(&compressed, BLOCK_BYTES)
            .map_err(|_| TableFileError::Damaged("a block cannot be decompressed"))
    }
}
