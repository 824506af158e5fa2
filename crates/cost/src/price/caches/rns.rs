//! Caches of rings in RNS form: only products with tables go through more than what is near.

use super::model::{CacheModel, Far, NEAR_BYTES, operands_of_tables};
use crate::{Call, Kernel, Phase};

pub(super) struct Rns<'a>(pub(super) &'a Phase);

impl CacheModel for Rns<'_> {
    fn working_set(&self, call: &Call, _times: u64) -> u64 {
        match call.kernel {
            Kernel::InnerProduct { .. } => operands_of_tables(self.0),
            _ => NEAR_BYTES,
        }
    }

    /// Visits of the phase say all.
    fn far_ns(&self, _far: &Far, _is_first_use: bool) -> f64 {
        0.0
    }
}
