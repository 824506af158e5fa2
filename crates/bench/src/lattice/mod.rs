//! CKKS, BGV and BFV at powers of two, in rings and moduli that other libraries take as well.
//!
//! An [`Instance`] has keys and operands; [`suite`] prepares its operations. They are written once over
//! [`PackedScheme`](ringassay_scheme::PackedScheme) and [`Ring`](ringassay_scheme::Ring); `vectors` has what differs
//! between integers and numbers. The computing ring is measured, the tally ring counts the transforms that an
//! operation takes ([`Instance::counted`]). Results are compared with what is computed in the clear before anything is
//! measured.

mod check;
mod facts;
mod instance;
mod measured;
mod operation;
mod operations;
mod shape;
mod subject;
mod tally;
mod vectors;

use std::sync::Arc;

use ringassay_scheme::{ErrorKind, Scheme, bfv, bgv};

pub use facts::{Counted, Facts, ObjectSize};
pub use measured::Instance;
pub use operation::Operation;
pub use shape::Shape;

use self::{
    instance::PackedInstance,
    vectors::{Integers, Numbers},
};
use crate::{BenchError, Suite, case::Prepared};

/// Keys and operands of a shape.
///
/// # Errors
/// Returns an error if there is no such instance.
pub fn instance(shape: &Shape) -> Result<Arc<dyn Instance>, BenchError> {
    Ok(match shape.scheme {
        Scheme::Ckks => Arc::new(PackedInstance::<Numbers>::new(shape)?),
        Scheme::Bgv => Arc::new(PackedInstance::<Integers<bgv::Parameters>>::new(shape)?),
        Scheme::Bfv => Arc::new(PackedInstance::<Integers<bfv::Parameters>>::new(shape)?),
        other => return Err(BenchError::Shape(format!("{other} is none of CKKS, BGV and BFV"))),
    })
}

/// Operations of an instance, ready to be measured on each of these numbers of threads; a sample of each will last
/// about `sample_ns`. Beside it those that the instance has, in their order.
///
/// # Errors
/// Returns an error as [`Instance::work`].
pub fn suite(
    instance: &dyn Instance,
    operations: &[Operation],
    threads: &[usize],
    sample_ns: u64,
) -> Result<(Suite, Vec<Operation>), BenchError> {
    instance.publish(operations)?;
    Suite::of(operations, threads, sample_ns, |operation| {
        let (work, operations) = match instance.work(operation) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(None),
            // The moduli are too small for it.
            Err(BenchError::Scheme(error)) if error.kind() == ErrorKind::NoiseBudget => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        Ok(Some(Prepared {
            work,
            operations,
            n: instance.n(),
            backend: instance.backend(),
            method: String::new(),
        }))
    })
}
