//! Tournaments: what is asked of them, and how they look to clients
//! (`docs/protocol.md`, "Tournaments").

mod frames;
mod refusals;
mod requests;
mod tables;
mod views;

pub use frames::{CalledView, TournamentEventView, TournamentFrame};
pub use refusals::VerdictView;
pub use requests::{
    EntrantRequest, FollowTournamentRequest, JoinTournamentRequest, PlanView, TournamentAction,
    TournamentRequest,
};
pub use tables::{
    BracketView, CrossTableView, NodeView, OutingView, PlaceView, TermView, WhyView, WorkingView,
};
pub use views::{
    DrawingView, EntrantView, FixtureView, PairingView, RoundItem, RoundView, StageView,
    TournamentItem, TournamentView,
};
