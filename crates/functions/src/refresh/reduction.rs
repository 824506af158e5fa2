//! Reduction modulo 1 of numbers near integers: x ↦ x - round(x).
//!
//! sin(2πx)/2π is near it where x is near an integer. It is cos(2π·(x - 1/4))/2π, whose angle is halved r times
//! so that a short series in Chebyshev polynomials suffices, all of even degree: y = s·cos θ gives 2·y² - s² = s²·cos 2θ
//! (2018/1043, 2020/552, 2020/1203 §6). s is (2π)^(-1/2^r), so that the last doubling gives 1/2π times the cosine. What a
//! sine is not linear is mended by the first terms of the arcsine (2020/552 §4).
//!
//! Depth: 5 for the series of degree up to 31, one for each doubling, 2 for the arcsine of degree 3, 3 of degree 5 or 7.

use std::f64::consts::{PI, TAU};

use ringassay_scheme::{
    Error, Ring,
    ckks::{Ciphertext, Context, Scale, encoding::Complex64},
};

use super::Range;
use crate::{
    ApproximateArithmetic, Arithmetic, Factor,
    numbers::Evaluator,
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate},
};

/// How far numbers may lie from integers, beside a quarter for the cosine: 2^-8 and what errors add.
const MARGIN: f64 = 0.26;

/// The degree of the series.
const DEGREE: usize = 30;

/// How often angles are doubled.
const DOUBLINGS: u32 = 3;

/// Points at which a series is summed up: far more than its degree, so that its coefficients are right to the last bits.
const POINTS: usize = 256;

/// x - round(x) for x up to K in absolute value.
#[derive(Debug, Clone)]
pub(super) struct Reduction {
    /// K', the largest number.
    pub(super) largest: f64,
    series: SlotPolynomials,
    plan: Plan,
    arcsine: Option<(SlotPolynomials, Plan)>,
    /// What the cosine misses.
    error: f64,
    /// What it misses on average, over the multiples that there are. All coefficients have it in common, so that in the slot
    /// next to 1 it would be N times as large: it is subtracted.
    mean: f64,
}

impl Reduction {
    /// With the terms of the arcsine up to a degree of 1, 3, 5 or 7.
    pub(super) fn new(range: Range, arcsine: usize) -> Result<Self, Error> {
        let largest = f64::from(range.bound) + MARGIN;
        let coefficients = series(largest);
        let series = SlotPolynomials::from(Polynomial::of_reals(Basis::UNIT, &coefficients)?);
        let plan = Plan::new(&series);
        let arcsine = match arcsine {
            1 => None,
            3 | 5 | 7 => {
                let terms = SlotPolynomials::from(Polynomial::of_reals(
                    Basis::Power,
                    &ARCSINE[..=arcsine],
                )?);
                let plan = Plan::new(&terms);
                Some((terms, plan))
            }
            other => {
                return Err(Error::Parameters(format!(
                    "the arcsine is taken to the degree 1, 3, 5 or 7, not {other}"
                )));
            }
        };
        let error = error(largest, &coefficients);
        let mean = mean_error(range, largest, &coefficients);
        Ok(Self { largest, series, plan, arcsine, error, mean })
    }

    /// How many levels it takes.
    pub(super) fn depth(&self) -> usize {
        let arcsine = self.arcsine.as_ref().map_or(0, |(_, plan)| plan.depth());
        self.plan.depth() + DOUBLINGS as usize + arcsine
    }

    /// The scale of the result for numbers of level `level`.
    pub(super) fn scale<R: Ring>(&self, context: &Context<R>, level: usize) -> Scale {
        let after = level - self.plan.depth();
        let primes = |level: usize| Scale::of_primes(context.rescaling_primes(level));
        let doubled = (0..DOUBLINGS as usize)
            .fold(primes(after), |scale, done| scale.squared().divided(&primes(after - done)));
        match &self.arcsine {
            None => doubled,
            Some(_) => primes(after - DOUBLINGS as usize),
        }
    }

    /// x - round(x), of x/K' in every slot; no slot of the result is larger than `largest`.
    pub(super) fn apply<R: Ring>(
        &self,
        arithmetic: &Evaluator<'_, R>,
        context: &Context<R>,
        x: Ciphertext<R>,
        largest: f64,
    ) -> Result<Ciphertext<R>, Error> {
        let constant = |c: f64| Complex64::from(c).extended();
        // The function of exact numbers; it has the Lipschitz constant 1, and is followed as a polynomial of large ones.
        let (inherited, scale) = (*x.estimate(), x.scale().log2());
        let x = context.as_exact(x);
        let quarter = constant(-0.25 / self.largest);
        let shifted = arithmetic.add_to(x, &Factor::Constant(quarter))?;
        let shifted = arithmetic.bounded(shifted, 1.0);
        let level = shifted.level() - self.plan.depth();
        let target = Scale::of_primes(context.rescaling_primes(level));
        let mut y = evaluate(arithmetic, &self.series, &self.plan, &shifted, &target)?;
        let mut s = first_scale();
        y = arithmetic.bounded(y, s);
        for doubling in 1..=DOUBLINGS {
            s *= s;
            let square = arithmetic.relinearise_and_rescale(arithmetic.square(&y)?)?;
            let twice = arithmetic.double(&square)?;
            let mean = if doubling == DOUBLINGS { self.mean } else { 0.0 };
            y = arithmetic.add_to(twice, &Factor::Constant(constant(-s - mean)))?;
            y = arithmetic.bounded(y, s);
        }
        let sine = (TAU * largest).sin() / TAU;
        y = arithmetic.bounded(arithmetic.approximated(y, self.error), sine + self.error);
        if let Some((terms, plan)) = &self.arcsine {
            let target = self.scale(context, shifted.level());
            y = evaluate(arithmetic, terms, plan, &y, &target)?;
        }
        let lipschitz = self.largest.log2() + y.scale().log2() - scale;
        let y = context.with_errors_of(y, &inherited, lipschitz);
        Ok(arithmetic.bounded(y, largest))
    }

    /// What is missing of the arcsine for numbers that lie so far from integers, and of coefficients whose squares have such a
    /// square as their sum, in sum: it grows with the cube.
    pub(super) fn arcsine_error(&self, largest: f64) -> f64 {
        let sine = (TAU * largest).sin() / TAU;
        let degree = self.arcsine.as_ref().map_or(1, |(terms, _)| terms.polynomials()[0].degree());
        let found: f64 = (0..=degree).map(|k| ARCSINE[k] * sine.powi(k as i32)).sum();
        (largest - found).abs()
    }
}

/// arcsin(2πy)/2π: y + (2π)²/6·y³ + 3·(2π)⁴/40·y⁵ + 15·(2π)⁶/336·y⁷.
const ARCSINE: [f64; 8] = [
    0.0,
    1.0,
    0.0,
    TAU * TAU / 6.0,
    0.0,
    3.0 * TAU * TAU * TAU * TAU / 40.0,
    0.0,
    15.0 * TAU * TAU * TAU * TAU * TAU * TAU / 336.0,
];

/// (2π)^(-1/2^r).
fn first_scale() -> f64 {
    TAU.powf(-1.0 / f64::from(1 << DOUBLINGS))
}

/// The coefficients of (2π)^(-1/2^r)·cos(2πK'·x/2^r) in Chebyshev polynomials; those of odd degree are 0.
fn series(largest: f64) -> Vec<f64> {
    let (s, angle) = (first_scale(), TAU * largest / f64::from(1 << DOUBLINGS));
    let coefficient = |n: usize| {
        if n % 2 == 1 {
            return 0.0;
        }
        let point = |k: usize| {
            let theta = PI * (k as f64 + 0.5) / POINTS as f64;
            s * (angle * theta.cos()).cos() * (n as f64 * theta).cos()
        };
        let mean = (0..POINTS).map(point).sum::<f64>() / POINTS as f64;
        if n == 0 { mean } else { 2.0 * mean }
    };
    (0..=DEGREE).map(coefficient).collect()
}

/// What the last doubling misses of the sine over 2π, at most: the error of the series grows fourfold with each doubling,
/// in units of what is doubled.
fn error(largest: f64, coefficients: &[f64]) -> f64 {
    let miss =
        |k: usize| missed(largest, coefficients, (PI * k as f64 / (16 * POINTS) as f64).cos());
    (0..=16 * POINTS).map(|k| miss(k).abs()).fold(0.0, f64::max)
}

/// What it misses of messages near 0, on average over the law of their multiples.
fn mean_error(range: Range, largest: f64, coefficients: &[f64]) -> f64 {
    let bound = range.bound as i32;
    let of = |multiple: i32| {
        let place = (f64::from(multiple) - 0.25) / largest;
        range.probability(multiple) * missed(largest, coefficients, place)
    };
    (-bound..=bound).map(of).sum()
}

/// What it misses at a place from -1 to 1.
fn missed(largest: f64, coefficients: &[f64], place: f64) -> f64 {
    let theta = place.acos();
    let sum = |(n, c): (usize, &f64)| c * (n as f64 * theta).cos();
    let mut y: f64 = coefficients.iter().enumerate().map(sum).sum();
    let (mut scale, mut exact) = (first_scale(), TAU * largest / f64::from(1 << DOUBLINGS) * place);
    for _ in 0..DOUBLINGS {
        scale *= scale;
        y = 2.0 * y * y - scale;
        exact *= 2.0;
    }
    y - scale * exact.cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with 220 bits.
    #[test]
    #[expect(clippy::excessive_precision, reason = "as they were computed")]
    fn series_are_those_of_bessel_functions() {
        let known = [
            (
                15.26,
                [0.035262618970204757, 0.13004731415667304, 0.28688534036275949],
                -3.9207688122911706e-10,
                -32.89,
            ),
            (
                13.26,
                [-0.19276487535551468, -0.36755440592905406, -0.23229550788432198],
                -7.770521339547668e-12,
                -38.97,
            ),
            (
                11.26,
                [-0.040272703034433994, -0.17430061227839653, -0.40207856942650274],
                -7.393632553213642e-14,
                -46.17,
            ),
        ];
        for (largest, first, last, log2) in known {
            let found = series(largest);
            for (n, wanted) in [0, 2, 4].into_iter().zip(first) {
                assert!((found[n] - wanted).abs() < 1e-14, "{largest}: {} {wanted}", found[n]);
            }
            assert!(
                (found[DEGREE] / last - 1.0).abs() < 1e-2,
                "{largest}: {} {last}",
                found[DEGREE]
            );
            let error = error(largest, &found).log2();
            assert!((error - log2).abs() < 1.5, "{largest}: {error} {log2}");
        }
        // Summed up with 40 digits, over the law of Irwin and Hall.
        let mean = mean_error(Range::USUAL, 13.26, &series(13.26));
        assert!((mean / -3.9441800895596513e-13 - 1.0).abs() < 0.05, "{mean}");
        assert!((ARCSINE[7] / 2746.8262673580127 - 1.0).abs() < 1e-14);
        assert!((ARCSINE[5] / 116.89090924080292 - 1.0).abs() < 1e-14);
    }
}
