//! Routes below `/puzzles`.

pub(crate) mod routes;
mod selection;
mod standing;
