//! What a circuit is: plaintext space, gates, and the rules that tie them together.

mod builder;
mod circuit;
mod decimal;
mod depth;
mod error;
mod facts;
mod gate;
mod gates;
mod lower;
mod packed;
mod reach;
mod space;
mod summary;
mod vectors;

pub use builder::Builder;
pub use circuit::{Circuit, Family, Header};
pub use decimal::Decimal;
pub use depth::DepthTable;
pub use error::CircuitError;
pub use facts::Facts;
pub use gate::{Const, FanIn, Gate, GateKind, Literal, Node};
pub use reach::{Reach, RealFacts};
pub use space::{Bound, Shape, Space};
pub use summary::Summary;
pub use vectors::Vectors;
