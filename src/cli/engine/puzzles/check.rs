//! `chivalry puzzles check`: proves and grades puzzles of files, and selects some of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};
use chivalry_engine::puzzles::{Grader, PuzzleId, PuzzleLine, PuzzleMiner};

/// The options of `puzzles check`.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Files with a puzzle per line: variant, position, solution and perhaps a grade, with tabs
    /// between them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Maximum number of nodes for one proof
    #[arg(long, default_value_t = NonZeroU64::new(100_000).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Write the sound puzzles with their grades to a file for each variant in this directory,
    /// easy ones first
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Maximum number of puzzles of a file; puzzles of all grades are kept
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::new(250).expect("a number above zero"))]
    most: NonZeroUsize,
}

/// The proofs of one variant.
struct Tools {
    miner: PuzzleMiner,
    grader: Grader,
}

/// A check of files.
struct Checking<'a> {
    nodes: u64,
    console: &'a mut Console,
    tools: HashMap<&'static str, Tools>,
    seen: HashSet<PuzzleId>,
    faults: usize,
    sound: BTreeMap<&'static str, Vec<PuzzleLine>>,
}

impl Check {
    pub(super) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        if let Some(directory) = &self.output {
            let created = fs::create_dir_all(directory);
            created.map_err(|source| CliError::File { path: directory.clone(), source })?;
        }
        let mut checking = Checking {
            nodes: self.nodes.get(),
            console,
            tools: HashMap::new(),
            seen: HashSet::new(),
            faults: 0,
            sound: BTreeMap::new(),
        };
        for path in &self.files {
            let text = fs::read_to_string(path);
            let text = text.map_err(|source| CliError::File { path: path.clone(), source })?;
            for (line, number) in text.lines().zip(1_u32..) {
                if let Err(fault) = checking.line(line, self.output.is_some()) {
                    checking.faults += 1;
                    let place = format!("{}:{number}", path.display());
                    checking.console.write_remark(&format!("{place}: {fault}"))?;
                }
            }
        }
        let Checking { console, faults, mut sound, .. } = checking;
        for (variant, puzzles) in &mut sound {
            if let Some(directory) = &self.output {
                write_selection(&directory.join(format!("{variant}.tsv")), puzzles, self.most)?;
            }
            console.write_remark(&format!("{variant}: {} sound puzzles", puzzles.len()))?;
        }
        Ok(if faults > 0 { NO } else { 0 })
    }
}

impl Checking<'_> {
    /// Proves the puzzle of a line. A wrong grade is a fault, unless the files are written again.
    fn line(&mut self, line: &str, is_regraded: bool) -> Result<(), String> {
        let PuzzleLine { puzzle, grade } = PuzzleLine::parse(line).map_err(display)?;
        if !self.seen.insert(puzzle.id()) {
            return Err("the puzzle is known".to_owned());
        }
        let variant = puzzle.position().variant();
        let nodes = self.nodes;
        let tools = self.tools.entry(variant.pin()).or_insert_with(|| Tools {
            miner: PuzzleMiner::new(variant, nodes),
            grader: Grader::new(variant),
        });
        if !tools.miner.verify(&puzzle) {
            return Err("the solution is not the only one, or not proved".to_owned());
        }
        let measured = tools.grader.grade(&puzzle);
        if !is_regraded && grade != Some(measured) {
            return Err(format!("the grade is {}", measured.nodes()));
        }
        let line = PuzzleLine { puzzle, grade: Some(measured) };
        self.sound.entry(variant.pin()).or_default().push(line);
        Ok(())
    }
}

/// Writes at most `most` puzzles, easy ones first. Those that are left out are spread over all
/// grades.
fn write_selection(
    path: &Path,
    puzzles: &mut [PuzzleLine],
    most: NonZeroUsize,
) -> Result<(), CliError> {
    puzzles.sort_by_cached_key(|line| (line.grade, line.puzzle.id()));
    let count = puzzles.len().min(most.get());
    let selected = (0..count).map(|index| &puzzles[index * puzzles.len() / count]);
    let text: String = selected.map(|line| format!("{line}\n")).collect();
    fs::write(path, text).map_err(|source| CliError::File { path: path.to_owned(), source })
}

fn display(fault: impl std::fmt::Display) -> String {
    fault.to_string()
}
