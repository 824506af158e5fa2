//! Digits of residues to a base 2^w, as gadgets need them.

use thiserror::Error;

use super::kernel;
use crate::{MAX_BITS, Zq};

/// Why there are no such digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DigitsError {
    /// A width out of range.
    #[error("digits of {width} bits: choose a width between {least} and 61")]
    Width {
        /// The width asked for.
        width: u32,
        /// The least width: 1 for unsigned digits, 2 for balanced ones, which at one bit could
        /// only be 0 and -1.
        least: u32,
    },
    /// More bits than residues have, or none.
    #[error("{count} digits of {width} bits of residues of {bits}: from 1 digit to {} are left", bits / width)]
    Count {
        /// The digits asked for.
        count: u32,
        /// Their width.
        width: u32,
        /// The bits of a residue.
        bits: u32,
    },
}

/// How residues modulo q are written with digits to the base B = 2^width, the lowest first.
///
/// - *Unsigned*: x in [0, q) is Σ d_i·B^i, 0 ≤ d_i < B.
/// - *Balanced*: the representative of x in (-q/2, q/2] is Σ d_i·B^i, -B/2 ≤ d_i < B/2. Half as
///   large, they halve the standard deviation of the noise that they are multiplied by.
/// - *Leading*: as balanced ones, of that representative divided by 2^dropped and rounded.
///
/// Extraction takes the same steps whatever the residues are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    zq: Zq,
    width: u32,
    balanced: bool,
    count: u32,
    /// The low bits that are rounded away.
    dropped: u32,
    /// What makes all digits but the last nonnegative: Σ_{i < count-1} B/2·B^i, times 2^dropped, and half of that for
    /// rounding; 0 when unsigned.
    offset: i64,
}

impl Digits {
    /// Unsigned digits of `width` bits of residues modulo q.
    ///
    /// # Errors
    /// When the width is not 1 … 61.
    pub fn unsigned(zq: &Zq, width: u32) -> Result<Self, DigitsError> {
        check(width, 1)?;
        let bits = (zq.q() - 1).ilog2() + 1;
        let count = bits.div_ceil(width);
        Ok(Self { zq: *zq, width, balanced: false, count, dropped: 0, offset: 0 })
    }

    /// Balanced digits of `width` bits of residues modulo q.
    ///
    /// # Errors
    /// When the width is not 2 … 61.
    pub fn balanced(zq: &Zq, width: u32) -> Result<Self, DigitsError> {
        check(width, 2)?;
        let largest = i128::from(zq.q() / 2);
        let half = 1_i128 << (width - 1);
        // With u = 1 + B + … + B^(k-1), k digits reach from -B/2·u to (B/2 - 1)·u.
        let (mut count, mut below, mut ones) = (1, 0_i128, 1_i128);
        while (half - 1) * ones < largest {
            (below, ones) = (ones, (ones << width) + 1);
            count += 1;
        }
        // `below` was too small: (B/2 - 1)·below < q/2, so B/2·below < q.
        let offset = (half * below) as i64;
        Ok(Self { zq: *zq, width, balanced: true, count, dropped: 0, offset })
    }

    /// The `count` highest balanced digits of `width` bits of residues modulo q: what lies below them is rounded away.
    /// The last digit lies within [-B/2, B/2].
    ///
    /// # Errors
    /// When the width is not 2 … 61, or there are no digits or more bits in them than in q.
    pub fn leading(zq: &Zq, width: u32, count: u32) -> Result<Self, DigitsError> {
        check(width, 2)?;
        let bits = (zq.q() - 1).ilog2() + 1;
        let Some(dropped) = count.checked_mul(width).and_then(|taken| bits.checked_sub(taken))
        else {
            return Err(DigitsError::Count { count, width, bits });
        };
        if count == 0 {
            return Err(DigitsError::Count { count, width, bits });
        }
        let ones: i64 = (0..count - 1).map(|i| 1 << (i * width)).sum();
        let offset = (ones << (width - 1 + dropped)) + ((1 << dropped) >> 1);
        Ok(Self { zq: *zq, width, balanced: true, count, dropped, offset })
    }

    /// The low bits that are rounded away.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// The number of digits.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The bits of a digit: the base is 2^width.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether digits lie in [-B/2, B/2).
    pub fn is_balanced(&self) -> bool {
        self.balanced
    }

    /// `out[i]` = the digit of `x[i]` at `position`, `x[i]` canonical.
    ///
    /// # Panics
    /// When the lengths differ, or `position` is not below [`Digits::count`].
    pub fn extract_into(&self, out: &mut [i64], x: &[u64], position: u32) {
        self.check_call(out.len(), x.len(), position);
        self.zq.run(Extract { out, x, digits: self, position });
    }

    /// `out[i]` = the digit of `x[i]` at `position` as a canonical residue modulo `to`, `x[i]` canonical.
    ///
    /// # Panics
    /// As [`Digits::extract_into`].
    pub fn extract_residues_into(&self, out: &mut [u64], x: &[u64], position: u32, to: &Zq) {
        self.check_call(out.len(), x.len(), position);
        if 1 << self.width <= to.q() {
            self.zq.run(ExtractResidues { out, x, digits: self, position, q: to.q() });
            return;
        }
        let mut signed = [0; 64];
        for (out, x) in out.chunks_mut(64).zip(x.chunks(64)) {
            let signed = &mut signed[..x.len()];
            self.extract_into(signed, x, position);
            to.reduce_signed_into(out, signed);
        }
    }

    fn check_call(&self, out: usize, x: usize, position: u32) {
        assert_eq!(out, x, "slices of equal length");
        assert!(position < self.count, "digit {position} of {}", self.count);
    }

    /// How the digit at `position` is cut out.
    #[inline(always)]
    fn cut(&self, position: u32) -> Cut {
        // The last digit is what is left; the others are shifted up by B/2.
        let last = position + 1 == self.count;
        Cut {
            offset: self.offset,
            shift: self.dropped + position * self.width,
            mask: if last { -1 } else { (1 << self.width) - 1 },
            back: if last || !self.balanced { 0 } else { 1 << (self.width - 1) },
        }
    }
}

fn check(width: u32, least: u32) -> Result<(), DigitsError> {
    if (least..MAX_BITS).contains(&width) {
        Ok(())
    } else {
        Err(DigitsError::Width { width, least })
    }
}

/// |number| ≤ q/2 or number < q, and offset < q < 2^62: their sum does not overflow. A shift moves
/// by at most 62 bits: (B/2 - 1)·B^(count-2) < q/2 ≤ 2^61 and B/4 ≤ B/2 - 1.
#[derive(Clone, Copy)]
struct Cut {
    offset: i64,
    shift: u32,
    mask: i64,
    back: i64,
}

impl Cut {
    #[inline(always)]
    fn digit(self, number: i64) -> i64 {
        (((number + self.offset) >> self.shift) & self.mask) - self.back
    }
}

kernel! {
    /// Words only: the compiler vectorises the loop for the instructions of the lanes.
    Extract<'a> { out: &'a mut [i64], x: &'a [u64], digits: &'a Digits, position: u32 },
    |_lanes: L| {
        let (cut, modulus) = (digits.cut(position), digits.zq.modulus());
        if digits.balanced {
            for (out, &x) in out.iter_mut().zip(x) {
                *out = cut.digit(modulus.centre(x));
            }
        } else {
            for (out, &x) in out.iter_mut().zip(x) {
                *out = cut.digit(x as i64);
            }
        }
    }
}

kernel! {
    /// Likewise; q ≥ B is added to negative digits.
    ExtractResidues<'a> {
        out: &'a mut [u64],
        x: &'a [u64],
        digits: &'a Digits,
        position: u32,
        q: u64,
    },
    |_lanes: L| {
        let (cut, modulus) = (digits.cut(position), digits.zq.modulus());
        if digits.balanced {
            for (out, &x) in out.iter_mut().zip(x) {
                let digit = cut.digit(modulus.centre(x));
                *out = digit.wrapping_add((digit >> 63) & q as i64) as u64;
            }
        } else {
            for (out, &x) in out.iter_mut().zip(x) {
                *out = cut.digit(x as i64) as u64;
            }
        }
    }
}
