//! Tables against the rules and against the proof search.

mod opening_proof;

use std::collections::BTreeSet;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use chivalry_rules::{
    EndReason, Game, MoveList, Outcome, Piece, PieceKind, Position, Seat, Setup, Variant,
    read_variant_file,
};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;
use crate::analysis::{ExactMove, analysis_search};
use crate::tables::file::writer::TableWriter;
use crate::tables::position::bits::{SquareBits, WideBits};
use crate::tables::position::board::TableBoard;
use crate::tables::position::moves::{Step, predecessors, successors};
use crate::tables::position::placement::Placement;
use crate::tables::slices::retrograde::solve_pair;
use crate::tables::slices::table_set::{Slice, TableSet};
use crate::tables::slices::verify::verify_slice;
use crate::{Score, SearchLimits, line_text};

/// All pairs of a seat to move and another seat in these places.
fn opponents(variant: &Variant, opponents: Opponents) -> Vec<(Seat, Seat)> {
    let is_opposite = opponents == Opponents::Opposite;
    let enemies = |turn| variant.enemies_of(variant.team_of(turn)).map(move |other| (turn, other));
    let pairs = variant.seats().flat_map(enemies);
    pairs
        .filter(|&(turn, other)| (variant.castle(other) == variant.goal(turn)) == is_opposite)
        .collect()
}

/// A position with random pieces, in which the game may be over.
fn random_position(variant: &'static Variant, material: Material, rng: &mut StdRng) -> Position {
    let board = variant.board();
    let mut setup = Setup::empty(board.len());
    let pairs = opponents(variant, material.opponents);
    let (turn, other) = pairs[rng.random_range(0..pairs.len())];
    setup.turn = turn;
    let most = variant.switches().castle_moves;
    setup.castle_moves[turn] = most - material.own.castle_moves;
    setup.castle_moves[other] = most - material.enemy.castle_moves;
    let groups = [
        (turn, PieceKind::Knight, material.own.knights),
        (turn, PieceKind::Man, material.own.men),
        (other, PieceKind::Knight, material.enemy.knights),
        (other, PieceKind::Man, material.enemy.men),
    ];
    for (seat, kind, count) in groups {
        let mut left = count;
        while left > 0 {
            let square = board.squares().nth(rng.random_range(0..board.len())).unwrap();
            let is_closed = variant.side_castles(seat).contains(square);
            if setup.pieces[square.index()].is_none() && !is_closed {
                setup.set_piece(square, Some(Piece { seat, kind }));
                left -= 1;
            }
        }
    }
    setup.position(variant).unwrap()
}

/// Random positions in which the game is not over by the pieces. With castles of two squares, most
/// of them have a piece in one.
fn random_positions(
    variant: &'static Variant,
    pieces: u8,
    seed: u64,
) -> impl Iterator<Item = Position> {
    let materials = Material::all_of(variant, pieces);
    let mut rng = StdRng::seed_from_u64(seed);
    iter::repeat_with(move || {
        let material = materials[rng.random_range(0..materials.len())];
        let position = random_position(variant, material, &mut rng);
        let castles = variant.castle(Seat::FIRST) | variant.castle(Seat::SECOND);
        let is_rare = castles.len() > 2 && rng.random_bool(0.98);
        (!is_rare || position.occupied().intersects(castles)).then_some(position)
    })
    .flatten()
    .filter(|position| end_by_pieces(position).is_none())
}

/// The winner of a position, or a draw, as far as the pieces decide it.
fn end_by_pieces(position: &Position) -> Option<Outcome> {
    let ending = position.ending().filter(|ending| ending.reason != EndReason::NoMove);
    ending.map(|ending| ending.outcome)
}

/// The groups of pieces and the castle moves, which sort.
type Key = ([Vec<u8>; 4], [u8; 2]);

fn key<B: SquareBits>(placement: &Placement<B>) -> Key {
    let Placement { knights, men, castle_moves } = placement;
    let groups = [knights[0], knights[1], men[0], men[1]];
    (groups.map(|set| set.squares().collect()), *castle_moves)
}

/// The pieces of `position` on `board`, after the turns of seats that must pass.
fn placement_of<B: SquareBits>(position: &Position, board: &TableBoard<B>) -> Option<Placement<B>> {
    let mut position = *position;
    while position.pieces(position.turn()).is_empty() {
        position = position.after_pass();
    }
    Placement::of(&position, board)
}

/// The board of the opponents in `position`, and its pieces there.
fn seen<'a, B: SquareBits>(
    position: &Position,
    boards: &'a [TableBoard<B>],
) -> (&'a TableBoard<B>, Placement<B>) {
    let on = |board: &'a TableBoard<B>| Some((board, placement_of(position, board)?));
    boards.iter().find_map(on).unwrap()
}

/// The results of all moves.
#[derive(Debug, Default, PartialEq, Eq)]
struct Results {
    wins: bool,
    draws: bool,
    /// Of moves without a capture or castle move.
    quiet: BTreeSet<Key>,
    /// Of the others.
    conversions: BTreeSet<Key>,
}

fn results_by_rules<B: SquareBits>(position: &Position, board: &TableBoard<B>) -> Results {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut results = Results::default();
    for legal in list.iter() {
        let after = position.after(&legal.effect);
        let placement = || key(&placement_of(&after, board).unwrap());
        let is_castle_move =
            position.castle_moves_used(position.turn()) != after.castle_moves_used(position.turn());
        match end_by_pieces(&after) {
            Some(Outcome::Draw) => results.draws = true,
            Some(Outcome::Win(team)) => {
                assert_eq!(team, position.variant().team_of(position.turn()));
                results.wins = true;
            }
            None if is_castle_move || !legal.effect.captured().is_empty() => {
                results.conversions.insert(placement());
            }
            None => {
                results.quiet.insert(placement());
            }
        }
    }
    let is_stuck = list.is_empty();
    results.draws |= is_stuck && position.ending().unwrap().outcome == Outcome::Draw;
    results
}

fn results_by_tables<B: SquareBits>(placement: &Placement<B>, board: &TableBoard<B>) -> Results {
    let mut results = Results::default();
    let _: ControlFlow<()> = successors(board, placement, &mut |step| {
        match step {
            Step::Wins => results.wins = true,
            Step::Draws => results.draws = true,
            Step::Quiet(next) => drop(results.quiet.insert(key(&next))),
            Step::Conversion(next) => drop(results.conversions.insert(key(&next))),
        }
        ControlFlow::Continue(())
    });
    results
}

fn compare_moves<B: SquareBits>(variant: &str, pieces: u8, count: usize) {
    let variant = Variant::named(variant).unwrap();
    let boards = TableBoard::<B>::all_of(variant).unwrap();
    let (mut draws, mut castle_moves) = (0, 0);
    for position in random_positions(variant, pieces, 28).take(count) {
        let (board, placement) = seen(&position, &boards);
        let expected = results_by_rules(&position, board);
        let is_castle_move = |after: &Key| after.1[1] != placement.castle_moves[0];
        castle_moves += usize::from(expected.conversions.iter().any(is_castle_move));
        draws += usize::from(expected.draws);
        assert_eq!(results_by_tables(&placement, board), expected, "{position}");
    }
    if variant.switches().castle_moves > 0 {
        assert!(castle_moves > 10, "{castle_moves}");
        assert!(draws > 10 || pieces > 4 || variant.switches().enemy_reduced_to > 0, "{draws}");
    }
}

#[test]
fn successors_follow_the_rules() {
    compare_moves::<u32>("camette", 8, 40_000);
    compare_moves::<u32>("camette-all-knights", 8, 40_000);
    compare_moves::<u128>("camette", 8, 4_000);
    compare_moves::<u128>("cam", 14, 10_000);
    compare_moves::<u128>("cam", 5, 10_000);
    compare_moves::<u128>("grand-cam", 4, 10_000);
    compare_moves::<u128>("grand-cam", 6, 5_000);
    for variant in ["camelot", "camelot-all-knights", "chivalry", "chivalry-1887"] {
        compare_moves::<WideBits>(variant, 4, 8_000);
        compare_moves::<WideBits>(variant, 12, 2_000);
    }
}

/// The successors of quiet moves, and the predecessors, are the same pairs.
#[test]
fn predecessors_reverse_the_successors() {
    reverse::<u32>("camette", 8, 20_000);
    reverse::<u32>("camette-all-knights", 8, 20_000);
    reverse::<WideBits>("camelot", 8, 5_000);
    reverse::<WideBits>("chivalry", 4, 5_000);
    reverse::<u128>("grand-cam", 4, 10_000);
}

fn reverse<B: SquareBits>(variant: &str, pieces: u8, count: usize) {
    let variant = Variant::named(variant).unwrap();
    let boards = TableBoard::<B>::all_of(variant).unwrap();
    for position in random_positions(variant, pieces, 7).take(count) {
        let (board, placement) = seen(&position, &boards);
        predecessors(board, &placement, &mut |before| {
            assert!(!before.is_excluded(board));
            let after = results_by_tables(&before, board).quiet;
            assert!(after.contains(&key(&placement)), "{position}");
        });
        let _: ControlFlow<()> = successors(board, &placement, &mut |step| {
            if let Step::Quiet(next) = step {
                let mut found = false;
                predecessors(board, &next, &mut |before| found |= before == placement);
                assert!(found, "{position}");
            }
            ControlFlow::Continue(())
        });
    }
}

fn solved<B: SquareBits>(variant: &str, pieces: u8) -> TableSet<B> {
    solved_set(Variant::named(variant).unwrap(), pieces)
}

fn solved_set<B: SquareBits>(variant: &'static Variant, pieces: u8) -> TableSet<B> {
    let mut tables = TableSet::new(TableBoard::<B>::new(variant, Opponents::Opposite).unwrap());
    let threads = NonZeroUsize::new(2).unwrap();
    for material in Material::all_of(variant, pieces) {
        if tables.slice(material).is_none() {
            for slice in solve_pair(&tables, material, threads).unwrap() {
                tables.insert(slice);
            }
        }
    }
    tables
}

#[test]
fn every_value_follows_from_its_successors() {
    let tables = solved::<u32>("camette", 4);
    let threads = NonZeroUsize::new(2).unwrap();
    let mut checked = 0;
    for slice in tables.slices() {
        let check = verify_slice(&tables, slice.material(), threads).unwrap();
        assert_eq!(check.wrong, 0, "{}", check.material);
        checked += check.checked;
    }
    assert!(checked > 100_000);
}

#[test]
fn a_changed_value_fails_the_verification() {
    let tables = solved::<u32>("camette", 3);
    let threads = NonZeroUsize::new(1).unwrap();
    let material = "K1M0-K0M1".parse().unwrap();
    let slice = tables.slice(material).unwrap();
    let number = (0..slice.index.len()).find(|&number| slice.get(number) == 3).unwrap();
    slice.set(number, 5);
    assert!(verify_slice(&tables, material, threads).unwrap().wrong >= 1);
}

fn file_of<B: SquareBits>(tables: &TableSet<B>, variant: &str) -> Vec<u8> {
    let threads = NonZeroUsize::new(2).unwrap();
    let variant = Variant::named(variant).unwrap();
    let mut writer = TableWriter::new(Vec::new(), variant, 3, threads).unwrap();
    for slice in tables.slices() {
        writer.write_slice(slice).unwrap();
    }
    let (hash, bytes) = writer.finish().unwrap();
    let file = TableFile::open(Box::new(bytes.clone())).unwrap();
    assert_eq!(file.hash(), hash);
    file.check_data().unwrap();
    bytes
}

#[test]
fn a_file_gives_the_values_of_the_solver() {
    let tables = solved::<u32>("camette", 4);
    let bytes = file_of(&tables, "camette");
    let probed = Tables::new(TableFile::open(Box::new(bytes)).unwrap()).unwrap();
    assert_eq!(probed.max_pieces(), 4);
    let variant = Variant::named("camette").unwrap();
    let materials = Material::all_of(variant, 4);
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..5_000 {
        let material = materials[rng.random_range(0..materials.len())];
        let position = random_position(variant, material, &mut rng);
        let value = probed.probe(&position).unwrap().unwrap();
        let placement = Placement::of(&position, tables.board()).unwrap();
        if placement.is_excluded(tables.board()) {
            assert_eq!(value.plies(), Some(0));
            continue;
        }
        let byte = tables.value(&placement);
        assert_eq!(Some(value), TableValue::of_byte(byte, [1, 1]), "{position}");
        // By the rules crate, the value is that of the best move.
        let moves = probed.move_values(&position).unwrap().unwrap();
        match moves.first() {
            Some(best) => assert_eq!(best.value, value, "{position}"),
            None => assert_eq!(value, TableValue::Loss { plies: 0 }, "{position}"),
        }
        if let Some(plies) = value.plies() {
            assert_eq!(probed.best_line(&position).unwrap().len(), usize::from(plies));
        }
    }
    let start = Position::start(variant);
    assert_eq!(probed.probe(&start).unwrap(), None, "the array has eight pieces");
}

#[test]
fn slices_are_read_back_from_a_file() {
    let tables = solved::<u32>("camette", 3);
    let file = TableFile::open(Box::new(file_of(&tables, "camette"))).unwrap();
    for slice in tables.slices() {
        let bytes = file.slice_bytes(slice.material()).unwrap().unwrap();
        let read = Slice::from_bytes(tables.board(), slice.material(), bytes).unwrap();
        assert!(read.bytes().eq(slice.bytes()), "{}", slice.material());
    }
    assert_eq!(file.slice_bytes("K1M3-K1M3".parse().unwrap()).unwrap(), None);
}

#[test]
fn damaged_files_are_refused() {
    let bytes = file_of(&solved::<u32>("camette", 2), "camette");
    let open = |bytes: &[u8]| TableFile::open(Box::new(bytes.to_vec()));
    let code = |bytes: &[u8]| open(bytes).unwrap_err().code();
    assert_eq!(code(&[]), "table_file_malformed");
    assert_eq!(code(&bytes[..bytes.len() - 1]), "table_file_malformed");
    let mut footer = bytes.clone();
    let last = footer.len() - 60;
    footer[last] ^= 1;
    assert_eq!(code(&footer), "table_file_damaged");
    let mut block = bytes.clone();
    block[40] ^= 1;
    let damaged = open(&block).unwrap();
    assert_eq!(damaged.check_data().unwrap_err().code(), "table_file_damaged");
    let other = file_of(&solved::<u128>("cam", 2), "camette");
    let error = Tables::new(open(&other).unwrap()).unwrap_err();
    assert_eq!(error.code(), "table_file_malformed");
}

#[test]
fn variants_without_tables_are_refused() {
    let board = |name: &str| TableBoard::<u128>::all_of(Variant::named(name).unwrap());
    let refused = |name: &str| board(name).unwrap_err().code();
    assert_eq!(refused("chivalry-four-singles"), "tables_need_two_teams");
    assert_eq!(refused("grand-camelot"), "tables_unsupported_partners");
    assert_eq!(refused("chivalry-four-handed"), "tables_unsupported_object");
    assert_eq!(refused("camelot"), "tables_unsupported_board");
    for variant in ["anti-camelot", "camelot-1931", "river-camelot"] {
        assert_eq!(refused(variant), "tables_unsupported_object");
    }
    let cam = TableBoard::<u32>::all_of(Variant::named("cam").unwrap()).unwrap_err();
    assert_eq!(cam, UnsupportedVariant::Board);
}

/// Saved files by material, as a folder would hold them.
#[derive(Default)]
struct SavedSlices {
    files: std::collections::BTreeMap<Material, Vec<u8>>,
    loaded: usize,
    room: usize,
}

impl SliceStore for SavedSlices {
    fn load(&mut self, material: Material) -> Result<Option<TableFile>, TableFileError> {
        let Some(bytes) = self.files.get(&material) else { return Ok(None) };
        self.loaded += 1;
        TableFile::open(Box::new(bytes.clone())).map(Some)
    }

    fn save(&mut self, material: Material, file: &[u8]) -> Result<(), TableFileError> {
        if self.files.len() == self.room {
            return Err(std::io::Error::from(std::io::ErrorKind::StorageFull).into());
        }
        self.files.insert(material, file.to_vec());
        Ok(())
    }
}

#[test]
fn an_interrupted_run_continues_with_the_same_result() {
    let variant = Variant::named("camette").unwrap();
    let threads = NonZeroUsize::new(2).unwrap();
    let mut slices = 0;
    let mut solve = |store: &mut SavedSlices| {
        SolvedTables::solve(variant, 4, u64::MAX, threads, store, &mut |_, _| slices += 1)
    };
    let mut interrupted = SavedSlices { room: 7, ..SavedSlices::default() };
    assert_eq!(solve(&mut interrupted).unwrap_err().code(), "table_file_unreadable");
    interrupted.room = 100;
    let continued = solve(&mut interrupted).unwrap();
    assert_eq!(interrupted.loaded, 7);
    let whole = solve(&mut SavedSlices { room: 100, ..SavedSlices::default() }).unwrap();
    let write = |tables: &SolvedTables| {
        let mut bytes = Vec::new();
        let hash = tables.write(&mut bytes, 3, threads).unwrap();
        (hash, bytes)
    };
    assert_eq!(write(&continued), write(&whole));
    let (_, bytes) = write(&whole);
    let read = SolvedTables::read(&TableFile::open(Box::new(bytes)).unwrap()).unwrap();
    let (mut checked, mut wrong) = (0, 0);
    read.verify(threads, &mut |check| {
        checked += check.checked;
        wrong += check.wrong;
    });
    assert_eq!(wrong, 0);
    assert!(checked > 100_000);
}

fn probed(variant: &str, pieces: u8) -> (SolvedTables, Tables) {
    let variant = Variant::named(variant).unwrap();
    let threads = NonZeroUsize::new(2).unwrap();
    let mut store = SavedSlices { room: 1_000, ..SavedSlices::default() };
    let bytes = SolvedTables::bytes(variant, pieces);
    let mut solve = |max_bytes: u64| {
        SolvedTables::solve(variant, pieces, max_bytes, threads, &mut store, &mut |_, _| {})
    };
    assert_eq!(solve(bytes - 1).unwrap_err().code(), "tables_too_large");
    let solved = solve(bytes).unwrap();
    let mut bytes = Vec::new();
    solved.write(&mut bytes, 1, threads).unwrap();
    let tables = Tables::new(TableFile::open(Box::new(bytes)).unwrap()).unwrap();
    (solved, tables)
}

#[test]
fn a_search_with_tables_knows_the_result_at_once() {
    search_with_tables("camette", 4);
    search_with_tables("grand-cam", 2);
}

fn search_with_tables(variant: &str, pieces: u8) {
    let (_, tables) = probed(variant, pieces);
    let tables = Arc::new(tables);
    let mut search = analysis_search(tables.variant(), 1_000);
    search.set_tables(Some(Arc::clone(&tables)));
    let mut run = |position: &Position| {
        let limits = SearchLimits { nodes: Some(1_000), depth: None };
        search.run(&Game::new(*position), &limits, &mut || false, &mut |_| {}).unwrap()
    };
    let mut decided = 0;
    for position in tables.sample(300, 1) {
        let value = tables.probe(&position).unwrap().unwrap();
        if position.ending().is_some() {
            continue;
        }
        let result = run(&position);
        let line = line_text(&position, &result.pv);
        assert!(value.plies().is_none_or(|plies| line.len() == usize::from(plies)), "{position}");
        let expected = match value {
            TableValue::Win { plies } => Score::win_in(usize::from(plies)),
            TableValue::Loss { plies } => Score::loss_in(usize::from(plies)),
            TableValue::Draw => Score::DRAW,
        };
        assert_eq!((result.score, result.nodes), (expected, 1), "{position}");
        let moves = ExactMove::all_of(&tables, &position).unwrap().unwrap();
        assert_eq!(moves[0].value, value, "{position}");
        // Before the last ply without progress, only this ply can still decide the game.
        let late = position.with_reset_counts(50 * position.variant().seat_count() as u32 - 1);
        if value.plies().is_some_and(|plies| plies > 1) {
            decided += 1;
            assert_eq!(tables.probe_in_game(&late).unwrap(), None, "{late}");
            assert_eq!(ExactMove::all_of(&tables, &late).unwrap(), None, "{late}");
            assert!(run(&late).nodes > 1, "{late}");
        }
    }
    assert!(decided > 50, "{decided}");
}

/// Compares the values of `positions` with the rules and with a search of `plies` plies. Returns the
/// number of wins that the search proves.
fn proved_by_search(tables: &Tables, positions: &[Position], plies: usize, nodes: u64) -> usize {
    let mut proved = 0;
    for position in positions {
        match check_by_search(tables, position, plies, nodes).unwrap() {
            SearchCheck::Agrees { is_proved } => proved += usize::from(is_proved),
            SearchCheck::Differs => panic!("{position}"),
        }
    }
    proved
}

#[test]
fn cam_has_tables_of_few_pieces() {
    let (solved, tables) = probed("cam", 2);
    let threads = NonZeroUsize::new(2).unwrap();
    solved.verify(threads, &mut |check| assert_eq!(check.wrong, 0, "{}", check.material));
    let proved = proved_by_search(&tables, &tables.sample(200, 4), 7, 50_000);
    assert!(proved > 20, "{proved}");
}

#[test]
fn grand_cam_has_tables_of_two_seats() {
    let (solved, tables) = probed("grand-cam", 2);
    let threads = NonZeroUsize::new(2).unwrap();
    let mut checked = 0;
    solved.verify(threads, &mut |check| {
        assert_eq!(check.wrong, 0, "{}", check.material);
        checked += check.checked;
    });
    assert!(checked > 40_000, "{checked}");
    let positions = tables.sample(400, 4);
    let seats: BTreeSet<Seat> = positions.iter().map(Position::turn).collect();
    assert_eq!(seats.len(), 4);
    let proved = proved_by_search(&tables, &positions, 9, 50_000);
    assert!(proved > 20, "{proved}");
    for position in &positions {
        let value = tables.probe(position).unwrap().unwrap();
        let next = position.after_pass();
        if next.pieces(next.turn()).is_empty() {
            let other = tables.probe(&next.after_pass()).unwrap().unwrap();
            assert_eq!(tables.probe(&next).unwrap(), Some(other.before()), "{next}");
        }
        // The best line lasts as long as the value says.
        let Some(plies) = value.plies() else { continue };
        let mut game = Game::new(*position);
        for effect in tables.best_line(position).unwrap() {
            game.play(&effect);
            while game.pass().is_ok() {}
        }
        assert_eq!(game.plies(), u32::from(plies), "{position}");
        let winner = game.ending().unwrap().outcome;
        let team = position.variant().team_of(position.turn());
        let is_won = matches!(value, TableValue::Win { .. });
        assert_eq!(winner == Outcome::Win(team), is_won, "{position}");
    }
    let array = Position::start(Variant::named("grand-cam").unwrap());
    assert_eq!(tables.probe(&array).unwrap(), None);
}

/// A board with castles of two squares, which is small enough for a test.
const TWO_HOME: &str = "
    name: two-home
    title: Two Home
    rules: Test
    board: B-C A-D*3 B-C
    seats: White Black
    castle White: B1 C1
    castle Black: B5 C5
    array: 2/bBBb/4/wWWw/2
    pieces_in_castle_to_win: 2
    pieces_needed_to_win: 2
    enemy_reduced_to: 0
    castle_moves: 2
    own_castle_jump_ends_turn: no
    goal_is_opposite_only: yes
    castles_matter: yes
    object_reversed: no
";

#[test]
fn castle_moves_and_the_pieces_needed_to_win_decide_values() {
    let variant = read_variant_file(TWO_HOME).unwrap().register("two-home");
    let (solved, tables) = probed(variant.name(), 4);
    let threads = NonZeroUsize::new(2).unwrap();
    let mut checked = 0;
    solved.verify(threads, &mut |check| {
        assert_eq!(check.wrong, 0, "{}", check.material);
        checked += check.checked;
    });
    assert!(checked > 1_000_000, "{checked}");
    let proved = proved_by_search(&tables, &tables.sample(500, 28), 5, 100_000);
    assert!(proved > 100, "{proved}");
    let value = |text: &str| {
        let position = Position::read(text, variant).unwrap();
        tables.probe(&position).unwrap().unwrap()
    };
    // The piece at home can wait only with a castle move.
    assert_eq!(value("w1/W1B1/4/B3/2 w 1,1"), TableValue::Win { plies: 13 });
    assert_eq!(value("w1/W1B1/4/B3/2 w 2,2"), TableValue::Loss { plies: 12 });
    assert_eq!(value("1w/b3/4/1B2/b1 w 0,0"), TableValue::Loss { plies: 2 });
    assert_eq!(value("1w/b3/4/1B2/b1 w 2,0"), TableValue::Loss { plies: 0 }, "no move");
    // The wide set has the same values.
    let (narrow, wide) = (solved_set::<u32>(variant, 3), solved_set::<WideBits>(variant, 3));
    for (narrow, wide) in narrow.slices().iter().zip(wide.slices()) {
        assert!(narrow.bytes().eq(wide.bytes()), "{}", narrow.material());
    }
}

#[test]
fn values_agree_with_the_rules_and_with_search() {
    let (_, tables) = probed("camette", 5);
    let positions = tables.sample(500, 28);
    assert_eq!(positions, tables.sample(500, 28), "the sample depends on the seed alone");
    let proved = proved_by_search(&tables, &positions, 5, 100_000);
    assert!(proved > 200, "{proved}");
}
