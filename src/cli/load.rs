//! `chivalry load`: the load generator.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::console::Console;
use crate::cli::error::CliError;
use crate::cli::files::raise_open_file_limit;
use crate::load;
use crate::load::{Mix, Plan, Target};
use crate::process;

/// The options of `load`.
#[derive(Debug, clap::Args)]
pub struct Load {
    /// The server to load, as http://HOST:PORT. Without it, a server is started for this run in
    /// a temporary directory, or on DATABASE_URL
    #[arg(long, value_name = "URL", value_parser = read_address)]
    server: Option<SocketAddr>,
    /// Process id of the server, to measure its memory and processor time
    #[arg(long, requires = "server")]
    pid: Option<u32>,
    /// A bare relay to load first with the same frames, as a baseline (`cargo bench --bench
    /// load` starts one)
    #[arg(long, value_name = "URL", value_parser = read_address)]
    relay: Option<SocketAddr>,
    /// Number of matches played at the same time
    #[arg(long, default_value_t = 100, value_name = "COUNT",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    matches: usize,
    /// Variants to play in turn, separated by commas
    #[arg(long = "variant", default_value = "camelot", value_name = "NAMES")]
    mix: Mix,
    /// Moves per second in all matches together; without it, each move follows the answer to
    /// the previous one
    #[arg(long, value_parser = read_rate)]
    rate: Option<f64>,
    /// Duration of play before the measurement, in seconds. All matches begin in it at once
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    warm_up: u64,
    /// Duration of the measurement, in seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Number of watchers per match
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    watchers: usize,
    /// Number of idle connections
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    idle: usize,
    /// Number of additional running matches without connections
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    parked: usize,
    /// Number of moves after which a player disconnects and reconnects
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u64).range(1..))]
    reconnect_every: Option<u64>,
    /// Number of concurrent engine games beside the matches. The run alternates between phases
    /// without and with engine games
    #[arg(long, default_value_t = 0, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(..=1_000))]
    engine_games: u32,
    /// Number of measurements without and with engine games
    #[arg(long, default_value_t = 5, value_name = "COUNT", requires = "engine_games",
          value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pairs: u32,
    /// Number of equal parts of the measurement, each of which is reported separately. Its beginning
    /// is announced as `part NUMBER`
    #[arg(long, default_value_t = 1, value_name = "COUNT", conflicts_with = "engine_games",
          value_parser = clap::value_parser!(u32).range(1..=1_000))]
    parts: u32,
    /// Run the server on the first processor and the load generator on the others
    #[arg(long, conflicts_with = "server")]
    pin: bool,
    /// Print one JSON object per target
    #[arg(long)]
    json: bool,
}

impl Load {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        raise_open_file_limit();
        let plan = self.plan();
        let processors = if self.pin { process::processors()? } else { Vec::new() };
        if let Some((first, _)) = processors.split_first() {
            process::pin_to(&[*first])?;
        }
        let own_server = match self.server {
            Some(_) => None,
            None => Some(OwnServer::start()?),
        };
        if let Some((_, others)) = processors.split_first().filter(|(_, others)| !others.is_empty())
        {
            process::pin_to(others)?;
        }
        let pid = self.pid.or(own_server.as_ref().map(|server| server.child.id()));
        let server = self.server.or(own_server.as_ref().map(|server| server.address));

        // One thread suffices: a client waits for an answer far longer than it takes to send a
        // command.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let relay = self.relay.map(|address| (address, Target::Relay, None));
        let server = server.map(|address| (address, Target::Server, pid));
        let mut rates = Vec::new();
        for (address, target, pid) in relay.into_iter().chain(server) {
            let progress = |message: &str| {
                // A failed write of a progress message does not stop the measurement.
                let _ = console.write_remark(message);
            };
            let running = load::run(&plan, address, target, pid, progress);
            let figures = runtime.block_on(running)?;
            rates.push(figures.moves_per_second);
            if self.json {
                console.json(&figures)?;
            } else {
                writeln!(console, "{figures}")?;
            }
            console.flush()?;
        }
        if let (&[relay, server], false) = (rates.as_slice(), self.json) {
            writeln!(console, "server to relay                  {:.2}", server / relay)?;
        }
        Ok(0)
    }

    fn plan(&self) -> Plan {
        Plan {
            matches: self.matches,
            mix: self.mix.clone(),
            rate: self.rate,
            warm_up: Duration::from_secs(self.warm_up),
            duration: Duration::from_secs(self.seconds),
            watchers: self.watchers,
            idle: self.idle,
            parked: self.parked,
            reconnect_every: self.reconnect_every,
            engine_games: self.engine_games,
            pairs: self.pairs,
            parts: self.parts,
        }
    }
}

/// A server process for one run, with a temporary directory. Dropping it stops the process and
/// removes the directory.
struct OwnServer {
    child: Child,
    address: SocketAddr,
    _directory: TempDir,
}

impl OwnServer {
    fn start() -> Result<OwnServer, CliError> {
        let directory = tempfile::tempdir()?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--commands-per-second", "1000000"])
            .arg("--data-dir")
            .arg(directory.path())
            .env("CHIVALRY_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let url = line.trim().rsplit(' ').next().unwrap_or_default();
        match read_address(url) {
            Ok(address) => Ok(OwnServer { child, address, _directory: directory }),
            Err(why) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(io::Error::other(format!("the server did not start: {why}")).into())
            }
        }
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        // The data is removed with its directory, so the server need not shut down cleanly.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn read_address(url: &str) -> Result<SocketAddr, String> {
    let host = url.strip_prefix("http://").ok_or("it must begin with http://")?;
    let mut addresses =
        host.trim_end_matches('/').to_socket_addrs().map_err(|error| error.to_string())?;
    addresses.next().ok_or_else(|| "it has no address".to_owned())
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if rate.is_finite() && rate > 0.0 { Ok(rate) } else { Err("it is not above 0".to_owned()) }
}
