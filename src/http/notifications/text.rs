//! The line of a notification, read when it is shown or sent. Names are therefore current, and
//! causes that are gone are left out.

use chivalry_play::lobby::{
    ArrangementId, ArrangementStatus, ChallengeEnd, ChallengeId, SeekId, Terms,
};
use chivalry_play::matches::{ChatRoom, Event, MatchId, MatchResult, Offer, Termination};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Variant};
use chivalry_tournament::TournamentId;

use crate::http::state::AppState;
use crate::http::web::previews::{Words, time_text};
use crate::protocol::NotificationKind;
use crate::store::{
    ChallengeRow, FIRST_ANNOUNCEMENT, FIRST_LINE, MatchRow, Notification, StoreError,
};

/// A notification as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotificationLine {
    /// The kind.
    pub(crate) kind: NotificationKind,
    /// One line of text.
    pub(crate) text: String,
    /// The path of the page about it.
    pub(crate) path: String,
}

/// Describes a notification of a player. `None` if its cause is gone.
pub(crate) async fn describe(
    app: &AppState,
    words: &Words,
    player: PlayerId,
    notification: &Notification,
) -> Result<Option<NotificationLine>, StoreError> {
    let Some(kind) = NotificationKind::named(&notification.kind) else { return Ok(None) };
    let described = match kind {
        NotificationKind::Challenge => challenge(app, words, player, notification).await?,
        NotificationKind::Invitation => invitation(app, words, notification).await,
        NotificationKind::Round => round(app, words, notification).await?,
        NotificationKind::Announcement => announcement(app, words, notification).await?,
        NotificationKind::Arranged => arranged(app, words, player, notification).await?,
        NotificationKind::Turn
        | NotificationKind::Reminder
        | NotificationKind::Offer
        | NotificationKind::Ended
        | NotificationKind::Message => of_match(app, words, player, (kind, notification)).await?,
    };
    Ok(described.map(|(text, path)| NotificationLine { kind, text, path }))
}

/// The text about a match, and the path of its page.
async fn of_match(
    app: &AppState,
    words: &Words,
    player: PlayerId,
    (kind, notification): (NotificationKind, &Notification),
) -> Result<Option<(String, String)>, StoreError> {
    let id = MatchId(notification.subject);
    let Some(row) = app.store.matches().row(id).await? else { return Ok(None) };
    let Some(variant) = Variant::named(&row.variant) else { return Ok(None) };
    let mut seats = row.seats.iter();
    let seat = seats.find(|(_, sitting)| sitting.as_ref().is_some_and(|it| it.id == player));
    let Some((seat, _)) = seat else { return Ok(None) };
    let opponents = opponents(&row, variant, seat, words);
    let word = match kind {
        NotificationKind::Turn => "notify_turn",
        NotificationKind::Reminder => "notify_reminder",
        NotificationKind::Ended => match ended_word(&row, variant, seat) {
            Some(word) => word,
            None => return Ok(None),
        },
        NotificationKind::Offer => match offer_word(app, id, notification.v).await? {
            Some(word) => word,
            None => return Ok(None),
        },
        _ => {
            let number = notification.v.saturating_sub(FIRST_LINE);
            let line = app.store.chat().line(id, ChatRoom::Players, number).await?;
            let Some(line) = line.filter(|line| line.text.is_some()) else { return Ok(None) };
            let values = [("name", line.player.name.as_str()), ("game", variant.title())];
            return Ok(Some((words.text("notify_message", &values), format!("/m/{id}"))));
        }
    };
    let values = [("name", opponents.as_str()), ("game", variant.title())];
    Ok(Some((words.text(word, &values), format!("/m/{id}"))))
}

/// The names of the opponents.
fn opponents(row: &MatchRow, variant: &Variant, seat: Seat, words: &Words) -> String {
    let seats = variant.enemies_of(variant.team_of(seat));
    let names: Vec<&str> =
        seats.filter_map(|seat| row.seats[seat].as_ref()).map(|it| it.name.as_str()).collect();
    match names[..] {
        [a, b] => words.text("and", &[("a", a), ("b", b)]),
        _ => names.join(", "),
    }
}

/// The text of the end of a match for the player in `seat`.
fn ended_word(row: &MatchRow, variant: &Variant, seat: Seat) -> Option<&'static str> {
    Some(match (row.result?, row.termination) {
        (MatchResult::Draw, _) => "notify_drawn",
        (MatchResult::Aborted, _) => "notify_aborted",
        (result, termination) if result.winner() == Some(variant.team_of(seat)) => {
            match termination {
                Some(Termination::Resignation) => "notify_resigned",
                _ => "notify_won",
            }
        }
        (_, _) => "notify_lost",
    })
}

/// The text of the offer in version `v` of a match.
async fn offer_word(
    app: &AppState,
    id: MatchId,
    v: u32,
) -> Result<Option<&'static str>, StoreError> {
    let records = app.store.log().since(id, v.saturating_sub(1), 1).await?;
    let offered = records.iter().find_map(|record| match record.event {
        Event::Offered { offer, .. } => Some(offer),
        _ => None,
    });
    Ok(offered.map(|offer| match offer {
        Offer::Draw => "notify_draw_offer",
        Offer::Takeback => "notify_takeback_offer",
        Offer::Rematch => "notify_rematch_offer",
        Offer::Adjournment => "notify_adjournment_offer",
        Offer::Resumption => "notify_resumption_offer",
    }))
}

async fn challenge(
    app: &AppState,
    words: &Words,
    player: PlayerId,
    notification: &Notification,
) -> Result<Option<(String, String)>, StoreError> {
    let (id, now) = (ChallengeId(notification.subject), app.live.time().now());
    let Some(row) = app.store.challenges().find(id, now).await? else { return Ok(None) };
    let ChallengeRow { challenge, end, match_id } = row;
    let game = game_text(&challenge.terms, words);
    let is_mine = challenge.by.player.id == player;
    let other = if is_mine { &challenge.to } else { &challenge.by };
    let (word, path) = match (notification.v, end) {
        (0, None) => ("notify_challenge", "/".to_owned()),
        (1.., Some(ChallengeEnd::Accepted)) => {
            let path = match_id.map_or("/".to_owned(), |id| format!("/m/{id}"));
            ("notify_accepted", path)
        }
        (1.., Some(ChallengeEnd::Declined(_))) => ("notify_declined", "/".to_owned()),
        _ => return Ok(None),
    };
    let values = [("name", other.player.name.as_str()), ("game", game.as_str())];
    Ok(Some((words.text(word, &values), path)))
}

/// The variant of a game, and its time control.
fn game_text(terms: &Terms, words: &Words) -> String {
    let title = terms.variant.title();
    match time_text(terms.time, words) {
        Some(time) => format!("{title}, {time}"),
        None => title.to_owned(),
    }
}

/// A game at an agreed time, unless it was cancelled.
async fn arranged(
    app: &AppState,
    words: &Words,
    player: PlayerId,
    notification: &Notification,
) -> Result<Option<(String, String)>, StoreError> {
    let id = ArrangementId(notification.subject);
    let Some(arrangement) = app.store.arrangements().find(id).await? else { return Ok(None) };
    let path = match (arrangement.status, arrangement.match_id) {
        (ArrangementStatus::Agreed, _) => "/account".to_owned(),
        (ArrangementStatus::Begun, Some(match_id)) => format!("/m/{match_id}"),
        _ => return Ok(None),
    };
    let others = arrangement.players().into_iter();
    let names: Vec<&str> = others.filter(|it| it.id != player).map(|it| it.name.as_str()).collect();
    let game = game_text(&arrangement.terms, words);
    let values = [("name", names.first().copied().unwrap_or_default()), ("game", game.as_str())];
    Ok(Some((words.text("notify_arranged", &values), path)))
}

async fn invitation(
    app: &AppState,
    words: &Words,
    notification: &Notification,
) -> Option<(String, String)> {
    // The list of seeks does not contain one whose partner has not accepted.
    let seek = app.lobby.find(SeekId(notification.subject)).await.ok()?;
    let host = &seek.parties.first()?.players.first()?.player.name;
    let values = [("name", host.as_str()), ("game", seek.terms.variant.title())];
    Some((words.text("notify_invitation", &values), "/".to_owned()))
}

async fn round(
    app: &AppState,
    words: &Words,
    notification: &Notification,
) -> Result<Option<(String, String)>, StoreError> {
    let id = TournamentId(notification.subject);
    let Some(row) = app.store.tournaments().row(id).await? else { return Ok(None) };
    let number = (notification.v & u32::from(u16::MAX)).to_string();
    let text = words.text("round", &[("name", &row.plan.name), ("n", &number)]);
    Ok(Some((text, format!("/tournaments/{id}"))))
}

/// A message of a tournament's director, unless it was undone.
async fn announcement(
    app: &AppState,
    words: &Words,
    notification: &Notification,
) -> Result<Option<(String, String)>, StoreError> {
    let (id, tournaments) = (TournamentId(notification.subject), app.store.tournaments());
    let Some(row) = tournaments.row(id).await? else { return Ok(None) };
    let v = notification.v.saturating_sub(FIRST_ANNOUNCEMENT);
    let Some(text) = tournaments.announcement(id, v).await? else { return Ok(None) };
    let values = [("name", row.plan.name.as_str()), ("text", text.as_str())];
    Ok(Some((words.text("notify_announcement", &values), format!("/tournaments/{id}"))))
}
