//! Twiddle factors between two axes.

use crate::{
    Table, Zq,
    cyclotomic::stage::Direction,
    lanes::{Lanes, Task},
};

crate::heap_bytes!(Twist: forward, inverse);

/// A factor for each position of an axis, and its inverse.
#[derive(Debug, Clone)]
pub(super) struct Twist {
    forward: Table,
    inverse: Table,
}

impl Twist {
    /// The factors root^exponents[a], and back those of the inverse root.
    pub(super) fn new(zq: &Zq, exponents: &[u64], root: u64, inverse: u64) -> Self {
        let powers =
            |root: u64| Table::new(zq, exponents.iter().map(|&e| zq.modulus().pow(root, e)));
        Self { forward: powers(root), inverse: powers(inverse) }
    }

    /// Multiplies a tensor `[..][len][inner]`.
    pub(super) fn run(&self, zq: &Zq, direction: Direction, data: &mut [u64], inner: usize) {
        let table = match direction {
            Direction::Forward => &self.forward,
            Direction::Inverse => &self.inverse,
        };
        zq.run(Multiply { table, data, inner });
    }
}

struct Multiply<'a> {
    table: &'a Table,
    data: &'a mut [u64],
    inner: usize,
}

impl Task for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (values, quotients) = (&self.table.values[..], &self.table.quotients[..]);
        for tensor in self.data.chunks_exact_mut(values.len() * self.inner) {
            if self.inner == 1 {
                multiply(lanes, tensor, values, quotients);
                continue;
            }
            let rows = tensor.chunks_exact_mut(self.inner).zip(values).zip(quotients);
            for ((row, value), quotient) in rows {
                let w = lanes.multiplier((*value, *quotient));
                let (blocks, rest) = L::blocks_mut(row);
                for block in blocks {
                    let v = lanes.mul(lanes.load(block), w);
                    lanes.store(block, v);
                }
                let mut block = L::pad(rest);
                let v = lanes.mul(lanes.load(&block), w);
                lanes.store(&mut block, v);
                rest.copy_from_slice(&L::words(&block)[..rest.len()]);
            }
        }
    }
}

/// Word by word.
#[inline(always)]
fn multiply<L: Lanes>(lanes: L, words: &mut [u64], values: &[u64], quotients: &[u64]) {
    let (blocks, rest) = L::blocks_mut(words);
    let (values, last_values) = L::blocks(values);
    let (quotients, last_quotients) = L::blocks(quotients);
    for ((block, value), quotient) in blocks.iter_mut().zip(values).zip(quotients) {
        let v = lanes.mul(lanes.load(block), lanes.multipliers(value, quotient));
        lanes.store(block, v);
    }
    let mut block = L::pad(rest);
    let w = lanes.multipliers(&L::pad(last_values), &L::pad(last_quotients));
    let v = lanes.mul(lanes.load(&block), w);
    lanes.store(&mut block, v);
    rest.copy_from_slice(&L::words(&block)[..rest.len()]);
}
