//! Plans circuits as programs for libraries whose plaintexts are vectors of integers mod t, or of numbers.
//!
//! A system under test declares a [`Target`]: how many slots rotate together, which rotation keys
//! there are, how noise grows. [`plan`](plan()) turns a circuit into a [`Program`] for it: a dozen kinds of
//! operations on registers, with the packing, rotations, reductions of bits and levels decided. The
//! adapter runs the program operation by operation ([`run`](run()), or the same in another
//! language), so that all libraries are given work by the same rules.
//!
//! - [`layout`]: where a vector lies in a row of slots, and what rotations leave of it;
//! - [`target`]: what a system declares, read from the first chunk of its key;
//! - `plan`: from circuit and target to a program;
//! - [`program`]: the program, its text form, its reader;
//! - [`mod@run`]: executes a program on a [`Backend`].

pub mod layout;
mod plan;
pub mod program;
pub mod run;
pub mod target;

pub use plan::{Refusal, plan, plan_any, plan_reals};
pub use program::{Program, ProgramError};
pub use run::{Backend, Entry, RunError, run};
pub use target::{AnyTarget, RealTarget, Target, TargetError};
