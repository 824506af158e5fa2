//! DFT, CRT and its inverse from even and odd parts that are computed with few products.

use crate::{
    Prepared,
    cyclotomic::multiplier::multiplier,
    lanes::{Lanes, array},
};

/// The even and the odd parts for an odd prime r = 2H + 1.
pub(in crate::cyclotomic) trait Parts<const H: usize> {
    /// The j of the sums u_j and differences v_j in their order: one of j and r - j, 1 ≤ j ≤ H, each.
    const INPUTS: [usize; H];

    /// The i of the parts E_i and O_i in their order, likewise; the first is 1.
    const OUTPUTS: [usize; H];

    /// From x_0 of class 2 (2) and u and v of class 2 (0.5).
    fn parts<L: Lanes>(
        lanes: L,
        x0: L::V,
        u: [L::V; H],
        v: [L::V; H],
        w: &[Prepared],
    ) -> EvenOdd<L::V, H>;
}

/// What [`Parts::parts`] gives.
pub(in crate::cyclotomic) struct EvenOdd<V, const H: usize> {
    /// x_0 + Σ u_j c_ij: class 2 (0.5).
    pub(super) even: [V; H],
    /// Σ v_j s_ij: class 2 (0.5).
    pub(super) odd: [V; H],
    /// Σ u_j: class 2 (3).
    pub(super) sum: V,
}

/// u and v, folded, of rows x_j of class 2 (2).
#[inline(always)]
fn sums_and_differences<L: Lanes, K: Parts<H>, const H: usize>(
    lanes: L,
    x: impl Fn(usize) -> L::V,
) -> ([L::V; H], [L::V; H]) {
    let r = 2 * H + 1;
    let u = array(
        #[inline(always)]
        |b| lanes.fold(lanes.add(x(K::INPUTS[b]), x(r - K::INPUTS[b]))),
    );
    let v = array(
        #[inline(always)]
        |b| lanes.fold(lanes.sub(x(K::INPUTS[b]), x(r - K::INPUTS[b]))),
    );
    (u, v)
}

/// DFT of R points from the constants of its kernel, of class 2 (2): class 4. (Both halves of a sum are folded: within q + 1.)
#[inline(always)]
pub(in crate::cyclotomic) fn dft<L: Lanes, K: Parts<H>, const R: usize, const H: usize>(
    lanes: L,
    x: [L::V; R],
    w: &[Prepared],
) -> [L::V; R] {
    const { assert!(R == 2 * H + 1) };
    let (u, v) = sums_and_differences::<L, K, H>(
        lanes,
        #[inline(always)]
        |j| x[j],
    );
    let EvenOdd { even, odd, sum } = K::parts(lanes, x[0], u, v, w);
    let mut y = [lanes.fold(lanes.add(x[0], sum)); R];
    for a in 0..H {
        let i = K::OUTPUTS[a];
        y[i] = lanes.add(even[a], odd[a]);
        y[R - i] = lanes.sub(even[a], odd[a]);
    }
    y
}

/// CRT_p for p = R = N + 1, from x_0 … x_{p-2}: the DFT with x_{p-1} = 0, without y_0.
#[inline(always)]
pub(in crate::cyclotomic) fn crt<
    L: Lanes,
    K: Parts<H>,
    const R: usize,
    const N: usize,
    const H: usize,
>(
    lanes: L,
    x: [L::V; N],
    w: &[Prepared],
) -> [L::V; N] {
    const { assert!(N + 1 == R) };
    let mut all = [lanes.splat(0); R];
    for (all, x) in all.iter_mut().zip(x) {
        *all = x;
    }
    let y = dft::<L, K, R, H>(lanes, all, w);
    array(
        #[inline(always)]
        |i| y[i + 1],
    )
}

/// Its inverse, from the constants of ω^-1 with the scale 1/p, and this: x_j = z_j - z_{p-1}: class 4 (2).
#[inline(always)]
pub(in crate::cyclotomic) fn crt_inverse<L: Lanes, K: Parts<H>, const N: usize, const H: usize>(
    lanes: L,
    y: [L::V; N],
    w: &[Prepared],
    scale: Prepared,
) -> [L::V; N] {
    const { assert!(N == 2 * H) };
    let (u, v) = sums_and_differences::<L, K, H>(
        lanes,
        #[inline(always)]
        |i| y[i - 1],
    );
    let EvenOdd { even, odd, sum } = K::parts(lanes, lanes.splat(0), u, v, w);
    let last = lanes.trim(lanes.sub(even[0], odd[0]));
    let z0 = lanes.mul(sum, multiplier(lanes, scale));
    let mut x = [lanes.sub(z0, last); N];
    for a in 0..H {
        let j = K::OUTPUTS[a];
        for (j, z) in [(j, lanes.add(even[a], odd[a])), (N + 1 - j, lanes.sub(even[a], odd[a]))] {
            if j < N {
                x[j] = lanes.sub(lanes.trim(z), last);
            }
        }
    }
    x
}
