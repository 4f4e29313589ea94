//! `chivalry backup` and `chivalry restore`.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use tokio::runtime::Runtime;

use crate::cli::admin::doctor::Doctor;
use crate::cli::console::{Console, counted};
use crate::cli::error::{CliError, FAULTY, NO};
use crate::store::{BackedUp, RestoreError, Store, StoreOptions};

/// The options of `backup`.
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write, which must not exist; `-` for standard output
    file: PathBuf,
    #[command(flatten)]
    store: StoreOptions,
}

/// The options of `restore`.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup to read; `-` for standard input
    file: PathBuf,
    /// Check all restored data afterwards, as `chivalry doctor` does
    #[arg(long)]
    examine: bool,
    #[command(flatten)]
    store: StoreOptions,
}

impl Backup {
    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        if is_standard(&self.file) {
            let BackedUp { tables, rows } = self.write(&mut *console)?;
            console.write_remark(&stored(rows, tables))?;
            return Ok(0);
        }
        let fault = |source| CliError::File { path: self.file.clone(), source };
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The temporary file is readable by its owner only and is renamed once it is complete.
        let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(fault)?;
        let BackedUp { tables, rows } = self.write(file.as_file_mut())?;
        file.as_file().sync_all().map_err(fault)?;
        file.persist_noclobber(&self.file).map_err(|error| fault(error.error))?;
        let (stored, file) = (stored(rows, tables), self.file.display());
        writeln!(console, "{file} contains {stored}")?;
        Ok(0)
    }

    fn write(&self, out: impl io::Write) -> Result<BackedUp, CliError> {
        // A backup must not migrate the database. A schema of an earlier version is an error.
        let options = StoreOptions { check_database: true, ..self.store.clone() };
        Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&options).await?;
            let done = store.backup().write(out).await?;
            store.close().await;
            Ok(done)
        })
    }
}

fn stored(rows: u64, tables: u64) -> String {
    let rows = counted(rows, "row", "rows");
    format!("{rows} of {}", counted(tables, "table", "tables"))
}

/// Returns true if the path stands for a standard stream.
fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

impl Restore {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let fault = |source: io::Error| CliError::File { path: self.file.clone(), source };
        let file: Box<dyn io::Read + '_> = if is_standard(&self.file) {
            Box::new(console.input())
        } else {
            Box::new(File::open(&self.file).map_err(fault)?)
        };
        let restored = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let restored = store.restore().read(file).await;
            store.close().await;
            Ok::<_, CliError>(restored)
        })?;
        match restored {
            Ok(BackedUp { tables, rows }) => {
                writeln!(console, "restored {}", stored(rows, tables))?;
            }
            Err(RestoreError::Store(error)) => return Err(error.into()),
            Err(RestoreError::Io(error)) => return Err(fault(error)),
            Err(error @ RestoreError::Damaged(_)) => {
                console.write_remark(&format!("chivalry: {error}"))?;
                return Ok(NO);
            }
            Err(error) => {
                console.write_remark(&format!("chivalry: {error}"))?;
                return Ok(FAULTY);
            }
        }
        if self.examine { Doctor::of(self.store).run(console) } else { Ok(0) }
    }
}
