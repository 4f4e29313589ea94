//! The positions that a network learns from.

use chivalry_rules::Position;

use crate::network::inputs::Inputs;

/// Quiet positions of self-play games, with their scores and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The active inputs of all samples: those of a sample in the perspective of
    /// the seat to move, then as many in that of the next seat.
    inputs: Vec<u16>,
    samples: Vec<Sample>,
}

/// A quiet position without its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// The end of its inputs among those of all samples.
    end: u32,
    /// The score of the search for the team to move, in hundredths of a man.
    pub(super) score: i16,
    /// The half points of the team to move: 2, 1 or 0.
    pub(super) half_points: u8,
}

impl Samples {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// True if there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Appends the positions of `others`.
    pub fn append(&mut self, others: &Samples) {
        let offset = self.inputs.len() as u32;
        self.inputs.extend_from_slice(&others.inputs);
        let moved = others.samples.iter().map(|it| Sample { end: it.end + offset, ..*it });
        self.samples.extend(moved);
    }

    /// Appends a position.
    pub(super) fn push(
        &mut self,
        inputs: &Inputs,
        position: &Position,
        score: i16,
        half_points: u8,
    ) {
        let turn = position.turn();
        inputs.collect(position, turn, &mut self.inputs);
        inputs.collect(position, position.variant().next_seat(turn), &mut self.inputs);
        self.push_inputs(&[], score, half_points);
    }

    /// Ends a position, whose last inputs are `active`.
    pub(super) fn push_inputs(&mut self, active: &[u16], score: i16, half_points: u8) {
        self.inputs.extend_from_slice(active);
        self.samples.push(Sample { end: self.inputs.len() as u32, score, half_points });
    }

    /// Sets the half points of the positions from `first`.
    pub(super) fn set_half_points(&mut self, first: usize, half_points: &[u8]) {
        for (sample, &half_points) in self.samples[first..].iter_mut().zip(half_points) {
            sample.half_points = half_points;
        }
    }

    pub(super) fn all(&self) -> &[Sample] {
        &self.samples
    }

    /// The active inputs of the position at `index`, in both perspectives.
    pub(super) fn inputs(&self, index: usize) -> [&[u16]; 2] {
        let start = index.checked_sub(1).map_or(0, |before| self.samples[before].end as usize);
        let both = &self.inputs[start..self.samples[index].end as usize];
        let (own, next) = both.split_at(both.len() / 2);
        [own, next]
    }
}
