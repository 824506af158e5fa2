//! The integers that residues stand for.

use bytemuck::cast_slice_mut;
use num_bigint::BigInt;
use rayon::prelude::*;
use ringassay_kernels::{Prepared, Zq, secrecy};
use zeroize::Zeroize;

use super::{
    Limbs, MAX_LIMBS, Moduli, Scratch, fractions::Fractions, moduli::MAX_WORDS, parallel::BLOCK,
};
use crate::{meter, recorder::Kernel};

/// From residues modulo q_1, …, q_k to the integer in (-Q/2, Q/2], in constant time.
#[derive(Debug, Clone)]
pub struct Lift {
    fractions: Fractions,
    pair: Option<Pair>,
    scratch: Scratch,
}

/// Two odd moduli: x = x_0 + q_0·k for the centred x_0 = \[x\]_{q_0} and k = \[(x - x_0)/q_0\]_{q_1}. As |x_0| < q_0/2
/// and |k| < q_1/2, |x| < Q/2: it is the centred one, without a quotient to be estimated.
#[derive(Debug, Clone)]
struct Pair {
    /// 1/q_0 modulo q_1.
    inverse: Prepared,
}

impl Pair {
    fn of(moduli: &[Zq]) -> Option<Self> {
        let [q0, q1] = moduli else { return None };
        if q0.q().is_multiple_of(2) || q1.q().is_multiple_of(2) {
            return None;
        }
        let modulus = q1.modulus();
        let inverse = modulus.inverse(modulus.reduce(q0.q())).unwrap_or_default();
        Some(Self { inverse: q1.prepare(inverse) })
    }

    /// The integers of some columns, at most [`BLOCK`]; `scratch` are three rows of so many words.
    fn lift(&self, out: &mut [i128], [q0, q1]: [&Zq; 2], x: [&[u64]; 2], scratch: &mut [u64]) {
        let count = out.len();
        let (low, rest) = scratch.split_at_mut(BLOCK);
        let (high, difference) = rest.split_at_mut(BLOCK);
        let low: &mut [i64] = cast_slice_mut(&mut low[..count]);
        q0.centre_into(low, x[0]);
        let (high, difference) = (&mut high[..count], &mut difference[..count]);
        q1.reduce_signed_into(high, low);
        q1.sub_into(difference, x[1], high);
        q1.scale_assign(difference, self.inverse);
        let high: &mut [i64] = cast_slice_mut(high);
        q1.centre_into(high, difference);
        // Below 2^62, as all moduli.
        let factor = i128::from(q0.q().cast_signed());
        for (out, (&low, &high)) in out.iter_mut().zip(low.iter().zip(&*high)) {
            *out = i128::from(high) * factor + i128::from(low);
        }
    }
}

impl Lift {
    /// From residues of this basis.
    pub fn new(from: &Moduli) -> Self {
        Self {
            fractions: Fractions::new(from, |q| 1 % q.value()),
            pair: Pair::of(from.zqs()),
            scratch: Scratch::default(),
        }
    }

    /// The basis.
    pub fn from(&self) -> &Moduli {
        self.fractions.moduli()
    }

    /// `out[c]` = the integer of column c over 2^`dropped_bits`, rounded, modulo 2^128, in two's complement. Whether all
    /// are in [-2^127, 2^127), which alone is published.
    ///
    /// # Panics
    /// When `x` has not as many rows as there are moduli, or `out` is not as long as they are.
    pub fn lift_i128_into(&self, out: &mut [i128], x: Limbs<'_>, dropped_bits: u32) -> bool {
        self.meter(x);
        assert_eq!(out.len(), x.columns(), "an integer for each column");
        assert_eq!(x.rows(), self.from().len(), "one row for each modulus");
        let block = |(i, out): (usize, &mut [i128])| {
            let columns = i * BLOCK..i * BLOCK + out.len();
            match (self.from().zqs(), &self.pair) {
                ([q], _) => self.scratch.lend(BLOCK, |scratch| {
                    let centred: &mut [i64] = cast_slice_mut(&mut scratch[..out.len()]);
                    q.centre_into(centred, &x.row(0)[columns]);
                    out.iter_mut().zip(&*centred).for_each(|(out, &x)| *out = i128::from(x));
                    out.iter_mut().for_each(|out| *out = divided(*out, dropped_bits));
                    1
                }),
                ([q0, q1], Some(pair)) => self.scratch.lend(3 * BLOCK, |scratch| {
                    let rows = [0, 1].map(|row| &x.row(row)[columns.clone()]);
                    pair.lift(out, [q0, q1], rows, scratch);
                    out.iter_mut().for_each(|out| *out = divided(*out, dropped_bits));
                    1
                }),
                _ => {
                    let mut all_fit = 1;
                    self.columns(x, columns, |column, integer| {
                        divide(integer, dropped_bits);
                        let (integer, fits) = narrowed(integer);
                        out[column] = integer;
                        all_fit &= fits;
                    });
                    all_fit
                }
            }
        };
        let all_fit = if out.len() > BLOCK && rayon::current_num_threads() > 1 {
            out.par_chunks_mut(BLOCK).enumerate().map(block).reduce(|| 1, |a, b| a & b)
        } else {
            out.chunks_mut(BLOCK).enumerate().map(block).fold(1, |a, b| a & b)
        };
        secrecy::revealed(all_fit) == 1
    }

    /// The integer of each column.
    ///
    /// # Panics
    /// When `x` has not as many rows as there are moduli.
    pub fn lift_big(&self, x: Limbs<'_>) -> Vec<BigInt> {
        self.meter(x);
        let mut out = Vec::with_capacity(x.columns());
        for start in (0..x.columns()).step_by(BLOCK) {
            let columns = start..x.columns().min(start + BLOCK);
            self.columns(x, columns, |_, integer| out.push(signed(integer)));
        }
        out
    }

    fn meter(&self, x: Limbs<'_>) {
        let kernel = Kernel::Lift { limbs: x.rows() as u32 };
        meter::block(kernel, x.columns(), self.from().zqs());
    }

    /// Calls `f(c - columns.start, integer)` for some columns, at most [`BLOCK`], in their order;
    /// the integer in two's complement, one word longer than Q.
    pub(crate) fn columns(
        &self,
        x: Limbs<'_>,
        columns: std::ops::Range<usize>,
        mut f: impl FnMut(usize, &mut [u64]),
    ) {
        let rows = self.from().len();
        let (mut integer, mut own) = ([0; MAX_WORDS], [0; MAX_LIMBS]);
        let integer = &mut integer[..self.from().width()];
        self.scratch.lend(rows * BLOCK, |scratch| {
            self.fractions.load(scratch, x, &columns);
            for column in 0..columns.len() {
                self.from().centre(integer, self.fractions.column(scratch, column, &mut own));
                f(column, integer);
            }
        });
        // The last integer may be secret.
        integer.zeroize();
        own.zeroize();
    }
}

/// x/2^`bits`, rounded, halves up.
fn divided(x: i128, bits: u32) -> i128 {
    match bits {
        0 => x,
        1..=127 => ((x >> (bits - 1)) + 1) >> 1,
        _ => 0,
    }
}

/// The same of a number in two's complement, whose highest word is all sign.
fn divide(words: &mut [u64], bits: u32) {
    let Some(bits) = bits.checked_sub(1) else { return };
    let sign = words.last().map_or(0, |word| (word.cast_signed() >> 63).cast_unsigned());
    // All but one of the bits, then one more and the half.
    shift_down(words, bits, sign);
    let mut carry = 1;
    for word in &mut *words {
        let (sum, carries) = word.overflowing_add(carry);
        (*word, carry) = (sum, u64::from(carries));
    }
    let sign = words.last().map_or(0, |word| (word.cast_signed() >> 63).cast_unsigned());
    shift_down(words, 1, sign);
}

/// x >>= `bits`, with words of `sign` coming in.
fn shift_down(words: &mut [u64], bits: u32, sign: u64) {
    let (whole, part) = ((bits / 64) as usize, bits % 64);
    for i in 0..words.len() {
        let word = |i: usize| words.get(i).copied().unwrap_or(sign);
        let (low, high) = (word(i + whole), word(i + whole + 1));
        words[i] = if part == 0 { low } else { low >> part | high << (64 - part) };
    }
}

/// The two lowest words of a number in two's complement, and 1 if all others repeat their sign, 0 if not.
fn narrowed(words: &[u64]) -> (i128, u64) {
    let sign = |word: u64| (word.cast_signed() >> 63).cast_unsigned();
    let low = words.first().copied().unwrap_or_default();
    let high = words.get(1).copied().unwrap_or_else(|| sign(low));
    let others = words.iter().skip(2).fold(0, |others, word| others | (word ^ sign(high)));
    // The highest bit of a number or its negative is set unless it is 0.
    let differs = (others | others.wrapping_neg()) >> 63;
    (i128::from(high.cast_signed()) << 64 | i128::from(low), 1 ^ differs)
}

/// A number from two's complement.
fn signed(words: &[u64]) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigInt::from_signed_bytes_le(&bytes)
}
