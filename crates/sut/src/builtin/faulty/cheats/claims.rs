//! What every cheat claims to be.

use crate::builtin::plaintext::GATES;
use crate::hello::Limits;
use crate::kit::{About, Build};

/// The ring dimension that every cheat claims.
pub(super) const CLAIMED_N: u64 = 4096;
/// The bits of the modulus that every cheat claims.
pub(super) const CLAIMED_LOG2_Q: u64 = 109;
/// What a ciphertext under the claimed parameters weighs: two elements of the ring.
pub(super) const CIPHERTEXT_BYTES: usize = (2 * CLAIMED_N * CLAIMED_LOG2_Q / 8) as usize;

/// What every cheat says that it is.
pub(super) fn about() -> About {
    About {
        name: "cheat".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: Some("libcheat".to_owned()),
        library_version: Some("1.0".to_owned()),
        scheme: Some("BFV".to_owned()),
        spaces: ["gf2", "zt", "real", "complex"].map(str::to_owned).to_vec(),
        gates: GATES.iter().chain(&["LPOLY", "LCONJ"]).map(|&gate| gate.to_owned()).collect(),
        limits: Limits::default(),
        planner: None,
        build: Build::default(),
    }
}
