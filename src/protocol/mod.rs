//! The only JSON: what clients say, what the server says, and how things look
//! to clients (`docs/protocol.md`).

pub mod analysis;
mod asyncapi;
mod channels;
mod client;
mod client_type;
pub mod engine_use;
mod error;
mod events;
mod game_record;
mod identity;
mod lists;
mod lobby;
mod lobby_views;
mod player_events;
mod premoves;
pub mod proofs;
pub mod puzzles;
mod ratings;
mod reason;
pub mod records;
mod requests;
pub mod rule_book;
pub mod rules;
mod seat_map;
mod server;
mod sharpened;
mod start;
mod talk;
#[cfg(test)]
mod tests;
mod tokens;
mod tournaments;
pub mod variants;
mod views;
mod webhooks;

pub use asyncapi::asyncapi;
pub use channels::{ChannelRequest, ChannelView, FeaturedFrame, ShowView};
pub use client::{ClientFrame, ClientMessage, LONGEST_ID, SayField, read_fields, read_turn};
pub use client_type::ClientType;
pub use error::{Code, More, RequestError};
pub use events::event_frame;
pub use game_record::game_record;
pub use identity::{Credentials, ErasureRequest, SessionView};
pub use lists::{GameItem, List, MatchItem, PositionView, RESULT_WORDS, result_of_word};
pub use lobby::{
    AcceptRequest, ChallengeRequest, ChallengeSay, DeclineRequest, LinkRequest, LobbyMessage,
    SeekRequest,
};
pub use lobby_views::{
    ChallengeView, LobbyFrame, PartyView, SeekView, SeekerView, lobby_frame, seek_views,
};
pub use player_events::{PlayerEvent, SeatView};
pub use premoves::{PremoveRequest, PremoveView, ReadyView};
pub use ratings::{EncounterView, LeaderView, RatingPoint, RatingView, StandingView};
pub use reason::{Message, Param, Params, Reason, describe_params};
pub use requests::{
    AddTimeRequest, ClaimRequest, CreateRequest, FromRequest, JoinRequest, MatchOptions,
    MoveRequest, OfferRequest,
};
pub use rules::variant_named;
pub use seat_map::SeatMap;
pub use server::{Done, Limits, LinkView, ServerMessage};
pub use sharpened::sharpen;
pub use talk::{
    ChatRequest, LONGEST_LINE, LineView, MeView, ModerationView, RoomField, TalkFrame,
    TimeoutRequest, TimeoutView,
};
pub use tokens::{NewTokenView, Scope, Scopes, TokenRequest, TokenView};
pub use tournaments::{
    BracketView, CalledView, CrossTableView, DrawingView, EntrantRequest, EntrantView, FixtureView,
    FollowTournamentRequest, JoinTournamentRequest, NodeView, OutingView, PairingView, PlaceView,
    PlanView, RoundItem, RoundView, StageView, TermView, TournamentAction, TournamentEventView,
    TournamentFrame, TournamentItem, TournamentRequest, TournamentView, VerdictView, WhyView,
    WorkingView,
};
pub use views::{
    ClockView, LedgerView, MatchView, OfferView, PlayerView, PresenceView, SeatRatingView,
    SeatedView, legal_moves, read_rfc3339, record_result, rfc3339, words,
};
pub use webhooks::{NewWebhookView, WebhookBody, WebhookEvent, WebhookRequest, WebhookView};
