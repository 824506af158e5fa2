//! Circuits over real or complex numbers whose values stay inside a stated range.
//!
//! With inputs up to R, no value of a generated circuit exceeds [`SPREAD`]·R: each gate knows how
//! large its operands can be. Constants of sums lie in [-R, R], those of products in [-1, 1]. A gate
//! whose result could leave the range becomes a product with a constant that brings it back to R.
//! Polynomials have degree [`DEGREE`] and coefficients such that their values lie in [-R, R]. Complex numbers
//! have absolute values for sizes, and lie in discs in place of intervals.

use crate::generate::Stream;
use crate::generate::grow::CandidateGate;
use crate::generate::numbers::{complex, number};
use crate::model::GateKind;

/// How far values may spread, as a multiple of R.
const SPREAD: f64 = 16.0;
/// The degree of polynomials.
pub(super) const DEGREE: usize = 3;

/// Sets a gate's sizes, from those of its operands, and makes it one that stays inside the range.
pub(super) fn fit(gate: &mut CandidateGate, first: f64, second: f64, bound: f64) {
    let most = SPREAD * bound;
    let (size, scale) = match gate.kind {
        GateKind::Add | GateKind::Sub => (first + second, 0.0),
        GateKind::Mul => (first * second, 0.0),
        GateKind::AddConst => (first + bound, bound),
        GateKind::MulConst => (first, 1.0),
        GateKind::Select => (first.max(second), 0.0),
        GateKind::Poly => (bound, first),
        _ => (first, 0.0),
    };
    (gate.size, gate.scale) = (size, scale);
    // Too large, or so small that nothing of it would be seen beside other values.
    if size > most || (size < bound / SPREAD && gate.kind == GateKind::Mul) {
        gate.kind = GateKind::MulConst;
        (gate.size, gate.scale) = (bound, bound / first);
    }
}

/// Coefficients of a polynomial: Σ |c_i|·x^i is at most the gate's size for |x| up to its scale.
pub(super) fn coefficients(gate: CandidateGate, stream: &mut Stream) -> Vec<f64> {
    let share = gate.size / (DEGREE + 1) as f64;
    let mut power = 1.0;
    let mut found = Vec::with_capacity(DEGREE + 1);
    for _ in 0..=DEGREE {
        found.push(number(share / power, stream));
        power *= gate.scale;
    }
    // The last one is not zero, so that the degree is what it says.
    let last = share * gate.scale / power;
    found[DEGREE] = if found[DEGREE] < 0.0 {
        found[DEGREE] - last / 2.0
    } else {
        found[DEGREE] / 2.0 + last / 2.0
    };
    found[DEGREE] = found[DEGREE].clamp(-last, last);
    found
}

/// Complex coefficients of a polynomial, real and imaginary part in turn, with the same bound.
pub(super) fn complex_coefficients(gate: CandidateGate, stream: &mut Stream) -> Vec<f64> {
    let share = gate.size / (DEGREE + 1) as f64;
    let mut power = 1.0;
    let mut found = Vec::with_capacity(2 * (DEGREE + 1));
    for _ in 0..DEGREE {
        found.extend(complex(share / power, stream));
        power *= gate.scale;
    }
    // The last one is not zero: half a disc, moved away from 0.
    let half = share / power / 2.0;
    let [re, im] = complex(half, stream);
    found.extend([re + half.copysign(re), im]);
    found
}
