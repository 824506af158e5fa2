//! The maps of one odd prime.

use ringassay_kernels::Zq;
use ringassay_kernels::axis::{AxisError, PrimeAxis};

use crate::laws::axis::{self, AxisMap};

/// [`PrimeAxis`] under judgement.
#[derive(Clone, Debug)]
pub struct AxisSubject {
    zq: Zq,
    axis: PrimeAxis,
    shape: (usize, usize),
}

impl AxisSubject {
    /// The axis of `prime` between `shape.0` and `shape.1`.
    ///
    /// # Errors
    /// As [`PrimeAxis::new`].
    pub fn new(zq: Zq, prime: u32, shape: (usize, usize)) -> Result<Self, AxisError> {
        let axis = PrimeAxis::new(zq, prime, shape.0, shape.1)?;
        Ok(Self { zq, axis, shape })
    }
}

impl axis::PrimeAxis for AxisSubject {
    fn subject(&self) -> String {
        let (backend, q) = (self.zq.backend(), self.zq.q());
        format!("axis of {} mod {q} on {backend}", self.axis.prime())
    }

    fn q(&self) -> u64 {
        self.zq.q()
    }

    fn prime(&self) -> u64 {
        u64::from(self.axis.prime())
    }

    fn shape(&self) -> (usize, usize) {
        self.shape
    }

    fn apply(&self, map: AxisMap, x: &[u64]) -> Vec<u64> {
        let mut x = x.to_vec();
        match map {
            AxisMap::Sum => self.axis.sum_assign(&mut x),
            AxisMap::Difference => self.axis.difference_assign(&mut x),
            AxisMap::MulPowerful => self.axis.mul_g_powerful_assign(&mut x),
            AxisMap::DivPowerful => self.axis.div_g_powerful_assign(&mut x),
            AxisMap::MulDecoding => self.axis.mul_g_decoding_assign(&mut x),
            AxisMap::DivDecoding => self.axis.div_g_decoding_assign(&mut x),
        }
        x
    }
}
