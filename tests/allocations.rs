//! Counts the memory allocations of a move, with SQLite and without work beside it.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use chivalry::http::{HttpOptions, Server, bind};
use chivalry::store::StoreOptions;
use dhat::{HeapStats, Profiler};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Maximum number of allocations of a move that has a commit of its own, with the answer and an
/// event for each player. Most of them are those of `sqlx`.
const MAX_PER_MOVE: f64 = 90.0;

/// Allocations and moves of a run of the load generator, which is another process.
fn run(url: &str, seconds: u32) -> (f64, f64) {
    let before = HeapStats::get().total_blocks;
    let output = Command::new(env!("CARGO_BIN_EXE_chivalry"))
        .args(["load", "--json", "--server", url, "--matches", "10", "--rate", "100"])
        .args(["--seconds", &seconds.to_string()])
        .stderr(Stdio::null())
        .output()
        .expect("the load generator");
    let figures: Value = serde_json::from_slice(&output.stdout).expect("its figures");
    let moves = figures["moves"].as_f64().expect("a number of moves");
    ((HeapStats::get().total_blocks - before) as f64, moves)
}

#[test]
fn a_move_allocates_little() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _profiler = Profiler::builder().testing().build();
    let options = HttpOptions { commands_per_second: 100_000, ..HttpOptions::local() };
    let store = StoreOptions::sqlite(folder.path());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let shutdown = CancellationToken::new();
        let listener = bind(&options).await.expect("a free port");
        let server = Server::open_node(listener, options, &store, None, shutdown.clone()).await;
        let server = server.expect("a server");
        let url = server.url().to_owned();
        let serving = tokio::spawn(server.serve());
        let measured = tokio::task::spawn_blocking(move || {
            // No game ends within ten moves a second. The same games begin in both runs.
            // The first run also fills caches.
            let [_, (begun, few), (all, many)] = [1, 2, 8].map(|seconds| run(&url, seconds));
            (all - begun) / (many - few)
        });
        let per_move = measured.await.expect("a measurement");
        shutdown.cancel();
        serving.await.expect("a server that ends").expect("no error");
        writeln!(io::stdout(), "{per_move:.1} allocations per move").expect("standard output");
        assert!(per_move <= MAX_PER_MOVE, "{per_move:.1} allocations per move");
    });
}
