//! Loss of power during a commit. Any part of what the commit wrote may have reached the disk.

use std::fs;
use std::io;
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::live::cluster::simulation::world::World;

/// Sizes in the write-ahead log of SQLite, in bytes.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The place of the size of a page in the header of the log.
const PAGE_SIZE: Range<usize> = 8..12;

/// Bytes that a disk writes as a whole.
const SECTOR: usize = 512;

/// The files of a database before a commit.
#[derive(Debug)]
pub(crate) struct Before {
    database: Vec<u8>,
    log: Vec<u8>,
}

impl Before {
    pub(crate) fn read(path: &Path) -> io::Result<Before> {
        Ok(Before { database: fs::read(path)?, log: read_log(path)? })
    }

    /// Writes the files at `to` that a loss of power leaves during a commit to `from`. The commit
    /// has written the log only: a checkpoint follows the sync of the log. Returns the numbers of
    /// sectors that were written and that were to be written.
    pub(crate) fn tear(self, world: &World, from: &Path, to: &Path) -> io::Result<(usize, usize)> {
        let Before { database, mut log } = self;
        let after = read_log(from)?;
        let changed = changed_sectors(&log, &after);
        let total = changed.len();
        // A disk may write the sectors in any order.
        let written: Vec<Range<usize>> = if world.chance(0.5) {
            let count = world.any(0..total as u64 + 1) as usize;
            changed.into_iter().take(count).collect()
        } else {
            changed.into_iter().filter(|_| world.chance(0.5)).collect()
        };
        for sector in &written {
            log.resize(log.len().max(sector.end), 0);
            log[sector.clone()].copy_from_slice(&after[sector.clone()]);
        }
        fs::write(to, database)?;
        fs::write(log_path(to), log)?;
        Ok((written.len(), total))
    }
}

/// Returns the sectors of the frames that a commit wrote. Each frame has a checksum in its header,
/// while its page may be the same as before.
fn changed_sectors(before: &[u8], after: &[u8]) -> Vec<Range<usize>> {
    let frame = frame_size(after);
    let frames_size = after.len().saturating_sub(LOG_HEADER);
    assert!(frames_size.is_multiple_of(frame), "a log consists of frames of one size");
    let frames = (LOG_HEADER..after.len()).step_by(frame).map(|at| (at..at + frame, FRAME_HEADER));
    let parts = iter::once((0..LOG_HEADER, LOG_HEADER)).chain(frames);
    let changed = parts.filter(|(part, header)| {
        let header = part.start..part.start + header;
        after.get(header.clone()) != before.get(header)
    });
    let sectors = changed.flat_map(|(part, _)| {
        let sector = move |at: usize| at..part.end.min(at + SECTOR);
        part.clone().step_by(SECTOR).map(sector)
    });
    sectors.filter(|sector| sector.end <= after.len()).collect()
}

/// Returns the size of a frame of a log: a header and a page.
fn frame_size(log: &[u8]) -> usize {
    let page = log.get(PAGE_SIZE).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
    FRAME_HEADER + page.unwrap_or_default() as usize
}

/// Returns the path of the write-ahead log.
fn log_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn read_log(database: &Path) -> io::Result<Vec<u8>> {
    match fs::read(log_path(database)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}
