//! Butterflies of several layers on vectors in registers.

use crate::lanes::{Lanes, array};

/// Where the operands of a pass come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The caller: canonical words.
    Canonical,
    /// An earlier pass: lazy residues.
    Pass,
}

impl Source {
    #[inline(always)]
    pub(super) fn load<L: Lanes>(self, lanes: L, block: &L::Block) -> L::V {
        match self {
            Source::Canonical => lanes.load(block),
            Source::Pass => lanes.load_lazy(block),
        }
    }
}

/// Butterflies computed step by step, side by side: each waits long for its product. More would
/// not fit the registers.
const BATCH: usize = 4;

/// What a layer does to pairs of operands.
pub(super) trait Butterfly<L: Lanes>: Copy {
    /// Replaces operands by results, several side by side.
    fn apply<const N: usize>(self, lanes: L, x: &mut [L::V; N], y: &mut [L::V; N], w: &[L::W; N]);

    /// What happens to two neighbouring vectors before a layer within them.
    #[inline(always)]
    fn before(self, _lanes: L, _layer: usize, pair: [L::V; 2]) -> [L::V; 2] {
        pair
    }

    /// What happens to them afterwards.
    #[inline(always)]
    fn after(self, _lanes: L, _layer: usize, pair: [L::V; 2]) -> [L::V; 2] {
        pair
    }
}

/// Cooley and Tukey's: (x + w·y, x - w·y).
#[derive(Clone, Copy)]
pub(super) struct CooleyTukey {
    /// Brings x from class 4 to 2 first.
    pub(super) fold: bool,
}

impl<L: Lanes> Butterfly<L> for CooleyTukey {
    #[inline(always)]
    fn apply<const N: usize>(self, lanes: L, x: &mut [L::V; N], y: &mut [L::V; N], w: &[L::W; N]) {
        let products = lanes.mul_roots(y, w);
        for i in 0..N {
            let first = if self.fold { lanes.fold(x[i]) } else { x[i] };
            (x[i], y[i]) = (lanes.add(first, products[i]), lanes.sub(first, products[i]));
        }
    }

    #[inline(always)]
    fn before(self, lanes: L, layer: usize, pair: [L::V; 2]) -> [L::V; 2] {
        lanes.spread(layer, pair)
    }
}

/// Gentleman and Sande's: (x + y, w·(x - y)).
#[derive(Clone, Copy)]
pub(super) struct GentlemanSande {
    /// Brings x + y from class 4 to 2.
    pub(super) fold: bool,
}

impl<L: Lanes> Butterfly<L> for GentlemanSande {
    #[inline(always)]
    fn apply<const N: usize>(self, lanes: L, x: &mut [L::V; N], y: &mut [L::V; N], w: &[L::W; N]) {
        for i in 0..N {
            let (sum, difference) = (lanes.add(x[i], y[i]), lanes.sub(x[i], y[i]));
            (x[i], y[i]) = (if self.fold { lanes.fold(sum) } else { sum }, difference);
        }
        *y = lanes.mul_roots(y, w);
    }

    #[inline(always)]
    fn after(self, lanes: L, layer: usize, pair: [L::V; 2]) -> [L::V; 2] {
        lanes.unspread(layer, pair)
    }
}

/// Whether layer `depth` of a pass folds the first operands of its forward butterflies: the first
/// layer does, unless they are canonical.
#[inline(always)]
pub(super) fn folds_forward<L: Lanes>(source: Source, depth: usize) -> bool {
    let canonical = depth == 0 && source == Source::Canonical;
    depth.is_multiple_of(L::FORWARD_FOLDS) && !canonical
}

/// Whether layer `depth` of the `layers` layers of a pass folds the sums of its inverse
/// butterflies: the last one does.
#[inline(always)]
pub(super) fn folds_inverse<L: Lanes>(layers: usize, depth: usize) -> bool {
    (depth + 1).is_multiple_of(L::INVERSE_FOLDS) || depth + 1 == layers
}

/// `N` butterflies, from number `first` on, of the layer described at [`among`].
#[inline(always)]
fn some_among<L: Lanes, const S: usize, const T: usize, const N: usize>(
    lanes: L,
    v: &mut [L::V; T],
    w: &[L::W; S],
    depth: usize,
    first: usize,
    butterfly: impl Butterfly<L>,
) {
    let half = S >> (depth + 1);
    let (mut x, mut y, mut factors) = ([v[0]; N], [v[0]; N], [w[1]; N]);
    for i in 0..N {
        let block = (first + i) / half;
        let at = block * 2 * half + (first + i) % half;
        (x[i], y[i], factors[i]) = (v[at], v[at + half], w[(1 << depth) + block % (1 << depth)]);
    }
    butterfly.apply(lanes, &mut x, &mut y, &factors);
    for i in 0..N {
        let block = (first + i) / half;
        let at = block * 2 * half + (first + i) % half;
        (v[at], v[at + half]) = (x[i], y[i]);
    }
}

/// One layer among `S` vectors, `depth` layers below the widest, done to all `T`/`S` groups of
/// them in `v`; w[2^depth + b] belongs to block b.
#[inline(always)]
pub(super) fn among<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    v: &mut [L::V; T],
    w: &[L::W; S],
    depth: usize,
    butterfly: impl Butterfly<L>,
) {
    if T == 4 * BATCH {
        // Spelled out so that every index is known to the compiler.
        some_among::<L, S, T, BATCH>(lanes, v, w, depth, 0, butterfly);
        some_among::<L, S, T, BATCH>(lanes, v, w, depth, BATCH, butterfly);
    } else {
        for i in 0..T / 2 {
            some_among::<L, S, T, 1>(lanes, v, w, depth, i, butterfly);
        }
    }
}

/// The butterflies within `N` pairs of neighbouring vectors, from pair `first` on.
#[inline(always)]
fn some_within<L: Lanes, const T: usize, const N: usize>(
    lanes: L,
    v: &mut [L::V; T],
    packed_twiddles: &[L::PackedTwiddles],
    layer: usize,
    first: usize,
    butterfly: impl Butterfly<L>,
) {
    let (mut x, mut y) = ([v[0]; N], [v[0]; N]);
    let w = array(
        #[inline(always)]
        |i| lanes.layer_twiddles(layer, &packed_twiddles[(first + i) % packed_twiddles.len()]),
    );
    for i in 0..N {
        let at = 2 * (first + i);
        [x[i], y[i]] = butterfly.before(lanes, layer, [v[at], v[at + 1]]);
    }
    butterfly.apply(lanes, &mut x, &mut y, &w);
    for i in 0..N {
        let at = 2 * (first + i);
        [v[at], v[at + 1]] = butterfly.after(lanes, layer, [x[i], y[i]]);
    }
}

/// One layer within all pairs of neighbouring vectors; `packed_twiddles` holds the multipliers of
/// the pairs of a group, the same for all groups.
#[inline(always)]
pub(super) fn within<L: Lanes, const T: usize>(
    lanes: L,
    v: &mut [L::V; T],
    packed_twiddles: &[L::PackedTwiddles],
    layer: usize,
    butterfly: impl Butterfly<L>,
) {
    if T == 4 * BATCH {
        some_within::<L, T, BATCH>(lanes, v, packed_twiddles, layer, 0, butterfly);
        some_within::<L, T, BATCH>(lanes, v, packed_twiddles, layer, BATCH, butterfly);
    } else {
        for i in 0..T / 2 {
            some_within::<L, T, 1>(lanes, v, packed_twiddles, layer, i, butterfly);
        }
    }
}
