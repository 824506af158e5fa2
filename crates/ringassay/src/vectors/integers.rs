//! Vectors of integers modulo t: BGV and BFV.

use std::{borrow::Cow, convert::Infallible};

use ringassay_circuit::Circuit;
use ringassay_engine::{self as engine, Program, Target};
use ringassay_functions::{
    integers::Evaluator,
    polynomial::{Plan, SlotPolynomials, evaluate},
    sums::inner_sum,
    transform::{LinearTransform, Matrix, TransformPlan, of_integers, plan_of_integers},
};
use ringassay_params::{Choosable, SlotChoice, bgv::Request};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    IntegerScheme, Plaintext,
    encoding::{KeySet, VectorEncoder},
    hybrid,
};
use zeroize::Zeroizing;

use super::{EvaluationKeys, Inner, Instance, Noise, Scheme, Vectors};
use crate::{Error, RotationKeys};

/// The most memory for prepared constants of a program.
const CONSTANT_BYTES: u64 = 1 << 30;

/// The most rotation keys unless told otherwise, for parameters that come without a choice of them.
const MOST: usize = 64;

/// Between vectors of ℓ integers modulo t and plaintexts.
#[derive(Debug)]
pub struct IntegerVectors {
    encoder: VectorEncoder,
    /// The automorphisms for which to generate keys, if they were chosen with the parameters.
    automorphisms: Option<Vec<u32>>,
}

impl Scheme for ringassay_scheme::bgv::Parameters {
    type Vectors = IntegerVectors;
}

impl Scheme for ringassay_scheme::bfv::Parameters {
    type Vectors = IntegerVectors;
}

impl IntegerVectors {
    /// Generating keys for the automorphisms ζ ↦ ζ^k of these k unless told otherwise.
    pub(crate) fn with_automorphisms(self, automorphisms: Vec<u32>) -> Self {
        Self { automorphisms: Some(automorphisms), ..self }
    }

    /// Between vectors and plaintexts.
    pub fn encoder(&self) -> &VectorEncoder {
        &self.encoder
    }

    fn t(&self) -> u64 {
        self.encoder.encoder().ring().modulus()
    }

    fn plaintext<P: IntegerScheme>(
        &self,
        on: &Instance<P>,
        vector: &[u64],
    ) -> Result<Plaintext, Error> {
        Ok(on.plaintext(self.encoder.encode(vector)?)?)
    }
}

impl<P: IntegerScheme + Choosable + Scheme<Vectors = Self>> Vectors<P> for IntegerVectors {
    type Entry = u64;
    type Coefficient = u64;
    type Number = i64;
    type Request = Request;
    type Choice = SlotChoice<P>;
    type KeySet = KeySet;
    type Noise = Noise;
    type RefreshKeys = Infallible;
    type Program = Program<P, RnsRing>;

    fn choose(request: &Request) -> Result<(SlotChoice<P>, usize), Error> {
        Ok((P::choose(request)?, request.length))
    }

    fn of(choice: &SlotChoice<P>, length: usize) -> Result<(P, Self), Error> {
        let vectors = <Self as Vectors<P>>::new(&choice.parameters, length)?;
        Ok((choice.parameters.clone(), vectors.with_automorphisms(choice.rotations.clone())))
    }

    fn new(parameters: &P, length: usize) -> Result<Self, Error> {
        let encoder = VectorEncoder::new(&parameters.plaintext_ring()?, length)?;
        Ok(Self { encoder, automorphisms: None })
    }

    fn length(&self) -> usize {
        self.encoder.length()
    }

    fn is_like(&self, other: &Self) -> bool {
        self.encoder.length() == other.encoder.length()
    }

    fn exponents(&self, _: &P, rotations: &RotationKeys) -> Result<Vec<u32>, Error> {
        let layout = self.encoder.layout();
        let most = match (rotations, &self.automorphisms) {
            (RotationKeys::AtMost(0), _) => return Ok(Vec::new()),
            (RotationKeys::AtMost(most), _) => *most,
            (RotationKeys::Chosen, Some(chosen)) => return Ok(chosen.clone()),
            (RotationKeys::Chosen, None) => MOST,
            (RotationKeys::Automorphisms(exponents), _) => {
                return Ok(exponents.iter().copied().collect());
            }
            (RotationKeys::For(steps), _) => {
                let length = layout.length() as i64;
                let to_the_right = steps.iter().map(|steps| -(steps % length));
                let set = KeySet::for_steps(layout, to_the_right)?;
                return Ok(set.exponents().to_vec());
            }
        };
        Ok(KeySet::for_rotations(layout, most)?.exponents().to_vec())
    }

    fn key_set(&self, keys: &hybrid::EvaluationKeys<P, RnsRing>) -> Result<KeySet, Error> {
        let automorphisms: Vec<u32> = keys.automorphisms().collect();
        Ok(KeySet::new(self.encoder.encoder().ring(), &automorphisms)?)
    }

    fn rotation_keys(_: &P, keys: &hybrid::EvaluationKeys<P, RnsRing>) -> usize {
        keys.automorphisms().len()
    }

    fn secret_plaintext(&self, on: &Instance<P>, vector: &[u64]) -> Result<Plaintext, Error> {
        self.plaintext(on, vector)
    }

    fn decrypt(
        &self,
        on: &Instance<P>,
        key: &hybrid::SecretKey<P, RnsRing>,
        a: &Inner<P>,
    ) -> Result<Vec<u64>, Error> {
        let coefficients = Zeroizing::new(on.decrypt(key, a)?);
        Ok(self.encoder.decode(&coefficients)?)
    }

    fn noise(&self, on: &Instance<P>, a: &Inner<P>) -> Noise {
        Noise::of(on, a)
    }

    fn describe(&self, on: &Instance<P>, a: &Inner<P>) -> String {
        format!("{:.1} bits of noise budget", on.budget_bits(a))
    }

    fn add(&self, on: &Instance<P>, a: &Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error> {
        Ok(on.add(a, b)?)
    }

    fn add_into(&self, on: &Instance<P>, a: Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error> {
        let level = a.level().min(b.level());
        let mut sum = on.switched(a, level)?;
        on.add_assign(&mut sum, &*on.at_level(b, level)?)?;
        Ok(sum)
    }

    fn sub(&self, on: &Instance<P>, a: &Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error> {
        Ok(on.sub(a, b)?)
    }

    fn multiply(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        b: &Inner<P>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error> {
        Ok(on.multiply(a, b, keys.1)?)
    }

    fn rotate(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        steps: i64,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error> {
        Ok(on.rotate_vector(a, steps, &self.encoder, keys)?)
    }

    fn add_plain(&self, on: &Instance<P>, a: &Inner<P>, vector: &[u64]) -> Result<Inner<P>, Error> {
        Ok(on.add_plain(a, &self.plaintext(on, vector)?)?)
    }

    /// Entries beyond t stay beyond t, and are refused.
    fn negated(&self, x: u64) -> u64 {
        let t = self.t();
        if x == 0 || x >= t { x } else { t - x }
    }

    fn multiply_plain(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        vector: &[u64],
    ) -> Result<Inner<P>, Error> {
        Ok(on.multiply_plain(a, &self.plaintext(on, vector)?)?)
    }

    fn select(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        b: &Inner<P>,
        mask: &[bool],
    ) -> Result<Inner<P>, Error> {
        let mask: Vec<u64> = mask.iter().copied().map(u64::from).collect();
        Ok(on.select_plain(a, b, &self.plaintext(on, &mask)?)?)
    }

    fn polynomial(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        polynomials: &SlotPolynomials<i64>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error> {
        let evaluator = Evaluator::new(on, &self.encoder, keys)?;
        Ok(evaluate(&evaluator, polynomials, &Plan::new(polynomials), a, &())?)
    }

    fn sum(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error> {
        let evaluator = Evaluator::new(on, &self.encoder, keys)?;
        Ok(inner_sum(&evaluator, a, 1, self.encoder.length())?)
    }

    fn factor<'a>(&self, _: &Instance<P>, a: &'a Inner<P>) -> Result<Cow<'a, Inner<P>>, Error> {
        Ok(Cow::Borrowed(a))
    }

    fn plan(&self, on: &Instance<P>, matrix: &Matrix<u64>) -> Result<TransformPlan, Error> {
        Ok(plan_of_integers(on, &self.encoder, matrix, on.levels() - 1)?)
    }

    fn transform(
        &self,
        on: &Instance<P>,
        matrix: &Matrix<u64>,
        plan: TransformPlan,
        level: usize,
    ) -> Result<LinearTransform<P, RnsRing>, Error> {
        Ok(of_integers(on, &self.encoder, matrix, plan, level)?)
    }

    fn compile(
        &self,
        on: &Instance<P>,
        circuit: &Circuit,
        (set, keys): EvaluationKeys<'_, P, Self>,
        _: Option<&Infallible>,
    ) -> Result<Self::Program, Error> {
        let vectors = self.encoder.clone();
        let target = Target::of(on.parameters(), vectors, keys.has_products(), set.clone())?
            .with_constants_bytes(CONSTANT_BYTES);
        let plan = engine::Plan::new(circuit, &target)?;
        Ok(Program::new(plan, &target, on)?)
    }

    fn wires(program: &Self::Program) -> u32 {
        program.plan().wires()
    }

    /// For ciphertexts as encryption made them.
    fn evaluate(
        &self,
        _: &Instance<P>,
        program: &Self::Program,
        inputs: &[&Inner<P>],
        keys: &hybrid::EvaluationKeys<P, RnsRing>,
    ) -> Result<Vec<Inner<P>>, Error> {
        Ok(program.evaluate(keys, |wire| Ok(inputs[wire as usize].clone()))?)
    }
}
