//! Games for four: partners, side castles and passing (`rules.md 4.6`, `6`).

use chivalry_rules::{EndReason, Game, GameError, Piece, PieceKind, Seat, Setup, Team};

use super::{captured, draw, game, movers, play, set, setup, variant, verdict, win};

#[test]
fn turns_rotate_and_partners_sit_opposite() {
    let mut game = Game::new(chivalry_rules::Position::start(variant("grand-cam")));
    let mut names = Vec::new();
    for turn in ["G4-G5", "G10-G9", "D7-E7", "J7-I7"] {
        names.push(game.position().variant().seat_name(game.position().turn()).as_str());
        play(&mut game, turn);
    }
    assert_eq!(names, ["Red", "Green", "Blue", "Yellow"]);
    assert_eq!((game.position().turn(), game.position().round()), (Seat::FIRST, 2));
    assert_eq!(variant("grand-cam").team_letters(Team::First), "RB");
    assert_eq!(variant("grand-cam").team_letters(Team::Second), "GY");
}

#[test]
fn canters_leap_over_partners_and_jumps_take_either_enemy() {
    let position = set("chivalry-four-handed", "r RE6 BE7 GE9 YF10 GA5 YN5");
    assert_eq!(verdict(&position, "E6xE8"), "wrong_mark");
    assert_eq!(captured(&position, "E6-E8xE10xG10"), "E9 F10");
}

#[test]
fn side_castles_are_closed_to_every_leg() {
    let step = set("grand-cam", "r rB7 gE9 bG6 yI9");
    assert_eq!(verdict(&step, "B7-A7"), "side_castle");
    let partners = set("grand-cam", "r rL7 gE9 bG6 yI9");
    assert_eq!(verdict(&partners, "L7-M7"), "side_castle");
    let canter = set("grand-cam", "r RC7 bB7 gE9 yI9");
    assert_eq!(verdict(&canter, "C7-A7"), "side_castle");
    let jump = set("grand-cam", "r RC7 gB7 bG6 yI9");
    assert_eq!(verdict(&jump, "C7xA7"), "side_castle");
    assert_eq!(verdict(&jump, "G6-G7"), "not_your_piece");
    assert_eq!(verdict(&jump, "C7-D7"), "legal", "and so there is no duty to jump");
}

#[test]
fn the_goal_is_the_castle_opposite() {
    let red = set("grand-cam", "r rG12 gE9 bG6 yI9");
    assert_eq!(verdict(&red, "G12-G13"), "legal");
    let blue = set("grand-cam", "b bL7 gE9 rG6 yI9");
    assert_eq!(verdict(&blue, "L7-M7"), "legal");
    let green = set("grand-cam", "g gL7 bE9 rG6 yI9");
    assert_eq!(verdict(&green, "L7-M7"), "side_castle");
}

#[test]
fn castles_are_ordinary_squares_in_four_handed_chivalry() {
    let position = set("chivalry-four-handed", "r RG1 RA5 GH16 BN11 YJ3");
    assert_eq!(verdict(&position, "A5-A6"), "legal");
    assert_eq!(verdict(&position, "G1-H1"), "legal");
    let mut game = game("chivalry-four-handed", "r RG15 RH15 GA9 BN11 YN5");
    play(&mut game, "G15-G16 A9-A10 N11-N10 N5-N6 H15-H16");
    assert_eq!(game.ending(), None);
}

#[test]
fn a_single_knight_wins_four_handed_chivalry() {
    let mut game = game("chivalry-four-handed", "r RE6 GE7 YE9");
    play(&mut game, "E6xE8xE10");
    assert_eq!(game.ending(), win(Team::First, EndReason::Capture));
}

#[test]
fn partners_pieces_count_together_in_the_goals() {
    let mut game = game("grand-camelot", "r rH15 bP8 gE9 gE10 yL9 yL10");
    assert_eq!(game.ending(), None);
    play(&mut game, "H15-H16");
    assert_eq!(game.ending(), win(Team::First, EndReason::Castle));
}

#[test]
fn partners_pieces_count_together_when_all_are_captured() {
    let captures = |pieces: &str| {
        let mut game = game("grand-camelot", pieces);
        play(&mut game, "E6xE8xE10");
        game.ending()
    };
    assert_eq!(captures("r rE6 bN9 gE7 yE9"), win(Team::First, EndReason::Capture));
    assert_eq!(captures("r rE6 gE7 yE9"), draw(EndReason::Bare));
}

/// Red's and Blue's pieces block Green on G13 and Yellow on M7.
const GREEN_IN: &str = "gG13 rF12 rG12 rH12 rE11 rG11 rI11";
const YELLOW_IN: &str = "yM7 bL6 bL7 bL8 bK5 bK7 bK9";

#[test]
fn both_enemies_without_a_move_end_the_game_with_any_seat_to_move() {
    for to_move in ["r", "g", "b", "y"] {
        let ending = |pieces: &str| set("grand-cam", &format!("{to_move} {pieces}")).ending();
        let won = win(Team::First, EndReason::NoMove);
        assert_eq!(ending(&format!("{GREEN_IN} {YELLOW_IN}")), won, "{to_move}");
        assert_eq!(ending(&format!("{GREEN_IN} bC7")), won, "{to_move}: Yellow has nothing");
        assert_eq!(ending(&format!("{GREEN_IN} bC7 yG5")), None, "{to_move}");
    }
}

#[test]
fn a_seat_without_a_move_passes() {
    let mut game = game("grand-cam", &format!("g {GREEN_IN} bC7 yG5"));
    assert!(game.must_pass());
    assert_eq!(movers(game.position()), "");
    play(&mut game, "pass");
    assert_eq!(game.position().turn(), Seat::THIRD);
    assert_eq!((game.position().quiet(), game.plies()), (1, 1));
    assert!(!game.must_pass());
    assert_eq!(game.pass(), Err(GameError::Pass));
    play(&mut game, "C7-D7");
}

#[test]
fn a_seat_without_pieces_passes() {
    let mut game = game("chivalry-four-handed", "r RA5 GA12 YN5");
    play(&mut game, "A5-A6 A12-A11");
    assert!(game.must_pass());
    play(&mut game, "pass N5-N6 A6-A7");
    assert_eq!((game.position().turn(), game.position().round()), (Seat::SECOND, 2));
}

#[test]
fn four_passes_in_a_row_are_a_draw() {
    let mut game = Game::new(full(|_| true));
    play(&mut game, "pass pass pass");
    assert_eq!(game.ending(), None);
    play(&mut game, "pass");
    assert_eq!(game.ending(), draw(EndReason::Passes));
}

#[test]
fn a_move_resets_the_count_of_passes() {
    // One square is empty, and only Yellow's Knights can reach it.
    let mut game = Game::new(full(|name| name != "H1"));
    play(&mut game, "pass pass pass G1-H1 pass pass pass");
    assert_eq!(game.ending(), None);
    play(&mut game, "H1-G1");
    assert_eq!(game.ending(), None);
}

/// Four-Handed Chivalry with a Knight on every square that `taken` selects.
///
/// Yellow's stand on the three lowest ranks, those of all seats above.
fn full(taken: impl Fn(&str) -> bool) -> chivalry_rules::Position {
    let variant = variant("chivalry-four-handed");
    let mut setup = Setup::empty(variant.board().len());
    for square in variant.board().squares() {
        let name = variant.board().name(square);
        let seat = if name.rank <= 3 { Seat::FOURTH } else { Seat::ALL[square.index() % 4] };
        if taken(&name.to_string()) {
            setup.set_piece(square, Some(Piece { seat, kind: PieceKind::Knight }));
        }
    }
    setup.position(variant).unwrap()
}

#[test]
fn fifty_moves_are_counted_by_every_seat() {
    let variant = variant("chivalry-four-handed");
    let mut setup = setup(variant, "r RA5 GA12 BN11 YN5");
    setup.quiet = 199;
    let mut game = Game::new(setup.position(variant).unwrap());
    assert_eq!(game.ending(), None);
    play(&mut game, "A5-A6");
    assert_eq!(game.ending(), draw(EndReason::FiftyMoves));
}

#[test]
fn repetition_is_counted_with_passes() {
    let mut game = game("chivalry-four-handed", "r RA5 GA12 YN5");
    play(&mut game, "A5-A6 A12-A11 pass N5-N6 A6-A5 A11-A12 pass N6-N5");
    play(&mut game, "A5-A6 A12-A11 pass N5-N6 A6-A5 A11-A12 pass");
    assert_eq!(game.ending(), None);
    play(&mut game, "N6-N5");
    assert_eq!(game.ending(), draw(EndReason::Repetition));
}

#[test]
fn a_withdrawn_seat_passes_and_its_pieces_stay() {
    let mut game = Game::new(chivalry_rules::Position::start(variant("grand-cam")));
    play(&mut game, "G4-G5");
    game.withdraw(Seat::SECOND);
    assert!(game.must_pass());
    let move_of_green = "G10-G9".parse().unwrap();
    assert_eq!(game.check(&move_of_green), Err(GameError::Pass));
    let pieces = game.position().pieces(Seat::SECOND);
    game.pass().unwrap();
    assert_eq!(
        (game.position().turn(), game.position().pieces(Seat::SECOND)),
        (Seat::THIRD, pieces)
    );
    assert_eq!(game.pass(), Err(GameError::Pass), "nobody else may");
    play(&mut game, "D7-E7 J7-I7");
    assert_eq!(game.ending(), None);
}

#[test]
fn a_withdrawn_seat_counts_as_unable_to_move() {
    // Yellow has no pieces. With Green withdrawn, their team cannot move.
    let mut castles = game("grand-cam", "r rF3 gG9 bD7");
    castles.withdraw(Seat::SECOND);
    assert_eq!(castles.ending(), win(Team::First, EndReason::NoMove));
    // Without castles the team passes, and can still be captured.
    let mut knights = game("chivalry-four-handed", "r RA5 GE7 BN11");
    knights.withdraw(Seat::SECOND);
    assert_eq!(knights.ending(), None);
    play(&mut knights, "A5-A6 pass N11-N10 pass A6-A7 pass");
    assert_eq!(knights.ending(), None);
}

#[test]
fn four_passes_in_a_row_draw_only_when_no_seat_can_move() {
    let mut game = game("chivalry-four-handed", "r RA5 GE7 BN11 YN5");
    for seat in [Seat::FIRST, Seat::SECOND, Seat::FOURTH] {
        game.withdraw(seat);
    }
    for turn in ["pass pass N11-N10", "pass pass pass N10-N11", "pass pass pass N11-M11"] {
        play(&mut game, turn);
        assert_eq!(game.ending(), None, "Blue moves");
    }
    game.withdraw(Seat::THIRD);
    play(&mut game, "pass pass pass pass");
    assert_eq!(game.ending(), draw(EndReason::Passes));
}
