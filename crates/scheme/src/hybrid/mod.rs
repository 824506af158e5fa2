//! What schemes with hybrid key switching have in common: BGV, BFV, CKKS.
//!
//! **Idea.** Ciphertexts (c_0, c_1) have coefficients modulo Q of a level, keys for key switching modulo Q·P. To
//! take x under the secret s'' to one under s', x is decomposed into digits D_j, one for each group of primes
//! of Q; the key holds encryptions (b_j, a_j) under s' of P·δ_j·s'', where δ_j is 1 modulo the primes of digit j
//! and 0 modulo the others. (Σ D_j·b_j, Σ D_j·a_j) is then an encryption of P·x·s'', and division by P leaves
//! little of the noise that digits bring.
//!
//! **Cost.** With l primes of Q at the level, k of P and d digits: transforms of l limbs back, of d·(l + k) less
//! l forth, and of 2·(k + l) for the two divisions; 2·d·(l + k) products of a limb, for which the whole key is
//! read. Several automorphisms of one ciphertext share the digits ([`Hoisted`], 2018/244).
//!
//! **Sources.** C. Gentry, S. Halevi, N. Smart, 2012/099 §3.1 (division by P); K. Han, D. Ki, 2019/688 §3 (digits
//! of several primes).
//!
//! What differs from scheme to scheme is a [`HybridScheme`]: which moduli there are, the t by which errors are
//! multiplied and modulo which divisions leave residues alone, and what is known of a ciphertext without its
//! key. Messages are those of a [`PackedScheme`]: encryption, sums, products with plaintexts are the same functions
//! for all. Another crate can implement both: what its operations need of a [`Context`] is public, and it calls itself
//! [`Scheme::External`](crate::Scheme::External). Each scheme has these types under its own name: `bgv::Context<R>` is `Context<bgv::Parameters, R>`.

mod arithmetic;
mod budget;
mod ciphertext;
mod context;
mod decrypt;
mod encrypt;
mod generate;
mod keys;
mod levels;
mod modulus;
mod multiply;
mod packed;
mod plain;
mod products;
mod sample;
mod scheme;
mod secrets;
mod shared;
mod switch;
mod undivided;

pub use ciphertext::{Ciphertext, Hoisted};
pub use context::Context;
pub use keys::{EvaluationKeys, KeySwitchingKey, PublicKey, SecretKey, SwitchingKey};
use levels::LevelTables;
pub use packed::{PackedScheme, Role};
pub use plain::Prepared;
pub use products::{product_parts, square_parts};
pub(crate) use sample::product_modulo;
pub use scheme::{HybridScheme, Shape, UnscaledScheme};
pub use shared::SwitchingParts;
pub use undivided::{Factors, SumOfAutomorphisms, Undivided};
