//! The arithmetic limit of the machine, measured.

use crate::{
    Zq,
    lanes::{Lanes, Task},
};

/// Vectors of butterflies that run side by side: enough to hide the latency of one, few enough for
/// all operands to stay in registers (two of AVX2's sixteen for each, and the constants).
const PARALLEL: usize = 6;

struct Butterflies {
    rounds: usize,
    start: u64,
    w: (u64, u64),
}

impl Task for Butterflies {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let w = lanes.multiplier(self.w);
        let mut x: [L::V; PARALLEL] = std::array::from_fn(|_| lanes.splat(self.start));
        let mut y = x;
        for _ in 0..self.rounds {
            for i in 0..PARALLEL {
                let folded = lanes.fold(x[i]);
                let product = lanes.mul(y[i], w);
                x[i] = lanes.add(folded, product);
                y[i] = lanes.sub(folded, product);
            }
        }
        let mut total = lanes.splat(0);
        for i in 0..PARALLEL {
            total = lanes.fold(lanes.add(lanes.fold(x[i]), lanes.fold(total)));
            total = lanes.fold(lanes.add(lanes.fold(y[i]), total));
        }
        let mut block = L::pad(&[]);
        lanes.store(&mut block, total);
        L::words(&block).iter().sum()
    }
}

impl Zq {
    /// Butterflies (x, y) ↦ (x + w·y, x - w·y) with lazy residues, all operands in registers:
    /// the most that the instructions of the backend can do, with no loads, stores or shuffles.
    ///
    /// Does `rounds` times [`Zq::butterflies_per_round`] of them and returns a number that
    /// depends on all.
    pub fn butterflies(&self, rounds: usize) -> u64 {
        let w = self.prepare(self.q() / 3);
        self.run(Butterflies { rounds, start: self.q() / 2, w: (w.0, w.1) })
    }

    /// How many butterflies a round of [`Zq::butterflies`] is.
    pub fn butterflies_per_round(&self) -> usize {
        struct Width;
        impl Task for Width {
            type Output = usize;
            #[inline(always)]
            fn run<L: Lanes>(self, _lanes: L) -> usize {
                L::LANES * PARALLEL
            }
        }
        self.run(Width)
    }
}
