//! Z\[X\]/Φ_m and Z_q\[X\]/Φ_m from the definitions, in 128 bits: shares no code with the crate.

/// A polynomial, lowest coefficient first; as an element, n coefficients.
pub(crate) type Poly = Vec<i128>;

/// The ring of an index, over the integers or modulo q.
pub(crate) struct Oracle {
    pub(crate) m: usize,
    /// Prime powers (p, p^(e-1)), the largest prime first.
    pub(crate) axes: Vec<(usize, usize)>,
    phi: Poly,
    q: Option<i128>,
}

impl Oracle {
    pub(crate) fn new(m: usize, q: Option<u64>) -> Self {
        let axes = (2..=m).rev().filter(|p| m.is_multiple_of(*p) && (2..*p).all(|d| p % d != 0));
        let block =
            |p: usize| (0..).map(|e| p.pow(e)).take_while(|b| m.is_multiple_of(b * p)).last();
        let axes = axes.map(|p| (p, block(p).unwrap())).collect();
        Self { m, axes, phi: cyclotomic(m), q: q.map(i128::from) }
    }

    pub(crate) fn n(&self) -> usize {
        self.phi.len() - 1
    }

    fn canonical(&self, x: i128) -> i128 {
        self.q.map_or(x, |q| x.rem_euclid(q))
    }

    /// The remainder by Φ_m.
    pub(crate) fn reduce(&self, mut a: Poly) -> Poly {
        let n = self.n();
        for top in (n..a.len()).rev() {
            let lead = self.canonical(a[top]);
            for (i, c) in self.phi.iter().enumerate() {
                a[top - n + i] = self.canonical(a[top - n + i] - lead * c);
            }
        }
        a.resize(n, 0);
        a.into_iter().map(|x| self.canonical(x)).collect()
    }

    pub(crate) fn mul(&self, a: &[i128], b: &[i128]) -> Poly {
        let mut product = vec![0; a.len() + b.len()];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] = self.canonical(product[i + j] + x * y);
            }
        }
        self.reduce(product)
    }

    /// X ↦ X^k.
    pub(crate) fn automorphism(&self, a: &[i128], k: usize) -> Poly {
        let mut image = vec![0; self.m];
        for (i, x) in a.iter().enumerate() {
            image[i * k % self.m] += x;
        }
        self.reduce(image)
    }

    /// ∏ (1 - X^(m/p)), p odd.
    pub(crate) fn g(&self) -> Poly {
        let factor = |p: usize| {
            let mut f = vec![0; self.m];
            f[0] += 1;
            f[self.m / p] -= 1;
            self.reduce(f)
        };
        let odd = self.axes.iter().map(|&(p, _)| p).filter(|p| p % 2 == 1);
        odd.fold(self.reduce(vec![1]), |g, p| self.mul(&g, &factor(p)))
    }

    /// The exponents of X whose sum is the element at each position of the powerful basis
    /// (`decoding` false) or the decoding basis (true).
    fn basis(&self, decoding: bool) -> Vec<Vec<usize>> {
        let mut all = vec![vec![0]];
        for &(p, block) in &self.axes {
            let step = self.m / (p * block);
            let mut next = vec![];
            for element in &all {
                for j in 0..(p - 1) * block {
                    // d_j = Σ over the later blocks, for odd p; a power itself otherwise.
                    let last = if decoding { p - 2 } else { j / block };
                    let powers = (j / block..=last).map(|s| (s * block + j % block) * step);
                    let products = powers.flat_map(|e| element.iter().map(move |f| e + f));
                    next.push(products.map(|e| e % self.m).collect());
                }
            }
            all = next;
        }
        all
    }

    fn combine(&self, basis: &[Vec<usize>], c: impl IntoIterator<Item = i128>) -> Poly {
        let mut sum = vec![0; self.m];
        for (exponents, c) in basis.iter().zip(c) {
            exponents.iter().for_each(|&e| sum[e] = self.canonical(sum[e] + c));
        }
        self.reduce(sum)
    }

    pub(crate) fn of_powerful(&self, c: impl IntoIterator<Item = i128>) -> Poly {
        self.combine(&self.basis(false), c)
    }

    pub(crate) fn of_decoding(&self, c: impl IntoIterator<Item = i128>) -> Poly {
        self.combine(&self.basis(true), c)
    }

    /// The value at a point modulo q.
    pub(crate) fn evaluate(&self, a: &[i128], point: i128) -> i128 {
        a.iter().rev().fold(0, |value, c| self.canonical(value * point + c))
    }
}

/// Φ_m: X^m - 1 divided by Φ_d for all proper divisors d.
fn cyclotomic(m: usize) -> Poly {
    let mut quotient = vec![0; m + 1];
    (quotient[0], quotient[m]) = (-1, 1);
    for d in (1..m).filter(|d| m.is_multiple_of(*d)) {
        let divisor = cyclotomic(d);
        let degree = divisor.len() - 1;
        for top in (degree..quotient.len()).rev() {
            let lead = quotient[top];
            for (i, c) in divisor[..degree].iter().enumerate() {
                quotient[top - degree + i] -= lead * c;
            }
        }
        quotient.drain(..degree);
    }
    quotient
}

/// Reproducible numbers below a bound.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * u128::from(bound)) >> 64) as u64
    }

    pub(crate) fn residues(&mut self, q: u64, n: usize) -> Vec<u64> {
        (0..n).map(|_| self.below(q)).collect()
    }

    pub(crate) fn small(&mut self, bound: i64, n: usize) -> Vec<i64> {
        (0..n).map(|_| self.below(2 * bound as u64 + 1) as i64 - bound).collect()
    }
}
