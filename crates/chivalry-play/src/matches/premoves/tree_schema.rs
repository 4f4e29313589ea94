//! The OpenAPI schema of a premove tree.

use std::borrow::Cow;

use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::move_schema::move_schema;
use super::tree::{Branch, PremoveTree};

impl PartialSchema for PremoveTree {
    fn schema() -> RefOr<Schema> {
        let branches = ArrayBuilder::new().items(Ref::from_schema_name(Branch::name()));
        OneOfBuilder::new()
            .item(move_schema())
            .item(branches)
            .description(Some("A move, or a list of branches."))
            .into()
    }
}

impl ToSchema for PremoveTree {
    /// The schema's name in the published documents.
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Line")
    }

    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        found.push((Branch::name().into_owned(), Branch::schema()));
        Branch::schemas(found);
    }
}
