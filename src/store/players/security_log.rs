//! The security log of a player: sign-ins, and changes of how the player signs in.

use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, named, time};

/// Days until an event is deleted.
pub const SECURITY_EVENTS_KEPT_DAYS: u32 = 90;

/// Equal events within this time are one entry.
const ENTRY_MS: i64 = 60 * 60 * 1_000;

/// The browser and the system of a client, by their names without versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientInfo {
    /// The browser. `None` for other programs.
    pub browser: Option<String>,
    /// The operating system. `None` if the client does not state it.
    pub system: Option<String>,
}

/// A kind of security event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SecurityEventKind {
    /// A sign-up, a recovery, or a sign-in with the password.
    SignedIn,
    /// A sign-in with a passkey.
    SignedInByPasskey,
    /// A wrong password, or a passkey that was refused.
    SignInFailed,
    /// The player changed the password.
    PasswordChanged,
    /// A recovery code set a new password.
    Recovered,
    /// A wrong recovery code.
    RecoveryFailed,
    /// New recovery codes replaced the earlier ones.
    CodesMade,
    /// The operator made a recovery code.
    OperatorReset,
    /// The player ended sign-ins.
    SignInsEnded,
    /// The player added a passkey.
    PasskeyAdded,
    /// The player removed a passkey.
    PasskeyRemoved,
    /// The player made a token.
    TokenMade,
    /// The player revoked a token.
    TokenRevoked,
    /// The player allowed a program or a device to sign in.
    ProgramAllowed,
    /// The player ended the sign-in of a program.
    ProgramEnded,
    /// A sign-in through the provider of the operator.
    SignedInByProvider,
    /// A link that sets a new password was sent by e-mail.
    RecoveryMailed,
    /// The player set an e-mail address.
    MailChanged,
    /// The link that was sent to the e-mail address was opened.
    MailVerified,
    /// The player removed the e-mail address.
    MailRemoved,
    /// The e-mail address bounced.
    MailDisabled,
    /// The player linked an account of the provider.
    IdentityLinked,
    /// The player unlinked an account of the provider.
    IdentityUnlinked,
}

impl SecurityEventKind {
    /// Every kind.
    pub const ALL: [SecurityEventKind; 23] = [
        SecurityEventKind::SignedIn,
        SecurityEventKind::SignedInByPasskey,
        SecurityEventKind::SignInFailed,
        SecurityEventKind::PasswordChanged,
        SecurityEventKind::Recovered,
        SecurityEventKind::RecoveryFailed,
        SecurityEventKind::CodesMade,
        SecurityEventKind::OperatorReset,
        SecurityEventKind::SignInsEnded,
        SecurityEventKind::PasskeyAdded,
        SecurityEventKind::PasskeyRemoved,
        SecurityEventKind::TokenMade,
        SecurityEventKind::TokenRevoked,
        SecurityEventKind::ProgramAllowed,
        SecurityEventKind::ProgramEnded,
        SecurityEventKind::SignedInByProvider,
        SecurityEventKind::RecoveryMailed,
        SecurityEventKind::MailChanged,
        SecurityEventKind::MailVerified,
        SecurityEventKind::MailRemoved,
        SecurityEventKind::MailDisabled,
        SecurityEventKind::IdentityLinked,
        SecurityEventKind::IdentityUnlinked,
    ];

    /// The name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            SecurityEventKind::SignedIn => "signed_in",
            SecurityEventKind::SignedInByPasskey => "signed_in_by_passkey",
            SecurityEventKind::SignInFailed => "sign_in_failed",
            SecurityEventKind::PasswordChanged => "password_changed",
            SecurityEventKind::Recovered => "recovered",
            SecurityEventKind::RecoveryFailed => "recovery_failed",
            SecurityEventKind::CodesMade => "codes_made",
            SecurityEventKind::OperatorReset => "operator_reset",
            SecurityEventKind::SignInsEnded => "sign_ins_ended",
            SecurityEventKind::PasskeyAdded => "passkey_added",
            SecurityEventKind::PasskeyRemoved => "passkey_removed",
            SecurityEventKind::TokenMade => "token_made",
            SecurityEventKind::TokenRevoked => "token_revoked",
            SecurityEventKind::ProgramAllowed => "program_allowed",
            SecurityEventKind::ProgramEnded => "program_ended",
            SecurityEventKind::SignedInByProvider => "signed_in_by_provider",
            SecurityEventKind::RecoveryMailed => "recovery_mailed",
            SecurityEventKind::MailChanged => "mail_changed",
            SecurityEventKind::MailVerified => "mail_verified",
            SecurityEventKind::MailRemoved => "mail_removed",
            SecurityEventKind::MailDisabled => "mail_disabled",
            SecurityEventKind::IdentityLinked => "identity_linked",
            SecurityEventKind::IdentityUnlinked => "identity_unlinked",
        }
    }
}

/// An event of the security log. Equal events of one client within an hour are one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// The player.
    pub player: PlayerId,
    /// The time of the last one.
    pub at: Timestamp,
    /// The kind.
    pub kind: SecurityEventKind,
    /// The number of equal events.
    pub times: u32,
    /// The client that caused it. Empty for events of the operator and for refused attempts.
    pub client: ClientInfo,
}

impl SecurityEvent {
    /// An event that happened once.
    #[must_use]
    pub fn new(
        player: PlayerId,
        kind: SecurityEventKind,
        client: ClientInfo,
        at: Timestamp,
    ) -> SecurityEvent {
        SecurityEvent { player, at, kind, times: 1, client }
    }

    /// The id of the entry that counts the event.
    fn entry(&self) -> [u8; 16] {
        let ClientInfo { browser, system } = &self.client;
        let [browser, system] = [browser, system].map(|it| it.as_deref().unwrap_or_default());
        let hour = self.at.0.div_euclid(ENTRY_MS);
        let text = format!("{}\n{browser}\n{system}\n{hour}", self.kind.as_str());
        let hash = Sha256::new().chain_update(self.player.key()).chain_update(text).finalize();
        let mut id = [0; 16];
        id.copy_from_slice(&hash[..16]);
        id
    }
}

/// The security logs of players.
#[derive(Clone, Copy, Debug)]
pub struct SecurityLog<'a>(pub(crate) &'a Database);

impl SecurityLog<'_> {
    /// Stores events in one transaction. Those of erased players are left out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add(self, events: &[SecurityEvent]) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for event in events {
                insert_event(&mut transaction, event).await?;
            }
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the last `limit` events of a player, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<SecurityEvent>, StoreError> {
        let sql = "select at, kind, times, browser, system from security_events
                   where player_id = $1 order by at desc, id limit $2";
        let select = sqlx::query(sql).bind(player.key()).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| event(row, player)).collect::<sqlx::Result<_>>()?)
    }
}

/// Stores an event. An erased player has no log.
pub(crate) async fn insert_event(
    connection: &mut AnyConnection,
    event: &SecurityEvent,
) -> sqlx::Result<()> {
    let sql = "insert into security_events (id, player_id, at, kind, times, browser, system)
               select $1, id, $3, $4, $5, $6, $7 from players where id = $2 and erased_at is null
               on conflict (id) do update
               set at = excluded.at, times = security_events.times + excluded.times";
    sqlx::query(sql)
        .bind(event.entry().as_slice())
        .bind(event.player.key())
        .bind(event.at.0)
        .bind(event.kind.as_str())
        .bind(i64::from(event.times))
        .bind(event.client.browser.as_deref())
        .bind(event.client.system.as_deref())
        .execute(connection)
        .await?;
    Ok(())
}

/// Decodes the columns `browser` and `system`.
pub(crate) fn client(row: &AnyRow) -> sqlx::Result<ClientInfo> {
    Ok(ClientInfo { browser: row.try_get("browser")?, system: row.try_get("system")? })
}

fn event(row: &AnyRow, player: PlayerId) -> sqlx::Result<SecurityEvent> {
    Ok(SecurityEvent {
        player,
        at: time(row, "at")?,
        kind: named(&SecurityEventKind::ALL, SecurityEventKind::as_str, row.try_get("kind")?)?,
        times: count(row, "times")?,
        client: client(row)?,
    })
}
