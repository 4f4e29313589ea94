//! Creation and import of matches.

use std::sync::Arc;

use chivalry_play::matches::{
    CommandRef, Event, Match, MatchId, NewMatch, RecordedEvent, Status, admit,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Seat;

use crate::live::context::LiveContext;
use crate::live::error::LiveError;
use crate::live::match_actor::feed::broadcast::MatchUpdate;
use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::seat_ratings;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::player_feed;
use crate::live::player_feed::PlayerNotice;
use crate::random;
use crate::store::{Append, AppendError, SideEffects};

/// A created match, or the match that an earlier command with the same id created.
pub(crate) enum Creation {
    New(Arc<MatchSnapshot>),
    Earlier {
        id: MatchId,
        /// True if both commands ask for the same match.
        is_same: bool,
    },
}

impl Creation {
    /// Returns the id of the match.
    pub(crate) fn id(&self) -> MatchId {
        match self {
            Creation::New(snapshot) => snapshot.match_state.id(),
            Creation::Earlier { id, .. } => *id,
        }
    }
}

/// Creates a match in which `seated` hold seats, and starts its actor. It starts immediately if
/// all seats are taken.
///
/// # Errors
/// Fails if the match is rated and a guest is involved, or if the database fails.
pub(crate) async fn create(
    context: &Arc<LiveContext>,
    new: &NewMatch,
    by: &Player,
    seated: &[(Seat, Player)],
    command_id: Option<String>,
    key: impl FnMut() -> String,
) -> Result<Creation, LiveError> {
    for player in seated.iter().map(|(_, player)| player).chain([by]) {
        admit(new.rated, player.kind)?;
    }
    if new.time.has_rests() || new.arranged {
        context.check_calendar()?;
    }
    let at = context.time.now();
    let id = MatchId(random::new_id());
    let mut cause = command_id.map(|id| CommandRef { player: by.id, id });
    let seats: Vec<(Seat, PlayerId)> = seated.iter().map(|(seat, p)| (*seat, p.id)).collect();
    let events = Match::creation_with(new, by.id, &seats, key);
    let records: Vec<RecordedEvent> = (1..)
        .zip(events)
        .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
        .collect();
    let (mut occurrences, match_state) = Match::history(id, records.clone())?;
    let owner = context.owner_of_new()?;
    let append = Append { match_id: id, records, deadline: match_state.deadline(), owner };
    let due = player_feed::creation_deliveries(&match_state, &context.store);
    let mut snapshot = MatchSnapshot::new(match_state);
    for (_, player) in seated {
        snapshot.seat(player);
    }
    snapshot.ratings =
        seat_ratings::load(&context.store, &snapshot.match_state, &snapshot.players, at).await?;
    let side_effects = SideEffects { due, ..SideEffects::default() };
    match context.store.log().append_along(&append, side_effects).await {
        Ok(()) => {}
        Err(AppendError::CreatedBefore(id)) => {
            let count = u32::try_from(append.records.len()).unwrap_or(u32::MAX);
            let earlier = context.store.log().since(id, 0, count).await?;
            let is_same = is_same_creation(&append.records, &earlier);
            return Ok(Creation::Earlier { id, is_same });
        }
        Err(error) => return Err(LiveError::Unavailable(error)),
    }
    let snapshot = Arc::new(snapshot);
    context.start(id, Some(Arc::clone(&snapshot)));
    context.report_featured(FeaturedChange::of(&snapshot));
    if snapshot.match_state.status() == Status::Open {
        context.report_opening(&snapshot);
    } else if let Some(last) = occurrences.pop() {
        let update = MatchUpdate::new(id, new.variant, last, None, &context.frames);
        for notice in player_feed::creation_notices(&snapshot.match_state) {
            let player_notice = || PlayerNotice::Match { notice, update: Arc::clone(&update) };
            context.player_feeds.publish(notice.player, player_notice);
        }
    }
    Ok(Creation::New(snapshot))
}

/// True if both logs create the same match, apart from the random keys of its links.
fn is_same_creation(records: &[RecordedEvent], earlier: &[RecordedEvent]) -> bool {
    let without_keys = |record: &RecordedEvent| {
        let mut event = record.event.clone();
        if let Event::Created { keys, .. } = &mut event {
            for seat in Seat::ALL {
                keys[seat] = keys[seat].as_ref().map(|_| String::new());
            }
        }
        event
    };
    records.iter().map(without_keys).eq(earlier.iter().map(without_keys))
}

/// Stores a match that was played elsewhere. A repeated import of its record returns the first
/// match, and makes the player another importer. The match has no actor, because it does not
/// change. `digest` identifies the record.
///
/// # Errors
/// Fails if the database fails.
pub(crate) async fn import(
    context: &LiveContext,
    match_id: MatchId,
    events: Vec<Event>,
    by: PlayerId,
    digest: String,
) -> Result<MatchId, LiveError> {
    let at = context.time.now();
    let matches = context.store.matches();
    if let Some(earlier) = matches.imported_as(&digest).await? {
        matches.add_importer(earlier, by, at).await?;
        return Ok(earlier);
    }
    let mut cause = Some(CommandRef { player: by, id: digest });
    let records = (1..)
        .zip(events)
        .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
        .collect();
    let append = Append { match_id, records, deadline: None, owner: None };
    match context.store.log().append(append).await {
        Ok(()) => Ok(match_id),
        Err(AppendError::CreatedBefore(earlier)) => {
            matches.add_importer(earlier, by, at).await?;
            Ok(earlier)
        }
        Err(error) => Err(LiveError::Unavailable(error)),
    }
}
