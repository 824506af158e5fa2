//! One factor of an index: a prime power, an axis of the tensor.

/// A prime power p^e, e >= 1, that divides an index exactly. Equal to nothing else in the index, so
/// it names an axis of the tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PrimePower {
    /// The prime p.
    pub prime: u32,
    /// The exponent e >= 1.
    pub exponent: u32,
}

impl PrimePower {
    /// p^e. It fits: an [`Index`](super::Index) is far below 2^32.
    pub fn value(self) -> u64 {
        u64::from(self.prime).pow(self.exponent)
    }

    /// φ(p^e) = (p-1)·p^(e-1), the length of the axis.
    pub fn totient(self) -> usize {
        (self.prime as usize - 1) * self.inner()
    }

    /// p^(e-1): the axis is a tensor of its own, `[p-1][p^(e-1)]`, since
    /// ζ_{p^e}^j = ζ_p^{j_0}·ζ_{p^e}^{j_1} for j = p^(e-1)·j_0 + j_1 (ePrint 2013/293 §2.5.2).
    pub fn inner(self) -> usize {
        (self.prime as usize).pow(self.exponent - 1)
    }
}

impl std::fmt::Display for PrimePower {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.exponent == 1 {
            write!(f, "{}", self.prime)
        } else {
            write!(f, "{}^{}", self.prime, self.exponent)
        }
    }
}
