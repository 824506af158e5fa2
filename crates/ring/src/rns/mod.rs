//! Between RNS bases: what BGV, BFV and CKKS need besides the arithmetic of one residue at a time.
//!
//! Everything here works coefficient by coefficient, on residues of the coefficients in the
//! powerful or decoding basis: row i of a matrix of words ([`Limbs`], [`LimbsMut`]) holds the
//! residues modulo q_i. What is written for integers x below is done to every coefficient.
//!
//! | what | with | result |
//! |---|---|---|
//! | lift | [`Lift`] | x in (-Q/2, Q/2], as big integer or as words |
//! | base extension | [`BaseExtension`] | \[x\]_p for the x in (-Q/2, Q/2], or for an x + u·Q |
//! | exact division: rescaling, modulus switch, division by P | [`Division`] | round(a·x/D), or near it and ≡ 0 mod t |
//!
//! # One method
//!
//! With Q = ∏ q_i and y_i = \[x·(Q/q_i)^-1\]_{q_i} the Chinese remainder theorem says
//! x = Σ y_i·Q/q_i - v·Q, where v is the integer nearest to Σ y_i/q_i if x is centred. So for any
//! p: \[x\]_p = Σ y_i·\[Q/q_i\]_p - v·\[Q\]_p, a sum of products modulo p with constants known
//! beforehand. The quotient v is estimated in floating point (Halevi, Polyakov, Shoup, ePrint
//! 2018/117, §2) with the error bound of [`Quotient`](ringassay_kernels::rns::Quotient); where the
//! estimate is not certain, for x within 2^-40·Q of ±Q/2, v comes from big integers. So the results
//! are exact for every x, not with high probability. Without v, x + u·Q comes out with some
//! 0 ≤ u < limbs (Bajard, Eynard, Hasan, Zucca, ePrint 2016/510, §3).
//!
//! # Time and secrets
//!
//! [`Lift`] takes the same time for all x. The other operations do so except where the estimate is
//! uncertain, which reveals that *some* coefficient lies within 2^-40·Q of ±Q/2. Ciphertexts are
//! public; the phase of a ciphertext that decrypts correctly is far from ±Q/2; a uniform secret
//! value is that near with probability 2^-39 per coefficient.
//!
//! # Threads
//!
//! Large operations are cut into ranges of columns for rayon's threads. Columns do not interact,
//! so results do not depend on the number of threads.

mod corrections;
mod division;
mod element;
mod error;
mod extension;
mod fractions;
mod fresh;
mod larger;
mod lift;
mod limbs;
mod moduli;
mod parallel;
mod scratch;
mod switch;

pub use division::Division;
pub use error::RnsError;
pub use extension::BaseExtension;
pub use fresh::Fresh;
pub use lift::Lift;
pub use limbs::{Limbs, LimbsMut, MAX_LIMBS};
pub use moduli::{Moduli, log2_big};
pub use switch::Switch;

pub(crate) use element::{check_index, check_moduli};

pub(crate) use fractions::exact_rows;
pub(crate) use moduli::{add_words, words as words_of};
pub(crate) use parallel::{BLOCK, for_chunks, for_columns};
pub(crate) use scratch::Scratch;
