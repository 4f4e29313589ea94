//! Variants as JSON, for `chivalry variants` and `GET /variants`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::{Position, Variant};

/// A variant, with all that a page needs to draw its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VariantView {
    /// The name in frames, records and paths.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Other names that stand for the same game.
    pub aliases: Vec<String>,
    /// The section of the rules that describes it.
    pub section: String,
    /// The seats' letters in turn order.
    pub seats: Vec<String>,
    /// The seats' names in turn order.
    pub seat_names: Vec<String>,
    /// Every square in board order: by rank from 1 up, within it from file A.
    pub squares: Vec<String>,
    /// Castle squares by the letter of their seat; none where castles do not
    /// matter.
    pub castles: BTreeMap<String, Vec<String>>,
    /// Castle moves each seat has in a game.
    pub castle_moves: u8,
    /// The position that games start from.
    pub position: String,
    /// The name of the array, where it is not the sources' own.
    pub array: Option<String>,
}

impl VariantView {
    /// The view of `variant`.
    #[must_use]
    pub fn of(variant: &'static Variant) -> VariantView {
        let board = variant.board();
        let letter = |seat| variant.seat_name(seat).letter().to_string();
        let castle = |seat| -> Vec<String> {
            variant.castle(seat).into_iter().map(|square| board.name(square).to_string()).collect()
        };
        VariantView {
            name: variant.name().to_owned(),
            title: variant.title().to_owned(),
            aliases: variant.aliases().iter().map(|&alias| alias.to_owned()).collect(),
            section: variant.section().to_owned(),
            seats: variant.seats().map(letter).collect(),
            seat_names: variant.seats().map(|s| variant.seat_name(s).as_str().to_owned()).collect(),
            squares: board.squares().map(|square| board.name(square).to_string()).collect(),
            castles: variant
                .seats()
                .filter(|&seat| !variant.castle(seat).is_empty())
                .map(|seat| (letter(seat), castle(seat)))
                .collect(),
            castle_moves: variant.switches().castle_moves,
            position: Position::start(variant).to_string(),
            array: variant.array_name().map(str::to_owned),
        }
    }
}
