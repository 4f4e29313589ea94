//! Clean text.

/// A comment that can be written in braces: single spaces, no brace.
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

/// A tag value that fits on one line.
pub(crate) fn clean_value(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A tag name has letters, digits and underscores.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
