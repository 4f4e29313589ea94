//! Files of positions that a network learns from.
//!
//! A file is a sequence of little-endian 16-bit numbers. The header is the magic
//! bytes, the version of the format, and the number of inputs. Each position
//! follows: the number of its active inputs in both perspectives, these inputs,
//! the score and the half points.

use chivalry_rules::Variant;

use super::samples::Samples;
use crate::network::inputs::Inputs;

/// The first bytes of a file, and the version of the format. Increment the last
/// byte when inputs change.
const MAGIC: [u8; 6] = *b"CHVP\x01\x00";

/// The reason why bytes are no positions of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SamplesError {
    /// The bytes do not start as a file of positions of this version.
    #[error("not a file of positions, or one of another version")]
    NotSamples,
    /// The positions are those of another board, or no network fits the variant.
    #[error("the positions do not fit the variant")]
    OtherInputs,
    /// The file is incomplete, or has an impossible value.
    #[error("the file is damaged")]
    Damaged,
}

impl Samples {
    /// The positions of `variant` as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self, variant: &Variant) -> Vec<u8> {
        let inputs = Inputs::for_variant(variant).map_or(0, Inputs::len);
        let mut bytes = MAGIC.to_vec();
        bytes.extend((inputs as u16).to_le_bytes());
        for (index, sample) in self.all().iter().enumerate() {
            let active = self.inputs(index).concat();
            let rest = [sample.score.cast_unsigned(), u16::from(sample.half_points)];
            let numbers = [&[active.len() as u16], &active[..], &rest].concat();
            bytes.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
        }
        bytes
    }

    /// Reads the bytes of a file as positions of `variant`.
    ///
    /// # Errors
    /// The bytes are no positions, are incomplete, or are positions of another
    /// board.
    pub fn read(bytes: &[u8], variant: &Variant) -> Result<Samples, SamplesError> {
        let inputs = Inputs::for_variant(variant).ok_or(SamplesError::OtherInputs)?.len();
        let content = bytes.strip_prefix(&MAGIC).ok_or(SamplesError::NotSamples)?;
        let (pairs, rest) = content.as_chunks();
        if !rest.is_empty() {
            return Err(SamplesError::Damaged);
        }
        let mut numbers = pairs.iter().map(|pair| u16::from_le_bytes(*pair));
        let mut number = || numbers.next();
        if number().map(usize::from) != Some(inputs) {
            return Err(SamplesError::OtherInputs);
        }
        let mut samples = Samples::default();
        while let Some(count) = number() {
            let is_even = count % 2 == 0;
            let active: Vec<u16> = (0..count).map_while(|_| number()).collect();
            let (score, half_points) = (number(), number());
            let (Some(score), Some(half_points @ 0..=2), true) = (score, half_points, is_even)
            else {
                return Err(SamplesError::Damaged);
            };
            if active.iter().any(|&input| usize::from(input) >= inputs) {
                return Err(SamplesError::Damaged);
            }
            samples.push_inputs(&active, score.cast_signed(), half_points as u8);
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::super::self_play;
    use super::*;
    use crate::evaluation::evaluator::Evaluator;
    use crate::evaluation::weights::Weights;

    fn variant() -> &'static Variant {
        Variant::named("camette").unwrap()
    }

    fn samples() -> Samples {
        self_play(&Evaluator::new(variant(), Weights::built_in(variant())), 100, 5..9)
    }

    #[test]
    fn positions_survive_writing_and_reading() {
        let samples = samples();
        assert!(!samples.is_empty());
        let bytes = samples.to_bytes(variant());
        assert_eq!(Samples::read(&bytes, variant()), Ok(samples));
    }

    #[test]
    fn other_files_and_other_boards_are_refused() {
        let bytes = samples().to_bytes(variant());
        assert_eq!(Samples::read(b"", variant()), Err(SamplesError::NotSamples));
        assert_eq!(Samples::read(&bytes[1..], variant()), Err(SamplesError::NotSamples));
        let camelot = Variant::named("camelot").unwrap();
        assert_eq!(Samples::read(&bytes, camelot), Err(SamplesError::OtherInputs));
    }

    #[test]
    fn an_incomplete_file_and_an_impossible_value_are_refused() {
        let whole = samples().to_bytes(variant());
        for removed in 1..5 {
            let short = &whole[..whole.len() - removed];
            assert_eq!(Samples::read(short, variant()), Err(SamplesError::Damaged), "{removed}");
        }
        // The half points of the last position, and the first input of the first one.
        for at in [whole.len() - 1, MAGIC.len() + 5] {
            let mut changed = whole.clone();
            changed[at] = 0xff;
            assert_eq!(Samples::read(&changed, variant()), Err(SamplesError::Damaged), "{at}");
        }
    }
}
