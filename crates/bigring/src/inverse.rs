//! Inverses modulo any q.
//!
//! With f = f_0(x²) + x·f_1(x²) the product f(x)·f(-x) = N(x²) lies in the subring of half the degree:
//! N(y) = f_0² - y·f_1². So f^-1 = f(-x)·N^-1(x²), and the degree is halved until little is left
//! (the tower of fields of Pornin and Prest, ePrint 2019/015, §3). Nothing asks whether q is prime: f is
//! invertible modulo q just if its norm is. All levels together take less than twice the products of
//! the first one.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use ringassay_ring::recorder::Kernel;

use crate::{Lift, MultiprecisionError, MultiprecisionRing, Shape, Vector, width};

/// Up to this degree products are computed by their definition.
pub const LAST_DEGREE: usize = 8;

impl Shape {
    /// Primes for the products of an inversion in the ring of twice this degree.
    pub fn inverse_width(&self) -> usize {
        let log2_lift = self.log2_lift(Lift::Centred);
        width(self.log2_product(log2_lift, log2_lift))
    }
}

impl Vector {
    /// The inverse of the only element.
    ///
    /// Not in constant time: where the norm is inverted, the steps depend on it; and the few large
    /// integers of that last step are not erased.
    ///
    /// # Errors
    /// [`MultiprecisionError::NotInvertible`], or when there are several elements.
    pub fn invert(&self) -> Result<Self, MultiprecisionError> {
        Shape::check_count(self.count, 1)?;
        let ring = self.ring();
        if ring.degree() <= LAST_DEGREE {
            ring.ran(Kernel::InvertLast { words: ring.shape().words as u32 }, 1);
            let inverse = invert_last(&self.to_big(), ring.q())?;
            let mut out = Self::uninitialised(ring, 1, self.is_secret());
            out.write(&inverse);
            return Ok(out);
        }
        let half = ring.half()?;
        let width = half.shape().inverse_width();
        let halves = self.halves(half)?.transform(0..2, Lift::Centred, width)?;
        let norm = {
            let mut squares = halves.clone();
            squares.mul_assign(&halves)?;
            let mut squares = squares.reduce()?;
            squares.shift(1);
            let mut norm = squares.slice(0..1)?;
            norm.sub_assign(0, &squares.slice(1..2)?)?;
            norm
        };
        let inverse = norm.invert()?;
        drop(norm);
        let mut product = halves;
        product.mul_assign(&inverse.transform(0..1, Lift::Centred, width)?)?;
        drop(inverse);
        let product = product.reduce()?;
        let mut out = Self::uninitialised(ring, 1, self.is_secret());
        out.interleave(&product);
        Ok(out)
    }

    fn write(&mut self, coefficients: &[BigUint]) {
        let (stride, words) = (self.ring().shape().stride, self.ring().shape().words);
        for (c, x) in coefficients.iter().enumerate() {
            let mut digits = x.iter_u64_digits();
            for j in 0..words {
                self.buffer[j * stride + c] = digits.next().unwrap_or(0);
            }
        }
    }

    /// f_0 and f_1.
    fn halves(&self, half: &MultiprecisionRing) -> Result<Self, MultiprecisionError> {
        let words = self.ring().shape().words;
        let [stride, small] = [self.ring(), half].map(|ring| ring.shape().stride);
        let mut halves = Self::uninitialised(half, 2, self.is_secret());
        half.ran(Kernel::Copy, 2 * words);
        for odd in 0..2 {
            let to = halves.element_mut(odd);
            for j in 0..words {
                let from = self.buffer[j * stride + odd..].iter().step_by(2);
                to[j * small..][..half.degree()].iter_mut().zip(from).for_each(|(to, x)| *to = *x);
            }
        }
        Ok(halves)
    }

    /// Element i = y·element i.
    fn shift(&mut self, i: usize) {
        let ring = self.ring().clone();
        let (n, stride, words) = (ring.degree(), ring.shape().stride, ring.shape().words);
        ring.ran(Kernel::Copy, words);
        let mut last: Vec<u64> = (0..words).map(|j| self.element(i)[j * stride + n - 1]).collect();
        // The coefficient that goes round changes its sign.
        let value = last.iter().rev().fold(BigUint::zero(), |x, word| (x << 64_u32) + word);
        let value = (ring.q() - value) % ring.q();
        let mut digits = value.iter_u64_digits();
        last.iter_mut().for_each(|word| *word = digits.next().unwrap_or(0));
        let element = self.element_mut(i);
        for (j, &word) in last.iter().enumerate() {
            element[j * stride..][..n].rotate_right(1);
            element[j * stride] = word;
        }
    }

    /// g_0(x²) - x·g_1(x²), into this element.
    fn interleave(&mut self, halves: &Self) {
        let (ring, half) = (self.ring().clone(), halves.ring());
        let words = ring.shape().words;
        let [stride, small] = [&ring, half].map(|ring| ring.shape().stride);
        let mut odd = halves.element(1).to_vec();
        half.ran(Kernel::WholeNeg { words: words as u32 }, 1);
        super::arithmetic::negate(half, &mut odd);
        half.ran(Kernel::Copy, 2 * words);
        for j in 0..words {
            let even = &halves.element(0)[j * small..][..half.degree()];
            let odd = &odd[j * small..][..half.degree()];
            let row = self.buffer[j * stride..][..ring.degree()].chunks_exact_mut(2);
            for ((pair, even), odd) in row.zip(even).zip(odd) {
                (pair[0], pair[1]) = (*even, *odd);
            }
        }
        zeroize::Zeroize::zeroize(&mut odd);
    }
}

/// The same recursion by the definition, down to one integer.
fn invert_last(f: &[BigUint], q: &BigUint) -> Result<Vec<BigUint>, MultiprecisionError> {
    if let [f] = f {
        return f.modinv(q).map(|inverse| vec![inverse]).ok_or(MultiprecisionError::NotInvertible);
    }
    let part = |odd: usize| f.iter().skip(odd).step_by(2).cloned().collect::<Vec<_>>();
    let (even, odd) = (part(0), part(1));
    let y: Vec<BigUint> = (0..even.len()).map(|i| usize::from(i == 1).into()).collect();
    // y = x² = -1 in degree 1.
    let y = if even.len() == 1 { vec![q - BigUint::one()] } else { y };
    let squares = [multiply(&even, &even, q), multiply(&multiply(&odd, &odd, q), &y, q)];
    let norm: Vec<BigUint> =
        squares[0].iter().zip(&squares[1]).map(|(a, b)| (a + q - b) % q).collect();
    let inverse = invert_last(&norm, q)?;
    let [even, odd] = [even, odd].map(|x| multiply(&x, &inverse, q));
    Ok(even.into_iter().zip(odd).flat_map(|(even, odd)| [even, (q - odd) % q]).collect())
}

/// The product modulo x^n + 1 and q.
fn multiply(x: &[BigUint], y: &[BigUint], q: &BigUint) -> Vec<BigUint> {
    let n = x.len();
    let mut product = vec![BigInt::zero(); n];
    for (i, a) in x.iter().enumerate() {
        for (j, b) in y.iter().enumerate() {
            let term = BigInt::from(a * b);
            if i + j < n { product[i + j] += term } else { product[i + j - n] -= term }
        }
    }
    let modulus = BigInt::from(q.clone());
    let residue = |x: BigInt| ((x % &modulus) + &modulus) % &modulus;
    product.into_iter().map(residue).map(|x| x.magnitude().clone()).collect()
}
