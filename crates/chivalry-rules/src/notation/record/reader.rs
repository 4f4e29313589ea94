//! Streaming reader of game records.
//!
//! The reader stores the current game only. A game ends at its result, at the next tags, or at
//! a blank line before another first round. Text without tags and moves is ignored.

use std::collections::VecDeque;
use std::str::FromStr;

use super::error::{RecordError, RecordErrorKind};
use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::text::clean_comment;
use super::tokens::{self, Token};

/// The maximum length of one game in bytes.
pub const MAX_RECORD_BYTES: usize = 4 << 20;
/// The maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 32;

/// Reads games from text that arrives in pieces.
#[derive(Debug, Default)]
pub struct RecordReader {
    /// The current line up to the end of the last piece.
    partial_line: Vec<u8>,
    /// True if the current line is longer than [`MAX_RECORD_BYTES`].
    is_partial_too_long: bool,
    line: u64,
    after_blank: bool,
    state: State,
    finished: VecDeque<ReadGame>,
}

/// A game or an error, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The first line of the game, from 1.
    pub first_line: u64,
    /// The game, or its first syntax error.
    pub record: Result<GameRecord, RecordError>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Between,
    Game(Draft),
    /// Skips a broken game and the given number of paragraphs that may belong to it.
    Broken {
        paragraphs: u8,
    },
}

/// The game that is being read.
#[derive(Debug)]
struct Draft {
    first_line: u64,
    bytes: usize,
    is_in_tags: bool,
    /// True after a blank line that follows moves.
    may_be_complete: bool,
    tags: Vec<(String, String)>,
    /// The main line, then each open variation.
    open_variations: Vec<Vec<Element>>,
    /// The open comment and its first line.
    comment: Option<(String, u64)>,
}

impl RecordReader {
    /// Creates a reader at line 1.
    #[must_use]
    pub fn new() -> RecordReader {
        RecordReader::default()
    }

    /// Reads the next piece of the text. Pieces may end anywhere.
    pub fn push(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            if self.partial_line.is_empty() && !self.is_partial_too_long {
                self.read_line(line);
            } else {
                self.append_partial(line);
                self.end_partial_line();
            }
            rest = after;
        }
        self.append_partial(rest);
    }

    /// Marks the end of the text.
    pub fn finish(&mut self) {
        if self.is_partial_too_long || !self.partial_line.is_empty() {
            self.end_partial_line();
        }
        self.end_game(None);
        self.state = State::Between;
    }

    /// Removes and returns the next complete game.
    pub fn next_game(&mut self) -> Option<ReadGame> {
        self.finished.pop_front()
    }

    fn append_partial(&mut self, part: &[u8]) {
        self.is_partial_too_long |= self.partial_line.len() + part.len() > MAX_RECORD_BYTES;
        if self.is_partial_too_long {
            self.partial_line.clear();
        } else {
            self.partial_line.extend_from_slice(part);
        }
    }

    fn end_partial_line(&mut self) {
        let mut line = std::mem::take(&mut self.partial_line);
        if std::mem::take(&mut self.is_partial_too_long) {
            self.line += 1;
            self.after_blank = false;
            self.abandon_game(RecordErrorKind::TooLarge, self.line);
        } else {
            self.read_line(&line);
        }
        line.clear();
        self.partial_line = line;
    }

    fn read_line(&mut self, bytes: &[u8]) {
        self.line += 1;
        let bytes = match self.line {
            1 => bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes),
            _ => bytes,
        };
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.abandon_game(RecordErrorKind::NotText, self.line);
            self.after_blank = false;
            return;
        };
        if text.trim().is_empty() {
            self.read_blank_line();
            return;
        }
        if self.starts_next_game(text) {
            self.end_game(None);
        }
        self.after_blank = false;
        if let State::Game(draft) = &mut self.state {
            draft.bytes += bytes.len() + 1;
            if draft.bytes > MAX_RECORD_BYTES {
                self.abandon_game(RecordErrorKind::TooLarge, self.line);
            }
        }
        if let Err((error, line)) = self.read_text(text) {
            self.abandon_game(error, line);
        }
    }

    fn read_blank_line(&mut self) {
        match &mut self.state {
            State::Between => {}
            State::Game(draft) => {
                let is_between = draft.comment.is_none() && draft.open_variations.len() == 1;
                let has_begun = draft.open_variations.first().is_some_and(|own| !own.is_empty());
                draft.may_be_complete |= !draft.is_in_tags && is_between && has_begun;
                draft.is_in_tags = false;
            }
            State::Broken { paragraphs } if !self.after_blank => {
                *paragraphs = paragraphs.saturating_sub(1);
            }
            State::Broken { .. } => {}
        }
        self.after_blank = true;
    }

    /// Returns true if a line belongs to the next game.
    fn starts_next_game(&self, text: &str) -> bool {
        let tag = tokens::begins_as_tag(text);
        match &self.state {
            State::Between => false,
            State::Game(draft) if tag => {
                self.after_blank
                    || !draft.is_in_tags
                        && draft.comment.is_none()
                        && draft.open_variations.len() == 1
            }
            State::Game(draft) => {
                self.after_blank && draft.may_be_complete && !tokens::continues_game(text)
            }
            State::Broken { paragraphs } => {
                let loose = *paragraphs == 0 && tokens::begins_first_round(text);
                self.after_blank && (tag || loose)
            }
        }
    }

    fn read_text(&mut self, mut text: &str) -> Result<(), (RecordErrorKind, u64)> {
        let line = self.line;
        let here = |error| (error, line);
        if text.starts_with('%') && !self.in_comment() {
            return Ok(());
        }
        while !text.trim_start().is_empty() {
            let draft = match &mut self.state {
                State::Broken { .. } => return Ok(()),
                State::Game(draft) => draft,
                State::Between => {
                    self.state = State::Game(Draft::new(line, text.len()));
                    continue;
                }
            };
            if let Some((comment, _)) = &mut draft.comment {
                let (part, rest) = text.split_once('}').unwrap_or((text, ""));
                comment.push_str(part);
                comment.push('\n');
                if part.len() < text.len() {
                    draft.close_comment();
                }
                text = rest;
                continue;
            }
            text = text.trim_start();
            if draft.is_in_tags {
                if let Some((tag, rest)) = tokens::tag(text) {
                    draft.tags.push(tag);
                    text = rest;
                    continue;
                }
                if text.starts_with('[') {
                    return Err(here(RecordErrorKind::Tag));
                }
            }
            let (token, rest) = tokens::next_token(text).map_err(|error| here(error.into()))?;
            draft.is_in_tags = false;
            text = rest;
            match token {
                Token::Result(_) if draft.open_variations.len() > 1 => {
                    return Err(here(RecordErrorKind::OpenVariation));
                }
                Token::Result(result) => self.end_game(Some(result)),
                token => draft.add_token(token, line).map_err(here)?,
            }
        }
        Ok(())
    }

    fn in_comment(&self) -> bool {
        matches!(&self.state, State::Game(Draft { comment: Some(_), .. }))
    }

    /// Ends the current game, if there is one.
    fn end_game(&mut self, result: Option<RecordResult>) {
        let State::Game(draft) = std::mem::take(&mut self.state) else { return };
        let first_line = draft.first_line;
        if let Some(record) = draft.finish(result, self.line).transpose() {
            self.finished.push_back(ReadGame { first_line, record });
        }
    }

    /// Reports an error and skips the rest of the current game.
    fn abandon_game(&mut self, kind: RecordErrorKind, line: u64) {
        let (first_line, is_in_tags) = match &self.state {
            State::Broken { .. } => return,
            State::Between => (line, false),
            State::Game(draft) => (draft.first_line, draft.is_in_tags),
        };
        self.state = State::Broken { paragraphs: if is_in_tags { 2 } else { 1 } };
        let record = Err(RecordError { line, kind });
        self.finished.push_back(ReadGame { first_line, record });
    }
}

impl Draft {
    fn new(first_line: u64, bytes: usize) -> Draft {
        Draft {
            first_line,
            bytes,
            is_in_tags: true,
            may_be_complete: false,
            tags: Vec::new(),
            open_variations: vec![Vec::new()],
            comment: None,
        }
    }

    fn add_token(&mut self, token: Token<'_>, line: u64) -> Result<(), RecordErrorKind> {
        let element = match token {
            Token::Number | Token::Result(_) => return Ok(()),
            Token::OpenComment => {
                self.comment = Some((String::new(), line));
                return Ok(());
            }
            Token::OpenVariation if self.open_variations.len() > MAX_VARIATION_DEPTH => {
                return Err(RecordErrorKind::TooDeep);
            }
            Token::OpenVariation => {
                self.open_variations.push(Vec::new());
                return Ok(());
            }
            Token::CloseVariation if self.open_variations.len() == 1 => {
                return Err(RecordErrorKind::Unexpected(')'));
            }
            Token::CloseVariation => {
                Element::Variation(self.open_variations.pop().unwrap_or_default())
            }
            Token::LineComment(text) => Element::Comment(clean_comment(text)),
            Token::Mark(number) => Element::Mark(number),
            Token::Turn(turn) => Element::Turn(turn),
        };
        self.push(element);
        Ok(())
    }

    fn close_comment(&mut self) {
        if let Some((text, _)) = self.comment.take() {
            self.push(Element::Comment(clean_comment(&text)));
        }
    }

    fn push(&mut self, element: Element) {
        self.may_be_complete = false;
        if let Some(innermost) = self.open_variations.last_mut() {
            innermost.push(element);
        }
    }

    /// The complete game, or `None` for text that contains comments only.
    fn finish(
        mut self,
        result: Option<RecordResult>,
        line: u64,
    ) -> Result<Option<GameRecord>, RecordError> {
        if let Some((_, line)) = self.comment {
            return Err(RecordError { line, kind: RecordErrorKind::OpenComment });
        }
        if self.open_variations.len() > 1 {
            return Err(RecordError { line, kind: RecordErrorKind::OpenVariation });
        }
        let movetext = self.open_variations.pop().unwrap_or_default();
        let mut record = GameRecord { tags: self.tags, movetext, result: RecordResult::Unknown };
        if result.is_none() && record.tags.is_empty() && record.turns().next().is_none() {
            return Ok(None);
        }
        let tagged = || record.tag("Result").and_then(|text| text.trim().parse().ok());
        record.result = result.or_else(tagged).unwrap_or_default();
        Ok(Some(record))
    }
}

/// Parses a text that contains exactly one game.
impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        let mut reader = RecordReader::new();
        reader.push(text.as_bytes());
        reader.finish();
        let first = reader.next_game();
        let record = first.map(|game| game.record);
        match (record, reader.next_game()) {
            (Some(record), None) => record,
            (None, _) => Err(RecordError { line: 1, kind: RecordErrorKind::NoGame }),
            (Some(_), Some(next)) => {
                Err(RecordError { line: next.first_line, kind: RecordErrorKind::SecondGame })
            }
        }
    }
}
