//! Parameter sets.

use ringassay_ring::lwe::SwitchShape;
use ringassay_security::{CostModel, Lwe, Secret, estimate};

use crate::{Error, Form, Noise};

/// The digits of key switching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySwitch {
    /// The modulus q', a power of two.
    pub q: u64,
    /// Bits of a digit.
    pub width: u32,
    /// Digits of a coefficient.
    pub count: u32,
}

/// What gates are computed with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// n: the length of the binary secret under which blind rotations start.
    pub dimension: usize,
    /// k: the components of masks over the ring.
    pub rank: usize,
    /// N, a power of two: Z\[X\]/(X^N + 1).
    pub degree: usize,
    /// The prime modulus of bits and of the ring, 1 modulo 2N.
    pub q: u64,
    /// Bits of a digit in external products.
    pub width: u32,
    /// Digits of a coefficient there: the leading ones.
    pub count: u32,
    /// The key switch.
    pub switch: KeySwitch,
    /// The standard deviation of all errors, in units of 1 modulo q and modulo q'.
    pub sigma: f64,
}

/// Estimated bits of security of the two problems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Security {
    /// Of bits and of the rotation key: ternary secret of length k·N modulo q.
    pub ring: f64,
    /// Of the switching key: binary secret of length n modulo q'.
    pub switch: f64,
}

impl Security {
    /// The smaller one.
    pub fn bits(&self) -> f64 {
        self.ring.min(self.switch)
    }
}

/// 8/√(2π), as in the published tables.
const SIGMA: f64 = 3.191_538_243_211_461;
/// The largest rank.
const MAX_RANK: usize = 16;

impl Parameters {
    /// At least 128 bits of security, and gates that are wrong with a probability below 2^-128.
    pub fn standard() -> Self {
        Self {
            dimension: 700,
            rank: 3,
            degree: 512,
            q: 833_273_978_881,
            width: 19,
            count: 1,
            switch: KeySwitch { q: 1 << 16, width: 2, count: 6 },
            sigma: SIGMA,
        }
    }

    /// The set for words of 1 to 4 bits p: at least 128 bits of security, and lookups of sums of words with Σ c² = 2^p + 1
    /// that are wrong with a probability below 2^-128. Each is the one of the least time that the example `search` finds,
    /// which explains its model; of one bit it is [`Parameters::standard`], which gates need to be as certain.
    ///
    /// A word of p bits has a margin of 2^-(p+2) of a turn, and the change to the modulus 2N adds about √(n/48)/(2N): so N
    /// doubles with each bit, from 512 for two. k·N, on which security rests, is 1536 for q of 39 bits and 2048 for 51; n
    /// follows from the modulus of the switching key, which grows with 2^p as well.
    pub fn words(bits: u32) -> Option<Self> {
        let switch = |log2_q: u32, count| KeySwitch { q: 1 << log2_q, width: 2, count };
        let (dimension, rank, degree, q, width, switch) = match bits {
            1 => return Some(Self::standard()),
            2 => (766, 3, 512, 549_755_809_793, 18, switch(18, 7)),
            3 => (804, 2, 1024, 2_251_799_813_640_193, 20, switch(19, 7)),
            4 => (843, 1, 2048, 2_251_799_813_640_193, 22, switch(20, 8)),
            _ => return None,
        };
        Some(Self { dimension, rank, degree, q, width, count: 1, switch, sigma: SIGMA })
    }

    /// Fails unless all numbers are in range; security is another question ([`Parameters::security`]).
    ///
    /// # Errors
    /// Returns an error that names the number.
    pub fn check(&self) -> Result<(), Error> {
        let Self { dimension, rank, degree, width, count, .. } = *self;
        if !(1..=MAX_RANK).contains(&rank) {
            return Err(Error::Parameters(format!("a rank from 1 to {MAX_RANK}, not {rank}")));
        }
        if !degree.is_power_of_two() || !(16..=1 << 16).contains(&degree) {
            let text = format!("a degree that is a power of two from 16 to 65536, not {degree}");
            return Err(Error::Parameters(text));
        }
        if !(1..=1 << 14).contains(&dimension) {
            return Err(Error::Parameters(format!("a dimension from 1 to 16384, not {dimension}")));
        }
        if !(1.0 / 16.0..=65536.0).contains(&self.sigma) {
            let text = format!("a standard deviation from 1/16 to 65536, not {}", self.sigma);
            return Err(Error::Parameters(text));
        }
        let (q, bits) = (self.q, self.q.max(1).ilog2() + 1);
        if !(1 << 16..1 << 52).contains(&q) || q % (2 * degree as u64) != 1 {
            let text =
                format!("a prime q from 2^16 to 2^52, 1 modulo 2N = {}, not {q}", 2 * degree);
            return Err(Error::Parameters(text));
        }
        if !(2..=31).contains(&width) || !(1..=bits / width).contains(&count) {
            let text = format!("{count} digits of {width} bits of a modulus of {bits} bits");
            return Err(Error::Parameters(text));
        }
        self.switch_shape().check().map_err(|error| Error::Parameters(error.to_string()))
    }

    /// The shape of the switching key: from k·N to n.
    pub fn switch_shape(&self) -> SwitchShape {
        let KeySwitch { q, width, count } = self.switch;
        SwitchShape { from: self.rank * self.degree, to: self.dimension, q, width, count }
    }

    /// How hard the two problems are, by the estimator of `ringassay-security` and its default cost model.
    ///
    /// # Errors
    /// Returns an error if the estimator does not cover these parameters.
    pub fn security(&self) -> Result<Security, Error> {
        let bits = |dimension: usize, q: u64, secret| {
            let log2_q = (q as f64).log2();
            let lwe = Lwe { dimension, log2_q, error_std: self.sigma, secret, samples: None };
            estimate(&lwe, CostModel::Matzov).map(|estimate| estimate.bits)
        };
        Ok(Security {
            ring: bits(self.rank * self.degree, self.q, Secret::Ternary)?,
            switch: bits(self.dimension, self.switch.q, Secret::Binary)?,
        })
    }

    /// log2 of the probability that a gate is wrong whose operands come out of gates with one rotation.
    pub fn log2_failure(&self, form: &Form) -> f64 {
        let noise = Noise::of(self);
        let squares: i64 = form.factors.iter().map(|factor| factor * factor).sum();
        noise.log2_failure(squares as f64 * noise.rotation, form.margin())
    }

    /// log2 of the probability that a table lookup is wrong whose operand is a sum Σ c_i·x_i of words of so many bits p with
    /// Σ c_i² = 2^p + 1, each the result of a lookup: as 2^(p/2)·x_1 + x_2, a table of two arguments.
    pub fn log2_word_failure(&self, bits: u32) -> f64 {
        let noise = Noise::of(self);
        noise.log2_lookup_failure((f64::from(bits).exp2() + 1.0) * noise.rotation, bits, 0)
    }

    /// Bytes of an evaluation key as it is kept: bodies of both keys, in whole words of 8 bytes.
    pub fn key_bytes(&self) -> usize {
        let rows = self.dimension * (self.rank + 1) * self.count as usize;
        8 * (rows * self.degree + self.switch_shape().rows())
    }
}
