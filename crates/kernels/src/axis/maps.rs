//! The six maps on a fibre. Beside each operation stands the class of its result.

use super::fibres::Fibres;
use crate::lanes::{Lanes, array};

/// What is done to K vectors of fibres; `inverse` is 1/p.
pub(super) trait Map: Copy {
    fn apply<L: Lanes, const K: usize>(self, lanes: L, inverse: L::W, x: &mut Fibres<'_, L, K>);
}

/// f on each of K vectors.
#[inline(always)]
fn each<V: Copy, const K: usize>(a: [V; K], f: impl Fn(V) -> V) -> [V; K] {
    array(
        #[inline(always)]
        |k| f(a[k]),
    )
}

/// a + b.
#[inline(always)]
fn add<L: Lanes, const K: usize>(lanes: L, a: [L::V; K], b: [L::V; K]) -> [L::V; K] {
    array(
        #[inline(always)]
        |k| lanes.add(a[k], b[k]),
    )
}

/// a - b.
#[inline(always)]
fn sub<L: Lanes, const K: usize>(lanes: L, a: [L::V; K], b: [L::V; K]) -> [L::V; K] {
    array(
        #[inline(always)]
        |k| lanes.sub(a[k], b[k]),
    )
}

#[inline(always)]
fn fold<L: Lanes, const K: usize>(lanes: L, a: [L::V; K]) -> [L::V; K] {
    each(
        a,
        #[inline(always)]
        |a| lanes.fold(a),
    )
}

#[inline(always)]
fn scale<L: Lanes, const K: usize>(lanes: L, a: [L::V; K], w: L::W) -> [L::V; K] {
    each(
        a,
        #[inline(always)]
        |a| lanes.mul(a, w),
    )
}

/// y_j = x_j - x_{j-1} from row 1 on: class 3.
#[inline(always)]
fn differences<L: Lanes, const K: usize>(lanes: L, first: [L::V; K], x: &mut Fibres<'_, L, K>) {
    let mut previous = first;
    for j in 1..x.rows() {
        let current = x.load(lanes, j);
        x.store(lanes, j, sub(lanes, current, previous));
        previous = current;
    }
}

/// x_j = x_{j-1} + y_j from row 1 on, x_0 of class 2.
#[inline(always)]
fn running_sums<L: Lanes, const K: usize>(lanes: L, first: [L::V; K], x: &mut Fibres<'_, L, K>) {
    let mut sum = first;
    for j in 1..x.rows() {
        sum = fold(lanes, add(lanes, sum, x.load(lanes, j))); // 3, 2
        x.store(lanes, j, sum);
    }
}

/// The sum of a fibre: class 2.
#[inline(always)]
fn total<L: Lanes, const K: usize>(lanes: L, x: &Fibres<'_, L, K>) -> [L::V; K] {
    let mut sum = x.load(lanes, 0);
    for j in 1..x.rows() {
        sum = fold(lanes, add(lanes, sum, x.load(lanes, j))); // 3, 2
    }
    sum
}

/// L.
#[derive(Clone, Copy)]
pub(super) struct Sum;

impl Map for Sum {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, _: L::W, x: &mut Fibres<'_, L, K>) {
        running_sums(lanes, x.load(lanes, 0), x);
    }
}

/// L⁻¹.
#[derive(Clone, Copy)]
pub(super) struct Difference;

impl Map for Difference {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, _: L::W, x: &mut Fibres<'_, L, K>) {
        differences(lanes, x.load(lanes, 0), x);
    }
}

/// Times 1 - ζ_p, powerful basis.
#[derive(Clone, Copy)]
pub(super) struct MulPowerful;

impl Map for MulPowerful {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, _: L::W, x: &mut Fibres<'_, L, K>) {
        let last = x.load(lanes, x.rows() - 1);
        let mut previous = x.load(lanes, 0);
        x.store(lanes, 0, add(lanes, previous, last)); // 2
        for j in 1..x.rows() {
            let current = x.load(lanes, j);
            x.store(lanes, j, sub(lanes, add(lanes, current, last), previous)); // 4
            previous = current;
        }
    }
}

/// Divided by 1 - ζ_p, powerful basis.
#[derive(Clone, Copy)]
pub(super) struct DivPowerful;

impl Map for DivPowerful {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, inverse: L::W, x: &mut Fibres<'_, L, K>) {
        let last = scale(lanes, total(lanes, x), inverse); // 2
        let mut sum = fold(lanes, sub(lanes, x.load(lanes, 0), last)); // 3, 2
        x.store(lanes, 0, sum);
        for j in 1..x.rows() - 1 {
            let step = fold(lanes, sub(lanes, x.load(lanes, j), last)); // 3, 2
            sum = fold(lanes, add(lanes, sum, step)); // 4, 2
            x.store(lanes, j, sum);
        }
        x.store(lanes, x.rows() - 1, last);
    }
}

/// Times 1 - ζ_p, decoding basis.
#[derive(Clone, Copy)]
pub(super) struct MulDecoding;

impl Map for MulDecoding {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, _: L::W, x: &mut Fibres<'_, L, K>) {
        let first = x.load(lanes, 0);
        let sum = add(lanes, first, total(lanes, x)); // 3
        differences(lanes, first, x);
        x.store(lanes, 0, sum);
    }
}

/// Divided by 1 - ζ_p, decoding basis.
#[derive(Clone, Copy)]
pub(super) struct DivDecoding;

impl Map for DivDecoding {
    #[inline(always)]
    fn apply<L: Lanes, const K: usize>(self, lanes: L, inverse: L::W, x: &mut Fibres<'_, L, K>) {
        let first = x.load(lanes, 0);
        let (mut sum, mut sums) = (first, first);
        for j in 1..x.rows() {
            sum = fold(lanes, add(lanes, sum, x.load(lanes, j))); // 3, 2
            sums = fold(lanes, add(lanes, sums, sum)); // 4, 2
        }
        let total = scale(lanes, sums, inverse); // 2
        let first = fold(lanes, sub(lanes, first, total)); // 3, 2
        x.store(lanes, 0, first);
        running_sums(lanes, first, x);
    }
}
