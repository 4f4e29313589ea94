//! `chivalry puzzles mine`: finds positions of games in which exactly one line wins.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::pin::pin;

use futures_util::StreamExt as _;
use tokio::runtime::Runtime;

use crate::cli::console::{Console, counted};
use crate::cli::error::{CliError, FAULTY};
use crate::live::Time;
use crate::live::compute::tables::{TableLibrary, TableOptions};
use crate::protocol::Reason;
use crate::protocol::views::analysis::Course;
use crate::protocol::{RequestError, read_rfc3339, variant_named};
use crate::store::{ExportedMatch, MatchFilter, MatchRecord, MatchStatus, Store, StoreOptions};
use chivalry_engine::Level;
use chivalry_engine::puzzles::{Puzzle, PuzzleId, PuzzleLine, PuzzleMiner, practice_game};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Match, MatchId};
use chivalry_rules::{Game, Variant};

/// The options of `puzzles mine`.
#[derive(Debug, clap::Args)]
pub(super) struct Mine {
    /// Search games of this variant only
    #[arg(long)]
    variant: Option<String>,
    /// Search games created at or after this time (RFC 3339)
    #[arg(long)]
    since: Option<String>,
    /// Maximum number of nodes for one proof
    #[arg(long, default_value_t = NonZeroU64::new(1_000_000).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Search this number of engine self-play games per variant instead of stored games
    #[arg(long, value_name = "GAMES")]
    practice: Option<u64>,
    /// The engine level of the self-play games
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// Search this number of random positions of each file of --tables instead of stored games
    #[arg(long, value_name = "POSITIONS", conflicts_with = "practice", requires = "tables")]
    endings: Option<usize>,
    /// Seed of the openings of the self-play games, and of the positions of --endings; equal seeds
    /// give equal ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tables: TableOptions,
    /// Append the puzzles to this file, in the form of `puzzles check`, instead of storing them
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    store: StoreOptions,
}

/// A search for puzzles and its results.
struct PuzzleSearch<'a> {
    target: Target,
    nodes: u64,
    tables: TableLibrary,
    console: &'a mut Console,
    miners: HashMap<&'static str, PuzzleMiner>,
    games: u64,
    found: u64,
    new: u64,
}

/// The place of the found puzzles.
enum Target {
    Database(Store),
    File { file: File, written: HashSet<PuzzleId> },
}

impl Target {
    fn file(path: &Path) -> Result<Target, CliError> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|source| CliError::File { path: path.to_owned(), source })?;
        Ok(Target::File { file, written: HashSet::new() })
    }

    /// Saves a puzzle. Returns false if it was saved before.
    async fn save(
        &mut self,
        puzzle: &Puzzle,
        source: Option<(MatchId, u32)>,
    ) -> Result<bool, CliError> {
        match self {
            Target::Database(store) => {
                let now = Time::from_system().now();
                Ok(store.puzzles().save(puzzle, source, now).await?)
            }
            Target::File { file, written } => {
                let is_new = written.insert(puzzle.id());
                if is_new {
                    let line = PuzzleLine { puzzle: puzzle.clone(), grade: None };
                    writeln!(file, "{line}")?;
                }
                Ok(is_new)
            }
        }
    }
}

impl Mine {
    pub(super) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        match self.filters() {
            Ok((variant, since)) => Runtime::new()?.block_on(self.search(variant, since, console)),
            Err(error) => {
                console.report_error(&error, false)?;
                Ok(FAULTY)
            }
        }
    }

    fn filters(&self) -> Result<(Option<&'static Variant>, Option<Timestamp>), RequestError> {
        let variant = self.variant.as_deref().map(variant_named).transpose()?;
        let time = |text: &str| {
            let fault = || {
                let expected = "a time such as 2026-07-28T12:00:00Z".into();
                let params = [("name", "since".into()), ("expected", expected)];
                RequestError::field("since", Reason::ParameterValue.with(params))
            };
            read_rfc3339(text).ok_or_else(fault)
        };
        Ok((variant, self.since.as_deref().map(time).transpose()?))
    }

    async fn search(
        self,
        variant: Option<&'static Variant>,
        since: Option<Timestamp>,
        console: &mut Console,
    ) -> Result<u8, CliError> {
        let tables = self.tables.open()?;
        let target = match &self.output {
            Some(path) => Target::file(path)?,
            None => Target::Database(Store::open(&self.store).await?.0),
        };
        let (nodes, miners) = (self.nodes.get(), HashMap::new());
        let mut search =
            PuzzleSearch { target, nodes, tables, console, miners, games: 0, found: 0, new: 0 };
        match (self.practice, self.endings) {
            (Some(games), _) => self.search_self_play(variant, games, &mut search).await?,
            (None, Some(count)) => self.search_endings(variant, count, &mut search).await?,
            (None, None) => {
                let store = match &search.target {
                    Target::Database(store) => store.clone(),
                    Target::File { .. } => Store::open(&self.store).await?.0,
                };
                search.search_stored(&store, variant, since).await?;
                store.close().await;
            }
        }
        let PuzzleSearch { target, console, games, found, new, .. } = search;
        if let Target::Database(store) = target {
            store.close().await;
        }
        let games = match self.endings {
            Some(_) => counted(games, "position", "positions"),
            None => counted(games, "game", "games"),
        };
        let found = counted(found, "puzzle", "puzzles");
        console.write_remark(&format!("{games}, {found}, {new} of them new"))?;
        Ok(0)
    }

    async fn search_self_play(
        &self,
        variant: Option<&'static Variant>,
        games: u64,
        search: &mut PuzzleSearch<'_>,
    ) -> Result<(), CliError> {
        let level = Level::new(self.level).expect("a level from 1 to 8");
        for variant in selected(variant) {
            let first = self.seed.wrapping_mul(1 << 32);
            for seed in first..first + games {
                search.game(variant, &practice_game(variant, level, seed), None).await?;
            }
        }
        Ok(())
    }

    /// Searches each position as a game that begins and ends with it.
    async fn search_endings(
        &self,
        variant: Option<&'static Variant>,
        count: usize,
        search: &mut PuzzleSearch<'_>,
    ) -> Result<(), CliError> {
        for variant in selected(variant) {
            let Some(tables) = search.tables.of(variant).cloned() else { continue };
            for position in tables.sample(count, self.seed) {
                search.game(variant, &[Game::new(position)], None).await?;
            }
        }
        Ok(())
    }
}

/// The offered variants, or one of them.
fn selected(variant: Option<&'static Variant>) -> impl Iterator<Item = &'static Variant> {
    let is_selected = move |other: &&Variant| variant.is_none_or(|it| it.name() == other.name());
    Variant::offered().into_iter().filter(is_selected)
}

impl PuzzleSearch<'_> {
    /// Searches the stored games that have ended for all viewers.
    async fn search_stored(
        &mut self,
        store: &Store,
        variant: Option<&'static Variant>,
        since: Option<Timestamp>,
    ) -> Result<(), CliError> {
        let filter = MatchFilter {
            variant: variant.map(|variant| variant.name().to_owned()),
            status: Some(MatchStatus::Ended),
            since,
            seen_at: Some(Time::from_system().now()),
            ..MatchFilter::default()
        };
        let mut records = pin!(store.log().records(filter));
        while let Some(record) = records.next().await {
            let MatchRecord { row, records } = match record? {
                ExportedMatch::Readable(record) => *record,
                ExportedMatch::Damaged(id) => {
                    self.console.write_remark(&format!("chivalry: match {id} is damaged"))?;
                    continue;
                }
            };
            let course = match Match::fold(row.id, records) {
                Ok(match_state) => Course::played_in(&match_state, &row.seats),
                Err(fault) => {
                    self.console.write_remark(&format!("chivalry: match {}: {fault}", row.id))?;
                    continue;
                }
            };
            match course {
                Ok(course) => self.game(course.variant, &course.games, Some(row.id)).await?,
                Err(fault) => {
                    self.console.write_remark(&format!("chivalry: match {}: {fault}", row.id))?;
                }
            }
        }
        Ok(())
    }

    async fn game(
        &mut self,
        variant: &'static Variant,
        games: &[Game],
        id: Option<MatchId>,
    ) -> Result<(), CliError> {
        self.games += 1;
        let nodes = self.nodes;
        let tables = &self.tables;
        let miner = self.miners.entry(variant.pin()).or_insert_with(|| {
            let mut miner = PuzzleMiner::new(variant, nodes);
            miner.set_tables(tables.of(variant).cloned());
            miner
        });
        for (index, puzzle) in miner.mine(games) {
            self.found += 1;
            let source = id.zip(u32::try_from(index).ok());
            if self.target.save(&puzzle, source).await? {
                self.new += 1;
                self.show(&puzzle)?;
            }
        }
        Ok(())
    }

    fn show(&mut self, puzzle: &Puzzle) -> Result<(), CliError> {
        let (id, position, moves) = (puzzle.id(), puzzle.position(), puzzle.move_count());
        let variant = position.variant().pin();
        writeln!(self.console, "{id}  {variant}  {position}  {moves} moves")?;
        Ok(self.console.flush()?)
    }
}
