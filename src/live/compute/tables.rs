//! Endgame tables in a folder: one file `NAME.tables` for each variant.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chivalry_engine::tables::{TableFile, TableFileError, TableSource, Tables};
use chivalry_rules::Variant;

/// The extension of table files.
const EXTENSION: &str = "tables";

/// Location of the endgame tables.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TableOptions {
    /// Use the endgame tables NAME.tables of this folder, which `chivalry solve` creates
    #[arg(long, env = "CHIVALRY_TABLES", value_name = "DIRECTORY")]
    pub tables: Option<PathBuf>,
}

/// Tables that cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The folder cannot be read.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file cannot be used.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: TableFileError,
    },
}

/// The tables of all variants that have some. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct TableLibrary(Arc<[Arc<Tables>]>);

impl TableOptions {
    /// Opens the tables of the folder. Without a folder there are none.
    ///
    /// # Errors
    /// The folder or one of its files cannot be used.
    pub fn open(&self) -> Result<TableLibrary, TablesError> {
        let Some(folder) = &self.tables else { return Ok(TableLibrary::default()) };
        let unreadable = |source| TablesError::Folder { path: folder.clone(), source };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        let tables: Result<Vec<Arc<Tables>>, TablesError> =
            paths.iter().map(|path| open_tables(path).map(Arc::new)).collect();
        Ok(TableLibrary(tables?.into()))
    }
}

impl TableLibrary {
    /// The tables of `variant`.
    #[must_use]
    pub fn of(&self, variant: &Variant) -> Option<&Arc<Tables>> {
        self.0.iter().find(|tables| std::ptr::eq(tables.variant(), variant))
    }
}

/// The file of the tables of `variant` in `folder`.
pub(crate) fn table_path(folder: &Path, variant: &Variant) -> PathBuf {
    folder.join(variant.name()).with_extension(EXTENSION)
}

/// Opens a table file. Its values are read and checked block by block when they are needed.
pub(crate) fn open_table_file(path: &Path) -> Result<TableFile, TableFileError> {
    TableFile::open(Box::new(FileSource(File::open(path)?)))
}

/// Opens the tables of a file.
pub(crate) fn open_tables(path: &Path) -> Result<Tables, TablesError> {
    open_table_file(path)
        .and_then(Tables::new)
        .map_err(|source| TablesError::File { path: path.to_owned(), source })
}

#[derive(Debug)]
struct FileSource(File);

impl TableSource for FileSource {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.0.read_exact_at(buffer, offset)
    }
}
