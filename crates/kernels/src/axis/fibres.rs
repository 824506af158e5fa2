//! Walks over a tensor `[outer][rows][inner]`, several neighbouring fibres at a time.

use std::marker::PhantomData;

use super::maps::Map;
use crate::{
    Modulus, Prepared,
    lanes::{Lanes, Task, array},
    scalar::Scalar,
};

/// The shape of a tensor, whose middle axis is worked on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tensor {
    pub(super) outer: usize,
    pub(super) rows: usize,
    pub(super) inner: usize,
}

/// K vectors of neighbouring fibres: row j is at `x[base + j·stride ..]`.
pub(super) struct Fibres<'a, L: Lanes, const K: usize> {
    x: &'a mut [u64],
    base: usize,
    stride: usize,
    rows: usize,
    lanes: PhantomData<L>,
}

impl<L: Lanes, const K: usize> Fibres<'_, L, K> {
    /// The number of rows, p - 1 ≥ 2.
    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Row j: class 1.
    #[inline(always)]
    pub(super) fn load(&self, lanes: L, j: usize) -> [L::V; K] {
        let start = self.base + j * self.stride;
        let (blocks, _) = L::blocks(&self.x[start..start + K * L::LANES]);
        array(
            #[inline(always)]
            |k| lanes.load(&blocks[k]),
        )
    }

    /// Row j from residues of class 4.
    #[inline(always)]
    pub(super) fn store(&mut self, lanes: L, j: usize, row: [L::V; K]) {
        let start = self.base + j * self.stride;
        let (blocks, _) = L::blocks_mut(&mut self.x[start..start + K * L::LANES]);
        for k in 0..K {
            lanes.store(&mut blocks[k], row[k]);
        }
    }
}

/// The task: a map on every fibre.
pub(super) struct OnFibres<'a, M> {
    pub(super) map: M,
    pub(super) x: &'a mut [u64],
    pub(super) tensor: Tensor,
    pub(super) modulus: &'a Modulus,
    pub(super) inverse: Prepared,
    pub(super) inverse_scalar: Prepared,
}

impl<M: Map> Task for OnFibres<'_, M> {
    type Output = ();

    /// Four vectors of fibres at a time hide the latency of running sums; the fibres left over,
    /// fewer than a vector, go one word at a time.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Tensor { outer, rows, inner } = self.tensor;
        assert_eq!(self.x.len(), outer * rows * inner, "a tensor [{outer}][{rows}][{inner}]");
        // SAFETY: these lanes use no instructions that a machine could lack.
        let scalar = unsafe { Scalar::new(self.modulus) };
        let vectors = inner - inner % L::LANES;
        let w = lanes.multiplier((self.inverse.0, self.inverse.1));
        let w_scalar = (self.inverse_scalar.0, self.inverse_scalar.1);
        for slab in self.x.chunks_exact_mut((rows * inner).max(1)) {
            let at = walk::<M, L, 4>(self.map, lanes, w, slab, rows, inner, 0..vectors);
            let at = walk::<M, L, 2>(self.map, lanes, w, slab, rows, inner, at..vectors);
            walk::<M, L, 1>(self.map, lanes, w, slab, rows, inner, at..vectors);
            let at =
                walk::<M, Scalar, 4>(self.map, scalar, w_scalar, slab, rows, inner, vectors..inner);
            walk::<M, Scalar, 1>(self.map, scalar, w_scalar, slab, rows, inner, at..inner);
        }
    }
}

/// Applies the map to groups of K vectors of fibres; where it stopped.
#[inline(always)]
fn walk<M: Map, L: Lanes, const K: usize>(
    map: M,
    lanes: L,
    inverse: L::W,
    slab: &mut [u64],
    rows: usize,
    stride: usize,
    columns: std::ops::Range<usize>,
) -> usize {
    let mut base = columns.start;
    while base + K * L::LANES <= columns.end {
        let mut fibres = Fibres::<L, K> { x: &mut *slab, base, stride, rows, lanes: PhantomData };
        map.apply(lanes, inverse, &mut fibres);
        base += K * L::LANES;
    }
    base
}
