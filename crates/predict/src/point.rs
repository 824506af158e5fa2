//! Parameter sets.

use num_bigint::BigUint;
use ringassay_papers::rlwe::Parameters;
use ringassay_scheme::Scheme;

use crate::{PredictError, moduli};

/// A scheme and its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// The scheme.
    pub scheme: Scheme,
    /// n, a power of two.
    pub degree: usize,
    /// log2 of q, rounded.
    pub log2_q: u32,
    /// log2 of the base of digits; SHIELD: 1.
    pub log2_w: u32,
    /// The plaintext modulus; F-NTRU and SHIELD: 2.
    pub t: u64,
}

impl Point {
    /// q: the largest prime below 2^`log2_q` for YASHE', which needs an invertible f for any t;
    /// 2^`log2_q` for the others.
    ///
    /// # Errors
    /// When q would have fewer than 3 or more than 511 bits.
    pub fn q(&self) -> Result<BigUint, PredictError> {
        let bits = self.log2_q;
        if !(3..=511).contains(&bits) {
            return Err(PredictError::Modulus { bits });
        }
        Ok(match self.scheme {
            Scheme::Yashe => moduli::prime_below(bits),
            _ => BigUint::from(1_u32) << bits,
        })
    }

    /// A modulus of the same shape as [`Point::q`], which takes no search: neither t nor 2 divides it
    /// where they do not divide q.
    fn like_q(&self) -> Result<BigUint, PredictError> {
        if self.scheme != Scheme::Yashe || !(3..=511).contains(&self.log2_q) {
            return self.q();
        }
        let power = BigUint::from(1_u32) << self.log2_q;
        let divides = |below: u32| ((&power - below) % self.t.max(2)) == BigUint::ZERO;
        Ok(&power - [1_u32, 3, 5].into_iter().find(|&below| !divides(below)).unwrap_or(1))
    }

    /// Parameters that cost the same as those of the instance.
    ///
    /// # Errors
    /// As [`Point::q`].
    pub fn shape(&self) -> Result<Parameters, PredictError> {
        let (degree, q, t, log2_w) = (self.degree, self.like_q()?, self.t, self.log2_w);
        Ok(Parameters { degree, q, t, log2_w })
    }

    /// The parameters of the instance.
    ///
    /// # Errors
    /// As [`Point::q`].
    pub fn parameters(&self) -> Result<Parameters, PredictError> {
        let (degree, q, t, log2_w) = (self.degree, self.q()?, self.t, self.log2_w);
        Ok(Parameters { degree, q, t, log2_w })
    }
}
