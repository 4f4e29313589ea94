//! The OpenAPI schemas of a written move.

use chivalry_rules::notation::move_text::move_pattern;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

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
