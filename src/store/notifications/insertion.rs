//! The insertion of notifications by the transaction of their cause.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::AnyConnection;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::log::append::{Due, Reach};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::MultiRowInsert;

/// The time in which the notifications of an e-mail are collected.
pub const EMAIL_DELAY: Duration = Duration::from_secs(15 * 60);

/// The text of [`IS_NOTIFIED`], for statements that are constants.
macro_rules! is_notified {
    () => {
        "p.kind = 'account' and p.bot_since is null and p.erased_at is null"
    };
}

/// The condition of a player `p` who gets notifications: programs read their events, and guests
/// cannot return by another browser.
pub(crate) const IS_NOTIFIED: &str = is_notified!();

/// Returns the kind of notification of an event, if it has one.
fn kind_of(event: &str) -> Option<&'static str> {
    match event {
        "match.turn" => Some("turn"),
        "match.reminder" => Some("reminder"),
        "match.offer" => Some("offer"),
        "match.ended" => Some("ended"),
        "match.chat" => Some("message"),
        "challenge.received" | "challenge.accepted" | "challenge.declined" => Some("challenge"),
        "seek.invited" => Some("invitation"),
        "tournament.round" => Some("round"),
        "tournament.announcement" => Some("announcement"),
        "arrangement.reminder" => Some("arranged"),
        _ => None,
    }
}

/// The time for which the e-mail about a notification waits for others. A reminder does not wait.
fn email_delay(kind: &str) -> Duration {
    match kind {
        "reminder" | "arranged" => Duration::ZERO,
        _ => EMAIL_DELAY,
    }
}

/// Stores the notifications of players who are not present, and ends the earlier ones that no
/// longer apply.
pub(crate) async fn insert_notifications(
    connection: &mut AnyConnection,
    subject: Uuid,
    due: &[Due],
) -> sqlx::Result<()> {
    end_earlier(connection, subject, due).await?;
    // The start of a round concerns thousands of players.
    static NOTIFICATIONS: MultiRowInsert = MultiRowInsert::new(
        "with due (id, player_id, kind, subject, v, created_at, email_due_at) as (values",
        7,
        concat!(
            ") insert into notifications
                 (id, player_id, kind, subject, v, created_at, push_due_at, email_due_at)
             select d.id, p.id, d.kind, d.subject, d.v, d.created_at, d.created_at, d.email_due_at
             from due d join players p on p.id = d.player_id
             where ",
            is_notified!(),
            " on conflict do nothing"
        ),
    );
    let away = due.iter().filter(|due| due.reach == Reach::Away);
    let away: Vec<(&Due, &str)> = away.filter_map(|due| Some((due, kind_of(due.event)?))).collect();
    for (sql, chunk) in NOTIFICATIONS.chunks(&away) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (Due { player, v, at, .. }, kind) in chunk {
            insert = insert
                .bind(notification_id(*player, kind, subject, *v).key())
                .bind(player.key())
                .bind(*kind)
                .bind(subject.key())
                .bind(i64::from(*v))
                .bind(at.0)
                .bind((*at + email_delay(kind)).0);
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Ends the notifications about a turn that is over, and about a challenge that was answered.
async fn end_earlier(
    connection: &mut AnyConnection,
    subject: Uuid,
    due: &[Due],
) -> sqlx::Result<()> {
    let is_notified = |due: &&Due| due.reach != Reach::Webhooks;
    let ends_turn = |due: &&Due| matches!(due.event, "match.turn" | "match.ended");
    let ends_challenge = |due: &&Due| due.event.starts_with("challenge.") && due.v > 0;
    let kinds = [
        (due.iter().filter(is_notified).find(ends_turn), "'turn', 'reminder', 'offer'"),
        (due.iter().filter(is_notified).find(ends_challenge), "'challenge'"),
    ];
    for (by, kinds) in kinds {
        let Some(Due { v, at, .. }) = by else { continue };
        let sql = format!(
            "update notifications set read_at = $3, push_due_at = null, email_due_at = null
             where subject = $1 and v < $2 and kind in ({kinds}) and read_at is null"
        );
        let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(subject.key());
        update.bind(i64::from(*v)).bind(at.0).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Ends the notifications about an arranged game that begins, or does not take place.
pub(crate) async fn end_arranged(
    connection: &mut AnyConnection,
    subject: Uuid,
    now: Timestamp,
) -> sqlx::Result<()> {
    let sql = "update notifications set read_at = $2, push_due_at = null, email_due_at = null
               where subject = $1 and kind = 'arranged' and read_at is null";
    sqlx::query(sql).bind(subject.key()).bind(now.0).execute(connection).await?;
    Ok(())
}

/// The id of a notification, by which receivers recognize a repetition.
pub(crate) fn notification_id(player: PlayerId, kind: &str, subject: Uuid, v: u32) -> Uuid {
    let mut hash = Sha256::new();
    hash.update(player.0.as_bytes());
    hash.update(kind);
    hash.update(subject.as_bytes());
    hash.update(v.to_be_bytes());
    Uuid::from_slice(&hash.finalize()[..16]).expect("16 bytes")
}
