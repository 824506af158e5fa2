//! RGSW and RLWE ciphertexts of a rank k, and blind rotation: the core of bootstrapping by gates.
//!
//! An [`Rlwe`] ciphertext is (A_1, …, A_k, B) in R_q^(k+1), R = Z\[X\]/(X^N + 1); its *phase* under secrets S_1, …, S_k is
//! B - Σ A_j·S_j, a message and an error. An [`Rgsw`] ciphertext of a bit m has, for each component i and each digit j of a
//! gadget, an RLWE ciphertext of m·g_j·σ_i, σ_i = -S_i for i ≤ k and 1 for the last: the phase is Σ σ_i·(component i).
//! So the digits of an RLWE ciphertext, times these rows, give an RLWE ciphertext of m times its phase: the *external
//! product* ([`RgswTable::external_product`]). C ↦ C + m·(D - C) selects between two ciphertexts ([`RgswTable::cmux`]).
//! Blind rotation ([`RotationTable::rotate`]) selects between C and X^a·C for each coefficient of a secret.
//!
//! What is a ring of rank 1 with N = 1024 may as well be one of rank 2 with N = 512: k·N is what security needs, N what
//! the message needs.
//!
//! **Sources.** C. Gentry, A. Sahai, B. Waters, ePrint 2013/340; L. Ducas, D. Micciancio, 2014/816 (RGSW); I. Chillotti,
//! N. Gama, M. Georgieva, M. Izabachène, 2018/421 §3 (external product, CMux, leading digits), §4 (blind rotation).

mod ciphertext;
mod key;
mod rlwe;
mod rotation;
mod secret;

pub use ciphertext::{Rgsw, RgswTable};
pub use key::RgswEncryption;
pub use rlwe::Rlwe;
pub use rotation::{RotationKey, RotationTable};
pub use secret::RlweSecret;
