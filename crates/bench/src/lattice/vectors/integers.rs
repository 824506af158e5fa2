//! Vectors of integers modulo t: BGV and BFV. Functions of them are not measured.

use std::marker::PhantomData;

use ringassay_functions::integers::Evaluator;
use ringassay_params::{
    Choosable,
    bgv::Request,
    stated::{Moduli, Part, Prime, judge},
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error, Plaintext, Ring, Role,
    bgv::PlaintextModulus,
    encoding::{KeySet, VectorEncoder},
    hybrid::{Ciphertext, Context, SecretKey},
};

use super::{Chosen, Function, Keys, Vectors};
use crate::{
    BenchError,
    lattice::{Operation, Shape, subject::Subject},
};

/// Vectors of N/2 integers, one row of slots.
#[derive(Debug, Clone)]
pub(crate) struct Integers<P> {
    encoder: VectorEncoder,
    t: u64,
    scheme: PhantomData<P>,
}

/// None is measured.
pub(crate) enum NoFunction {}

/// log2 of the largest primes that vector kernels take.
const LARGEST: f64 = 49.8;

impl<P: Choosable> Vectors for Integers<P> {
    type Scheme = P;
    type Entry = u64;
    type Message = <RnsRing as Ring>::Message;
    type KeySet = KeySet;
    type Function<R: Ring> = NoFunction;
    type Evaluator<'a, R: Ring> = Evaluator<'a, P, R>;

    const RESCALES_PRODUCTS: bool = false;
    const TOLERANCE: f64 = 0.0;

    fn of(shape: &Shape) -> Result<Chosen<Self>, BenchError> {
        let bits = |bits: &u32| f64::from(*bits).min(LARGEST);
        let q = Part::Log2(shape.q_bits.iter().copied().map(f64::from).sum());
        let digits = shape.q_bits.len().div_ceil(shape.p_bits.len());
        let moduli = Moduli {
            q,
            small: Vec::new(),
            p: Some(Part::Primes(shape.p_bits.iter().map(bits).map(Prime::Bits).collect())),
            digits: (shape.p_bits.len() > 1).then_some(digits),
        };
        // What is missing of security is said where it is shown.
        let request = Request {
            plaintext: PlaintextModulus { prime: shape.plaintext, exponent: 1 },
            index: Some(2 * shape.n as u64),
            slack: 0.0,
            insist: true,
            ..Request::bits(shape.n / 2, 0.0)
        };
        let choice = judge::<P>(&request, &moduli)?;
        let encoder = VectorEncoder::new(&choice.parameters.plaintext_ring()?, request.length)?;
        let vectors = Self { encoder, t: choice.parameters.t(), scheme: PhantomData };
        let certain_levels = choice.depth as usize;
        Ok(Chosen { parameters: choice.parameters, vectors, certain_levels, log2_scale: None })
    }

    fn slots(&self) -> usize {
        self.encoder.length()
    }

    fn operands(&self) -> [Vec<u64>; 2] {
        let entries =
            |entry: fn(u64) -> u64| (0..self.slots() as u64).map(|i| entry(i) % self.t).collect();
        [entries(|i| i * i * 31 + 7 * i + 3), entries(|i| i * 12345 + 678)]
    }

    fn encode<R: Ring>(
        &self,
        on: &Context<P, R>,
        vector: &[u64],
        _: Role,
    ) -> Result<Plaintext, Error> {
        on.plaintext(self.encoder.encode(vector)?)
    }

    fn decrypt(
        on: &Context<P, RnsRing>,
        key: &SecretKey<P, RnsRing>,
        a: &Ciphertext<P, RnsRing>,
    ) -> Result<Self::Message, Error> {
        on.decrypt(key, a)
    }

    fn decode(
        &self,
        message: &Self::Message,
        _: &Ciphertext<P, RnsRing>,
        _: usize,
    ) -> Result<Vec<u64>, BenchError> {
        Ok(self.encoder.decode(message)?)
    }

    fn exponent(&self, _: &P, steps: i64) -> Result<u32, BenchError> {
        // Layouts count to the right.
        match self.encoder.layout().rotation(-steps).terms() {
            [term] => Ok(term.exponent),
            _ => Err(BenchError::Shape("a rotation is no single automorphism".to_owned())),
        }
    }

    fn key_set(&self, exponents: &[u32]) -> Result<KeySet, BenchError> {
        Ok(KeySet::new(self.encoder.layout().ring(), exponents)?)
    }

    fn evaluator<'a, R: Ring>(
        &'a self,
        on: &'a Context<P, R>,
        keys: Keys<'a, Self, R>,
    ) -> Result<Evaluator<'a, P, R>, Error> {
        Evaluator::new(on, &self.encoder, keys)
    }

    fn rescale<R: Ring>(
        on: &Context<P, R>,
        a: &Ciphertext<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        Ok(on.at_level(a, a.level().saturating_sub(1))?.into_owned())
    }

    fn sum(&self, x: u64, y: u64) -> u64 {
        (x + y) % self.t
    }

    fn product(&self, x: u64, y: u64) -> u64 {
        x * y % self.t
    }

    fn largest_error(_: &Context<P, RnsRing>, _: &Ciphertext<P, RnsRing>) -> f64 {
        Self::TOLERANCE
    }

    fn distance(x: u64, y: u64) -> f64 {
        x.abs_diff(y) as f64
    }

    fn shown(x: u64) -> String {
        x.to_string()
    }
}

impl<P: Choosable, R: Ring> Function<Integers<P>, R> for NoFunction {
    fn of(_: &Subject<Integers<P>, R>, _: Operation) -> Result<Option<Self>, BenchError> {
        Ok(None)
    }

    fn exponents(_: &Context<P, R>, _: Operation) -> Result<Vec<u32>, BenchError> {
        Ok(Vec::new())
    }

    fn apply(
        &self,
        _: &Subject<Integers<P>, R>,
        _: Keys<'_, Integers<P>, R>,
    ) -> Result<Ciphertext<P, R>, BenchError> {
        match *self {}
    }

    fn expected(_: Operation, x: &[u64]) -> Vec<u64> {
        x.to_vec()
    }
}
