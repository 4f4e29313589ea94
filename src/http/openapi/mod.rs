//! The OpenAPI document and its page.

pub(crate) mod docs_page;
pub(crate) mod document;
pub(crate) mod html;
pub(crate) mod portable;
pub(crate) mod schemas;
