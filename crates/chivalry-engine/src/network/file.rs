//! Network files.
//!
//! A file has a header, the weights and the SHA-256 hash of both. The header is
//! the magic bytes, the version of the format, and the numbers of inputs,
//! hidden units and buckets. All numbers are little-endian.

use chivalry_rules::Variant;
use sha2::{Digest as _, Sha256};

use super::inputs::Inputs;
use super::layers::{BUCKETS, HIDDEN, MAX_OUTPUT_WEIGHT, Network};

/// The first bytes of a file.
const MAGIC: [u8; 4] = *b"CHVN";

/// The version of the format. Increment it when inputs or layers change.
const VERSION: u16 = 1;

const HEADER_BYTES: usize = MAGIC.len() + 4 * size_of::<u16>();

/// The number of bytes of the hash at the end.
pub(crate) const HASH_BYTES: usize = 32;

/// The reason why bytes are no network for a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not start as a network file.
    #[error("not a network file")]
    NotANetwork,
    /// The file has another version of the format.
    #[error("version {found} of the format, expected {VERSION}")]
    OtherVersion {
        /// The version in the header.
        found: u16,
    },
    /// The layers have other sizes than those of the variant.
    #[error("{found} inputs, expected {expected}")]
    OtherInputs {
        /// The number of inputs in the header.
        found: usize,
        /// The number of inputs of the variant.
        expected: usize,
    },
    /// The number of hidden units or buckets is another one.
    #[error("layers of another size")]
    OtherLayers,
    /// The file is incomplete, or a byte of it has changed.
    #[error("the file is damaged")]
    Damaged,
    /// The variant cannot have a network.
    #[error("no network fits the variant")]
    UnsupportedVariant,
}

impl NetworkError {
    /// The stable code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            NetworkError::NotANetwork => "not_a_network",
            NetworkError::OtherVersion { .. } => "other_version",
            NetworkError::OtherInputs { .. } => "other_inputs",
            NetworkError::OtherLayers => "other_layers",
            NetworkError::Damaged => "damaged_network",
            NetworkError::UnsupportedVariant => "unsupported_variant",
        }
    }
}

impl Network {
    /// The network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, self.input.len() as u16, HIDDEN as u16, BUCKETS as u16] {
            bytes.extend(number.to_le_bytes());
        }
        let output = self.output.as_flattened().as_flattened();
        let weights = self.input.as_flattened().iter().chain(&self.bias).chain(output);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// Reads the bytes of a file as a network for `variant`.
    ///
    /// # Errors
    /// The bytes are no network, are damaged, or have other inputs than
    /// positions of the variant.
    pub fn read(bytes: &[u8], variant: &Variant) -> Result<Network, NetworkError> {
        let inputs = Inputs::for_variant(variant).ok_or(NetworkError::UnsupportedVariant)?;
        let header = bytes.get(..HEADER_BYTES).ok_or(NetworkError::NotANetwork)?;
        let (magic, numbers) = header.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(NetworkError::NotANetwork);
        }
        let mut numbers = numbers.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair));
        let mut number = || numbers.next().map_or(0, usize::from);
        let [version, input_count, hidden, buckets] = [number(), number(), number(), number()];
        if version != usize::from(VERSION) {
            return Err(NetworkError::OtherVersion { found: version as u16 });
        }
        if input_count != inputs.len() {
            return Err(NetworkError::OtherInputs { found: input_count, expected: inputs.len() });
        }
        if (hidden, buckets) != (HIDDEN, BUCKETS) {
            return Err(NetworkError::OtherLayers);
        }
        let end = bytes.len().checked_sub(HASH_BYTES).filter(|&end| end >= HEADER_BYTES);
        let (content, hash) = bytes.split_at(end.ok_or(NetworkError::Damaged)?);
        if Sha256::digest(content)[..] != *hash {
            return Err(NetworkError::Damaged);
        }
        Network::from_weights(&content[HEADER_BYTES..], input_count)
    }

    fn from_weights(bytes: &[u8], inputs: usize) -> Result<Network, NetworkError> {
        let weights = (inputs + 1 + 2 * BUCKETS) * HIDDEN;
        let (weight_bytes, bias_bytes) =
            bytes.split_at_checked(weights * size_of::<i16>()).ok_or(NetworkError::Damaged)?;
        if bias_bytes.len() != BUCKETS * size_of::<i32>() {
            return Err(NetworkError::Damaged);
        }
        let mut weights = weight_bytes.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut row = || std::array::from_fn(|_| weights.next().unwrap_or_default());
        let network = Network {
            input: (0..inputs).map(|_| row()).collect(),
            bias: row(),
            output: std::array::from_fn(|_| [row(), row()]),
            output_bias: std::array::from_fn(|bucket| {
                i32::from_le_bytes(bias_bytes.as_chunks().0[bucket])
            }),
        };
        let output = network.output.as_flattened().as_flattened();
        let is_in_range =
            output.iter().all(|it| (-MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT).contains(it));
        if is_in_range { Ok(network) } else { Err(NetworkError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::built_in::built_in;
    use super::*;

    fn variant() -> &'static Variant {
        Variant::named("camelot").unwrap()
    }

    fn bytes() -> Vec<u8> {
        built_in(variant()).unwrap().to_bytes()
    }

    fn error(bytes: &[u8]) -> &'static str {
        Network::read(bytes, variant()).unwrap_err().code()
    }

    #[test]
    fn a_network_survives_writing_and_reading() {
        let bytes = bytes();
        assert!(bytes.len() < 1_000_000);
        let network = Network::read(&bytes, variant()).unwrap();
        assert_eq!(network, **built_in(variant()).unwrap());
        assert_eq!(network.to_bytes(), bytes);
    }

    #[test]
    fn a_changed_byte_is_refused() {
        let whole = bytes();
        let places = (0..whole.len()).step_by(997).chain(0..HEADER_BYTES).chain([whole.len() - 1]);
        for at in places {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            let code = error(&changed);
            match at {
                0..4 => assert_eq!(code, "not_a_network"),
                4..6 => assert_eq!(code, "other_version"),
                6..8 => assert_eq!(code, "other_inputs"),
                8..12 => assert_eq!(code, "other_layers"),
                _ => assert_eq!(code, "damaged_network", "byte {at}"),
            }
        }
    }

    #[test]
    fn an_incomplete_file_is_refused() {
        let whole = bytes();
        for length in [0, 3, HEADER_BYTES - 1] {
            assert_eq!(error(&whole[..length]), "not_a_network");
        }
        for length in [HEADER_BYTES, HEADER_BYTES + HASH_BYTES, whole.len() - 1] {
            assert_eq!(error(&whole[..length]), "damaged_network");
        }
        // A correct hash of too few weights.
        let mut short = whole[..whole.len() - HASH_BYTES - 2].to_vec();
        short.extend(Sha256::digest(&short));
        assert_eq!(error(&short), "damaged_network");
    }

    #[test]
    fn a_network_of_another_board_is_refused() {
        let other = Network::read(&bytes(), Variant::named("camette").unwrap());
        assert!(matches!(other, Err(NetworkError::OtherInputs { .. })), "{other:?}");
        let trees = Variant::all().iter().find(|variant| variant.has_trees()).unwrap();
        assert_eq!(Network::read(&bytes(), trees), Err(NetworkError::UnsupportedVariant));
    }
}
