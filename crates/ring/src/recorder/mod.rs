//! What a computation costs, apart from the machine: which kernels ran on rows of what length, and
//! how many bytes were alive.
//!
//! Two write records. With the feature `meter` the ring itself does ([`crate::meter`]), at the place
//! where a kernel is called. The tally ring of `ringassay-cost` does without computing anything.
//! Their [`CostRecord`]s of one program are equal.
//!
//! **What is live**: the buffers of elements and of digits, tables of constant elements
//! ([`DigitTable`](crate::gadget::DigitTable)), integer elements. Working memory that is lent for
//! the time of one call and kept for the next, for transforms and base extensions or inside a map of
//! integers, is none, nor are plans and buffers at rest.

mod basis_kind;
mod call;
mod cost_record;
mod draw;
mod hash;
mod kernel;
mod operations;
mod recording;
mod visits;

pub use basis_kind::BasisKind;
pub use call::Call;
pub use cost_record::{CostRecord, Event, Phase};
pub use draw::Draw;
pub use hash::Mixer;
pub use kernel::{Kernel, Sizes};
pub use operations::Operations;
pub use recording::{CostRecorder, Recording};
pub use visits::Visits;
