//! Titles of match pages, which previews of shared links show.
//!
//! A title contains only what everybody may see. Private matches have no title of their own,
//! except for the holder of an invite link.

use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{MatchId, MatchStatus};
use chivalry_rules::{Seat, Team, Variant};

use crate::http::state::AppState;
use crate::store::MatchRow;

/// Returns the title of a match for the holder of `key`, or `None` for the general title.
pub(crate) async fn match_title(app: &AppState, id: MatchId, key: Option<&str>) -> Option<String> {
    // The page opens without its title if the database fails.
    let row = app.store.matches().row(id).await.ok()??;
    if row.private && !is_invited(app, &row, key?).await {
        return None;
    }
    title_of(&row)
}

/// True if `key` is the key of a valid invite link.
async fn is_invited(app: &AppState, row: &MatchRow, key: &str) -> bool {
    if row.status != MatchStatus::Open {
        return false;
    }
    let Ok((_, snapshot)) = app.live.history(row.id, None).await else { return false };
    let (match_state, now) = (&snapshot.match_state, app.live.time().now());
    match_state.variant().seats().any(|seat| {
        let expires_at = match_state.invite_key_expires_at(seat);
        match_state.invite_key(seat) == Some(key) && expires_at.is_none_or(|end| now < end)
    })
}

fn title_of(row: &MatchRow) -> Option<String> {
    let variant = Variant::named(&row.variant)?;
    let game = variant.title();
    if row.status == MatchStatus::Open {
        let mut seated = row.seats.iter().filter_map(|(_, player)| player.as_ref());
        let host = &seated.find(|player| player.id == row.created_by)?.name;
        let time = time_text(row.time).map(|time| format!(", {time}")).unwrap_or_default();
        return Some(format!("{host} invites you to {game}{time}"));
    }
    let name = |seat: Seat| {
        let player = row.seats[seat].as_ref().map(|player| player.name.as_str());
        player.or(row.names[seat].as_deref())
    };
    let team = |team| {
        let names: Option<Vec<&str>> = variant.seats_of(team).map(name).collect();
        names.map(|names| names.join(" and "))
    };
    Some(format!("{} against {}: {game}", team(Team::First)?, team(Team::Second)?))
}

/// Returns a time control in short notation, like the page: `10+5`, `3 days`.
fn time_text(time: TimeControl) -> Option<String> {
    let minutes = |ms: u64| ((ms as f64) / 600.0).round() / 100.0;
    let seconds = |ms: u64| ((ms as f64) / 100.0).round() / 10.0;
    match time {
        TimeControl::Fischer { initial_ms, increment_ms } => {
            Some(format!("{}+{}", minutes(initial_ms), seconds(increment_ms)))
        }
        TimeControl::Delay { initial_ms, delay_ms, style: _ } => {
            Some(format!("{} d{}", minutes(initial_ms), seconds(delay_ms)))
        }
        TimeControl::Byoyomi { initial_ms, period_ms, periods } => {
            Some(format!("{}+{periods}×{}", minutes(initial_ms), seconds(period_ms)))
        }
        TimeControl::Correspondence { days: 1 } => Some("1 day".to_owned()),
        TimeControl::Correspondence { days } => Some(format!("{days} days")),
        TimeControl::Stages { .. } | TimeControl::Unlimited {} => None,
    }
}

/// Escapes text for HTML elements and quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // A brace would open a placeholder of the shell.
            '{' => escaped.push_str("&#123;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use chivalry_play::clock::Timestamp;
    use chivalry_play::player::{Player, PlayerId, PlayerKind};
    use chivalry_rules::PerSeat;
    use uuid::Uuid;

    use super::*;

    fn player(number: u128, name: &str) -> Player {
        let id = PlayerId(Uuid::from_u128(number));
        Player { id, name: name.to_owned(), kind: PlayerKind::Guest }
    }

    fn row(variant: &str, status: MatchStatus, names: &[&str]) -> MatchRow {
        let mut seats = PerSeat::default();
        for (seat, (number, name)) in Seat::ALL.into_iter().zip((1..).zip(names)) {
            seats[seat] = Some(player(number, name));
        }
        MatchRow {
            id: MatchId(Uuid::nil()),
            variant: variant.to_owned(),
            position: None,
            time: TimeControl::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
            rated: false,
            private: false,
            status,
            created_by: PlayerId(Uuid::from_u128(1)),
            created_at: Timestamp(0),
            started_at: None,
            ended_at: None,
            result: None,
            termination: None,
            plies: None,
            hidden_until: None,
            seats,
            imported: false,
            names: PerSeat::default(),
            date: None,
            event: None,
            round: None,
        }
    }

    #[test]
    fn a_title_names_the_players_and_the_game() {
        let open = row("camelot", MatchStatus::Open, &["Guest-1"]);
        assert_eq!(title_of(&open).as_deref(), Some("Guest-1 invites you to Camelot, 10+5"));
        let playing = row("camelot", MatchStatus::Playing, &["Gawain", "Kay"]);
        assert_eq!(title_of(&playing).as_deref(), Some("Gawain against Kay: Camelot"));
        let four = row("grand-cam", MatchStatus::Ended, &["Ann", "Bea", "Cid", "Dan"]);
        assert_eq!(title_of(&four).as_deref(), Some("Ann and Cid against Bea and Dan: Grand Cam"));
        assert_eq!(title_of(&row("camelot", MatchStatus::Open, &[])), None);
        assert_eq!(title_of(&row("camelot", MatchStatus::Ended, &["Gawain"])), None);
        assert_eq!(title_of(&row("unknown", MatchStatus::Open, &["Gawain"])), None);
    }

    #[test]
    fn times_are_written_like_on_the_page() {
        let fischer = |initial_ms, increment_ms| TimeControl::Fischer { initial_ms, increment_ms };
        for (time, text) in [
            (fischer(600_000, 5_000), Some("10+5")),
            (fischer(30_000, 500), Some("0.5+0.5")),
            (fischer(100_000, 0), Some("1.67+0")),
            (TimeControl::Byoyomi { initial_ms: 0, period_ms: 30_000, periods: 3 }, Some("0+3×30")),
            (TimeControl::Correspondence { days: 1 }, Some("1 day")),
            (TimeControl::Correspondence { days: 3 }, Some("3 days")),
            (TimeControl::Unlimited {}, None),
        ] {
            assert_eq!(time_text(time).as_deref(), text, "{time:?}");
        }
    }

    #[test]
    fn markup_in_a_name_is_escaped() {
        assert_eq!(
            escaped("<b a=\"1\" b='2'>&{folder}"),
            "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#123;folder}"
        );
    }
}
