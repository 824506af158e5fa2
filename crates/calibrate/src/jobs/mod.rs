//! How each kernel is made to run: through the operation of the ring that schemes call.
//!
//! A kernel's declaration (`ringassay_ring::recorder`, `kernel`) names its job: one of these functions. At
//! which sizes it is measured beforehand says [`crate::grid`]: without a line there it is measured when
//! first asked for.

mod cell;
mod columns;
mod integers;
mod lwe;
mod multiprecision;
mod products;
mod rows;
mod tower;

use ringassay_cost::{Call, Kernel};

use cell::Cell;
pub(crate) use cell::{Job, LIMBS};
pub(crate) use multiprecision::jobs as multiprecision_jobs;

use crate::{bench::Bench, error::Result};

/// What the declarations of kernels call, one after the other.
macro_rules! jobs {
    ($($family:ident { $(
        $(#[$doc:meta])*
        $kernel:ident $({ $($field:ident),+ })? $(($draw:ident))? $name:literal
            $(each $each:tt)? $(row $row:tt)? $(passes $passes:tt)?
            $(job $($job:ident)::+($($argument:tt)*))?;
    )+ })+) => {
        /// The job that runs a kernel while it goes through about `bytes` of memory; nothing where the
        /// kernel cannot be made to run with these sizes.
        ///
        /// # Errors
        /// When there are no such rings.
        #[allow(unused_variables, unused_assignments)]
        pub(crate) fn job(bench: &Bench, call: Call, bytes: usize) -> Result<Option<Job>> {
            let cell = Cell { bench, call, bytes };
            let mut job = None;
            match call.kernel { $($(
                Kernel::$kernel $({ $($field),+ })? $(($draw))? => {
                    $(job = $($job)::+(&cell, $($argument)*)?.into();)?
                }
            )+)+ }
            Ok(job)
        }
    };
}

ringassay_ring::kernels! { jobs }
