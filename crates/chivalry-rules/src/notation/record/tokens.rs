//! Tokens of a line of movetext.

use super::result::RecordResult;
use super::text::{clean_value, is_name_byte};
use crate::notation::move_text::{MoveTextError, Turn};

/// A token of movetext.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `{`. The comment follows.
    OpenComment,
    /// `;` with the rest of the line.
    LineComment(&'a str),
    /// `(`
    OpenVariation,
    /// `)`
    CloseVariation,
    /// `$n`, or `!` and `?` after a move.
    Mark(u8),
    /// A round number.
    Number,
    /// A result.
    Result(RecordResult),
    /// A move or `pass`.
    Turn(Turn),
}

/// An invalid token.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TokenError {
    /// A word that is not a move.
    Move(String, MoveTextError),
    /// `$` without a number up to 255.
    Mark,
    /// An unexpected character.
    Unexpected(char),
}

/// Splits the next token from `text`, which must not start with white space. Returns the token
/// and the rest.
pub(crate) fn next_token(text: &str) -> Result<(Token<'_>, &str), TokenError> {
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default();
    let rest = letters.as_str();
    Ok(match first {
        '{' => (Token::OpenComment, rest),
        '(' => (Token::OpenVariation, rest),
        ')' => (Token::CloseVariation, rest),
        ';' => (Token::LineComment(rest), ""),
        '$' => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number = rest[..digits].parse().map_err(|_| TokenError::Mark)?;
            (Token::Mark(number), &rest[digits..])
        }
        '!' | '?' => glyph(text)?,
        '[' | ']' | '}' => return Err(TokenError::Unexpected(first)),
        _ => word(text)?,
    })
}

/// Reads a number, a result or a move. `1.E6-E5` yields its number first.
fn word(text: &str) -> Result<(Token<'_>, &str), TokenError> {
    let is_end = |letter: char| letter.is_whitespace() || "{}()[];$!?".contains(letter);
    let end = text.find(is_end).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if let Ok(result) = word.parse() {
        return Ok((Token::Result(result), rest));
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    let number = digits + dots;
    if number > 0 && (dots > 0 || number == word.len()) {
        return Ok((Token::Number, &text[number..]));
    }
    let turn = word.parse().map_err(|error| TokenError::Move(truncated(word), error))?;
    Ok((Token::Turn(turn), rest))
}

/// Reads `!`, `?`, `!!`, `??`, `!?` or `?!` as `$1` to `$6`.
fn glyph(text: &str) -> Result<(Token<'_>, &str), TokenError> {
    let end = text.find(|letter| letter != '!' && letter != '?').unwrap_or(text.len());
    let glyphs = ["!", "?", "!!", "??", "!?", "?!"];
    let number = (1..).zip(glyphs).find(|(_, glyph)| *glyph == &text[..end]);
    let (number, _) = number.ok_or(TokenError::Mark)?;
    Ok((Token::Mark(number), &text[end..]))
}

fn truncated(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

/// Returns true if a line starts like a tag: `[Name "`.
pub(crate) fn begins_as_tag(text: &str) -> bool {
    tag_name(text).is_some()
}

fn tag_name(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let end = text.bytes().take_while(|&byte| is_name_byte(byte)).count();
    let (name, rest) = text.split_at(end);
    let value = rest.trim_start();
    let apart = value.len() < rest.len() && !name.is_empty();
    Some((name, value.strip_prefix('"')?)).filter(|_| apart)
}

/// Splits a tag from the start of `text`. Returns its name, its value and the rest.
pub(crate) fn tag(text: &str) -> Option<((String, String), &str)> {
    let (name, quoted) = tag_name(text)?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
    let rest = letters.as_str().trim_start().strip_prefix(']')?;
    Some(((name.to_owned(), clean_value(&value)), rest))
}

/// Returns true if a line starts with the first turn of a first round.
pub(crate) fn begins_first_round(text: &str) -> bool {
    text.trim_start().strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'))
}

/// Returns true if a line after a blank line can belong to the preceding game.
pub(crate) fn continues_game(text: &str) -> bool {
    let text = text.trim_start();
    let starts_with_move =
        text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic()) && !is_result(text);
    !begins_first_round(text) && !starts_with_move
}

fn is_result(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.parse::<RecordResult>().is_ok())
}
