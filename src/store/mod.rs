//! Durable state: players, tokens and the log of every match. All SQL of the server is in this
//! folder.
//!
//! Every statement is written once for SQLite and Postgres and runs through sqlx's `Any` driver.
//! Placeholders are `$1` and integers are `bigint`. Flags are 0 or 1, because the driver cannot
//! read a boolean from SQLite. Ids are their 16 bytes. SQLite does not name the violated
//! constraint; the store finds it by reading the tables.
//!
//! One task, the [`Writer`], appends to the logs of all matches. The tables `matches` and
//! `match_seats` are derived from the log in the same transaction.

pub(crate) mod announcements;
pub(crate) mod backup;
pub(crate) mod calendar;
pub(crate) mod chat;
pub(crate) mod db;
pub(crate) mod doctor;
pub(crate) mod due;
pub(crate) mod error;
pub(crate) mod explorer;
pub(crate) mod identities;
pub(crate) mod lobby;
pub(crate) mod log;
pub(crate) mod mail;
pub(crate) mod matches;
pub(crate) mod metrics;
pub(crate) mod notifications;
pub(crate) mod options;
pub(crate) mod players;
pub(crate) mod privacy;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod signing_keys;
pub(crate) mod sql;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod store;
pub(crate) mod tournaments;
pub(crate) mod webhooks;

pub use announcements::announcer::{Announcement, AnnouncementKind, AnnouncementTarget};
pub use announcements::outbox::Announcements;
pub use chivalry_play::matches::MatchStatus;

pub use backup::{BackedUp, BackupError, RestoreError};
pub use calendar::vacations::VacationSet;
pub use chat::{AddedLine, NewLine};
pub use doctor::{Examined, Finding, Subject};
pub use error::StoreError;
pub use explorer::reading::{Explored, ExploredMove, ExplorerFilter, GameCounts};
pub use explorer::writing::{Explorer, ExplorerStep};
pub use identities::{Identity, IdentityLinked, LinkedIdentity, SignInRemoved};
pub use lobby::challenges::ChallengeRow;
pub use log::append::{Append, AppendError, Due, Epoch, NodeId, PremoveChange, Reach, SideEffects};
pub use log::health::WriterFault;
pub use log::match_log::{ExportedMatch, MatchRecord};
pub use log::members::Member;
pub use log::owners::{DEAD_AFTER, LOBBY, Orphan, Taken};
pub use log::writer::Writer;
pub use mail::addresses::{MailAddress, MailKey, NewAddress};
pub use mail::outbox::{LeasedMail, MAILS_KEPT_DAYS, MailKind, NewMail, Unsubscription};
pub use mail::recovery_requests::RecoveryLink;
pub use matches::lists::Page;
pub use matches::match_filter::{MatchFilter, PlayerOutcome, Range};
pub use matches::match_row::MatchRow;
pub use matches::quarantine::Quarantine;
pub use metrics::StoreMetrics;
pub use notifications::channel::Channel;
pub use notifications::insertion::EMAIL_DELAY;
pub use notifications::outbox::{
    ChannelMessage, NOTIFICATIONS_KEPT_DAYS, Notification, message_id,
};
pub use notifications::push::{PushDelivery, PushMessage, PushSubscription};
pub use notifications::reminders::Reminder;
pub use notifications::settings::StoredSettings;
pub use options::StoreOptions;
#[cfg(test)]
pub(crate) use options::{Connected, pool};
pub use players::accounts::{NO_PASSWORD, NewAccount};
pub use players::apps::{AppCode, AppGrant, AppRefresh};
pub use players::devices::AppDevice;
pub use players::error::PlayerError;
pub use players::guest_writer::NewGuest;
pub use players::known_addresses::{ADDRESSES_KEPT_DAYS, AddressHash};
pub use players::moderation::{ChatTimeout, ModeratorAction, ModeratorEntry};
pub use players::passkeys::{Passkey, PasskeyAdded, PasskeyChallenge};
pub use players::recovery::{NewPassword, Recovered};
pub use players::rows::TokenHash;
pub use players::security_log::{
    ClientInfo, SECURITY_EVENTS_KEPT_DAYS, SecurityEvent, SecurityEventKind,
};
pub use players::tokens::{NewToken, SignIn, TokenApp, TokenOwner};
pub use privacy::{
    EraseError, Erasure, ExportCursor, ExportItem, ExportPage, Held, PERSONAL_DATA, SECTIONS,
    Section, Shown,
};
pub use puzzles::{CountedAttempt, PuzzleAttempt, PuzzleFilter, PuzzlePage, PuzzleRow};
pub use ratings::rated_matches::RatedMatch;
pub use ratings::rebuild::Rebuilt;
pub use ratings::standings::{Encounter, HistoryPoint, Leader, PoolRating};
pub use signing_keys::{KeyRow, SecretKey};
pub use store::Store;
pub use tournaments::player_effects::FIRST_ANNOUNCEMENT;
pub use tournaments::schedules::{ScheduleCreated, ScheduleRow, creation_command};
pub use tournaments::tournament_log::{TournamentAppendError, TournamentCommand, TournamentRow};
pub use webhooks::{Delivery, FIRST_LINE, FIRST_REMINDER, Webhook};
