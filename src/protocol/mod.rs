//! The JSON protocol: frames, requests and views (`docs/protocol.md`). No other layer depends
//! on their wire form.

pub(crate) mod codec;
pub mod proofs;
pub(crate) mod reason;
pub(crate) mod requests;
pub(crate) mod schema;
#[cfg(test)]
mod tests;
pub(crate) mod tournaments;
pub(crate) mod views;

pub use requests::{puzzles, records};
pub use views::{analysis, engine_correlation, rules, rules_document, variants};

pub use codec::client_frame::{ClientFrame, ClientMessage, LONGEST_ID};
pub use codec::client_type::ClientType;
pub use codec::error::{Code, ExceededLimit, More, RequestError};
pub use codec::event_frame::event_frame;
pub use codec::fields::{read_fields, read_turn};
pub use codec::server_frame::{Done, Limits, LinkView, ServerMessage, is_accepted_move};
pub use reason::{Message, Param, ParamMap, Params, Reason, describe_params};
pub use requests::analysis::{AnalyseGameRequest, AnalyseRequest};
pub use requests::calendar::{
    AdjournRequest, ArrangementRequest, ArrangementView, TimeRequest, TimesRequest,
    VacationRequest, VacationView,
};
pub use requests::identity::accounts::{
    Credentials, ErasureRequest, SessionView, check_name_length, checked_name,
};
pub use requests::identity::apps::{
    AppKind, AppSummary, AppView, AuthorizeRequest, ConsentView, DeviceCodes, DeviceDecision,
    DeviceForm, IssuedTokens, OAuthError, RevocationForm, TokenForm,
};
pub use requests::identity::mail::{
    MailAddressRequest, MailAddressView, MailLinkRequest, MailRecoveryRequest,
    MailSubscriptionRequest,
};
pub use requests::identity::passkeys::{
    CreationOptions, CredentialRef, NewPasskeyRequest, PasskeySignInRequest, PasskeyView,
    RequestOptions,
};
pub use requests::identity::provider::{
    IdentityView, ProviderAnswerRequest, ProviderFlowView, ProviderSignUpRequest,
    ProviderSignUpView, SignInOptionsView,
};
pub use requests::identity::security::{
    ClientView, CodesLeftView, ConfirmRequest, PasswordRequest, RecoveryCodesView, RecoveryRequest,
    SecurityEventView, SignInView,
};
pub use requests::identity::tokens::{
    AuthRequest, NewTokenView, Scope, Scopes, TokenRequest, TokenView,
};
pub use requests::lobby::{
    AcceptRequest, ChallengeRequest, ChallengeSay, DeclineRequest, LinkRequest, LobbyMessage,
    SeekRequest,
};
pub use requests::matches::{
    AddTimeRequest, ClaimRequest, CreateRequest, FromRequest, JoinRequest, MatchOptions,
    MoveRequest, OfferRequest, SayField,
};
pub use requests::notifications::{
    NotificationKind, NotificationSettings, NotificationView, NotificationsView, PushKeys,
    PushRequest, PushView, PushesView, QuietHours, ReadNotificationsRequest, checked_language,
    read_time,
};
pub use requests::premoves::{PremoveRequest, PremoveView, ReadyView};
pub use requests::webhooks::{
    NewWebhookView, WebhookBody, WebhookEvent, WebhookRequest, WebhookView,
};
pub use schema::asyncapi::asyncapi;
pub use schema::frame_schemas::expand_choices;
pub use schema::strict_schema::sharpen;
pub use tournaments::{
    BracketView, CalledView, CrossTableView, DeskGameView, DeskView, DirectorActionView,
    DrawingView, EntrantRequest, EntrantView, FixtureView, FollowTournamentRequest,
    JoinTournamentRequest, NodeView, OutingView, PairingView, PenaltyView, PlaceView, PlanView,
    RoundItem, RoundView, ScheduleRequest, ScheduleStandingView, ScheduleView, StageView,
    StandingsView, TermView, TournamentAction, TournamentEventView, TournamentFrame,
    TournamentItem, TournamentRequest, TournamentView, VerdictView, WhyView, WorkingView,
};
pub use views::chat::{
    ChatRequest, LONGEST_LINE, LineView, MeView, ModerationView, RoomField, TalkFrame,
    TimeoutRequest, TimeoutView,
};
pub use views::featured::{ChannelRequest, ChannelView, FeaturedFrame, ShowView};
pub use views::games::game_record::game_record;
pub use views::games::lists::{
    GameItem, List, MatchItem, PositionView, RESULT_WORDS, RecordTags, result_of_word,
};
pub use views::lobby::{
    ChallengeView, LobbyFrame, PartyView, PlayingView, SeekView, SeekerView, lobby_frame,
    seek_views,
};
pub use views::match_view::{
    ClockView, LedgerView, MatchNodeView, MatchView, OfferView, PlayerView, PresenceView,
    SeatRatingView, SeatedView, enum_schema, legal_moves, read_rfc3339, record_result, rfc3339,
};
pub use views::player_events::{
    AwaitedOfferView, DirectorMessageView, PlayerEvent, RoundBeganView, SeatView,
};
pub use views::ratings::{EncounterView, LeaderView, RatingPoint, RatingView, StandingView};
pub use views::rules::variant_named;
pub use views::seat_map::SeatMap;
