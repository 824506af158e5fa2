//! Evaluation of gf2 circuits: 64 slots to a word.

use std::array;

use crate::eval::schedule::{Code, Instruction, Run};
use crate::model::{GateKind, Shape};

/// Widest vector, in words, for which the loops are compiled with a fixed length.
const FIXED_WORDS: usize = 24;

/// Runs `code` on the registers in `arena`, each [`Shape::words`] words.
pub(super) fn run(code: &Code, shape: Shape, arena: &mut [u64]) {
    /// Dispatches to the compiled length.
    macro_rules! fixed {
        ($($words:literal)*) => {
            match shape.words() {
                $($words => Fixed::<$words> { shape }.run(code, arena),)*
                _ => wide(code, shape, arena),
            }
        };
    }
    fixed!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
}

/// The instructions of each run.
fn runs(code: &Code) -> impl Iterator<Item = (GateKind, &[Instruction])> {
    let mut start = 0;
    code.runs.iter().map(move |&Run { kind, end }| {
        let run = &code.instructions[start..end as usize];
        start = end as usize;
        (kind, run)
    })
}

/// Vectors of `N` words, `N` known to the compiler.
struct Fixed<const N: usize> {
    shape: Shape,
}

impl<const N: usize> Fixed<N> {
    fn run(&self, code: &Code, arena: &mut [u64]) {
        let registers = arena.as_chunks_mut::<N>().0;
        let masks = code.masks.as_chunks::<N>().0;
        let tail = self.shape.tail_mask();
        for (kind, instructions) in runs(code) {
            match kind {
                GateKind::Add => Self::binary(registers, instructions, |a, b| a ^ b),
                GateKind::Mul => Self::binary(registers, instructions, |a, b| a & b),
                GateKind::AddConst => {
                    Self::with_mask(registers, masks, instructions, |a, _, c| a ^ c);
                }
                GateKind::MulConst => {
                    Self::with_mask(registers, masks, instructions, |a, _, c| a & c);
                }
                GateKind::Select => {
                    Self::with_mask(registers, masks, instructions, |a, b, c| b ^ ((a ^ b) & c));
                }
                GateKind::Rotate => {
                    let mut twice = [0; 2 * FIXED_WORDS + 2];
                    for i in instructions {
                        let x = registers[i.a as usize];
                        let result = &mut registers[i.result as usize];
                        rotate(&x, self.shape.batch, i.extra, &mut twice, result);
                        result[N - 1] &= tail;
                    }
                }
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn binary(
        registers: &mut [[u64; N]],
        instructions: &[Instruction],
        op: impl Fn(u64, u64) -> u64,
    ) {
        for i in instructions {
            let (a, b) = (registers[i.a as usize], registers[i.b as usize]);
            registers[i.result as usize] = array::from_fn(|word| op(a[word], b[word]));
        }
    }

    #[inline(always)]
    fn with_mask(
        registers: &mut [[u64; N]],
        masks: &[[u64; N]],
        instructions: &[Instruction],
        op: impl Fn(u64, u64, u64) -> u64,
    ) {
        for i in instructions {
            let (a, b) = (registers[i.a as usize], registers[i.b as usize]);
            let mask = &masks[i.extra as usize];
            registers[i.result as usize] = array::from_fn(|word| op(a[word], b[word], mask[word]));
        }
    }
}

/// Vectors of any length.
fn wide(code: &Code, shape: Shape, arena: &mut [u64]) {
    let words = shape.words();
    let tail = shape.tail_mask();
    let mut result = vec![0; words];
    let mut twice = vec![0; 2 * words + 2];
    for (kind, instructions) in runs(code) {
        for i in instructions {
            let register = |at: u32| &arena[at as usize * words..][..words];
            let (a, b) = (register(i.a), register(i.b));
            let mask = || &code.masks[i.extra as usize * words..][..words];
            match kind {
                GateKind::Add => map(&mut result, a, b, b, |a, b, _| a ^ b),
                GateKind::Mul => map(&mut result, a, b, b, |a, b, _| a & b),
                GateKind::AddConst => map(&mut result, a, a, mask(), |a, _, c| a ^ c),
                GateKind::MulConst => map(&mut result, a, a, mask(), |a, _, c| a & c),
                GateKind::Select => map(&mut result, a, b, mask(), |a, b, c| b ^ ((a ^ b) & c)),
                GateKind::Rotate => {
                    rotate(a, shape.batch, i.extra, &mut twice, &mut result);
                    result[words - 1] &= tail;
                }
                _ => {}
            }
            arena[i.result as usize * words..][..words].copy_from_slice(&result);
        }
    }
}

#[inline(always)]
fn map(result: &mut [u64], a: &[u64], b: &[u64], c: &[u64], op: impl Fn(u64, u64, u64) -> u64) {
    for (((result, &a), &b), &c) in result.iter_mut().zip(a).zip(b).zip(c) {
        *result = op(a, b, c);
    }
}

/// Rotates the vector `x` of `batch` bits: bit i goes to bit (i + amount) mod batch. Bits beyond
/// the batch are left undefined in the last word of `result`.
///
/// The vector is written twice in a row into `twice` (at least 2·words + 2 words); the result is
/// the window that starts `amount` bits before the second copy.
#[inline(always)]
fn rotate(x: &[u64], batch: u32, amount: u32, twice: &mut [u64], result: &mut [u64]) {
    let words = x.len();
    let (at, shift) = ((batch / 64) as usize, batch % 64);
    // The window never starts beyond the first copy, so whatever an earlier rotation left behind
    // the second copy is read only into the undefined bits.
    twice[..words].copy_from_slice(x);
    if shift == 0 {
        twice[at..at + words].copy_from_slice(x);
    } else {
        // The first copy ends within word `words - 1`; there the second begins.
        twice[at] |= x[0] << shift;
        for word in 1..words {
            twice[at + word] = x[word] << shift | x[word - 1] >> (64 - shift);
        }
        twice[at + words] = x[words - 1] >> (64 - shift);
    }
    let start = batch - amount;
    let (at, shift) = ((start / 64) as usize, start % 64);
    let window = &twice[at..at + words + 1];
    for (word, result) in result.iter_mut().enumerate() {
        // Two shifts, because one by 64 is not defined.
        *result = window[word] >> shift | window[word + 1] << 1 << (63 - shift);
    }
}
