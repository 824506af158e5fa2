//! Gates on encrypted bits, each of which refreshes its result: circuits of any depth (FHEW, TFHE).
//!
//! A [`Bit`] is a sample of learning with errors whose phase is q/8 for 1 and -q/8 for 0, and an error. A gate adds its
//! operands so that the sign of the sum is the result, and bootstraps: the sum is brought to a small modulus and a small
//! secret, a blind rotation of a constant polynomial takes its sign, and a coefficient of what is rotated is a bit again,
//! whose error does not depend on those of the operands.
//!
//! | step | from | to |
//! |---|---|---|
//! | sum | bits modulo q, dimension k·N | a sample modulo q |
//! | modulus switch | | modulo the q' of the switching key |
//! | key switch | | dimension n |
//! | modulus switch, the mean of the secret known | | modulo 2N |
//! | blind rotation, extraction | | a bit modulo q, dimension k·N |
//!
//! A [`Word`] of a few bits goes the same way, with the entries of a [`Table`] as the polynomial that is rotated: its result
//! is the entry of the word ([`Evaluator::lookups`]).
//!
//! [`Noise`] has the variance that each step adds; from it follows with which probability a gate is wrong
//! ([`Parameters::log2_failure`]). The scheme is generic over [`LweRing`](ringassay_scheme::ring::LweRing): executed over
//! one ring, counted over another.
//!
//! **Sources.** L. Ducas, D. Micciancio, ePrint 2014/816; I. Chillotti, N. Gama, M. Georgieva, M. Izabachène, 2018/421;
//! D. Micciancio, Y. Polyakov, 2020/086. The mean of the secret in a modulus switch: that of tfhe-rs 1.4.

mod bit;
mod bootstrap;
mod client;
mod context;
mod error;
mod evaluator;
mod gate;
mod keys;
mod lookup;
mod noise;
mod parameters;
mod saved;
mod table;
mod word;

pub use bit::Bit;
pub use client::SecretKey;
pub use context::Context;
pub use error::Error;
pub use evaluator::{Evaluator, Job};
pub use gate::{Form, Gate};
pub use keys::EvaluationKey;
pub use lookup::Lookup;
pub use noise::{Noise, Steps, log2_beyond, log2_erfc};
pub use parameters::{KeySwitch, Parameters, Security};
pub use saved::{load_bits, load_bits_even_transparent, load_words, save_bits, save_words};
pub use table::Table;
pub use word::{MAX_WORD_BITS, Word};
