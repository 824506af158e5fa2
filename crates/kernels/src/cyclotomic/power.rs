//! The CRT of a power of two: negacyclic transforms of rows.

use crate::{
    Zq,
    cyclotomic::{Scratch, stage::Direction},
    ntt::{Negacyclic, NttError},
};

crate::heap_bytes!(Power: ntt);

/// The CRT of 2^e along an axis.
#[derive(Debug, Clone)]
pub(super) struct Power {
    ntt: Negacyclic,
}

impl Power {
    /// For a root of order 2^e.
    pub(super) fn new(zq: &Zq, e: u32, root: u64) -> Result<Self, NttError> {
        Ok(Self { ntt: Negacyclic::new(*zq, e - 1, root)? })
    }

    /// The exponent of each value.
    pub(super) fn exponents(&self) -> Vec<u32> {
        self.ntt.exponents()
    }

    /// The transform of a row.
    pub(super) fn ntt(&self) -> &Negacyclic {
        &self.ntt
    }

    #[cfg(feature = "fault-injection")]
    pub(super) fn plant_fault(&mut self, position: usize) {
        let position = 1 + position % (self.ntt.len() - 1);
        self.ntt = self.ntt.clone().with_planted_fault(position);
    }

    /// Transforms a tensor `[..][2^(e-1)][inner]`; rows that are not contiguous are transposed
    /// there and back.
    pub(super) fn run(
        &self,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let transform = |rows: &mut [u64]| match direction {
            Direction::Forward => self.ntt.forward_rows(rows),
            Direction::Inverse => self.ntt.inverse_rows(rows),
        };
        if inner == 1 {
            return transform(data);
        }
        let n = self.ntt.len();
        for tensor in data.chunks_exact_mut(n * inner) {
            let rows = scratch.words(tensor.len());
            for (i, row) in rows.chunks_exact_mut(n).enumerate() {
                row.iter_mut()
                    .zip(tensor[i..].iter().step_by(inner))
                    .for_each(|(to, from)| *to = *from);
            }
            transform(rows);
            for (i, row) in rows.chunks_exact(n).enumerate() {
                tensor[i..].iter_mut().step_by(inner).zip(row).for_each(|(to, from)| *to = *from);
            }
        }
    }
}
