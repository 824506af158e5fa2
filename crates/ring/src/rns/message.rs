//! BFV's decryption: scale by t/Q and round.

use ringassay_kernels::Zq;

use super::{Division, Limbs, LimbsMut, Moduli, RnsError};

/// x ↦ round(t·x/Q) mod t, exactly, for every x (ePrint 2018/117, §2.3, without its condition on
/// the noise).
///
/// It is [`Division::scaled`] with the plaintext modulus in the place of the kept ones: modulo t
/// the term t·x vanishes, and what remains is \[t·x\]_Q/Q, a sum over the residues.
#[derive(Debug, Clone)]
pub struct MessageRounding(Division);

impl MessageRounding {
    /// From residues of this basis to residues modulo t.
    ///
    /// # Errors
    /// When t has a common divisor with a modulus.
    pub fn new(from: &Moduli, t: &Zq) -> Result<Self, RnsError> {
        Division::scaled(&[*t], from, t.q()).map(Self).map_err(|error| match error {
            RnsError::NotCoprime(plaintext, modulus) => {
                RnsError::PlaintextNotCoprime { plaintext, modulus }
            }
            other => other,
        })
    }

    /// out\[c\] = round(t·x_c/Q) mod t.
    ///
    /// # Panics
    /// When `x` has not as many rows as there are moduli, or `out` is not as long as the rows.
    pub fn round_into(&self, out: &mut [u64], x: Limbs<'_>) {
        self.0.correction_into(LimbsMut::from_rows([out]), x);
    }
}
