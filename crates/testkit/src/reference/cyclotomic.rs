//! R = Z\[ζ_m\] as polynomials modulo Φ_m, over any coefficients.
//!
//! An *element* is the list of its n = φ(m) coefficients in the power basis 1, X, …, X^(n-1), with
//! X = ζ_m. That form is unique, so elements are compared in it, whatever basis they came from.
//!
//! **Axes.** m = ∏ p^e, the largest prime first. The position (j_1, …, j_k) in row-major order, the
//! last axis contiguous, belongs to
//! - the *powerful* basis element p_j = ∏ ζ_{m_i}^{j_i}, with ζ_{m_i} = ζ_m^{m/m_i} and j_i < φ(m_i);
//! - the *decoding* basis element d_j = ∏ d_{j_i}, where for j_i = a·p^(e-1) + b, b < p^(e-1),
//!   d_{j_i} = Σ_{s=a}^{p-2} ζ_{m_i}^{s·p^(e-1) + b}.
//!
//! "A Toolkit for Ring-LWE Cryptography" (ePrint 2013/293, §6) defines the decoding basis of R^∨
//! as the dual of the conjugate powerful basis. Multiplied by t = m̂/g (m̂ = m, or m/2 for even m),
//! which maps R^∨ onto R, it becomes the basis above, because
//!
//! > Tr((g/m̂)·d_j·conj(p_k)) = 1 if j = k, otherwise 0.
//!
//! For m = p: (1-ζ)·d_a = ζ^a - ζ^(p-1), and Tr(ζ^i) is p-1 for i = 0 and -1 otherwise, so that
//! Tr((1-ζ)·d_a·ζ^(-k)) = Tr(ζ^(a-k)) - Tr(ζ^(p-1-k)) = p·δ_{ak} (the second exponent is never 0).
//! Prime powers and products follow by tensoring. The duality is tested below; it also gives the
//! decoding coefficients of any element without inverting anything:
//! m̂·c_k = Tr(g·x·conj(p_k)).

use super::coefficients::Coefficients;
use super::numbers::{gcd, prime_powers, units};
use super::polynomial;

/// The ring Z\[ζ_m\] ⊗ C.
#[derive(Clone, Debug)]
pub struct Cyclotomic<C: Coefficients> {
    coefficients: C,
    m: u64,
    /// (prime, exponent), the largest prime first.
    axes: Vec<(u64, u32)>,
    phi: Vec<C::Value>,
    units: Vec<u64>,
}

/// An element: its n coefficients in the power basis.
pub type Poly<C> = Vec<<C as Coefficients>::Value>;

impl<C: Coefficients> Cyclotomic<C> {
    /// The ring of index m.
    ///
    /// # Panics
    /// If a coefficient of Φ_m does not fit into 64 bits (none does within reach of a test).
    pub fn new(coefficients: C, m: u64) -> Self {
        let small = |c: &num_bigint::BigInt| match i64::try_from(c) {
            Ok(c) => coefficients.integer(c),
            Err(_) => unreachable!("a coefficient of Φ_{m} exceeds 64 bits"),
        };
        let phi = polynomial::cyclotomic(m).iter().map(small).collect();
        let mut axes = prime_powers(m);
        axes.reverse();
        Self { coefficients, m, axes, phi, units: units(m) }
    }

    /// The index.
    pub fn m(&self) -> u64 {
        self.m
    }

    /// n = φ(m).
    pub fn degree(&self) -> usize {
        self.phi.len() - 1
    }

    /// The ring of the coefficients.
    pub fn coefficients(&self) -> &C {
        &self.coefficients
    }

    /// The units mod m in ascending order: one for each conjugate.
    pub fn units(&self) -> &[u64] {
        &self.units
    }

    /// The axes as (prime, exponent), the largest prime first.
    pub fn axes(&self) -> &[(u64, u32)] {
        &self.axes
    }

    /// m̂: m/2 if m is even, otherwise m.
    pub fn m_hat(&self) -> u64 {
        if self.m.is_multiple_of(2) { self.m / 2 } else { self.m }
    }

    /// Σ value·X^exponent; exponents of any size, X^m being 1.
    pub fn monomials(&self, terms: impl IntoIterator<Item = (u64, C::Value)>) -> Poly<C> {
        let mut sum = vec![self.coefficients.zero(); self.m as usize];
        for (exponent, value) in terms {
            let target = &mut sum[(exponent % self.m) as usize];
            *target = self.coefficients.add(target, &value);
        }
        self.reduce(sum)
    }

    /// The remainder by Φ_m.
    pub fn reduce(&self, polynomial: Vec<C::Value>) -> Poly<C> {
        polynomial::divide(&self.coefficients, polynomial, &self.phi).1
    }

    /// An integer as an element.
    pub fn constant(&self, value: i64) -> Poly<C> {
        self.monomials([(0, self.coefficients.integer(value))])
    }

    /// a + b.
    pub fn add(&self, a: &[C::Value], b: &[C::Value]) -> Poly<C> {
        a.iter().zip(b).map(|(a, b)| self.coefficients.add(a, b)).collect()
    }

    /// factor·a.
    pub fn scale(&self, factor: i64, a: &[C::Value]) -> Poly<C> {
        let factor = self.coefficients.integer(factor);
        a.iter().map(|a| self.coefficients.mul(&factor, a)).collect()
    }

    /// a·b by the schoolbook.
    pub fn mul(&self, a: &[C::Value], b: &[C::Value]) -> Poly<C> {
        self.reduce(polynomial::product(&self.coefficients, a, b))
    }

    /// The image of a under the automorphism X ↦ X^k, for a unit k.
    pub fn automorphism(&self, a: &[C::Value], k: u64) -> Poly<C> {
        self.monomials((0..).zip(a).map(|(i, x)| (i * (k % self.m), x.clone())))
    }

    /// The value of a at `point` (a root of Φ_m, unless a is meant as a polynomial).
    pub fn evaluate(&self, a: &[C::Value], point: &C::Value) -> C::Value {
        polynomial::evaluate(&self.coefficients, a, point)
    }

    /// The value of g where X is `point`, a root of Φ_m.
    pub fn g_at(&self, point: &C::Value) -> C::Value {
        let ring = &self.coefficients;
        let odd = self.axes.iter().filter(|(p, _)| p % 2 == 1);
        odd.fold(ring.integer(1), |g, (p, _)| {
            ring.mul(&g, &ring.sub(&ring.integer(1), &ring.power(point, self.m / p)))
        })
    }

    /// The exponent e_j of each powerful basis element p_j = X^(e_j).
    pub fn powerful_exponents(&self) -> Vec<u64> {
        let mut exponents = vec![0];
        for &(p, e) in &self.axes {
            let prime_power = p.pow(e);
            let count = prime_power - prime_power / p;
            exponents = exponents
                .iter()
                .flat_map(|start| (0..count).map(move |j| start + j * (self.m / prime_power)))
                .collect();
        }
        exponents.iter().map(|e| e % self.m).collect()
    }

    /// Σ c_j·p_j.
    pub fn from_powerful(&self, c: &[C::Value]) -> Poly<C> {
        self.monomials(self.powerful_exponents().into_iter().zip(c.iter().cloned()))
    }

    /// The exponents of X whose powers the decoding basis element d_j is the sum of.
    pub fn decoding_element(&self, mut j: usize) -> Vec<u64> {
        let mut exponents = vec![0];
        for &(p, e) in self.axes.iter().rev() {
            let block = p.pow(e) / p;
            let unit = self.m / p.pow(e);
            let count = (block * (p - 1)) as usize;
            let (a, b) = ((j % count) as u64 / block, (j % count) as u64 % block);
            j /= count;
            exponents = exponents
                .iter()
                .flat_map(|start| (a..p - 1).map(move |s| start + (s * block + b) * unit))
                .map(|exponent| exponent % self.m)
                .collect();
        }
        exponents
    }

    /// Σ c_j·d_j.
    pub fn from_decoding(&self, c: &[C::Value]) -> Poly<C> {
        let terms = c.iter().enumerate().filter(|(_, x)| !self.coefficients.is_zero(x));
        self.monomials(terms.flat_map(|(j, x)| {
            self.decoding_element(j).into_iter().map(move |exponent| (exponent, x.clone()))
        }))
    }

    /// g·Σ c_j·d_j, for many coefficients: in one axis (1 - ζ_p)·d_(a,b) telescopes to
    /// ζ^b·(ζ_p^a - ζ_p^(p-1)), so that 2^k terms for each coefficient suffice.
    pub fn from_decoding_times_g(&self, c: &[C::Value]) -> Poly<C> {
        // For each position of the tensor the signed exponents, axis by axis.
        let mut terms = vec![vec![(0_u64, false)]];
        for &(p, e) in &self.axes {
            let (block, unit) = (p.pow(e) / p, self.m / p.pow(e));
            let minus = |b| (((p - 1) * block + b) * unit, true);
            let factor = |j: u64| match p {
                2 => vec![(j * unit, false)],
                _ => vec![(j * unit, false), minus(j % block)],
            };
            terms = terms
                .iter()
                .flat_map(|before| (0..(p - 1) * block).map(move |j| (before, factor(j))))
                .map(|(before, factor)| {
                    let pairs = before.iter().flat_map(|x| factor.iter().map(move |y| (x, y)));
                    pairs.map(|(x, y)| ((x.0 + y.0) % self.m, x.1 != y.1)).collect()
                })
                .collect();
        }
        self.monomials(terms.iter().zip(c).flat_map(|(terms, c)| {
            terms.iter().map(move |&(exponent, negative)| {
                (exponent, if negative { self.coefficients.neg(c) } else { c.clone() })
            })
        }))
    }

    /// g·a, one binomial after the other.
    pub fn mul_g(&self, a: &[C::Value]) -> Poly<C> {
        self.mul_g_over(a, 1)
    }

    /// a times the quotient of g and the g of the index `m_sub` | m: the product of 1 - ζ_p over the
    /// odd p | m that do not divide `m_sub`.
    pub fn mul_g_over(&self, a: &[C::Value], m_sub: u64) -> Poly<C> {
        let new = self.axes.iter().filter(|(p, _)| p % 2 == 1 && !m_sub.is_multiple_of(*p));
        new.fold(a.to_vec(), |product, (p, _)| {
            let shifted = self.mul_monomial(&product, self.m / p);
            product.iter().zip(&shifted).map(|(x, y)| self.coefficients.sub(x, y)).collect()
        })
    }

    /// m̂ times the coefficient at d_k of x, from the duality: Tr(g·x·conj(p_k)). `g_x` is g·x.
    pub fn decoding_coefficient(&self, g_x: &[C::Value], k: usize) -> C::Value {
        let exponent = self.powerful_exponents()[k];
        self.trace(&self.mul_monomial(g_x, self.m - exponent))
    }

    /// a·X^exponent.
    pub fn mul_monomial(&self, a: &[C::Value], exponent: u64) -> Poly<C> {
        self.monomials((0..).zip(a).map(|(i, x)| (i + exponent, x.clone())))
    }

    /// g = ∏ (1 - ζ_p) over the odd primes p | m.
    pub fn g(&self) -> Poly<C> {
        self.mul_g(&self.constant(1))
    }

    /// Tr_{K/Q}(a): the sum of the conjugates, which is a constant.
    ///
    /// # Panics
    /// If the sum is not a constant: then the model is wrong.
    pub fn trace(&self, a: &[C::Value]) -> C::Value {
        let sum = self.relative_trace(a, 1);
        assert!(sum[1..].iter().all(|x| self.coefficients.is_zero(x)), "a trace lies in Q");
        sum[0].clone()
    }

    /// Tr_{K/K'}(a) for the subfield K' of index `m_sub` | m: the sum of the conjugates under
    /// X ↦ X^k, k ≡ 1 mod `m_sub`, as an element of this ring.
    pub fn relative_trace(&self, a: &[C::Value], m_sub: u64) -> Poly<C> {
        let fixing = self.units.iter().filter(|&k| k % m_sub == 1 % m_sub);
        self.monomials(
            fixing.flat_map(|&k| {
                (0..).zip(a).map(move |(i, x): (u64, &C::Value)| (i * k, x.clone()))
            }),
        )
    }

    /// N_{K/Q}(a): the product of the conjugates, which is a constant.
    ///
    /// # Panics
    /// If the product is not a constant: then the model is wrong.
    pub fn norm(&self, a: &[C::Value]) -> C::Value {
        let conjugates = self.units.iter().map(|&k| self.automorphism(a, k));
        let product = conjugates.fold(self.constant(1), |product, x| self.mul(&product, &x));
        assert!(product[1..].iter().all(|x| self.coefficients.is_zero(x)), "a norm lies in Q");
        product[0].clone()
    }

    /// The image in this ring of an element of the ring of index `m_sub` | m: X ↦ X^(m/m_sub).
    pub fn embed(&self, a: &[C::Value], m_sub: u64) -> Poly<C> {
        self.monomials((0..).zip(a).map(|(i, x)| (i * (self.m / m_sub), x.clone())))
    }

    /// m̂/m̂_sub times the tweaked trace of a to the index `m_sub` | m, as an element of this ring.
    ///
    /// The tweaked trace of "Λ∘λ" (ePrint 2015/1134) is twace(a) = t_sub·Tr(a/t) with t = m̂/g:
    /// the trace maps R^∨ = R/t onto R_sub^∨ = R_sub/t_sub, so twace maps R onto R_sub, and 1 to 1.
    /// That is (m̂_sub/m̂)·Tr(a·g/g_sub); what is returned leaves the division out.
    pub fn scaled_twace(&self, a: &[C::Value], m_sub: u64) -> Poly<C> {
        self.relative_trace(&self.mul_g_over(a, m_sub), m_sub)
    }

    /// m̂/m̂_sub, the factor that [`Self::scaled_twace`] leaves in.
    pub fn twace_factor(&self, m_sub: u64) -> i64 {
        let hat = |m: u64| if m.is_multiple_of(2) { m / 2 } else { m };
        (self.m_hat() / hat(m_sub)) as i64
    }

    /// Whether k is a unit mod m.
    pub fn is_unit(&self, k: u64) -> bool {
        gcd(k, self.m) == 1
    }
}

#[cfg(test)]
mod tests;
