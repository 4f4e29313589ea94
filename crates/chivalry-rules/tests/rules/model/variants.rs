//! The variants of rules.md 8.1 to 8.15 and of an example file, written independently of the variant files.

use std::collections::BTreeSet;

use super::{DIRECTIONS, Model, Piece, Pieces, Square};

/// The names that `Model::of` accepts.
pub(crate) const NAMES: [&str; 15] = [
    "chivalry",
    "chivalry-1887",
    "chivalry-four-handed",
    "camelot",
    "camelot-1931",
    "cam",
    "camette",
    "grand-cam",
    "grand-camelot",
    "river-camelot",
    "anti-camelot",
    "camelot-all-knights",
    "camette-all-knights",
    "chivalry-four-singles",
    "cam-for-three",
];

impl Model {
    pub(crate) fn of(name: &str) -> Model {
        let mut model = match name {
            "chivalry" => chivalry(), // rules.md 8.1
            "chivalry-1887" => Model {
                enemy_reduced_to: 1, // rules.md 8.2
                ..chivalry()
            },
            "chivalry-four-handed" => chivalry_four_handed(),
            "camelot" => camelot(), // rules.md 8.4
            "camelot-1931" => Model {
                enemy_reduced_to: 1, // rules.md 8.5
                own_castle_jump_ends_turn: true,
                ..camelot()
            },
            "cam" => cam(),
            "camette" => camette(),
            "grand-cam" => grand_cam(),
            "grand-camelot" => grand_camelot(),
            "river-camelot" => river_camelot(),
            "anti-camelot" => Model {
                reversed: true, // rules.md 8.11
                pieces_in_castle_to_win: 1,
                ..camelot()
            },
            "camelot-all-knights" => all_knights(camelot()), // rules.md 8.13
            "camette-all-knights" => all_knights(camette()), // rules.md 8.14
            "chivalry-four-singles" => Model {
                teams: vec![0, 1, 2, 3], // rules.md 8.15
                ..chivalry_four_handed()
            },
            "cam-for-three" => cam_for_three(),
            other => panic!("no model of {other}"),
        };
        model.name = name.into();
        model
    }
}

/// rules.md 8.1
fn chivalry() -> Model {
    two_seats(
        "G-H D-K C-L B-M A-N A-N A-N A-N A-N A-N A-N A-N B-M C-L D-K G-H",
        ["G1 H1", "G16 H16"],
        [
            ("C6 D6 K6 L6 C7 D7 K7 L7", "E6-J6 E7-J7"),
            ("C10 D10 K10 L10 C11 D11 K11 L11", "E10-J10 E11-J11"),
        ],
    )
}

/// rules.md 8.3
fn chivalry_four_handed() -> Model {
    let arrays = [
        ("A5 A6 B4 B5 C3 C4 D2 D3", ""),
        ("A12 B12 B13 C13 C14 D14 D15 E15", ""),
        ("K14 K15 L13 L14 M12 M13 N11 N12", ""),
        ("J2 K2 K3 L3 L4 M4 M5 N5", ""),
    ];
    Model {
        squares: chivalry().squares,
        castles: vec![BTreeSet::new(); 4],
        goals: vec![BTreeSet::new(); 4],
        array: array(&arrays),
        pieces_needed_to_win: 1,
        castle_moves: 0,
        no_move_ends: false,
        ..four_seats()
    }
}

/// rules.md 8.4
fn camelot() -> Model {
    two_seats(
        "F-G C-J B-K A-L A-L A-L A-L A-L A-L A-L A-L A-L A-L B-K C-J F-G",
        ["F1 G1", "F16 G16"],
        [
            ("C6 D7 I7 J6", "D6 E6 F6 G6 H6 I6 E7 F7 G7 H7"),
            ("C11 D10 I10 J11", "D11 E11 F11 G11 H11 I11 E10 F10 G10 H10"),
        ],
    )
}

/// rules.md 8.10. The river with its bridges separates the two sides.
fn river_camelot() -> Model {
    let water =
        squares("A5 A6 B6 C6 A7 B7 C7 E7 C8 E8 F8 G8 F9 G9 H9 J9 H10 J10 K10 L10 J11 K11 L11 L12");
    let river = &water | &squares("D7 D8 I9 I10");
    let pieces = array(&[("C4 D5 I5 J4", "D4-I4 E5-H5"), ("C13 D12 I12 J13", "D13-I13 E12-H12")]);
    let model = Model { water, array: pieces, ..camelot() };
    let mut white: BTreeSet<Square> = model.castles[0].clone();
    loop {
        let beside: BTreeSet<Square> = white
            .iter()
            .flat_map(|square| DIRECTIONS.map(|direction| square.towards(direction, 1)))
            .filter(|square| model.squares.contains(square) && !river.contains(square))
            .collect();
        if beside.is_subset(&white) {
            break;
        }
        white.extend(beside);
    }
    let barred = &model.castles[0] | &squares("D6 E6 E2-H2 H8 I8 J8");
    white.retain(|square| !barred.contains(square) && !model.array.contains_key(square));
    let turned = |square: &Square| Square { file: 13 - square.file, rank: 17 - square.rank };
    let black = white.iter().map(turned).collect();
    Model { tree_squares: vec![white, black], ..model }
}

/// rules.md 8.6
fn cam() -> Model {
    one_to_win(two_seats(
        "D C-E B-F A-G A-G A-G A-G A-G A-G A-G B-F C-E D",
        ["D1", "D13"],
        [("C4 E4", "B5-F5"), ("C10 E10", "B9-F9")],
    ))
}

/// rules.md 8.7
fn camette() -> Model {
    one_to_win(two_seats(
        "C B-D A-E A-E A-E B-D C",
        ["C1", "C7"],
        [("C2", "B3 C3 D3"), ("C6", "B5 C5 D5")],
    ))
}

/// rules.md 8.8. Arrays and castles in turn order: Red, Green, Blue, Yellow.
fn grand_cam() -> Model {
    let arrays = [
        ("F2 H2", "G2 F3 G3 H3 G4"),
        ("F12 H12", "G12 F11 G11 H11 G10"),
        ("B6 B8", "B7 C6 C7 C8 D7"),
        ("L6 L8", "L7 K6 K7 K8 J7"),
    ];
    one_to_win(Model {
        squares: board("G F-H D-J C-K C-K B-L A-M B-L C-K C-K D-J F-H G"),
        castles: ["G1", "G13", "A7", "M7"].map(squares).to_vec(),
        goals: ["G13", "G1", "M7", "A7"].map(squares).to_vec(),
        array: array(&arrays),
        ..four_seats()
    })
}

/// `examples/variants/cam-for-three.variant`: Grand Cam without Green, in the order Red, Blue,
/// Yellow. The goal of a seat is the castle of the next.
fn cam_for_three() -> Model {
    let of_four = grand_cam();
    let seat_of = |seat: usize| [Some(0), None, Some(1), Some(2)][seat];
    let array = of_four.array.iter().filter_map(|(square, piece)| {
        let seat = seat_of(piece.seat)?;
        Some((*square, Piece { seat, ..*piece }))
    });
    Model {
        seats: vec!['R', 'B', 'Y'],
        teams: vec![0, 1, 2],
        castles: ["G1", "A7", "M7"].map(squares).to_vec(),
        goals: ["A7", "M7", "G1"].map(squares).to_vec(),
        array: array.collect(),
        ..of_four
    }
}

/// rules.md 8.9. Red's array is rotated by quarter turns of the board.
fn grand_camelot() -> Model {
    let red = array(&[("F3 K3 G4 J4", "G3 H3 I3 J3 H4 I4 H5 I5")]);
    let mut pieces = Pieces::new();
    for (square, piece) in red {
        // Bottom, left, top, right: Red, Blue, Green, Yellow.
        let mut turned = square;
        for seat in [0, 2, 1, 3] {
            let piece = Piece { seat, ..piece };
            pieces.insert(turned, piece);
            turned = Square { file: turned.rank, rank: 17 - turned.file };
        }
    }
    Model {
        squares: board("H-I E-L D-M C-N B-O B-O B-O A-P A-P B-O B-O B-O C-N D-M E-L H-I"),
        castles: ["H1 I1", "H16 I16", "A8 A9", "P8 P9"].map(squares).to_vec(),
        goals: ["H16 I16", "H1 I1", "P8 P9", "A8 A9"].map(squares).to_vec(),
        array: pieces,
        ..four_seats()
    }
}

/// Replaces every Man by a Knight.
fn all_knights(mut model: Model) -> Model {
    model.array.values_mut().for_each(|piece| piece.knight = true);
    model
}

/// White and Black with the default switches of rules.md 8.
fn two_seats(picture: &str, castles: [&str; 2], arrays: [(&str, &str); 2]) -> Model {
    let [white, black] = castles.map(squares);
    Model {
        name: String::new(),
        squares: board(picture),
        seats: vec!['W', 'B'],
        teams: vec![0, 1],
        castles: vec![white.clone(), black.clone()],
        goals: vec![black, white],
        array: array(&arrays),
        pieces_in_castle_to_win: 2,
        pieces_needed_to_win: 2,
        enemy_reduced_to: 0,
        castle_moves: 2,
        own_castle_jump_ends_turn: false,
        no_move_ends: true,
        reversed: false,
        water: BTreeSet::new(),
        tree_squares: Vec::new(),
    }
}

/// Red, Green, Blue and Yellow (rules.md 6.1) with the default switches.
fn four_seats() -> Model {
    Model {
        name: String::new(),
        squares: BTreeSet::new(),
        seats: vec!['R', 'G', 'B', 'Y'],
        teams: vec![0, 1, 0, 1],
        castles: Vec::new(),
        goals: Vec::new(),
        array: Pieces::new(),
        pieces_in_castle_to_win: 2,
        pieces_needed_to_win: 2,
        enemy_reduced_to: 0,
        castle_moves: 2,
        own_castle_jump_ends_turn: false,
        no_move_ends: true,
        reversed: false,
        water: BTreeSet::new(),
        tree_squares: Vec::new(),
    }
}

/// Cam games: one piece in the castle wins, one piece left is enough, and there are no castle
/// moves.
fn one_to_win(model: Model) -> Model {
    Model { pieces_in_castle_to_win: 1, pieces_needed_to_win: 1, castle_moves: 0, ..model }
}

/// The files of each rank, from rank 1 up.
fn board(picture: &str) -> BTreeSet<Square> {
    let mut board = BTreeSet::new();
    for (row, files) in picture.split_whitespace().enumerate() {
        let (first, last) = files.split_once('-').unwrap_or((files, files));
        board.extend(squares(&format!("{first}{0}-{last}{0}", row + 1)));
    }
    board
}

/// Single squares and runs along a rank: `C6 E6-J6`.
fn squares(list: &str) -> BTreeSet<Square> {
    let mut found = BTreeSet::new();
    for item in list.split_whitespace() {
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let first = Square::read(first).expect("the first square of a run");
        let last = Square::read(last).expect("the last square of a run");
        for file in first.file..=last.file {
            found.insert(Square { file, ..first });
        }
    }
    found
}

/// Knights and Men of each seat in turn order.
fn array(arrays: &[(&str, &str)]) -> Pieces {
    let mut pieces = Pieces::new();
    for (seat, (knights, men)) in arrays.iter().enumerate() {
        for (list, knight) in [(knights, true), (men, false)] {
            for square in squares(list) {
                let before = pieces.insert(square, Piece { seat, knight });
                assert!(before.is_none(), "two pieces on {}", square.text());
            }
        }
    }
    pieces
}
