//! Whether anything can be decrypted at all: errors that wide make every problem hard, and every scheme
//! useless.

use crate::{Error, Lwe};

/// A bound on one coefficient of an error, in standard deviations.
const TAIL: f64 = 6.0;

/// How a scheme encrypts, as far as it adds to the error of a fresh ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// Under a public key in a ring: e u + e' + e'' s, with ternary u, and the secret s.
    Public,
    /// Under the secret key, one error: samples of learning with errors as FHEW and TFHE use them.
    Secret,
}

/// log2 of the largest plaintext modulus t with which fresh ciphertexts always decrypt: |error| < q / 2t,
/// errors bounded by 6 deviations, and each coefficient of u and s by 1 (2012/144, section 3, lemma 1:
/// q > 2 t B (2 n + 1) with B = 6 σ). Schemes that evaluate anything need more room than that.
#[must_use]
pub fn max_log2_t(lwe: &Lwe, encryption: Encryption) -> f64 {
    let products = match encryption {
        Encryption::Public => 2.0 * lwe.dimension as f64 + 1.0,
        Encryption::Secret => 1.0,
    };
    lwe.log2_q - 1.0 - (TAIL * products).log2() - lwe.error_std.log2()
}

/// The same for a decryption that is right about as often as not: the error's standard deviation is q / 2t,
/// σ √(4 n / 3 + 1) under a public key with ternary u and s.
fn hopeless_log2_t(lwe: &Lwe, encryption: Encryption) -> f64 {
    let products = match encryption {
        Encryption::Public => 4.0 / 3.0 * lwe.dimension as f64 + 1.0,
        Encryption::Secret => 1.0,
    };
    lwe.log2_q - 1.0 - products.log2() / 2.0 - lwe.error_std.log2()
}

/// Checks that the errors of a homomorphic scheme leave room for a plaintext: some modulus of at least 2
/// always decrypts when fresh, and the one in use (`log2_t`), if it is known, does so more often than not.
///
/// # Errors
/// [`Error::Undecryptable`] where they do not.
pub fn check_decryption(
    lwe: &Lwe,
    encryption: Encryption,
    log2_t: Option<f64>,
) -> Result<(), Error> {
    let refuse = |most_log2_t: f64, log2_t: f64| {
        let Lwe { dimension, log2_q, error_std, .. } = *lwe;
        Err(Error::Undecryptable { error_std, log2_q, dimension, most_log2_t, log2_t })
    };
    let most = max_log2_t(lwe, encryption);
    if most < 1.0 {
        return refuse(most, 1.0);
    }
    let hopeless = hopeless_log2_t(lwe, encryption);
    match log2_t {
        Some(log2_t) if log2_t > hopeless => refuse(hopeless, log2_t),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    fn lwe(dimension: usize, log2_q: f64, error_std: f64) -> Lwe {
        Lwe { dimension, log2_q, error_std, secret: Secret::Ternary, samples: None }
    }

    /// By integers: q > 2 t · 6 σ (2 n + 1).
    #[test]
    fn the_largest_plaintext_modulus_is_that_of_the_published_bound() {
        let (n, sigma, q) = (1024u64, 8u64, 1u64 << 40);
        let most = q / (2 * 6 * sigma * (2 * n + 1));
        let found = max_log2_t(&lwe(1024, 40.0, 8.0), Encryption::Public).exp2();
        assert_eq!(found.floor() as u64, most);
        let found = max_log2_t(&lwe(1024, 40.0, 8.0), Encryption::Secret).exp2();
        assert_eq!(found.floor() as u64, q / (2 * 6 * sigma));
    }

    #[test]
    fn errors_that_leave_no_plaintext_are_refused() {
        let check = |lwe: Lwe, log2_t| check_decryption(&lwe, Encryption::Public, log2_t);
        assert!(matches!(check(lwe(1024, 60.0, 1e14), None), Err(Error::Undecryptable { .. })));
        assert_eq!(check(lwe(1024, 60.0, 1e12), None), Ok(()));
        assert_eq!(check(lwe(1024, 27.0, 3.19), None), Ok(()));
        // A fresh error of deviation 118: q / 2t = 2^6 does not hold it, 2^8 does.
        assert!(check(lwe(1024, 27.0, 3.19), Some(20.0)).is_err());
        assert_eq!(check(lwe(1024, 27.0, 3.19), Some(18.0)), Ok(()));
        // A sample of TFHE with 2^-13.4 q.
        let gate = lwe(586, 32.0, 2f64.powf(18.6));
        assert!(check(gate, None).is_err());
        assert_eq!(check_decryption(&gate, Encryption::Secret, Some(3.0)), Ok(()));
    }
}
