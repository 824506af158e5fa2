//! Between residue systems: words that are residues modulo one number, summed modulo another.
//!
//! These are the inner loops of the chinese remainder theorem with the quotient known: from
//! residues y_i modulo q_i to Σ y_i·w_i modulo p ([`WeightedSum`]), and the integer nearest to
//! Σ y_i/q_i ([`Quotient`]). Of a single residue it is one reduction ([`CentredReduction`]). Rows of residues modulo different numbers lie one after another in
//! one buffer, at a distance that is a multiple of [`COLUMNS`].

mod centred;
mod quotient;
mod small;
mod weighted;

pub use centred::CentredReduction;
pub use quotient::Quotient;
pub use weighted::WeightedSum;

/// What the distance of two rows is a multiple of: a vector of the widest backend.
pub const COLUMNS: usize = 8;
