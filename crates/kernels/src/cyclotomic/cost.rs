//! What a transform costs, estimated, so that each prime gets the cheapest method that q allows.
//!
//! The unit is some 0.03 ns for each coefficient, on a machine of 2024. The constants were fitted to
//! measurements of each backend (`cargo bench -p ringassay-kernels --bench cyclotomic -- --methods`);
//! they only have to order the methods, and indices.

use crate::{
    Backend,
    cyclotomic::number::{factorise, lcm},
    ntt::MAX_LOG,
};

/// What the steps of a transform cost on a backend, for a row.
#[derive(Debug, PartialEq)]
pub(super) struct Costs {
    /// Sums of products for r points: for each of them, and besides.
    dense: (f64, f64),
    /// A DFT of 2, 3, 5, 7, 11 and 13 points; the last four are None where they are sums of products.
    small: [Option<f64>; 6],
    /// Whether DFTs of 2 are made one with others ([`paired`](super::stage::paired)).
    pub(super) pairs: bool,
    /// Rader's middle.
    rader: f64,
    /// What an axis costs besides its stages: by sums of products, and by Rader, whose rows are
    /// rearranged on the way in and out.
    moves: (f64, f64),
    /// A padded convolution: each layer of its transforms, and words moved one by one.
    padded: (f64, f64),
    /// A layer of a power-of-two transform.
    layer: f64,
    /// Twiddles between the pieces of a prime power.
    twiddles: f64,
}

/// Those of AVX-512, which also decide on the order of results: never to be fitted again for that, as
/// it would change what saved elements mean.
static ORDER: Costs = Costs {
    dense: (1.0, 10.0),
    small: [Some(4.0), Some(8.0), None, None, None, None],
    pairs: false,
    rader: 8.0,
    moves: (0.0, 0.0),
    padded: (2.5, 30.0),
    layer: 2.5,
    twiddles: 4.0,
};

static DOUBLES: Costs = Costs {
    dense: (1.6, 5.0),
    small: [Some(2.5), Some(6.0), Some(6.0), Some(8.5), Some(16.0), Some(15.0)],
    pairs: true,
    rader: 8.0,
    moves: (17.0, 17.0),
    padded: (5.0, 60.0),
    layer: 5.0,
    twiddles: 6.0,
};

static PORTABLE: Costs = Costs {
    dense: (10.0, 20.0),
    small: [Some(12.0), Some(20.0), Some(30.0), Some(40.0), Some(60.0), Some(65.0)],
    pairs: true,
    rader: 40.0,
    moves: (70.0, 45.0),
    padded: (22.0, 100.0),
    layer: 20.0,
    twiddles: 20.0,
};

impl Costs {
    /// Those of a backend.
    pub(super) fn of(backend: Backend) -> &'static Self {
        match backend {
            Backend::Portable => &PORTABLE,
            // The same operations; not measured on its own.
            Backend::Avx2 | Backend::Neon => &DOUBLES,
            Backend::Avx512 => &ORDER,
        }
    }

    /// Those by which the order of results is decided, for all backends alike: elements in the CRT
    /// basis are exchanged between machines.
    pub(super) fn of_order() -> &'static Self {
        &ORDER
    }

    /// An axis of p by sums of products.
    pub(super) fn dense(&self, p: u32) -> f64 {
        self.directly(p) + self.moves.0
    }

    /// An axis of p by Rader.
    pub(super) fn rader(&self, p: u32, q: Option<u64>) -> f64 {
        self.convolution(p, q) + self.moves.1
    }

    /// A DFT of r points by sums of products, by halves: about r products per row.
    fn sums(&self, r: u32) -> f64 {
        f64::from(r) * self.dense.0 + self.dense.1
    }

    /// A DFT of r points by its own kernel, or by sums of products.
    fn directly(&self, r: u32) -> f64 {
        self.small(r).unwrap_or_else(|| self.sums(r))
    }

    /// A DFT of r points by Rader: there, spectrum, back.
    fn convolution(&self, r: u32, q: Option<u64>) -> f64 {
        2.0 * self.dft(r - 1, q) + self.rader
    }

    /// All of p^e with the best method for each step.
    pub(super) fn axis(&self, p: u32, exponent: u32) -> f64 {
        let exponent = f64::from(exponent);
        if p == 2 {
            return self.layer * exponent;
        }
        let root = match self.small(p) {
            Some(small) if self.pairs => small + self.moves.0,
            _ => self.dense(p).min(self.rader(p, None)).min(self.padded(p)),
        };
        root + (exponent - 1.0) * (self.dft(p, None) + self.twiddles)
    }

    /// Per column: two transforms of a power-of-two length, and words moved one by one. Infinite
    /// where that length has no transform.
    pub(super) fn padded(&self, p: u32) -> f64 {
        let length = padded_length(p);
        if length.ilog2() > MAX_LOG {
            return f64::INFINITY;
        }
        let length = f64::from(length);
        self.padded.1 + 2.0 * length / f64::from(p - 1) * self.padded.0 * length.log2()
    }

    /// A DFT of r points with a kernel of its own.
    fn small(&self, r: u32) -> Option<f64> {
        let at = [2, 3, 5, 7, 11, 13].into_iter().position(|small| small == r)?;
        self.small[at]
    }

    /// A DFT of n points.
    fn dft(&self, n: u32, q: Option<u64>) -> f64 {
        let once = |r: u32| {
            if self.nests_in(r, q) { self.convolution(r, q) } else { self.directly(r) }
        };
        factorise(n).into_iter().map(|(r, exponent)| f64::from(exponent) * once(r)).sum()
    }

    /// Whether a DFT of r points, r prime, should be a convolution of r - 1.
    fn nests_in(&self, r: u32, q: Option<u64>) -> bool {
        let allowed = q.is_none_or(|q| (q - 1).is_multiple_of(u64::from(r - 1)));
        allowed && r > 8 && self.convolution(r, q) < self.directly(r)
    }

    /// Likewise, modulo q.
    pub(super) fn nests(&self, r: u32, q: u64) -> bool {
        self.nests_in(r, Some(q))
    }

    /// The divisor of q - 1 that Rader's method wants at its best.
    pub(super) fn rader_divisor(&self, p: u32) -> u64 {
        let nested =
            |(r, _): (u32, u32)| if self.nests_in(r, None) { self.rader_divisor(r) } else { 1 };
        factorise(p - 1).into_iter().map(nested).fold(u64::from(p - 1), lcm)
    }
}

/// A power of two at which a zero-padded convolution of p - 1 terms does not wrap around.
pub(super) fn padded_length(p: u32) -> u32 {
    (2 * (p - 1)).next_power_of_two()
}
