//! The cost of a scheme, derived from its code without executing it.
//!
//! A scheme is written once, over [`ringassay_scheme::Ring`]. [`TallyRing`] interprets it: elements
//! are shapes, and every operation records in a [`CostRecorder`] which kernels the computing ring would
//! run on rows of what length, and which memory it would allocate and free. The recorded cost equals
//! what the computing ring's own meter ([`ringassay_ring::meter`]) measures, kernel by kernel and
//! byte by byte; tests compare the two.
//!
//! ```
//! use std::sync::Arc;
//! use ringassay_cost::{CostRecorder, TallyRing};
//! use ringassay_ring::{index::Index, recorder::Kernel, sample::Seed};
//! use ringassay_scheme::{Fused, Ring};
//!
//! let recorder = Arc::new(CostRecorder::new());
//! let ring = TallyRing::new(&Index::new(1024)?, &[12_289, 13_313], &recorder)?;
//! recorder.phase("square");
//! let x = ring.uniform(&Seed::from_bytes([0; 32]));
//! let square = <TallyRing as Fused<_>>::mul(&x, &x)?;
//! let seen = recorder.record();
//! assert_eq!(seen.calls(|kernel| kernel == Kernel::Mul), 2, "one row for each limb");
//! assert_eq!(seen.peak_bytes, 2 * 2 * 512 * 8, "two elements of two limbs");
//! # drop(square);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod pool;
pub mod price;
mod tally;
pub mod value;

pub use pool::Resting;
pub use ringassay_ring::recorder::{
    Call, CostRecord, CostRecorder, Draw, Event, Kernel, Operations, Phase,
};
pub use tally::{
    TallyDigits, TallyElement, TallyExtension, TallyGadget, TallyInteger, TallyLeadingGadget,
    TallyMessage, TallyRing, TallySample, TallySampleSecret, TallySwitch, TallySwitchKey,
    TallySwitchTable, TallyTable,
};
