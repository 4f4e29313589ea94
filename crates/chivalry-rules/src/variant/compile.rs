//! Compiles a specification into the tables of a variant.

use super::compiled::Variant;
use super::spec::VariantSpec;
use crate::board::geometry::{Board, BoardError};
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::seat_name::SeatName;
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::notation::board_text::{PositionTextError, read_board};
use crate::position::validation::SetupError;
use crate::variant::spec::TREES_PER_SEAT;

/// A specification that does not compile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The board picture is invalid.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// The number of seats is not two to four, or differs from the number of castles.
    #[error("seats: a game has two to four seats and a castle for each")]
    Seats,
    /// The teams have unequal sizes, or there is one team only.
    #[error("teams: a game has two teams or more, of one or two seats each")]
    Teams,
    /// The seating does not name every seat once.
    #[error("seating: it names every seat once")]
    Seating,
    /// A goal is missing or is the own castle.
    #[error("goals: the goal of a seat is the castle of other seats")]
    Goals,
    /// The object is reversed in a game of more than two teams.
    #[error("object_reversed: only games of two teams have a reversed object")]
    ReversedTeams,
    /// A castle square that is not on the board.
    #[error("castles: `{0}` is not a square of the board")]
    Castle(String),
    /// A water square that is not on the board.
    #[error("water: `{0}` is not a square of the board")]
    Water(String),
    /// A tree square that is not on the board, is water, or belongs to two seats.
    #[error("trees: `{0}` is no place for a tree of one seat")]
    TreeSquare(String),
    /// Some seats have fewer than three tree squares.
    #[error("trees: each seat has three tree squares or more, or none has any")]
    TreeSquares,
    /// The array is illegal.
    #[error("array: {0}")]
    Array(#[from] SetupError),
    /// The array is not readable.
    #[error("array: {0}")]
    ArrayText(#[from] PositionTextError),
}

impl Variant {
    /// Compiles a specification.
    ///
    /// # Errors
    /// The first error of the specification.
    pub fn compile(spec: &VariantSpec) -> Result<Variant, VariantError> {
        if !matches!(spec.seats.len(), 2..=4) || spec.castles.len() != spec.seats.len() {
            return Err(VariantError::Seats);
        }
        let board = Board::from_picture(spec.board)?;
        let water = parse_squares(&board, spec.water).map_err(VariantError::Water)?;
        let board = board.with_water(water);
        let mut castles = PerSeat::<SquareSet>::default();
        for (seat, text) in Seat::ALL.into_iter().zip(spec.castles) {
            castles[seat] = parse_squares(&board, text).map_err(VariantError::Castle)?;
        }
        let tree_squares = parse_tree_squares(spec, &board)?;
        let (teams, team_seats, team_count) = compile_teams(spec)?;
        let goals = goals_of(spec, &teams)?;
        let goal = |seat: Seat| {
            goals[seat.index()].iter().fold(SquareSet::EMPTY, |goal, &other| goal | castles[other])
        };
        let all = Seat::ALL.into_iter().fold(SquareSet::EMPTY, |all, seat| all | castles[seat]);
        let usual_goals = usual_goals(spec, &teams, &usual_seating(spec.seats.len()));
        let has_own_goals = spec.switches.castles_matter && usual_goals.as_ref() != Some(&goals);
        let (castles, goals, side_castles) = if spec.switches.castles_matter {
            let side_castles = PerSeat::from_fn(|seat| all - castles[seat] - goal(seat));
            (castles, PerSeat::from_fn(goal), side_castles)
        } else {
            (PerSeat::default(), PerSeat::default(), PerSeat::default())
        };
        let array = read_board(spec.array, &board, spec.seats, false)?;
        let has_trees = !spec.tree_squares.is_empty();
        let mut variant = Variant {
            spec: *spec,
            board,
            castles,
            goals,
            side_castles,
            tree_squares,
            teams,
            team_count,
            team_seats,
            has_own_goals,
            has_trees,
            array,
            mirror: None,
            source: "",
            pin: spec.name,
        };
        variant.array.clone().validate(&variant)?;
        variant.mirror = mirror(&variant);
        variant.pin = format!("{}@{}", spec.name, variant.hash()).leak();
        Ok(variant)
    }
}

/// The mirror image of each square, if the variant is its own mirror image.
fn mirror(variant: &Variant) -> Option<Vec<Square>> {
    let board = variant.board();
    let mirrored = |square: Square| {
        let name = board.name(square);
        board.square(SquareName { file: board.files() - 1 - name.file, ..name })
    };
    let mirror: Vec<Square> = board.squares().map(mirrored).collect::<Option<_>>()?;
    let is_kept =
        |set: SquareSet| set.into_iter().all(|square| set.contains(mirror[square.index()]));
    let is_symmetric = Seat::ALL.into_iter().all(|seat| {
        let of_seat = [&variant.castles, &variant.goals, &variant.side_castles];
        of_seat.iter().all(|sets| is_kept(sets[seat])) && is_kept(variant.tree_squares[seat])
    });
    let array = &variant.array;
    let is_array_kept = board
        .squares()
        .all(|square| array.pieces[square.index()] == array.pieces[mirror[square.index()].index()]);
    let is_whole = is_symmetric && is_array_kept && is_kept(board.water()) && is_kept(array.trees);
    is_whole.then_some(mirror)
}

/// Parses squares of `board`. The error is the first word that is not a square.
fn parse_squares(board: &Board, text: &str) -> Result<SquareSet, String> {
    let square = |word: &str| {
        let square = SquareName::parse(word).and_then(|name| board.square(name));
        square.ok_or_else(|| word.to_owned())
    };
    text.split_whitespace().map(square).collect()
}

fn parse_tree_squares(
    spec: &VariantSpec,
    board: &Board,
) -> Result<PerSeat<SquareSet>, VariantError> {
    let mut by_seat = PerSeat::<SquareSet>::default();
    let mut taken = board.water();
    if !spec.tree_squares.is_empty() && spec.tree_squares.len() != spec.seats.len() {
        return Err(VariantError::TreeSquares);
    }
    for (seat, text) in Seat::ALL.into_iter().zip(spec.tree_squares) {
        let own = parse_squares(board, text).map_err(VariantError::TreeSquare)?;
        if let Some(square) = (own & taken).first() {
            return Err(VariantError::TreeSquare(board.name(square).to_string()));
        }
        if own.len() < TREES_PER_SEAT {
            return Err(VariantError::TreeSquares);
        }
        taken |= own;
        by_seat[seat] = own;
    }
    Ok(by_seat)
}

/// The team of each seat, the seats of each team, and the number of teams.
type Teams = (PerSeat<Team>, [[Seat; 2]; 4], usize);

fn compile_teams(spec: &VariantSpec) -> Result<Teams, VariantError> {
    let seats = spec.seats.len();
    let teams = PerSeat::from_fn(|seat| {
        // Seats that the game does not have are on teams of their own.
        spec.teams.get(seat.index()).copied().unwrap_or(Team::ALL[seat.index()])
    });
    let of = |team: Team| Seat::ALL.into_iter().take(seats).filter(move |&it| teams[it] == team);
    let counts = Team::ALL.map(|team| of(team).count());
    let team_count = counts.iter().filter(|&&count| count > 0).count();
    let size = counts[0];
    let is_even = counts.iter().take(team_count).all(|&count| count == size);
    let has_team_of_each = spec.teams.len() == seats;
    if !has_team_of_each || !is_even || team_count < 2 || !matches!(size, 1 | 2) {
        return Err(VariantError::Teams);
    }
    if spec.switches.object_reversed && team_count > 2 {
        return Err(VariantError::ReversedTeams);
    }
    let mut team_seats = Seat::ALL.map(|seat| [seat, seat]);
    for team in Team::ALL.into_iter().take(team_count) {
        let mut own = of(team);
        let first = own.next().ok_or(VariantError::Teams)?;
        team_seats[team.index()] = [first, own.next().unwrap_or(first)];
    }
    let firsts = team_seats.iter().take(team_count).map(|[first, _]| *first);
    if !firsts.is_sorted() {
        return Err(VariantError::Teams);
    }
    Ok((teams, team_seats, team_count))
}

/// The seats whose castles are the goal of each seat.
fn goals_of(spec: &VariantSpec, teams: &PerSeat<Team>) -> Result<Vec<Vec<Seat>>, VariantError> {
    if !spec.switches.castles_matter {
        return Ok(vec![Vec::new(); Seat::ALL.len()]);
    }
    let index_of = |name: &SeatName| spec.seats.iter().position(|known| known == name);
    if spec.goals.is_empty() {
        let seating: Option<Vec<usize>> = spec.seating.iter().map(index_of).collect();
        let seating = seating.filter(|seating| {
            seating.len() == spec.seats.len()
                && (0..seating.len()).all(|seat| seating.contains(&seat))
        });
        let seating = seating.ok_or(VariantError::Seating)?;
        return usual_goals(spec, teams, &seating).ok_or(VariantError::Goals);
    }
    let mut goals = vec![Vec::new(); Seat::ALL.len()];
    for (own, names) in spec.goals.iter().enumerate() {
        let seats: Option<Vec<Seat>> =
            names.iter().map(|name| index_of(name).and_then(Seat::new)).collect();
        let mut seats = seats.ok_or(VariantError::Goals)?;
        seats.sort_unstable();
        if seats.is_empty() || seats.iter().any(|seat| seat.index() == own) {
            return Err(VariantError::Goals);
        }
        goals[own] = seats;
    }
    if spec.goals.len() == spec.seats.len() { Ok(goals) } else { Err(VariantError::Goals) }
}

/// The seats round the board, clockwise from the first: White and Black, or Red, Blue, Green
/// and Yellow (`rules.md 8.8`).
pub(crate) fn usual_seating(seats: usize) -> Vec<usize> {
    if seats == 4 { vec![0, 2, 1, 3] } else { (0..seats).collect() }
}

/// The enemy opposite, or all enemies, by the switch. `None` if an enemy opposite is missing.
fn usual_goals(
    spec: &VariantSpec,
    teams: &PerSeat<Team>,
    seating: &[usize],
) -> Option<Vec<Vec<Seat>>> {
    let seats = || Seat::ALL.into_iter().take(spec.seats.len());
    let is_opposite_only = spec.switches.goal_is_opposite_only;
    let opposite = |seat: Seat| {
        let place = seating.iter().position(|&other| other == seat.index())?;
        let half = seating.len() / 2;
        seating.len().is_multiple_of(2).then(|| seating[(place + half) % seating.len()])
    };
    let mut goals = vec![Vec::new(); Seat::ALL.len()];
    for seat in seats() {
        let is_goal = |&other: &Seat| {
            let is_enemy = teams[other] != teams[seat];
            is_enemy && (!is_opposite_only || opposite(seat) == Some(other.index()))
        };
        goals[seat.index()] = seats().filter(is_goal).collect();
        if goals[seat.index()].is_empty() {
            return None;
        }
    }
    Some(goals)
}
