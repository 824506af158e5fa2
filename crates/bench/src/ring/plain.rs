//! The reference: the transforms as the definitions have them, written plainly.
//!
//! One remainder of a double word for each product, no vectors, no lazy reduction; but the same
//! number of operations as a textbook has: for each prime power axis p^e a table of the p-th roots,
//! p×p products, and Cooley–Tukey for the rest.

use ringassay_kernels::Modulus;
use ringassay_ring::index::Index;

/// The CRT of an index modulo one prime, by its axes.
pub(crate) struct PlainCrt {
    q: u64,
    axes: Vec<Axis>,
}

/// One axis: a matrix for each of its stages would be too large; the roots' powers are enough.
struct Axis {
    prime: usize,
    /// p^(e-1).
    rest: usize,
    inner: usize,
    outer: usize,
    /// ω^k for 0 ≤ k < p^e.
    powers: Vec<u64>,
}

impl PlainCrt {
    /// The transform modulo q, where `root` is a primitive m-th root of unity.
    pub(crate) fn new(index: &Index, q: u64, root: u64, modulus: &Modulus) -> Self {
        let n = index.degree();
        let mut outer = 1;
        let axes = index.factors().iter().map(|factor| {
            let (order, dimension) = (factor.value(), factor.totient());
            let omega = modulus.pow(root, index.m() / order);
            let powers = std::iter::successors(Some(1), |&w| Some(mul(w, omega, q)));
            let prime = factor.prime as usize;
            let axis = Axis {
                prime,
                rest: order as usize / prime,
                inner: n / (outer * dimension),
                outer,
                powers: powers.take(order as usize).collect(),
            };
            outer *= dimension;
            axis
        });
        Self { q, axes: axes.collect() }
    }

    /// Powerful coefficients to values, axis by axis.
    pub(crate) fn forward(&self, x: &mut [u64]) {
        for axis in &self.axes {
            let dimension = (axis.prime - 1) * axis.rest;
            let mut line = vec![0; dimension];
            for o in 0..axis.outer {
                for i in 0..axis.inner {
                    let at = |j: usize| (o * dimension + j) * axis.inner + i;
                    for (j, slot) in line.iter_mut().enumerate() {
                        *slot = x[at(j)];
                    }
                    axis.line(&mut line, self.q);
                    for (j, value) in line.iter().enumerate() {
                        x[at(j)] = *value;
                    }
                }
            }
        }
    }
}

impl Axis {
    /// The CRT of one line: a p-point transform without its zeroth value for each residue of the
    /// exponent modulo p^(e-1), a twiddle, then transforms of length p^(e-1).
    fn line(&self, x: &mut [u64], q: u64) {
        let (p, rest, order) = (self.prime, self.rest, self.powers.len());
        let mut y = vec![0; x.len()];
        for i in 1..p {
            for j0 in 0..rest {
                let terms =
                    (0..p - 1).map(|j1| mul(x[j1 * rest + j0], self.powers[i * j1 % p * rest], q));
                let sum = terms.fold(0, |a, b| (a + b) % q);
                y[(i - 1) * rest + j0] = mul(sum, self.powers[i * j0 % order], q);
            }
        }
        for part in y.chunks_exact_mut(rest) {
            dft(part, p, &self.powers, q);
        }
        x.copy_from_slice(&y);
    }
}

/// The transform of length p^k by decimation in time; `powers` are those of a root of order a
/// multiple of that length.
fn dft(x: &mut [u64], p: usize, powers: &[u64], q: u64) {
    let n = x.len();
    if n == 1 {
        return;
    }
    let part = n / p;
    let mut parts: Vec<Vec<u64>> =
        (0..p).map(|r| x.iter().skip(r).step_by(p).copied().collect()).collect();
    parts.iter_mut().for_each(|part| dft(part, p, powers, q));
    let step = powers.len() / n;
    for (i, out) in x.iter_mut().enumerate() {
        let terms = parts
            .iter()
            .enumerate()
            .map(|(r, values)| mul(values[i % part], powers[i * r % n * step], q));
        *out = terms.fold(0, |a, b| (a + b) % q);
    }
}

/// a·b mod q, by division.
pub(crate) fn mul(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}
