//! Vectors of numbers: CKKS.

use std::sync::Arc;

use ringassay_functions::numbers::Evaluator;
use ringassay_params::ckks::{Asked, Chain, judge};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error, Ring, Role,
    ckks::{
        Ciphertext, Context, Magnitude, Parameters, Phase, Plaintext, Scale, SecretKey,
        encoding::{Complex64, Encoder, Generator, Target},
    },
};

use super::{Chosen, Keys, Vectors, functions::NumberFunction};
use crate::{BenchError, lattice::Shape};

/// Vectors of N/2 real numbers between -1 and 1.
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
    encoder: Arc<Encoder>,
}

impl Numbers {
    /// Numbers at a scale, in as many slots.
    pub(super) fn encoded<R: Ring>(
        &self,
        on: &Context<R>,
        vector: &[Complex64],
        scale: &Scale,
        magnitude: Magnitude,
    ) -> Result<Plaintext, Error> {
        let parameters = on.parameters();
        let log2_modulus = parameters.log2_q(parameters.top());
        let target = Target { slots: vector.len(), scale, log2_modulus };
        let coefficients = self.encoder.encode(vector, &target)?;
        Ok(Plaintext::new(coefficients, scale.clone(), magnitude))
    }
}

impl Vectors for Numbers {
    type Scheme = Parameters;
    type Entry = Complex64;
    type Message = Phase<<RnsRing as Ring>::Integers>;
    type KeySet = ();
    type Function<R: Ring> = NumberFunction<R>;
    type Evaluator<'a, R: Ring> = Evaluator<'a, R>;

    const RESCALES_PRODUCTS: bool = true;
    const TOLERANCE: f64 = 1.0 / 64.0;

    fn of(shape: &Shape) -> Result<Chosen<Self>, BenchError> {
        let sizes = |bits: &[u32]| bits.iter().copied().map(u64::from).collect::<Vec<_>>();
        let (q, p) = (sizes(&shape.q_bits), sizes(&shape.p_bits));
        let chain = Chain::lattigo(shape.n, &q, &p, shape.log2_scale)?;
        // What is missing of it is said where it is shown; only what cannot be is an error.
        let asked = Asked { security_bits: 40.0, range: 1.0, precision_bits: None, depth: None };
        let judged = judge(&chain, &asked)?;
        let parameters = judged.parameters.ok_or_else(|| {
            let reasons =
                judged.findings.iter().map(|found| format!("{}: {}", found.what, found.remedy));
            BenchError::Shape(reasons.collect::<Vec<_>>().join("; "))
        })?;
        let encoder = Arc::new(Encoder::new(shape.n, Generator::Five)?);
        let certain_levels = judged.followed.map_or(0, |run| run.steps.len().saturating_sub(1));
        let log2_scale = Some(parameters.log2_scale);
        Ok(Chosen { parameters, vectors: Self { encoder }, certain_levels, log2_scale })
    }

    fn slots(&self) -> usize {
        self.encoder.slots()
    }

    fn operands(&self) -> [Vec<Complex64>; 2] {
        const MODULUS: u64 = 65537;
        let entry = |value: u64| 2.0 * (value % MODULUS) as f64 / MODULUS as f64 - 1.0;
        let real = |value: fn(u64) -> u64| {
            (0..self.slots() as u64).map(|i| entry(value(i)).into()).collect()
        };
        [real(|i| i * i * 31 + 7 * i + 3), real(|i| i * 12345 + 678)]
    }

    /// A factor has the scale that rescaling takes away.
    fn encode<R: Ring>(
        &self,
        on: &Context<R>,
        vector: &[Complex64],
        role: Role,
    ) -> Result<Plaintext, Error> {
        let parameters = on.parameters();
        let scale = match (role, parameters.top()) {
            (Role::Addend, _) | (_, 0) => parameters.scale(),
            (Role::Factor, top) => Scale::of_primes(on.rescaling_primes(top)),
        };
        self.encoded(on, vector, &scale, Magnitude::complex(1.0))
    }

    fn decrypt(
        on: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Self::Message, Error> {
        on.decrypt(key, a)
    }

    fn decode(
        &self,
        message: &Self::Message,
        a: &Ciphertext<RnsRing>,
        count: usize,
    ) -> Result<Vec<Complex64>, BenchError> {
        Ok(self.encoder.decode_phase(message, count, a.scale())?)
    }

    fn exponent(&self, parameters: &Parameters, steps: i64) -> Result<u32, BenchError> {
        Ok(parameters.rotation(steps))
    }

    fn key_set(&self, _: &[u32]) -> Result<(), BenchError> {
        Ok(())
    }

    fn evaluator<'a, R: Ring>(
        &'a self,
        on: &'a Context<R>,
        (_, keys): Keys<'a, Self, R>,
    ) -> Result<Evaluator<'a, R>, Error> {
        Evaluator::new(on, keys, &self.encoder, self.slots())
    }

    fn rescale<R: Ring>(on: &Context<R>, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        on.rescale(a)
    }

    fn sum(&self, x: Complex64, y: Complex64) -> Complex64 {
        x + y
    }

    fn product(&self, x: Complex64, y: Complex64) -> Complex64 {
        x * y
    }

    fn largest_error(on: &Context<RnsRing>, a: &Ciphertext<RnsRing>) -> f64 {
        on.log2_worst_error(a).exp2().min(Self::TOLERANCE)
    }

    fn distance(x: Complex64, y: Complex64) -> f64 {
        (x - y).abs()
    }

    fn shown(x: Complex64) -> String {
        format!("{} + {}i", x.re, x.im)
    }
}
