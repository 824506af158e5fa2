//! Evaluation of circuits over reals in double-double arithmetic: a value is the unevaluated sum of two
//! doubles, the smaller at most half a unit of the larger's last place.
//!
//! A sum or product has a relative error below 2^-103 (M. Joldes, J.-M. Muller, V. Popescu, "Tight and
//! rigorous error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44 (2017),
//! theorems 3.1 and 5.1: algorithms 6 and 10), so that an answer's error is far below what any
//! tolerance asks for. It takes about 20 and 25 operations on doubles for each slot; without
//! fused operations, so that every machine gives the same bits.

use crate::eval::schedule::Code;
use crate::model::{GateKind, Shape};

/// A number: high and low part.
pub(super) type Pair = (f64, f64);

/// Runs `code` on the registers in `arena`, each two words per slot.
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
                GateKind::Add => map(&mut result, a, b, add),
                GateKind::Sub => map(&mut result, a, b, |a, b| add(a, (-b.0, -b.1))),
                GateKind::Mul => map(&mut result, a, b, multiply),
                GateKind::Neg => map(&mut result, a, a, |a, _| (-a.0, -a.1)),
                GateKind::AddConst => map(&mut result, a, constant(), add),
                GateKind::MulConst => map(&mut result, a, constant(), multiply),
                GateKind::Rotate => {
                    result.copy_from_slice(a);
                    result.rotate_right(2 * i.extra as usize);
                }
                GateKind::Select => {
                    let mask = shape.mask_words();
                    let mask = &code.masks[i.extra as usize * mask..][..mask];
                    for slot in 0..batch {
                        let chosen = if mask[slot / 64] >> (slot % 64) & 1 == 1 { a } else { b };
                        result[2 * slot..][..2].copy_from_slice(&chosen[2 * slot..][..2]);
                    }
                }
                GateKind::Poly => {
                    let coefficients = &code.polynomials[i.extra as usize];
                    map(&mut result, a, a, |x, _| polynomial(coefficients, x));
                }
                GateKind::And | GateKind::Or | GateKind::Xor | GateKind::Conj => {}
            }
            arena[i.result as usize * words..][..words].copy_from_slice(&result);
        }
        start = run.end as usize;
    }
}

#[inline(always)]
fn map(result: &mut [u64], a: &[u64], b: &[u64], op: impl Fn(Pair, Pair) -> Pair) {
    let (results, _) = result.as_chunks_mut::<2>();
    let pair = |words: &[u64; 2]| (f64::from_bits(words[0]), f64::from_bits(words[1]));
    for ((result, a), b) in results.iter_mut().zip(a.as_chunks::<2>().0).zip(b.as_chunks::<2>().0) {
        let (high, low) = op(pair(a), pair(b));
        // Minus zero is zero: values that are equal have equal bits.
        *result = [(high + 0.0).to_bits(), (low + 0.0).to_bits()];
    }
}

/// a + b, exactly.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// a + b, exactly, for |a| >= |b|.
#[inline(always)]
fn fast_two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// a·b, exactly (T. J. Dekker, 1971), for factors below 2^996.
#[inline(always)]
fn two_product(a: f64, b: f64) -> Pair {
    let split = |x: f64| {
        let scaled = 134_217_729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a, a_low), (b, b_low)) = (split(a), split(b));
    (product, ((a * b - product) + a * b_low + a_low * b) + a_low * b_low)
}

#[inline(always)]
pub(super) fn add(a: Pair, b: Pair) -> Pair {
    let (high, low) = two_sum(a.0, b.0);
    let (t_high, t_low) = two_sum(a.1, b.1);
    let (high, low) = fast_two_sum(high, low + t_high);
    fast_two_sum(high, low + t_low)
}

#[inline(always)]
pub(super) fn multiply(a: Pair, b: Pair) -> Pair {
    let (high, low) = two_product(a.0, b.0);
    fast_two_sum(high, low + (a.0 * b.1 + a.1 * b.0))
}

/// By Horner's rule.
fn polynomial(coefficients: &[f64], x: Pair) -> Pair {
    coefficients.iter().rev().fold((0.0, 0.0), |sum, &c| add(multiply(sum, x), (c, 0.0)))
}
