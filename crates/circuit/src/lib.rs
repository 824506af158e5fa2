//! Circuits over a plaintext space.
//!
//! The room has four parts, in the order in which data walks through them:
//!
//! - [`model`]: what a circuit is; every circuit is valid by construction ([`Builder`]).
//! - [`text`]: the file formats of `docs/formats.md`, read strictly and written canonically.
//! - [`mod@generate`]: random circuits and inputs, reproducible from a seed.
//! - [`eval`]: the plaintext evaluator, the baseline and oracle of every evaluation.

pub mod eval;
pub mod generate;
pub mod limits;
pub mod model;
pub mod text;

pub use eval::{Evaluator, Program};
pub use model::{
    Builder, Circuit, CircuitError, Const, Decimal, DepthTable, Family, FanIn, Gate, GateKind,
    Header, Literal, Node, Shape, Space, Summary, Vectors,
};
