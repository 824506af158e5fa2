//! The automorphisms ζ_m ↦ ζ_m^k, k a unit of Z/m, as maps of positions.
//!
//! In the CRT basis they permute: σ_k(a) at ω^u is a at ω^{k·u}. In the powerful basis they act axis
//! by axis, ζ_{m_i} ↦ ζ_{m_i}^k: the coefficient of ζ^j moves to k·j mod p^e, and where that is
//! (p-1)·p^(e-1) + r, which has no place, ζ^{(p-1)·p^(e-1) + r} = -Σ_{t < p-1} ζ^{t·p^(e-1) + r}. For
//! each r at most one coefficient goes there, so that every output is one coefficient, the negative
//! of one, or the difference of two.
//!
//! In the conjugate-invariant ring, ζ^j + ζ^-j goes to ζ^{kj} + ζ^-{kj}, which is ± one of the basis:
//! exponents count up to sign, and ζ^{m/2} = -1. σ_k and σ_-k are the same.

use std::{collections::HashMap, sync::Arc};

use ringassay_kernels::fork::{Guard, Mutex, OnceLock};
use ringassay_kernels::{HeapBytes, Rearrangement};

use crate::{
    ElementError,
    arith::inverse_mod,
    index::{Axis, Index},
};

/// Where the coefficients of an image come from.
pub(crate) struct Automorphism {
    /// Position of the value that moves to each position of the CRT basis.
    crt: Rearrangement,
    axes: OnceLock<Vec<AxisMap>>,
    k: u64,
}

impl Automorphism {
    /// Position of the value that moves to each position of the CRT basis.
    pub(crate) fn crt(&self) -> &Rearrangement {
        &self.crt
    }

    /// The axes of the powerful basis that are not left as they are.
    pub(crate) fn axes(&self, index: &Index) -> &[AxisMap] {
        self.axes.get_or_init(|| AxisMap::all(index, self.k))
    }
}

/// σ_k on one axis.
pub(crate) struct AxisMap {
    axis: Axis,
    /// For each position of the axis what is added and what is subtracted.
    sources: Vec<[Option<u32>; 2]>,
}

impl AxisMap {
    /// σ_k for a unit k: the axes on which it is not the identity.
    pub(crate) fn all(index: &Index, k: u64) -> Vec<Self> {
        let moved = index.axes().filter(|axis| k % axis.factor.value() != 1);
        let map = if index.is_conjugate_invariant() { Self::folded } else { Self::new };
        moved.map(|axis| map(axis, k)).collect()
    }

    /// On the axis of the conjugate-invariant ring, whose length is m/4.
    fn folded(axis: Axis, k: u64) -> Self {
        let m = axis.factor.value();
        let back = inverse_mod(k % m, m).unwrap_or_default();
        let source = |position: usize| {
            let exponent = position as u64 * back % m;
            let exponent = exponent.min(m - exponent);
            // ζ^e + ζ^-e = -(ζ^{m/2 - e} + ζ^-{m/2 - e}).
            if (exponent as usize) < axis.len {
                [Some(exponent as u32), None]
            } else {
                [None, Some((m / 2 - exponent) as u32)]
            }
        };
        Self { axis, sources: (0..axis.len).map(source).collect() }
    }

    fn new(axis: Axis, k: u64) -> Self {
        let m = axis.factor.value();
        // A unit modulo the index is one modulo its prime powers.
        let back = inverse_mod(k % m, m).unwrap_or_default();
        let source = |position: usize| {
            let from = (position as u64 * back % m) as usize;
            (from < axis.len).then_some(from as u32)
        };
        let block = axis.factor.inner();
        let sources = (0..axis.len).map(|j| [source(j), source(axis.len + j % block)]).collect();
        Self { axis, sources }
    }

    /// The prime of the axis.
    pub(crate) fn prime(&self) -> u32 {
        self.axis.factor.prime
    }

    /// Writes the image of the tensor `x` to `out`; `row(out, added, subtracted)` combines rows.
    pub(crate) fn apply<T>(
        &self,
        x: &[T],
        out: &mut [T],
        mut row: impl FnMut(&mut [T], Option<&[T]>, Option<&[T]>),
    ) {
        let Axis { len, inner, .. } = self.axis;
        for (x, out) in x.chunks_exact(len * inner).zip(out.chunks_exact_mut(len * inner)) {
            let at = |j: Option<u32>| j.map(|j| &x[j as usize * inner..][..inner]);
            for (out, &[plus, minus]) in out.chunks_exact_mut(inner).zip(&self.sources) {
                row(out, at(plus), at(minus));
            }
        }
    }
}

/// The automorphisms used so far, up to a bound.
pub(crate) struct AutomorphismCache {
    /// For each unit u of Z/m its position in the CRT basis; -u has the same in the conjugate-invariant ring.
    positions: Vec<u32>,
    known: Mutex<HashMap<u64, Arc<Automorphism>>>,
}

impl AutomorphismCache {
    /// How many positions are kept at most: 64 MiB.
    const MAX_POSITIONS: usize = 1 << 24;

    pub(crate) fn new(index: &Index, crt_exponents: &[u32]) -> Self {
        let mut positions = vec![u32::MAX; index.m() as usize];
        for (position, &u) in crt_exponents.iter().enumerate() {
            positions[u as usize] = position as u32;
            if index.is_conjugate_invariant() {
                positions[(index.m() as u32 - u) as usize] = position as u32;
            }
        }
        Self { positions, known: Mutex::default() }
    }

    /// The automorphism ζ ↦ ζ^k.
    pub(crate) fn get(
        &self,
        index: &Index,
        crt_exponents: &[u32],
        k: u64,
    ) -> Result<Arc<Automorphism>, ElementError> {
        let m = index.m();
        if !index.is_unit(k) {
            return Err(ElementError::NotUnit { k, m });
        }
        let k = k % m;
        if let Some(known) = self.lock().get(&k) {
            return Ok(Arc::clone(known));
        }
        let crt = crt_exponents
            .iter()
            .map(|&u| self.positions[(u64::from(u) * k % m) as usize])
            .collect();
        let new = Arc::new(Automorphism { crt: Rearrangement::new(crt), axes: OnceLock::new(), k });
        let mut known = self.lock();
        if (known.len() + 1) * crt_exponents.len() > Self::MAX_POSITIONS {
            known.clear();
        }
        known.insert(k, Arc::clone(&new));
        Ok(new)
    }

    /// Bytes of the maps in the CRT basis, and of what they are made of.
    pub(crate) fn bytes(&self) -> usize {
        let known: usize = self.lock().values().map(|known| known.crt.heap_bytes()).sum();
        self.positions.heap_bytes() + known
    }

    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> Guard<'_, HashMap<u64, Arc<Automorphism>>> {
        // Whoever panicked under the lock left a map of whole entries.
        self.known.lock()
    }
}
