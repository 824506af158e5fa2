//! The two sequences from which encoding and decoding are made.
//!
//! With η the root of F_0, powers of η are a linear recurrence with characteristic polynomial F_0.
//! Let λ(y) be the constant coefficient of y modulo F_0, so that λ(c) = c for c in Z_t. Slot s of
//! a = Σ_j a_j·ζ^{e_j} holds the value at η^{t_s}; if that lies in Z_t, it is
//!
//! > λ(a(η^{t_s})) = Σ_j a_j·w\[e_j·t_s mod m\],   w\[i\] = λ(η^i).
//!
//! The other way, E_s = Σ_i v\[-i·t_s mod m\]·ζ^i with v\[i\] = (1/m)·Tr(η^i) is 1 in slot s and 0 in
//! the others: at η^u its value is (1/m)·Σ_f Σ_i η^{i·(u - t_s·p^f)}, and the inner sum is m or 0.
//! The trace Tr(y) = Σ_f y^{(p^f)} over the conjugates lies in Z_t, therefore Tr(η^i) = Σ_f w\[i·p^f\].

use super::PlaintextRing;
use super::galois::{inner_product, inverse, mul_mod, reduce};

/// w and v, m residues modulo t each.
pub(super) struct Sequences {
    /// w\[i\] = λ(η^i).
    pub(super) values: Vec<u64>,
    /// v\[i\] = (1/m)·Tr(η^i).
    pub(super) traces: Vec<u64>,
}

impl Sequences {
    /// The sequences for F_0 = x^d + Σ factor_k·x^k modulo t.
    pub(super) fn new(ring: &PlaintextRing, factor: &[u64]) -> Self {
        let (m, t, d) = (ring.index().m() as usize, ring.modulus(), factor.len());
        let mut values = Vec::with_capacity(m.max(d));
        values.resize(d, 0);
        values[0] = 1 % t;
        for i in d..m {
            let sum = inner_product(factor, &values[i - d..], t);
            values.push((t - sum) % t);
        }
        values.truncate(m);
        // p does not divide m.
        let scale = inverse(m as u64 % t, t).unwrap_or_default();
        let powers: Vec<usize> = ring.slots().class(0).map(|power| power as usize).collect();
        let trace = |i: usize| {
            let sum: u128 = powers.iter().map(|power| u128::from(values[i * power % m])).sum();
            mul_mod(reduce(sum, t), scale, t)
        };
        let traces = (0..m).map(trace).collect();
        Self { values, traces }
    }
}

/// Writes x\[i·step mod m\], i = 0, …, m-1, to `out`; `step` is below m.
pub(super) fn dilate_into<W: Copy>(x: &[W], step: usize, out: &mut [W]) {
    let m = x.len();
    let mut at = 0;
    for out in out {
        *out = x[at];
        at += step;
        if at >= m {
            at -= m;
        }
    }
}
