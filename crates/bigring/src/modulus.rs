//! Numbers of a few words modulo q.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use ringassay_kernels::opaque;

/// The most words of q.
pub(crate) const MAX_WORDS: usize = 8;

/// Calls `f::<W>(…)` for W the number of words.
macro_rules! for_words {
    ($words:expr, $f:ident($($argument:expr),* $(,)?)) => {
        match $words {
            1 => $f::<1>($($argument),*),
            2 => $f::<2>($($argument),*),
            3 => $f::<3>($($argument),*),
            4 => $f::<4>($($argument),*),
            5 => $f::<5>($($argument),*),
            6 => $f::<6>($($argument),*),
            7 => $f::<7>($($argument),*),
            _ => $f::<8>($($argument),*),
        }
    };
}
pub(crate) use for_words;

/// q and what division by it needs, for any number of words.
#[derive(Debug)]
pub(crate) struct WideModulus {
    q: [u64; MAX_WORDS],
    half: [u64; MAX_WORDS],
    bits: u64,
    /// ⌊2^(bits+62)/q⌋ <= 2^63.
    barrett: u64,
}

/// q of W words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Divisor<const W: usize> {
    q: [u64; W],
    /// ⌊q/2⌋.
    pub(crate) half: [u64; W],
    /// Where bit `bits` - 2 lies.
    word: usize,
    shift: u32,
    barrett: u64,
}

impl WideModulus {
    /// 4 <= q < 2^512.
    pub(crate) fn new(q: &BigUint) -> Self {
        let bits = q.bits();
        let barrett = ((BigUint::one() << (bits + 62)) / q).to_u64().unwrap_or_default();
        Self { q: words(q), half: words(&(q >> 1_u32)), bits, barrett }
    }

    /// q of W words, which it has.
    #[inline(always)]
    pub(crate) fn divisor<const W: usize>(&self) -> Divisor<W> {
        let position = self.bits - 2;
        Divisor {
            q: std::array::from_fn(|j| self.q[j]),
            half: std::array::from_fn(|j| self.half[j]),
            word: (position / 64) as usize,
            shift: (position % 64) as u32,
            barrett: self.barrett,
        }
    }
}

/// The lowest W words of a number.
pub(crate) fn words<const W: usize>(x: &BigUint) -> [u64; W] {
    let mut digits = x.iter_u64_digits();
    std::array::from_fn(|_| digits.next().unwrap_or(0))
}

/// W words, and one more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum<const W: usize> {
    pub(crate) low: [u64; W],
    pub(crate) top: u64,
}

impl<const W: usize> Sum<W> {
    #[inline(always)]
    pub(crate) fn new(low: [u64; W]) -> Self {
        Self { low, top: 0 }
    }

    /// += y.
    #[inline(always)]
    pub(crate) fn add(&mut self, y: &[u64; W]) {
        let mut carry = false;
        for (x, &y) in self.low.iter_mut().zip(y) {
            (*x, carry) = x.carrying(y, carry);
        }
        self.top = self.top.wrapping_add(u64::from(carry));
    }

    /// += y·factor.
    #[inline(always)]
    pub(crate) fn add_product(&mut self, y: &[u64; W], factor: u64) {
        let mut carry = 0_u64;
        for (x, &y) in self.low.iter_mut().zip(y) {
            let sum = u128::from(y) * u128::from(factor) + u128::from(*x) + u128::from(carry);
            (*x, carry) = (sum as u64, (sum >> 64) as u64);
        }
        self.top = self.top.wrapping_add(carry);
    }

    /// -= y if `when`; `when` is 0 or all ones.
    #[inline(always)]
    fn sub_if(&mut self, y: &[u64; W], when: u64) {
        let mut borrow = false;
        for (x, &y) in self.low.iter_mut().zip(y) {
            (*x, borrow) = x.borrowing(y & when, borrow);
        }
        self.top = self.top.wrapping_sub(u64::from(borrow));
    }

    /// All ones where this is below y, else 0.
    #[inline(always)]
    fn is_below(&self, y: &[u64; W]) -> u64 {
        let mut borrow = false;
        for (x, &y) in self.low.iter().zip(y) {
            (_, borrow) = x.borrowing(y, borrow);
        }
        opaque(u64::from(self.top < u64::from(borrow)).wrapping_neg())
    }
}

impl<const W: usize> Divisor<W> {
    /// Quotient and remainder of a number below 2^(bits+62).
    ///
    /// Barrett: with x = ⌊S/2^(bits-2)⌋ < 2^64 the estimate ⌊x·barrett/2^64⌋ lies at most 2 below
    /// ⌊S/q⌋ (truncating x costs at most 1/2, truncating `barrett` less than 1, the last floor less
    /// than 1).
    #[inline(always)]
    pub(crate) fn divide(&self, mut sum: Sum<W>) -> ([u64; W], u64) {
        let low = sum.low[self.word];
        // The word above the last one is `top`; above that all is zero.
        let high = if self.word + 1 < W { sum.low[self.word + 1] } else { sum.top };
        let x = ((u128::from(high) << 64 | u128::from(low)) >> self.shift) as u64;
        let mut quotient = ((u128::from(x) * u128::from(self.barrett)) >> 64) as u64;
        let (mut carry, mut borrow) = (0_u64, false);
        for (x, &q) in sum.low.iter_mut().zip(&self.q) {
            let product = u128::from(q) * u128::from(quotient) + u128::from(carry);
            carry = (product >> 64) as u64;
            (*x, borrow) = x.borrowing(product as u64, borrow);
        }
        sum.top = sum.top.wrapping_sub(carry).wrapping_sub(u64::from(borrow));
        for _ in 0..2 {
            let when = !sum.is_below(&self.q);
            sum.sub_if(&self.q, when);
            quotient = quotient.wrapping_sub(when);
        }
        (sum.low, quotient)
    }

    /// x + y for residues.
    #[inline(always)]
    pub(crate) fn add(&self, x: [u64; W], y: &[u64; W]) -> [u64; W] {
        let mut sum = Sum::new(x);
        sum.add(y);
        let when = !sum.is_below(&self.q);
        sum.sub_if(&self.q, when);
        sum.low
    }

    /// x - y for residues.
    #[inline(always)]
    pub(crate) fn sub(&self, x: [u64; W], y: &[u64; W]) -> [u64; W] {
        let mut difference = Sum::new(x);
        difference.sub_if(y, u64::MAX);
        // The borrow, all ones or 0.
        let when = opaque(difference.top);
        let masked: [u64; W] = std::array::from_fn(|j| self.q[j] & when);
        difference.add(&masked);
        difference.low
    }

    /// 1 if a residue exceeds ⌊q/2⌋, so that it stands for a negative integer; else 0.
    #[inline(always)]
    pub(crate) fn is_negative(&self, x: [u64; W]) -> u64 {
        Sum::new(self.half).is_below(&x) & 1
    }
}

/// Sums and differences of words with a carry.
trait Carry: Sized {
    fn carrying(self, y: Self, carry: bool) -> (Self, bool);
    fn borrowing(self, y: Self, borrow: bool) -> (Self, bool);
}

impl Carry for u64 {
    #[inline(always)]
    fn carrying(self, y: u64, carry: bool) -> (u64, bool) {
        let (sum, first) = self.overflowing_add(y);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (sum, first | second)
    }

    #[inline(always)]
    fn borrowing(self, y: u64, borrow: bool) -> (u64, bool) {
        let (difference, first) = self.overflowing_sub(y);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (difference, first | second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(q: &BigUint) {
        let divisor = WideModulus::new(q).divisor::<W>();
        let largest = (BigUint::one() << (q.bits() + 62)) - 1_u32;
        let mut state = BigUint::from(3_u32);
        for i in 0..2000_u64 {
            state = (&state * &state + i) % (&largest + 1_u32);
            let s = match i {
                0 => largest.clone(),
                1..20 => &largest / q * q - BigUint::from(10_u32) + i,
                20..40 => q * (i - 20),
                40..60 => q * (i - 39) - 1_u32,
                60..200 => (&largest / q - (i - 60)) * q,
                _ => &state >> (i % 70),
            };
            let s = s.min(largest.clone());
            let sum = Sum { low: words::<W>(&s), top: words::<9>(&s)[W..].iter().sum() };
            let (remainder, quotient) = divisor.divide(sum);
            assert_eq!((big(&remainder), BigUint::from(quotient)), (&s % q, &s / q), "{s} by {q}");
            let [a, b] = [&s % q, &state % q];
            let [x, y] = [&a, &b].map(words::<W>);
            assert_eq!(big(&divisor.add(x, &y)), (&a + &b) % q);
            assert_eq!(big(&divisor.sub(x, &y)), (&a + q - &b) % q);
            assert_eq!(divisor.is_negative(x) == 1, &a * 2_u32 > *q);
        }
    }

    fn big(words: &[u64]) -> BigUint {
        words.iter().rev().fold(BigUint::default(), |sum, &word| (sum << 64) + word)
    }

    #[test]
    fn division_by_the_definition() {
        let power = |bits: u32| BigUint::one() << bits;
        // Just above a power of two the estimate of a quotient is off the most.
        (9..16_u32).for_each(|q| check::<1>(&q.into()));
        for bits in [5, 8, 20, 40, 61] {
            (1..32_u32).for_each(|r| check::<1>(&(power(bits) + r)));
        }
        for bits in [65, 100, 127] {
            (1..32_u32).for_each(|r| check::<2>(&(power(bits) + r)));
        }
        for q in [4_u32, 5, 7, 12_289, u32::MAX] {
            check::<1>(&q.into());
        }
        for bits in [62, 63] {
            check::<1>(&power(bits));
            check::<1>(&(power(bits + 1) - 1_u32));
        }
        for bits in [64, 65, 66, 100, 127] {
            check::<2>(&power(bits));
            check::<2>(&(power(bits + 1) - 3_u32));
        }
        check::<5>(&(power(281) + 11_u32));
        check::<8>(&(power(512) - 1_u32));
    }
}
