//! `chivalry solve`: computes and verifies endgame tables.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use crate::cli::console::{Console, counted};
use crate::cli::engine::tables::print_moves;
use crate::cli::error::{CliError, FAULTY, NO};
use crate::live::compute::tables::{open_table_file, open_tables, table_path};
use chivalry_engine::tables::{
    Material, SearchCheck, SliceStore, SolvedTables, TableFile, TableFileError, Tables,
    check_by_search,
};
use chivalry_rules::{Position, Variant};

/// The search of `--verify`: plies and nodes for each position.
const CHECK_PLIES: usize = 7;
const CHECK_NODES: u64 = 20_000;

/// The seed of the positions that are compared with the search.
const CHECK_SEED: u64 = 28;

/// The options of `solve`.
#[derive(Debug, clap::Args)]
pub struct Solve {
    /// The variant: a game of two teams that pieces in the castle win
    variant: String,
    /// The folder of the tables; the file is NAME.tables
    #[arg(long, env = "CHIVALRY_TABLES", value_name = "DIRECTORY", default_value = "tables")]
    tables: PathBuf,
    /// Maximum number of pieces; by default all of them
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(2..=16))]
    pieces: Option<u8>,
    /// Memory for the values of all positions, in gibibytes
    #[arg(long, value_name = "SIZE", default_value_t = 8)]
    memory: u32,
    /// Number of threads; by default one for each processor
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
    /// Compression level of the file
    #[arg(long, value_name = "LEVEL", default_value_t = 15,
          value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,
    /// Check every position against its successors, and a sample against search
    #[arg(long)]
    verify: bool,
    /// Number of positions that --verify compares with search
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    sample: usize,
}

impl Solve {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, false)? else { return Ok(FAULTY) };
        let path = table_path(&self.tables, variant);
        if !path.exists() {
            self.solve(variant, &path, console)?;
        }
        let tables = open_tables(&path)?;
        let size = tables.file().size()?;
        writeln!(console, "file {} of {size} bytes", path.display())?;
        writeln!(console, "hash {}", tables.file().hash())?;
        print_moves(console, &tables, &Position::start(variant))?;
        if self.verify { self.check(&tables, console) } else { Ok(0) }
    }

    /// Solves the variant, continuing an interrupted run.
    fn solve(
        &self,
        variant: &'static Variant,
        path: &Path,
        console: &mut Console,
    ) -> Result<(), CliError> {
        let parts = path.with_extension("parts");
        let mut store = PartFolder(parts.clone());
        let mut written = Ok(());
        let pieces = self.pieces.unwrap_or(u8::MAX);
        let uncounted = if variant.has_passes() { " without passes" } else { "" };
        let solved = SolvedTables::solve(
            variant,
            pieces,
            u64::from(self.memory) << 30,
            self.threads(),
            &mut store,
            &mut |slice, stats| {
                let line = format!(
                    "{slice}: {} won, {} drawn, {} lost, the longest in {} plies{}",
                    stats.wins, stats.draws, stats.losses, stats.longest, uncounted
                );
                if written.is_ok() {
                    written = writeln!(console, "{line}").and_then(|()| console.flush());
                }
            },
        );
        written?;
        let solved = solved?;
        fs::create_dir_all(&self.tables)?;
        // The file appears under its name when it is complete.
        let unfinished = path.with_extension("unfinished");
        let file = File::create(&unfinished)?;
        let mut output = BufWriter::new(&file);
        solved.write(&mut output, self.level, self.threads())?;
        drop(output);
        file.sync_all()?;
        fs::rename(&unfinished, path)?;
        if parts.exists() {
            fs::remove_dir_all(&parts)?;
        }
        Ok(())
    }

    /// The second pass: all values against their successors, and a sample against search.
    fn check(&self, tables: &Tables, console: &mut Console) -> Result<u8, CliError> {
        let file: &TableFile = tables.file();
        file.check_data()?;
        writeln!(console, "the data has the hash of the directory")?;
        console.flush()?;
        let solved = SolvedTables::read(file)?;
        let (mut checked, mut wrong) = (0, 0);
        solved.verify(self.threads(), &mut |slice| {
            checked += slice.checked;
            wrong += slice.wrong;
        });
        let positions = counted(checked, "position", "positions");
        writeln!(console, "{positions} compared with their successors: {wrong} differ")?;
        console.flush()?;
        let (mut proved, mut differing) = (0_u64, 0_u64);
        let sample = tables.sample(self.sample, CHECK_SEED);
        for position in &sample {
            let check = check_by_search(tables, position, CHECK_PLIES, CHECK_NODES);
            match check? {
                SearchCheck::Agrees { is_proved } => proved += u64::from(is_proved),
                SearchCheck::Differs => {
                    differing += 1;
                    writeln!(console, "differs: {position}")?;
                }
            }
        }
        let positions = counted(sample.len() as u64, "position", "positions");
        writeln!(
            console,
            "{positions} compared with the rules and with search: {differing} differ, \
             {proved} wins proved by search"
        )?;
        Ok(if wrong + differing == 0 { 0 } else { NO })
    }

    fn threads(&self) -> NonZeroUsize {
        self.threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// A folder with the slices of an unfinished run.
struct PartFolder(PathBuf);

impl PartFolder {
    fn file(&self, material: Material) -> PathBuf {
        self.0.join(material.to_string())
    }
}

impl SliceStore for PartFolder {
    fn load(&mut self, material: Material) -> Result<Option<TableFile>, TableFileError> {
        let path = self.file(material);
        if !path.exists() {
            return Ok(None);
        }
        open_table_file(&path).map(Some)
    }

    fn save(&mut self, material: Material, file: &[u8]) -> Result<(), TableFileError> {
        let path = self.file(material);
        let unfinished = self.0.join("unfinished");
        let write = || -> io::Result<()> {
            fs::create_dir_all(&self.0)?;
            let mut output = File::create(&unfinished)?;
            output.write_all(file)?;
            output.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        Ok(write()?)
    }
}
