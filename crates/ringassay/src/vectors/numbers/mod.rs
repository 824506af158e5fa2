//! Vectors of real and complex numbers: CKKS, with levels and scales managed.
//!
//! At level l a ciphertext has the scale Δ_l of [`canonical_scale`](ringassay_scheme::ckks::Context::canonical_scale),
//! or its square as a product that was not rescaled. A product is rescaled before the next one, operands of different
//! levels are brought to one scale, exactly (ePrint 2020/1118).

mod encoding;
mod scales;

use std::{borrow::Cow, rc::Rc, sync::Arc};

use ringassay_circuit::Circuit;
use ringassay_engine::reals::RealProgram;
use ringassay_functions::{
    numbers::Evaluator,
    polynomial::SlotPolynomials,
    sums::inner_sum,
    transform::{LinearTransform, Matrix, TransformPlan, of_numbers, plan_of_numbers},
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ckks::{
        self, Magnitude, Parameters, Plaintext, RingType, Scale,
        encoding::{Complex64 as Complex, DoubleDouble, Encoder, Generator},
    },
    hybrid,
};

use super::{EvaluationKeys, Scheme, Vectors};
use crate::{
    Error, RotationKeys,
    ckks::{Choice, Noise, RefreshKeys, Request, check_refresh_range, choose},
};

/// A complex number in double-double.
type Extended = ckks::encoding::Complex<DoubleDouble>;

pub(crate) type Instance = super::Instance<Parameters>;
pub(crate) type Inner = super::Inner<Parameters>;

/// Between vectors of ℓ numbers, none larger than a range in absolute value, and plaintexts.
#[derive(Debug, Clone)]
pub struct Numbers {
    encoder: Arc<Encoder>,
    ring: RingType,
    log2_scale: u32,
    log2_modulus: f64,
    length: usize,
    range: f64,
    /// The scale at each level.
    scales: Vec<Scale>,
}

impl Scheme for Parameters {
    type Vectors = Numbers;
}

impl Numbers {
    /// The same vectors with numbers up to `range` in absolute value.
    pub(crate) fn with_range(self, range: f64) -> Result<Self, Error> {
        match range > 0.0 && range.is_finite() {
            true => Ok(Self { range, ..self }),
            false => Err(Error::Range { range }),
        }
    }

    /// Between vectors and coefficients.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// No entry is larger in absolute value.
    pub fn range(&self) -> f64 {
        self.range
    }

    /// The slots that a vector takes, among which it is rotated: ℓ, or the next power of two; those beyond ℓ
    /// hold 0 when encrypted.
    pub fn slots(&self) -> usize {
        self.length.next_power_of_two()
    }

    /// The scale at a level.
    pub(crate) fn scale(&self, level: usize) -> Result<&Scale, Error> {
        self.scales.get(level).ok_or_else(|| Error::other_parameters("the ciphertext"))
    }

    /// The size of numbers up to `largest`: whether all of them are real is not told where they need not be.
    pub(crate) fn within(&self, largest: f64) -> Magnitude {
        match self.ring {
            RingType::Standard => Magnitude::complex(largest),
            RingType::ConjugateInvariant => Magnitude::real(largest),
        }
    }
}

/// What no entry exceeds, by what is known of the operands.
pub(crate) fn largest(a: &Inner) -> f64 {
    a.estimate().log2_message(a.scale()).exp2()
}

/// Real numbers as complex ones.
pub(crate) fn complex(vector: &[f64]) -> Vec<Complex> {
    vector.iter().map(|&x| x.into()).collect()
}

impl Vectors<Parameters> for Numbers {
    type Entry = f64;
    type Coefficient = Complex;
    type Number = Extended;
    type Request = Request;
    type Choice = Choice;
    type KeySet = ();
    type Noise = Noise;
    type RefreshKeys = RefreshKeys;
    type Program = RealProgram<RnsRing>;

    fn choose(request: &Request) -> Result<(Choice, usize), Error> {
        Ok((choose(request)?, request.slots))
    }

    fn of(choice: &Choice, length: usize) -> Result<(Parameters, Self), Error> {
        let vectors = Self::new(&choice.parameters, length)?.with_range(choice.range)?;
        Ok((choice.parameters.clone(), vectors))
    }

    /// With numbers up to 1 in absolute value.
    fn new(parameters: &Parameters, length: usize) -> Result<Self, Error> {
        if length == 0 || length > parameters.slots() {
            return Err(Error::Length { length, most: parameters.slots() });
        }
        let generator = match parameters.generator {
            3 => Generator::Three,
            _ => Generator::Five,
        };
        let (ring, degree) = (parameters.ring_type(), parameters.index.degree());
        let encoder = Arc::new(Encoder::in_ring(ring, degree, generator)?);
        let top = parameters.top();
        let scales = (0..=top).map(|level| parameters.canonical_scale(level)).collect();
        let (log2_scale, log2_modulus) = (parameters.log2_scale, parameters.log2_q(top));
        Ok(Self { encoder, ring, log2_scale, log2_modulus, length, range: 1.0, scales })
    }

    fn length(&self) -> usize {
        self.length
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.length, self.range) == (other.length, other.range)
    }

    /// By default those of rotations by powers of two, of which all others are composed.
    fn exponents(
        &self,
        parameters: &Parameters,
        rotations: &RotationKeys,
    ) -> Result<Vec<u32>, Error> {
        let powers = self.slots().ilog2() as usize;
        let steps: Vec<i64> = match rotations {
            RotationKeys::For(steps) => {
                steps.iter().map(|steps| steps.rem_euclid(self.slots() as i64)).collect()
            }
            RotationKeys::Automorphisms(exponents) => {
                let conjugation = parameters.conjugation();
                return Ok(exponents.iter().copied().chain(conjugation).collect());
            }
            RotationKeys::AtMost(0) => Vec::new(),
            RotationKeys::AtMost(most) if *most < powers => {
                return Err(Error::TooFewRotationKeys { most: *most, needed: powers });
            }
            RotationKeys::AtMost(_) | RotationKeys::Chosen => {
                (0..powers).map(|log2| 1 << log2).collect()
            }
        };
        let exponents = steps.into_iter().map(|steps| parameters.rotation(steps));
        Ok(exponents.filter(|&k| k != 1).chain(parameters.conjugation()).collect())
    }

    fn key_set(&self, _: &hybrid::EvaluationKeys<Parameters, RnsRing>) -> Result<(), Error> {
        Ok(())
    }

    fn rotation_keys(
        parameters: &Parameters,
        keys: &hybrid::EvaluationKeys<Parameters, RnsRing>,
    ) -> usize {
        keys.automorphisms().filter(|&k| Some(k) != parameters.conjugation()).count()
    }

    fn secret_plaintext(&self, _: &Instance, vector: &[f64]) -> Result<Plaintext, Error> {
        self.secret_message(&complex(vector))
    }

    /// The real parts.
    fn decrypt(
        &self,
        on: &Instance,
        key: &hybrid::SecretKey<Parameters, RnsRing>,
        a: &Inner,
    ) -> Result<Vec<f64>, Error> {
        Ok(self.decrypt_complex(on, key, a)?.into_iter().map(|z| z.re).collect())
    }

    fn noise(&self, on: &Instance, a: &Inner) -> Noise {
        let own = on.log2_worst_error(a);
        Noise {
            level: a.level().saturating_sub(usize::from(self.is_unscaled(a))),
            parts: a.parts().len(),
            log2_scale: a.scale().log2(),
            modulus_bits: on.log2_q(a.level()),
            bound_bits: on.bound_bits(a),
            budget_bits: on.budget_bits(a),
            largest: largest(a),
            average_error: on.log2_average_error(a).exp2(),
            worst_error: self.delivered_error(own, largest(a), a.scale()),
        }
    }

    fn describe(&self, on: &Instance, a: &Inner) -> String {
        let noise = self.noise(on, a);
        format!("level {}, {:.1} bits", noise.level, -noise.worst_error.log2())
    }

    fn add(&self, on: &Instance, a: &Inner, b: &Inner) -> Result<Inner, Error> {
        self.combined(on, [a, b], |a, b| on.add(a, b))
    }

    fn add_into(&self, on: &Instance, mut a: Inner, b: &Inner) -> Result<Inner, Error> {
        if a.level() == b.level() && a.scale() == b.scale() {
            on.add_assign(&mut a, b)?;
            return Ok(a);
        }
        self.add(on, &a, b)
    }

    fn sub(&self, on: &Instance, a: &Inner, b: &Inner) -> Result<Inner, Error> {
        self.combined(on, [a, b], |a, b| on.sub(a, b))
    }

    fn multiply(
        &self,
        on: &Instance,
        a: &Inner,
        b: &Inner,
        (_, keys): EvaluationKeys<'_, Parameters, Self>,
    ) -> Result<Inner, Error> {
        if std::ptr::eq(a, b) {
            let square = self.rescaled(on, a).and_then(|a| Ok(on.square(&a, keys)?));
            return square.map_err(|refusal| self.explained(a, refusal));
        }
        let product = self.aligned(on, [a, b]).and_then(|[a, b]| {
            let product = on.multiply(&a, &b, keys)?;
            Ok(product)
        });
        let larger = if largest(b) > largest(a) { b } else { a };
        product.map_err(|refusal| self.explained(larger, refusal))
    }

    /// Cyclically among the [slots](Numbers::slots), composed of the rotations there are keys for.
    fn rotate(
        &self,
        on: &Instance,
        a: &Inner,
        steps: i64,
        (_, keys): EvaluationKeys<'_, Parameters, Self>,
    ) -> Result<Inner, Error> {
        let steps = steps.rem_euclid(self.slots() as i64);
        if steps != 0 && keys.has_automorphism(on.parameters().rotation(steps)) {
            return Ok(on.rotate(a, steps, keys)?);
        }
        let powers = (0..i64::BITS).filter(|bit| steps >> bit & 1 == 1).map(|bit| 1_i64 << bit);
        let mut rotated = Cow::Borrowed(a);
        for power in powers {
            rotated = Cow::Owned(on.rotate(&rotated, power, keys)?);
        }
        Ok(rotated.into_owned())
    }

    fn add_plain(&self, on: &Instance, a: &Inner, vector: &[f64]) -> Result<Inner, Error> {
        self.add_complex(on, a, &complex(vector))
    }

    fn negated(&self, x: f64) -> f64 {
        -x
    }

    /// One level.
    fn multiply_plain(&self, on: &Instance, a: &Inner, vector: &[f64]) -> Result<Inner, Error> {
        self.multiply_complex(on, a, &complex(vector))
    }

    /// a·mask + b·(1 - mask): one level.
    fn select(&self, on: &Instance, a: &Inner, b: &Inner, mask: &[bool]) -> Result<Inner, Error> {
        let weights = |wanted: bool| -> Vec<Complex> {
            mask.iter().map(|&bit| f64::from(u8::from(bit == wanted)).into()).collect()
        };
        let a = self.multiply_complex(on, a, &weights(true))?;
        let b = self.multiply_complex(on, b, &weights(false))?;
        self.add(on, &a, &b)
    }

    fn polynomial(
        &self,
        on: &Instance,
        a: &Inner,
        polynomials: &SlotPolynomials,
        (_, keys): EvaluationKeys<'_, Parameters, Self>,
    ) -> Result<Inner, Error> {
        self.polynomial_of(on, a, polynomials, keys)
    }

    fn sum(
        &self,
        on: &Instance,
        a: &Inner,
        (_, keys): EvaluationKeys<'_, Parameters, Self>,
    ) -> Result<Inner, Error> {
        let evaluator = Evaluator::new(on, keys, &self.encoder, self.slots())?;
        Ok(inner_sum(&evaluator, a, 1, self.slots())?)
    }

    fn factor<'a>(&self, on: &Instance, a: &'a Inner) -> Result<Cow<'a, Inner>, Error> {
        self.rescaled(on, a)
    }

    fn plan(&self, on: &Instance, matrix: &Matrix<Complex>) -> Result<TransformPlan, Error> {
        self.check_length(matrix.length())?;
        Ok(plan_of_numbers(on, matrix, self.slots(), on.parameters().top())?)
    }

    /// At the scale of the level, so that the result is as a product of two ciphertexts there.
    fn transform(
        &self,
        on: &Instance,
        matrix: &Matrix<Complex>,
        plan: TransformPlan,
        level: usize,
    ) -> Result<LinearTransform<Parameters, RnsRing>, Error> {
        let scale = self.scale(level)?;
        Ok(of_numbers(on, matrix, plan, level, |entries| self.in_slots(entries, scale))?)
    }

    /// For vectors of 2^k entries, which fill the slots that they rotate among.
    fn compile(
        &self,
        on: &Instance,
        circuit: &Circuit,
        (_, keys): EvaluationKeys<'_, Parameters, Self>,
        refresh: Option<&RefreshKeys>,
    ) -> Result<Self::Program, Error> {
        if self.slots() != self.length {
            return Err(Error::CircuitLength { length: self.length });
        }
        let refreshing = refresh.map(|keys| keys.refreshing(self.range()));
        let on = (on, &self.encoder);
        Ok(RealProgram::compile(circuit, self.slots(), on, keys, refreshing.as_ref())?)
    }

    fn wires(program: &Self::Program) -> u32 {
        program.program().wires()
    }

    /// For ciphertexts of the highest level.
    fn evaluate(
        &self,
        on: &Instance,
        program: &Self::Program,
        inputs: &[&Inner],
        keys: &ckks::EvaluationKeys<RnsRing>,
    ) -> Result<Vec<Inner>, Error> {
        let factor = |input: &&Inner| {
            let input = self.rescaled(on, input)?.into_owned();
            if let Some(bound) = program.largest_input() {
                check_refresh_range(&input, bound)?;
            }
            Ok(input)
        };
        let inputs: Vec<Inner> = inputs.iter().map(factor).collect::<Result<_, Error>>()?;
        let outputs = program.evaluate(keys, |wire| Ok(inputs[wire as usize].clone()))?;
        Ok(outputs.into_iter().map(Rc::unwrap_or_clone).collect())
    }
}
