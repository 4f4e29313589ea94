//! Clock comments: `[%clk h:mm:ss.d]` states the remaining time after a turn.

/// Parses the remaining time in a comment, in milliseconds.
#[must_use]
pub fn parse_clock(comment: &str) -> Option<u64> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (text, _) = rest.split_once(']')?;
    milliseconds(text.trim())
}

/// Formats a remaining time for a comment: `[%clk 2:29:41.5]`. Zero fractions are omitted.
#[must_use]
pub fn clock_text(milliseconds: u64) -> String {
    let (seconds, fraction) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("[%clk {hours}:{minutes:02}:{seconds:02}");
    if fraction > 0 {
        let digits = format!("{fraction:03}");
        text.push('.');
        text.push_str(digits.trim_end_matches('0'));
    }
    text.push(']');
    text
}

/// Parses `h:mm:ss` with up to three decimals of a second.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':').map(digits);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || minutes > 59 || seconds > 59 || fraction.len() > 3 {
        return None;
    }
    let thousandths = digits(fraction)? * [100, 10, 1][fraction.len() - 1];
    let seconds = hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?;
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (time, text) in [
            (0, "[%clk 0:00:00]"),
            (8_981_000, "[%clk 2:29:41]"),
            (59_500, "[%clk 0:00:59.5]"),
            (61_040, "[%clk 0:01:01.04]"),
            (3_600_007, "[%clk 1:00:00.007]"),
        ] {
            assert_eq!(clock_text(time), text);
            assert_eq!(parse_clock(&format!("a word {text} and another")), Some(time));
        }
        let longest = u64::MAX;
        assert_eq!(parse_clock(&clock_text(longest)), Some(longest));
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "2:29:41",
            "[%clk 2:29:41",
            "[%clk 29:41]",
            "[%clk 1:2:3:4]",
            "[%clk 0:60:00]",
            "[%clk 0:00:60]",
            "[%clk 0:00:00.]",
            "[%clk 0:00:00.1234]",
            "[%clk -1:00:00]",
            "[%clk +1:00:00]",
            "[%clk 99999999999999999999:00:00]",
            "[%clk 9999999999999999:00:00]",
        ] {
            assert_eq!(parse_clock(text), None, "{text}");
        }
    }
}
