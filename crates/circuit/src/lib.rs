//! Circuits over a plaintext space.
//!
//! The crate has five modules, in the order in which data pass through them:
//!
//! - [`model`]: what a circuit is; every circuit is valid by construction ([`Builder`]).
//! - [`text`]: the file formats of `docs/formats.md`, read strictly and written canonically.
//! - [`mod@expression`]: formulas with names, as circuits.
//! - [`mod@generate`]: random circuits and inputs, reproducible from a seed.
//! - [`eval`]: the plaintext evaluator, the baseline and oracle of every evaluation.

pub mod eval;
pub mod expression;
pub mod generate;
pub mod limits;
pub mod model;
pub mod text;

pub use eval::{Evaluator, Program};
pub use expression::{Expression, ExpressionError, read_expression};
pub use model::{
    Bound, Builder, Circuit, CircuitError, Const, Decimal, DepthTable, Facts, Family, FanIn, Gate,
    GateKind, Header, Literal, Node, Reach, RealFacts, Shape, Space, Summary, Vectors,
};
