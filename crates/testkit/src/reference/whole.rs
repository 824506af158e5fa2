//! Z_q\[x\]/(x^n + 1) with whole coefficients, by the definition: schoolbook products of large
//! integers. The judge of `ringassay_bigring`, with which it shares nothing.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// n and q.
#[derive(Debug, Clone)]
pub struct WholeRing {
    /// n.
    pub degree: usize,
    /// q.
    pub q: BigInt,
}

/// The coefficients of one polynomial, lowest first.
pub type Polynomial = Vec<BigInt>;

impl WholeRing {
    /// The ring.
    pub fn new(degree: usize, q: &BigUint) -> Self {
        Self { degree, q: BigInt::from(q.clone()) }
    }

    /// Coefficients in \[0, q).
    pub fn reduce(&self, x: &[BigInt]) -> Polynomial {
        x.iter().map(|x| x.mod_floor(&self.q)).collect()
    }

    /// Coefficients in (-q/2, q/2\].
    pub fn centre(&self, x: &[BigInt]) -> Polynomial {
        let centre = |x: BigInt| if &x * 2 > self.q { x - &self.q } else { x };
        self.reduce(x).into_iter().map(centre).collect()
    }

    /// x + y, over Z.
    pub fn add(&self, x: &[BigInt], y: &[BigInt]) -> Polynomial {
        x.iter().zip(y).map(|(x, y)| x + y).collect()
    }

    /// factor·x, over Z.
    pub fn scale(&self, x: &[BigInt], factor: &BigInt) -> Polynomial {
        x.iter().map(|x| x * factor).collect()
    }

    /// x·y modulo x^n + 1, over Z.
    pub fn multiply(&self, x: &[BigInt], y: &[BigInt]) -> Polynomial {
        let n = self.degree;
        let mut product = vec![BigInt::zero(); n];
        for (i, a) in x.iter().enumerate() {
            for (j, b) in y.iter().enumerate() {
                if i + j < n {
                    product[i + j] += a * b;
                } else {
                    product[i + j - n] -= a * b;
                }
            }
        }
        product
    }

    /// round(t/q·x), halves up, over Z.
    pub fn round(&self, x: &[BigInt], t: u64) -> Polynomial {
        let twice = BigInt::from(2);
        let round = |x: &BigInt| (x * &twice * t + &self.q).div_floor(&(&twice * &self.q));
        x.iter().map(round).collect()
    }

    /// The l base-2^b digits of the coefficients in \[0, q), least significant first.
    pub fn digits(&self, x: &[BigInt], log2_w: u32, digits: usize) -> Vec<Polynomial> {
        let w = BigInt::one() << log2_w;
        let digit = |i: usize| {
            let shift = log2_w as usize * i;
            self.reduce(x).iter().map(|x| (x >> shift).mod_floor(&w)).collect()
        };
        (0..digits).map(digit).collect()
    }

    /// Residues modulo t.
    pub fn residues(&self, x: &[BigInt], t: u64) -> Vec<u64> {
        let t = BigInt::from(t);
        x.iter().map(|x| x.mod_floor(&t).to_u64().unwrap_or(u64::MAX)).collect()
    }
}
