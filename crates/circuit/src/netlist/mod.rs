//! Boolean functions as netlists, and the file formats in which people have them.
//!
//! A [`Netlist`] is an XOR-AND graph. [`read`] takes Bristol Fashion, the older Bristol format,
//! AIGER (ASCII and binary) and combinational BLIF; [`write()`] produces each in a canonical form,
//! in which reading and writing again changes no byte (`docs/netlists.md`). Readers obey the same
//! rules as those of [`crate::text`]: linear time, memory in proportion to the bytes that are
//! there, errors with place and expectation.

mod aiger;
mod blif;
mod bristol;
mod circuits;
mod figures;
mod format;
mod logic;
mod model;
mod order;
mod ports;
mod signal;
mod simplify;

pub use circuits::NotANetlist;
pub use figures::Figures;
pub use format::{Format, read, write};
pub use logic::Logic;
pub use model::{Builder, Netlist, NetlistError, Port};
pub use signal::{Gate, Op, Signal};
