//! The list of the routes.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::api::security::{
    mail_address, passkeys, password, provider, recovery, security_log, sign_ins,
};
use crate::http::state::AppState;

/// The routes below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(password::change_password))
        .routes(routes!(recovery::recovery_codes, recovery::create_recovery_codes))
        .routes(routes!(recovery::recover))
        .routes(routes!(recovery::mail_recovery))
        .routes(routes!(
            mail_address::mail_address,
            mail_address::set_mail_address,
            mail_address::remove_mail_address
        ))
        .routes(routes!(mail_address::set_subscription))
        .routes(routes!(mail_address::verify_mail_address))
        .routes(routes!(mail_address::unsubscribe, mail_address::unsubscription_page))
        .routes(routes!(provider::sign_in_options))
        .routes(routes!(provider::begin_sign_in))
        .routes(routes!(provider::sign_in_by_provider))
        .routes(routes!(provider::sign_up_by_provider))
        .routes(routes!(provider::begin_link))
        .routes(routes!(provider::identities, provider::link_identity))
        .routes(routes!(provider::unlink_identity))
        .routes(routes!(passkeys::creation_options))
        .routes(routes!(passkeys::passkeys, passkeys::add_passkey))
        .routes(routes!(passkeys::remove_passkey))
        .routes(routes!(passkeys::request_options))
        .routes(routes!(passkeys::sign_in_by_passkey))
        .routes(routes!(sign_ins::end_sign_in))
        .routes(routes!(security_log::security_log))
}
