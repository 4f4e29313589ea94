//! Writes table files.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use chivalry_rules::Variant;
use sha2::{Digest as _, Sha256};

use crate::tables::file::format::{BLOCK_BYTES, Footer, MAGIC, SliceEntry};
use crate::tables::position::bits::SquareBits;
use crate::tables::slices::table_set::Slice;
use crate::tables::value::{DRAW, VACANT};

/// Blocks that one thread compresses at a time.
const BLOCKS_PER_BATCH: usize = 64;

/// A file of tables in the making.
#[derive(Debug)]
pub(crate) struct TableWriter<W> {
    output: W,
    level: i32,
    threads: NonZeroUsize,
    footer: Footer,
    offset: u64,
    hash: Sha256,
}

impl<W: Write> TableWriter<W> {
    /// Starts a file of tables of `variant`. Blocks are compressed by zstd at
    /// `level`, on `threads` threads.
    ///
    /// # Errors
    /// The output fails.
    pub(crate) fn new(
        mut output: W,
        variant: &Variant,
        level: i32,
        threads: NonZeroUsize,
    ) -> io::Result<TableWriter<W>> {
        output.write_all(MAGIC)?;
        let footer = Footer {
            variant: variant.name().to_owned(),
            rules: variant.hash(),
            slices: Vec::new(),
            block_ends: Vec::new(),
            data_hash: [0; 32],
        };
        let offset = MAGIC.len() as u64;
        Ok(TableWriter { output, level, threads, footer, offset, hash: Sha256::new() })
    }

    /// Appends a slice.
    ///
    /// # Errors
    /// The output or the compression fails.
    pub(crate) fn write_slice<B: SquareBits>(&mut self, slice: &Slice<B>) -> io::Result<()> {
        let entry = SliceEntry {
            material: slice.material(),
            len: slice.index.len(),
            first_block: self.footer.block_ends.len(),
        };
        self.footer.slices.push(entry);
        // A vacant number is never read. A repeated value compresses best.
        let mut previous = DRAW;
        let mut filled = slice.bytes().map(|byte| {
            if byte != VACANT {
                previous = byte;
            }
            previous
        });
        loop {
            let batch = self.threads.get() * BLOCKS_PER_BATCH * BLOCK_BYTES;
            let bytes: Vec<u8> = filled.by_ref().take(batch).collect();
            if bytes.is_empty() {
                return Ok(());
            }
            for block in compress_blocks(&bytes, self.level)? {
                self.output.write_all(&block)?;
                self.hash.update(&block);
                self.offset += block.len() as u64;
                self.footer.block_ends.push(self.offset);
            }
        }
    }

    /// Ends the file. Returns its hash and the output.
    ///
    /// # Errors
    /// The output fails.
    pub(crate) fn finish(mut self) -> io::Result<(String, W)> {
        self.footer.data_hash = self.hash.finalize().into();
        let footer = self.footer.to_bytes();
        let hash: [u8; 32] = Sha256::digest(&footer).into();
        self.output.write_all(&footer)?;
        self.output.write_all(&(footer.len() as u64).to_le_bytes())?;
        self.output.write_all(&hash)?;
        self.output.write_all(MAGIC)?;
        self.output.flush()?;
        Ok((hash_text(&hash), self.output))
    }
}

/// Compresses blocks in their order, on one thread for each share of them.
fn compress_blocks(bytes: &[u8], level: i32) -> io::Result<Vec<Vec<u8>>> {
    let compress = |share: &[u8]| -> io::Result<Vec<Vec<u8>>> {
        let mut compressor = zstd::bulk::Compressor::new(level)?;
        compressor.include_checksum(true)?;
        share.chunks(BLOCK_BYTES).map(|block| compressor.compress(block)).collect()
    };
    let shares = bytes.chunks(BLOCKS_PER_BATCH * BLOCK_BYTES);
    let results: Vec<io::Result<Vec<Vec<u8>>>> = std::thread::scope(|scope| {
        let threads: Vec<_> = shares.map(|share| scope.spawn(move || compress(share))).collect();
        let panicked = |_| Err(io::Error::other("a compressing thread panicked"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect()
    });
    let blocks: io::Result<Vec<Vec<Vec<u8>>>> = results.into_iter().collect();
    Ok(blocks?.into_iter().flatten().collect())
}

pub(crate) fn hash_text(hash: &[u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
