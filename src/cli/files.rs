//! How many files, and so connections, a process may have open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// As many as the system lets us have: many are given few at first, for
/// programs that are older than that.
pub(crate) fn allow_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "no more connections than the system gives at first");
    }
}
