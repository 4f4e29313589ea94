//! The stages of a time control.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum number of stages.
pub const MAX_STAGES: usize = 4;

/// A stage of a time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The number of moves in the stage; absent for the last stage, which continues to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1_000))]
    pub moves: Option<u32>,
    /// The time added at the start of the stage, in milliseconds.
    #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
    pub ms: u64,
    /// The increment after each move of the stage, in milliseconds.
    #[serde(default, skip_serializing_if = "super::timestamp::is_zero")]
    #[cfg_attr(feature = "schema", schema(maximum = 2_592_000_000_u64))]
    pub increment_ms: u64,
}

/// One to [`MAX_STAGES`] stages, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stages {
    stages: [Stage; MAX_STAGES],
    len: u8,
}

impl Stages {
    /// Returns the stages, or `None` if there are none or too many.
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
