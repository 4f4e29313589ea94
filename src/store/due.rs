//! The one place that stores the effects of an event on the players whom it concerns: the
//! deliveries of their webhooks and their notifications, in the transaction of the event.

use sqlx::AnyConnection;
use uuid::Uuid;

use crate::store::log::append::Due;
use crate::store::notifications::insertion::insert_notifications;
use crate::store::webhooks::insert_deliveries;

/// Stores what an event of a match, a challenge, a seek or a tournament causes.
pub(crate) async fn insert_due(
    connection: &mut AnyConnection,
    subject: Uuid,
    due: &[Due],
) -> sqlx::Result<()> {
    if due.is_empty() {
        return Ok(());
    }
    insert_deliveries(connection, subject, due).await?;
    insert_notifications(connection, subject, due).await
}
