//! What every cheat claims to be.

use super::Cheat;
use crate::builtin::plaintext::GATES;
use crate::hello::Limits;
use crate::kit::{About, Build, Remarks};

/// The ring dimension that every cheat claims.
pub(super) const CLAIMED_N: u64 = 4096;
/// The bits of the modulus that every cheat claims.
pub(super) const CLAIMED_LOG2_Q: u64 = 109;
/// The plaintext modulus that is claimed where errors are too wide for it.
const CLAIMED_T: u64 = 1 << 56;
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

/// What every cheat says of its key; some say what cannot be.
pub(super) fn parameters(cheat: Cheat, scheme: &str, remarks: &mut Remarks) {
    remarks.parameter("scheme", scheme);
    remarks.parameter("n", CLAIMED_N);
    remarks.parameter("log2_q", CLAIMED_LOG2_Q);
    let (secret, error) = match cheat {
        Cheat::NarrowSecret => ("Gaussian 0.1", "sigma 3.2"),
        Cheat::NarrowErrors => ("ternary", "sigma 0.001"),
        Cheat::WideErrors => ("ternary", "sigma 1e14"),
        _ => ("ternary", "sigma 3.2"),
    };
    if cheat == Cheat::WideErrors {
        remarks.parameter("t", CLAIMED_T);
    }
    remarks.parameter("secret", secret);
    remarks.parameter("error", error);
    remarks.parameter("encryption", "public key");
    remarks.parameter("security_bits", 128);
    remarks.parameter("security_method", "trust us");
}
