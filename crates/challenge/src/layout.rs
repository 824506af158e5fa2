//! The order of coefficients, and arithmetic in that order.

use ringassay_ring::index::Index;

/// The coefficients of an element in the decoding basis, as the published files order them.
///
/// The smallest prime's axis varies fastest. Within the axis of p^k, the exponent of ζ with digits j₀ p^(k-1) +
/// j₁ p^(k-2) + … has position j₀ + (p-1)(j₁ + p(j₂ + …)): digits reversed, for p = 2 bits reversed.
#[derive(Debug, Clone)]
pub struct Layout {
    m: usize,
    exponents: Vec<usize>,
    axes: Vec<Axis>,
}

/// One prime power of the index.
#[derive(Debug, Clone)]
struct Axis {
    prime: usize,
    /// Between coefficients that differ in j₀ only.
    stride: usize,
    power: usize,
    /// Of m/p^k modulo p^k.
    inverse: usize,
}

impl Layout {
    /// That of the ring of this index.
    pub fn new(index: &Index) -> Self {
        let m = index.m() as usize;
        let mut exponents = vec![0];
        let mut axes = Vec::new();
        // Those of an index come with the primes descending.
        for factor in index.factors().iter().rev() {
            let (power, totient) = (factor.value() as usize, factor.totient());
            let (others, stride) = (m / power, exponents.len());
            let prime = factor.prime as usize;
            let along = (0..totient).map(|i| unreversed(i, prime, power));
            exponents = along
                .flat_map(|e| {
                    exponents.iter().map(move |x| (x + e * others) % m).collect::<Vec<_>>()
                })
                .collect();
            let inverse = (1..power).find(|x| x * (others % power) % power == 1).unwrap_or(1);
            axes.push(Axis { prime, stride, power, inverse });
        }
        Self { m, exponents, axes }
    }

    /// How many coefficients an element has.
    pub fn degree(&self) -> usize {
        self.exponents.len()
    }

    /// The exponent of ζ_m whose powerful coefficient stands at each position.
    pub fn exponents(&self) -> &[usize] {
        &self.exponents
    }

    /// The first positions of the groups along an odd axis, and the distance within them.
    fn groups(&self, axis: &Axis) -> impl Iterator<Item = usize> + use<> {
        let (n, stride, block) = (self.degree(), axis.stride, axis.stride * (axis.prime - 1));
        (0..n).filter(move |i| i % block < stride)
    }

    /// Powerful coefficients from decoding ones, modulo q: running sums along each odd axis.
    fn powerful(&self, mut x: Vec<u64>, q: u64) -> Vec<u64> {
        for axis in self.axes.iter().filter(|axis| axis.prime > 2) {
            for start in self.groups(axis) {
                for j in 1..axis.prime - 1 {
                    let at = start + j * axis.stride;
                    x[at] = (x[at] + x[at - axis.stride]) % q;
                }
            }
        }
        x
    }

    fn decoding(&self, mut x: Vec<u64>, q: u64) -> Vec<u64> {
        for axis in self.axes.iter().filter(|axis| axis.prime > 2) {
            for start in self.groups(axis) {
                for j in (1..axis.prime - 1).rev() {
                    let at = start + j * axis.stride;
                    x[at] = (x[at] + q - x[at - axis.stride]) % q;
                }
            }
        }
        x
    }

    /// The product of two elements modulo q, all in the decoding basis; residues from 0.
    ///
    /// As polynomials in ζ_m, modulo x^m - 1 first: q need not be prime, nor have roots of unity.
    pub fn multiply(&self, a: &[i64], b: &[i64], q: u64) -> Vec<u64> {
        let [a, b] = [a, b].map(|x| self.powerful(x.iter().map(|&c| residue(c, q)).collect(), q));
        let mut sums = vec![0u128; self.m];
        for (x, e) in a.iter().zip(&self.exponents) {
            ringassay_interrupt::checkpoint();
            for (y, f) in b.iter().zip(&self.exponents) {
                let at = if e + f >= self.m { e + f - self.m } else { e + f };
                // Each product below 2^64: residues are at most 2^32 - 1.
                sums[at] += u128::from(x * y);
            }
        }
        let mut product: Vec<u64> = sums.iter().map(|&x| (x % u128::from(q)) as u64).collect();
        for axis in &self.axes {
            self.reduce(axis, &mut product, q);
        }
        let powerful = self.exponents.iter().map(|&e| product[e]).collect();
        self.decoding(powerful, q)
    }

    /// Expresses ζ_p^(p-1) by the smaller powers.
    fn reduce(&self, axis: &Axis, product: &mut [u64], q: u64) {
        let step = self.m / axis.prime;
        for x in 0..self.m {
            let along = x % axis.power * axis.inverse % axis.power;
            if along / (axis.power / axis.prime) == axis.prime - 1 {
                let value = std::mem::take(&mut product[x]);
                for t in 1..axis.prime {
                    let at = (x + self.m - t * step) % self.m;
                    product[at] = (product[at] + q - value) % q;
                }
            }
        }
    }

    /// ‖g·e‖²/m̂ of the element with these decoding coefficients: the form ⊗ (I + J) over the odd axes.
    pub fn norm(&self, e: &[f64]) -> f64 {
        let mut image = e.to_vec();
        for axis in self.axes.iter().filter(|axis| axis.prime > 2) {
            for start in self.groups(axis) {
                let places = (0..axis.prime - 1).map(|j| start + j * axis.stride);
                let sum: f64 = places.clone().map(|at| image[at]).sum();
                for at in places {
                    image[at] += sum;
                }
            }
        }
        e.iter().zip(&image).map(|(x, y)| x * y).sum()
    }
}

/// The exponent whose digits in base `prime` are those of position `i`, reversed.
fn unreversed(i: usize, prime: usize, power: usize) -> usize {
    let mut weight = power / prime;
    let mut exponent = i % (prime - 1) * weight;
    let mut rest = i / (prime - 1);
    while weight > 1 {
        weight /= prime;
        exponent += rest % prime * weight;
        rest /= prime;
    }
    exponent
}

/// From 0 to q - 1.
pub(crate) fn residue(x: i64, q: u64) -> u64 {
    x.rem_euclid(q as i64) as u64
}

/// From -q/2 to below q/2.
pub(crate) fn centred(x: u64, q: u64) -> i64 {
    if 2 * x >= q { x as i64 - q as i64 } else { x as i64 }
}
