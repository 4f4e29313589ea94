//! Conditions of statements that are built from filters.

use sqlx::any::AnyArguments;
use sqlx::{Any, Arguments as _, Encode, Type};

/// The conditions of a select, joined by `and`, with their values.
pub(crate) struct Conditions {
    text: String,
    values: AnyArguments,
    failure: Option<sqlx::Error>,
}

impl Conditions {
    pub(crate) fn new() -> Conditions {
        Conditions { text: String::new(), values: AnyArguments::default(), failure: None }
    }

    /// Adds `before`, the placeholder of `value`, and `after`.
    pub(crate) fn and<'v>(
        &mut self,
        before: &str,
        value: impl Encode<'v, Any> + Type<Any>,
        after: &str,
    ) {
        let placeholder = self.bind(value);
        let and = if self.text.is_empty() { "" } else { " and " };
        self.text.push_str(&format!("{and}{before}{placeholder}{after}"));
    }

    /// Adds a condition whose values are bound.
    pub(crate) fn and_text(&mut self, condition: &str) {
        let and = if self.text.is_empty() { "" } else { " and " };
        self.text.push_str(&format!("{and}({condition})"));
    }

    /// Binds a value and returns its placeholder.
    pub(crate) fn bind<'v>(&mut self, value: impl Encode<'v, Any> + Type<Any>) -> String {
        if let Err(error) = self.values.add(value) {
            self.failure = Some(sqlx::Error::Encode(error));
        }
        format!("${}", self.values.len())
    }

    /// Returns the text and the bound values.
    pub(crate) fn done(self) -> sqlx::Result<(String, AnyArguments)> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok((self.text, self.values)),
        }
    }
}
