//! The OpenAPI schemas of a premove and of its tree.

use std::borrow::Cow;

use chivalry_rules::notation::move_text::move_pattern;
use utoipa::openapi::schema::{
    ArrayBuilder, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::{Branch, PremoveTree};

pub(super) fn move_schema() -> Object {
    let about = "A move (`docs/notation.md`).";
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(about));
    text.pattern(Some(move_pattern())).build()
}

pub(super) fn optional_move_schema() -> Object {
    let types = SchemaType::from_iter([Type::String, Type::Null]);
    let own = move_schema();
    ObjectBuilder::from(own).schema_type(types).build()
}

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
    /// The name in the published documents.
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Line")
    }

    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        found.push((Branch::name().into_owned(), Branch::schema()));
        Branch::schemas(found);
    }
}
