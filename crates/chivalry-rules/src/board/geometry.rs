//! Boards of any outline up to 256 squares, with precomputed steps and leaps.

use super::square::{Square, SquareName};
use super::square_set::SquareSet;

/// The maximum number of squares of a board.
pub const MAX_SQUARES: usize = 256;

/// A board outline with the steps and leaps of every square.
#[derive(Debug)]
pub struct Board {
    files: u8,
    ranks: Vec<Vec<Square>>,
    names: Vec<SquareName>,
    by_name: Vec<Option<Square>>,
    neighbours: Vec<SquareSet>,
    leaps: Vec<Leaps>,
    /// For each square, the leaps over it by origin and landing square.
    leaps_over: Vec<Vec<(Square, Square)>>,
    /// For each square, the squares at a distance of one or two steps.
    within_two: Vec<SquareSet>,
    water: SquareSet,
}

/// A straight leap over an adjoining square to the square behind it (`rules.md 2.2`, `2.3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The square leapt over.
    pub over: Square,
    /// The landing square.
    pub to: Square,
}

#[derive(Clone, Copy, Debug)]
struct Leaps {
    all: [Leap; 8],
    count: u8,
}

/// An invalid board picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A rank that is not a file, a span of files, or a repeated span.
    #[error("rank {rank}: `{text}` is not a span of files such as `C-L` or `A-N*8`")]
    BadSpan {
        /// The first rank of the text, from 1.
        rank: usize,
        /// The invalid text.
        text: String,
    },
    /// More than [`MAX_SQUARES`] squares.
    #[error("a board has at most 256 squares")]
    TooLarge,
    /// No squares.
    #[error("a board has at least one square")]
    Empty,
}

impl Board {
    /// Parses a board picture: the span of files of each rank, from rank 1 up.
    ///
    /// `G-H D-K A-N*8 G-H` is an example, in the form of `rules.md 8`.
    ///
    /// # Errors
    /// An invalid span, an empty picture, or more than [`MAX_SQUARES`] squares.
    pub fn from_picture(picture: &str) -> Result<Board, BoardError> {
        let mut names = Vec::new();
        let mut rank = 1;
        for text in picture.split_whitespace() {
            let (first, last, times) =
                span(text).ok_or_else(|| BoardError::BadSpan { rank, text: text.to_owned() })?;
            for _ in 0..times {
                let number = u8::try_from(rank).map_err(|_| BoardError::TooLarge)?;
                names.extend((first..=last).map(|file| SquareName { file, rank: number }));
                rank += 1;
                if names.len() > MAX_SQUARES {
                    return Err(BoardError::TooLarge);
                }
            }
        }
        if names.is_empty() {
            return Err(BoardError::Empty);
        }
        Ok(Board::from_names(names))
    }

    fn from_names(names: Vec<SquareName>) -> Board {
        let files = 1 + names.iter().map(|name| name.file).max().unwrap_or(0);
        let height = names.iter().map(|name| name.rank).max().unwrap_or(0);
        let mut board = Board {
            files,
            ranks: vec![Vec::new(); usize::from(height)],
            by_name: vec![None; usize::from(files) * usize::from(height)],
            neighbours: Vec::new(),
            leaps: Vec::new(),
            leaps_over: Vec::new(),
            within_two: Vec::new(),
            water: SquareSet::EMPTY,
            names,
        };
        for (index, name) in board.names.iter().enumerate() {
            let square = Square::new(index);
            board.ranks[usize::from(name.rank) - 1].push(square);
            let slot = usize::from(name.rank - 1) * usize::from(files) + usize::from(name.file);
            board.by_name[slot] = Some(square);
        }
        for index in 0..board.names.len() {
            let square = Square::new(index);
            board
                .neighbours
                .push(directions().filter_map(|d| board.offset(square, d, 1)).collect());
            board.leaps.push(Leaps::from(directions().filter_map(|direction| {
                let over = board.offset(square, direction, 1)?;
                let to = board.offset(square, direction, 2)?;
                Some(Leap { over, to })
            })));
        }
        board.index_surroundings();
        board
    }

    /// Derives the leaps over each square and its surroundings from steps and leaps.
    fn index_surroundings(&mut self) {
        self.leaps_over = vec![Vec::new(); self.len()];
        for from in self.squares() {
            for Leap { over, to } in self.leaps(from).to_vec() {
                self.leaps_over[over.index()].push((from, to));
            }
        }
        let around = |square| {
            let beside = self.neighbours(square);
            beside.into_iter().fold(beside, |near, at| near | self.neighbours(at))
        };
        self.within_two = self.squares().map(around).collect();
    }

    /// Removes the steps and leaps that end on `water` (`rules.md 8.10`).
    #[must_use]
    pub(crate) fn with_water(mut self, water: SquareSet) -> Board {
        for around in &mut self.neighbours {
            *around -= water;
        }
        for leaps in &mut self.leaps {
            let all = leaps.all.into_iter().take(usize::from(leaps.count));
            *leaps = Leaps::from(all.filter(|leap| !water.contains(leap.to)));
        }
        self.water = water;
        self.index_surroundings();
        self
    }

    fn offset(&self, square: Square, direction: (i16, i16), distance: i16) -> Option<Square> {
        let name = self.name(square);
        let file = u8::try_from(i16::from(name.file) + direction.0 * distance).ok()?;
        let rank = u8::try_from(i16::from(name.rank) + direction.1 * distance).ok()?;
        self.square(SquareName { file, rank })
    }

    /// The number of squares.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if the board has no squares. A parsed board has at least one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of files of the outline, from `A`.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// The squares of each rank, from rank 1 up. Each rank starts at its lowest file.
    #[must_use]
    pub fn ranks(&self) -> &[Vec<Square>] {
        &self.ranks
    }

    /// Every square in board order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len()).map(Square::new)
    }

    /// The square called `name`, if it is on the board.
    #[must_use]
    pub fn square(&self, name: SquareName) -> Option<Square> {
        if name.file >= self.files || name.rank == 0 {
            return None;
        }
        let slot = usize::from(name.rank - 1) * usize::from(self.files) + usize::from(name.file);
        self.by_name.get(slot).copied().flatten()
    }

    /// The name of `square`.
    #[must_use]
    pub fn name(&self, square: Square) -> SquareName {
        self.names[square.index()]
    }

    /// The water squares, which stay empty (`rules.md 8.10`).
    #[must_use]
    pub fn water(&self) -> SquareSet {
        self.water
    }

    /// The squares that adjoin `square`, without water.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[square.index()]
    }

    /// The leaps from `square` that do not end in water, ordered by landing square.
    #[must_use]
    #[inline]
    pub fn leaps(&self, square: Square) -> &[Leap] {
        let leaps = &self.leaps[square.index()];
        &leaps.all[..usize::from(leaps.count)]
    }

    /// The leaps over `square` that do not end in water, by origin and landing square.
    #[must_use]
    #[inline]
    pub(crate) fn leaps_over(&self, square: Square) -> &[(Square, Square)] {
        &self.leaps_over[square.index()]
    }

    /// The squares that one or two steps from `square` reach on an empty board.
    #[must_use]
    #[inline]
    pub(crate) fn within_two(&self, square: Square) -> SquareSet {
        self.within_two[square.index()]
    }

    /// The leap from `from` to `to`, if there is one.
    #[must_use]
    pub fn leap_between(&self, from: Square, to: Square) -> Option<Leap> {
        self.leaps(from).iter().copied().find(|leap| leap.to == to)
    }
}

impl Leaps {
    fn from(leaps: impl Iterator<Item = Leap>) -> Leaps {
        let nowhere = Leap { over: Square::new(0), to: Square::new(0) };
        let mut sorted = Leaps { all: [nowhere; 8], count: 0 };
        for leap in leaps {
            sorted.all[usize::from(sorted.count)] = leap;
            sorted.count += 1;
        }
        sorted.all[..usize::from(sorted.count)].sort_by_key(|leap| leap.to);
        sorted
    }
}

fn directions() -> impl Iterator<Item = (i16, i16)> {
    (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank))).filter(|&d| d != (0, 0))
}

fn span(text: &str) -> Option<(u8, u8, usize)> {
    let (files, times) = text.split_once('*').unwrap_or((text, "1"));
    let (first, last) = files.split_once('-').unwrap_or((files, files));
    let file = |text: &str| match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(letter - b'A'),
        _ => None,
    };
    let (first, last) = (file(first)?, file(last)?);
    let times = times.parse().ok().filter(|times| (1..=MAX_SQUARES).contains(times))?;
    (first <= last).then_some((first, last, times))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, squares: impl IntoIterator<Item = Square>) -> String {
        squares.into_iter().map(|s| board.name(s).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_picture_gives_the_outline_in_board_order() {
        let board = Board::from_picture("C B-D A-E*3 B-D C").unwrap();
        assert_eq!((board.len(), board.files(), board.ranks().len()), (23, 5, 7));
        assert!(names(&board, board.squares()).starts_with("C1 B2 C2 D2 A3"));
        assert_eq!(board.square(SquareName { file: 0, rank: 1 }), None);
        assert_eq!(board.square(SquareName { file: 2, rank: 8 }), None);
    }

    #[test]
    fn steps_and_leaps_stay_on_the_board() {
        let board = Board::from_picture("C B-D A-E*3 B-D C").unwrap();
        let c1 = board.square(SquareName::parse("C1").unwrap()).unwrap();
        assert_eq!(names(&board, board.neighbours(c1)), "B2 C2 D2");
        let landings = board.leaps(c1).iter().map(|leap| leap.to);
        assert_eq!(names(&board, landings), "A3 C3 E3");
    }

    #[test]
    fn invalid_pictures_are_refused() {
        let parse_error = |picture: &str| Board::from_picture(picture).unwrap_err();
        assert_eq!(parse_error(""), BoardError::Empty);
        assert_eq!(parse_error("A-Z*10"), BoardError::TooLarge);
        for picture in ["C-A", "a-b", "A-", "A*0", "A*x", "AB", "A*999"] {
            let error = BoardError::BadSpan { rank: 1, text: picture.to_owned() };
            assert_eq!(parse_error(picture), error);
        }
    }

    #[test]
    fn no_step_and_no_leap_ends_in_water() {
        let board = Board::from_picture("C B-D A-E*3 B-D C").unwrap();
        let at = |name: &str| board.square(SquareName::parse(name).unwrap()).unwrap();
        let (c1, water) = (at("C1"), SquareSet::from_square(at("C2")).with(at("A3")));
        let board = board.with_water(water);
        assert_eq!(board.water(), water);
        assert_eq!(names(&board, board.neighbours(c1)), "B2 D2");
        assert_eq!(names(&board, board.leaps(c1).iter().map(|leap| leap.to)), "C3 E3");
    }
}
