//! `chivalry load`: drive a server, and measure it.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::CliError;
use crate::cli::console::Console;
use crate::cli::files::allow_many_files;
use crate::load;
use crate::load::{Mix, Plan, Target};
use crate::process;

/// The options of `load`.
#[derive(Debug, clap::Args)]
pub struct Load {
    /// The server to drive, as http://HOST:PORT; without it, one is started for this run, in a
    /// directory of its own, or on DATABASE_URL
    #[arg(long, value_name = "URL", value_parser = read_address)]
    server: Option<SocketAddr>,
    /// The number of its process, to measure its memory and processor time
    #[arg(long, requires = "server")]
    pid: Option<u32>,
    /// A bare relay to drive first by the same frames: the floor (`cargo bench --bench load` has
    /// one)
    #[arg(long, value_name = "URL", value_parser = read_address)]
    relay: Option<SocketAddr>,
    /// How many matches are played at once
    #[arg(long, default_value_t = 100, value_name = "COUNT",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    matches: usize,
    /// What is played, in turn: names with commas between them
    #[arg(long = "variant", default_value = "camelot", value_name = "NAMES")]
    mix: Mix,
    /// Moves a second in all matches together; without it, as fast as they are answered
    #[arg(long, value_parser = read_rate)]
    rate: Option<f64>,
    /// For how many seconds moves are counted
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Watchers of each match
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    watchers: usize,
    /// Connections that do nothing
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    idle: usize,
    /// Further matches under way that nobody is connected to
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    parked: usize,
    /// After how many moves a player loses the connection and comes back
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u64).range(1..))]
    reconnect_every: Option<u64>,
    /// Games of the computer player against itself beside the matches, each followed by another:
    /// the time is divided into phases without them and with them, by turns
    #[arg(long, default_value_t = 0, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(..=1_000))]
    engine_games: u32,
    /// How many times to measure without engine games, and with them
    #[arg(long, default_value_t = 5, value_name = "COUNT", requires = "engine_games",
          value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pairs: u32,
    /// Start the server on the first processor, and drive it from the others
    #[arg(long, conflicts_with = "server")]
    pin: bool,
    /// Print a JSON object for each target
    #[arg(long)]
    json: bool,
}

impl Load {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        allow_many_files();
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

        // One thread: a player waits for an answer far longer than it takes to ask.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let relay = self.relay.map(|address| (address, Target::Relay, None));
        let server = server.map(|address| (address, Target::Server, pid));
        let mut rates = Vec::new();
        for (address, target, pid) in relay.into_iter().chain(server) {
            let progress = |said: &str| {
                // Who measures does not depend on who looks.
                let _ = console.remark(said);
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
            duration: Duration::from_secs(self.seconds),
            watchers: self.watchers,
            idle: self.idle,
            parked: self.parked,
            reconnect_every: self.reconnect_every,
            engine_games: self.engine_games,
            pairs: self.pairs,
        }
    }
}

/// A server that lives as long as this, in a directory that goes with it.
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
        // What it holds is thrown away with its directory.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_address(url: &str) -> Result<SocketAddr, String> {
    let host = url.strip_prefix("http://").ok_or("it must begin with http://")?;
    let mut addresses =
        host.trim_end_matches('/').to_socket_addrs().map_err(|error| error.to_string())?;
    addresses.next().ok_or_else(|| "it has no address".to_owned())
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if rate.is_finite() && rate > 0.0 { Ok(rate) } else { Err("it is not above 0".to_owned()) }
}
