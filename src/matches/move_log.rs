//! The moves of a match, kept compactly: thousands of matches sit in memory.

/// Moves as played, each with what its clock had left.
#[derive(Clone, Debug, Default)]
pub struct MoveLog {
    text: String,
    plies: Vec<Ply>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    end: u32,
    /// `u32::MAX` where there was no clock; 49 days otherwise.
    left_ms: u32,
}

/// A move of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'a> {
    /// The route as played, or `pass`.
    pub text: &'a str,
    /// What its seat had left after it, in milliseconds, when timed.
    pub left_ms: Option<u64>,
}

const UNTIMED: u32 = u32::MAX;

impl MoveLog {
    pub(super) fn push(&mut self, text: &str, left_ms: Option<u64>) {
        self.text.push_str(text);
        let left = |left_ms: u64| u32::try_from(left_ms).unwrap_or(UNTIMED - 1);
        let left_ms = left_ms.map_or(UNTIMED, left);
        self.plies.push(Ply { end: self.text.len() as u32, left_ms });
    }

    /// How many plies were played, pass-turns included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether nobody has moved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Played<'_>> {
        let mut start = 0;
        self.plies.iter().map(move |ply| {
            let end = ply.end as usize;
            let text = &self.text[start..end];
            start = end;
            Played { text, left_ms: (ply.left_ms != UNTIMED).then_some(u64::from(ply.left_ms)) }
        })
    }
}
