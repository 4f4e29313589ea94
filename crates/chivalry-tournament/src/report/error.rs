//! Errors of tournament reports.

/// An error in a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The stage is not a Swiss.
    #[error("only a Swiss tournament has this report")]
    NotSwiss,
    /// The games have more than two sides.
    #[error("only games of two sides have this report")]
    NotTwoSides,
    /// Invalid text.
    #[error("line {line}, column {column}: {fault}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The error.
        fault: ReportFault,
    },
}

/// The kind of an error in the text of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportFault {
    /// Invalid number of rounds.
    #[error("the number of rounds is 1 to 100")]
    Rounds,
    /// Invalid starting rank.
    #[error("a starting rank is a number from 1")]
    Rank,
    /// Starting ranks with a gap, or out of order.
    #[error("starting ranks go from 1 without a gap")]
    RankOrder,
    /// Invalid rating.
    #[error("a rating is a number")]
    Rating,
    /// Invalid place.
    #[error("a place is a number")]
    Place,
    /// Invalid points.
    #[error("points are whole or half")]
    Points,
    /// Points that differ from the sum of the results.
    #[error("the points are not the sum of the results")]
    PointsDiffer,
    /// Invalid or unknown opponent.
    #[error("there is no such opponent")]
    Opponent,
    /// An opponent with another opponent.
    #[error("the opponent tells otherwise")]
    OpponentDiffers,
    /// Invalid color.
    #[error("a color is w or b")]
    Color,
    /// Two opponents with the same side.
    #[error("both have the same side")]
    SameSide,
    /// Unknown result code.
    #[error("there is no such result")]
    Result,
    /// Results of two opponents that do not go together.
    #[error("the result of the opponent is another one")]
    ResultDiffers,
    /// A result that needs an opponent.
    #[error("the result needs an opponent")]
    NoOpponent,
    /// Two pairing-allocated byes in a round.
    #[error("a round has one pairing-allocated bye")]
    TwoByes,
    /// More paired rounds than the tournament has.
    #[error("the round is beyond the number of rounds")]
    RoundBeyond,
    /// Points of results that this server cannot count.
    #[error("absences score 0, and the pairing-allocated bye scores a win")]
    Scoring,
    /// A tournament that is not a Dutch Swiss without acceleration.
    #[error("the tournament is not a FIDE Dutch Swiss without acceleration")]
    Type,
    /// An invalid date.
    #[error("a date is YYYY/MM/DD")]
    Date,
    /// A record that changes points or pairings in an unsupported way.
    #[error("this record is not supported")]
    Unsupported,
}
