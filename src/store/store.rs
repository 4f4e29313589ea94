//! The handle to the database: its opening, and a handle for each noun.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use chivalry_play::clock::Timestamp;

use crate::store::announcements::announcer::Announcer;
use crate::store::announcements::outbox::Announcements;
use crate::store::backup::dump::Backup;
use crate::store::backup::restore::Restore;
use crate::store::calendar::arrangements::Arrangements;
use crate::store::calendar::vacations::Vacations;
use crate::store::chat::Chat;
use crate::store::db::Database;
use crate::store::doctor::Doctor;
use crate::store::error::StoreError;
use crate::store::explorer::writing::Explorer;
use crate::store::identities::Identities;
use crate::store::lobby::challenges::Challenges;
use crate::store::lobby::seeks::Seeks;
use crate::store::log::health::{Stall, WriterFault};
use crate::store::log::match_log::Log;
use crate::store::log::owners::Owners;
use crate::store::log::writer;
use crate::store::log::writer::Writer;
use crate::store::mail::addresses::MailAddresses;
use crate::store::mail::outbox::MailOutbox;
use crate::store::mail::recovery_requests::RecoveryRequests;
use crate::store::matches::analyses::Analyses;
use crate::store::matches::lists::Matches;
use crate::store::matches::premoves::StoredPremoves;
use crate::store::matches::quarantine::Quarantine;
use crate::store::matches::variants::Variants;
use crate::store::metrics::StoreMetrics;
use crate::store::notifications::outbox::Notifications;
use crate::store::notifications::push::Push;
use crate::store::notifications::reminders::Reminders;
use crate::store::notifications::settings::NotificationSettings;
use crate::store::options::StoreOptions;
use crate::store::players::accounts::Players;
use crate::store::players::apps::Apps;
use crate::store::players::conduct::Conduct;
use crate::store::players::devices::Devices;
use crate::store::players::guest_writer;
use crate::store::players::guests::Guests;
use crate::store::players::known_addresses::KnownAddresses;
use crate::store::players::moderation::Moderation;
use crate::store::players::passkeys::Passkeys;
use crate::store::players::recovery::Recovery;
use crate::store::players::security_log::SecurityLog;
use crate::store::players::tokens::Tokens;
use crate::store::privacy::erase::Erasures;
use crate::store::privacy::export::Exports;
use crate::store::privacy::retention::Retention;
use crate::store::puzzles::Puzzles;
use crate::store::ratings::rated_matches::RatedMatches;
use crate::store::ratings::rebuild::RatingRebuild;
use crate::store::ratings::standings::Ratings;
use crate::store::signing_keys::SigningKeys;
use crate::store::sql::schema;
use crate::store::tournaments::applicants::Applicants;
use crate::store::tournaments::game_orders::GameOrders;
use crate::store::tournaments::schedules::Schedules;
use crate::store::tournaments::tournament_log::TournamentLog;
use crate::store::webhooks::Webhooks;

/// Time after a stall within which actors store its compensation.
const COMPENSATED_WITHIN: Duration = Duration::from_secs(3);

/// The timeout of [`Store::is_reachable`].
const REACHABLE_WITHIN: Duration = Duration::from_secs(2);

/// The database. Clones are cheap: they share the connections and the writer.
#[derive(Clone, Debug)]
pub struct Store(Database);

impl Store {
    /// Opens the database, creates it if necessary, and migrates it.
    ///
    /// The caller has to spawn the [`Writer`]. Appends wait until it runs.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened or created, or if its schema cannot be
    /// migrated to this version.
    pub async fn open(options: &StoreOptions) -> Result<(Store, Writer), StoreError> {
        let opened = options.connect().await?;
        let metrics = StoreMetrics::new();
        let rateable = Arc::new(Notify::new());
        let announcer = Announcer::default();
        let (guests, guest_writer) = guest_writer::channel(&opened);
        let notified = (Arc::clone(&rateable), announcer.clone());
        let (appends, writer) = writer::channel(&opened, metrics.clone(), notified, guest_writer);
        let store = Store(Database {
            migrator: schema::migrator(opened.is_sqlite),
            reads: opened.reads,
            writes: opened.writes,
            appends,
            guests,
            metrics,
            webhook_owners: Arc::default(),
            mutes: Arc::default(),
            announcer,
            due: Arc::default(),
            notified: Arc::default(),
            pushed: Arc::default(),
            mail_due: Arc::default(),
            rateable,
        });
        if options.check_database {
            store.check().await?;
        } else {
            store.migrate().await?;
        }
        store.variants().load().await?;
        store.webhooks().load_webhook_owners().await?;
        store.chat().load_mutes().await?;
        store.quarantine().count().await?;
        Ok((store, writer))
    }

    /// Migrates the schema to this version. Servers that start at once on one Postgres database
    /// migrate one after another. A schema of a later version stays as it is.
    ///
    /// # Errors
    /// Returns [`StoreError::PreRelease`] or [`StoreError::Contracted`], or an error if a migration
    /// fails.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        schema::migrate(&self.0).await
    }

    /// Checks that the schema is of this version or of a later one that this program can use,
    /// without changing anything.
    ///
    /// # Errors
    /// Returns [`StoreError::NoTables`], [`StoreError::Outdated`], [`StoreError::PreRelease`] or
    /// [`StoreError::Contracted`], or an error if the database cannot be reached.
    pub async fn check(&self) -> Result<(), StoreError> {
        schema::check(&self.0).await
    }

    /// Returns true if the database answers a query in time.
    pub async fn is_reachable(&self) -> bool {
        let answer = sqlx::query("select 1").execute(&self.0.reads);
        matches!(tokio::time::timeout(REACHABLE_WITHIN, answer).await, Ok(Ok(_)))
    }

    /// Records that a server was running at `now`. The database keeps the latest time of all
    /// servers.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn record_heartbeat(&self, now: Timestamp) -> Result<(), StoreError> {
        let sql = "update server_state set last_alive_at = $1
                   where last_alive_at is null or last_alive_at < $1";
        let began = Instant::now();
        // A stall is compensated after its end. If the server fails before, its time is part of the
        // downtime.
        let stalls = self.stalls_after(began - COMPENSATED_WITHIN);
        let stalled_for = stalls.first().map_or(Duration::ZERO, |stall| began - stall.since);
        let now = Timestamp(now.0 - stalled_for.as_millis() as i64);
        self.0.metrics.health.set_beating(Some(began));
        let beat = sqlx::query(sql).bind(now.0).execute(&self.0.writes).await;
        self.0.metrics.health.record(began, beat.as_ref().err());
        self.0.metrics.health.set_beating(None);
        beat?;
        Ok(())
    }

    /// Returns the reason why the database accepts no writes. A fault ends after writes succeeded
    /// for two seconds, which needs a [`Store::record_heartbeat`] each second if nothing else is
    /// written.
    #[must_use]
    pub fn writer_fault(&self) -> Option<WriterFault> {
        self.0.metrics.health.fault()
    }

    /// Returns the times of more than a second in which nothing was committed and that ended after
    /// `since`, oldest first, and one that has not ended. A [`Store::record_heartbeat`] each second
    /// finds them without other writes.
    pub(crate) fn stalls_after(&self, since: Instant) -> Vec<Stall> {
        self.0.metrics.health.stalls_after(since)
    }

    /// Returns the number of such times that have ended.
    pub(crate) fn ended_stalls(&self) -> u64 {
        self.0.metrics.health.ended_stalls()
    }

    /// Returns the latest time passed to [`Store::record_heartbeat`].
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select last_alive_at from server_state";
        let beat: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(beat.map(Timestamp))
    }

    /// Returns the number of transactions that the writer committed since the store was opened.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.0.metrics.commits()
    }

    /// Returns the metrics of the store.
    #[must_use]
    pub fn metrics(&self) -> &StoreMetrics {
        &self.0.metrics
    }

    /// Closes every connection after its current statement. The writer task has to be joined
    /// first.
    pub async fn close(&self) {
        self.0.reads.close().await;
        self.0.writes.close().await;
    }

    /// Reloads cached tables that other nodes may have changed: mutes and webhook owners.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn reload_caches(&self) -> Result<(), StoreError> {
        self.webhooks().load_webhook_owners().await?;
        self.chat().load_mutes().await
    }

    /// The addresses from which accounts signed in.
    #[must_use]
    pub fn known_addresses(&self) -> KnownAddresses<'_> {
        KnownAddresses(&self.0)
    }

    /// Writes backups.
    #[must_use]
    pub fn backup(&self) -> Backup<'_> {
        Backup(&self.0)
    }

    /// Restores backups.
    #[must_use]
    pub fn restore(&self) -> Restore<'_> {
        Restore(&self.0)
    }

    /// Chat lines and mutes.
    #[must_use]
    pub fn chat(&self) -> Chat<'_> {
        Chat(&self.0)
    }

    /// Examines the stored data.
    #[must_use]
    pub fn doctor(&self) -> Doctor<'_> {
        Doctor(&self.0)
    }

    /// The challenges of players.
    #[must_use]
    pub fn challenges(&self) -> Challenges<'_> {
        Challenges(&self.0)
    }

    /// The seeks of the lobby.
    #[must_use]
    pub fn seeks(&self) -> Seeks<'_> {
        Seeks(&self.0)
    }

    /// The opening explorer.
    #[must_use]
    pub fn explorer(&self) -> Explorer<'_> {
        Explorer(&self.0)
    }

    /// The logs of matches.
    #[must_use]
    pub fn log(&self) -> Log<'_> {
        Log(&self.0)
    }

    /// The nodes, and the entities that they own.
    #[must_use]
    pub fn owners(&self) -> Owners<'_> {
        Owners(&self.0)
    }

    /// Stored evaluations of positions.
    #[must_use]
    pub fn analyses(&self) -> Analyses<'_> {
        Analyses(&self.0)
    }

    /// The rows of matches.
    #[must_use]
    pub fn matches(&self) -> Matches<'_> {
        Matches(&self.0)
    }

    /// The premoves of matches.
    #[must_use]
    pub fn premoves(&self) -> StoredPremoves<'_> {
        StoredPremoves(&self.0)
    }

    /// The damaged matches.
    #[must_use]
    pub fn quarantine(&self) -> Quarantine<'_> {
        Quarantine(&self.0)
    }

    /// The texts of variants.
    #[must_use]
    pub fn variants(&self) -> Variants<'_> {
        Variants(&self.0)
    }

    /// Guests, accounts and bots.
    #[must_use]
    pub fn players(&self) -> Players<'_> {
        Players(&self.0)
    }

    /// New guests.
    #[must_use]
    pub fn guests(&self) -> Guests<'_> {
        Guests(&self.0)
    }

    /// The infractions of players.
    #[must_use]
    pub fn conduct(&self) -> Conduct<'_> {
        Conduct(&self.0)
    }

    /// Moderators and their actions.
    #[must_use]
    pub fn moderation(&self) -> Moderation<'_> {
        Moderation(&self.0)
    }

    /// The permissions of programs.
    #[must_use]
    pub fn apps(&self) -> Apps<'_> {
        Apps(&self.0)
    }

    /// The devices that wait for a player.
    #[must_use]
    pub fn devices(&self) -> Devices<'_> {
        Devices(&self.0)
    }

    /// Games at an agreed time.
    #[must_use]
    pub fn arrangements(&self) -> Arrangements<'_> {
        Arrangements(&self.0)
    }

    /// The vacations of players.
    #[must_use]
    pub fn vacations(&self) -> Vacations<'_> {
        Vacations(&self.0)
    }

    /// Orders of directors to games.
    #[must_use]
    pub fn game_orders(&self) -> GameOrders<'_> {
        GameOrders(&self.0)
    }

    /// The passkeys of players.
    #[must_use]
    pub fn passkeys(&self) -> Passkeys<'_> {
        Passkeys(&self.0)
    }

    /// Passwords and recovery codes.
    #[must_use]
    pub fn recovery(&self) -> Recovery<'_> {
        Recovery(&self.0)
    }

    /// The security logs of players.
    #[must_use]
    pub fn security_log(&self) -> SecurityLog<'_> {
        SecurityLog(&self.0)
    }

    /// The tokens of players.
    #[must_use]
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens(&self.0)
    }

    /// Erasures of players.
    #[must_use]
    pub fn erasures(&self) -> Erasures<'_> {
        Erasures(&self.0)
    }

    /// Exports of personal data.
    #[must_use]
    pub fn exports(&self) -> Exports<'_> {
        Exports(&self.0)
    }

    /// Data that is deleted after a time.
    #[must_use]
    pub fn retention(&self) -> Retention<'_> {
        Retention(&self.0)
    }

    /// Puzzles and attempts.
    #[must_use]
    pub fn puzzles(&self) -> Puzzles<'_> {
        Puzzles(&self.0)
    }

    /// Matches that are rated after their end.
    #[must_use]
    pub fn rated_matches(&self) -> RatedMatches<'_> {
        RatedMatches(&self.0)
    }

    /// Computes all ratings again.
    #[must_use]
    pub fn rating_rebuild(&self) -> RatingRebuild<'_> {
        RatingRebuild(&self.0)
    }

    /// Ratings, their history and leaderboards.
    #[must_use]
    pub fn ratings(&self) -> Ratings<'_> {
        Ratings(&self.0)
    }

    /// The keys that sign records.
    #[must_use]
    pub fn signing_keys(&self) -> SigningKeys<'_> {
        SigningKeys(&self.0)
    }

    /// The players who applied to tournaments.
    #[must_use]
    pub fn applicants(&self) -> Applicants<'_> {
        Applicants(&self.0)
    }

    /// The logs of tournaments.
    #[must_use]
    pub fn tournaments(&self) -> TournamentLog<'_> {
        TournamentLog(&self.0)
    }

    /// The schedules of tournaments.
    #[must_use]
    pub fn schedules(&self) -> Schedules<'_> {
        Schedules(&self.0)
    }

    /// The outbox of announcements.
    #[must_use]
    pub fn announcements(&self) -> Announcements<'_> {
        Announcements(&self.0)
    }

    /// The notifications of players.
    #[must_use]
    pub fn notifications(&self) -> Notifications<'_> {
        Notifications(&self.0)
    }

    /// The settings of players for their notifications.
    #[must_use]
    pub fn notification_settings(&self) -> NotificationSettings<'_> {
        NotificationSettings(&self.0)
    }

    /// The reminders of players whose time runs out.
    #[must_use]
    pub fn reminders(&self) -> Reminders<'_> {
        Reminders(&self.0)
    }

    /// Subscriptions to Web Push and their messages.
    #[must_use]
    pub fn push(&self) -> Push<'_> {
        Push(&self.0)
    }

    /// The e-mail addresses of accounts.
    #[must_use]
    pub fn mail_addresses(&self) -> MailAddresses<'_> {
        MailAddresses(&self.0)
    }

    /// The mails to be sent.
    #[must_use]
    pub fn mail_outbox(&self) -> MailOutbox<'_> {
        MailOutbox(&self.0)
    }

    /// Requests of a recovery by e-mail.
    #[must_use]
    pub fn recovery_requests(&self) -> RecoveryRequests<'_> {
        RecoveryRequests(&self.0)
    }

    /// The accounts of the provider that are linked to players.
    #[must_use]
    pub fn identities(&self) -> Identities<'_> {
        Identities(&self.0)
    }

    /// Webhooks and their deliveries.
    #[must_use]
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks(&self.0)
    }
}
