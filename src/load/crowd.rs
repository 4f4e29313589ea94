//! Background load that makes no counted moves: watchers, idle connections, and parked matches.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::load::book::Book;
use crate::load::client::{Client, UNKNOWN_TOKEN_QUERY};
use crate::load::commands::{create, join};
use crate::load::plan::Plan;
use crate::load::run::Run;
use crate::load::target::{LoadError, MAX_CONCURRENT_OPENS, Target};

/// Open matches per player. The server's default limit is higher.
const MATCHES_PER_PLAYER: usize = 100;

/// Watches the table's matches one after another. Ends with the table or the connection.
pub(super) async fn watch(
    run: Arc<Run>,
    number: usize,
    mut shown_match: watch::Receiver<String>,
) -> Result<impl Future<Output = ()> + use<>, LoadError> {
    let mut client = match run.target {
        Target::Server => Client::to_server(run.address, UNKNOWN_TOKEN_QUERY).await?.0,
        Target::Relay => Client::open(run.address, &format!("/relay/{number}")).await?,
    };
    if run.target == Target::Server {
        let first = shown_match.borrow_and_update().clone();
        switch_match(&mut client, None, &first).await?;
    }
    Ok(async move {
        let mut watched = shown_match.borrow().clone();
        loop {
            tokio::select! {
                frame = client.next_frame() => match frame {
                    Ok(_) => {
                        run.frames_watched.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(_) => return,
                },
                changed = shown_match.changed() => {
                    let next = shown_match.borrow_and_update().clone();
                    let followed = switch_match(&mut client, Some(&watched), &next).await;
                    if changed.is_err() || followed.is_err() {
                        return;
                    }
                    watched = next;
                }
            }
        }
    })
}

async fn switch_match(client: &mut Client, from: Option<&str>, to: &str) -> Result<(), LoadError> {
    if let Some(from) = from {
        client.request(&json!({"t": "unwatch", "id": "unwatch", "match": from})).await?;
    }
    client.request(&json!({"t": "watch", "id": "watch", "match": to})).await?;
    Ok(())
}

/// Opens `count` connections that only answer pings.
pub(super) async fn idle(
    address: SocketAddr,
    target: Target,
    count: usize,
    crowd: &mut JoinSet<()>,
) -> Result<(), LoadError> {
    let mut opening = JoinSet::new();
    for number in 0..count {
        if opening.len() >= MAX_CONCURRENT_OPENS {
            start_reading(&mut opening, crowd).await?;
        }
        opening.spawn(async move {
            match target {
                Target::Server => Ok(Client::to_server(address, UNKNOWN_TOKEN_QUERY).await?.0),
                Target::Relay => Client::open(address, &format!("/relay/idle-{number}")).await,
            }
        });
    }
    while !opening.is_empty() {
        start_reading(&mut opening, crowd).await?;
    }
    Ok(())
}

async fn start_reading(
    opening: &mut JoinSet<Result<Client, LoadError>>,
    crowd: &mut JoinSet<()>,
) -> Result<(), LoadError> {
    if let Some(opened) = opening.join_next().await {
        let mut client = opened??;
        crowd.spawn(async move { while client.next_frame().await.is_ok() {} });
    }
    Ok(())
}

/// Starts the parked matches. Each seat makes a move, so that the matches are not aborted.
pub(super) async fn park(address: SocketAddr, plan: &Plan) -> Result<(), LoadError> {
    let books: Vec<Book> = plan.mix.variants().iter().map(|variant| Book::of(variant)).collect();
    for (number, book) in books.iter().enumerate().take(plan.parked) {
        let mut clients = Vec::new();
        for (count, made) in (number..plan.parked).step_by(books.len()).enumerate() {
            if count.is_multiple_of(MATCHES_PER_PLAYER) {
                clients.clear();
                for _ in &book.seats {
                    clients.push(Client::to_server(address, "").await?.0);
                }
            }
            let id = clients[0].request(&create(book, made)).await?["match"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            for (client, letter) in clients.iter_mut().zip(&book.seats).skip(1) {
                client.request(&join(&id, *letter)).await?;
            }
            for turn in book.game(made).turns.iter().take(clients.len()) {
                let (ply, text) = (turn.ply, &turn.text);
                let command = json!({"t": "move", "id": format!("{made}-{ply}"), "match": id,
                                     "ply": ply, "move": text});
                clients[turn.seat].request(&command).await?;
            }
        }
    }
    Ok(())
}
