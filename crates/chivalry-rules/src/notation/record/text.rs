//! Normalization of comments, tag values and tag names.

/// Collapses white space and replaces closing braces, which a comment cannot contain.
pub(crate) fn clean_comment(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.extend(word.chars().map(|letter| if letter == '}' { ')' } else { letter }));
    }
    clean
}

/// Replaces control characters by spaces, so that a tag value fits on one line.
pub(crate) fn clean_value(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns true for letters, digits and underscores, which tag names consist of.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
