//! Stages along one axis of a tensor, whole in a tile.

use crate::{
    Zq,
    cyclotomic::{
        Scratch,
        access::{Access, NOWHERE, order_of},
        cost::Costs,
        dft::{Dft, Rader, inverse},
        radix::Waves,
        stage::{Direction, Kernel, Side, Stage, Twiddles, leave_open},
        sweep::{Minus, Sweep, scratch_words},
    },
};

crate::heap_bytes!(Way: stages, load, store; Rows: rows, order; Axis: forward, inverse);

/// One direction along an axis: tile row a is loaded from row `load[a]` of the tensor, and stored
/// to row `store[a]`.
#[derive(Debug, Clone)]
struct Way {
    stages: Vec<Stage>,
    load: Rows,
    store: Rows,
    minus: Minus,
}

/// Rows of the tensor, for each row of the tile, and the latter in the order of the former.
#[derive(Debug, Clone)]
struct Rows {
    rows: Vec<u32>,
    order: Vec<u32>,
}

impl From<Vec<u32>> for Rows {
    fn from(rows: Vec<u32>) -> Self {
        Self { order: order_of(&rows), rows }
    }
}

impl Rows {
    fn access(&self, inner: usize, stride: usize) -> Access<'_> {
        Access::Tensor { rows: &self.rows, order: &self.order, inner, stride }
    }
}

/// An axis of `rows` rows, transformed there and back.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    rows: usize,
    forward: Way,
    inverse: Way,
}

impl Axis {
    fn in_order(rows: usize, mut forward: Vec<Stage>, mut inverse: Vec<Stage>) -> Self {
        leave_open(&mut forward, false);
        leave_open(&mut inverse, false);
        let order: Vec<u32> = (0..rows as u32).collect();
        let way = |stages| Way {
            stages,
            load: order.clone().into(),
            store: order.clone().into(),
            minus: Minus::Nothing,
        };
        Self { rows, forward: way(forward), inverse: way(inverse) }
    }

    /// The DFT of ∏ radices points by sums of products and twiddles, 1/n not included; and the
    /// order of its results.
    pub(super) fn dft(zq: &Zq, radices: &[u32], root: u64) -> (Self, Vec<u32>) {
        let dft = Dft::chain(zq, Costs::of_order(), radices, root);
        let rows = dft.input.len();
        let natural = dft.input.iter().enumerate().all(|(a, &k)| a == k as usize);
        let mut axis = Self::in_order(rows, dft.forward, dft.inverse);
        if natural {
            return (axis, dft.output);
        }
        axis.forward.load = dft.input.into();
        axis.inverse.store = axis.forward.load.clone();
        (axis, dft.output)
    }

    /// The CRT of p^e by sums of products: the stages of CRT_p, twiddles, and the DFT of p^(e-1)
    /// points for each residue; `scale` is included in the inverse. Gives the exponents also.
    pub(super) fn dense(zq: &Zq, p: u32, e: u32, root: u64, scale: u64) -> (Self, Vec<u32>) {
        let modulus = zq.modulus();
        let rest = p.pow(e - 1);
        let (rows, mid) = (p as usize - 1, rest as usize);
        let back = inverse(modulus, root);
        if p == 2 {
            return Self::power_of_two(zq, rest, root, scale);
        }
        let inner = modulus.pow(root, u64::from(p));
        let dft = Dft::chain(zq, Costs::of_order(), &vec![p; e as usize - 1], inner);
        let twiddles = |side: Side, root: u64, scale: u64| {
            let factor = |i: u32, j: u32| {
                let power = modulus.pow(root, u64::from(i) * u64::from(j));
                zq.prepare(modulus.mul(power, scale))
            };
            let factors = dft.input.iter().flat_map(|&j| (1..p).map(move |i| factor(i, j)));
            Some(Twiddles { side, first: true, factors: factors.collect() })
        };
        let forth = Stage::new(crt(zq, p, modulus.pow(root, u64::from(rest))));
        let mut first = Stage { mid, ..forth };
        // Where there are twiddles, they take the scale.
        let all = modulus.mul(scale, inverse(modulus, u64::from(rest)));
        let own = if e == 1 { all } else { 1 };
        let w = modulus.pow(root, u64::from(rest));
        let mut last = Stage { mid, ..Stage::new(crt_inverse(zq, p, w, own)) };
        if e > 1 {
            first.twiddles = twiddles(Side::After, root, 1);
            last.twiddles = twiddles(Side::Before, back, all);
        }
        let inner = |stage: &Stage| stage.embedded(rows, mid, 0, 1);
        let forward = [first].into_iter().chain(dft.forward.iter().map(inner)).collect();
        let backward = dft.inverse.iter().map(inner).chain([last]).collect();
        let exponent = |i: u32, f: u32| i + p * f;
        let exponents = (1..p).flat_map(|i| dft.output.iter().map(move |&f| exponent(i, f)));
        let mut axis = Self::in_order(rows * mid, forward, backward);
        // The order in which the DFT wants its input, where primes are large.
        let load: Vec<u32> =
            (0..rows as u32).flat_map(|k| dft.input.iter().map(move |&j| k * rest + j)).collect();
        axis.forward.load = load.into();
        axis.inverse.store = axis.forward.load.clone();
        (axis, exponents.collect())
    }

    /// The CRT of 2n, n ≤ 8 a power of two: values at ω^(1 + 2f), so a DFT of x_j·ω^j.
    fn power_of_two(zq: &Zq, n: u32, root: u64, scale: u64) -> (Self, Vec<u32>) {
        let modulus = zq.modulus();
        if n == 1 {
            return (Self::in_order(1, vec![], vec![]), vec![1]);
        }
        let dft = Dft::chain(zq, Costs::of_order(), &[n], modulus.mul(root, root));
        let twist = |side: Side, root: u64, scale: u64| {
            let factor = |j: u32| zq.prepare(modulus.mul(scale, modulus.pow(root, u64::from(j))));
            Some(Twiddles { side, first: true, factors: (0..n).map(factor).collect() })
        };
        let shrink = modulus.mul(scale, inverse(modulus, u64::from(n)));
        let (mut forward, mut backward) = (dft.forward, dft.inverse);
        forward[0].twiddles = twist(Side::Before, root, 1);
        backward[0].twiddles = twist(Side::After, inverse(modulus, root), shrink);
        // In bit-reversed order, as longer powers of two have it: so the values above one of a
        // subring lie side by side.
        let place = |f: u32| f.reverse_bits() >> (u32::BITS - n.ilog2());
        let mut axis = Self::in_order(n as usize, forward, backward);
        axis.forward.store = dft.output.iter().map(|&f| place(f)).collect::<Vec<_>>().into();
        axis.inverse.load = axis.forward.store.clone();
        (axis, (0..n).map(|position| 1 + 2 * place(position)).collect())
    }

    /// The same with the result of row a in row `places[a]`.
    pub(super) fn with_places(mut self, places: &[u32]) -> Self {
        self.forward.store = places.to_vec().into();
        self.inverse.load = self.forward.store.clone();
        self
    }

    /// CRT_p by Rader; `places[l]` is the position of the value at ω^g^l.
    pub(super) fn rader(zq: &Zq, p: u32, rader: &Rader, places: &[u32], scale: u64) -> Self {
        let shrink = zq.modulus().mul(scale, inverse(zq.modulus(), u64::from(p)));
        let with_zero = |zero: u32, others: Vec<u32>| [vec![zero], others].concat();
        // x_{p-1} = 0 is in no row of the tensor.
        let inputs: Vec<u32> =
            rader.inputs.iter().map(|&j| if j == p - 1 { NOWHERE } else { j }).collect();
        let absent = rader.inputs.iter().position(|&j| j == p - 1).unwrap_or(0);
        let coefficients = Rows::from(with_zero(0, inputs));
        let values = rader.dft.input.iter().map(|&l| places[l as usize]).collect();
        let values = Rows::from(with_zero(NOWHERE, values));
        let mut backward = rader.backward_crt(zq, shrink);
        leave_open(&mut backward, true);
        Self {
            rows: p as usize - 1,
            forward: Way {
                stages: rader.forward(zq),
                load: coefficients.clone(),
                store: values.clone(),
                minus: Minus::Nothing,
            },
            inverse: Way {
                stages: backward,
                load: values,
                store: coefficients,
                minus: Minus::Row(1 + absent),
            },
        }
    }

    /// The length of the axis.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    #[cfg(feature = "fault-injection")]
    pub(super) fn plant_fault(&mut self, position: usize) {
        super::stage::plant_fault(&mut self.forward.stages, position);
    }

    fn way(&self, direction: Direction) -> &Way {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Inverse => &self.inverse,
        }
    }

    /// Transforms a tensor `[..][rows][inner]`.
    pub(super) fn run(
        &self,
        zq: &Zq,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let way = self.way(direction);
        if way.stages.is_empty() {
            return;
        }
        let (stride, columns) = (self.rows * inner, data.len() / self.rows);
        let rows = way.load.rows.len();
        let scratch = scratch.words(scratch_words(&way.stages, rows, columns));
        zq.run(Sweep {
            stages: &way.stages,
            rows,
            columns,
            source: None,
            target: data,
            load: way.load.access(inner, stride),
            store: way.store.access(inner, stride),
            canonical_in: true,
            canonical_out: true,
            minus: way.minus,
            scratch,
        });
    }
}

fn crt(zq: &Zq, p: u32, root: u64) -> Kernel {
    if p == 3 {
        Kernel::CrtThree(zq.prepare(root))
    } else {
        Kernel::Crt(Waves::new(zq, p, root, 1))
    }
}

fn crt_inverse(zq: &Zq, p: u32, root: u64, scale: u64) -> Kernel {
    let modulus = zq.modulus();
    if p == 3 && scale == 1 {
        let difference = inverse(modulus, modulus.sub(root, modulus.mul(root, root)));
        return Kernel::CrtThreeInverse(
            [difference, modulus.mul(root, difference)].map(|w| zq.prepare(w)),
        );
    }
    let shrink = modulus.mul(scale, inverse(modulus, u64::from(p)));
    Kernel::CrtInverse(Waves::new(zq, p, inverse(modulus, root), shrink))
}
