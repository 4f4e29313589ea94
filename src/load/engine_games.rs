//! Games of the computer player against itself, beside those that are measured:
//! what thinking costs those who play.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::load::book::Book;
use crate::load::client::{Client, is};
use crate::load::{LoadError, Run};

/// The level in the last seat; each seat before it has the one below.
const HIGHEST_LEVEL: usize = 7;

/// The least time that a seat has for a game.
const SHORTEST: Duration = Duration::from_secs(1);

/// What the engine games of a run share.
pub(super) struct EngineGames {
    at_once: u32,
    /// A permit for each game that may be under way.
    boards: Semaphore,
    pub(super) begun: AtomicU64,
    pub(super) ended: AtomicU64,
    pub(super) plies: AtomicU64,
}

impl EngineGames {
    /// None may begin yet.
    pub(super) fn new(at_once: u32) -> EngineGames {
        EngineGames {
            at_once,
            boards: Semaphore::new(0),
            begun: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            plies: AtomicU64::new(0),
        }
    }

    /// From now on they are played, one after another on each board.
    pub(super) fn open(&self) {
        self.boards.add_permits(self.at_once as usize);
    }

    /// Begins no more, and waits for the end of those under way.
    pub(super) async fn close(&self) {
        // Who waits for a board is served in order, so nobody has one after this.
        if let Ok(boards) = self.boards.acquire_many(self.at_once).await {
            boards.forget();
        }
    }
}

/// Plays one game after another, as long as they are open.
pub(super) async fn play(run: Arc<Run>, number: usize) -> Result<(), LoadError> {
    let games = &run.engine_games;
    let book = &run.books[number % run.books.len()];
    // Nobody can end such a game: its clock sees to it that it ends soon.
    let time = run.plan.phase_length().max(SHORTEST);
    while let Ok(_board) = games.boards.acquire().await {
        // A connection that nobody reads while it waits for a board is closed.
        let (mut client, _) = Client::to_server(run.address, "").await?;
        let game = games.begun.fetch_add(1, Ordering::Relaxed);
        let made = client.ask(&create(book, time, game)).await?;
        follow(&mut client, &made["match"], &games.plies).await?;
        games.ended.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Reads along until the game is over, and counts its plies.
async fn follow(client: &mut Client, id: &Value, plies: &AtomicU64) -> Result<(), LoadError> {
    client.send(json!({"t": "watch", "id": "watch", "match": id}).to_string()).await?;
    let snapshot = client.until("snapshot").await?;
    let snapshot: Value = serde_json::from_str(&snapshot).unwrap_or_default();
    plies.fetch_add(snapshot["ply"].as_u64().unwrap_or_default(), Ordering::Relaxed);
    let mut is_over = snapshot["status"] == "ended";
    while !is_over {
        let frame = client.next().await?;
        if is(&frame, "moved") {
            plies.fetch_add(1, Ordering::Relaxed);
        }
        if is(&frame, "bye") {
            return Err(LoadError::Refused(frame.to_string()));
        }
        is_over = is(&frame, "ended");
    }
    client.ask(&json!({"t": "unwatch", "id": "unwatch", "match": id})).await?;
    Ok(())
}

/// A game with a number of its own, without which it would be the one before.
fn create(book: &Book, time: Duration, game: u64) -> Value {
    let lowest = HIGHEST_LEVEL + 1 - book.seats.len();
    let computer = |(level, letter): (usize, &char)| {
        (letter.to_string(), Value::from(format!("computer:{level}")))
    };
    let seats: Map<String, Value> = (lowest..).zip(&book.seats).map(computer).collect();
    json!({"t": "create", "id": game.to_string(), "variant": book.variant.name(), "seats": seats,
           "time": {"kind": "fischer", "initial_ms": time.as_millis() as u64, "increment_ms": 0}})
}
