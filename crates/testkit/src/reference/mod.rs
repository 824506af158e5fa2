//! Exact models of Z_q, of R = Z\[ζ_m\] and of R/qR, written from the definitions.
//!
//! Nothing here is fast and nothing is shared with the crates that are judged: an element is a
//! polynomial in X modulo Φ_m(X), Φ_m comes from exact polynomial division, a basis is the list of
//! its elements, an automorphism is X ↦ X^k, a trace is a sum of conjugates. The models are in
//! their turn checked by facts from elsewhere (their own tests, and `vectors/ring/`).
//!
//! | module | what it defines |
//! |---|---|
//! | [`numbers`] | factors, units, Möbius function, powers and inverses mod q |
//! | [`coefficients`] | the rings that polynomials have their coefficients in: Z and Z_q |
//! | [`polynomial`] | products, exact division, remainder, Φ_m |
//! | [`cyclotomic`] | R over any coefficients: bases, g, conjugates, traces, embeddings |
//! | [`interpolation`] | that *all* values at roots of unity are right, from one random point |
//! | [`canonical`] | the canonical embedding in floating point, for statistics |
//! | [`rns`] | residues as integers: remaindering, base extension, rounding, gadgets |
//! | [`whole`] | Z_q\[x\]/(x^n + 1) for any q, with whole coefficients |

pub mod canonical;
pub mod coefficients;
pub mod cyclotomic;
pub mod interpolation;
pub mod numbers;
pub mod polynomial;
pub mod rns;
pub mod whole;

pub use coefficients::{Coefficients, Integers, ModQ};
pub use cyclotomic::Cyclotomic;
