//! Seeks that outlive the connections of their players. Rows hold only player ids. Names are
//! looked up.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::lobby::{RatingRange, Seek, SeekId, SeekParty, Seeker, Terms};
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::PublicRating;
use chivalry_rules::{Seat, Variant};

use crate::store::announcements::announcer::{Announcement, AnnouncementKind};
use crate::store::db::Database;
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::Due;
use crate::store::log::transaction;
use crate::store::players::accounts::Players;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{id, unreadable};

/// A stored seek.
#[derive(Serialize, Deserialize)]
struct SeekRow {
    variant: String,
    time: TimeControl,
    rated: bool,
    parties: Vec<PartyRow>,
    at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct PartyRow {
    players: Vec<(PlayerId, u16)>,
    /// The players whose rating is not provisional.
    #[serde(default)]
    certain: Vec<PlayerId>,
    invited: Option<PlayerId>,
    seat: Option<usize>,
    range: (u16, u16),
    quick_since: Option<Timestamp>,
    #[serde(default)]
    bots: bool,
}

/// The seeks of the lobby.
#[derive(Clone, Copy, Debug)]
pub struct Seeks<'a>(pub(crate) &'a Database);

impl Seeks<'_> {
    /// Returns all stored seeks, oldest first. Seeks of unknown variants are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails or a seek cannot be decoded.
    pub async fn all(self) -> Result<Vec<Seek>, StoreError> {
        let sql = "select id, body from seeks order by id";
        let mut rows: Vec<(SeekId, SeekRow)> = Vec::new();
        for row in sqlx::query(sql).fetch_all(&self.0.reads).await? {
            rows.push((SeekId(id(&row, "id")?), crate::store::sql::rows::json(&row, "body")?));
        }
        let parties = || rows.iter().flat_map(|(_, row)| &row.parties);
        let ids: Vec<PlayerId> = parties().flat_map(PartyRow::ids).collect();
        let players = Players(self.0).by_ids(&ids).await?;
        let players: HashMap<PlayerId, Player> =
            players.into_iter().map(|player| (player.id, player)).collect();
        Ok(rows.into_iter().filter_map(|(id, row)| row.seek(id, &players)).collect())
    }

    /// Stores the seeks `kept`, deletes the seeks `gone`, announces the seeks `open` and stores the
    /// effects on invited players in one transaction. A seek that was announced is not announced
    /// again.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing is changed then.
    pub async fn change(
        self,
        kept: &[&Seek],
        gone: &[SeekId],
        open: &[&Seek],
        invitations: &[(SeekId, Due)],
    ) -> Result<(), StoreError> {
        let open = if self.0.announcer.has_targets(AnnouncementKind::Seek) { open } else { &[] };
        let is_unchanged = kept.is_empty() && gone.is_empty() && open.is_empty();
        if is_unchanged && invitations.is_empty() {
            return Ok(());
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for id in gone {
                let delete = sqlx::query("delete from seeks where id = $1");
                delete.bind(id.key()).execute(&mut *transaction).await?;
            }
            for seek in kept {
                let Some(first) = seek.players().next() else { continue };
                let sql = "insert into seeks (id, player_id, body) values ($1, $2, $3)
                       on conflict (id) do update set player_id = $2, body = $3";
                let body = serde_json::to_string(&SeekRow::of(seek)).map_err(unreadable)?;
                sqlx::query(sql)
                    .bind(seek.id.key())
                    .bind(first.player.id.key())
                    .bind(body)
                    .execute(&mut *transaction)
                    .await?;
            }
            for seek in open {
                let (kind, subject) = (AnnouncementKind::Seek, seek.id.0.to_string());
                let announcement = Announcement { kind, subject, at: seek.at };
                self.0.announcer.insert(&mut transaction, &announcement).await?;
            }
            for (seek, due) in invitations {
                insert_due(&mut transaction, seek.0, std::slice::from_ref(due)).await?;
            }
            transaction.commit().await?;
            if !invitations.is_empty() {
                self.0.notify_due();
            }
            if !open.is_empty() {
                self.0.announcer.notify(AnnouncementKind::Seek);
            }
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the match that `player` created by the command with that id.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn match_made_by(
        self,
        player: PlayerId,
        command: &str,
    ) -> Result<Option<MatchId>, StoreError> {
        let work = async {
            let mut connection = self.0.reads.acquire().await?;
            Ok(transaction::match_made_by(&mut connection, player, command).await?)
        };
        self.0.reads.in_time(work).await
    }
}

impl SeekRow {
    fn of(seek: &Seek) -> SeekRow {
        let Terms { variant, time, rated } = seek.terms;
        let parties = seek.parties.iter().map(PartyRow::of).collect();
        SeekRow { variant: variant.name().to_owned(), time, rated, parties, at: seek.at }
    }

    fn seek(self, id: SeekId, players: &HashMap<PlayerId, Player>) -> Option<Seek> {
        let variant = Variant::named(&self.variant).filter(|known| known.is_offered())?;
        let terms = Terms { variant, time: self.time, rated: self.rated };
        let parties = self.parties.into_iter().map(|party| party.party(players));
        Some(Seek { id, terms, parties: parties.collect::<Option<_>>()?, at: self.at })
    }
}

impl PartyRow {
    fn of(party: &SeekParty) -> PartyRow {
        PartyRow {
            players: party.players.iter().map(|s| (s.player.id, s.strength.rating)).collect(),
            certain: party
                .players
                .iter()
                .filter(|seeker| !seeker.strength.provisional)
                .map(|seeker| seeker.player.id)
                .collect(),
            invited: party.invited.as_ref().map(|player| player.id),
            seat: party.seat.map(Seat::index),
            range: (party.range.lo, party.range.hi),
            quick_since: party.quick_since,
            bots: party.bots,
        }
    }

    fn ids(&self) -> impl Iterator<Item = PlayerId> {
        self.players.iter().map(|(id, _)| *id).chain(self.invited)
    }

    fn party(self, players: &HashMap<PlayerId, Player>) -> Option<SeekParty> {
        let seeker = |(id, rating)| {
            let strength = PublicRating { rating, provisional: !self.certain.contains(&id) };
            Some(Seeker { player: players.get(&id)?.clone(), strength })
        };
        let (lo, hi) = self.range;
        Some(SeekParty {
            players: self.players.into_iter().map(seeker).collect::<Option<_>>()?,
            invited: self.invited.and_then(|id| players.get(&id).cloned()),
            seat: self.seat.and_then(Seat::new),
            range: RatingRange { lo, hi },
            quick_since: self.quick_since,
            bots: self.bots,
        })
    }
}
