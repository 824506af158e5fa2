//! The integers that residues stand for.

use num_bigint::BigInt;

use zeroize::Zeroize;

use super::{
    Limbs, MAX_LIMBS, Moduli, Scratch,
    fractions::Fractions,
    moduli::MAX_WORDS,
    parallel::{BLOCK, for_chunks},
};
use crate::{meter, recorder::Kernel};

/// From residues modulo q_1, …, q_k to the integer in (-Q/2, Q/2], in constant time.
#[derive(Debug, Clone)]
pub struct Lift {
    fractions: Fractions,
    scratch: Scratch,
}

impl Lift {
    /// From residues of this basis.
    pub fn new(from: &Moduli) -> Self {
        Self { fractions: Fractions::new(from, |q| 1 % q.value()), scratch: Scratch::default() }
    }

    /// The basis.
    pub fn from(&self) -> &Moduli {
        self.fractions.moduli()
    }

    /// The number of words of an integer: as many as Q has.
    pub fn words(&self) -> usize {
        self.from().width() - 1
    }

    /// out\[c·words..\]\[..words\] = the integer of column c in two's complement, least word first.
    ///
    /// # Panics
    /// When `x` has not as many rows as there are moduli, or `out` is not `words` times as long as
    /// its rows.
    pub fn lift_into(&self, out: &mut [u64], x: Limbs<'_>) {
        self.meter(x);
        let words = self.words();
        assert_eq!(out.len(), words * x.columns(), "{words} words for each column");
        for_chunks(out, words, |columns, out| {
            self.columns(x, columns, |column, integer| {
                // Centred numbers fit into the words of Q, sign included.
                out[column * words..][..words].copy_from_slice(&integer[..words]);
            });
        });
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

/// A number from two's complement.
fn signed(words: &[u64]) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigInt::from_signed_bytes_le(&bytes)
}
