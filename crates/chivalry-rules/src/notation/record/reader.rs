//! Reading game records one after another from a stream.
//!
//! Bytes are pushed in, games come out; nothing but the game in hand is kept.
//! A game ends at its result, at the next tags, or at a blank line after which
//! another first round begins. Text without tags and moves is passed over.

use super::error::{RecordError, TextFault};
use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::text::clean_comment;
use super::tokens::{self, Token};
use std::collections::VecDeque;
use std::str::FromStr;

/// The most bytes that one game may have.
pub const MOST_BYTES: usize = 4 << 20;
/// The deepest that variations may be nested.
pub const MOST_NESTED: usize = 32;

/// Reads games from text that comes in pieces.
#[derive(Debug, Default)]
pub struct RecordReader {
    /// A line whose end has not come yet.
    begun: Vec<u8>,
    /// Whether that line has grown beyond [`MOST_BYTES`].
    overlong: bool,
    line: u64,
    after_blank: bool,
    state: State,
    ready: VecDeque<ReadGame>,
}

/// What was read where a game stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The line on which the game begins, from 1.
    pub first_line: u64,
    /// The game, or what is wrong with its text.
    pub record: Result<GameRecord, RecordError>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Between,
    Game(Draft),
    /// A broken game is passed over, with as many paragraphs as may still
    /// belong to it.
    Broken {
        paragraphs: u8,
    },
}

/// The game in hand.
#[derive(Debug)]
struct Draft {
    first_line: u64,
    bytes: usize,
    in_tags: bool,
    /// A blank line came after moves: the game may be over.
    gap: bool,
    tags: Vec<(String, String)>,
    /// The game's own elements, then those of each variation being read.
    open: Vec<Vec<Element>>,
    /// A comment being read, and the line where it began.
    comment: Option<(String, u64)>,
}

impl RecordReader {
    /// A reader at line 1.
    #[must_use]
    pub fn new() -> RecordReader {
        RecordReader::default()
    }

    /// Takes the next piece of the text; it may end anywhere.
    pub fn push(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            if self.begun.is_empty() && !self.overlong {
                self.take_line(line);
            } else {
                self.keep(line);
                self.take_begun();
            }
            rest = after;
        }
        self.keep(rest);
    }

    /// Says that the text is over.
    pub fn finish(&mut self) {
        if self.overlong || !self.begun.is_empty() {
            self.take_begun();
        }
        self.end_game(None);
        self.state = State::Between;
    }

    /// The next game that has been read to its end.
    pub fn next_game(&mut self) -> Option<ReadGame> {
        self.ready.pop_front()
    }

    fn keep(&mut self, part: &[u8]) {
        self.overlong |= self.begun.len() + part.len() > MOST_BYTES;
        if self.overlong {
            self.begun.clear();
        } else {
            self.begun.extend_from_slice(part);
        }
    }

    fn take_begun(&mut self) {
        let mut line = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.overlong) {
            self.line += 1;
            self.after_blank = false;
            self.break_off(TextFault::TooLarge, self.line);
        } else {
            self.take_line(&line);
        }
        line.clear();
        self.begun = line;
    }

    fn take_line(&mut self, bytes: &[u8]) {
        self.line += 1;
        let bytes = match self.line {
            1 => bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes),
            _ => bytes,
        };
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.break_off(TextFault::NotText, self.line);
            self.after_blank = false;
            return;
        };
        if text.trim().is_empty() {
            self.take_blank();
            return;
        }
        if self.goes_beyond_game(text) {
            self.end_game(None);
        }
        self.after_blank = false;
        if let State::Game(draft) = &mut self.state {
            draft.bytes += bytes.len() + 1;
            if draft.bytes > MOST_BYTES {
                self.break_off(TextFault::TooLarge, self.line);
            }
        }
        if let Err((fault, line)) = self.take_text(text) {
            self.break_off(fault, line);
        }
    }

    fn take_blank(&mut self) {
        match &mut self.state {
            State::Between => {}
            State::Game(draft) => {
                let is_between = draft.comment.is_none() && draft.open.len() == 1;
                let has_begun = draft.open.first().is_some_and(|own| !own.is_empty());
                draft.gap |= !draft.in_tags && is_between && has_begun;
                draft.in_tags = false;
            }
            State::Broken { paragraphs } if !self.after_blank => {
                *paragraphs = paragraphs.saturating_sub(1);
            }
            State::Broken { .. } => {}
        }
        self.after_blank = true;
    }

    /// Whether a line belongs to the game after the one in hand.
    fn goes_beyond_game(&self, text: &str) -> bool {
        let tag = tokens::begins_as_tag(text);
        match &self.state {
            State::Between => false,
            State::Game(draft) if tag => {
                self.after_blank
                    || !draft.in_tags && draft.comment.is_none() && draft.open.len() == 1
            }
            State::Game(draft) => self.after_blank && draft.gap && !tokens::goes_on(text),
            State::Broken { paragraphs } => {
                let loose = *paragraphs == 0 && tokens::begins_first_round(text);
                self.after_blank && (tag || loose)
            }
        }
    }

    fn take_text(&mut self, mut text: &str) -> Result<(), (TextFault, u64)> {
        let line = self.line;
        let here = |fault| (fault, line);
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
            if draft.in_tags {
                if let Some((tag, rest)) = tokens::tag(text) {
                    draft.tags.push(tag);
                    text = rest;
                    continue;
                }
                if text.starts_with('[') {
                    return Err(here(TextFault::Tag));
                }
            }
            let (token, rest) = tokens::next_token(text).map_err(|fault| here(fault.into()))?;
            draft.in_tags = false;
            text = rest;
            match token {
                Token::Result(_) if draft.open.len() > 1 => {
                    return Err(here(TextFault::OpenVariation));
                }
                Token::Result(result) => self.end_game(Some(result)),
                token => draft.take(token, line).map_err(here)?,
            }
        }
        Ok(())
    }

    fn in_comment(&self) -> bool {
        matches!(&self.state, State::Game(Draft { comment: Some(_), .. }))
    }

    /// Ends the game in hand, if there is one.
    fn end_game(&mut self, result: Option<RecordResult>) {
        let State::Game(draft) = std::mem::take(&mut self.state) else { return };
        let first_line = draft.first_line;
        if let Some(record) = draft.finish(result, self.line).transpose() {
            self.ready.push_back(ReadGame { first_line, record });
        }
    }

    /// Gives up the game in hand, or the one that begins here.
    fn break_off(&mut self, fault: TextFault, line: u64) {
        let (first_line, in_tags) = match &self.state {
            State::Broken { .. } => return,
            State::Between => (line, false),
            State::Game(draft) => (draft.first_line, draft.in_tags),
        };
        self.state = State::Broken { paragraphs: if in_tags { 2 } else { 1 } };
        let record = Err(RecordError { line, fault });
        self.ready.push_back(ReadGame { first_line, record });
    }
}

impl Draft {
    fn new(first_line: u64, bytes: usize) -> Draft {
        Draft {
            first_line,
            bytes,
            in_tags: true,
            gap: false,
            tags: Vec::new(),
            open: vec![Vec::new()],
            comment: None,
        }
    }

    fn take(&mut self, token: Token<'_>, line: u64) -> Result<(), TextFault> {
        let element = match token {
            Token::Number | Token::Result(_) => return Ok(()),
            Token::OpenComment => {
                self.comment = Some((String::new(), line));
                return Ok(());
            }
            Token::OpenVariation if self.open.len() > MOST_NESTED => {
                return Err(TextFault::TooDeep);
            }
            Token::OpenVariation => {
                self.open.push(Vec::new());
                return Ok(());
            }
            Token::CloseVariation if self.open.len() == 1 => return Err(TextFault::Sign(')')),
            Token::CloseVariation => Element::Variation(self.open.pop().unwrap_or_default()),
            Token::LineComment(text) => Element::Comment(clean_comment(text)),
            Token::Mark(number) => Element::Mark(number),
            Token::Turn(turn) => Element::Turn(turn),
        };
        self.put(element);
        Ok(())
    }

    fn close_comment(&mut self) {
        if let Some((text, _)) = self.comment.take() {
            self.put(Element::Comment(clean_comment(&text)));
        }
    }

    fn put(&mut self, element: Element) {
        self.gap = false;
        if let Some(innermost) = self.open.last_mut() {
            innermost.push(element);
        }
    }

    /// The game read, or nothing where there were only comments.
    fn finish(
        mut self,
        result: Option<RecordResult>,
        line: u64,
    ) -> Result<Option<GameRecord>, RecordError> {
        if let Some((_, line)) = self.comment {
            return Err(RecordError { line, fault: TextFault::OpenComment });
        }
        if self.open.len() > 1 {
            return Err(RecordError { line, fault: TextFault::OpenVariation });
        }
        let movetext = self.open.pop().unwrap_or_default();
        let mut record = GameRecord { tags: self.tags, movetext, result: RecordResult::Unknown };
        if result.is_none() && record.tags.is_empty() && record.turns().next().is_none() {
            return Ok(None);
        }
        let tagged = || record.tag("Result").and_then(|text| text.trim().parse().ok());
        record.result = result.or_else(tagged).unwrap_or_default();
        Ok(Some(record))
    }
}

/// Reads a text that is exactly one game.
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
            (None, _) => Err(RecordError { line: 1, fault: TextFault::NoGame }),
            (Some(_), Some(next)) => {
                Err(RecordError { line: next.first_line, fault: TextFault::SecondGame })
            }
        }
    }
}
