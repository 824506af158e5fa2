//! What a system that computes with real or complex numbers declares.

use serde::{Deserialize, Serialize};

use crate::layout::Layout;
use crate::target::{MAX_BYTES, MAX_LEVELS, Target, TargetError};

/// What circuits over real or complex numbers are planned for: the slots, the levels and the rotation keys of one public
/// key. Scales are the adapter's affair (`docs/programs.md`, Reals).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RealTarget {
    /// Entries of a vector, ℓ.
    pub batch: u32,
    /// Slots that rotate cyclically, R.
    pub row: u32,
    /// Levels, 0 included: one more than products one after another.
    pub levels: u32,
    /// Rotations there are keys for, as in [`Target`].
    pub steps: Vec<i32>,
    /// Whether slots hold complex numbers: then there is a key for conjugation.
    #[serde(default, skip_serializing_if = "is_false")]
    pub complex: bool,
    /// Whether ciphertexts can be refreshed: brought from any level back to the highest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub refresh: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl RealTarget {
    /// The highest level.
    #[must_use]
    pub fn top(&self) -> u32 {
        self.levels.saturating_sub(1)
    }

    /// Where vectors lie.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout { batch: self.batch, row: self.row }
    }

    fn check(&self) -> Result<(), String> {
        super::check_slots(self.batch, self.row, &self.steps)?;
        if self.refresh && self.levels < 2 {
            return Err("refreshed ciphertexts need a level for a product".to_owned());
        }
        if !(1..=MAX_LEVELS as u32).contains(&self.levels) {
            return Err(format!("{} levels; at least 1, at most {MAX_LEVELS}", self.levels));
        }
        Ok(())
    }
}

/// A target of either kind: that of integers has a modulus and noise, that of reals has levels.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyTarget {
    /// For bits and integers.
    Integers(Target),
    /// For real or complex numbers.
    Reals(RealTarget),
}

impl AnyTarget {
    /// Reads and checks a declaration.
    ///
    /// # Errors
    /// If it is not a JSON object with the fields of one kind, or a figure is out of bounds.
    pub fn parse(text: &[u8]) -> Result<Self, TargetError> {
        #[derive(Deserialize)]
        struct Peek {
            levels: Option<serde::de::IgnoredAny>,
        }
        if text.len() > MAX_BYTES {
            return Err(TargetError::Long(text.len()));
        }
        let is_real = serde_json::from_slice::<Peek>(text).is_ok_and(|peek| peek.levels.is_some());
        if !is_real || text.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Target::parse(text).map(Self::Integers);
        }
        let target: RealTarget =
            serde_json::from_slice(text).map_err(|error| TargetError::Json(error.to_string()))?;
        target.check().map_err(TargetError::Value)?;
        Ok(Self::Reals(target))
    }

    /// Where vectors lie.
    #[must_use]
    pub fn layout(&self) -> Layout {
        match self {
            Self::Integers(target) => target.layout(),
            Self::Reals(target) => target.layout(),
        }
    }

    /// Whether slots hold complex numbers.
    #[must_use]
    pub fn is_complex(&self) -> bool {
        matches!(self, Self::Reals(target) if target.complex)
    }

    /// Whether ciphertexts can be refreshed.
    #[must_use]
    pub fn refreshes(&self) -> bool {
        matches!(self, Self::Reals(target) if target.refresh)
    }

    /// The modulus, 0 for real and complex numbers.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        match self {
            Self::Integers(target) => target.modulus,
            Self::Reals(_) => 0,
        }
    }

    /// How many levels there are.
    #[must_use]
    pub fn levels(&self) -> u32 {
        match self {
            Self::Integers(target) => target.top() + 1,
            Self::Reals(target) => target.levels,
        }
    }

    /// Rotations there are keys for.
    #[must_use]
    pub fn steps(&self) -> &[i32] {
        match self {
            Self::Integers(target) => &target.steps,
            Self::Reals(target) => &target.steps,
        }
    }
}
