//! Tournament requests, views and frames (`docs/protocol.md`, "Tournaments").

mod desk;
pub(crate) mod fixture;
pub(crate) mod frames;
pub(crate) mod refusals;
pub(crate) mod requests;
mod schedules;
mod tables;
pub(crate) mod verdict;
pub(crate) mod views;

pub use crate::protocol::tournaments::desk::{
    DeskGameView, DeskView, DirectorActionView, PenaltyView,
};
pub use crate::protocol::tournaments::fixture::FixtureView;
pub use crate::protocol::tournaments::frames::{CalledView, TournamentEventView, TournamentFrame};
pub use crate::protocol::tournaments::requests::{
    EntrantRequest, FollowTournamentRequest, JoinTournamentRequest, PlanView, TournamentAction,
    TournamentRequest,
};
pub use crate::protocol::tournaments::schedules::{
    ScheduleRequest, ScheduleStandingView, ScheduleView,
};
pub use crate::protocol::tournaments::tables::{
    BracketView, CrossTableView, NodeView, OutingView, PlaceView, StandingsView, TermView, WhyView,
    WorkingView,
};
pub use crate::protocol::tournaments::verdict::VerdictView;
pub use crate::protocol::tournaments::views::{
    DrawingView, EntrantView, PairingView, RoundItem, RoundView, StageView, TournamentItem,
    TournamentView,
};
