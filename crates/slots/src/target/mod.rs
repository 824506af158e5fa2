//! What a system under test declares about itself: the first chunk of its public key.
//!
//! It comes from a program that is not trusted. Everything in it is bounded here, before anything is
//! computed or allocated by it.

mod real;
mod steps;

pub use real::{AnyTarget, RealTarget};
pub use steps::{key_steps, may_rebuild};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::layout::Layout;

/// Longest declaration, in bytes.
pub const MAX_BYTES: usize = 1 << 16;
/// Most slots of a row.
pub const MAX_ROW: u32 = 1 << 20;
/// Most rotation steps.
pub const MAX_STEPS: usize = 256;
/// Most levels.
pub const MAX_LEVELS: usize = 128;
/// Largest size of any noise figure, in bits.
pub const MAX_BITS: f64 = 100_000.0;
/// Exclusive bound on the plaintext modulus.
pub const MAX_MODULUS: u64 = 1 << 62;

/// What circuits are planned for: the slots, the keys and the noise of one public key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Entries of a vector, ℓ: the L of the key parameters.
    pub batch: u32,
    /// Slots that rotate cyclically, R. A plaintext may consist of several such rows, which then hold
    /// the same.
    pub row: u32,
    /// The plaintext modulus t: that of the circuit, or for bits one that carries them.
    pub modulus: u64,
    /// Rotations there are keys for: by `s` slots upwards, slot j goes to slot (j + s) mod R.
    pub steps: Vec<i32>,
    /// How noise grows.
    pub noise: Noise,
}

/// How noise grows. All figures are log2; what they are relative to is the library's affair.
///
/// They serve planning only. Results are judged by comparison with the plaintext evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// The largest noise that still decrypts, by level, the lowest level first. The difference of two
    /// neighbours is the size of the prime between them. One entry: nothing is switched.
    pub capacity: Vec<f64>,
    /// What switching to a lower level leaves at least; required with several levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// A fresh encryption.
    pub fresh: f64,
    /// Added by one key switch: a relinearisation or a rotation by one of the steps.
    pub key_switch: f64,
    /// How a product of ciphertexts grows before its key switch.
    pub multiply: Growth,
    /// Added by adding a plaintext; none: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_plain: Option<f64>,
    /// Multiplied by a plaintext of any entries.
    pub multiply_plain: f64,
    /// A row that repeats has few coefficients: whether a product with one that repeats after p of 2R
    /// slots grows by only sqrt(2p) instead of sqrt(2R).
    #[serde(default)]
    pub periodic_plain: bool,
}

/// How the noise of a product comes from that of its operands a and b.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Growth {
    /// (a + b)·2^bits: scale-invariant schemes (BFV).
    Sum(f64),
    /// a·b·2^bits: schemes that switch moduli (BGV).
    Product(f64),
}

/// An invalid declaration of a target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TargetError {
    /// Too long.
    #[error("the target declared with the key has {0} bytes; at most {MAX_BYTES} are read")]
    Long(usize),
    /// Not the JSON object of docs/programs.md.
    #[error(
        "the first chunk of the key is not a target as `ringassay --page programs` defines it: {0}"
    )]
    Json(String),
    /// A figure out of bounds.
    #[error("the target declared with the key: {0}")]
    Value(String),
}

impl Target {
    /// Reads and checks a declaration.
    ///
    /// # Errors
    /// If it is not a JSON object of these fields, or a figure is out of bounds.
    pub fn parse(text: &[u8]) -> Result<Self, TargetError> {
        if text.len() > MAX_BYTES {
            return Err(TargetError::Long(text.len()));
        }
        // A derived struct would also accept a JSON array of its fields.
        if text.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(TargetError::Json("it does not start with a brace".to_owned()));
        }
        let target: Self =
            serde_json::from_slice(text).map_err(|error| TargetError::Json(error.to_string()))?;
        target.check().map_err(TargetError::Value)?;
        Ok(target)
    }

    /// Where vectors lie.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout { batch: self.batch, row: self.row }
    }

    /// The highest level.
    #[must_use]
    pub fn top(&self) -> u32 {
        self.noise.capacity.len().saturating_sub(1) as u32
    }

    fn check(&self) -> Result<(), String> {
        check_slots(self.batch, self.row, &self.steps)?;
        if !(2..MAX_MODULUS).contains(&self.modulus) {
            return Err(format!("modulus {} is not from 2 to 2^62", self.modulus));
        }
        self.noise.check()
    }
}

/// What both kinds of targets have.
fn check_slots(batch: u32, row: u32, steps: &[i32]) -> Result<(), String> {
    if !(1..=MAX_ROW).contains(&row) || !(1..=row).contains(&batch) {
        return Err(format!(
            "batch {batch} in a row of {row}: the row has at most {MAX_ROW} slots, the batch at most as \
             many, both at least 1"
        ));
    }
    if steps.len() > MAX_STEPS {
        return Err(format!("{} steps; at most {MAX_STEPS}", steps.len()));
    }
    let beyond = |step: &&i32| step.unsigned_abs() >= row || **step == 0;
    if let Some(step) = steps.iter().find(beyond) {
        return Err(format!("step {step} is 0 or not below the row of {row}"));
    }
    Ok(())
}

impl Noise {
    fn check(&self) -> Result<(), String> {
        let levels = self.capacity.len();
        if !(1..=MAX_LEVELS).contains(&levels) {
            return Err(format!("capacity for {levels} levels; at least 1, at most {MAX_LEVELS}"));
        }
        if levels > 1 && self.floor.is_none() {
            return Err("several levels need a floor".to_owned());
        }
        if !self.capacity.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err("capacity must grow with the level".to_owned());
        }
        let (Growth::Sum(multiply) | Growth::Product(multiply)) = self.multiply;
        let single = [self.fresh, self.key_switch, multiply, self.multiply_plain];
        let optional = self.floor.into_iter().chain(self.add_plain);
        let mut figures = self.capacity.iter().copied().chain(single).chain(optional);
        // JSON has no NaN and no infinity, but this also refuses them.
        match figures.find(|figure| !figure.is_finite() || figure.abs() > MAX_BITS) {
            Some(figure) => Err(format!("a noise figure of {figure} bits; at most {MAX_BITS}")),
            None => Ok(()),
        }
    }

    /// log2(2^a + 2^b).
    #[must_use]
    pub fn sum(a: f64, b: f64) -> f64 {
        let (high, low) = if a < b { (b, a) } else { (a, b) };
        high + (low - high).exp2().ln_1p() / std::f64::consts::LN_2
    }

    /// After a product of ciphertexts, relinearised.
    #[must_use]
    pub fn multiply(&self, a: f64, b: f64) -> f64 {
        let product = match self.multiply {
            Growth::Sum(bits) => Self::sum(a, b) + bits,
            Growth::Product(bits) => a + b + bits,
        };
        self.rotate(product)
    }

    /// After a key switch.
    #[must_use]
    pub fn rotate(&self, a: f64) -> f64 {
        Self::sum(a, self.key_switch)
    }

    /// After adding a plaintext.
    #[must_use]
    pub fn add_plain(&self, a: f64) -> f64 {
        self.add_plain.map_or(a, |plain| Self::sum(a, plain))
    }

    /// After a product with a row of `row` slots that repeats after `period`.
    #[must_use]
    pub fn multiply_plain(&self, a: f64, period: u32, row: u32) -> f64 {
        let saved = if self.periodic_plain && period < row {
            (f64::from(row) / f64::from(period)).log2() / 2.0
        } else {
            0.0
        };
        a + self.multiply_plain - saved
    }
}
