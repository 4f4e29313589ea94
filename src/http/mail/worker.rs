//! The task that answers requests of a recovery and sends mails.
//!
//! A mail is stored with its cause and survives a restart. A node that fails between the delivery
//! and the record of it lets another send the message again, with the same `Message-ID`.

use std::time::Duration;

use lettre::Address;
use tokio::time::sleep_until;

use crate::store::{LeasedMail, MailKind, RecoveryLink, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::http::due_work::next_round;
use crate::http::extract::recovery_code::RecoveryCode;
use crate::http::mail::mailer::{Delivery, Mailer, Undelivered};
use crate::http::mail::mails::{Mails, RECOVERY_MINUTES};
use crate::http::mail::message::message;
use crate::http::notifications::settings::read_settings;
use crate::http::state::AppState;
use crate::http::web::shell::words_of;
use crate::http::webhooks::worker::backoff;

/// Mails of one lease. All attempts end before the lease.
const BATCH: u32 = 3;

/// Lease of a batch. Another node repeats an attempt without a result after this time.
const LEASE: Duration = Duration::from_secs(4 * 60);

/// Requests of a recovery that are answered together.
const REQUESTS: u32 = 50;

/// Age at which a mail is given up.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Sends until the server drains. Returns at once if the operator sends no e-mail.
pub(crate) async fn run(app: AppState) {
    let Some(mailer) = &app.mailer else { return };
    loop {
        let next_at = send_due(&app, mailer).await;
        let next_at = next_round(&app, next_at, "due e-mails could not be read or recorded");
        tokio::select! {
            biased;
            () = app.draining.cancelled() => return,
            () = app.store.mail_outbox().added() => {}
            () = sleep_until(next_at) => {}
        }
    }
}

/// Answers requests and sends what is due. Returns the time of the next attempt.
async fn send_due(app: &AppState, mailer: &Mailer) -> Result<Option<Timestamp>, StoreError> {
    while !app.draining.is_cancelled() {
        let answered = answer_recoveries(app).await?;
        let now = app.live.time().now();
        let mails = app.store.mail_outbox().lease(now, now + LEASE, BATCH).await?;
        if mails.is_empty() && answered == 0 {
            return app.store.mail_outbox().next_due_at().await;
        }
        send(app, mailer, &mails).await?;
    }
    Ok(None)
}

/// Stores the links of open requests. Returns the number of requests.
async fn answer_recoveries(app: &AppState) -> Result<usize, StoreError> {
    let requests = app.store.recovery_requests();
    let open = requests.open(REQUESTS).await?;
    for key in &open {
        let now = app.live.time().now();
        let mut links = Vec::new();
        for player in requests.accounts(key, now).await? {
            let code = RecoveryCode::new();
            let language = language_of(app, player.id).await?;
            let words = words_of(&language);
            let mails = Mails { site: &app.public_url, player: &player, words, now };
            let mail = mails.recovery(code.as_str());
            let expires_at = Timestamp(now.0 + RECOVERY_MINUTES * 60 * 1_000);
            let code = RecoveryCode::hash(code.as_str());
            links.push(RecoveryLink { player, code, expires_at, mail });
        }
        requests.answer(key, &links, now).await?;
    }
    Ok(open.len())
}

async fn send(app: &AppState, mailer: &Mailer, mails: &[LeasedMail]) -> Result<(), StoreError> {
    let mut delivery = None;
    for leased in mails {
        let sent = deliver(app, mailer, &mut delivery, leased).await;
        record(app, leased, sent).await?;
    }
    if let Some(delivery) = delivery {
        delivery.close().await;
    }
    Ok(())
}

/// The language of an account.
pub(crate) async fn language_of(app: &AppState, player: PlayerId) -> Result<String, StoreError> {
    let stored = app.store.notification_settings().of_player(player).await?;
    Ok(read_settings(&stored).language)
}

/// Makes one attempt, over an open connection if there is one.
async fn deliver<'m>(
    app: &AppState,
    mailer: &'m Mailer,
    delivery: &mut Option<Delivery<'m>>,
    leased: &LeasedMail,
) -> Result<(), Undelivered> {
    let unwritable = || Undelivered::Refused("the message cannot be written".to_owned());
    let recipient: Address = leased.address.parse().map_err(|_| unwritable())?;
    let language = language_of(app, leased.mail.player).await;
    let language = language.map_err(|error| Undelivered::Later(error.to_string()))?;
    let message = message(&app.public_url, &mailer.sender, &recipient, leased, &language);
    let message = message.ok_or_else(unwritable)?;
    let mut open = match delivery.take() {
        Some(open) => open,
        None => mailer.open().await?,
    };
    let sent = open.send(recipient, &message).await;
    if matches!(sent, Ok(()) | Err(Undelivered::Bounced)) {
        *delivery = Some(open);
    }
    sent
}

async fn record(
    app: &AppState,
    leased: &LeasedMail,
    sent: Result<(), Undelivered>,
) -> Result<(), StoreError> {
    let (outbox, now) = (app.store.mail_outbox(), app.live.time().now());
    let kind = leased.mail.kind.as_str();
    match sent {
        Ok(()) => outbox.remove(leased).await,
        Err(Undelivered::Bounced) => {
            tracing::info!(kind, "an e-mail address bounced");
            outbox.remove(leased).await?;
            app.store.mail_addresses().disable(&leased.address, now).await?;
            Ok(())
        }
        Err(Undelivered::Refused(cause)) => {
            tracing::warn!(kind, cause, "an e-mail was refused, and is given up");
            outbox.remove(leased).await
        }
        Err(Undelivered::Later(cause)) => {
            tracing::warn!(kind, cause, tries = leased.tries, "an e-mail could not be sent");
            let again_at = now + backoff(leased.tries);
            match again_at < leased.mail.at + max_age(leased.mail.kind) {
                true => outbox.retry(leased, again_at).await,
                false => outbox.remove(leased).await,
            }
        }
    }
}

/// Age at which a mail of a kind is given up. A link is of no use after its expiry.
fn max_age(kind: MailKind) -> Duration {
    match kind {
        MailKind::Recovery => Duration::from_secs(60 * RECOVERY_MINUTES.unsigned_abs()),
        MailKind::Verification | MailKind::Security | MailKind::Notification => MAX_AGE,
    }
}
