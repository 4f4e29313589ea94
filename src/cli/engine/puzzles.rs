//! `chivalry puzzles`: finds positions of finished games in which exactly one line wins.

use std::collections::HashMap;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::pin::pin;

use clap::Subcommand;
use futures_util::StreamExt as _;
use tokio::runtime::Runtime;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use crate::live::Time;
use crate::protocol::Reason;
use crate::protocol::views::analysis::Course;
use crate::protocol::{RequestError, read_rfc3339, variant_named};
use crate::store::{ExportedMatch, MatchFilter, MatchRecord, MatchStatus, Store, StoreOptions};
use chivalry_engine::Level;
use chivalry_engine::puzzles::{Puzzle, PuzzleMiner, practice_game};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Match, MatchId};
use chivalry_rules::{Game, Variant};

/// The options of `puzzles`.
#[derive(Debug, clap::Args)]
pub struct Puzzles {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Find puzzles in finished games and store them for the server
    Mine(Mine),
}

#[derive(Debug, clap::Args)]
struct Mine {
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
    /// Seed of the openings of the self-play games; equal seeds give equal games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    store: StoreOptions,
}

/// A search for puzzles and its results.
struct PuzzleSearch<'a> {
    store: Store,
    nodes: u64,
    console: &'a mut Console,
    miners: HashMap<&'static str, PuzzleMiner>,
    games: u64,
    found: u64,
    new: u64,
}

impl Puzzles {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let PuzzlesCommand::Mine(mine) = self.command;
        match mine.filters() {
            Ok((variant, since)) => Runtime::new()?.block_on(mine.run(variant, since, console)),
            Err(error) => {
                console.report_error(&error, false)?;
                Ok(FAULTY)
            }
        }
    }
}

impl Mine {
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

    async fn run(
        self,
        variant: Option<&'static Variant>,
        since: Option<Timestamp>,
        console: &mut Console,
    ) -> Result<u8, CliError> {
        let (store, _writer) = Store::open(&self.store).await?;
        let mut search = PuzzleSearch {
            store,
            nodes: self.nodes.get(),
            console,
            miners: HashMap::new(),
            games: 0,
            found: 0,
            new: 0,
        };
        match self.practice {
            Some(games) => self.search_self_play(variant, games, &mut search).await?,
            None => search.search_stored(variant, since).await?,
        }
        let PuzzleSearch { store, console, games, found, new, .. } = search;
        store.close().await;
        console.write_remark(&format!("{games} games, {found} puzzles, {new} of them new"))?;
        Ok(0)
    }

    async fn search_self_play(
        &self,
        variant: Option<&'static Variant>,
        games: u64,
        search: &mut PuzzleSearch<'_>,
    ) -> Result<(), CliError> {
        let level = Level::new(self.level).expect("a level from 1 to 8");
        let is_selected = |other: &&Variant| variant.is_none_or(|it| it.name() == other.name());
        for variant in Variant::offered().into_iter().filter(is_selected) {
            let first = self.seed.wrapping_mul(1 << 32);
            for seed in first..first + games {
                search.game(variant, &practice_game(variant, level, seed), None).await?;
            }
        }
        Ok(())
    }
}

impl PuzzleSearch<'_> {
    /// Searches the stored games that have ended for all viewers.
    async fn search_stored(
        &mut self,
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
        let mut records = pin!(self.store.log().records(filter));
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
        let miner =
            self.miners.entry(variant.pin()).or_insert_with(|| PuzzleMiner::new(variant, nodes));
        for (index, puzzle) in miner.mine(games) {
            self.found += 1;
            let source = id.zip(u32::try_from(index).ok());
            let now = Time::from_system().now();
            if self.store.puzzles().save(&puzzle, source, now).await? {
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
