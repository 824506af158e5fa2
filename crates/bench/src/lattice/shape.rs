//! What is asked for.

use ringassay_scheme::Scheme;

use crate::BenchError;

/// A ring and moduli by the sizes of their primes.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// CKKS, BGV or BFV.
    pub scheme: Scheme,
    /// N, a power of two.
    pub n: usize,
    /// Bits of the primes of Q, that of level 0 first.
    pub q_bits: Vec<u32>,
    /// Bits of the primes of P. A digit of key switching has as many primes.
    pub p_bits: Vec<u32>,
    /// The plaintext modulus, of BGV and BFV.
    pub plaintext: u64,
    /// log2 of the scale of fresh ciphertexts, of CKKS.
    pub log2_scale: u32,
}

/// log2 N.
const DEGREES: std::ops::RangeInclusive<u32> = 10..=17;

impl Shape {
    /// Fails unless N and the lists of primes are such.
    pub(super) fn check(&self) -> Result<(), BenchError> {
        let Self { n, q_bits, p_bits, .. } = self;
        if !(n.is_power_of_two() && DEGREES.contains(&n.ilog2())) {
            return Err(BenchError::Shape(format!(
                "N is a power of two from 2^10 to 2^17, not {n}"
            )));
        }
        if q_bits.is_empty() || p_bits.is_empty() {
            return Err(BenchError::Shape("Q and P have at least one prime each".to_owned()));
        }
        Ok(())
    }
}
