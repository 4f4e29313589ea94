//! The body of a delivery, read from the store at each attempt.

use crate::live::LiveError;
use crate::live::lobby_actor::message::LobbyError;
use crate::protocol::{
    ArrangementView, AwaitedOfferView, ChallengeView, DirectorMessageView, PlayerEvent,
    RoundBeganView, SeatView, SeekView, WebhookBody, rfc3339,
};
use crate::store::{
    ChallengeRow, Delivery, FIRST_ANNOUNCEMENT, FIRST_LINE, FIRST_REMINDER, StoreError,
};
use chivalry_play::lobby::{ArrangementId, ArrangementStatus, ChallengeId, SeekId};
use chivalry_play::matches::{AppliedEvent, ChatRoom, Event, Match, MatchId, Status};
use chivalry_tournament::TournamentId;

use crate::http::state::AppState;

/// The reason for which a body cannot be read now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error(transparent)]
    Live(#[from] LiveError),
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the body of a delivery. `None` if its event cannot be read, now or later.
pub(crate) async fn body(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<String>, BodyError> {
    let data = match delivery.event.split('.').next() {
        Some("challenge") => challenge_event(state, delivery).await?,
        Some("seek") => invitation(state, delivery).await?,
        Some("tournament") if delivery.v >= FIRST_ANNOUNCEMENT => {
            announcement(state, delivery).await?
        }
        Some("tournament") => round(state, delivery).await?,
        Some("arrangement") => arranged(state, delivery).await?,
        _ => match_event(state, delivery).await?,
    };
    let timestamp = rfc3339(delivery.created_at);
    let body = |data| WebhookBody { event: &delivery.event, timestamp, data: &data }.to_json();
    Ok(data.map(body))
}

async fn challenge_event(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<PlayerEvent>, StoreError> {
    let (id, now) = (ChallengeId(delivery.subject), state.live.time().now());
    let row = state.store.challenges().find(id, now).await?;
    Ok(row.map(|ChallengeRow { challenge, end, match_id }| {
        // The challenge may have ended since it was sent.
        let is_end = delivery.v > 0;
        let (end, match_id) = if is_end { (end, match_id) } else { (None, None) };
        PlayerEvent::Challenge(Box::new(ChallengeView::of(&challenge, end, match_id)))
    }))
}

/// The invitation to a team, while the seek is open.
async fn invitation(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<PlayerEvent>, LobbyError> {
    // The list of seeks does not contain one whose partner has not accepted.
    match state.lobby.find(SeekId(delivery.subject)).await {
        Ok(seek) => Ok(Some(PlayerEvent::Invitation(Box::new(SeekView::from(&*seek))))),
        // Of several nodes, the one that owns the lobby has the seek. It makes a later attempt.
        Err(LobbyError::Refused(_)) if state.live.nodes().is_none() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The beginning of a round.
async fn round(state: &AppState, delivery: &Delivery) -> Result<Option<PlayerEvent>, StoreError> {
    let tournament = TournamentId(delivery.subject);
    let row = state.store.tournaments().row(tournament).await?;
    Ok(row.map(|row| {
        PlayerEvent::Round(RoundBeganView {
            tournament,
            name: row.plan.name,
            stage: delivery.v >> 16,
            round: (delivery.v & u32::from(u16::MAX)) as u16,
            now: rfc3339(delivery.created_at),
        })
    }))
}

/// The message of a director, unless it was undone.
async fn announcement(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<PlayerEvent>, StoreError> {
    let tournament = TournamentId(delivery.subject);
    let (tournaments, v) = (state.store.tournaments(), delivery.v - FIRST_ANNOUNCEMENT);
    let Some(row) = tournaments.row(tournament).await? else { return Ok(None) };
    let text = tournaments.announcement(tournament, v).await?;
    let (name, now) = (row.plan.name, rfc3339(delivery.created_at));
    Ok(text
        .map(|text| PlayerEvent::Announcement(DirectorMessageView { tournament, name, text, now })))
}

/// The reminder of an agreed game, unless it began or was cancelled.
async fn arranged(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<PlayerEvent>, StoreError> {
    let found = state.store.arrangements().find(ArrangementId(delivery.subject)).await?;
    let agreed = found.filter(|it| it.status == ArrangementStatus::Agreed);
    Ok(agreed.map(|it| PlayerEvent::Reminder(Box::new(ArrangementView::from(&it)))))
}

/// The event of a match, read from its log or its chat.
async fn match_event(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<PlayerEvent>, BodyError> {
    let (id, player) = (MatchId(delivery.subject), delivery.webhook.player);
    let (occurrences, snapshot) = match state.live.history(id, Some(player)).await {
        Err(LiveError::NotFound | LiveError::BrokenLog(_) | LiveError::Unreadable(_)) => {
            return Ok(None);
        }
        history => history?,
    };
    let match_state = &snapshot.match_state;
    if let Some(number) = delivery.v.checked_sub(FIRST_LINE) {
        let line = state.store.chat().line(id, ChatRoom::Players, number).await?;
        return Ok(line.and_then(|line| PlayerEvent::said(id, match_state.v(), &line)));
    }
    let reminded = delivery.v.checked_sub(FIRST_REMINDER);
    let v = reminded.unwrap_or(delivery.v);
    let occurrence = occurrences.iter().find(|entry| entry.recorded.v == v);
    let Some((occurrence, seat)) = occurrence.zip(match_state.seat_of(player)) else {
        return Ok(None);
    };
    if reminded.is_some() && !is_current(occurrence, match_state) {
        return Ok(None);
    }
    if let Event::Offered { offer, .. } = occurrence.recorded.event {
        let variant = match_state.variant();
        return Ok(Some(PlayerEvent::Offer(AwaitedOfferView {
            id,
            v,
            now: rfc3339(occurrence.recorded.at),
            variant: variant.pin(),
            seat: variant.seat_name(seat).letter(),
            offer,
        })));
    }
    let turn = || PlayerEvent::Turn(SeatView::after(id, occurrence, seat, true));
    Ok(Some(PlayerEvent::ended(id, occurrence, seat).unwrap_or_else(turn)))
}

/// True if the turn that began with an event is not over.
fn is_current(occurrence: &AppliedEvent, match_state: &Match) -> bool {
    match_state.status() == Status::Playing && match_state.game().plies() == occurrence.ply
}
