//! FV, YASHE', F-NTRU and SHIELD as their papers have them: schemes, costs, depths, parameters, systems under test.
//!
//! Their coefficients are whole numbers of several words.
//!
//! - [`Multiprecision`] is the interface over which they are written, [`MultiprecisionScheme`] their common trait;
//!   [`fv`] and [`shield`] build on [`rlwe`], [`yashe`] and [`fntru`] on [`ntru`] as well;
//! - [`saved`] saves and loads what a server needs, in the envelope of [`ringassay_scheme::serial`];
//! - [`tally`] counts what they cost without computing anything;
//! - [`depth`] has the depth formulas of the papers, [`search`] finds parameters by them, [`grid`] assesses whole ranges,
//!   and [`any`](mod@any) asks every scheme of the workspace by one request;
//! - [`sut`] runs circuits entry by entry, as `ringassay-fv` and its like.
//!
//! The catalogue of [`ringassay_scheme`] names them beside the others. To compute, take BGV, BFV or CKKS.

pub mod any;
pub mod depth;
mod error;
pub mod fntru;
pub mod fv;
pub mod grid;
pub mod ntru;
pub mod rlwe;
pub mod saved;
pub mod scheme;
pub mod search;
pub mod secrets;
pub mod shield;
pub mod sut;
pub mod tally;
pub mod vocabulary;
pub mod yashe;

pub use error::Error;
pub use scheme::MultiprecisionScheme;
pub use vocabulary::Multiprecision;
