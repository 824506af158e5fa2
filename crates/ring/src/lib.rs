//! Polynomial rings: cyclotomic of any index in RNS form.
//!
//! [`index::Index`] is a factorised m, [`primes`] finds moduli for it, [`RnsRing`] is
//! Z_Q\[ζ_m\] with all its plans. An [`Element`] of it is written in one of three bases, which is
//! part of its type: [`Powerful`], [`Decoding`] or [`Crt`]. An [`IntElement`] is an element of
//! Z\[ζ_m\] itself: secrets, errors, lifted elements.
//!
//! Rings that are built on this one compute in its rows ([`RnsRing::forward_row`]) and share its [`pool`], its
//! [`meter`] and its rule on threads ([`parallel`]).
//!
//! Sources: "A Toolkit for Ring-LWE Cryptography" (ePrint 2013/293), "Λ∘λ: Functional Lattice
//! Cryptography" (2015/1134), "Algorithms in HElib" (2014/106).

mod arith;
mod automorphism;
mod basis;
mod crt;
mod element;
pub mod embedding;
mod error;
mod extension;
pub mod gadget;
pub mod index;
mod int_element;
pub mod lwe;
pub mod meter;
pub mod parallel;
pub mod pool;
pub mod primes;
pub mod recorder;
mod ring;
pub mod rns;
pub mod sample;
pub mod slots;
pub mod subring;
mod threads;

pub use basis::{Basis, BasisKind, CoefficientBasis, Crt, Decoding, Powerful};
pub use element::Element;
pub use error::{ElementError, NotDivisible, Overflow, RingError};
pub use extension::RingExtension;
pub use int_element::IntElement;
pub use ring::{RingName, RnsRing};
pub use threads::{Threads, ThreadsError};

/// The first lesson is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lessons/rust-01-a-ring.md")]
struct Lesson;
