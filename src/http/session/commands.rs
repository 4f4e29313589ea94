//! Match commands of a connection.

use std::ops::ControlFlow;

use tokio::time::Instant;

use crate::live::{LiveError, NewPremove};
use crate::protocol::{CreateRequest, Done, PremoveRequest, legal_moves};
use chivalry_play::matches::{Command, MatchId, Refusal};

use crate::http::api::matches::matches::make;
use crate::http::error::live_error;
use crate::http::session::connection::Connection;
use crate::http::session::subscriptions::matches::{MatchSubscriptions, send_snapshot};
use crate::http::session::transport::{Step, Transport};

/// Creates a match.
pub(crate) async fn create<T: Transport>(
    connection: &mut Connection<T>,
    id: Option<String>,
    request: CreateRequest,
) -> Step {
    let created = async {
        let player = connection.player_now().await?;
        Ok(make(&connection.app, request, &player, id.clone()).await?.1)
    };
    let created = created.await;
    connection.report(id.as_deref(), created).await
}

/// Carries out a match command. With `legal`, the refusal of an illegal move lists the legal moves.
pub(crate) async fn command<T: Transport>(
    connection: &mut Connection<T>,
    matches: &mut MatchSubscriptions,
    id: Option<String>,
    match_id: MatchId,
    mut command: Command,
    legal: bool,
) -> Step {
    // A join stores the player in the match, so the current record is read.
    let player = match &command {
        Command::Join { .. } => Box::pin(connection.player_now()).await,
        _ => connection.player().cloned(),
    };
    let player = match player {
        Ok(player) => player,
        Err(error) => return connection.refuse(id.as_deref(), &error).await,
    };
    let is_move = matches!(command, Command::Move { .. });
    if let Command::Move { lag, .. } = &mut command {
        *lag = connection.move_lag();
    }
    let done = connection.app.live.command(match_id, &player, id.clone(), command).await;
    let id = id.as_deref();
    match done {
        Ok(accepted) => {
            connection.has_moved |= is_move;
            let done = Done {
                match_id: Some(match_id),
                v: Some(accepted.v),
                ply: is_move.then_some(accepted.ply),
                seat: accepted.seat,
                ..Done::default()
            };
            connection.report(id, Ok(done)).await?;
            // The ping measures the latency that the next move is compensated for.
            let is_ping_due = is_move && connection.lag.is_ping_due(Instant::now());
            if is_ping_due { connection.ping().await } else { ControlFlow::Continue(()) }
        }
        Err(error) => Box::pin(refuse(connection, matches, id, match_id, &error, legal)).await,
    }
}

/// Sets a premove.
pub(crate) async fn premove<T: Transport>(
    connection: &mut Connection<T>,
    matches: &mut MatchSubscriptions,
    id: Option<String>,
    match_id: MatchId,
    request: PremoveRequest,
) -> Step {
    let player = match connection.player() {
        Ok(player) => player,
        Err(error) => return connection.refuse(id.as_deref(), &error).await,
    };
    let PremoveRequest { ply, line } = request;
    let wish = NewPremove { ply, line };
    match connection.app.live.premove(match_id, player, id.clone(), wish).await {
        Ok(kept) => {
            let (ply, seat) = (Some(kept.ply), kept.seat);
            let done = Done { match_id: Some(match_id), ply, seat, ..Done::default() };
            connection.report(id.as_deref(), Ok(done)).await
        }
        Err(error) => refuse(connection, matches, id.as_deref(), match_id, &error, false).await,
    }
}

/// Refuses a command, with the legal moves or a snapshot if the client needs them.
async fn refuse<T: Transport>(
    connection: &mut Connection<T>,
    matches: &mut MatchSubscriptions,
    id: Option<&str>,
    match_id: MatchId,
    error: &LiveError,
    legal: bool,
) -> Step {
    let wants_legal = matches.wants_legal(match_id, legal);
    let mut refusal = live_error(error);
    let live = &connection.app.live;
    match error {
        LiveError::Refused(Refusal::IllegalMove(_)) if wants_legal => {
            if let Ok(snapshot) = live.snapshot(match_id, connection.viewer()).await {
                refusal.more.legal =
                    Some(legal_moves(snapshot.match_state.game().position(), true));
            }
            connection.refuse(id, &refusal).await
        }
        LiveError::Refused(Refusal::StalePly { .. }) => {
            connection.refuse(id, &refusal).await?;
            match connection.app.live.snapshot(match_id, connection.viewer()).await {
                Ok(snapshot) => {
                    matches.set_version(match_id, snapshot.match_state.v());
                    send_snapshot(connection, &snapshot, wants_legal).await
                }
                Err(_) => ControlFlow::Continue(()),
            }
        }
        _ => connection.refuse(id, &refusal).await,
    }
}
