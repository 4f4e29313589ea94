//! `chivalry engine`: the engine protocol on standard input and output, for programs that run
//! matches between engines (`docs/engine.md`).

use std::collections::HashSet;
use std::io::{self, BufRead as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::console::{Console, position_argument};
use crate::cli::error::CliError;
use crate::live::compute::tables::{TableLibrary, TableOptions};
use crate::protocol::requests::analysis::MAX_LINES;
use crate::protocol::views::rules::{position_of, variant_named};
use chivalry_engine::{
    Evaluator, Handicap, Level, Search, SearchLimits, SearchResult, TranspositionTable, line_text,
};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, Position, Variant};

use parking_lot::Mutex;

/// Maximum number of input lines queued during a search.
const INPUT_QUEUE_LINES: usize = 64;

/// Default size of the transposition table, in mebibytes.
const DEFAULT_HASH_MEBIBYTES: usize = 64;

/// Maximum number of threads of a search.
const MAX_THREADS: usize = 64;

/// The options of `engine`.
#[derive(Debug, clap::Args)]
pub struct Engine {
    /// The initial variant
    #[arg(default_value = "camelot")]
    variant: String,
    /// Number of threads of a search, like the option `Threads` of the protocol
    #[arg(long, default_value_t = NonZeroUsize::MIN, value_parser = read_threads)]
    threads: NonZeroUsize,
    #[command(flatten)]
    tables: TableOptions,
}

/// State of the protocol session.
struct Session {
    search: Search,
    game: Game,
    hash_mebibytes: usize,
    level: Option<Level>,
    lines: NonZeroUsize,
    threads: NonZeroUsize,
    tables: TableLibrary,
    /// Number of searches requested.
    searches: u64,
    stops: Arc<StopSignals>,
}

/// Stop conditions set by the input thread while a search may be running. A search has the
/// number of its `go`.
#[derive(Default)]
struct StopSignals {
    searches_received: AtomicU64,
    stopped: Mutex<HashSet<u64>>,
    /// True after `quit`. The running search is cancelled.
    has_quit: AtomicBool,
    /// True at the end of the input. Infinite searches end then.
    is_at_end: AtomicBool,
}

impl StopSignals {
    fn record(&self, line: &str) {
        match line.split_whitespace().next() {
            Some("go") => drop(self.searches_received.fetch_add(1, Ordering::AcqRel)),
            Some("stop") => {
                let search = self.searches_received.load(Ordering::Acquire);
                self.stopped.lock().insert(search);
            }
            Some("quit") => self.has_quit.store(true, Ordering::Release),
            _ => {}
        }
    }

    fn has_stopped(&self, search: u64, is_endless: bool) -> bool {
        self.has_quit.load(Ordering::Acquire)
            || is_endless && self.is_at_end.load(Ordering::Acquire)
            || self.stopped.lock().contains(&search)
    }
}

/// The limits of a search, as given by `go`.
#[derive(Default)]
struct GoCommand {
    limits: SearchLimits,
    time: Option<Duration>,
    is_infinite: bool,
}

impl Engine {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, false)? else {
            return Ok(crate::cli::error::FAULTY);
        };
        let stops = Arc::new(StopSignals::default());
        let lines = read_lines(Arc::clone(&stops));
        let tables = self.tables.open()?;
        let mut session = Session {
            search: new_search(variant, DEFAULT_HASH_MEBIBYTES, &tables),
            game: Game::new(Position::start(variant)),
            hash_mebibytes: DEFAULT_HASH_MEBIBYTES,
            level: None,
            lines: NonZeroUsize::MIN,
            threads: self.threads,
            tables,
            searches: 0,
            stops,
        };
        session.search.set_threads(self.threads);
        for line in lines {
            if line.trim() == "quit" {
                break;
            }
            if let Err(fault) = session.answer(line.trim(), console)? {
                writeln!(console, "info string {fault}")?;
            }
            console.flush()?;
        }
        Ok(0)
    }
}

fn new_search(variant: &'static Variant, mebibytes: usize, tables: &TableLibrary) -> Search {
    let evaluation = Evaluator::built_in(variant);
    let mut search = Search::new(evaluation, TranspositionTable::new(mebibytes << 20));
    search.set_tables(tables.of(variant).cloned());
    search
}

fn read_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or(format!("a number from 1 to {MAX_THREADS}"))
}

/// Receives the lines of standard input. A separate thread reads them, so that `stop` takes
/// effect during a search.
fn read_lines(stops: Arc<StopSignals>) -> Receiver<String> {
    let (to, lines) = sync_channel(INPUT_QUEUE_LINES);
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            stops.record(&line);
            if to.send(line).is_err() {
                return;
            }
        }
        stops.is_at_end.store(true, Ordering::Release);
    });
    lines
}

impl Session {
    /// Answers one line. The inner error describes an invalid line.
    fn answer(&mut self, line: &str, console: &mut Console) -> io::Result<Result<(), String>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "uci" => {
                writeln!(console, "id name Chivalry {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(console, "id author the authors of Chivalry")?;
                write!(console, "option name Variant type combo default camelot")?;
                for variant in Variant::offered() {
                    write!(console, " var {}", variant.name())?;
                }
                writeln!(console)?;
                writeln!(
                    console,
                    "option name Hash type spin default {DEFAULT_HASH_MEBIBYTES} min 1 max 4096"
                )?;
                writeln!(console, "option name Level type spin default 0 min 0 max 8")?;
                writeln!(console, "option name MultiPV type spin default 1 min 1 max {MAX_LINES}")?;
                writeln!(
                    console,
                    "option name Threads type spin default 1 min 1 max {MAX_THREADS}"
                )?;
                writeln!(console, "uciok")?;
            }
            "isready" => writeln!(console, "readyok")?,
            "ucinewgame" => self.search.new_game(),
            "setoption" => return Ok(self.set_option(rest)),
            "position" => return Ok(self.set_position(rest)),
            "go" => {
                self.searches += 1;
                match parse_go(rest) {
                    Ok(command) => self.run_search(&command, console)?,
                    Err(fault) => return Ok(Err(fault)),
                }
            }
            // The input thread has already handled `stop`.
            "stop" => {}
            "d" => writeln!(console, "{}", self.game.position())?,
            other => return Ok(Err(format!("there is no command `{other}`"))),
        }
        Ok(Ok(()))
    }

    /// `setoption name NAME value VALUE`
    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let (name, value) = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "))
            .ok_or("an option is set by `setoption name NAME value VALUE`")?;
        match name.trim().to_ascii_lowercase().as_str() {
            "variant" => {
                let variant = variant_named(value.trim()).map_err(|error| error.to_string())?;
                self.renew_search(variant);
                self.game = Game::new(Position::start(variant));
            }
            "hash" => {
                let size = value.trim().parse().ok().filter(|size| (1..=4096).contains(size));
                self.hash_mebibytes = size.ok_or("Hash is a number from 1 to 4096")?;
                self.renew_search(self.search.variant());
            }
            "level" => {
                let number = value.trim().parse().ok().filter(|number: &u8| *number <= 8);
                let number = number.ok_or("Level is a number from 0, for none, to 8")?;
                self.set_level(Level::new(number));
            }
            "multipv" => {
                let lines = value.trim().parse().ok();
                let lines = lines.filter(|lines: &NonZeroUsize| lines.get() <= MAX_LINES);
                self.lines = lines.ok_or(format!("MultiPV is a number from 1 to {MAX_LINES}"))?;
            }
            "threads" => {
                let fault = |fault| format!("Threads is {fault}");
                self.threads = read_threads(value.trim()).map_err(fault)?;
                self.search.set_threads(self.threads);
            }
            other => return Err(format!("there is no option `{other}`")),
        }
        Ok(())
    }

    /// Creates the search of a variant with all options.
    fn renew_search(&mut self, variant: &'static Variant) {
        self.search = new_search(variant, self.hash_mebibytes, &self.tables);
        self.search.set_threads(self.threads);
        self.set_level(self.level);
    }

    fn set_level(&mut self, level: Option<Level>) {
        self.level = level;
        let handicap = self.handicap().unwrap_or(Handicap::NONE);
        self.search.set_strength(handicap.strength());
    }

    /// The handicap of the level in the present variant.
    fn handicap(&self) -> Option<Handicap> {
        self.level.map(|level| level.handicap(self.search.variant()))
    }

    /// `position array|POSITION [moves MOVE...]`
    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        let (position, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let position = position.trim().trim_end_matches(" moves");
        let start = position_of(self.search.variant(), position_argument(position))
            .map_err(|error| error.to_string())?;
        let mut game = Game::new(start);
        for (ply, text) in (1..).zip(moves.split_whitespace()) {
            let turn: Turn = text.parse().map_err(|error| format!("ply {ply}, {text}: {error}"))?;
            match turn {
                Turn::Pass => game.pass().map_err(|error| format!("ply {ply}: {error}"))?,
                Turn::Move(written) => {
                    let effect = game
                        .check(&written)
                        .map_err(|error| format!("ply {ply}, {text}: {error}"))?;
                    game.play(&effect);
                }
            }
        }
        self.game = game;
        Ok(())
    }

    fn run_search(&mut self, command: &GoCommand, console: &mut Console) -> io::Result<()> {
        if self.game.must_pass() {
            return writeln!(console, "bestmove pass");
        }
        let mut limits = command.limits;
        let is_bare = limits.nodes.is_none()
            && limits.depth.is_none()
            && command.time.is_none()
            && !command.is_infinite;
        if let Some(handicap) = self.handicap() {
            limits = handicap.limits();
        } else if is_bare {
            limits = Handicap::NONE.limits();
        }
        let began = Instant::now();
        let (stops, number) = (Arc::clone(&self.stops), self.searches);
        let is_endless = limits.nodes.is_none() && limits.depth.is_none() && command.time.is_none();
        let mut should_stop = || {
            stops.has_stopped(number, is_endless)
                || command.time.is_some_and(|time| began.elapsed() >= time)
        };
        let root = *self.game.position();
        let mut written = Ok(());
        self.search.set_lines(self.lines);
        let found = self.search.run(&self.game, &limits, &mut should_stop, &mut |found| {
            if written.is_ok() {
                written = write_info(console, &root, found, began.elapsed());
            }
        });
        written?;
        match found {
            Some(found) => {
                let text = line_text(&root, &found.pv[..1]).join(" ");
                writeln!(console, "bestmove {text}")
            }
            None => writeln!(console, "bestmove none"),
        }
    }
}

/// `info depth 8 score cp 12 nodes 90000 time 85 nps 1058823 pv ...`, with `multipv` for each of
/// several lines.
fn write_info(
    console: &mut Console,
    root: &Position,
    found: &SearchResult,
    took: Duration,
) -> io::Result<()> {
    let SearchResult { score, pv, depth, nodes, others } = found;
    let (time, rate) = (took.as_millis(), (*nodes as f64 / took.as_secs_f64().max(1e-6)) as u64);
    let others = others.iter().map(|line| (&line.score, &line.pv));
    let has_several = others.len() > 0;
    for (number, (score, pv)) in (1..).zip(std::iter::once((score, pv)).chain(others)) {
        let multipv = if has_several { format!(" multipv {number}") } else { String::new() };
        let score = match score.decided_in_moves() {
            Some(moves) if moves > 0 => format!("win {moves}"),
            Some(moves) => format!("loss {}", -moves),
            None => format!("cp {}", score.hundredths()),
        };
        let line = line_text(root, pv).join(" ");
        writeln!(
            console,
            "info depth {depth}{multipv} score {score} nodes {nodes} time {time} nps {rate} pv {line}",
        )?;
    }
    console.flush()
}

/// `nodes N`, `depth N`, `movetime MILLISECONDS`, `infinite`, in any order.
fn parse_go(text: &str) -> Result<GoCommand, String> {
    let mut command = GoCommand::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            command.is_infinite = true;
            continue;
        }
        let number: Option<u64> = words.next().and_then(|number| number.parse().ok());
        let number = number.filter(|number| *number > 0).ok_or(format!("{word} has a number"))?;
        match word {
            "nodes" => command.limits.nodes = Some(number),
            "depth" => command.limits.depth = Some(number as usize),
            "movetime" => command.time = Some(Duration::from_millis(number)),
            other => return Err(format!("`go` has no parameter `{other}`")),
        }
    }
    Ok(command)
}
