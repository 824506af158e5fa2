//! Homomorphic encryption under a key that several parties share: key generation, decryption, refreshing.
//!
//! Each of n parties draws a secret s_i; the secret of the keys is s = Σ s_i. A protocol is a step that every party takes
//! alone, a sum, and a step that anybody takes with the sum. [`Group`] has all of them: who the parties are, and the common
//! reference string from which uniform elements are expanded. What comes out are the keys and ciphertexts of
//! [`hybrid`](ringassay_scheme::hybrid), for the instance of so many parties
//! ([`Context::for_parties`](ringassay_scheme::hybrid::Context::for_parties)).
//!
//! Steps are generic over the ring, so that the tally ring counts what they cost. None sends anything: a [`Share`] is saved
//! and sent by the caller.
//!
//! **One share for each public polynomial.** Two shares of one polynomial under different errors reveal something of the
//! secret, and under two sets of active parties all of it. A step with a secret takes a [`Permit`], which a [`Ledger`]
//! gives once for each polynomial and writes to disk before.
//!
//! **Sources.** C. Mouchet, J. Troncoso-Pastoriza, J.-P. Bossuat, J.-P. Hubaux, 2020/304 (protocols, flooding);
//! C. Mouchet, E. Bertrand, J.-P. Hubaux, 2022/780 (t of n). The attacks assume nothing beyond 2025/409.

mod decryption;
mod error;
mod flooding;
mod group;
mod guard;
mod keys;
mod ledger;
mod ledger_error;
mod permit;
mod refresh;
mod saved;
mod saved_secrets;
mod secret;
mod share;
mod step;
mod switch;
mod threshold;

pub use error::Error;
pub use flooding::Flooding;
pub use group::{Group, Members, STATISTICAL_BITS};
pub use guard::Guard;
pub use keys::Ephemeral;
pub use ledger::Ledger;
pub use ledger_error::LedgerError;
pub use permit::{Permit, Subject};
pub use refresh::{Refreshable, Unmasked, Width};
pub use secret::{Part, SecretShare};
pub use share::Share;
pub use step::Step;
pub use threshold::{Dealt, ThresholdShare};
