//! The list of the operator's variants that are tried before they are offered.

use axum::Json;

use crate::http::api::moderation::moderation_log::Moderator;
use crate::http::error::Failures;
use crate::protocol::List;
use crate::protocol::views::variants::VariantView;
use chivalry_rules::Variant;

/// List the variants on trial
///
/// For moderators. Everybody who knows the name of such a variant can read it by
/// `GET /variants/{variant}`, and try it against the computer.
#[utoipa::path(get, path = "/moderation/variants", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    responses((status = 200, description = "the variants", body = List<VariantView>), Failures))]
pub(crate) async fn variants_on_trial(_moderator: Moderator) -> Json<List<VariantView>> {
    let items = Variant::on_trial().into_iter().map(VariantView::of).collect();
    Json(List { items, next: None })
}
