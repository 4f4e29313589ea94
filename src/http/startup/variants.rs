//! Custom variants: files of a folder, offered besides the built-in ones
//! (`docs/variants.md`).

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chivalry_rules::{Variant, VariantFileError, read_variant_file};

/// The folder of variants that are tried before they are offered, inside the operator's folder.
const TRIAL_FOLDER: &str = "trial";

/// Location of the operator's variants.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct VariantOptions {
    /// Also offer the variants in the files NAME.variant of this folder. Those of its folder
    /// `trial` can be tried against the computer before they are offered
    #[arg(long, env = "CHIVALRY_VARIANTS", value_name = "DIRECTORY")]
    pub variants: Option<PathBuf>,
}

/// An error while custom variants are loaded.
#[derive(Debug, thiserror::Error)]
pub enum VariantsError {
    /// A folder or a file could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The path of the folder or the file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// A file has faults.
    #[error("{}", AtLines { path, faults })]
    Faults {
        /// The file.
        path: PathBuf,
        /// All faults, in the order of their lines.
        faults: Vec<VariantFileError>,
    },
}

/// Displays each fault as `FILE: line N: FAULT` on its own line.
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
    /// Loads the variants of the folder, if one is configured, for the lifetime of the
    /// process. Those of its folder `trial` are tried before they are offered.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read, has faults, or uses a name that is taken.
    pub fn offer(&self) -> Result<(), VariantsError> {
        let Some(folder) = &self.variants else { return Ok(()) };
        let mut variants = Vec::new();
        load(folder, &mut variants)?;
        let offered = variants.len();
        let trial = folder.join(TRIAL_FOLDER);
        if trial.is_dir() {
            load(&trial, &mut variants)?;
        }
        let on_trial = variants.split_off(offered);
        Variant::set_offered(variants, on_trial);
        Ok(())
    }
}

/// Reads the files of a folder in the order of their names, and adds them to `variants`.
fn load(folder: &Path, variants: &mut Vec<Variant>) -> Result<(), VariantsError> {
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
    for path in paths {
        let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
        // The text is leaked because positions refer to their variant for the lifetime of the
        // process.
        let variant = read_variant_file(text.leak()).and_then(|variant: Variant| {
            variant.check_names(variants).map(|()| variant).map_err(|fault| vec![fault])
        });
        variants.push(variant.map_err(|faults| VariantsError::Faults { path, faults })?);
    }
    Ok(())
}
