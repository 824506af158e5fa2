//! The multipliers of a transform, prepared for a backend.

use crate::{
    AlignedVec, Modulus, Prepared, Zq,
    lanes::{Lanes, Task},
    prefetch::{LINE, prefetch},
};

crate::heap_bytes!(Roots: upper, packed_twiddles);

/// The multipliers of so many parts of a row are asked for before they are needed. Those of all primes of a long
/// transform exceed the caches, and lie in streams too short for hardware to recognise.
pub(super) const PARTS_AHEAD: usize = 8;

/// The `bits` lowest bits of i in reverse.
pub(super) fn reverse(i: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) }
}

/// Multipliers (or their inverses) as the butterflies of a transform need them.
///
/// Block k of the layer with m blocks has the (m + k)-th multiplier. The upper layers, whose
/// butterflies are whole vectors apart, find it at m + k of `upper`; those within two vectors, in
/// the [`Lanes::PackedTwiddles`] of the pair.
#[derive(Debug)]
pub(super) struct Roots {
    upper: Vec<Prepared>,
    packed_twiddles: AlignedVec,
    /// 1 and the multiplier of the widest butterflies, divided: for the inverse's last layer.
    pub(super) last: [Prepared; 2],
}

impl Roots {
    /// Whether a transform of this length consists of at least two vectors.
    pub(super) fn fits(zq: &Zq, log_n: u32) -> bool {
        zq.run(Orders).len() < log_n as usize
    }

    /// Those of a transform with 2^log2(N) multipliers, whose inverse divides by `divisor`.
    pub(super) fn new(zq: &Zq, multipliers: &[u64], divisor: u64) -> Self {
        let (modulus, n) = (zq.modulus(), multipliers.len());
        let orders = zq.run(Orders);
        let roots = zq.run(PrepareRoots { modulus, multipliers });
        let inverse = modulus.inverse(divisor).unwrap_or(0);
        Self {
            packed_twiddles: zq.run(PackTwiddles(&roots)),
            upper: roots[..n >> orders.len()].to_vec(),
            last: [inverse, modulus.mul(multipliers[1], inverse)].map(|w| zq.prepare(w)),
        }
    }

    /// The multipliers among `S` vectors at w[1], w[2] …: that of the whole, at `position` of the
    /// upper layers, those of its halves, at 2·`position`, and so on.
    #[inline(always)]
    pub(super) fn among<L: Lanes, const S: usize>(&self, lanes: L, position: usize) -> [L::W; S] {
        let mut w = [lanes.multiplier((0, 0)); S];
        for depth in 0..S.ilog2() {
            let first = 1 << depth;
            let layer = &self.upper[position << depth..][..first];
            for i in 0..first {
                w[first + i] = lanes.multiplier((layer[i].0, layer[i].1));
            }
        }
        w
    }

    /// Asks for the multipliers of a later part of `S` vectors, when those of the part at `position` are needed, whose
    /// packed twiddles come first in `packed_twiddles`.
    #[inline(always)]
    pub(super) fn prefetch_part<L: Lanes, const S: usize>(
        &self,
        packed_twiddles: &[L::PackedTwiddles],
        position: usize,
    ) {
        let bytes = S / 2 * size_of::<L::PackedTwiddles>();
        for line in 0..bytes.div_ceil(LINE) {
            prefetch(packed_twiddles, PARTS_AHEAD * bytes + line * LINE);
        }
        for depth in 0..S.ilog2() {
            let bytes = size_of::<Prepared>() << depth;
            for line in 0..bytes.div_ceil(LINE) {
                prefetch(&self.upper, (position + PARTS_AHEAD) * bytes + line * LINE);
            }
        }
    }

    /// The multipliers within pairs of vectors.
    #[inline(always)]
    pub(super) fn packed_twiddles<L: Lanes>(&self) -> &[L::PackedTwiddles] {
        L::packed_twiddles(&self.packed_twiddles)
    }

    /// Likewise, from the block on whose multiplier is at `position` of the upper layers, where
    /// each block has so many `pairs`.
    #[inline(always)]
    pub(super) fn packed_twiddles_from<L: Lanes>(
        &self,
        position: usize,
        pairs: usize,
    ) -> &[L::PackedTwiddles] {
        // Position p among the blocks of the whole is the (p - 2^log2(p))-th.
        let first = position - (1 << position.ilog2());
        self.packed_twiddles::<L>().get(first * pairs..).unwrap_or_default()
    }
}

/// Multipliers prepared for [`Lanes::mul_roots`].
struct PrepareRoots<'a> {
    modulus: &'a Modulus,
    multipliers: &'a [u64],
}

impl Task for PrepareRoots<'_> {
    type Output = Vec<Prepared>;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> Vec<Prepared> {
        let prepare = |&w: &u64| L::prepare_root(self.modulus, w);
        self.multipliers.iter().map(prepare).map(|(value, other)| Prepared(value, other)).collect()
    }
}

/// The packed twiddles of all pairs of vectors from all roots.
struct PackTwiddles<'a>(&'a [Prepared]);

impl Task for PackTwiddles<'_> {
    type Output = AlignedVec;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> AlignedVec {
        let roots = self.0;
        // A pair of vectors is 2^(layers + 1) coefficients.
        let pairs = roots.len() >> (L::PACKINGS.len() + 1);
        let words = size_of::<L::PackedTwiddles>() / size_of::<u64>();
        let mut packed_twiddles = AlignedVec::zeroed(pairs * words);
        for (pair, packed) in packed_twiddles.chunks_exact_mut(words.max(1)).enumerate() {
            let mut at = 0;
            for (layer, order) in L::PACKINGS.iter().enumerate().rev() {
                let first = (pairs + pair) * (2 << layer);
                for second in [false, true] {
                    if second && !L::PACKED_QUOTIENTS {
                        continue;
                    }
                    for group in *order {
                        let root = roots[first + group];
                        packed[at] = if second { root.1 } else { root.0 };
                        at += 1;
                    }
                }
            }
        }
        packed_twiddles
    }
}

/// ψ^brv(i) for i = 0 … 2^log_n - 1: the multipliers by which X^N + 1 splits, ψ of order 2N.
pub(super) fn powers(modulus: &Modulus, log_n: u32, psi: u64) -> Vec<u64> {
    let mut powers = vec![0; 1 << log_n];
    let mut power = 1;
    for i in 0..1 << log_n {
        powers[reverse(i, log_n)] = power;
        power = modulus.mul(power, psi);
    }
    powers
}

/// [`Lanes::PACKINGS`] of a backend.
struct Orders;

impl Task for Orders {
    type Output = &'static [&'static [usize]];

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> Self::Output {
        L::PACKINGS
    }
}
