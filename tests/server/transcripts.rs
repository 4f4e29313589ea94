//! Replays the transcripts of `docs/transcripts`, and those beside this file for the rest of the
//! protocol, against the real server.

mod coverage;
mod pattern;
mod reader;
mod replay;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use coverage::Coverage;
use reader::Transcript;
use replay::Replay;

use crate::databases::{Database, on_every_database};
use crate::support::TestServer;

/// The folders of the transcripts.
const FOLDERS: [&str; 2] = ["docs/transcripts", "tests/server/transcripts"];

fn transcripts() -> Vec<Transcript> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = FOLDERS.iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.retain(|path| !path.ends_with("README.md"));
    paths.sort();
    paths.iter().map(|path| Transcript::read(path)).collect()
}

async fn replay(database: &Database, transcript: &Transcript) -> Coverage {
    let server = TestServer::start(database).await;
    let mut replay = Replay::new(&server);
    replay.run(transcript).await;
    let seen = replay.end(transcript).await;
    server.shutdown().await;
    seen
}

#[tokio::test]
async fn transcripts_replay_as_written_and_cover_the_whole_protocol() {
    let seen = Arc::new(Mutex::new(BTreeMap::<&str, Coverage>::new()));
    for transcript in transcripts() {
        on_every_database(|database| {
            let (seen, transcript) = (Arc::clone(&seen), transcript.clone());
            async move {
                let shown = replay(&database, &transcript).await;
                seen.lock().unwrap().entry(database.name).or_default().add(shown);
            }
        })
        .await;
    }
    for (database, seen) in &*seen.lock().unwrap() {
        seen.check(database);
    }
}
