//! The recorded history of a run, by clients, database triggers and the fault injector. All times
//! are milliseconds of one clock.

use std::time::{SystemTime, UNIX_EPOCH};

use uuid::Uuid;

/// Returns the current time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    i64::try_from(since.as_millis()).expect("a time in this age")
}

/// A move requested by a client, once or repeatedly under one id.
#[derive(Clone, Debug)]
pub(crate) struct RequestedMove {
    pub(crate) match_id: Uuid,
    pub(crate) player: Uuid,
    pub(crate) id: String,
    pub(crate) ply: u64,
    pub(crate) text: String,
    /// The time of the first request.
    pub(crate) at: i64,
    /// The time and the version of the acknowledgement.
    pub(crate) acknowledged: Option<(i64, u64)>,
}

/// Events of a match that one connection received, in order.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) match_id: Uuid,
    /// The requested start version, or the version of the snapshot.
    pub(crate) since: u64,
    /// The version and the move of each event.
    pub(crate) events: Vec<(u64, Option<String>)>,
}

/// An event of the log and its writer, recorded by a database trigger.
#[derive(Clone, Debug)]
pub(crate) struct LoggedEvent {
    pub(crate) match_id: Uuid,
    pub(crate) v: u64,
    pub(crate) player: Option<Uuid>,
    pub(crate) id: Option<String>,
    /// The event type and the move.
    pub(crate) kind: String,
    pub(crate) text: Option<String>,
    /// The process that wrote the event.
    pub(crate) process: String,
    /// The newest owner at that moment. `None` for the first event of a match.
    pub(crate) owner: Option<(i64, Uuid)>,
}

/// An acquisition of a match by a process.
#[derive(Clone, Debug)]
pub(crate) struct Acquisition {
    pub(crate) match_id: Uuid,
    pub(crate) process: String,
    pub(crate) at: i64,
}

/// A kind of fault, by which waits are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FaultKind {
    NodeKilled,
    NodeStopped,
    NodeShutDown,
    NatsAway,
    PostgresAway,
}

impl FaultKind {
    pub(crate) const ALL: [FaultKind; 5] = [
        FaultKind::NodeKilled,
        FaultKind::NodeStopped,
        FaultKind::NodeShutDown,
        FaultKind::NatsAway,
        FaultKind::PostgresAway,
    ];
}

/// A fault injected into a node or a service.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// The process of the node. `None` for a service, without which no node can acknowledge.
    pub(crate) process: Option<String>,
    pub(crate) at: i64,
    /// The end of the fault. Other nodes can take over from a killed node at once, so its fault
    /// ends with its death.
    pub(crate) until: i64,
}

/// The complete record of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) requested: Vec<RequestedMove>,
    pub(crate) received: Vec<Received>,
    pub(crate) log: Vec<LoggedEvent>,
    pub(crate) owned: Vec<Acquisition>,
    pub(crate) injected_faults: Vec<Fault>,
}
