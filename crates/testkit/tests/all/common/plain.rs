//! A ring implemented in the plainest way: matrices, and integers of unbounded size. It is the
//! control that the suites accept, and the ground into which faults are planted.

use num_bigint::BigInt;
use num_traits::Zero;
use ringassay_testkit::laws::{Basis, Limbs, Ring, Subring};
use ringassay_testkit::reference::coefficients::big;
use ringassay_testkit::reference::numbers::{element_of_order, inverse_mod, mul_mod, pow_mod};
use ringassay_testkit::reference::{Cyclotomic, Integers, ModQ, rns};

type Matrix = Vec<Vec<u64>>;

pub(crate) struct Plain {
    m: u64,
    moduli: Vec<u64>,
    limbs: Vec<Limb>,
}

/// Modulo one prime: the matrices from each basis to the power basis and back, in the order of
/// [`Basis::ALL`].
struct Limb {
    q: u64,
    model: Cyclotomic<ModQ>,
    roots: Vec<u64>,
    to_power: [Matrix; 3],
    from_power: [Matrix; 3],
}

impl Plain {
    pub(crate) fn new(m: u64, moduli: &[u64]) -> Self {
        // One root for all indices, so that subrings fit.
        let limbs = moduli.iter().map(|&q| Limb::new(m, q)).collect();
        Self { m, moduli: moduli.to_vec(), limbs }
    }

    fn each(&self, x: &Limbs, f: impl Fn(&Limb, &[u64]) -> Vec<u64>) -> Limbs {
        self.limbs.iter().zip(x).map(|(limb, x)| f(limb, x)).collect()
    }

    fn pairs(&self, x: &Limbs, y: &Limbs, f: impl Fn(u64, u64, u64) -> u64) -> Limbs {
        let limb = |((x, y), &q): ((&Vec<u64>, &Vec<u64>), &u64)| {
            x.iter().zip(y).map(|(&x, &y)| f(x, y, q)).collect()
        };
        x.iter().zip(y).zip(&self.moduli).map(limb).collect()
    }

    /// Integer coefficients of an element in a basis, by reduction modulo a large prime: they are
    /// small, so the centred residues are they.
    fn integers(&self, x: &[i64], basis: Basis, f: impl Fn(&Limbs) -> Limbs) -> Vec<i64> {
        let limbs = f(&self.convert(&self.reduce(x), basis, basis));
        let lifted = self.lift(&limbs, basis);
        lifted.iter().map(|x| i64::try_from(x).expect("small")).collect()
    }
}

impl Limb {
    fn new(m: u64, q: u64) -> Self {
        let model = Cyclotomic::new(ModQ(q), m);
        let n = model.degree();
        let generator = element_of_order(q - 1, q).expect("q is prime");
        let root = pow_mod(generator, (q - 1) / m, q);
        let roots: Vec<u64> = model.units().iter().map(|&k| pow_mod(root, k, q)).collect();
        let unit = |j: usize| (0..n).map(|i| u64::from(i == j)).collect::<Vec<_>>();
        let columns = |f: &dyn Fn(&[u64]) -> Vec<u64>| -> Matrix {
            let images: Vec<Vec<u64>> = (0..n).map(|j| f(&unit(j))).collect();
            (0..n).map(|i| images.iter().map(|image| image[i]).collect()).collect()
        };
        let powerful = columns(&|c| model.from_powerful(c));
        let decoding = columns(&|c| model.from_decoding(c));
        let values: Matrix = roots
            .iter()
            .map(|&root| (0..n as u64).map(|i| pow_mod(root, i, q)).collect())
            .collect();
        let from_power = [inverse(&powerful, q), inverse(&decoding, q), values.clone()];
        let to_power = [powerful, decoding, inverse(&values, q)];
        Self { q, model, roots, to_power, from_power }
    }

    fn power(&self, x: &[u64], basis: Basis) -> Vec<u64> {
        apply(&self.to_power[basis as usize], x, self.q)
    }

    fn basis(&self, x: &[u64], basis: Basis) -> Vec<u64> {
        apply(&self.from_power[basis as usize], x, self.q)
    }
}

fn apply(matrix: &Matrix, x: &[u64], q: u64) -> Vec<u64> {
    let dot =
        |row: &Vec<u64>| row.iter().zip(x).fold(0, |sum, (a, b)| (sum + mul_mod(*a, *b, q)) % q);
    matrix.iter().map(dot).collect()
}

/// Gauss and Jordan.
fn inverse(matrix: &Matrix, q: u64) -> Matrix {
    let n = matrix.len();
    let mut rows: Matrix = (0..n)
        .map(|i| matrix[i].iter().copied().chain((0..n).map(|j| u64::from(i == j))).collect())
        .collect();
    for k in 0..n {
        let pivot = (k..n).find(|&i| rows[i][k] != 0).expect("invertible");
        rows.swap(k, pivot);
        let factor = inverse_mod(rows[k][k], q).expect("q is prime");
        rows[k].iter_mut().for_each(|x| *x = mul_mod(*x, factor, q));
        let source = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = q - row[k];
            for (x, y) in row.iter_mut().zip(&source) {
                *x = (*x + mul_mod(factor, *y, q)) % q;
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

impl Ring for Plain {
    fn subject(&self) -> String {
        format!("plain ring {}", self.m)
    }

    fn m(&self) -> u64 {
        self.m
    }

    fn moduli(&self) -> Vec<u64> {
        self.moduli.clone()
    }

    fn roots(&self, limb: usize) -> Vec<u64> {
        self.limbs[limb].roots.clone()
    }

    fn convert(&self, x: &Limbs, from: Basis, to: Basis) -> Limbs {
        self.each(x, |limb, x| limb.basis(&limb.power(x, from), to))
    }

    fn add(&self, x: &Limbs, y: &Limbs, _: Basis) -> Limbs {
        self.pairs(x, y, |x, y, q| (x + y) % q)
    }

    fn sub(&self, x: &Limbs, y: &Limbs, _: Basis) -> Limbs {
        self.pairs(x, y, |x, y, q| (x + q - y) % q)
    }

    fn neg(&self, x: &Limbs, _: Basis) -> Limbs {
        self.pairs(x, x, |x, _, q| (q - x) % q)
    }

    fn mul(&self, x: &Limbs, y: &Limbs) -> Limbs {
        self.pairs(x, y, mul_mod)
    }

    fn mul_g(&self, x: &Limbs, basis: Basis) -> Limbs {
        self.each(x, |limb, x| {
            limb.basis(&limb.model.mul(&limb.model.g(), &limb.power(x, basis)), basis)
        })
    }

    /// Through values at the roots, which are never 0 for g modulo q ∤ m.
    fn div_g(&self, x: &Limbs, basis: Basis) -> Option<Limbs> {
        Some(self.each(x, |limb, x| {
            let values = limb.basis(&limb.power(x, basis), Basis::Crt);
            let divide = |(&root, y): (&u64, u64)| {
                let g = limb.model.evaluate(&limb.model.g(), &root);
                mul_mod(inverse_mod(g, limb.q).expect("q ∤ m"), y, limb.q)
            };
            let values: Vec<u64> = limb.roots.iter().zip(values).map(divide).collect();
            limb.basis(&limb.power(&values, Basis::Crt), basis)
        }))
    }

    fn automorphism(&self, x: &Limbs, k: u64, basis: Basis) -> Limbs {
        self.each(x, |limb, x| {
            limb.basis(&limb.model.automorphism(&limb.power(x, basis), k), basis)
        })
    }

    fn reduce(&self, x: &[i64]) -> Limbs {
        let least =
            |q: &u64| x.iter().map(|&x| i128::from(x).rem_euclid(i128::from(*q)) as u64).collect();
        self.moduli.iter().map(least).collect()
    }

    fn lift(&self, x: &Limbs, _: Basis) -> Vec<BigInt> {
        let residues = |i| x.iter().map(|limb| limb[i]).collect::<Vec<u64>>();
        (0..x[0].len()).map(|i| rns::centred(&residues(i), &self.moduli)).collect()
    }

    fn mul_g_integers(&self, x: &[i64], basis: Basis) -> Vec<i64> {
        self.integers(x, basis, |x| self.mul_g(x, basis))
    }

    /// By the cofactor: x/g = x·(N(g)/g)/N(g), if that is integral.
    fn div_g_integers(&self, x: &[i64], basis: Basis) -> Option<Vec<i64>> {
        let model = Cyclotomic::new(Integers, self.m);
        let norm = model.norm(&model.g());
        let others = model.units().iter().filter(|&&k| k % self.m != 1 % self.m);
        let cofactor = others.fold(model.constant(1), |product, &k| {
            model.mul(&product, &model.automorphism(&model.g(), k))
        });
        let element = match basis {
            Basis::Decoding => model.from_decoding(&big(x)),
            _ => model.from_powerful(&big(x)),
        };
        let product = model.mul(&cofactor, &element);
        if product.iter().any(|c| !(c % &norm).is_zero()) {
            return None;
        }
        Some(self.integers(x, basis, |x| self.div_g(x, basis).expect("q ∤ m")))
    }
}

pub(crate) struct PlainPair {
    pub(crate) small: Plain,
    pub(crate) large: Plain,
}

impl Subring for PlainPair {
    type Ring = Plain;

    fn large(&self) -> &Plain {
        &self.large
    }

    fn small(&self) -> &Plain {
        &self.small
    }

    fn embed(&self, x: &Limbs, basis: Basis) -> Limbs {
        let limbs = self.small.limbs.iter().zip(&self.large.limbs).zip(x);
        let embed = |((small, large), x): ((&Limb, &Limb), &Vec<u64>)| {
            large.basis(&large.model.embed(&small.power(x, basis), self.small.m), basis)
        };
        limbs.map(embed).collect()
    }

    /// From the definition, then by solving for the coefficients: the power basis of the small ring
    /// is a part of a basis of the large one, with which the trace form identifies it.
    fn twace(&self, x: &Limbs, basis: Basis) -> Limbs {
        let limbs = self.small.limbs.iter().zip(&self.large.limbs).zip(x);
        let twace = |((small, large), x): ((&Limb, &Limb), &Vec<u64>)| {
            let m_sub = self.small.m;
            let trace = large.model.scaled_twace(&large.power(x, basis), m_sub);
            let factor = large.model.twace_factor(m_sub) as u64;
            let factor = inverse_mod(factor, large.q).expect("q ∤ m");
            // The value of the result at each root of the small ring is that at any root above it.
            let value = |&root: &u64| {
                let above = large
                    .roots
                    .iter()
                    .find(|&&r| pow_mod(r, large.model.m() / m_sub, large.q) == root);
                let value = large.model.evaluate(&trace, above.expect("a root above"));
                mul_mod(value, factor, large.q)
            };
            let values: Vec<u64> = small.roots.iter().map(value).collect();
            small.basis(&small.power(&values, Basis::Crt), basis)
        };
        limbs.map(twace).collect()
    }
}
