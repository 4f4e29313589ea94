//! Previews of shared links: titles, descriptions and images, in the language of the visitor.
//!
//! A preview contains only what everybody may see. Private matches have no preview of their own,
//! except for the holder of an invite link.

use std::collections::BTreeMap;

use chivalry_engine::puzzles::PuzzleId;
use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{MatchId, MatchStatus};
use chivalry_rules::{Seat, Variant};
use chivalry_tournament::TournamentId;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use crate::http::state::AppState;
use crate::store::MatchRow;

/// The texts of previews in one language, by name. Values replace `{name}`.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Words(BTreeMap<String, String>);

/// The preview of one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) about: String,
    /// The path of the image, of 1,200 by 630 pixels.
    pub(crate) image: String,
    /// The path of the page, if it has a preview of its own.
    pub(crate) page: Option<String>,
    /// The path of the page for frames.
    pub(crate) embed: Option<String>,
}

impl Words {
    #[cfg(test)]
    pub(crate) fn of(words: &[(&str, &str)]) -> Words {
        Words(words.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect())
    }

    /// The text with that name. `values` replace the parameters.
    pub(crate) fn text(&self, name: &str, values: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let mut rest = self.0.get(name).map_or("", String::as_str);
        while let Some((before, after)) = rest.split_once('{') {
            let (param, after) = after.split_once('}').unwrap_or((after, ""));
            let value = values.iter().find(|(name, _)| *name == param);
            text.push_str(before);
            text.push_str(value.map_or("", |(_, value)| value));
            rest = after;
        }
        text + rest
    }
}

impl Preview {
    /// The preview of pages without one of their own.
    pub(crate) fn general(words: &Words) -> Preview {
        Preview {
            title: words.text("title", &[]),
            about: words.text("about", &[]),
            image: "/preview.png".to_owned(),
            page: None,
            embed: None,
        }
    }
}

/// The preview of a match for the holder of `key`, or `None` for the general one.
pub(crate) async fn of_match(
    app: &AppState,
    words: &Words,
    id: MatchId,
    key: Option<&str>,
) -> Option<Preview> {
    // The page opens without its preview if the database fails.
    let row = app.store.matches().row(id).await.ok()??;
    if row.private && !is_invited(app, &row, key?).await {
        return None;
    }
    let about = match row.status {
        MatchStatus::Open => "invites_about",
        MatchStatus::Playing | MatchStatus::Ended => "match_about",
    };
    Some(Preview {
        title: title_of(&row, words)?,
        about: words.text(about, &[]),
        image: format!("/api/v1/matches/{id}/image.png?layout=card"),
        page: (!row.private).then(|| format!("/m/{id}")),
        embed: (!row.private).then(|| format!("/embed/matches/{id}")),
    })
}

/// The preview of a tournament.
pub(crate) async fn of_tournament(
    app: &AppState,
    words: &Words,
    id: TournamentId,
) -> Option<Preview> {
    let row = app.store.tournaments().row(id).await.ok()??;
    let variant = Variant::named(&row.plan.variant)?;
    let values = [("name", row.plan.name.as_str()), ("game", variant.title())];
    let name = encoded(variant.pin());
    let position = row.plan.position.as_deref();
    let position = position.map(|text| format!("&position={}", encoded(text)));
    Some(Preview {
        title: words.text("tournament", &values),
        about: words.text("tournament_about", &[]),
        image: format!(
            "/api/v1/variants/{name}/image.png?layout=card{}",
            position.unwrap_or_default()
        ),
        page: Some(format!("/tournaments/{id}")),
        embed: None,
    })
}

/// The preview of a player.
pub(crate) async fn of_player(app: &AppState, words: &Words, name: &str) -> Option<Preview> {
    let player = app.store.players().by_name(name).await.ok()??;
    Some(Preview {
        title: words.text("player", &[("name", &player.name)]),
        about: words.text("player_about", &[]),
        image: "/preview.png".to_owned(),
        page: Some(format!("/players/{}", encoded(&player.name))),
        embed: None,
    })
}

/// The preview of a puzzle: its position, seen by the solver.
pub(crate) async fn of_puzzle(app: &AppState, words: &Words, id: PuzzleId) -> Option<Preview> {
    let row = app.store.puzzles().by_id(id).await.ok()??;
    let position = row.puzzle.puzzle.position();
    let variant = position.variant();
    let (name, text) = (encoded(variant.pin()), encoded(&position.to_string()));
    let letter = variant.seat_name(position.turn()).letter();
    Some(Preview {
        title: words.text("puzzle", &[("game", variant.title())]),
        about: words.text("puzzle_about", &[]),
        image: format!(
            "/api/v1/variants/{name}/image.png?layout=card&orientation={letter}&position={text}"
        ),
        page: Some(format!("/puzzles/{id}")),
        embed: None,
    })
}

/// A text as a part of a URL.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
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

pub(crate) fn title_of(row: &MatchRow, words: &Words) -> Option<String> {
    let variant = Variant::named(&row.variant)?;
    let game = variant.title();
    if row.status == MatchStatus::Open {
        let mut seated = row.seats.iter().filter_map(|(_, player)| player.as_ref());
        let host = &seated.find(|player| player.id == row.created_by)?.name;
        let time = time_text(row.time, words).map(|time| format!(", {time}")).unwrap_or_default();
        let game = format!("{game}{time}");
        return Some(words.text("invites", &[("host", host), ("game", &game)]));
    }
    let name = |seat: Seat| {
        let player = row.seats[seat].as_ref().map(|player| player.name.as_str());
        player.or(row.names[seat].as_deref())
    };
    let team = |team| {
        let names: Option<Vec<&str>> = variant.seats_of(team).map(name).collect();
        names.map(|names| match names[..] {
            [a, b] => words.text("and", &[("a", a), ("b", b)]),
            _ => names.concat(),
        })
    };
    let teams: Option<Vec<String>> = variant.teams().map(team).collect();
    let teams = teams?;
    let (first, others) = teams.split_first()?;
    let second = others.join(", ");
    Some(words.text("match", &[("first", first), ("second", &second), ("game", game)]))
}

/// Returns a time control in short notation, like the page: `10+5`, `3 days`.
pub(crate) fn time_text(time: TimeControl, words: &Words) -> Option<String> {
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
        TimeControl::Correspondence { days: 1, .. } => Some(words.text("day", &[])),
        TimeControl::Correspondence { days, .. } => {
            Some(words.text("days", &[("n", &days.to_string())]))
        }
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

    fn words() -> Words {
        Words::of(&[
            ("invites", "{host} invites you to {game}"),
            ("match", "{first} against {second}: {game}"),
            ("and", "{a} and {b}"),
            ("day", "1 day"),
            ("days", "{n} days"),
        ])
    }

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
        assert_eq!(
            title_of(&open, &words()).as_deref(),
            Some("Guest-1 invites you to Camelot, 10+5")
        );
        let playing = row("camelot", MatchStatus::Playing, &["Gawain", "Kay"]);
        assert_eq!(title_of(&playing, &words()).as_deref(), Some("Gawain against Kay: Camelot"));
        let four = row("grand-cam", MatchStatus::Ended, &["Ann", "Bea", "Cid", "Dan"]);
        assert_eq!(
            title_of(&four, &words()).as_deref(),
            Some("Ann and Cid against Bea and Dan: Grand Cam")
        );
        assert_eq!(title_of(&row("camelot", MatchStatus::Open, &[]), &words()), None);
        assert_eq!(title_of(&row("camelot", MatchStatus::Ended, &["Gawain"]), &words()), None);
        assert_eq!(title_of(&row("unknown", MatchStatus::Open, &["Gawain"]), &words()), None);
    }

    #[test]
    fn times_are_written_like_on_the_page() {
        let fischer = |initial_ms, increment_ms| TimeControl::Fischer { initial_ms, increment_ms };
        for (time, text) in [
            (fischer(600_000, 5_000), Some("10+5")),
            (fischer(30_000, 500), Some("0.5+0.5")),
            (fischer(100_000, 0), Some("1.67+0")),
            (TimeControl::Byoyomi { initial_ms: 0, period_ms: 30_000, periods: 3 }, Some("0+3×30")),
            (TimeControl::days(1), Some("1 day")),
            (TimeControl::days(3), Some("3 days")),
            (TimeControl::Unlimited {}, None),
        ] {
            assert_eq!(time_text(time, &words()).as_deref(), text, "{time:?}");
        }
    }

    #[test]
    fn markup_in_a_name_is_escaped() {
        assert_eq!(
            escaped("<b a=\"1\" b='2'>&{folder}"),
            "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#123;folder}"
        );
    }

    #[test]
    fn a_name_in_the_form_of_a_parameter_stays_as_it_is() {
        let values = [("first", "{second}"), ("second", "Kay"), ("game", "{first}")];
        assert_eq!(words().text("match", &values), "{second} against Kay: {first}");
    }
}
