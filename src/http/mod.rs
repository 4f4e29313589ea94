//! HTTP server: routes, WebSocket sessions and authentication. It owns no match state.

pub(crate) mod announcements;
pub(crate) mod api;
pub(crate) mod due_work;
pub(crate) mod encoding;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod failed_attempts;
pub(crate) mod feeds;
pub(crate) mod gateway;
pub(crate) mod images;
pub(crate) mod mail;
pub(crate) mod metrics;
pub(crate) mod net;
pub(crate) mod notifications;
pub(crate) mod open_tokens;
pub(crate) mod openapi;
pub(crate) mod options;
pub(crate) mod owner_router;
pub(crate) mod passkeys;
pub(crate) mod provider;
pub(crate) mod response;
pub(crate) mod router;
pub(crate) mod server;
pub(crate) mod session;
pub(crate) mod startup;
pub(crate) mod state;
pub(crate) mod stream;
pub(crate) mod web;
pub(crate) mod webhooks;

pub use announcements::target::{AnnouncementFormat, AnnouncementOptions, AnnouncementTarget};
pub(crate) use extract::recovery_code::RecoveryCode;
pub use mail::mailer::MailError;
pub use mail::options::{MailOptions, MailTls};
pub use net::listener::{TlsError, TlsOptions};
pub use net::origin::{AllowedOrigin, OriginError};
pub use net::rate_limit::RateLimitOptions;
pub use net::scheduling::turns::{Turn, Turns};
pub use net::scheduling::work_class::WorkClass;
pub use net::scheduling::work_limits::{WorkLimits, WorkOptions, WorkPermit};
pub use notifications::push::vapid::PushKeyError;
pub use options::HttpOptions;
pub use provider::options::ProviderOptions;
#[cfg(test)]
pub(crate) use server::Services;
pub use server::{RunError, Server, bind, run};
#[cfg(test)]
pub(crate) use session::{
    connection::Credential, frame_limiter::FrameLimiter, session::Session, transport::Transport,
};
pub use startup::house_tournaments::HouseTournamentOptions;
pub use startup::signing::{SigningError, SigningOptions};
pub use startup::variants::{VariantOptions, VariantsError};
#[cfg(test)]
pub(crate) use state::AppState;
