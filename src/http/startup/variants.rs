//! An operator's own variants: files of a folder, offered beside those that
//! are built in (`docs/variants.md`).

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chivalry_rules::{Variant, VariantFileError, read_variant_file};

/// Where an operator's variants are.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct VariantOptions {
    /// Offer the variants of this folder too: its files NAME.variant
    #[arg(long, env = "CHIVALRY_VARIANTS", value_name = "DIRECTORY")]
    pub variants: Option<PathBuf>,
}

/// Variants that cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum VariantsError {
    /// A folder or a file that cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The folder or the file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file with faults.
    #[error("{}", AtLines { path, faults })]
    Faults {
        /// The file.
        path: PathBuf,
        /// Each of them, in the order of their lines.
        faults: Vec<VariantFileError>,
    },
}

/// `FILE: line N: FAULT`, each on a line of its own.
struct AtLines<'a> {
    path: &'a Path,
    faults: &'a [VariantFileError],
}

impl fmt::Display for AtLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let before = if index == 0 { "" } else { "\n" };
            write!(f, "{before}{}: {fault}", self.path.display())?;
        }
        Ok(())
    }
}

impl VariantOptions {
    /// Offers the variants of the folder, if there is one, for as long as the
    /// process lives.
    ///
    /// # Errors
    /// What cannot be read, each fault by its line, or a name that is taken.
    pub fn offer(&self) -> Result<(), VariantsError> {
        let Some(folder) = &self.variants else { return Ok(()) };
        let unreadable = |path: &Path, source| VariantsError::File { path: path.into(), source };
        let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| unreadable(folder, error))?.path();
            if path.extension().is_some_and(|extension| extension == "variant") {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        let mut variants = Vec::with_capacity(paths.len());
        for path in paths {
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            // Positions hold their variant for as long as the process lives.
            let variant = read_variant_file(text.leak()).and_then(|variant: Variant| {
                variant.check_names(&variants).map(|()| variant).map_err(|fault| vec![fault])
            });
            variants.push(variant.map_err(|faults| VariantsError::Faults { path, faults })?);
        }
        Variant::set_offered(variants);
        Ok(())
    }
}
