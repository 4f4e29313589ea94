//! Effect of attacks from a thousand addresses on 50 regular matches.
//!
//! `cargo bench --bench attack`, or `-- NAME...` for some of the attacks. The players, the server
//! and the attackers are processes that share all processors. The attackers have the lowest
//! priority, because real ones use other machines. Each attack follows a calm part. The output has
//! one row per part: the moves that all players received, their latency, and the processor time,
//! memory and open files of the server.
//!
//! Attackers use addresses in 127.0.1.0 to 127.0.5.255, which the server counts as clients. Limits
//! per address therefore rarely apply.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

mod hostile;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use chivalry::process::Process;
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::Value;

use crate::hostile::Attack;

/// Duration of a part, in seconds.
const PART: u64 = 15;

/// Parts without an attack at the end, during which memory is released.
const RECOVERY_PARTS: usize = 6;

/// Regular matches, each at one move per second.
const MATCHES: u32 = 50;

/// Interval at which the server's open files are counted.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(500);

/// The server during one part.
struct Usage {
    processor_percent: f64,
    resident_mib: u64,
    open_files: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    raise_open_file_limit();
    if let [role, address, name] = arguments.as_slice()
        && role == "attack"
    {
        let address: SocketAddr = address.parse().expect("an address");
        return hostile::run(address, Attack::named(name).expect("an attack"));
    }
    let chosen: Vec<Attack> = Attack::ALL
        .into_iter()
        .filter(|attack| {
            let names = || arguments.iter().filter(|argument| !argument.starts_with('-'));
            names().count() == 0 || names().any(|name| name == attack.name())
        })
        .collect();
    let directory = tempfile::tempdir().expect("a folder");
    // A built server to compare with may be given instead.
    let program = std::env::var("CHIVALRY_SERVER").ok();
    let program = program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_chivalry"));
    let mut server = Command::new(program);
    server.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
    server.args(["--trusted-proxies", "192.0.2.1/32", "--data-dir"]).arg(directory.path());
    let (mut server, address) = start(&mut server);
    let (usages, figures) = play(&address, &chosen, Process::of(server.id()));
    server.kill().expect("a server to stop");
    server.wait().expect("a server that stops");
    report(&chosen, &usages, &figures);
}

/// The parts: each attack between two calm ones, and the recovery.
fn parts(chosen: &[Attack]) -> Vec<Option<Attack>> {
    let attacks = chosen.iter().flat_map(|&attack| [None, Some(attack)]);
    attacks.chain([None; RECOVERY_PARTS]).collect()
}

/// Plays through all parts. Returns the usage of the server in each, and the figures of the
/// players.
fn play(address: &str, chosen: &[Attack], server: Process) -> (Vec<Usage>, Value) {
    let parts = parts(chosen);
    let seconds = parts.len() as u64 * PART;
    let mut players = Command::new(env!("CARGO_BIN_EXE_chivalry"))
        .args(["load", "--server", &format!("http://{address}"), "--json"])
        .args(["--matches", &MATCHES.to_string(), "--rate", &MATCHES.to_string()])
        .args(["--seconds", &seconds.to_string(), "--parts", &parts.len().to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("chivalry load");
    let begun = announced_parts(&mut players);
    let mut usages = Vec::new();
    begun.recv().expect("the first part");
    for part in parts {
        let mut hostile = part.map(|attack| {
            let program = std::env::current_exe().expect("this program");
            start(Command::new(program).args(["attack", address, attack.name()])).0
        });
        usages.push(usage(server, &begun));
        if let Some(hostile) = &mut hostile {
            hostile.kill().expect("an attack to stop");
            hostile.wait().expect("an attack that stops");
        }
    }
    let mut figures = String::new();
    let output = players.stdout.as_mut().expect("its output");
    output.read_to_string(&mut figures).expect("figures");
    assert!(players.wait().expect("an end").success(), "a player was refused or disconnected");
    (usages, serde_json::from_str(&figures).expect("JSON"))
}

/// Returns a channel of the beginnings of parts. It closes at the end of the players.
fn announced_parts(players: &mut Child) -> Receiver<()> {
    let (announce, announced) = channel();
    let output = BufReader::new(players.stderr.take().expect("its output"));
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if line.starts_with("part ") {
                let _ = announce.send(());
            } else if !line.ends_with("moves/s") {
                println!("players: {line}");
            }
        }
    });
    announced
}

/// Measures the server until the next part begins.
fn usage(server: Process, begun: &Receiver<()>) -> Usage {
    let used = || server.processor_time().expect("a server that runs");
    let (began, before, mut open_files) = (Instant::now(), used(), 0);
    while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) = begun.recv_timeout(SAMPLE_INTERVAL)
    {
        open_files = open_files.max(server.open_files().expect("a server that runs"));
    }
    let processor_percent = (used() - before).div_duration_f64(began.elapsed()) * 100.0;
    let resident = server.resident_bytes().expect("a server that runs");
    Usage { processor_percent, resident_mib: resident / (1024 * 1024), open_files }
}

/// Prints the table. Ratios are to the median of the calm parts before and between the attacks.
fn report(chosen: &[Attack], usages: &[Usage], figures: &Value) {
    let parts = parts(chosen);
    let p99 = |number: usize| figures["parts"][number]["latency"]["p99_ms"].as_f64();
    let between = parts.len() - RECOVERY_PARTS;
    let calm = (0..between).filter(|&number| parts[number].is_none()).filter_map(p99);
    let mut calm: Vec<f64> = calm.collect();
    calm.sort_by(f64::total_cmp);
    let calm = calm.get(calm.len() / 2).copied().unwrap_or(f64::NAN);
    println!("| part | moves/s | p50 / p99 / max ms | p99 to calm | CPU | RSS MiB | open files |");
    println!("|---|---|---|---|---|---|---|");
    for (number, (part, usage)) in parts.iter().zip(usages).enumerate() {
        let figures = &figures["parts"][number];
        let [p50, p99, max] = ["p50_ms", "p99_ms", "max_ms"]
            .map(|field| figures["latency"][field].as_f64().unwrap_or(f64::NAN));
        let Usage { processor_percent, resident_mib, open_files } = usage;
        println!(
            "| {} | {:.0} | {p50:.1} / {p99:.1} / {max:.1} | {:.1} | {processor_percent:.0} % | \
             {resident_mib} | {open_files} |",
            part.map_or("calm", Attack::name),
            figures["moves_per_second"].as_f64().unwrap_or(f64::NAN),
            p99 / calm,
        );
    }
}

/// Starts a program and returns the address at the end of its first output line.
fn start(command: &mut Command) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a program that starts");
    let output = child.stdout.take().expect("its output");
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("a line");
    (child, line.trim().rsplit('/').next().unwrap_or_default().to_owned())
}

fn raise_open_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("the allowed limit");
}
