//! FV, YASHE', F-NTRU and SHIELD as systems under test: `ringassay-fv`, `ringassay-yashe`,
//! `ringassay-fntru`, `ringassay-shield`.
//!
//! Their plaintexts are polynomials, whose products do not multiply coefficient by coefficient. So
//! each entry of a vector is a ciphertext of its own, of a constant polynomial: every gate is served,
//! rotations and selections cost nothing, and n - 1 coefficients of each plaintext lie idle. That is
//! how circuits run on these schemes, not how fast the schemes can be.
//!
//! - [`Arithmetic`]: a circuit as sums and products of single entries, and its counts;
//! - [`Program`]: the same in waves of steps that do not depend on each other;
//! - `evaluate`: the program on ciphertexts of any scheme, over any ring;
//! - `plan`: the same over shapes, for noise and memory, before anything is encrypted;
//! - client, server, command line.

mod about;
mod arithmetic;
pub mod cli;
mod client;
mod describe;
mod evaluate;
mod key;
mod options;
mod plan;
mod program;
mod server;

pub use crate::scheme::{Family, FntruFamily, FvFamily, ShieldFamily, YasheFamily};
pub use crate::search::{Choice, Request, choose};
pub use about::{about, sut_name};
pub use arithmetic::{Arithmetic, Step, Value};
pub use client::{MultiprecisionClient, MultiprecisionKeys};
pub use evaluate::{apply, evaluate};
pub use options::MultiprecisionOptions;
pub use plan::Plan;
pub use program::Program;
pub use server::MultiprecisionServer;
