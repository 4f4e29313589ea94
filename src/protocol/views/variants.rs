//! Variants as JSON, for `chivalry variants` and `GET /variants`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_engine::Level;
use chivalry_rules::{Position, Seat, Square, SquareSet, Switches, Variant};

/// A variant, with all data needed to draw its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VariantView {
    /// The name in frames, records and paths. For an earlier text of an operator's variant, it
    /// is the pin.
    pub name: String,
    /// The name in matches and records. For an operator's variant, it is `NAME@HASH` with the
    /// hash of its rules.
    pub pin: String,
    /// The display name.
    pub title: String,
    /// A one-sentence description by language: `en`, `pt`.
    pub texts: BTreeMap<String, String>,
    /// Other names of the same game.
    pub aliases: Vec<String>,
    /// The section of the rules that describes it.
    pub section: String,
    /// The source of the rules: the value of the record tag `Rules`.
    pub rules: String,
    /// The seats' letters in turn order.
    pub seats: Vec<String>,
    /// The seats' names in turn order.
    pub seat_names: Vec<String>,
    /// The teams in turn order, each as the letters of its seats.
    #[schema(example = json!(["RB", "GY"]))]
    pub teams: Vec<String>,
    /// Number of files of the board, from A.
    pub files: u8,
    /// The ranks from 1 up.
    pub ranks: Vec<RankView>,
    /// All squares in board order: by rank from 1 up, within a rank from file A.
    pub squares: Vec<String>,
    /// Castle squares by seat letter; empty if castles have no function.
    pub castles: BTreeMap<String, Vec<String>>,
    /// Goal castle squares by seat letter.
    pub goals: BTreeMap<String, Vec<String>>,
    /// Squares that no piece may occupy (rules 8.10); empty in most games.
    pub water: Vec<String>,
    /// Squares on which each seat may place its three trees in its first turn, by seat letter
    /// (rules 8.10). Occupied squares are included. Empty in games without trees.
    pub tree_squares: BTreeMap<String, Vec<String>>,
    /// Number of castle moves that each seat has in a game.
    pub castle_moves: u8,
    /// Further rules that differ between variants.
    pub switches: SwitchesView,
    /// The starting position.
    pub position: String,
    /// The name of the array, if it is not that of the sources.
    #[schema(required = true)]
    pub array: Option<String>,
    /// The ratings of the computer's levels 1 to 8, in Elo: level 4 has 1500, and the differences
    /// are those of games between neighbouring levels. Empty if these were not played.
    pub level_ratings: Vec<u16>,
    /// True if the variant is tried before it is offered: its matches are unrated, private and
    /// against the computer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trial: bool,
}

/// A rank of a board. Its squares are contiguous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RankView {
    /// The number of the rank.
    pub rank: usize,
    /// The name of its first square.
    pub from: String,
    /// The name of its last square.
    pub to: String,
}

/// The rules that differ between the variants (`docs/rules.md`, 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SwitchesView {
    /// Number of a team's pieces in its goal castles that wins (rules 5.1).
    pub pieces_in_castle_to_win: u8,
    /// Minimum number of pieces of a team to win in any other way (5.2 to 5.4).
    pub pieces_needed_to_win: u8,
    /// Number of enemy pieces left that counts as captured (5.3).
    pub enemy_reduced_to: u8,
    /// True if a jump into one's own castle ends the turn (4.2).
    pub own_castle_jump_ends_turn: bool,
    /// True if only the opposite castle is the goal (4.6).
    pub goal_is_opposite_only: bool,
    /// True if castle squares differ from ordinary squares (8.3).
    pub castles_matter: bool,
    /// True if the object is reversed: a team that enters a goal loses, and a team without a
    /// legal move wins (8.11).
    pub object_reversed: bool,
}

impl SwitchesView {
    fn of(switches: &Switches) -> SwitchesView {
        let Switches {
            pieces_in_castle_to_win,
            pieces_needed_to_win,
            enemy_reduced_to,
            castle_moves: _,
            own_castle_jump_ends_turn,
            goal_is_opposite_only,
            castles_matter,
            object_reversed,
        } = *switches;
        SwitchesView {
            pieces_in_castle_to_win,
            pieces_needed_to_win,
            enemy_reduced_to,
            own_castle_jump_ends_turn,
            goal_is_opposite_only,
            castles_matter,
            object_reversed,
        }
    }
}

impl VariantView {
    /// The view of `variant`.
    #[must_use]
    pub fn of(variant: &'static Variant) -> VariantView {
        let board = variant.board();
        let letter = |seat| variant.seat_name(seat).letter().to_string();
        let name = |square| board.name(square).to_string();
        let by_letter = |squares: &dyn Fn(Seat) -> SquareSet| {
            variant
                .seats()
                .filter(|&seat| !squares(seat).is_empty())
                .map(|seat| (letter(seat), squares(seat).into_iter().map(name).collect()))
                .collect()
        };
        let rank = |(number, squares): (usize, &Vec<Square>)| {
            let (from, to) = (squares.first()?, squares.last()?);
            Some(RankView { rank: number, from: name(*from), to: name(*to) })
        };
        VariantView {
            name: variant.public_name().to_owned(),
            pin: variant.pin().to_owned(),
            title: variant.title().to_owned(),
            texts: variant
                .descriptions()
                .iter()
                .map(|&(language, text)| (language.to_owned(), text.to_owned()))
                .collect(),
            aliases: variant.aliases().iter().map(|&alias| alias.to_owned()).collect(),
            section: variant.section().to_owned(),
            rules: variant.rule_set().to_string(),
            seats: variant.seats().map(letter).collect(),
            seat_names: variant.seats().map(|s| variant.seat_name(s).as_str().to_owned()).collect(),
            teams: variant.teams().map(|team| variant.team_letters(team)).collect(),
            files: board.files(),
            ranks: (1..).zip(board.ranks()).filter_map(rank).collect(),
            squares: board.squares().map(name).collect(),
            castles: by_letter(&|seat| variant.castle(seat)),
            goals: by_letter(&|seat| variant.goal(seat)),
            water: board.water().into_iter().map(name).collect(),
            tree_squares: by_letter(&|seat| variant.tree_squares(seat)),
            castle_moves: variant.switches().castle_moves,
            switches: SwitchesView::of(variant.switches()),
            position: Position::start(variant).to_string(),
            array: variant.array_name().map(str::to_owned),
            level_ratings: Level::ratings(variant).map(Vec::from).unwrap_or_default(),
            trial: variant.is_on_trial(),
        }
    }
}
