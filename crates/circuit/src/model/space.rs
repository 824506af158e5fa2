//! The plaintext space a circuit works in, and the shape of one value of it.

use crate::limits;
use crate::model::CircuitError;

/// A plaintext space: the ring each slot of a vector lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Bits: addition is XOR, multiplication is AND.
    Gf2,
    /// Integers modulo `modulus`, which lies in `2..2^62`.
    Zt {
        /// The plaintext modulus t.
        modulus: u64,
    },
    /// Real numbers; answers are right within a tolerance.
    Real {
        /// Largest absolute value of an input.
        bound: Bound,
    },
    /// Complex numbers; answers are right within a tolerance.
    Complex {
        /// Largest absolute value |z| of an input.
        bound: Bound,
    },
}

/// The bound R on inputs: a double from 2^-40 to 2^40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound(u64);

impl Bound {
    /// The bound `value`, if it is one.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        (1.0 / limits::BOUND..=limits::BOUND).contains(&value).then(|| Self(value.to_bits()))
    }

    /// The bound as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl Space {
    /// The integers mod `modulus`.
    ///
    /// # Errors
    /// [`CircuitError::Modulus`] unless `2 <= modulus < 2^62`.
    pub fn zt(modulus: u64) -> Result<Self, CircuitError> {
        if (2..limits::MODULUS).contains(&modulus) {
            Ok(Self::Zt { modulus })
        } else {
            Err(CircuitError::Modulus(modulus))
        }
    }

    /// Reals, inputs up to `bound` in absolute value.
    ///
    /// # Errors
    /// [`CircuitError::Bound`] unless `2^-40 <= bound <= 2^40`.
    pub fn real(bound: f64) -> Result<Self, CircuitError> {
        let found = Bound::new(bound).ok_or_else(|| CircuitError::Bound(bound.to_string()))?;
        Ok(Self::Real { bound: found })
    }

    /// Complex numbers, inputs up to `bound` in absolute value.
    ///
    /// # Errors
    /// As [`Space::real`].
    pub fn complex(bound: f64) -> Result<Self, CircuitError> {
        let found = Bound::new(bound).ok_or_else(|| CircuitError::Bound(bound.to_string()))?;
        Ok(Self::Complex { bound: found })
    }

    /// The name used in suites, in HELLO packets and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gf2 => "gf2",
            Self::Zt { .. } => "zt",
            Self::Real { .. } => "real",
            Self::Complex { .. } => "complex",
        }
    }

    /// The plaintext modulus t of `zt`.
    pub fn modulus(self) -> Option<u64> {
        match self {
            Self::Gf2 | Self::Real { .. } | Self::Complex { .. } => None,
            Self::Zt { modulus } => Some(modulus),
        }
    }

    /// The bound on inputs: R of `real`, C of `complex`.
    pub fn bound(self) -> Option<f64> {
        match self {
            Self::Gf2 | Self::Zt { .. } => None,
            Self::Real { bound } | Self::Complex { bound } => Some(bound.value()),
        }
    }

    /// The modulus of bits and integers: 2 or t; `None` for real and complex numbers, whose answers are
    /// approximate.
    pub fn exact(self) -> Option<u64> {
        match self {
            Self::Gf2 => Some(2),
            Self::Zt { modulus } => Some(modulus),
            Self::Real { .. } | Self::Complex { .. } => None,
        }
    }

    /// Whether values are complex numbers.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::Complex { .. })
    }

    /// Real numbers that a value of `real` or `complex` consists of: 1 or 2; of other spaces 1.
    pub fn parts(self) -> usize {
        1 + usize::from(self.is_complex())
    }
}

/// The shape of one value: a vector of `batch` slots over `space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The ring of each slot.
    pub space: Space,
    /// Number of slots ℓ, `1..=2^17`.
    pub batch: u32,
}

impl Shape {
    /// 64-bit words one value occupies: bits packed 64 to a word (slot i is bit `i % 64` of word
    /// `i / 64`, bits beyond the batch are zero), one word per residue, or two per real number: the
    /// bits of two doubles, whose sum it is; four per complex number, its real part first.
    pub fn words(self) -> usize {
        match self.space {
            Space::Gf2 => (self.batch as usize).div_ceil(64),
            Space::Zt { .. } => self.batch as usize,
            Space::Real { .. } | Space::Complex { .. } => {
                2 * self.space.parts() * self.batch as usize
            }
        }
    }

    /// Words of a mask: one bit per slot, whatever the space.
    pub fn mask_words(self) -> usize {
        (self.batch as usize).div_ceil(64)
    }

    /// The bits of the last mask word that belong to slots.
    pub fn tail_mask(self) -> u64 {
        match self.batch % 64 {
            0 => u64::MAX,
            used => (1 << used) - 1,
        }
    }
}
