//! The discrete Gaussian to any precision, and the distance of a table of probabilities from it.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// P(|x| = k) of the discrete Gaussian of width σ for k = 0, 1, …, `reach`, in units of 2^-`bits`,
/// each right within one unit times `reach`. σ is the rational number that the double is.
///
/// Each weight is computed for itself, as the power series of exp(x) at x = k²/(2σ²), which has
/// positive terms only, inverted at the end.
pub fn folded_gaussian(sigma: f64, reach: u32, bits: u64) -> Vec<BigUint> {
    let precision = bits + 64;
    let one = BigUint::one() << precision;
    let weights: Vec<BigUint> = (0..=reach)
        .map(|k| {
            let weight = (&one << precision) / exp(&half_square_over(k, sigma, precision), &one);
            if k == 0 { weight } else { weight * 2_u32 }
        })
        .collect();
    // What lies beyond `reach` belongs to the total.
    let mut total: BigUint = weights.iter().sum();
    for k in reach + 1.. {
        let x = half_square_over(k, sigma, precision);
        if (&x >> precision) > BigUint::from(precision) {
            break;
        }
        total += (&one << precision) / exp(&x, &one) * 2_u32;
    }
    weights.iter().map(|weight| (weight << bits) / &total).collect()
}

/// k²/(2σ²) in units of 2^-`precision`.
fn half_square_over(k: u32, sigma: f64, precision: u64) -> BigUint {
    // σ·2^1074 is an integer for every double; few bits of it are not zero.
    let scaled = BigUint::from((sigma * 2.0_f64.powi(60)) as u128);
    (BigUint::from(k).pow(2) << (precision + 120)) / (scaled.pow(2) * 2_u32)
}

/// exp(x), both in units of 1/`one`.
fn exp(x: &BigUint, one: &BigUint) -> BigUint {
    let (mut term, mut sum) = (one.clone(), BigUint::zero());
    let mut next = 1_u32;
    while !term.is_zero() {
        sum += &term;
        term = term * x / one / next;
        next += 1;
    }
    sum
}

/// Half the sum of the differences of two lists of numbers in units of 2^-`bits`, the shorter one
/// continued by zeros: the statistical distance of two distributions.
pub fn distance(x: &[BigUint], y: &[BigUint], bits: u64) -> f64 {
    let zero = BigUint::zero();
    let at = |list: &[BigUint], i: usize| BigInt::from(list.get(i).unwrap_or(&zero).clone());
    let twice: BigInt = (0..x.len().max(y.len())).map(|i| (at(x, i) - at(y, i)).abs()).sum();
    twice.to_f64().unwrap_or(f64::NAN) * 2.0_f64.powi(-(bits as i32) - 1)
}

/// P(|x| = k) in units of 2^-`bits` from thresholds P(|x| <= k) in units of 2^-`from`, `from` <=
/// `bits`: what a table of thresholds draws.
pub fn folded_table(thresholds: &[u128], from: u64, bits: u64) -> Vec<BigUint> {
    let ends = thresholds.iter().copied().chain([1 << from]);
    let mut before = 0;
    let mut probability = |end| BigUint::from(end - std::mem::replace(&mut before, end));
    ends.map(|end| probability(end) << (bits - from)).collect()
}

/// The law of |factor·x + y| for independent symmetric x and y, given by P(|x| = k) and P(|y| = k) in
/// units of 2^-`bits`; in the same units.
pub fn folded_sum(factor: u32, x: &[BigUint], y: &[BigUint], bits: u64) -> Vec<BigUint> {
    let reach = factor as usize * (x.len() - 1) + y.len();
    let mut sum = vec![BigUint::zero(); reach];
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            // Half of the mass has equal signs; a zero has the same law whatever its sign.
            let half = (x * y) >> (bits + 1);
            let scaled = factor as usize * i;
            sum[scaled + j] += &half;
            sum[scaled.abs_diff(j)] += &half;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: u64 = 200;

    fn float(x: &BigUint) -> f64 {
        x.to_f64().unwrap_or(f64::NAN) * 2.0_f64.powi(-(BITS as i32))
    }

    #[test]
    fn agrees_with_doubles() {
        for sigma in [0.3, 1.0, 3.2, 17.5] {
            let law = super::super::Law::Discrete(sigma);
            for (k, p) in folded_gaussian(sigma, 20, BITS).iter().enumerate() {
                let expected = law.probability(k as u32) * if k == 0 { 1.0 } else { 2.0 };
                assert!((float(p) - expected).abs() < 1e-14, "σ = {sigma}, {k}");
            }
        }
    }

    /// θ = Σ exp(-πk²) = π^(1/4)/Γ(3/4), known to Gauss; to 30 digits 1.086434811213308014575316121511.
    #[test]
    fn agrees_with_a_value_of_the_theta_function() {
        // σ² = 1/(2π) is no double; the nearest one is off by a relative 2^-53.
        let sigma = (0.5 / std::f64::consts::PI).sqrt();
        let zero = float(&folded_gaussian(sigma, 0, BITS)[0]);
        assert!((zero * 1.086_434_811_213_308 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn distances_by_hand() {
        let list = |x: &[u32]| x.iter().map(|&x| BigUint::from(x)).collect::<Vec<_>>();
        assert_eq!(distance(&list(&[2, 2]), &list(&[1, 2, 1]), 2), 0.25);
        assert_eq!(folded_table(&[1, 3], 2, 2), list(&[1, 2, 1]));
        // |2x + y| for signs x, y: 1 or 3.
        assert_eq!(folded_sum(2, &list(&[0, 4]), &list(&[0, 4]), 2), list(&[0, 2, 0, 2]));
    }
}
