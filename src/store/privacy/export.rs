//! Reads the stored data of a player page by page.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Any, Arguments as _, AssertSqlSafe, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::privacy::sections::{Key, Section, Shown};
use crate::store::sql::rows::{optional_id, unreadable};

/// An exported value.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportItem {
    /// A null.
    Nothing,
    /// A text.
    Text(String),
    /// An id.
    Id(Uuid),
    /// A time.
    Time(Timestamp),
    /// An integer.
    Number(i64),
    /// A real number.
    Real(f64),
    /// A boolean.
    Flag(bool),
    /// A text that is JSON.
    Json(String),
}

/// A page of one section of an export.
#[derive(Clone, Debug)]
pub struct ExportPage {
    /// The named values of each row.
    pub rows: Vec<Vec<(&'static str, ExportItem)>>,
    /// The cursor of the next page, or `None` on the last page.
    pub next: Option<ExportCursor>,
}

/// The key of the last row of a page.
#[derive(Clone, Debug)]
pub struct ExportCursor(Vec<KeyPart>);

#[derive(Clone, Debug)]
enum KeyPart {
    Bytes(Vec<u8>),
    Number(i64),
    Text(String),
}

/// Exports of personal data.
#[derive(Clone, Copy, Debug)]
pub struct Exports<'a>(pub(crate) &'a Database);

impl Exports<'_> {
    /// Returns up to `limit` rows of a section of the player's data. `after` is the `next` of the
    /// previous page.
    ///
    /// # Errors
    /// Returns an error if the database fails or a value cannot be decoded.
    pub async fn page(
        self,
        player: PlayerId,
        section: &Section,
        after: Option<&ExportCursor>,
        limit: u32,
    ) -> Result<ExportPage, StoreError> {
        let mut values = AnyArguments::default();
        let mut add = |part: KeyPart| match part {
            KeyPart::Bytes(bytes) => values.add(bytes).map_err(sqlx::Error::Encode),
            KeyPart::Number(number) => values.add(number).map_err(sqlx::Error::Encode),
            KeyPart::Text(text) => values.add(text).map_err(sqlx::Error::Encode),
        };
        let mut placeholders = 1;
        add(KeyPart::Bytes(player.0.as_bytes().to_vec()))?;
        if section.by_name {
            placeholders += 1;
            add(KeyPart::Text(format!("%{}%", player.0)))?;
        }
        let keys: Vec<&str> = section.key.iter().map(|(_, column)| *column).collect();
        let keys = keys.join(", ");
        let mut sql = String::from("select ");
        for (at, (_, column)) in section.key.iter().enumerate() {
            sql += &format!("{column} as key_{at}, ");
        }
        let columns: Vec<String> =
            section.columns.iter().map(|(_, from, name)| format!("{from} as out_{name}")).collect();
        sql += &format!("{} from {} where ({})", columns.join(", "), section.from, section.of);
        if let Some(ExportCursor(parts)) = after {
            let mut list = Vec::new();
            for part in parts {
                placeholders += 1;
                list.push(format!("${placeholders}"));
                add(part.clone())?;
            }
            sql += &format!(" and ({keys}) > ({})", list.join(", "));
        }
        add(KeyPart::Number(i64::from(limit)))?;
        sql += &format!(" order by {keys} limit ${}", placeholders + 1);
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let found = select.fetch_all(&self.0.reads).await?;
        let mut rows = Vec::with_capacity(found.len());
        for row in &found {
            rows.push(export_row(section, row)?);
        }
        let is_full = found.len() >= limit as usize;
        let next = found.last().filter(|_| is_full).map(|row| key_of(section, row)).transpose()?;
        Ok(ExportPage { rows, next })
    }
}

fn key_of(section: &Section, row: &AnyRow) -> sqlx::Result<ExportCursor> {
    let part = |(at, (key, _)): (usize, &(Key, &str))| {
        let column = format!("key_{at}");
        let column = column.as_str();
        Ok(match key {
            Key::Bytes => KeyPart::Bytes(row.try_get(column)?),
            Key::Number => KeyPart::Number(row.try_get(column)?),
            Key::Text => KeyPart::Text(row.try_get(column)?),
        })
    };
    section.key.iter().enumerate().map(part).collect::<sqlx::Result<_>>().map(ExportCursor)
}

fn export_row(section: &Section, row: &AnyRow) -> sqlx::Result<Vec<(&'static str, ExportItem)>> {
    let value = |(how, _, name): &(Shown, &str, &'static str)| {
        let column = format!("out_{name}");
        let column = column.as_str();
        let number = || row.try_get::<Option<i64>, _>(column);
        let text = || row.try_get::<Option<String>, _>(column);
        let value = match how {
            Shown::Text => text()?.map(ExportItem::Text),
            Shown::Json => text()?.map(ExportItem::Json),
            Shown::Id => optional_id(row, column)?.map(ExportItem::Id),
            Shown::Time => number()?.map(Timestamp).map(ExportItem::Time),
            Shown::Number => number()?.map(ExportItem::Number),
            Shown::Real => row.try_get::<Option<f64>, _>(column)?.map(ExportItem::Real),
            Shown::Flag => match number()? {
                None => None,
                Some(0) => Some(ExportItem::Flag(false)),
                Some(1) => Some(ExportItem::Flag(true)),
                Some(_) => return Err(unreadable("a flag is 0 or 1")),
            },
        };
        Ok((*name, value.unwrap_or(ExportItem::Nothing)))
    };
    section.columns.iter().map(value).collect()
}
