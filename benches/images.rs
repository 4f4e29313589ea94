//! Processor time of the moving picture of a game of 300 plies.
//!
//! `cargo bench --bench images`. The server of this process draws the picture at the default and at
//! the largest size, five times each. The output has the median of the processor time of the whole
//! process, and the bytes of the picture.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

mod support;

use chivalry::process::Process;
use chivalry::store::StoreOptions;
use chivalry_rules::Variant;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use support::{BenchServer, accepted, random_record};

const PLIES: usize = 300;
const RUNS: u32 = 5;

#[tokio::main]
async fn main() {
    let directory = tempfile::tempdir().expect("a folder");
    let server = BenchServer::start(&StoreOptions::sqlite(directory.path())).await;
    for name in ["camelot", "grand-camelot", "grand-cam"] {
        let variant = Variant::named(name).expect("a variant");
        let record = random_record(variant, PLIES, &mut StdRng::seed_from_u64(1));
        let id = &server.import(&[record]).await[0];
        for (size, query) in [("default size", ""), ("largest size", "&size=720")] {
            let (mut times, mut bytes) = (Vec::new(), 0);
            for run in 0..RUNS {
                // Another delay is another picture, which is not in the cache.
                let path = format!("/matches/{id}/image.gif?delay={}{query}", 200 + run);
                let before = used();
                let picture = accepted(server.get(&path)).await.bytes().await;
                times.push(used() - before);
                bytes = picture.expect("a picture").len();
            }
            times.sort_unstable_by(f64::total_cmp);
            let median = times[times.len() / 2];
            println!(
                "{name:14} {PLIES} plies, {size}: {median:.2} s of processor time, {bytes} bytes"
            );
        }
    }
    server.stop().await;
}

/// The processor time of this process, in seconds.
fn used() -> f64 {
    Process::this().processor_time().expect("a process").as_secs_f64()
}
