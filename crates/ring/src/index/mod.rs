//! Cyclotomic indices: factorisation, the axes of the tensor, exponents and units modulo m.
//!
//! The ring of index m, R = Z\[ζ_m\], has degree n = φ(m). For m = ∏ m_i with prime powers m_i it is
//! the tensor product of the rings Z\[ζ_{m_i}\], where ζ_{m_i} = ζ_m^{m/m_i} (ePrint 2013/293 §2.5.2).
//! A vector of n coefficients is therefore a tensor with one axis for each prime power. The axes
//! stand in **descending order of their primes**, row-major: the axis of the largest prime varies
//! slowest, that of the smallest prime (2, if m is even) is contiguous.
//!
//! Two numberings of the same n positions follow:
//!
//! - in the powerful basis, position (j_1, …, j_k) holds the coefficient of ∏ ζ_{m_i}^{j_i},
//!   0 <= j_i < φ(m_i): [`Index::powerful_exponents`];
//! - in the CRT basis, position (a_1, …, a_k) holds the value at ζ_m ↦ ω^u, where u is the unit of
//!   Z/m that is congruent to the axes' exponents modulo each m_i: [`Index::crt_exponents`].
//!
//! # The conjugate-invariant ring
//!
//! For m = 4N, N a power of two, an index may stand for the integers of the maximal real subfield in
//! place of the field: Z\[ζ + ζ^-1\] = Z\[X + 1/X\]/(X^{2N} + 1), of degree N = φ(m)/2 (D. Kim and
//! Y. Song, ePrint 2018/952). Its one axis has the basis 1, X + X^-1, …, X^{N-1} + X^-{N-1}, in which
//! "coefficients" are meant; its embeddings and values are those of the elements in Z\[ζ\], one of each
//! pair of conjugates, which are equal here. The powerful basis is this one, and so is the decoding basis.

mod error;
mod exponents;
mod group;
mod prime_power;
mod tensor;

pub use error::IndexError;
pub use group::{Generator, UnitGroup};
pub use prime_power::PrimePower;
pub use tensor::Axis;

use crate::arith::gcd;

/// A cyclotomic index m >= 1, factorised; not an odd number doubled; φ(m) <= [`Index::MAX_DEGREE`].
/// It stands for the ring Z\[ζ_m\], or for the [conjugate-invariant](Index::conjugate_invariant) one.
///
/// ```
/// use ringassay_ring::index::Index;
/// let index = Index::new(14_400)?;
/// assert_eq!(index.to_string(), "14400 = 5^2·3^2·2^6");
/// assert_eq!(index.degree(), 3840);
/// # Ok::<(), ringassay_ring::index::IndexError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Index {
    m: u32,
    degree: u32,
    factors: Vec<PrimePower>,
    conjugate_invariant: bool,
}

impl Index {
    /// The largest degree: 2^17.
    pub const MAX_DEGREE: usize = 1 << 17;

    /// Since φ(m) >= √(m/2), no larger number has a totient within bounds. What remains is
    /// factorised by trial division in at most 2^18 steps.
    const MAX_CANDIDATE: u64 = 2 * (Self::MAX_DEGREE as u64) * (Self::MAX_DEGREE as u64);

    /// The index `m`.
    ///
    /// # Errors
    ///
    /// If `m` is 0, is 2 modulo 4 (an odd index doubled gives the same ring: use m/2), or has
    /// φ(m) > [`Index::MAX_DEGREE`].
    pub fn new(m: u64) -> Result<Self, IndexError> {
        if m == 0 {
            return Err(IndexError::Zero);
        }
        if m % 4 == 2 {
            return Err(IndexError::TwiceOdd { m });
        }
        if m > Self::MAX_CANDIDATE {
            return Err(IndexError::TooLarge { m });
        }
        let parts = factorise_small(m);
        let totient: u64 = parts.iter().map(|&(p, e)| (p - 1) * p.pow(e - 1)).product();
        if totient > Self::MAX_DEGREE as u64 {
            return Err(IndexError::TooLarge { m });
        }
        // From here everything is small: a prime p divides m only if p - 1 <= φ(m) <= 2^17, and
        // m/φ(m) < 6 for so few primes, so that m < 2^20.
        let factors = parts
            .into_iter()
            .rev()
            .map(|(prime, exponent)| PrimePower { prime: prime as u32, exponent })
            .collect();
        Ok(Self { m: m as u32, degree: totient as u32, factors, conjugate_invariant: false })
    }

    /// The conjugate-invariant ring Z\[X + 1/X\]/(X^{2N} + 1) of index m = 4N: see the
    /// [module](self#the-conjugate-invariant-ring).
    ///
    /// ```
    /// use ringassay_ring::index::Index;
    /// let index = Index::conjugate_invariant(1 << 15)?;
    /// assert_eq!((index.m(), index.degree()), (1 << 15, 1 << 13));
    /// # Ok::<(), ringassay_ring::index::IndexError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Unless N = m/4 is a power of two from 2 to 2^16.
    pub fn conjugate_invariant(m: u64) -> Result<Self, IndexError> {
        if !m.is_power_of_two() || !(8..=2 * Self::MAX_DEGREE as u64).contains(&m) {
            return Err(IndexError::ConjugateInvariant { m });
        }
        let index = Self::new(m)?;
        Ok(Self { degree: index.degree / 2, conjugate_invariant: true, ..index })
    }

    /// Whether this is the conjugate-invariant ring.
    pub fn is_conjugate_invariant(&self) -> bool {
        self.conjugate_invariant
    }

    /// Σ_j |σ_i(b_j)|² over the basis b of a ring whose index is a power of two, the same for every
    /// embedding σ_i: E|σ_i(x)|² for independent coefficients of variance 1, and at least Σ_j |σ_i(b_j)|,
    /// the largest |σ_i(x)| for coefficients up to 1. n in the cyclotomic ring. 2n in the
    /// conjugate-invariant one: 1 + Σ_{0<k<n} 4·cos²(kθ_i) = 2n - 1 exactly, where |b_j| reaches 2.
    pub fn embedding_stretch(&self) -> f64 {
        f64::from(if self.conjugate_invariant { 2 * self.degree } else { self.degree })
    }

    /// The index of the cyclotomic ring whose rows cost what those of this ring do, but for the folding
    /// of the conjugate-invariant one: m, or m/2 for that. What [`crate::recorder`] calls m.
    pub fn kernel_index(&self) -> u32 {
        if self.conjugate_invariant { self.m / 2 } else { self.m }
    }

    /// m, below 2^20.
    pub fn m(&self) -> u64 {
        u64::from(self.m)
    }

    /// n, the degree of the ring and the length of every coefficient vector: φ(m), and half of it in the
    /// conjugate-invariant ring.
    pub fn degree(&self) -> usize {
        self.degree as usize
    }

    /// The prime powers whose product is m, primes descending: the axes of the tensor, slowest
    /// first. Empty for m = 1.
    pub fn factors(&self) -> &[PrimePower] {
        &self.factors
    }

    /// The prime power of `prime` in m, if it divides m.
    pub fn factor_of(&self, prime: u32) -> Option<PrimePower> {
        self.factors.iter().copied().find(|factor| factor.prime == prime)
    }

    /// The exponent of `prime` in m; 0 if it does not divide m.
    pub fn exponent_of(&self, prime: u32) -> u32 {
        self.factor_of(prime).map_or(0, |factor| factor.exponent)
    }

    /// The product of the primes that divide m.
    pub fn radical(&self) -> u64 {
        self.factors.iter().map(|factor| u64::from(factor.prime)).product()
    }

    /// The product of the odd primes that divide m. g = ∏ (1 - ζ_p) divides it, so that g has an
    /// inverse modulo every q coprime to it (ePrint 2013/293 §2.5.1).
    pub fn radical_odd(&self) -> u64 {
        self.odd_primes().map(u64::from).product()
    }

    /// The odd primes that divide m, descending: one factor 1 - ζ_p of g each.
    pub fn odd_primes(&self) -> impl Iterator<Item = u32> + '_ {
        self.factors.iter().map(|factor| factor.prime).filter(|&prime| prime != 2)
    }

    /// m/2 for even m, m for odd m; written m̂ (ePrint 2013/293 §2.5.1). Powers of ζ_m up to sign are
    /// of order m̂, and m̂/g generates the inverse of the codifferent.
    pub fn m_hat(&self) -> u64 {
        if self.m.is_multiple_of(2) { self.m() / 2 } else { self.m() }
    }

    /// Whether this index divides `other`, so that this ring is a subring of the other. Of the
    /// conjugate-invariant rings only equal ones count.
    pub fn divides(&self, other: &Index) -> bool {
        let both_cyclotomic = !self.conjugate_invariant && !other.conjugate_invariant;
        self == other || (both_cyclotomic && other.m.is_multiple_of(self.m))
    }

    /// Whether m is a power of two, so that the powerful basis is the power basis, g = 1, and the
    /// decoding basis is the powerful basis.
    pub fn is_power_of_two(&self) -> bool {
        self.m.is_power_of_two()
    }

    /// Whether `a` is a unit of Z/m. Every number is one modulo 1.
    pub fn is_unit(&self, a: u64) -> bool {
        gcd(a % self.m(), self.m()) == 1
    }

    /// The φ(m) units of Z/m, ascending; 0 for m = 1.
    pub fn units(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.m).filter(|&a| self.is_unit(u64::from(a)))
    }
}

impl std::fmt::Display for Index {
    /// `1728 = 3^3·2^6`, or only `m` where there is nothing to factorise; `64 = 2^6, conjugate-invariant`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.m)?;
        if let [single] = self.factors[..]
            && single.exponent == 1
        {
            return Ok(());
        }
        for (i, factor) in self.factors.iter().enumerate() {
            write!(f, "{}{factor}", if i == 0 { " = " } else { "·" })?;
        }
        f.write_str(if self.conjugate_invariant { ", conjugate-invariant" } else { "" })
    }
}

impl TryFrom<u64> for Index {
    type Error = IndexError;

    fn try_from(m: u64) -> Result<Self, Self::Error> {
        Self::new(m)
    }
}

/// The primes of m with their exponents, ascending, by trial division.
fn factorise_small(mut m: u64) -> Vec<(u64, u32)> {
    let mut parts = Vec::new();
    let mut candidate = 2;
    while candidate * candidate <= m {
        let mut exponent = 0;
        while m.is_multiple_of(candidate) {
            m /= candidate;
            exponent += 1;
        }
        if exponent > 0 {
            parts.push((candidate, exponent));
        }
        candidate += if candidate == 2 { 1 } else { 2 };
    }
    if m > 1 {
        parts.push((m, 1));
    }
    parts
}
