//! Solves all slices of a variant, and checks them.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use crate::tables::file::reader::{TableFile, TableFileError};
use crate::tables::file::writer::TableWriter;
use crate::tables::material::Material;
use crate::tables::position::bits::{SquareBits, WideBits};
use crate::tables::position::board::{TableBoard, UnsupportedVariant};
use crate::tables::position::opponents::Opponents;
use crate::tables::slices::retrograde::solve_pair;
use crate::tables::slices::table_set::{Slice, SliceStats, TableSet};
use crate::tables::slices::verify::{SliceCheck, verify_slice};
use crate::tables::value::TooLong;
use chivalry_rules::Variant;

/// The zstd level of unfinished tables.
const PART_LEVEL: i32 = 1;

/// Keeps solved slices, so that an interrupted run continues after the last one.
pub trait SliceStore {
    /// The file with the slice of `material` and its flipped slice, if it was saved.
    ///
    /// # Errors
    /// The file cannot be read.
    fn load(&mut self, material: Material) -> Result<Option<TableFile>, TableFileError>;

    /// Saves the file with the slice of `material` and its flipped slice.
    ///
    /// # Errors
    /// The file cannot be written.
    fn save(&mut self, material: Material, file: &[u8]) -> Result<(), TableFileError>;
}

/// A run that ended without tables.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The variant has no tables.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedVariant),
    /// A win is longer than the format allows.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A saved slice cannot be read or written.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// The values do not fit into the memory that the caller allows.
    #[error(
        "the values of positions with up to {pieces} pieces take {bytes} bytes of memory, and \
         {max_bytes} bytes are allowed"
    )]
    TooLarge {
        /// The number of pieces.
        pieces: u8,
        /// The memory that the values take.
        bytes: u64,
        /// The memory that they may take.
        max_bytes: u64,
    },
}

impl SolveError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SolveError::Unsupported(error) => error.code(),
            SolveError::TooLong(_) => "table_win_too_long",
            SolveError::File(error) => error.code(),
            SolveError::TooLarge { .. } => "tables_too_large",
        }
    }
}

/// The tables of one variant in memory.
#[derive(Debug)]
pub struct SolvedTables {
    variant: &'static Variant,
    sets: Sets,
}

/// A set for each [`Opponents`] of the variant, with the narrowest word that holds the squares of
/// the board.
#[derive(Debug)]
enum Sets {
    Small(Vec<TableSet<u32>>),
    Medium(Vec<TableSet<u128>>),
    Large(Vec<TableSet<WideBits>>),
}

/// Evaluates an expression for the sets of any word.
macro_rules! for_sets {
    ($sets:expr, $of_word:ident => $result:expr) => {
        match $sets {
            Sets::Small($of_word) => $result,
            Sets::Medium($of_word) => $result,
            Sets::Large($of_word) => $result,
        }
    };
}

impl Sets {
    fn new(variant: &'static Variant) -> Result<Sets, UnsupportedVariant> {
        let squares = variant.board().len();
        Ok(if squares <= u32::CAPACITY {
            Sets::Small(empty_sets(variant)?)
        } else if squares <= u128::CAPACITY {
            Sets::Medium(empty_sets(variant)?)
        } else {
            Sets::Large(empty_sets(variant)?)
        })
    }
}

fn empty_sets<B: SquareBits>(
    variant: &'static Variant,
) -> Result<Vec<TableSet<B>>, UnsupportedVariant> {
    Ok(TableBoard::all_of(variant)?.into_iter().map(TableSet::new).collect())
}

impl SolvedTables {
    /// Returns the bytes that the values of all positions with up to `pieces` pieces take in
    /// memory: one for each position. Half of those of opposite seats are mirror images of others.
    #[must_use]
    pub fn bytes(variant: &Variant, pieces: u8) -> u64 {
        let squares = variant.board().len() as u64;
        // The combinations of all groups, each on the squares that the others leave free.
        let placements = |material: &Material| {
            let Material { opponents, own, enemy } = material;
            let groups = [own.knights, own.men, enemy.knights, enemy.men];
            let (mut placements, mut free) = (1_u64, squares);
            for count in groups {
                for chosen in 1..=u64::from(count) {
                    placements = placements.saturating_mul(free) / chosen;
                    free = free.saturating_sub(1);
                }
            }
            match opponents {
                Opponents::Opposite => placements / 2,
                Opponents::Adjacent => placements,
            }
        };
        let all = Material::all_of(variant, pieces);
        all.iter().map(placements).fold(0, u64::saturating_add)
    }

    /// Solves all positions of `variant` with up to `pieces` pieces. Calls
    /// `on_slice` after each slice.
    ///
    /// # Errors
    /// The variant has no tables, their values take more than `max_bytes` bytes of memory, or
    /// `store` fails.
    pub fn solve(
        variant: &'static Variant,
        pieces: u8,
        max_bytes: u64,
        threads: NonZeroUsize,
        store: &mut dyn SliceStore,
        on_slice: &mut dyn FnMut(Material, SliceStats),
    ) -> Result<SolvedTables, SolveError> {
        let mut sets = Sets::new(variant)?;
        let bytes = SolvedTables::bytes(variant, pieces);
        if bytes > max_bytes {
            let all = Material::all_of(variant, pieces);
            let pieces = all.last().map_or(0, |most| most.len());
            return Err(SolveError::TooLarge { pieces, bytes, max_bytes });
        }
        for_sets!(&mut sets, sets => {
            for material in Material::all_of(variant, pieces) {
                let Some(set) = set_of(sets, material) else { continue };
                if set.slice(material).is_some() {
                    continue;
                }
                for slice in pair(set, variant, material, threads, store)? {
                    on_slice(slice.material(), slice.stats());
                    set.insert(slice);
                }
            }
        });
        Ok(SolvedTables { variant, sets })
    }

    /// Reads all slices of a file.
    ///
    /// # Errors
    /// The file is damaged or belongs to other rules.
    pub fn read(file: &TableFile) -> Result<SolvedTables, SolveError> {
        let variant = file.checked_variant()?;
        let mut sets = Sets::new(variant)?;
        for_sets!(&mut sets, sets => {
            for (material, _) in file.slices() {
                let other = TableFileError::Malformed("the variant has no such seats");
                let set = set_of(sets, material).ok_or(other)?;
                let slice = read_slice(set, file, material)?;
                set.insert(slice);
            }
        });
        Ok(SolvedTables { variant, sets })
    }

    /// Writes the tables to `output`, compressed by zstd at `level`. Returns the
    /// hash of the file.
    ///
    /// # Errors
    /// The output fails.
    pub fn write(
        &self,
        output: impl Write,
        level: i32,
        threads: NonZeroUsize,
    ) -> io::Result<String> {
        let mut writer = TableWriter::new(output, self.variant, level, threads)?;
        for_sets!(&self.sets, sets => {
            for slice in sets.iter().flat_map(TableSet::slices) {
                writer.write_slice(slice)?;
            }
        });
        Ok(writer.finish()?.0)
    }

    /// Compares each value with its successors. Calls `on_slice` after each
    /// slice.
    pub fn verify(&self, threads: NonZeroUsize, on_slice: &mut dyn FnMut(SliceCheck)) {
        for_sets!(&self.sets, sets => {
            for set in sets {
                for slice in set.slices() {
                    if let Some(check) = verify_slice(set, slice.material(), threads) {
                        on_slice(check);
                    }
                }
            }
        });
    }
}

fn pair<B: SquareBits>(
    set: &TableSet<B>,
    variant: &'static Variant,
    material: Material,
    threads: NonZeroUsize,
    store: &mut dyn SliceStore,
) -> Result<Vec<Slice<B>>, SolveError> {
    if let Some(file) = store.load(material)? {
        file.check_data()?;
        let mut slices = vec![read_slice(set, &file, material)?];
        if material != material.flipped() {
            slices.push(read_slice(set, &file, material.flipped())?);
        }
        return Ok(slices);
    }
    let slices = solve_pair(set, material, threads)?;
    let write = || {
        let mut writer = TableWriter::new(Vec::new(), variant, PART_LEVEL, threads)?;
        for slice in &slices {
            writer.write_slice(slice)?;
        }
        writer.finish()
    };
    let (_, bytes) = write().map_err(TableFileError::Io)?;
    store.save(material, &bytes)?;
    Ok(slices)
}

fn read_slice<B: SquareBits>(
    set: &TableSet<B>,
    file: &TableFile,
    material: Material,
) -> Result<Slice<B>, TableFileError> {
    let missing = TableFileError::Malformed("a slice is missing");
    let bytes = file.slice_bytes(material)?.ok_or(missing)?;
    let wrong = TableFileError::Malformed("a slice has the wrong size");
    Slice::from_bytes(set.board(), material, bytes).ok_or(wrong)
}

fn set_of<B: SquareBits>(sets: &mut [TableSet<B>], material: Material) -> Option<&mut TableSet<B>> {
    sets.iter_mut().find(|set| set.board().opponents == material.opponents)
}
