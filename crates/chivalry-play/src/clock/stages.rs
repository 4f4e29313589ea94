//! The stages of a time control: so many moves in so much time, then the rest.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most stages that a time control can have.
pub const MAX_STAGES: usize = 4;

/// One stage of a time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Moves that a seat makes in it; the last stage has no such number, and
    /// goes on to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1_000))]
    pub moves: Option<u32>,
    /// Added to what is left when the stage begins, in milliseconds.
    #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
    pub ms: u64,
    /// Added after each move made in it, in milliseconds.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
    pub increment_ms: u64,
}

/// Up to [`MAX_STAGES`] stages, in order; at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stages {
    stages: [Stage; MAX_STAGES],
    len: u8,
}

impl Stages {
    /// The stages of a control; `None` when there are none or too many.
    #[must_use]
    pub fn new(stages: &[Stage]) -> Option<Stages> {
        let mut all = [Stage::default(); MAX_STAGES];
        let len = u8::try_from(stages.len()).ok().filter(|len| *len > 0)?;
        all.get_mut(..stages.len())?.copy_from_slice(stages);
        Some(Stages { stages: all, len })
    }
}

impl Deref for Stages {
    type Target = [Stage];

    fn deref(&self) -> &[Stage] {
        &self.stages[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for Stages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Stages {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Stages {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Stages, D::Error> {
        let stages = Vec::<Stage>::deserialize(from)?;
        Stages::new(&stages).ok_or_else(|| {
            serde::de::Error::custom(format_args!("a time control has 1 to {MAX_STAGES} stages"))
        })
    }
}
