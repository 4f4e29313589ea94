//! Games of the computer player against itself during a run, which measure the cost of the engine
//! for players.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::load::book::Book;
use crate::load::client::{Client, has_type};
use crate::load::run::Run;
use crate::load::target::LoadError;

/// The level of the last seat. Each earlier seat has the level below.
const HIGHEST_LEVEL: usize = 7;

/// The shortest time of a seat for a game.
const MIN_CLOCK: Duration = Duration::from_secs(1);

/// Plays one game after another while games are enabled.
pub(super) async fn play(run: Arc<Run>, number: usize) -> Result<(), LoadError> {
    let games = &run.engine_games;
    let book = &run.books[number % run.books.len()];
    // No player can end such a game. A short clock ends it soon.
    let time = run.plan.phase_length().max(MIN_CLOCK);
    while let Ok(_board) = games.boards.acquire().await {
        // The server closes a connection that does not read, so that each game gets a new one.
        let (mut client, _) = Client::to_server(run.address, "").await?;
        let game = games.begun.fetch_add(1, Ordering::Relaxed);
        let made = client.request(&create(book, time, game)).await?;
        count_plies(&mut client, &made["match"], &games.plies).await?;
        games.ended.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Reads frames until the game has ended, and counts its plies.
async fn count_plies(client: &mut Client, id: &Value, plies: &AtomicU64) -> Result<(), LoadError> {
    client.send(json!({"t": "watch", "id": "watch", "match": id}).to_string()).await?;
    let snapshot = client.read_until("snapshot").await?;
    let snapshot: Value = serde_json::from_str(&snapshot).unwrap_or_default();
    plies.fetch_add(snapshot["ply"].as_u64().unwrap_or_default(), Ordering::Relaxed);
    let mut is_over = snapshot["status"] == "ended";
    while !is_over {
        let frame = client.next_frame().await?;
        if has_type(&frame, "moved") {
            plies.fetch_add(1, Ordering::Relaxed);
        }
        if has_type(&frame, "bye") {
            return Err(LoadError::Refused(frame.to_string()));
        }
        is_over = has_type(&frame, "ended");
    }
    client.request(&json!({"t": "unwatch", "id": "unwatch", "match": id})).await?;
    Ok(())
}

/// Builds the command for a game. Each game has another number, because the server would otherwise
/// return the earlier game.
fn create(book: &Book, time: Duration, game: u64) -> Value {
    let lowest = HIGHEST_LEVEL + 1 - book.seats.len();
    let computer = |(level, letter): (usize, &char)| {
        (letter.to_string(), Value::from(format!("computer:{level}")))
    };
    let seats: Map<String, Value> = (lowest..).zip(&book.seats).map(computer).collect();
    json!({"t": "create", "id": game.to_string(), "variant": book.variant.name(), "seats": seats,
           "time": {"kind": "fischer", "initial_ms": time.as_millis() as u64, "increment_ms": 0}})
}
