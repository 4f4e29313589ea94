//! `chivalry arena`: matches of two players against each other.

mod outside;
mod records;

use std::io::Write as _;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::{fs, thread};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY, file_fault};
use crate::live::compute::tables::TableOptions;
use crate::protocol::views::rules::variant_named;
use chivalry_engine::arena::{
    ArenaGame, ArenaPlayer, GreedyPlayer, RandomPlayer, SearchPlayer, Tally, play_game,
    random_opening,
};
use chivalry_engine::sprt::{Decision, Sprt};
use chivalry_engine::tables::Tables;
use chivalry_engine::{
    Evaluator, Level, Network, Search, SearchLimits, TranspositionTable, Weights,
};
use chivalry_rules::notation::record::GameRecord;
use chivalry_rules::{Team, Variant};

use crate::cli::engine::arena::outside::ExternalEngine;
use crate::cli::engine::arena::records::{RecordFile, record};

/// Nodes per move for `weights:FILE` without a number.
const DEFAULT_NODES: u64 = 10_000;

/// The options of `arena`.
#[derive(Debug, clap::Args)]
pub struct Arena {
    /// A player: `level:1` to `level:8`, `nodes:20000`, `weights:FILE` or `weights:FILE,NODES`,
    /// `network:FILE` or `network:FILE,NODES`, `linear:NODES` for the built-in weights without a
    /// network, `random`, `greedy`, or `exec:COMMAND` for a program that speaks the engine
    /// protocol
    one: String,
    /// The opponent, written like the first player
    other: String,
    /// A variant, or all variants if omitted. May be given several times
    #[arg(long)]
    variant: Vec<String>,
    /// Number of games per variant; each player has each colour in half of them
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start every game from the variant's array instead of a random opening. Useful for
    /// players whose moves vary
    #[arg(long, conflicts_with = "seed")]
    array: bool,
    /// End a variant's games when a sequential test decides between these two Elo differences,
    /// with 5 percent of wrong decisions each
    #[arg(long, value_name = "LOWER,HIGHER", allow_hyphen_values = true, value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Time of an external engine for each move, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = NonZeroU64::new(100).expect("a number above zero"))]
    move_time: NonZeroU64,
    /// Number of games played at the same time; by default, the number of processors
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Write the records of the games to this file, in the order in which they end
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    tables: TableOptions,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Two games from one opening, with each colour for each player.
struct Pair {
    tally: Tally,
    records: [GameRecord; 2],
}

/// The score of one player against the other.
#[derive(Serialize)]
struct ArenaView {
    variant: &'static str,
    one: String,
    other: String,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    share: f64,
    error: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtView>,
}

/// The state of the sequential test after the last game.
#[derive(Serialize)]
struct SprtView {
    log_likelihood_ratio: f64,
    decision: &'static str,
}

/// A player specification of the command line.
#[derive(Clone, Debug)]
enum Spec {
    Random,
    Greedy,
    Level(Level),
    Nodes(u64),
    Weights(PathBuf, u64),
    Network(PathBuf, u64),
    Linear(u64),
    Exec(String),
}

impl Arena {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let specs = Spec::read(&self.one).and_then(|one| Ok((one, Spec::read(&self.other)?)));
        let variants: Result<Vec<_>, _> =
            self.variant.iter().map(|name| variant_named(name)).collect();
        let (specs, variants) = match (specs, variants) {
            (Ok(specs), Ok(variants)) => (specs, variants),
            (Err(fault), _) => return report_fault(console, &fault),
            (_, Err(error)) => return report_fault(console, &error.to_string()),
        };
        let mut all = Variant::offered();
        all.retain(|variant| !variant.is_free_for_all());
        if let Some(other) = variants.iter().find(|variant| variant.is_free_for_all()) {
            let name = other.name();
            return report_fault(console, &format!("{name} is not a game of two sides"));
        }
        let mut file = match self.records.as_deref().map(RecordFile::create).transpose() {
            Ok(file) => file,
            Err(fault) => return report_fault(console, &fault),
        };
        let tables = self.tables.open()?;
        for variant in if variants.is_empty() { all } else { variants } {
            let tables = tables.of(variant).map(Arc::as_ref);
            match self.play_games(variant, &specs, tables, file.as_mut()) {
                Ok((tally, sprt)) => self.print_tally(console, variant, &tally, sprt)?,
                Err(fault) => return report_fault(console, &fault),
            }
        }
        Ok(0)
    }

    fn play_games(
        &self,
        variant: &'static Variant,
        specs: &(Spec, Spec),
        tables: Option<&Tables>,
        file: Option<&mut RecordFile>,
    ) -> Result<(Tally, Option<Sprt>), String> {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok());
        let next = AtomicU64::new(0);
        let pairs = self.games.div_ceil(2);
        let (report, reports) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.map_or(1, NonZeroUsize::get) {
                let (report, next) = (report.clone(), &next);
                scope.spawn(move || {
                    let new_player =
                        |spec: &Spec, seed| spec.new_player(variant, seed, self.move_time);
                    let players =
                        new_player(&specs.0, 1).and_then(|one| Ok((one, new_player(&specs.1, 2)?)));
                    let (mut one, mut other) = match players {
                        Ok(players) => players,
                        // The receiver is dropped when another thread has failed.
                        Err(fault) => return drop(report.send(Err(fault))),
                    };
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs {
                            return;
                        }
                        let opening = match self.array {
                            true => ArenaGame::new(variant),
                            false => {
                                random_opening(variant, self.seed.wrapping_mul(1 << 20) + pair)
                            }
                        };
                        let played = self.play_pair(&opening, &mut *one, &mut *other, tables);
                        if report.send(Ok(played)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(report);
            let end = || next.store(pairs, Ordering::Relaxed);
            self.add_up(reports, file, end)
        })
    }

    fn play_pair(
        &self,
        opening: &ArenaGame,
        one: &mut dyn ArenaPlayer,
        other: &mut dyn ArenaPlayer,
        tables: Option<&Tables>,
    ) -> Pair {
        let mut games = [opening.clone(), opening.clone()];
        let outcomes = [
            play_game(&mut games[0], one, other, tables, &mut |_| {}),
            play_game(&mut games[1], other, one, tables, &mut |_| {}),
        ];
        let mut tally = Tally::default();
        tally.add(outcomes[0], Team::First);
        tally.add(outcomes[1], Team::Second);
        let records = [
            record(&games[0], outcomes[0], [&self.one, &self.other]),
            record(&games[1], outcomes[1], [&self.other, &self.one]),
        ];
        Pair { tally, records }
    }

    /// Adds up the pairs of games, and writes their records. Calls `end` when the sequential test
    /// decides.
    fn add_up(
        &self,
        reports: mpsc::Receiver<Result<Pair, String>>,
        mut file: Option<&mut RecordFile>,
        end: impl Fn(),
    ) -> Result<(Tally, Option<Sprt>), String> {
        let mut all = Tally::default();
        let mut sprt = self.sprt;
        for pair in reports {
            let Pair { tally, records } = pair?;
            if sprt.is_some_and(|sprt| sprt.decision().is_some()) {
                // A pair that another thread finishes after the decision does not count.
                continue;
            }
            if let Some(sprt) = &mut sprt {
                sprt.add_pair(2 * tally.won + tally.drawn);
                if sprt.decision().is_some() {
                    end();
                }
            }
            if let Some(file) = &mut file {
                file.add(&records)?;
            }
            all.won += tally.won;
            all.drawn += tally.drawn;
            all.lost += tally.lost;
        }
        Ok((all, sprt))
    }

    fn print_tally(
        &self,
        console: &mut Console,
        variant: &'static Variant,
        tally: &Tally,
        sprt: Option<Sprt>,
    ) -> Result<(), CliError> {
        let view = ArenaView {
            variant: variant.name(),
            one: self.one.clone(),
            other: self.other.clone(),
            games: tally.games(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            share: tally.points_share(),
            error: tally.standard_error(),
            elo: tally.elo(),
            sprt: sprt.map(SprtView::of),
        };
        if self.json {
            console.json(&view)?;
        } else {
            let ArenaView { won, drawn, lost, share, error, .. } = view;
            let elo = view.elo.map_or("beyond measure".to_owned(), |elo| format!("{elo:+.0}"));
            let sprt = view.sprt.map_or(String::new(), |sprt| {
                format!(", LLR {:.2}: {}", sprt.log_likelihood_ratio, sprt.decision)
            });
            writeln!(
                console,
                "{:22} +{won} ={drawn} -{lost}  {:.1} % ± {:.1}, Elo {elo}{sprt}",
                view.variant,
                share * 100.0,
                error * 196.0,
            )?;
        }
        console.flush()?;
        Ok(())
    }
}

impl SprtView {
    fn of(sprt: Sprt) -> SprtView {
        let decision = match sprt.decision() {
            None => "undecided",
            Some(Decision::Lower) => "lower",
            Some(Decision::Higher) => "higher",
        };
        SprtView { log_likelihood_ratio: sprt.log_likelihood_ratio(), decision }
    }
}

/// Reads two Elo differences, separated by a comma.
fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(lower, higher)| {
        Some((lower.trim().parse().ok()?, higher.trim().parse().ok()?))
    });
    let sprt = numbers.and_then(|(lower, higher)| Sprt::new(lower, higher));
    sprt.ok_or("two Elo differences up to 1000, the lower one first: `0,10`".to_owned())
}

fn report_fault(console: &mut Console, fault: &str) -> Result<u8, CliError> {
    console.write_remark(&format!("chivalry: {fault}"))?;
    Ok(FAULTY)
}

impl Spec {
    fn read(text: &str) -> Result<Spec, String> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let number = |text: &str| text.parse().ok().filter(|number: &u64| *number > 0);
        match kind {
            "random" => Ok(Spec::Random),
            "greedy" => Ok(Spec::Greedy),
            "level" => rest
                .parse()
                .ok()
                .and_then(Level::new)
                .map(Spec::Level)
                .ok_or("a level is a number from 1 to 8".to_owned()),
            "nodes" => number(rest).map(Spec::Nodes).ok_or("nodes are a number from 1".to_owned()),
            "linear" => {
                number(rest).map(Spec::Linear).ok_or("nodes are a number from 1".to_owned())
            }
            "weights" | "network" => {
                let (file, nodes) = rest.rsplit_once(',').unwrap_or((rest, ""));
                let nodes = if nodes.is_empty() { Some(DEFAULT_NODES) } else { number(nodes) };
                let nodes = nodes.ok_or("nodes are a number from 1")?;
                let spec = if kind == "weights" { Spec::Weights } else { Spec::Network };
                Ok(spec(PathBuf::from(file), nodes))
            }
            "exec" if !rest.is_empty() => Ok(Spec::Exec(rest.to_owned())),
            _ => Err(format!("`{text}` is no player: see --help")),
        }
    }

    fn new_player(
        &self,
        variant: &'static Variant,
        seed: u64,
        move_time: NonZeroU64,
    ) -> Result<Box<dyn ArenaPlayer>, String> {
        let search = |evaluator| Search::new(evaluator, TranspositionTable::new(16 << 20));
        let linear = |weights| Evaluator::new(variant, weights);
        let player = |search, nodes| {
            let limits = SearchLimits { nodes: Some(nodes), depth: None };
            Box::new(SearchPlayer { search, limits })
        };
        Ok(match self {
            Spec::Random => Box::new(RandomPlayer(StdRng::seed_from_u64(seed))),
            Spec::Greedy => Box::new(GreedyPlayer(StdRng::seed_from_u64(seed))),
            Spec::Level(level) => {
                Box::new(SearchPlayer::with_handicap(level.handicap(variant), variant))
            }
            Spec::Nodes(nodes) => player(search(Evaluator::built_in(variant)), *nodes),
            Spec::Linear(nodes) => player(search(linear(Weights::built_in(variant))), *nodes),
            Spec::Weights(path, nodes) => {
                let text = fs::read_to_string(path).map_err(|error| file_fault(path, error))?;
                let weights = Weights::parse(&text, variant.name());
                let weights = weights.map_err(|error| file_fault(path, error))?;
                let none = || format!("{} has no weights of {}", path.display(), variant.name());
                player(search(linear(weights.ok_or_else(none)?)), *nodes)
            }
            Spec::Network(path, nodes) => {
                let bytes = fs::read(path).map_err(|error| file_fault(path, error))?;
                let network =
                    Network::read(&bytes, variant).map_err(|error| file_fault(path, error))?;
                let evaluator = linear(Weights::built_in(variant)).with_network(Arc::new(network));
                player(search(evaluator.map_err(|error| file_fault(path, error))?), *nodes)
            }
            Spec::Exec(command) => Box::new(ExternalEngine::start(command, variant, move_time)?),
        })
    }
}
