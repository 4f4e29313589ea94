//! The message numbers of a sender that were received already.

/// Number of message numbers that are remembered. They cover the maximum age of a message at 8,000
/// messages a second. Must be a multiple of the word size.
const SIZE: u64 = 1 << 18;

const WORD_BITS: u64 = u64::BITS as u64;

/// A sliding window over the message numbers of one sender, as of IPsec (RFC 4303). Numbers start
/// at 1.
#[derive(Debug)]
pub(super) struct ReplayWindow {
    highest: u64,
    /// One bit per number, in a ring.
    seen: Box<[u64]>,
}

impl ReplayWindow {
    pub(super) fn new() -> ReplayWindow {
        ReplayWindow { highest: 0, seen: vec![0; (SIZE / WORD_BITS) as usize].into() }
    }

    /// True if the number is greater than all earlier ones.
    pub(super) fn is_newest(&self, number: u64) -> bool {
        number > self.highest
    }

    /// Records a number. Returns false for a number that was recorded before, or is older than the
    /// window.
    pub(super) fn insert(&mut self, number: u64) -> bool {
        if number == 0 || self.highest.saturating_sub(number) >= SIZE {
            return false;
        }
        self.advance(number);
        let (word, bit) = place(number);
        let is_new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        is_new
    }

    /// Moves the window up to `number` and clears the numbers that enter it.
    fn advance(&mut self, number: u64) {
        if number - self.highest.min(number) >= SIZE {
            self.seen.fill(0);
        } else {
            for entering in self.highest + 1..=number {
                let (word, bit) = place(entering);
                self.seen[word] &= !bit;
            }
        }
        self.highest = self.highest.max(number);
    }
}

/// Returns the word and the bit of a number.
fn place(number: u64) -> (usize, u64) {
    let at = number % SIZE;
    ((at / WORD_BITS) as usize, 1 << (at % WORD_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_accepted_once_in_any_order() {
        let mut window = ReplayWindow::new();
        for number in [3, 1, 2, 7, 5] {
            assert!(window.insert(number), "{number}");
        }
        for number in [1, 2, 3, 5, 7] {
            assert!(!window.insert(number), "{number} again");
        }
        assert!(window.insert(6) && window.insert(4));
        assert!(window.is_newest(8) && !window.is_newest(7));
    }

    #[test]
    fn a_number_older_than_the_window_is_refused() {
        let mut window = ReplayWindow::new();
        assert!(window.insert(SIZE + 1));
        assert!(!window.insert(1), "older than the window");
        assert!(window.insert(2), "the oldest of the window");
        assert!(!window.insert(0));
    }

    #[test]
    fn numbers_that_enter_the_window_are_new_after_a_whole_turn() {
        let mut window = ReplayWindow::new();
        assert!((1..=10).all(|number| window.insert(number)));
        // The numbers share their bits with those before.
        assert!((SIZE + 1..=SIZE + 10).rev().all(|number| window.insert(number)));
        assert!(window.insert(5 * SIZE + 3), "beyond a whole window");
        assert!(!window.insert(SIZE + 3), "left behind");
        assert!(window.insert(4 * SIZE + 4));
    }
}
