//! Evaluation of circuits over real and complex numbers in double-double arithmetic: an answer's error is
//! far below what any tolerance asks for.
//!
//! A real number is two doubles, a complex one four. A complex product takes four products and two sums of
//! reals. Its error is below 2^-101 of the operands' absolute values multiplied (each part has two terms of
//! at most that size with relative errors below 2^-103, and a sum), whatever cancels within a part.

use crate::eval::double_double::{Pair, add, multiply, negated};
use crate::eval::schedule::Code;
use crate::model::{GateKind, Shape};

/// What a slot holds, in `WORDS` words.
pub(super) trait Number<const WORDS: usize>: Copy {
    /// How many doubles state a coefficient.
    const PARTS: usize;
    const ZERO: Self;

    fn of(doubles: [f64; WORDS]) -> Self;
    fn doubles(self) -> [f64; WORDS];
    /// From as many doubles as a coefficient has.
    fn of_coefficient(parts: &[f64]) -> Self;

    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    fn negated(self) -> Self;
    fn conjugate(self) -> Self;
}

impl Number<2> for Pair {
    const PARTS: usize = 1;
    const ZERO: Self = (0.0, 0.0);

    #[inline(always)]
    fn of([high, low]: [f64; 2]) -> Self {
        (high, low)
    }

    #[inline(always)]
    fn doubles(self) -> [f64; 2] {
        [self.0, self.1]
    }

    fn of_coefficient(parts: &[f64]) -> Self {
        (parts[0], 0.0)
    }

    #[inline(always)]
    fn sum(self, other: Self) -> Self {
        add(self, other)
    }

    #[inline(always)]
    fn product(self, other: Self) -> Self {
        multiply(self, other)
    }

    #[inline(always)]
    fn negated(self) -> Self {
        negated(self)
    }

    fn conjugate(self) -> Self {
        self
    }
}

/// Real and imaginary part.
#[derive(Clone, Copy)]
pub(super) struct Complex(Pair, Pair);

impl Number<4> for Complex {
    const PARTS: usize = 2;
    const ZERO: Self = Self(Pair::ZERO, Pair::ZERO);

    #[inline(always)]
    fn of([re, re_low, im, im_low]: [f64; 4]) -> Self {
        Self((re, re_low), (im, im_low))
    }

    #[inline(always)]
    fn doubles(self) -> [f64; 4] {
        [self.0.0, self.0.1, self.1.0, self.1.1]
    }

    fn of_coefficient(parts: &[f64]) -> Self {
        Self((parts[0], 0.0), (parts[1], 0.0))
    }

    #[inline(always)]
    fn sum(self, other: Self) -> Self {
        Self(add(self.0, other.0), add(self.1, other.1))
    }

    #[inline(always)]
    fn product(self, other: Self) -> Self {
        let (Self(a, ai), Self(b, bi)) = (self, other);
        Self(add(multiply(a, b), negated(multiply(ai, bi))), add(multiply(a, bi), multiply(ai, b)))
    }

    #[inline(always)]
    fn negated(self) -> Self {
        Self(negated(self.0), negated(self.1))
    }

    #[inline(always)]
    fn conjugate(self) -> Self {
        Self(self.0, negated(self.1))
    }
}

/// Runs `code` on the registers in `arena`, each `WORDS` words per slot.
pub(super) fn run<const WORDS: usize, N: Number<WORDS>>(
    code: &Code,
    shape: Shape,
    arena: &mut [u64],
) {
    let words = shape.words();
    let mut result = vec![0; words];
    let mut start = 0;
    for run in &code.runs {
        for i in &code.instructions[start..run.end as usize] {
            let register = |at: u32| &arena[at as usize * words..][..words];
            let (a, b) = (register(i.a), register(i.b));
            let constant = || &code.values[i.extra as usize * words..][..words];
            match run.kind {
                GateKind::Add => map(&mut result, a, b, N::sum),
                GateKind::Sub => map(&mut result, a, b, |a: N, b| a.sum(b.negated())),
                GateKind::Mul => map(&mut result, a, b, N::product),
                GateKind::Neg => map(&mut result, a, a, |a: N, _| a.negated()),
                GateKind::Conj => map(&mut result, a, a, |a: N, _| a.conjugate()),
                GateKind::AddConst => map(&mut result, a, constant(), N::sum),
                GateKind::MulConst => map(&mut result, a, constant(), N::product),
                GateKind::Rotate => {
                    result.copy_from_slice(a);
                    result.rotate_right(WORDS * i.extra as usize);
                }
                GateKind::Select => {
                    let mask = shape.mask_words();
                    let mask = &code.masks[i.extra as usize * mask..][..mask];
                    for (slot, result) in result.as_chunks_mut::<WORDS>().0.iter_mut().enumerate() {
                        let chosen = if mask[slot / 64] >> (slot % 64) & 1 == 1 { a } else { b };
                        *result = chosen.as_chunks().0[slot];
                    }
                }
                GateKind::Poly => {
                    let coefficients = &code.polynomials[i.extra as usize];
                    map(&mut result, a, a, |x: N, _| polynomial(coefficients, x));
                }
                GateKind::And | GateKind::Or | GateKind::Xor => {}
            }
            arena[i.result as usize * words..][..words].copy_from_slice(&result);
        }
        start = run.end as usize;
    }
}

#[inline(always)]
fn map<const WORDS: usize, N: Number<WORDS>>(
    result: &mut [u64],
    a: &[u64],
    b: &[u64],
    op: impl Fn(N, N) -> N,
) {
    let number = |words: &[u64; WORDS]| N::of(words.map(f64::from_bits));
    let operands = a.as_chunks().0.iter().zip(b.as_chunks().0);
    for (result, (a, b)) in result.as_chunks_mut().0.iter_mut().zip(operands) {
        // Minus zero is zero: values that are equal have equal bits.
        *result = op(number(a), number(b)).doubles().map(|part| (part + 0.0).to_bits());
    }
}

/// By Horner's rule.
fn polynomial<const WORDS: usize, N: Number<WORDS>>(coefficients: &[f64], x: N) -> N {
    let coefficients = coefficients.chunks_exact(N::PARTS).rev().map(N::of_coefficient);
    coefficients.fold(N::ZERO, |total, c| total.product(x).sum(c))
}
