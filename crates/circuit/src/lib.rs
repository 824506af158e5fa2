//! Circuits over a plaintext space: model, text formats, generator, plaintext evaluator.
//!
//! The crate has seven modules, in the order in which data pass through them:
//!
//! - [`model`]: what a circuit is; every circuit is valid by construction ([`Builder`]).
//! - [`text`]: the file formats of `docs/formats.md`, read strictly and written canonically.
//! - [`mod@expression`]: formulas with names, as circuits.
//! - [`netlist`]: Boolean functions as XOR-AND graphs; Bristol Fashion, AIGER and BLIF.
//! - [`library`]: standard functions as netlists: AES-128, SHA-256, Keccak-f, arithmetic.
//! - [`mod@generate`]: random circuits and inputs, reproducible from a seed.
//! - [`eval`]: the plaintext evaluator, the baseline and oracle of every evaluation.

pub mod eval;
pub mod expression;
pub mod generate;
pub mod library;

pub mod limits;
pub mod model;
pub mod netlist;
pub mod text;

pub use eval::{Evaluator, Program};
pub use expression::{Expression, ExpressionError, read_expression};
pub use model::{
    Bound, Builder, Circuit, CircuitError, Const, Decimal, DepthTable, Facts, Family, FanIn, Gate,
    GateKind, Header, Literal, Node, Reach, RealFacts, Shape, Space, Summary, Vectors,
};
