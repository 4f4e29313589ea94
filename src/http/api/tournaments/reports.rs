//! Tournament reports: export, import, and the next round of a report.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;

use crate::live::TournamentSnapshot;
use crate::live::compute::cpu_pool::CpuPool;
use crate::live::tournament_actor::handle::Tournaments;
use crate::protocol::{Code, Done, Reason, RequestError, enum_schema, rfc3339};
use crate::random;
use chivalry_play::clock::Timestamp;
use chivalry_rules::{Team, Variant};
use chivalry_tournament::{
    Edition, EntrantId, ImportedTournament, ReportFormat, ReportHeader, Round, TournamentId,
    TournamentReport, TournamentStatus, swiss,
};

use crate::http::api::tournaments::exports::name_of;
use crate::http::api::tournaments::tables::{StageParams, stage_of};
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{
    IdempotencyKey, IdempotencyKeyHeader, Params, PathParam, Text, TextBody,
};
use crate::http::response::{REVALIDATE, TEXT, cached};

/// The most players of an imported report.
const MAX_REPORTED: usize = 2_000;

/// The version of a report.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `report`")]
pub(crate) struct FormatParams {
    /// `trf16`, the default, or `trf26`.
    #[param(schema_with = formats)]
    format: Option<String>,
}

fn formats() -> Object {
    enum_schema("The format.", ReportFormat::ALL.map(ReportFormat::as_str))
}

/// The edition of a report.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `edition_of`")]
pub(crate) struct EditionParams {
    /// The edition of the rules, if the report does not name one. The default is
    /// the newest.
    #[param(schema_with = editions)]
    edition: Option<String>,
}

fn editions() -> Object {
    enum_schema("The edition.", Edition::ALL.map(Edition::as_str))
}

/// The variant of an imported report.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `import`")]
pub(crate) struct VariantParams {
    /// The name of the variant.
    variant: String,
}

/// Export a Swiss stage as a report
///
/// In the Tournament Report File format of FIDE.
#[utoipa::path(get, path = "/tournaments/{id}/report", tag = "tournaments",
    operation_id = "report",
    params(("id" = uuid::Uuid, Path, description = "the tournament"), StageParams, FormatParams),
    responses(
        (status = 200, description = "the report", body = String, content_type = "text/plain"),
        Failures))]
pub(crate) async fn report(
    State(tournaments): State<Tournaments>,
    State(cpu_pool): State<CpuPool>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested_stage = params.number("stage")?;
    let named = |text: &str| ReportFormat::ALL.into_iter().find(|it| it.as_str() == text);
    let format = params.read("format", "`trf16` or `trf26`", named)?.unwrap_or_default();
    let snapshot = tournaments.snapshot(id).await?;
    let text = move || {
        let stage = stage_of(&snapshot, requested_stage)?;
        let name = |entrant| name_of(&snapshot, entrant);
        let report = snapshot.tournament.report(stage, name, report_header(&snapshot, stage));
        Ok(report.map_err(|fault| RequestError::from(&fault))?.to_text(format))
    };
    let text: Result<String, RequestError> = cpu_pool.run(text).await?;
    Ok(cached(&headers, TEXT, REVALIDATE, text?))
}

/// The records of the report of a stage about dates and directors.
fn report_header(snapshot: &TournamentSnapshot, stage: usize) -> ReportHeader {
    let tournament = &snapshot.tournament;
    let day = |at: Timestamp| rfc3339(at)[..10].replace('-', "/");
    let rounds = tournament.stages().get(stage).map(|stage| stage.rounds.as_slice());
    let rounds = rounds.unwrap_or_default();
    let began = |round: &Round| round.began_at.unwrap_or(round.paired_at);
    let is_over = tournament.status() == TournamentStatus::Ended;
    let last_at = tournament.log().last().map(|last| last.at).filter(|_| is_over);
    let directors = tournament.directors().iter();
    let mut names = directors.filter_map(|id| Some(snapshot.players.get(id)?.name.clone()));
    let edition = match tournament.plan().edition {
        Edition::Fide2017 => "2017",
        Edition::Fide2026 => "2026",
    };
    ReportHeader {
        begins: rounds.first().map(|round| day(began(round))),
        ends: last_at.map(day),
        kind: Some(format!("Individual: Swiss-System (FIDE Dutch {edition})")),
        arbiter: names.next(),
        deputies: names.collect(),
        days: rounds.iter().map(|round| day(began(round))[2..].to_owned()).collect(),
        program: Some(concat!("chivalry ", env!("CARGO_PKG_VERSION")).to_owned()),
        ..ReportHeader::default()
    }
}

fn edition_of(params: &Params) -> ApiResult<Edition> {
    let named = |text: &str| Edition::ALL.into_iter().find(|it| it.as_str() == text);
    Ok(params.read("edition", "`fide-2017` or `fide-2026`", named)?.unwrap_or(Edition::NEWEST))
}

fn parse(text: &str) -> Result<TournamentReport, RequestError> {
    let report = TournamentReport::parse(text).map_err(|fault| RequestError::from(&fault))?;
    if report.players.is_empty() || report.players.len() > MAX_REPORTED {
        let message = Reason::ReportPlayers.with([("most", MAX_REPORTED.into())]);
        return Err(RequestError::new(Code::BadFrame, message).well_formed());
    }
    Ok(report)
}

/// Pair the next round of a report
///
/// For a Swiss event that is kept elsewhere, from its report (TRF16 or TRF26). Players with a
/// bye in the round do not take part, and the pairing rules are those of tournaments here. If
/// the report does not say otherwise, the top seed has the first side in the first round.
#[utoipa::path(post, path = "/tournaments/report", tag = "tournaments",
    operation_id = "next_of_report",
    params(EditionParams),
    request_body(content = TextBody, content_type = "application/octet-stream"),
    responses((status = 200, description = "the pairs of the next round", body = NextRoundView),
        Failures))]
pub(crate) async fn next_of_report(
    State(cpu_pool): State<CpuPool>,
    params: Params,
    Text(text): Text,
) -> ApiResult<Json<NextRoundView>> {
    let edition = edition_of(&params)?;
    let next = move || {
        let report = parse(&text)?;
        let input = report.next_round(report.edition.unwrap_or(edition), Team::First);
        let round = swiss::pair(&input).map_err(|_| {
            let refusal = chivalry_tournament::Refusal::Unpairable;
            RequestError::from(&refusal)
        })?;
        let pair =
            |pair: &swiss::SwissPair| ReportedPair { first: pair.first, second: pair.second };
        Ok(NextRoundView {
            name: report.name,
            round: input.round,
            algorithm: swiss::algorithm(input.edition).to_owned(),
            pairs: round.pairs.iter().map(pair).collect(),
            bye: round.bye,
        })
    };
    let next: Result<NextRoundView, RequestError> = cpu_pool.run(next).await?;
    Ok(Json(next?))
}

/// Import a report as a tournament
///
/// The Swiss of a report (TRF16 or TRF26) becomes a tournament of the caller, with its rounds
/// and results. Its players are entrants of record: they have a name, and no account. Further
/// rounds are paired as usual, and a director reports their results. An error names the line
/// and the column. The same `Idempotency-Key` sent again creates no second tournament.
#[utoipa::path(post, path = "/tournaments/import", tag = "tournaments",
    operation_id = "import_report", security(("token" = ["play"])),
    params(VariantParams, EditionParams, IdempotencyKeyHeader),
    request_body(content = TextBody, content_type = "application/octet-stream"),
    responses((status = 201, description = "the tournament", body = Done,
        headers(("Location" = String, description = "the address of the tournament"))), Failures))]
pub(crate) async fn import(
    State(tournaments): State<Tournaments>,
    State(cpu_pool): State<CpuPool>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    params: Params,
    Text(text): Text,
) -> ApiResult<(StatusCode, [(HeaderName, String); 1], Json<Done>)> {
    let edition = edition_of(&params)?;
    let is_fit = |variant: &&Variant| variant.is_offered() && !variant.is_free_for_all();
    let offered = |name: &str| Variant::named(name).filter(is_fit);
    let expected = "the name of an offered variant of two sides";
    let variant = params.read_or_unmet("variant", expected, offered)?;
    let missing = || ApiError::new(Code::BadField, Reason::ImportVariant);
    let variant = variant.ok_or_else(missing)?;
    let report: Result<TournamentReport, RequestError> = cpu_pool.run(move || parse(&text)).await?;
    let imported = ImportedTournament {
        report: report?,
        variant: variant.pin().to_owned(),
        edition,
        directors: vec![bearer.player.id],
        seed: random::value(),
    };
    let id = tournaments.import(imported, IdempotencyKey::cause(key, &bearer.player)).await?;
    let location = format!("/api/v1/tournaments/{id}");
    let done = Done { tournament: Some(id), v: Some(1), ..Done::default() };
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(done)))
}

/// The pairs of the next round of a report.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextRoundView {
    /// The name of the event.
    name: String,
    /// The round.
    round: u16,
    /// The algorithm, with its version.
    algorithm: String,
    /// The pairs, by starting rank.
    pairs: Vec<ReportedPair>,
    /// The player without an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<EntrantId>,
}

/// A pair of opponents.
#[derive(Serialize, ToSchema)]
struct ReportedPair {
    /// The player with the first side.
    first: EntrantId,
    /// The player with the second side.
    second: EntrantId,
}
