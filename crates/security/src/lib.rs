//! Estimates how hard parameters of learning with errors are to break.
//!
//! [`estimate`] gives bits of security: log2 of the cost of the cheapest attack modelled. The
//! attacks are those of the public lattice estimator that matter for homomorphic encryption,
//! under the geometric series assumption; the cost of lattice reduction is a [`CostModel`]. A call
//! takes milliseconds. [`max_log2_q`] and [`min_dimension`] search parameters for a target;
//! [`max_log2_q_guidelines_2024`] and [`max_log2_q_standard_2018`] are the published tables.
//!
//! [`attack_status`] is the verdict on a scheme, NTRU included, in words.
//!
//! The page docs/security.md has the comparison with those tables, and the limits: what is
//! estimated are the best *known* attacks on plain learning with errors.
//!
//! ```
//! use ringassay_security::{CostModel, Lwe, Secret, estimate};
//! let lwe = Lwe::with_standard_error(8192, 214.0, Secret::Ternary);
//! let estimate = estimate(&lwe, CostModel::Matzov)?;
//! assert!((127.0..130.0).contains(&estimate.bits));
//! # Ok::<(), ringassay_security::Error>(())
//! ```

mod attempt;
mod collision;
mod cost;
mod decryption;
mod dual;
mod error;
mod estimate;
mod guess;
mod guidelines;
mod helib;
mod hybrid;
mod lattice;
mod limits;
mod lwe;
mod math;
pub mod moduli;
mod notes;
mod ntru;
mod primal;
mod search;
mod secret;
mod verdict;

pub use attempt::{estimate, estimate_attacks};
pub use cost::CostModel;
pub use decryption::{Encryption, check_decryption, max_log2_t};
pub use error::Error;
pub use estimate::{Attack, AttackEstimate, Estimate};
pub use guidelines::{STANDARD_ERROR_STD, max_log2_q_guidelines_2024, max_log2_q_standard_2018};
pub use helib::helib_bits;
pub use limits::{max_log2_q, max_log2_q_of, min_dimension};
pub use lwe::{Lwe, MAX_DIMENSION, MIN_DIMENSION, MIN_ERROR_STD};
pub use notes::notes;
pub use ntru::{ntru_is_overstretched, ntru_overstretched_log2_q};
pub use secret::{ERROR_SPELLINGS, Secret, error_std};
pub use verdict::{AttackStatus, Problem, attack_status};

/// The second lesson is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lessons/rust-02-security.md")]
struct Lesson;
