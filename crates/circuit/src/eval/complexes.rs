//! Evaluation of circuits over complex numbers: real and imaginary part in double-double arithmetic, as
//! [`reals`](super::reals) has it.
//!
//! A product takes four products and two sums of reals. Its error is below 2^-101 of the operands' absolute
//! values multiplied (each part has two terms of at most that size with relative errors below 2^-103, and a
//! sum), whatever cancels within a part.

use crate::eval::reals::{Pair, add, multiply};
use crate::eval::schedule::Code;
use crate::model::{GateKind, Shape};

/// Real and imaginary part.
type Complex = (Pair, Pair);

/// Runs `code` on the registers in `arena`, each four words per slot.
pub(super) fn run(code: &Code, shape: Shape, arena: &mut [u64]) {
    let (batch, words) = (shape.batch as usize, shape.words());
    let mut result = vec![0; words];
    let mut start = 0;
    for run in &code.runs {
        for i in &code.instructions[start..run.end as usize] {
            let register = |at: u32| &arena[at as usize * words..][..words];
            let (a, b) = (register(i.a), register(i.b));
            let constant = || &code.values[i.extra as usize * words..][..words];
            match run.kind {
                GateKind::Add => map(&mut result, a, b, sum),
                GateKind::Sub => {
                    map(&mut result, a, b, |a, b| sum(a, (negated(b.0), negated(b.1))));
                }
                GateKind::Mul => map(&mut result, a, b, product),
                GateKind::Neg => map(&mut result, a, a, |a, _| (negated(a.0), negated(a.1))),
                GateKind::Conj => map(&mut result, a, a, |a, _| (a.0, negated(a.1))),
                GateKind::AddConst => map(&mut result, a, constant(), sum),
                GateKind::MulConst => map(&mut result, a, constant(), product),
                GateKind::Rotate => {
                    result.copy_from_slice(a);
                    result.rotate_right(4 * i.extra as usize);
                }
                GateKind::Select => {
                    let mask = shape.mask_words();
                    let mask = &code.masks[i.extra as usize * mask..][..mask];
                    for slot in 0..batch {
                        let chosen = if mask[slot / 64] >> (slot % 64) & 1 == 1 { a } else { b };
                        result[4 * slot..][..4].copy_from_slice(&chosen[4 * slot..][..4]);
                    }
                }
                GateKind::Poly => {
                    let coefficients = &code.polynomials[i.extra as usize];
                    map(&mut result, a, a, |x, _| polynomial(coefficients, x));
                }
                GateKind::And | GateKind::Or | GateKind::Xor => {}
            }
            arena[i.result as usize * words..][..words].copy_from_slice(&result);
        }
        start = run.end as usize;
    }
}

#[inline(always)]
fn map(result: &mut [u64], a: &[u64], b: &[u64], op: impl Fn(Complex, Complex) -> Complex) {
    let number = |words: &[u64; 4]| {
        let [re, re_low, im, im_low] = words.map(f64::from_bits);
        ((re, re_low), (im, im_low))
    };
    let operands = a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0);
    for (result, (a, b)) in result.as_chunks_mut::<4>().0.iter_mut().zip(operands) {
        let ((re, re_low), (im, im_low)) = op(number(a), number(b));
        // Minus zero is zero: values that are equal have equal bits.
        *result = [re, re_low, im, im_low].map(|part| (part + 0.0).to_bits());
    }
}

#[inline(always)]
fn negated(a: Pair) -> Pair {
    (-a.0, -a.1)
}

#[inline(always)]
fn sum(a: Complex, b: Complex) -> Complex {
    (add(a.0, b.0), add(a.1, b.1))
}

#[inline(always)]
fn product(a: Complex, b: Complex) -> Complex {
    let ((a, ai), (b, bi)) = (a, b);
    (add(multiply(a, b), negated(multiply(ai, bi))), add(multiply(a, bi), multiply(ai, b)))
}

/// By Horner's rule; coefficients as real and imaginary part in turn.
fn polynomial(coefficients: &[f64], x: Complex) -> Complex {
    coefficients
        .as_chunks::<2>()
        .0
        .iter()
        .rev()
        .fold(((0.0, 0.0), (0.0, 0.0)), |total, &[re, im]| {
            sum(product(total, x), ((re, 0.0), (im, 0.0)))
        })
}
