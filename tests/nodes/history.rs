//! What happened, as those have it who were there: the clients, the database's own
//! witnesses, and whoever did the damage. All times are milliseconds of one clock.

use std::time::{SystemTime, UNIX_EPOCH};

use uuid::Uuid;

/// Now, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    i64::try_from(since.as_millis()).expect("a time in this age")
}

/// A move that a client asked for, once or again and again under the same id.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) about: Uuid,
    pub(crate) player: Uuid,
    pub(crate) id: String,
    pub(crate) ply: u64,
    pub(crate) text: String,
    /// When it was sent first.
    pub(crate) at: i64,
    /// When it was acknowledged, and at which version.
    pub(crate) answered: Option<(i64, u64)>,
}

/// Events of a match that came over one connection, in order.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) about: Uuid,
    /// The version from which on they were asked for, or that of the snapshot.
    pub(crate) since: u64,
    /// Each event's version, and what was moved.
    pub(crate) events: Vec<(u64, Option<String>)>,
}

/// An event in the log, and who wrote it, as a trigger of the database saw it.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) about: Uuid,
    pub(crate) v: u64,
    pub(crate) player: Option<Uuid>,
    pub(crate) id: Option<String>,
    /// Its type, and what was moved.
    pub(crate) kind: String,
    pub(crate) text: Option<String>,
    /// The process that wrote it.
    pub(crate) process: String,
    /// The newest owner at that moment; of a match that is just made, nobody yet.
    pub(crate) owner: Option<(i64, Uuid)>,
}

/// That a process became the owner of a match.
#[derive(Clone, Debug)]
pub(crate) struct Owned {
    pub(crate) about: Uuid,
    pub(crate) process: String,
    pub(crate) at: i64,
}

/// Something that was done to the nodes, or to what they need.
#[derive(Clone, Debug)]
pub(crate) enum Mishap {
    /// The process was killed or stopped.
    Death { process: String, at: i64 },
    /// Nothing could be acknowledged until then.
    Outage { until: i64 },
}

/// Everything that is known of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) asked: Vec<Asked>,
    pub(crate) told: Vec<Told>,
    pub(crate) log: Vec<Logged>,
    pub(crate) owned: Vec<Owned>,
    pub(crate) mishaps: Vec<Mishap>,
}
