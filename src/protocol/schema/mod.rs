//! The AsyncAPI document and strict JSON schemas.

pub(crate) mod asyncapi;
pub(crate) mod frame_schemas;
pub(crate) mod strict_schema;
