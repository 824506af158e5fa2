//! Exact arithmetic on numbers mantissa·2^exponent: the oracle of circuits over numbers.

use num_bigint::BigInt;

/// mantissa·2^exponent.
#[derive(Clone)]
pub(crate) struct Exact(pub(crate) BigInt, pub(crate) i64);

impl Exact {
    pub(crate) fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let (raw, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let whole = if raw == 0 { fraction } else { fraction | 1 << 52 };
        let sign = if value < 0.0 { -1 } else { 1 };
        Self(BigInt::from(whole) * sign, raw.max(1) - 1075)
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let least = self.1.min(other.1);
        let at = |x: &Self| &x.0 << (x.1 - least) as usize;
        Self(at(self) + at(other), least)
    }

    pub(crate) fn multiply(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0, self.1 + other.1)
    }

    pub(crate) fn negate(&self) -> Self {
        Self(-&self.0, self.1)
    }

    /// log2 of the absolute value, to a bit; very small for zero.
    pub(crate) fn log2(&self) -> f64 {
        if self.0.bits() == 0 { f64::NEG_INFINITY } else { (self.0.bits() as i64 + self.1) as f64 }
    }
}
