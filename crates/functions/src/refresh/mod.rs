//! Refreshing (bootstrapping) ciphertexts of CKKS: from level 0 back to the highest, with the same message.
//!
//! 1. The ciphertext goes to level 0 and, there, under a sparse secret of weight h (2022/024).
//! 2. Its modulus is [raised](Context::raised): the phase becomes Δ·m + q_0·I, with \|I\| ≤ K but for a stated
//!    probability ([`Range`]); then it returns under its own secret.
//! 3. Coefficients go into slots (`fourier`): the inverse of the canonical embedding, as a product of sparse matrices, each
//!    a linear transform with double hoisting. Real and imaginary parts are taken apart by a conjugation.
//! 4. Each slot is reduced modulo 1 (`reduction`): what is left is Δ·m/q_0.
//! 5. Slots go back to coefficients.
//!
//! Sources: 2018/153, 2018/1043, 2020/1203, 2022/024. Cost: `to_coefficients` + `to_slots` linear transforms, of about
//! 2^(1 + log2 n/`to_coefficients`) diagonals each, and two series of degree 30; depth `to_coefficients` + 8 + that of the
//! arcsine + `to_slots`, of the raised chain.

mod chain;
mod fourier;
mod keys;
mod range;
mod reduction;
mod saved;

use std::collections::BTreeSet;

use ringassay_interrupt::checkpoint;
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error, Ring,
    ckks::{
        self, Ciphertext, Context, Magnitude, Parameters, Scale,
        encoding::{Complex64, Encoder, Generator, MAX_BITS, Target},
    },
};

pub use chain::Shape;
pub use keys::RefreshKeys;
pub use range::Range;

use crate::{
    numbers::Evaluator,
    sums::{inner_sum_rotations, trace},
    transform::{Cyclic, LinearTransform, TransformPlan, apply, of_diagonals},
};
use fourier::Diagonals;
use reduction::Reduction;

/// A linear transform of CKKS.
type Matrix<R> = LinearTransform<Parameters, R>;

/// What refreshes ciphertexts whose messages are packed into so many slots.
#[derive(Debug)]
pub struct Refresh<R: Ring> {
    residual: Context<R>,
    lowest: Context<R>,
    raised: Context<R>,
    encoder: Encoder,
    slots: usize,
    shape: Shape,
    /// The level at which coefficients go into slots.
    top: usize,
    reduction: Reduction,
    to_coefficients: Vec<Matrix<R>>,
    to_slots: Vec<Matrix<R>>,
}

impl Refresh<RnsRing> {
    /// For ciphertexts of `residual` with so many slots: computing.
    ///
    /// # Errors
    /// Returns an error if there is no such refresh.
    pub fn exact(residual: &Context<RnsRing>, slots: usize, shape: &Shape) -> Result<Self, Error> {
        let raised = Self::parameters(residual.parameters(), shape)?;
        let lowest = Context::exact(&chain::lowest(&raised, shape.range))?;
        Self::on(residual, [lowest, Context::exact(&raised)?], slots, shape)
    }
}

impl<R: Ring> Refresh<R> {
    /// The parameters of the raised chain: those that decide about security, log2 Q·P above all.
    ///
    /// # Errors
    /// Returns an error if there is no such refresh, with what to change.
    pub fn parameters(residual: &Parameters, shape: &Shape) -> Result<Parameters, Error> {
        let reduction = Reduction::new(shape.range, shape.arcsine)?;
        chain::raised(residual, shape, reduction.depth())
    }

    /// The parameters at which a ciphertext is under the sparse secret.
    pub fn sparse_parameters(raised: &Parameters, shape: &Shape) -> Parameters {
        chain::lowest(raised, shape.range)
    }

    /// The same on instances of the [sparse](Self::sparse_parameters) and the [raised](Self::parameters) parameters. They
    /// insist on operations whose errors might be too large if `residual` does.
    ///
    /// # Errors
    /// Returns an error if there is no such refresh.
    pub fn on(
        residual: &Context<R>,
        instances: [Context<R>; 2],
        slots: usize,
        shape: &Shape,
    ) -> Result<Self, Error> {
        let insisting = |on: Context<R>| if residual.insists() { on.insisting() } else { on };
        let [lowest, raised] = instances.map(insisting);
        let parameters = raised.parameters();
        if !slots.is_power_of_two() || slots < 2 || slots > parameters.slots() {
            return Err(Error::Parameters(format!(
                "messages of 2 to {} slots, a power of two, are refreshed, not {slots}",
                parameters.slots()
            )));
        }
        let reduction = Reduction::new(shape.range, shape.arcsine)?;
        let encoder = Encoder::new(parameters.index.degree(), Generator::Five)?;
        let [there, back] = [shape.to_coefficients, shape.to_slots];
        let (there, back) =
            (fourier::to_coefficients(slots, there), fourier::to_slots(slots, back));
        // Few slots have fewer matrices.
        let top = residual.parameters().top() + back.len() + reduction.depth() + there.len();
        // Coefficients are multiplied by the gap between them in the trace; conjugation doubles them.
        let gap = (parameters.slots() / slots) as f64;
        let factor = 1.0 / (2.0 * reduction.largest * gap);
        let each = factor.powf(1.0 / there.len() as f64);
        let to_coefficients = there
            .iter()
            .enumerate()
            .map(|(done, matrix)| {
                let level = top - done;
                let scale = Scale::of_primes(raised.rescaling_primes(level));
                transform(&raised, &encoder, &fourier::scaled(matrix, each), level, &scale)
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let reduced = top - to_coefficients.len();
        let first = reduced - reduction.depth();
        let last = back.len() - 1;
        // Slots are Δ·m/q_0: read as m, at the highest level's scale, to which each matrix goes a part of the way.
        let way = residual
            .parameters()
            .scale()
            .multiplied(&ratio(residual))
            .divided(&reduction.scale(&raised, reduced));
        let step = (way.log2() / back.len() as f64).round() as i64;
        let part = Scale::power_of_two(step);
        let rest = way.divided(&Scale::power_of_two(step * last as i64));
        let to_slots = back
            .iter()
            .enumerate()
            .map(|(done, matrix)| {
                let level = first - done;
                let primes = Scale::of_primes(raised.rescaling_primes(level));
                let scale = primes.multiplied(if done == last { &rest } else { &part });
                transform(&raised, &encoder, matrix, level, &scale)
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let (residual, shape) = (residual.clone(), *shape);
        Ok(Self {
            residual,
            lowest,
            raised,
            encoder,
            slots,
            shape,
            top,
            reduction,
            to_coefficients,
            to_slots,
        })
    }

    /// The instance at whose modulus is computed.
    pub fn raised(&self) -> &Context<R> {
        &self.raised
    }

    /// The largest absolute value of a number that can be refreshed.
    pub fn largest(&self) -> f64 {
        MOST_OF_Q0 * ratio(&self.residual).to_f64()
    }

    /// log2 of the probability that a refresh returns a wrong message: that a multiple of q_0 exceeds the range.
    pub fn log2_failure(&self) -> f64 {
        self.shape.range.log2_failure(2 * self.slots)
    }

    /// The exponents of the automorphisms that it takes.
    pub fn exponents(&self) -> Vec<u32> {
        let parameters = self.raised.parameters();
        let plans = self.to_coefficients.iter().chain(&self.to_slots);
        let mut exponents: BTreeSet<u32> =
            plans.flat_map(|transform| transform.plan().exponents()).collect();
        exponents.extend(parameters.conjugation());
        let count = parameters.slots() / self.slots;
        let rotations = inner_sum_rotations(self.slots as i64, count);
        exponents.extend(rotations.into_iter().map(|steps| parameters.rotation(steps)));
        exponents.remove(&1);
        exponents.into_iter().collect()
    }

    /// The same message at the highest level and its scale. The ciphertext may have any level; at level 0 it has to have the
    /// canonical scale. No slot may be larger than `largest`.
    ///
    /// # Errors
    /// Returns an error if a key is missing, the ciphertext is of other parameters, or `largest` times its scale comes too near
    /// q_0.
    pub fn apply(
        &self,
        a: &Ciphertext<R>,
        largest: f64,
        keys: &RefreshKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let Self { residual, lowest, raised, slots, .. } = self;
        let near = largest / ratio(residual).to_f64();
        if !(near > 0.0 && near <= MOST_OF_Q0) {
            return Err(Error::Parameters(format!(
                "slots up to {largest} are too large for a refresh: their scale times that is 2^{:.1} of q_0, and at most \
                 2^{:.0} can be told from multiples of it",
                near.log2(),
                MOST_OF_Q0.log2()
            )));
        }
        let scale = residual.parameters().canonical_scale(0);
        let a = residual.adjust(a, 0, &scale)?;
        let sparse = lowest.switch_secret(&lowest.adopt(&a)?, &keys.to_sparse)?;
        let q0 = Scale::of_primes(&raised.parameters().levels[0]);
        let all = raised.raised(&sparse, &q0, &Magnitude::complex(self.largest_slot()))?;
        let all = raised.switch_secret(&all, &keys.from_sparse)?;
        checkpoint();
        let evaluator = Evaluator::new(raised, &keys.evaluation, &self.encoder, *slots)?;
        let all = raised.drop_to(&all, self.top)?;
        let larger = Scale::power_of_two(i64::from(self.shape.bits.saturating_sub(BASE_BITS)));
        let all = raised.multiply_constant(&all, 1.0, &larger)?;
        let mut values = trace(&evaluator, &all, *slots, raised.parameters().slots())?;
        for matrix in &self.to_coefficients {
            values = raised.rescale(&apply(raised, &values, matrix, &keys.evaluation)?)?;
        }
        let [real, imaginary] = self.parts(&values, keys)?;
        let reduce = |part| self.reduction.apply(&evaluator, raised, part, near);
        let real = reduce(real)?;
        checkpoint();
        let imaginary = raised.multiply_by_i(&reduce(imaginary)?)?;
        let mut values = raised.add(&real, &imaginary)?;
        for matrix in &self.to_slots {
            values = raised.rescale(&apply(raised, &values, matrix, &keys.evaluation)?)?;
        }
        let refreshed = residual.adopt(&values)?;
        let refreshed = residual.read_at_scale(refreshed, &residual.parameters().scale());
        // Each slot is a sum over all coefficients.
        let refreshed = residual.with_normal_errors(refreshed);
        let missing = self.reduction.arcsine_error(near) * ratio(residual).to_f64();
        let refreshed = residual.approximates(refreshed, missing.log2());
        Ok(residual.assume(refreshed, &Magnitude::complex(largest)))
    }

    /// Twice the real and the imaginary parts of slots, each at most K' times the factor of the matrices.
    fn parts(
        &self,
        values: &Ciphertext<R>,
        keys: &RefreshKeys<R>,
    ) -> Result<[Ciphertext<R>; 2], Error> {
        let raised = &self.raised;
        let conjugate = raised.conjugate(values, &keys.evaluation)?;
        let real = raised.add(values, &conjugate)?;
        let minus_i = raised.multiply_by_i(&raised.sub(&conjugate, values)?)?;
        let bounded = |part| raised.assume(part, &Magnitude::constant(1.0));
        Ok([bounded(real), bounded(minus_i)])
    }

    /// What no slot of the raised phase over q_0 exceeds, but for a probability of 2^-64: coefficients have the variance
    /// (h + 1)/12.
    fn largest_slot(&self) -> f64 {
        let degree = self.raised.parameters().index.degree() as f64;
        DEVIATIONS * (degree * (self.shape.range.weight as f64 + 1.0) / 12.0).sqrt()
    }
}

/// The largest number that may be in a ciphertext by what is known of it, if that exceeds what is to be refreshed.
pub fn excess<R: Ring>(a: &Ciphertext<R>, range: f64) -> Option<f64> {
    Some(a.estimate().log2_message(a.scale()).exp2()).filter(|&largest| exceeds(largest, range))
}

/// Whether a bound exceeds a range: bounds are sums of doubles, and those that are equal to it do not.
pub fn exceeds(bound: f64, range: f64) -> bool {
    bound > range * (1.0 + TOLERANCE)
}

/// By how much a bound may exceed the range, relatively.
const TOLERANCE: f64 = 1e-6;

/// A normal variable exceeds so many deviations with probability 2^-64 among 2^16.
const DEVIATIONS: f64 = 11.0;

/// log2 of q_0, which is the scale when the modulus is raised.
const BASE_BITS: u32 = 50;

/// The largest part of q_0 that messages take: the margin of the reduction.
const MOST_OF_Q0: f64 = 1.0 / 128.0;

/// q_0 over the scale of level 0.
fn ratio<R: Ring>(residual: &Context<R>) -> Scale {
    let parameters = residual.parameters();
    Scale::of_primes(&parameters.levels[0]).divided(&parameters.canonical_scale(0))
}

/// A factor, prepared at a level; its entries at a scale.
fn transform<R: Ring>(
    context: &Context<R>,
    encoder: &Encoder,
    matrix: &Diagonals,
    level: usize,
    scale: &Scale,
) -> Result<Matrix<R>, Error> {
    let slots = matrix.values().next().map_or(1, Vec::len);
    let group = Cyclic::new(context.parameters(), slots);
    let indices: Vec<usize> = matrix.keys().copied().collect();
    let plan = TransformPlan::new(context, &group, &indices, level)?;
    of_diagonals(context, matrix, plan, level, |entries: &[Complex64]| {
        checkpoint();
        let target = Target { slots, scale, log2_modulus: f64::from(MAX_BITS) + 2.0 };
        let magnitude = Magnitude::of(entries.iter().map(|z| z.abs()));
        Ok(ckks::Plaintext::new(encoder.encode(entries, &target)?, scale.clone(), magnitude))
    })
}
