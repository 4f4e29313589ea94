//! Methods of pairing, which give the same pairing.

/// A method of pairing. The default is the fastest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Method {
    /// Pairs each bracket of 2026 together with all players below it.
    pub(super) always_with_rest: bool,
    /// Has no kinds of players, and pairs by general matchings of another
    /// implementation in place of special cases.
    pub(super) is_plain: bool,
}
