//! Evaluation of zt circuits: a word for each slot.

use crate::eval::modulus::Modulus;
use crate::eval::schedule::Code;
use crate::model::{GateKind, Shape};

/// Runs `code` on the registers in `arena`, each one word per slot.
pub(super) fn run(code: &Code, shape: Shape, modulus: Modulus, arena: &mut [u64]) {
    let batch = shape.batch as usize;
    let mut result = vec![0; batch];
    let mut start = 0;
    for run in &code.runs {
        for i in &code.instructions[start..run.end as usize] {
            let register = |at: u32| &arena[at as usize * batch..][..batch];
            let (a, b) = (register(i.a), register(i.b));
            let constant = || &code.values[i.extra as usize * batch..][..batch];
            match run.kind {
                GateKind::Add => map(&mut result, a, b, |a, b| modulus.add(a, b)),
                GateKind::Sub => map(&mut result, a, b, |a, b| modulus.sub(a, b)),
                GateKind::Mul => map(&mut result, a, b, |a, b| modulus.mul(a, b)),
                GateKind::Neg => map(&mut result, a, a, |a, _| modulus.neg(a)),
                GateKind::AddConst => map(&mut result, a, constant(), |a, c| modulus.add(a, c)),
                GateKind::MulConst => map(&mut result, a, constant(), |a, c| modulus.mul(a, c)),
                GateKind::Rotate => {
                    result.copy_from_slice(a);
                    result.rotate_right(i.extra as usize);
                }
                GateKind::Select => {
                    let words = shape.mask_words();
                    let mask = &code.masks[i.extra as usize * words..][..words];
                    select(&mut result, a, b, mask);
                }
                GateKind::And | GateKind::Or | GateKind::Xor | GateKind::Poly | GateKind::Conj => {}
            }
            arena[i.result as usize * batch..][..batch].copy_from_slice(&result);
        }
        start = run.end as usize;
    }
}

#[inline(always)]
fn map(result: &mut [u64], a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) {
    for ((result, &a), &b) in result.iter_mut().zip(a).zip(b) {
        *result = op(a, b);
    }
}

fn select(result: &mut [u64], a: &[u64], b: &[u64], mask: &[u64]) {
    let slots = result.chunks_mut(64).zip(a.chunks(64)).zip(b.chunks(64));
    for (((result, a), b), &bits) in slots.zip(mask) {
        for (slot, ((result, &a), &b)) in result.iter_mut().zip(a).zip(b).enumerate() {
            let chosen = (bits >> slot & 1).wrapping_neg();
            *result = b ^ ((a ^ b) & chosen);
        }
    }
}
