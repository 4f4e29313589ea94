//! A match and its players, who play games of the book one after another until the run ends.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::load::book::{Book, Turn};
use crate::load::client::{Client, has_type};
use crate::load::commands::{create, join};
use crate::load::crowd;
use crate::load::run::Run;
use crate::load::target::{LoadError, Target};

/// A move sent later than this after its scheduled time counts as late.
const LATE_THRESHOLD: Duration = Duration::from_millis(5);

/// Latencies in microseconds, by phase.
pub(super) struct TableTimes {
    pub(super) times: Vec<Vec<u32>>,
    pub(super) late: u64,
}

pub(super) struct Table {
    run: Arc<Run>,
    number: usize,
    seats: Vec<SeatedPlayer>,
    /// The id of the match for the watchers.
    shown_match: watch::Sender<String>,
    watchers: JoinSet<()>,
    match_id: String,
    /// The last event received by the first seat, which contains the version.
    last_event: Utf8Bytes,
    matches: usize,
    commands: u64,
    played: TableTimes,
}

/// A player at the table.
struct SeatedPlayer {
    client: Client,
    letter: char,
    token: String,
}

impl Table {
    /// Connects the players of table `number`.
    pub(super) async fn seat(run: Arc<Run>, number: usize) -> Result<Table, LoadError> {
        let book = book_of(&run, number);
        let mut seats = Vec::new();
        for &letter in &book.seats {
            let (client, token) = match run.target {
                Target::Server => {
                    let (client, hello) = Client::to_server(run.address, "").await?;
                    (client, hello["token"].as_str().unwrap_or_default().to_owned())
                }
                Target::Relay => {
                    let client = Client::open(run.address, &format!("/relay/{number}")).await?;
                    (client, String::new())
                }
            };
            seats.push(SeatedPlayer { client, letter, token });
        }
        let (shown_match, _) = watch::channel(String::new());
        let times = vec![Vec::new(); run.phases.len()];
        let mut table = Table {
            run,
            number,
            seats,
            shown_match,
            watchers: JoinSet::new(),
            match_id: String::new(),
            last_event: Utf8Bytes::default(),
            matches: 0,
            commands: 0,
            played: TableTimes { times, late: 0 },
        };
        table.start_match().await?;
        for _ in 0..table.run.plan.watchers {
            let watching =
                crowd::watch(Arc::clone(&table.run), number, table.shown_match.subscribe());
            table.watchers.spawn(watching.await?);
        }
        Ok(table)
    }

    /// Plays until the run ends.
    pub(super) async fn play(mut self) -> Result<TableTimes, LoadError> {
        self.run.ready_barrier.wait().await;
        let run = Arc::clone(&self.run);
        let mut schedule = MoveSchedule::of(&run, self.number);
        let book = book_of(&run, self.number);
        for game in self.number.. {
            let game = book.game(game);
            for turn in &game.turns {
                if !schedule.wait(&run, &mut self.played.late).await {
                    return Ok(self.played);
                }
                let (phase, began) = (run.phase.load(Ordering::Relaxed), Instant::now());
                self.make_move(turn).await?;
                let micros = u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX);
                if let Some(times) = self.played.times.get_mut(phase) {
                    times.push(micros);
                }
                let moves = run.moves.fetch_add(1, Ordering::Relaxed) + 1;
                if run.plan.reconnect_every.is_some_and(|every| moves.is_multiple_of(every)) {
                    self.reconnect(moves as usize).await?;
                }
            }
            if run.target == Target::Server {
                self.end_match(game.is_over).await?;
                self.start_match().await?;
            }
        }
        Ok(self.played)
    }

    /// Creates a match, seats the players and subscribes them to it.
    async fn start_match(&mut self) -> Result<(), LoadError> {
        if self.run.target == Target::Relay {
            return Ok(());
        }
        self.matches += 1;
        let create = create(book_of(&self.run, self.number), self.matches);
        let (maker, others) = self.seats.split_first_mut().expect("a variant has seats");
        let made = maker.client.request(&create).await?;
        self.match_id = made["match"].as_str().unwrap_or_default().to_owned();
        for player in others {
            player.client.request(&join(&self.match_id, player.letter)).await?;
        }
        for player in &mut self.seats {
            let watch = json!({"t": "watch", "id": "watch", "match": self.match_id});
            player.client.send(watch.to_string()).await?;
            self.last_event = player.client.read_until("snapshot").await?;
        }
        self.shown_match.send_replace(self.match_id.clone());
        Ok(())
    }

    /// Ends the match, unless the rules ended it.
    async fn end_match(&mut self, is_over: bool) -> Result<(), LoadError> {
        if !is_over {
            let resign = json!({"t": "resign", "id": "resign", "match": self.match_id});
            self.seats[0].client.send(resign.to_string()).await?;
            self.seats[0].client.read_until("ok").await?;
        }
        for player in self.seats.iter_mut().skip(usize::from(!is_over)) {
            player.client.read_until("ended").await?;
        }
        let unwatch = json!({"t": "unwatch", "id": "unwatch", "match": self.match_id});
        for player in &mut self.seats {
            player.client.request(&unwatch).await?;
        }
        Ok(())
    }

    /// Sends a move and waits until all players of the table received it.
    async fn make_move(&mut self, turn: &Turn) -> Result<(), LoadError> {
        self.commands += 1;
        let (id, match_id) = (self.commands, &self.match_id);
        let (ply, text) = (turn.ply, &turn.text);
        let frame = format!(
            r#"{{"t":"move","id":"{id}","match":"{match_id}","ply":{ply},"move":"{text}"}}"#
        );
        let is_relay = self.run.target == Target::Relay;
        self.seats[turn.seat].client.send(frame).await?;
        for (seat, player) in self.seats.iter_mut().enumerate() {
            if is_relay {
                player.client.next_frame().await?;
                continue;
            }
            let mut answers = usize::from(seat == turn.seat);
            let mut events = 1 + turn.passes;
            while answers + events > 0 {
                let text = player.client.next_frame().await?;
                if has_type(&text, "moved") {
                    events = events.saturating_sub(1);
                    self.last_event = text;
                } else if has_type(&text, "snapshot")
                    && has_reached(&text, ply + turn.passes as u32)
                {
                    // Another node acquired the match and resends its state, which includes the
                    // move.
                    events = 0;
                    self.last_event = text;
                } else if has_type(&text, "ok") {
                    answers = answers.saturating_sub(1);
                } else if has_type(&text, "err") || has_type(&text, "bye") {
                    return Err(LoadError::Refused(text.to_string()));
                }
            }
        }
        Ok(())
    }

    /// Closes the connection of one player and opens it again.
    async fn reconnect(&mut self, chosen: usize) -> Result<(), LoadError> {
        if self.run.target == Target::Relay {
            return Ok(());
        }
        let event: Value = serde_json::from_str(&self.last_event).unwrap_or_default();
        let since = &event["v"];
        let watch = json!({"t": "watch", "id": "again", "match": self.match_id, "since": since});
        let count = self.seats.len();
        let player = &mut self.seats[chosen % count];
        let query = format!("?token={}", player.token);
        (player.client, _) = Client::to_server(self.run.address, &query).await?;
        player.client.request(&watch).await?;
        self.run.reconnections.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// Returns true if a snapshot has at least that many plies.
fn has_reached(snapshot: &str, ply: u32) -> bool {
    let snapshot: Value = serde_json::from_str(snapshot).unwrap_or_default();
    snapshot["ply"].as_u64().is_some_and(|at| at >= u64::from(ply))
}

/// The schedule of a table's moves. All tables together keep the rate.
struct MoveSchedule {
    every: Option<Duration>,
    due: Instant,
}

impl MoveSchedule {
    fn of(run: &Run, number: usize) -> MoveSchedule {
        let matches = run.plan.matches as f64;
        let every = run.plan.rate.map(|rate| Duration::from_secs_f64(matches / rate));
        // Tables are offset, so that they do not move at the same moment.
        let offset = every.unwrap_or_default().mul_f64(number as f64 / matches);
        MoveSchedule { every, due: Instant::now() + offset }
    }

    /// Waits until the next move is due. Returns false when the run has ended.
    async fn wait(&mut self, run: &Run, late: &mut u64) -> bool {
        if let Some(every) = self.every {
            if self.due.elapsed() > LATE_THRESHOLD {
                *late += 1;
            }
            tokio::select! {
                () = sleep_until(self.due) => {}
                () = run.end_of_run.cancelled() => return false,
            }
            self.due += every;
        }
        !run.end_of_run.is_cancelled()
    }
}

fn book_of(run: &Run, number: usize) -> &Book {
    &run.books[number % run.books.len()]
}
