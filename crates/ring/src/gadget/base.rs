//! Digits of the integer representative in base 2^b.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;
use ringassay_kernels::{Zq, rns::WeightedSum};

use super::{DigitsMut, Gadget};
use crate::{
    meter,
    recorder::Kernel,
    rns::{
        BLOCK, Lift, Limbs, Moduli, RnsError, Scratch, add_words, for_chunks, for_columns, words_of,
    },
};

/// The largest digits, in bits.
const MAX_BITS: u32 = 60;

/// Balanced digits of x in (-Q/2, Q/2] in base w = 2^b: x = Σ digit_j·w^j.
///
/// All digits lie in \[-w/2, w/2), but for the last, which lies in \[-w/2, w/2\]; d is the least
/// number for which that is possible. Constant time.
///
/// With o = Σ (w/2)·w^j the number x + o is not negative and its plain base-w digits are the
/// balanced ones plus w/2: one addition of large numbers, then shifts. (The last digit takes what
/// is left.)
#[derive(Debug, Clone)]
pub struct BaseGadget {
    bits: u32,
    lift: Lift,
    /// o in the working width of the lift.
    offset: Vec<u64>,
    /// w^j modulo each modulus.
    elements: Vec<Vec<u64>>,
    /// u ↦ u - w/2 modulo each modulus.
    centring: Vec<WeightedSum>,
    one: BigUint,
    integers: Scratch,
    rows: Scratch,
}

impl BaseGadget {
    /// Digits of `bits` bits for residues of this basis.
    ///
    /// # Errors
    /// When `bits` lies outside \[1, 60\].
    pub fn new(moduli: &Moduli, bits: u32) -> Result<Self, RnsError> {
        if !(1..=MAX_BITS).contains(&bits) {
            return Err(RnsError::DigitBits(bits));
        }
        let lift = Lift::new(moduli);
        let half = BigInt::one() << (bits - 1);
        let highest = BigInt::from(moduli.product() / 2_u8);
        let lowest = -BigInt::from((moduli.product() - 1_u8) / 2_u8);
        // With `place` = w^(d-1) and `below` = Σ_{j<d-1} (w/2)·w^j the last digit is
        // ⌊(x + below)/w^(d-1)⌋.
        let (mut place, mut below, mut digits) = (BigInt::one(), BigInt::ZERO, 1);
        while (&highest + &below).div_floor(&place) > half
            || (&lowest + &below).div_floor(&place) < -&half
        {
            below += &half * &place;
            place <<= bits;
            digits += 1;
        }
        let offset = (below + &half * place).magnitude().clone();
        let element = |j: u64| {
            let power = |zq: &Zq| zq.modulus().pow(zq.modulus().reduce(1 << bits), j);
            moduli.zqs().iter().map(power).collect()
        };
        let centring = |zq: &Zq| {
            let half = zq.modulus().reduce(1 << (bits - 1));
            // The last digit may be w itself.
            WeightedSum::new(zq, bits + 1, [1]).with_constant(zq.modulus().neg(half))
        };
        Ok(Self {
            bits,
            offset: words_of(&offset, moduli.width()),
            elements: (0..digits).map(element).collect(),
            centring: moduli.zqs().iter().map(centring).collect(),
            lift,
            one: BigUint::one(),
            integers: Scratch::default(),
            rows: Scratch::default(),
        })
    }

    /// b: digits are in base 2^b.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Digit j of x, from x + o.
    #[inline]
    fn digit(&self, shifted: &[u64], digit: usize) -> u64 {
        let from = digit * self.bits as usize;
        let (word, bit) = (from / 64, from % 64);
        // One shift by 64 is two by less.
        let high = shifted.get(word + 1).map_or(0, |high| high << 1 << (63 - bit));
        let rest = shifted[word] >> bit | high;
        // What lies above the last digit is 0 but for one bit.
        let mask = if digit + 1 == self.elements.len() { u64::MAX } else { (1 << self.bits) - 1 };
        rest & mask
    }
}

impl Gadget for BaseGadget {
    fn digits(&self) -> usize {
        self.elements.len()
    }

    fn source(&self) -> &[Zq] {
        self.lift.from().zqs()
    }

    fn target(&self) -> &[Zq] {
        self.source()
    }

    fn shared(&self, digit: usize) -> (Range<usize>, usize) {
        assert!(digit < self.digits(), "no digit {digit}");
        (0..0, 0)
    }

    fn element(&self, digit: usize) -> &[u64] {
        &self.elements[digit]
    }

    fn bound(&self, digit: usize) -> BigUint {
        assert!(digit < self.digits(), "no digit {digit}");
        BigUint::one() << (self.bits - 1)
    }

    fn factor(&self) -> &BigUint {
        &self.one
    }

    fn decompose_into(&self, out: &mut dyn DigitsMut, x: Limbs<'_>) {
        assert_eq!(out.digits(), self.digits(), "as many digits as the gadget has");
        let (limbs, digits) = (x.rows() as u32, self.digits() as u32);
        meter::block(Kernel::BaseDigits { limbs, digits }, x.columns(), self.source());
        let width = self.offset.len();
        self.integers.lend(x.columns() * width, |integers| {
            for_chunks(integers, width, |columns, integers| {
                self.lift.columns(x, columns, |column, integer| {
                    add_words(integer, &self.offset);
                    integers[column * width..][..width].copy_from_slice(integer);
                });
            });
            let integers = &*integers;
            for digit in 0..self.digits() {
                let out = out.digit_mut(digit);
                assert_eq!(out.rows(), self.target().len(), "one row for each modulus");
                assert_eq!(out.columns(), x.columns(), "equally many columns");
                for_columns(out, 1, self.centring.len(), &self.rows, |out, here, there, row| {
                    let integers =
                        integers[there.start * width..there.end * width].chunks_exact(width);
                    for (to, integer) in row.iter_mut().zip(integers) {
                        *to = self.digit(integer, digit);
                    }
                    for (i, form) in self.centring.iter().enumerate() {
                        form.apply(&mut out.row_mut(i)[here.clone()], &row[..BLOCK], BLOCK);
                    }
                });
            }
        });
    }
}
