//! All values at the roots of Φ_m at once, from the value at one random point.
//!
//! Evaluating at every root by Horner's rule costs n·m products, too much for n in the thousands
//! and many cases. But n values at the n roots determine one polynomial of degree below n, by
//! Lagrange
//!
//! > x(ρ) = Σ_a y_a·Φ(ρ) / ((ρ - ω_a)·Φ'(ω_a)).
//!
//! Every y_a enters with a factor that is not 0, and two different polynomials agree in at most
//! n-1 points: if the sum equals the value of x at a random ρ, then with probability at least
//! 1 - n/q *every* y_a is the value of x at ω_a (Schwartz, Zippel).

use super::numbers::{divisors, inverse_mod, moebius, mul_mod, pow_mod};

/// The roots of Φ_m mod q, in a given order, prepared for interpolation.
#[derive(Clone, Debug)]
pub struct Interpolation {
    q: u64,
    roots: Vec<u64>,
    /// 1/Φ'(ω) for each root ω.
    weights: Vec<u64>,
    /// The d | m with μ(m/d) ≠ 0, and that sign.
    binomials: Vec<(u64, i64)>,
}

impl Interpolation {
    /// For roots ω of Φ_m mod the prime q; `None` if one of them is none.
    pub fn new(m: u64, q: u64, roots: Vec<u64>) -> Option<Self> {
        let binomials: Vec<_> =
            divisors(m).into_iter().map(|d| (d, moebius(m / d))).filter(|b| b.1 != 0).collect();
        // Φ = ∏ (X^d - 1)^μ(m/d); X^m - 1 vanishes at ω with the derivative m·ω^(m-1), all others
        // do not vanish. So Φ'(ω) = m·ω^(m-1)·∏_{d<m} (ω^d - 1)^μ(m/d), a fraction for each root.
        let part = |root: u64, wanted: i64| {
            let binomials = binomials.iter().filter(|&&(d, sign)| d < m && sign == wanted);
            binomials.fold(1 % q, |product, &(d, _)| {
                mul_mod(product, (pow_mod(root, d, q) + q - 1) % q, q)
            })
        };
        if roots.iter().any(|&root| pow_mod(root, m, q) != 1 % q) {
            return None;
        }
        let derivative =
            |&root: &u64| mul_mod(part(root, 1), mul_mod(m % q, pow_mod(root, m - 1, q), q), q);
        let inverses = inverses(&roots.iter().map(derivative).collect::<Vec<_>>(), q)?;
        let denominators: Vec<u64> = roots.iter().map(|&root| part(root, -1)).collect();
        let weights = inverses.iter().zip(&denominators).map(|(x, y)| mul_mod(*x, *y, q)).collect();
        Some(Self { q, roots, weights, binomials }).filter(|_| !denominators.contains(&0))
    }

    /// The value at `rho` of the polynomial of degree below n with these values at the roots;
    /// `None` if `rho` is an m-th root of unity itself.
    pub fn value(&self, values: &[u64], rho: u64) -> Option<u64> {
        let q = self.q;
        let distances: Vec<u64> = self.roots.iter().map(|root| (rho + q - root) % q).collect();
        let terms = inverses(&distances, q)?.into_iter().zip(&self.weights).zip(values);
        let sum = terms.fold(0, |sum, ((inverse, &weight), &value)| {
            (sum + mul_mod(value % q, mul_mod(weight, inverse, q), q)) % q
        });
        self.binomials.iter().try_fold(sum, |product, &(d, sign)| {
            let binomial = (pow_mod(rho, d, q) + q - 1) % q;
            let inverse = inverse_mod(binomial, q)?;
            Some(mul_mod(product, if sign > 0 { binomial } else { inverse }, q))
        })
    }
}

/// 1/x for each x, from one inversion of their product; `None` if an x has no inverse.
fn inverses(units: &[u64], q: u64) -> Option<Vec<u64>> {
    let product = |&x: &u64, &y: &u64| mul_mod(x, y, q);
    let before: Vec<u64> =
        units.iter().scan(1 % q, |all, x| Some(std::mem::replace(all, product(all, x)))).collect();
    let all = units.iter().fold(1 % q, |all, x| product(&all, x));
    let mut inverse = inverse_mod(all, q)?;
    let mut inverses = before;
    for (slot, x) in inverses.iter_mut().zip(units).rev() {
        *slot = mul_mod(inverse, *slot, q);
        inverse = product(&inverse, x);
    }
    Some(inverses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Stream;
    use crate::reference::numbers::element_of_order;
    use crate::reference::{Cyclotomic, ModQ};

    #[test]
    fn agrees_with_the_polynomial_and_sees_every_single_change() {
        for (m, q) in [(1, 17), (9, 37), (15, 61), (60, 661), (105, 4201)] {
            let ring = Cyclotomic::new(ModQ(q), m);
            let root = element_of_order(m, q).expect("q ≡ 1 mod m");
            let roots: Vec<u64> = ring.units().iter().map(|&k| pow_mod(root, k, q)).collect();
            let x = Stream::new(m).residues(ring.degree(), q);
            let mut values: Vec<u64> = roots.iter().map(|w| ring.evaluate(&x, w)).collect();
            let lagrange = Interpolation::new(m, q, roots).expect("they are the roots");
            let rho = (2..q).find(|&r| pow_mod(r, m, q) != 1).expect("q - 1 > m");
            let expected = ring.evaluate(&x, &rho);
            assert_eq!(lagrange.value(&values, rho), Some(expected), "m = {m}");
            for at in 0..values.len() {
                values[at] = (values[at] + 1) % q;
                assert_ne!(lagrange.value(&values, rho), Some(expected), "m = {m} at {at}");
                values[at] = (values[at] + q - 1) % q;
            }
        }
    }

    #[test]
    fn refuses_what_is_no_primitive_root() {
        assert!(Interpolation::new(9, 37, vec![10]).is_none(), "10 has order 3 mod 37");
        assert!(Interpolation::new(9, 37, vec![2]).is_none(), "2 has order 36 mod 37");
    }
}
