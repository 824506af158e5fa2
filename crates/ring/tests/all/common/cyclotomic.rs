//! Cyclotomic rings the slow way: polynomials over the integers modulo the cyclotomic polynomial.

use ringassay_ring::index::Index;

/// Z\[X\]/Φ_m. Elements are their φ(m) coefficients, constant first.
pub(crate) struct Field {
    index: Index,
    modulus: Vec<i128>,
}

impl Field {
    pub(crate) fn new(index: &Index) -> Self {
        Self { index: index.clone(), modulus: cyclotomic_polynomial(index.m()) }
    }

    /// The remainder of a polynomial modulo Φ_m, which is monic.
    fn reduce(&self, mut polynomial: Vec<i128>) -> Vec<i128> {
        let n = self.modulus.len() - 1;
        while polynomial.len() > n {
            let lead = polynomial.pop().unwrap();
            let shift = polynomial.len() - n;
            for (i, c) in self.modulus[..n].iter().enumerate() {
                polynomial[shift + i] -= lead * c;
            }
        }
        polynomial.resize(n, 0);
        polynomial
    }

    pub(crate) fn multiply(&self, x: &[i128], y: &[i128]) -> Vec<i128> {
        let mut product = vec![0; x.len() + y.len()];
        for (i, a) in x.iter().enumerate() {
            for (j, b) in y.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        self.reduce(product)
    }

    /// x(X^k): with X an m-th root of unity, an automorphism or the inclusion of a subring.
    pub(crate) fn substitute(&self, x: &[i128], k: u64) -> Vec<i128> {
        let m = self.index.m();
        let mut image = vec![0; m as usize];
        for (j, c) in x.iter().enumerate() {
            image[(j as u64 * k % m) as usize] += c;
        }
        self.reduce(image)
    }

    /// (1 - X^k)·x.
    pub(crate) fn times_one_minus_power(&self, x: &[i128], k: u64) -> Vec<i128> {
        let mut factor = vec![0; k as usize + 1];
        factor[0] += 1;
        factor[k as usize] -= 1;
        self.multiply(x, &factor)
    }

    pub(crate) fn sum(&self, terms: impl Iterator<Item = Vec<i128>>) -> Vec<i128> {
        terms.fold(vec![0; self.modulus.len() - 1], |sum, term| {
            sum.iter().zip(term).map(|(a, b)| a + b).collect()
        })
    }

    /// The element with given coefficients in the powerful basis.
    pub(crate) fn powerful(&self, x: &[i64]) -> Vec<i128> {
        self.combine(x, |_, j| vec![j])
    }

    /// The element with given coefficients in the decoding basis: the tensor product, over the prime
    /// powers, of Σ ζ_p^i·ζ_{p^e}^{j_1} for i from j_0 to p-2, where j = p^(e-1)·j_0 + j_1 (for
    /// p = 2 just ζ^j).
    pub(crate) fn decoding(&self, x: &[i64]) -> Vec<i128> {
        self.combine(x, |p, j| {
            let factor = self.index.factor_of(p).unwrap();
            let len = factor.totient() as u64;
            if p == 2 { vec![j] } else { (j..len).step_by(factor.inner()).collect() }
        })
    }

    /// Σ x_(j_1, …)·∏ Σ_e ζ_{m_i}^e, where `powers(p, j)` lists the exponents e on the axis of p.
    fn combine(&self, x: &[i64], powers: impl Fn(u32, u64) -> Vec<u64>) -> Vec<i128> {
        let m = self.index.m();
        let mut sum = vec![0; m as usize];
        for (position, &c) in x.iter().enumerate() {
            let mut exponents = vec![0];
            for (factor, j) in self.index.factors().iter().zip(self.index.coordinates(position)) {
                let step = m / factor.value();
                exponents = powers(factor.prime, j as u64)
                    .iter()
                    .flat_map(|e| exponents.iter().map(move |sum| (sum + e * step) % m))
                    .collect();
            }
            for exponent in exponents {
                sum[exponent as usize] += i128::from(c);
            }
        }
        self.reduce(sum)
    }
}

/// Φ_m = (X^m - 1) / ∏ Φ_d over the proper divisors d of m.
fn cyclotomic_polynomial(m: u64) -> Vec<i128> {
    let mut polynomial = vec![0; m as usize + 1];
    polynomial[0] = -1;
    polynomial[m as usize] = 1;
    for divisor in (1..m).filter(|&d| m.is_multiple_of(d)) {
        polynomial = divide(polynomial, &cyclotomic_polynomial(divisor));
    }
    polynomial
}

/// The exact quotient by a monic polynomial.
fn divide(mut x: Vec<i128>, y: &[i128]) -> Vec<i128> {
    let len = x.len() - y.len() + 1;
    let mut quotient = vec![0; len];
    for i in (0..len).rev() {
        quotient[i] = x[i + y.len() - 1];
        for (j, c) in y.iter().enumerate() {
            x[i + j] -= quotient[i] * c;
        }
    }
    assert!(x.iter().all(|&c| c == 0), "an exact division");
    quotient
}
