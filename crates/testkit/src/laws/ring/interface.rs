//! What is judged: an implementation of the ring.

use num_bigint::BigInt;

/// The basis that coefficients belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Products of powers of the ζ of the prime powers.
    Powerful,
    /// The dual of the conjugate powerful basis, times m̂/g.
    Decoding,
    /// Values at the primitive m-th roots of unity.
    Crt,
}

impl Basis {
    /// All three.
    pub const ALL: [Basis; 3] = [Basis::Powerful, Basis::Decoding, Basis::Crt];
}

/// An element: for each modulus the n residues of its coefficients.
pub type Limbs = Vec<Vec<u64>>;

/// An implementation of R/QR, Q = ∏ q_i, for one index. Inputs have φ(m) canonical residues per
/// limb.
pub trait Ring {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The index.
    fn m(&self) -> u64;
    /// The moduli q_i.
    fn moduli(&self) -> Vec<u64>;
    /// The root of unity modulo q_limb that belongs to each position of the CRT basis.
    fn roots(&self, limb: usize) -> Vec<u64>;
    /// The same element in another basis.
    fn convert(&self, x: &Limbs, from: Basis, to: Basis) -> Limbs;
    /// x + y, both in `basis`.
    fn add(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs;
    /// x - y, both in `basis`.
    fn sub(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs;
    /// -x.
    fn neg(&self, x: &Limbs, basis: Basis) -> Limbs;
    /// x·y, both in the CRT basis.
    fn mul(&self, x: &Limbs, y: &Limbs) -> Limbs;
    /// g·x.
    fn mul_g(&self, x: &Limbs, basis: Basis) -> Limbs;
    /// x/g, if x is divisible: always, modulo primes that do not divide m.
    fn div_g(&self, x: &Limbs, basis: Basis) -> Option<Limbs>;
    /// The image under ζ ↦ ζ^k.
    fn automorphism(&self, x: &Limbs, k: u64, basis: Basis) -> Limbs;
    /// Small integer coefficients as residues.
    fn reduce(&self, x: &[i64]) -> Limbs;
    /// The coefficients' representatives in `(-Q/2, Q/2]`.
    fn lift(&self, x: &Limbs, basis: Basis) -> Vec<BigInt>;
    /// g·x over the integers, in the powerful or decoding basis.
    fn mul_g_integers(&self, x: &[i64], basis: Basis) -> Vec<i64>;
    /// x/g over the integers, if g divides x in R.
    fn div_g_integers(&self, x: &[i64], basis: Basis) -> Option<Vec<i64>>;
}
