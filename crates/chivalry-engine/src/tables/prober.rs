//! Looks up positions in a table file.

use std::collections::BTreeMap;
use std::fmt;

use chivalry_rules::{Effect, MoveList, Outcome, Position, QUIET_TURNS, Seat, Variant};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::tables::file::reader::{TableFile, TableFileError};
use crate::tables::material::Material;
use crate::tables::position::bits::{SquareBits, WideBits};
use crate::tables::position::board::TableBoard;
use crate::tables::position::placement::Placement;
use crate::tables::slices::index::SliceIndex;
use crate::tables::value::TableValue;

/// Moves of a drawn line. A draw has no end that would limit it.
const DRAWN_LINE: usize = 10;

/// The tables of one variant.
pub struct Tables {
    variant: &'static Variant,
    numbering: Numbering,
    file: TableFile,
    max_pieces: u8,
}

/// The numbers of positions in a file, for the narrower word that holds the board. Each pair of
/// opponents has its own.
enum Numbering {
    Medium(Vec<Slices<u128>>),
    Large(Vec<Slices<WideBits>>),
}

impl Numbering {
    fn new(variant: &'static Variant, file: &TableFile) -> Result<Numbering, TableFileError> {
        Ok(if variant.board().len() <= u128::CAPACITY {
            Numbering::Medium(slices(variant, file)?)
        } else {
            Numbering::Large(slices(variant, file)?)
        })
    }

    /// The place of the slice with `position`, and its number there.
    fn number(&self, position: &Position) -> Option<(usize, u64)> {
        match self {
            Numbering::Medium(all) => all.iter().find_map(|slices| slices.number(position)),
            Numbering::Large(all) => all.iter().find_map(|slices| slices.number(position)),
        }
    }
}

fn slices<B: SquareBits>(
    variant: &'static Variant,
    file: &TableFile,
) -> Result<Vec<Slices<B>>, TableFileError> {
    let boards = TableBoard::all_of(variant)
        .map_err(|_| TableFileError::Malformed("the variant has no tables"))?;
    boards.into_iter().map(|board| Slices::new(board, file)).collect()
}

struct Slices<B> {
    board: TableBoard<B>,
    /// One for equal pieces, because castle moves do not change the numbers.
    indexes: Vec<SliceIndex<B>>,
    /// The place of each slice in the file, and of its index.
    places: BTreeMap<Material, (usize, usize)>,
}

impl<B: SquareBits> Slices<B> {
    fn new(board: TableBoard<B>, file: &TableFile) -> Result<Slices<B>, TableFileError> {
        let mut indexes: Vec<SliceIndex<B>> = Vec::new();
        let mut places = BTreeMap::new();
        for (place, (material, len)) in file.slices().enumerate() {
            if material.opponents != board.opponents {
                continue;
            }
            let pieces = material.without_castle_moves();
            let known = indexes.iter().position(|index| index.material() == pieces);
            let index = known.unwrap_or_else(|| {
                indexes.push(SliceIndex::new(&board, pieces));
                indexes.len() - 1
            });
            if indexes[index].len() != len {
                return Err(TableFileError::Malformed("a slice has the wrong size"));
            }
            places.insert(material, (place, index));
        }
        Ok(Slices { board, indexes, places })
    }

    /// The place of the slice with `position`, and its number there.
    fn number(&self, position: &Position) -> Option<(usize, u64)> {
        let placement = Placement::of(position, &self.board)?;
        let &(place, index) = self.places.get(&placement.material(&self.board))?;
        Some((place, self.indexes[index].number(&self.board, &placement)))
    }
}

/// A legal move with the value that it has for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub effect: Effect,
    /// Its value for the seat that makes it. The move itself counts as a ply.
    pub value: TableValue,
}

/// The name of the variant and the number of pieces. The index is too long.
impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variant, pieces) = (self.variant.name(), self.max_pieces);
        f.debug_struct("Tables").field("variant", &variant).field("pieces", &pieces).finish()
    }
}

impl Tables {
    /// Opens the tables of a file.
    ///
    /// # Errors
    /// The variant or its rules are not those of this version, or the slices do
    /// not have the sizes of this version.
    pub fn new(file: TableFile) -> Result<Tables, TableFileError> {
        let variant = file.checked_variant()?;
        let numbering = Numbering::new(variant, &file)?;
        let max_pieces = file.slices().map(|(material, _)| material.len()).max().unwrap_or(0);
        Ok(Tables { variant, numbering, file, max_pieces })
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    /// The largest number of pieces in the tables.
    #[must_use]
    pub fn max_pieces(&self) -> u8 {
        self.max_pieces
    }

    /// Returns true if the tables contain `position`: it has few pieces, which belong to one seat
    /// of each team.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        let variant = position.variant();
        let has_pieces = |&seat: &Seat| !position.pieces(seat).is_empty();
        std::ptr::eq(variant, self.variant)
            && position.occupied().len() <= usize::from(self.max_pieces)
            && variant.teams().all(|team| variant.seats_of(team).filter(has_pieces).count() <= 1)
    }

    /// The value of `position` for the team of the seat to move. `None` if the tables do not
    /// contain the position.
    ///
    /// The value ignores the history of the game: an earlier count of plies
    /// without progress and earlier occurrences of positions.
    ///
    /// # Errors
    /// The file fails or is damaged.
    pub fn probe(&self, position: &Position) -> Result<Option<TableValue>, TableFileError> {
        if !self.contains(position) {
            return Ok(None);
        }
        if let Some(ending) = position.ending() {
            return Ok(Some(match ending.outcome {
                Outcome::Draw => TableValue::Draw,
                Outcome::Win(team) if team == position.variant().team_of(position.turn()) => {
                    TableValue::Win { plies: 0 }
                }
                Outcome::Win(_) => TableValue::Loss { plies: 0 },
            }));
        }
        if position.pieces(position.turn()).is_empty() {
            return Ok(self.probe(&position.after_pass())?.map(TableValue::before));
        }
        let Some((slice, number)) = self.numbering.number(position) else { return Ok(None) };
        let value = TableValue::of_byte(self.file.byte(slice, number)?, plies_between(position));
        value.map(Some).ok_or(TableFileError::Damaged("a position has no value"))
    }

    /// Random positions of the tables: each number of a position is equally likely. Equal values
    /// of `seed` give equal positions.
    #[must_use]
    pub fn sample(&self, count: usize, seed: u64) -> Vec<Position> {
        match &self.numbering {
            Numbering::Medium(all) => sample(all, self.variant, count, seed),
            Numbering::Large(all) => sample(all, self.variant, count, seed),
        }
    }

    /// The value of `position` if the draw by lack of progress (`rules.md 5.5`)
    /// cannot change it: a win or loss ends before the draw, even without a
    /// further capture.
    ///
    /// # Errors
    /// The file fails or is damaged.
    pub fn probe_in_game(&self, position: &Position) -> Result<Option<TableValue>, TableFileError> {
        let value = self.probe(position)?;
        let limit = QUIET_TURNS * self.variant.seat_count() as u32;
        let is_soon = |value: &TableValue| {
            value.plies().is_none_or(|plies| position.quiet() + u32::from(plies) <= limit)
        };
        Ok(value.filter(is_soon))
    }

    /// The values of all legal moves, best first. `None` if one of them is not
    /// in the tables.
    ///
    /// # Errors
    /// The file fails or is damaged.
    pub fn move_values(
        &self,
        position: &Position,
    ) -> Result<Option<Vec<MoveValue>>, TableFileError> {
        if position.ending().is_some() {
            return Ok(Some(Vec::new()));
        }
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut values = Vec::new();
        for legal in list.iter() {
            let Some(after) = self.probe(&position.after(&legal.effect))? else {
                return Ok(None);
            };
            values.push(MoveValue { effect: legal.effect, value: after.before() });
        }
        values.sort_by_key(|move_value| std::cmp::Reverse(move_value.value.rank()));
        Ok(Some(values))
    }

    /// A line of best moves: to the end of the game, or the first moves of a draw. Seats that must
    /// pass have no moves in it.
    ///
    /// # Errors
    /// The file fails or is damaged.
    pub fn best_line(&self, position: &Position) -> Result<Vec<Effect>, TableFileError> {
        let mut position = *position;
        let mut line = Vec::new();
        loop {
            while position.ending().is_none() && position.must_pass() {
                position = position.after_pass();
            }
            let values = self.move_values(&position)?;
            let Some(best) = values.and_then(|values| values.first().copied()) else { break };
            if best.value == TableValue::Draw && line.len() >= DRAWN_LINE {
                break;
            }
            position = position.after(&best.effect);
            line.push(best.effect);
        }
        Ok(line)
    }
}

fn sample<B: SquareBits>(
    all: &[Slices<B>],
    variant: &'static Variant,
    count: usize,
    seed: u64,
) -> Vec<Position> {
    let mut rng = StdRng::seed_from_u64(seed);
    let lens = || {
        all.iter().flat_map(|slices| {
            let len = |index: usize| slices.indexes[index].len();
            slices.places.iter().map(move |(material, &(_, at))| (slices, *material, at, len(at)))
        })
    };
    let total: u64 = lens().map(|(.., len)| len).sum();
    let mut positions = Vec::with_capacity(count);
    while total > 0 && positions.len() < count {
        let mut number = rng.random_range(0..total);
        let chosen = lens().find(|&(.., len)| {
            let is_before = number >= len;
            if is_before {
                number -= len;
            }
            !is_before
        });
        let Some((Slices { board, indexes, .. }, material, at, _)) = chosen else { break };
        let mut placement = indexes[at].placement(number);
        let is_vacant = indexes[at].is_vacant(board, number, &placement);
        placement.castle_moves = [material.own.castle_moves, material.enemy.castle_moves];
        let view = &board.views()[rng.random_range(0..board.views().len())];
        if !is_vacant && let Ok(position) = placement.position(board, variant, view) {
            positions.push(position);
        }
    }
    positions
}

/// The plies from a move of the seat to move to the next one of the other seat with pieces, and
/// back.
fn plies_between(position: &Position) -> [u16; 2] {
    let variant = position.variant();
    let seats = variant.seat_count() as u16;
    let mut other = variant.next_seat(position.turn());
    let mut there = 1;
    while position.pieces(other).is_empty() && there < seats - 1 {
        other = variant.next_seat(other);
        there += 1;
    }
    [there, seats - there]
}
