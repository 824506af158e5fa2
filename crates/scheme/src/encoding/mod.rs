//! Plaintext slots: encoding vectors, layouts, rotations, and the automorphism keys they need.
//!
//! The plaintext ring is R_t = Z_t\[ζ_m\] with t = p^r, p a prime that does not divide m. It is a
//! product of ℓ' = φ(m)/d Galois rings of degree d, the order of p modulo m
//! ([`ringassay_ring::slots`]). Here every slot holds a *scalar*, an element of Z_t, so that a
//! plaintext is a vector of ℓ' residues, added and multiplied slot by slot, and the power p^f of the
//! Frobenius map changes nothing.
//!
//! | type | what it is |
//! |---|---|
//! | [`PlaintextRing`] | the index, t = p^r and the slots; a handle that all others share |
//! | [`Encoder`] | ℓ' values ↔ n coefficients in the powerful basis, both in `[0, t)` |
//! | [`Layout`] | which entry of a vector of ℓ ≤ ℓ' entries lies in which slots |
//! | [`VectorEncoder`] | both in one: vector ↔ coefficients |
//! | [`RotationPlan`] | a rotation of that vector as a sum of masked automorphisms |
//! | [`KeySet`] | which automorphisms to publish keys for, and how to compose the others |
//!
//! ```
//! use ringassay_ring::index::Index;
//! use ringassay_scheme::encoding::{KeySet, PlaintextRing, VectorEncoder};
//! let ring = PlaintextRing::new(&Index::new(127)?, 2, 1)?;
//! let vectors = VectorEncoder::new(&ring, 6)?;
//! let plaintext = vectors.encode(&[1, 0, 0, 1, 1, 0])?;
//! assert_eq!(vectors.decode(&plaintext)?, [1, 0, 0, 1, 1, 0]);
//! let layout = vectors.layout();
//! // Rotation by one step: here a single automorphism, without a mask.
//! assert_eq!(layout.rotation(1).terms().len(), 1);
//! assert!(KeySet::for_rotations(layout, 4)?.steps(layout.rotation(1).terms()[0].exponent).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrangement;
mod binary;
mod codec;
mod encoder;
mod error;
mod exponents;
mod factor;
mod galois;
mod keys;
mod layout;
mod plaintext_ring;
mod powers;
mod rotation;
mod sequence;
mod splitting;
mod subgroup;
mod transform;
mod vectors;
mod words;

pub use encoder::Encoder;
pub use error::EncodingError;
pub use factor::MAX_DEGREE;
pub use keys::KeySet;
pub use layout::Layout;
pub use plaintext_ring::PlaintextRing;
pub use rotation::{RotationPlan, RotationTerm};
pub use vectors::VectorEncoder;
