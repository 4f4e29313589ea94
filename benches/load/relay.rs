//! A relay without rules and storage. It sends each frame to all connections of its path, with the
//! axum version and the read buffer size of the server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// The connections of a path, with a number for each.
type Room = Vec<(u64, mpsc::Sender<Utf8Bytes>)>;

#[derive(Clone, Default)]
struct Rooms(Arc<Mutex<HashMap<String, Room>>>);

pub(crate) fn serve() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        println!("http://{}", listener.local_addr().expect("an address"));
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("a socket"));
        let router = Router::new().route("/relay/{room}", get(open)).with_state(Rooms::default());
        axum::serve(listener, router).await.expect("a relay that serves");
    });
}

async fn open(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .on_upgrade(move |socket| relay_frames(rooms, name, socket))
}

async fn relay_frames(rooms: Rooms, name: String, mut socket: WebSocket) {
    let (sender, mut frames) = mpsc::channel(256);
    let number = {
        let mut rooms = rooms.0.lock().expect("a lock");
        let room = rooms.entry(name.clone()).or_default();
        let number = room.last().map_or(0, |(last, _)| last + 1);
        room.push((number, sender));
        number
    };
    loop {
        tokio::select! {
            received = socket.recv() => {
                let Some(Ok(message)) = received else { break };
                let Message::Text(text) = message else { continue };
                let room = rooms.0.lock().expect("a lock")[&name].clone();
                for (_, sender) in room {
                    // A connection that does not read misses the frame.
                    let _ = sender.try_send(text.clone());
                }
            }
            Some(text) = frames.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    break;
                }
            }
        }
    }
    let mut rooms = rooms.0.lock().expect("a lock");
    if let Some(room) = rooms.get_mut(&name) {
        room.retain(|(other, _)| *other != number);
        if room.is_empty() {
            rooms.remove(&name);
        }
    }
}
