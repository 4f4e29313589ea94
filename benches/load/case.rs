//! One row of the table: a store, a number of matches and a rate.

use std::fmt;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use chivalry::process::{pin_to, processors};
use clap::ValueEnum;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
const SERVER: &str = env!("CARGO_BIN_EXE_chivalry");

/// A folder of files in memory.
const MEMORY: &str = "/dev/shm";

/// Duration of the part in which system calls are counted, in seconds.
const TRACED_SECONDS: u32 = 3;

/// The processors of this machine.
static ALL: LazyLock<Vec<usize>> =
    LazyLock::new(|| processors().expect("the processors of this machine"));

/// The store of the matches.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Store {
    /// SQLite in the target folder.
    Disk,
    /// SQLite in memory.
    Memory,
    /// Postgres at `DATABASE_URL`.
    Postgres,
}

impl Store {
    pub(crate) const ALL: [Store; 3] = [Store::Disk, Store::Memory, Store::Postgres];

    /// True if this machine has the store.
    pub(crate) fn exists(self) -> bool {
        match self {
            Store::Disk => true,
            Store::Memory => Path::new(MEMORY).is_dir(),
            Store::Postgres => std::env::var_os("DATABASE_URL").is_some(),
        }
    }

    /// Creates an empty folder for the data of a server.
    fn folder(self) -> TempDir {
        let parent = match self {
            Store::Memory => Path::new(MEMORY),
            Store::Disk | Store::Postgres => Path::new(env!("CARGO_TARGET_TMPDIR")),
        };
        tempfile::tempdir_in(parent).expect("a temporary folder")
    }

    fn name(self) -> &'static str {
        match self {
            Store::Disk => "SQLite on disk",
            Store::Memory => "SQLite in memory",
            Store::Postgres => "Postgres",
        }
    }
}

/// The conditions of a measurement.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) store: Store,
    /// Concurrent matches.
    pub(crate) matches: u32,
    /// Moves per second. `None` sends them as fast as possible.
    pub(crate) rate: Option<String>,
    /// Duration of a run, in seconds.
    pub(crate) seconds: u32,
}

impl Case {
    /// Measures relay and server in turns, and returns the medians.
    pub(crate) fn measure(&self, runs: usize) -> Row<'_> {
        let measured: Vec<[Value; 2]> = (0..runs).map(|_| self.run_once()).collect();
        Row { case: self, measured, calls_per_move: self.calls_per_move() }
    }

    /// Drives the relay, and then a server.
    fn run_once(&self) -> [Value; 2] {
        let relay = on_first_processor(Program::start_relay);
        let folder = self.store.folder();
        let mut command = self.server(Command::new(SERVER), folder.path());
        let server = on_first_processor(|| Program::start(&mut command));
        let pid = server.child.id().to_string();
        let output = self
            .load(&server, self.seconds)
            .args(["--relay", &relay.url, "--pid", &pid])
            .output()
            .expect("chivalry load");
        assert!(output.status.success(), "chivalry load failed");
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        let figures: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        figures.try_into().expect("the figures of relay and server")
    }

    /// Counts the system calls of a server between two parts of a run. `None` without `strace`.
    fn calls_per_move(&self) -> Option<f64> {
        Command::new("strace").arg("-V").stdout(Stdio::null()).status().ok()?;
        let folder = self.store.folder();
        let mut command = self.server(Command::new(SERVER), folder.path());
        let server = on_first_processor(|| Program::start(&mut command));
        let mut load = self
            .load(&server, 3 * TRACED_SECONDS)
            .args(["--parts", "3"])
            .stderr(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("chivalry load");
        let progress = BufReader::new(load.stderr.take().expect("its progress"));
        let mut parts =
            progress.lines().map_while(Result::ok).filter(|line| line.contains("part "));
        parts.nth(1);
        let mut strace = Command::new("strace")
            .args(["-f", "-c", "-p", &server.child.id().to_string(), "-o"])
            .arg(folder.path().join("calls"))
            .stderr(Stdio::null())
            .spawn()
            .expect("strace");
        parts.next();
        let pid = Pid::from_raw(strace.id().cast_signed()).expect("its id");
        kill_process(pid, Signal::INT).expect("strace to stop");
        strace.wait().expect("strace to end");
        parts.for_each(drop);
        let output = load.wait_with_output().expect("the figures");
        let figures: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let moves = figures["parts"][1]["moves_per_second"].as_f64()? * f64::from(TRACED_SECONDS);
        let summary = fs::read_to_string(folder.path().join("calls")).ok()?;
        let total = summary.lines().last()?;
        // The columns are: share of time, seconds, microseconds per call, calls, errors.
        let calls: f64 = total.split_ascii_whitespace().nth(3)?.parse().ok()?;
        Some(calls / moves)
    }

    /// Completes the command line of a server.
    fn server(&self, mut command: Command, folder: &Path) -> Command {
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--commands-per-second", "1000000"])
            .arg("--data-dir")
            .arg(folder)
            .env("CHIVALRY_LOG", "warn");
        if !matches!(self.store, Store::Postgres) {
            command.env_remove("DATABASE_URL");
        }
        command
    }

    /// Returns the command line of the load generator, which uses the other processors.
    fn load(&self, server: &Program, seconds: u32) -> Command {
        let mut command = Command::new(SERVER);
        command.args(["load", "--json", "--warm-up", "2", "--server", &server.url]);
        command.args(["--matches", &self.matches.to_string()]);
        command.args(["--seconds", &seconds.to_string()]);
        if let Some(rate) = &self.rate {
            command.args(["--rate", rate]);
        }
        command.stderr(Stdio::inherit());
        command
    }
}

/// Runs `start` on the first processor, and this program on the others.
fn on_first_processor(start: impl FnOnce() -> Program) -> Program {
    let all = ALL.as_slice();
    let (first, others) = all.split_at(1);
    pin_to(first).expect("a processor");
    let started = start();
    pin_to(if others.is_empty() { first } else { others }).expect("a processor");
    started
}

/// A process that prints its address. Dropping it stops it.
struct Program {
    child: Child,
    url: String,
}

impl Program {
    fn start_relay() -> Program {
        let program = std::env::current_exe().expect("this program");
        Program::start(Command::new(program).arg("relay"))
    }

    fn start(command: &mut Command) -> Program {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("a program");
        let output = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("its address");
        let url = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        Program { child, url }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The medians of a case.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    case: &'a Case,
    /// The figures of relay and server in each run.
    measured: Vec<[Value; 2]>,
    calls_per_move: Option<f64>,
}

impl Row<'_> {
    pub(crate) const HEADER: &'static str = "\
        | store | matches | rate | relay/s | server/s | ratio | CPU ms per 1,000 moves \
        | bytes written per move | system calls per move | p50 ms | p99 ms | p99.9 ms |\n\
        |---|---|---|---|---|---|---|---|---|---|---|---|";

    /// Returns the median of a figure of the relay (0) or the server (1).
    fn median(&self, target: usize, path: &str) -> f64 {
        let figure = |run: &[Value; 2]| run[target].pointer(path).and_then(Value::as_f64);
        let mut values: Vec<f64> = self.measured.iter().filter_map(figure).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { store, matches, rate, .. } = self.case;
        let relayed = self.median(0, "/moves_per_second");
        let served = self.median(1, "/moves_per_second");
        write!(f, "| {} | {matches} | {} ", store.name(), rate.as_deref().unwrap_or("max"))?;
        write!(f, "| {relayed:.0} | {served:.0} | {:.2} ", served / relayed)?;
        write!(f, "| {:.1} ", self.median(1, "/server_cpu_ms_per_1000_moves"))?;
        write!(f, "| {:.0} ", self.median(1, "/server_bytes_written_per_move"))?;
        match self.calls_per_move {
            Some(calls) => write!(f, "| {calls:.1} ")?,
            None => write!(f, "| no strace ")?,
        }
        for percentile in ["/latency/p50_ms", "/latency/p99_ms", "/latency/p99_9_ms"] {
            write!(f, "| {:.2} ", self.median(1, percentile))?;
        }
        write!(f, "|")
    }
}
