//! Sums, multiples, messages.

use num_bigint::BigUint;
use ringassay_kernels::{opaque, secrecy};
use ringassay_ring::recorder::Kernel;

use crate::{
    MAX_LOG2_W, MultiprecisionError, MultiprecisionRing, Shape, SmallVector, Vector,
    coefficients::at,
    modulus::{Sum, for_words, words},
    shape::SMALL_BITS,
};

fn add<const W: usize>(ring: &MultiprecisionRing, x: &mut [u64], y: &[u64]) {
    let y = ring.coefficients().rows(y);
    ring.coefficients().replace::<W>(x, |divisor, c, x| divisor.add(x, &at(&y, c)));
}

fn sub<const W: usize>(ring: &MultiprecisionRing, x: &mut [u64], y: &[u64]) {
    let y = ring.coefficients().rows(y);
    ring.coefficients().replace::<W>(x, |divisor, c, x| divisor.sub(x, &at(&y, c)));
}

fn neg<const W: usize>(ring: &MultiprecisionRing, x: &mut [u64]) {
    ring.coefficients().replace::<W>(x, |divisor, _, x| divisor.sub([0; W], &x));
}

/// x = -x for one element.
pub(crate) fn negate(ring: &MultiprecisionRing, x: &mut [u64]) {
    for_words!(ring.shape().words, neg(ring, x));
}

/// out = factor·x, factor below 2^62.
fn scale<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], x: &[u64], factor: u64) {
    let x = ring.coefficients().rows(x);
    ring.coefficients().replace::<W>(out, |divisor, c, _| {
        let mut sum = Sum::new([0; W]);
        sum.add_product(&at(&x, c), factor);
        divisor.divide(sum).0
    });
}

/// x += factor·y, |factor·y| < 2^61: with a multiple of q of at least 2^61 no sum is negative.
fn add_small<const W: usize>(
    ring: &MultiprecisionRing,
    x: &mut [u64],
    y: &[i64],
    factor: i64,
    offset: &[u64; 9],
) {
    let (low, top) = (std::array::from_fn(|j| offset[j]), offset[W]);
    let y = &y[..ring.degree()];
    ring.coefficients().replace::<W>(x, |divisor, c, x| {
        let mut sum = Sum { low, top };
        sum.add(&x);
        // Sign extension: the sum is below 2^(64·(W+1)) and not negative.
        let y = y[c] * factor;
        let sign = (y >> 63) as u64;
        let extended: [u64; W] = std::array::from_fn(|j| if j == 0 { y as u64 } else { sign });
        sum.add(&extended);
        sum.top = sum.top.wrapping_add(sign);
        divisor.divide(sum).0
    });
}

fn message<const W: usize>(
    ring: &MultiprecisionRing,
    out: &mut [u64],
    m: &[u64],
    factor: &[u64; 8],
    upper: Upper,
) {
    let factor: [u64; W] = std::array::from_fn(|j| factor[j]);
    let m = &m[..ring.degree()];
    ring.coefficients().replace::<W>(out, |divisor, c, _| {
        // Without a branch: messages are secret.
        let extra = upper.extra & opaque(u64::from(m[c] > upper.above).wrapping_neg());
        let mut sum = Sum::new(std::array::from_fn(|j| if j == 0 { extra } else { 0 }));
        sum.add_product(&factor, m[c]);
        divisor.divide(sum).0
    });
}

impl Vector {
    fn zip_at(
        &mut self,
        at: usize,
        y: &Self,
        kernel: fn(u32) -> Kernel,
        f: impl Fn(&MultiprecisionRing, &mut [u64], &[u64]),
    ) -> Result<(), MultiprecisionError> {
        self.ring().same(y.ring())?;
        Shape::check_range(self.count, &(at..at + y.count))?;
        let ring = self.ring().clone();
        ring.ran(kernel(ring.shape().words as u32), y.count);
        self.buffer.secret |= y.buffer.secret;
        for i in 0..y.count {
            f(&ring, self.element_mut(at + i), y.element(i));
        }
        Ok(())
    }

    /// Adds y to the elements from `at` on.
    ///
    /// # Errors
    /// When there are not so many elements, or the rings differ.
    pub fn add_assign(&mut self, at: usize, y: &Self) -> Result<(), MultiprecisionError> {
        self.zip_at(
            at,
            y,
            |words| Kernel::WholeAdd { words },
            |ring, x, y| {
                for_words!(ring.shape().words, add(ring, x, y));
            },
        )
    }

    /// Subtracts y from the elements from `at` on.
    ///
    /// # Errors
    /// As [`Vector::add_assign`].
    pub fn sub_assign(&mut self, at: usize, y: &Self) -> Result<(), MultiprecisionError> {
        self.zip_at(
            at,
            y,
            |words| Kernel::WholeSub { words },
            |ring, x, y| {
                for_words!(ring.shape().words, sub(ring, x, y));
            },
        )
    }

    /// x = -x.
    pub fn neg_assign(&mut self) {
        let ring = self.ring().clone();
        ring.ran(Kernel::WholeNeg { words: ring.shape().words as u32 }, self.count);
        for i in 0..self.count {
            negate(&ring, self.element_mut(i));
        }
    }

    /// Adds factor·y to the elements from `at` on.
    ///
    /// # Errors
    /// When there are not so many elements, or factor·y could reach 2^61.
    pub fn add_small_assign(
        &mut self,
        at: usize,
        y: &SmallVector,
        factor: i64,
    ) -> Result<(), MultiprecisionError> {
        Shape::affine_bound(y.bound(), factor, 0)?;
        Shape::check_range(self.count, &(at..at + y.count()))?;
        let ring = self.ring().clone();
        let n = ring.degree();
        Shape::check_count(y.coefficients().len(), n * y.count())?;
        ring.ran(Kernel::WholeAddSmall { words: ring.shape().words as u32 }, y.count());
        self.buffer.secret = true;
        let least = BigUint::from(1_u64 << SMALL_BITS);
        let offset = words::<9>(&(least.div_ceil_by(ring.q()) * ring.q()));
        for (i, y) in y.coefficients().chunks_exact(n).enumerate() {
            let x = self.element_mut(at + i);
            for_words!(ring.shape().words, add_small(&ring, x, y, factor, &offset));
        }
        Ok(())
    }

    /// x, w·x, …, w^(count-1)·x for w = 2^`log2_w` and x the only element: what a gadget vector is
    /// multiplied with.
    ///
    /// # Errors
    /// When there are several elements, or digits of that width are not possible.
    pub fn multiples(&self, log2_w: u32, count: usize) -> Result<Self, MultiprecisionError> {
        Shape::check_count(self.count, 1)?;
        if !(1..=MAX_LOG2_W).contains(&log2_w) || count == 0 {
            return Err(MultiprecisionError::Base { log2_w, digits: count });
        }
        let ring = self.ring();
        let mut out = Self::uninitialised(ring, count, self.is_secret());
        ring.ran(Kernel::Copy, ring.shape().words);
        ring.ran(Kernel::WholeScale { words: ring.shape().words as u32 }, count - 1);
        out.element_mut(0).copy_from_slice(self.element(0));
        let words = self.element(0).len();
        for i in 1..count {
            let (before, after) = out.buffer.split_at_mut(i * words);
            let (x, to) = (&before[(i - 1) * words..], &mut after[..words]);
            for_words!(ring.shape().words, scale(ring, to, x, 1 << log2_w));
        }
        Ok(out)
    }
}

/// What is added to the multiples of large coefficients of a message: a residue above t/2 stands for a
/// negative number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upper {
    /// Coefficients above this are large.
    pub above: u64,
    /// What is added to their multiples.
    pub extra: u64,
}

impl Upper {
    /// No coefficient is large.
    pub const NONE: Self = Self { above: u64::MAX, extra: 0 };
}

impl MultiprecisionRing {
    /// m·factor modulo q, where m are the coefficients of messages, n for each element, below 2^60;
    /// and something more where m is large.
    ///
    /// # Errors
    /// When the coefficients make no whole elements, or one is too large.
    pub fn message(
        &self,
        m: &[u64],
        factor: &BigUint,
        upper: Upper,
    ) -> Result<Vector, MultiprecisionError> {
        let count = self.shape().whole_elements(m.len())?;
        if !secrecy::all_below(m, 1 << 60) {
            return Err(MultiprecisionError::Large {
                what: "a coefficient of a message",
                bits: 60,
            });
        }
        let mut out = Vector::uninitialised(self, count, true);
        self.ran(Kernel::WholeMessage { words: self.shape().words as u32 }, count);
        let factor = words::<8>(&(factor % self.q()));
        for (i, m) in m.chunks_exact(self.degree()).enumerate() {
            for_words!(self.shape().words, message(self, out.element_mut(i), m, &factor, upper));
        }
        Ok(out)
    }
}

/// ⌈x/y⌉.
trait DivCeil {
    fn div_ceil_by(&self, y: &BigUint) -> BigUint;
}

impl DivCeil for BigUint {
    fn div_ceil_by(&self, y: &BigUint) -> BigUint {
        (self + y - 1_u32) / y
    }
}
